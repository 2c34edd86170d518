//! The static evaluation of a search.

use crate::game::{Player, Position};

/// Static values with an accumulator: a sum over the lines that changes with each line that a stone changes.
///
/// A search is compiled for each implementation, so that its leaves make no dynamic calls.
pub trait Evaluator {
    /// Whether every unfinished position has the value 0.
    const ALWAYS_ZERO: bool = false;

    /// The sum over all lines; undo restores a copy of it.
    type Accumulator: Copy;

    /// Computes the accumulator of a position from scratch.
    fn accumulator(&self, position: &Position) -> Self::Accumulator;

    /// Updates the accumulator for one line, given its states before and after a stone.
    fn update(&self, accumulator: &mut Self::Accumulator, before: u16, after: u16);

    /// The value for the side to move.
    fn value(&self, accumulator: Self::Accumulator, turn: Player) -> i64;

    /// Whether the player may be able to complete a line with at most this many stones. False only if that is certain.
    #[inline]
    fn can_complete(&self, _accumulator: Self::Accumulator, _player: Player, _stones: u32) -> bool {
        true
    }
}
