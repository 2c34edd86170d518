//! What games of the search on patterns against itself share.

use std::cmp::Reverse;

use inarow_engine::game::{Cell, Position, Status};
use inarow_engine::search::patterns::PatternBoard;
use inarow_engine::search::{Limits, Memory, RootMove, Threats, Verdict, Wanted};

use crate::openings::Random;

/// A value that stands for a proven result.
pub const PROVEN: i64 = 30_000;
/// A position aside of the game comes after one of so many moves.
const MOVES_ASIDE: usize = 10;

/// The best moves with their values, [`PROVEN`] or its opposite for proven results.
pub fn search(position: &Position, memory: &mut Memory, nodes: u64, count: usize) -> Vec<(Cell, i64)> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let moves: Vec<Cell> = position.legal_moves().collect();
    let found = Threats::new(position, memory, &limits).run(&moves, Wanted::Best(count), &mut |_| {});
    let value = |root: &RootMove| match root.verdict(position.empties()) {
        Verdict::Win { .. } => PROVEN,
        Verdict::Loss { .. } => -PROVEN,
        Verdict::Unknown { value } => value,
        Verdict::Draw { .. } => 0,
    };
    found.moves.iter().map(|root| (root.cell, value(root))).collect()
}

/// One of the most urgent moves and the position after it, if that is unfinished: the search judges many positions that no game reaches.
pub fn aside(random: &mut Random, position: &Position) -> Option<(Cell, Position)> {
    let board = PatternBoard::new(position);
    let mut urgent: Vec<Cell> = board.near().collect();
    urgent.sort_by_key(|&cell| Reverse(board.urgency(board.turn(), cell)));
    urgent.truncate(MOVES_ASIDE);
    let cell = urgent[random.below(urgent.len() as u64) as usize];
    let mut aside = position.clone();
    aside.play(cell).ok()?;
    (aside.status() == Status::Ongoing).then_some((cell, aside))
}
