//! A score on the wire: proven, or a heuristic's value, never a magic number.

use serde::Serialize;

use inarow_engine::engine::expectation::Expectation;
use inarow_engine::game::{Player, Position};
use inarow_engine::search::Verdict;

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
    /// The expected result for `pov`, 0 to 1, of a score that is not proven, where its heuristic is at hand.
    #[serde(rename = "winProbability", skip_serializing_if = "Option::is_none")]
    win_probability: Option<f64>,
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
            win_probability: None,
            pov: pov.name(),
        }
    }

    /// The same with the expected result, by the scale of the heuristic.
    #[must_use]
    pub fn expecting(verdict: Verdict, turn: Player, pov: Player, expectation: Expectation) -> ScoreView {
        let view = ScoreView::new(verdict, turn, pov);
        let seen = |value| expectation.of(Verdict::Unknown { value });
        ScoreView { win_probability: view.value.map(|value| rounded(seen(value), 1e4)), ..view }
    }

    /// The result of a finished game.
    #[must_use]
    pub fn of_finished(position: &Position, pov: Player) -> ScoreView {
        ScoreView::new(Verdict::of_finished(position, pov), pov, pov)
    }
}

/// A number rounded to a part of one.
pub fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
