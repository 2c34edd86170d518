//! A score on the wire: proven, or a heuristic's value, never a magic number.

use serde::Serialize;

use inarow_engine::engine::expectation::Expectation;
use inarow_engine::game::{Player, Position};
use inarow_engine::search::Verdict;

/// The outcome of a game, as far as it is proven.
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
    /// The result that `pov` can expect, 0 to 1; 0 and 1 where it is proven only.
    expected: f64,
    pov: &'static str,
}

impl ScoreView {
    /// A verdict for the side to move, seen from `pov`. `expectation` turns a value into an expected result.
    #[must_use]
    pub fn new(verdict: Verdict, turn: Player, pov: Player, expectation: Expectation) -> ScoreView {
        let verdict = if turn == pov { verdict } else { verdict.flip() };
        ScoreView {
            outcome: Outcome::of(verdict).name(),
            plies: verdict.plies(),
            value: verdict.value(),
            expected: expectation.of(verdict),
            pov: pov.name(),
        }
    }

    /// A proven verdict for the side to move, from its own point of view.
    #[must_use]
    pub fn of_proven(verdict: Verdict, turn: Player) -> ScoreView {
        ScoreView::new(verdict, turn, turn, Expectation::default())
    }

    /// The result of a finished game.
    #[must_use]
    pub fn of_finished(position: &Position, pov: Player) -> ScoreView {
        ScoreView::of_proven(Verdict::of_finished(position, pov), pov)
    }
}

/// A number rounded to a fraction of 1 / `parts`.
pub fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
