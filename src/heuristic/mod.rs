//! Static values: a heuristic is a weight for each line, by the stones on it.
//!
//! A line with stones of both colours has the weight 0. The weight of any other line depends on the number of its stones,
//! their colour and, for some heuristics, the side to move. The value of a position is the sum, from X's point of view.

mod evaluator;
mod line_weights;
mod named;
mod weights;
mod win_loss;

pub use evaluator::Evaluator;
pub use line_weights::{LineTerm, LineWeights};
pub use named::Named;
pub use weights::{EmptyLine, HeuristicError, Weights, WeightsError};
pub use win_loss::WinLoss;

use crate::game::Rules;

/// Above this many cells, where stones do not fall, `threats` is the default.
const LARGE_CELLS: usize = 64;

/// A named heuristic, or custom weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heuristic {
    Named(Named),
    Custom(Weights),
}

impl Heuristic {
    /// The name; `"custom"` for custom weights.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Heuristic::Named(named) => named.name(),
            Heuristic::Custom(_) => "custom",
        }
    }

    /// The default heuristic of a game.
    #[must_use]
    pub fn default_for(rules: Rules) -> Named {
        if rules.cells() > LARGE_CELLS && !rules.gravity() && !rules.misere() {
            return Named::Threats;
        }
        let lines = Heuristic::Named(Named::Lines);
        if lines.compile(rules).is_ok() { Named::Lines } else { Named::OpenPieces }
    }

    /// The table of line weights for these rules.
    ///
    /// # Errors
    /// Custom weights that are not k + 1 numbers, and weights whose sum over the board could exceed the integers that a
    /// double holds exactly.
    pub fn compile(&self, rules: Rules) -> Result<LineWeights, HeuristicError> {
        match self {
            Heuristic::Named(named) => {
                let error = HeuristicError::TooLarge { name: named.name(), k: rules.k() };
                let weights = named.weights(rules.k()).ok_or(error)?;
                LineWeights::new(named.name(), &weights, rules)
            }
            Heuristic::Custom(weights) => LineWeights::new("custom", weights, rules),
        }
    }
}
