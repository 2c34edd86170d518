//! Static values: a heuristic is a weight for each line, by the stones on it.
//!
//! A line with stones of both colours weighs nothing. Every other line has a weight that depends on how many stones it
//! holds, on their colour and perhaps on whose turn it is; the value of a position is the sum, from X's point of view.

mod line_weights;
mod named;
mod weights;
mod win_loss;

pub use line_weights::{LineTerm, LineWeights};
pub use named::Named;
pub use weights::{EmptyLine, HeuristicError, Weights, WeightsError};
pub use win_loss::WinLoss;

use crate::game::{Player, Position, Rules};

/// What a search needs of a heuristic: a sum that follows the line states as stones are played.
///
/// A search is compiled once for each implementation, so that nothing is called through a pointer at its leaves.
pub trait Evaluator {
    /// Whether every unfinished position is worth 0.
    const ALWAYS_ZERO: bool = false;

    /// The running sum; a copy of it is all that undo needs.
    type Accumulator: Copy;

    /// The sum of a position, from nothing.
    fn accumulator(&self, position: &Position) -> Self::Accumulator;

    /// Follows one line from the state before a stone to the state after it.
    fn update(&self, accumulator: &mut Self::Accumulator, before: u16, after: u16);

    /// The value for the side to move.
    fn value(&self, accumulator: Self::Accumulator, turn: Player) -> i64;

    /// Whether the player might complete a line by placing at most so many stones; if in doubt, yes.
    #[inline]
    fn can_complete(&self, _accumulator: Self::Accumulator, _player: Player, _stones: u32) -> bool {
        true
    }
}

/// Above this many cells, where stones do not fall, `threats` is the default.
const LARGE_CELLS: usize = 64;

/// A heuristic as a caller chooses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heuristic {
    Named(Named),
    Custom(Weights),
}

impl Heuristic {
    /// The name on the wire: a custom one is called `"custom"`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Heuristic::Named(named) => named.name(),
            Heuristic::Custom(_) => "custom",
        }
    }

    /// The heuristic that a game uses when none is asked for.
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
    /// Custom weights that are not k + 1 numbers, and weights whose sum over the board could be inexact in a double.
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
