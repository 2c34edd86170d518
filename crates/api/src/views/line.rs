//! A line's part in a static value, on the wire.

use serde::Serialize;

use inarow_engine::game::{Game, Player};
use inarow_engine::heuristic::LineTerm;

/// The cells of a line, the stones on it, and its term in a static value.
#[derive(Serialize, Debug)]
pub struct LineView<'a> {
    cells: &'a [u16],
    x: usize,
    o: usize,
    value: i64,
}

impl<'a> LineView<'a> {
    /// A term of a sum, seen from `pov`.
    #[must_use]
    pub fn new(term: LineTerm, game: &'a Game, pov: Player) -> LineView<'a> {
        let value = if pov == Player::X { term.value } else { -term.value };
        LineView { cells: game.lines().cells(term.line), x: term.x, o: term.o, value }
    }
}
