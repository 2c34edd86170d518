//! A score on the wire: proven, or a heuristic's value, never a magic number.

use serde::Serialize;

use crate::game::{Player, Position};
use crate::search::Verdict;

/// How a game ends, as far as that is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantNames, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Outcome {
    Win,
    Draw,
    Loss,
    Unknown,
}

impl Outcome {
    /// The outcome that a verdict proves, for the same side.
    #[must_use]
    pub const fn of(verdict: Verdict) -> Outcome {
        match verdict {
            Verdict::Win { .. } => Outcome::Win,
            Verdict::Draw { .. } => Outcome::Draw,
            Verdict::Loss { .. } => Outcome::Loss,
            Verdict::Unknown { .. } => Outcome::Unknown,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

/// A score from one side's point of view.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct ScoreView {
    outcome: &'static str,
    plies: Option<u32>,
    value: Option<i64>,
    pov: &'static str,
}

impl ScoreView {
    /// A verdict for the side to move, seen from `pov`.
    #[must_use]
    pub fn new(verdict: Verdict, turn: Player, pov: Player) -> ScoreView {
        let verdict = if turn == pov { verdict } else { verdict.flip() };
        ScoreView {
            outcome: Outcome::of(verdict).name(),
            plies: verdict.plies(),
            value: verdict.value(),
            pov: pov.name(),
        }
    }

    /// The result of a finished game.
    #[must_use]
    pub fn of_finished(position: &Position, pov: Player) -> ScoreView {
        ScoreView::new(Verdict::of_finished(position, pov), pov, pov)
    }
}
