//! A position on the wire.

use serde::Serialize;

use inarow_engine::game::{Cell, Position};

/// A position.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    board: String,
    turn: &'static str,
    status: &'static str,
    winner: Option<&'static str>,
    winning_lines: Vec<Vec<Cell>>,
    reachable: Option<bool>,
}

impl PositionView {
    /// The board, the side to move and the status of a position.
    #[must_use]
    pub fn new(position: &Position) -> PositionView {
        PositionView {
            board: position.board(),
            turn: position.turn().name(),
            status: position.status().name(),
            winner: position.winner().map(|winner| winner.name()),
            winning_lines: position.winning_lines(),
            reachable: position.reachable(),
        }
    }
}
