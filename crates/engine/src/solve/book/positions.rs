//! The positions of a book: Connect Four with few stones.

use crate::solve::gravity::{Fixed, Position};

/// Greatest ply of a book; a file that claims more is damaged.
pub(super) const PLY_MAX: usize = 12;
pub(super) const SHAPE: Fixed<7, 6, 4> = Fixed;

/// For each ply from 0 to `ply`, the ascending keys of the unfinished positions, mirror images once.
pub fn positions(ply: u32) -> Vec<Vec<u64>> {
    let mut levels = vec![vec![Position::connect_four().key()]];
    for _ in 0..ply {
        let last = levels.last().expect("the empty board is there");
        let mut next = Vec::with_capacity(last.len() * 7);
        for position in last.iter().map(|&key| from_key(key)) {
            next.extend(children(&position).map(|child| child.key()));
        }
        next.sort_unstable();
        next.dedup();
        levels.push(next);
    }
    levels
}

/// The positions after each move that does not win.
pub fn children(position: &Position) -> impl Iterator<Item = Position> {
    (0..position.width()).filter(|&column| !position.wins_at(column)).filter_map(|column| position.play(column))
}

/// The Connect Four board with these stones of the side to move, among these occupied cells.
pub fn board(mover: u64, mask: u64) -> Position {
    let mut position = Position::connect_four();
    (position.mover, position.mask) = (mover, mask);
    position
}

pub fn from_key(key: u64) -> Position {
    Position::connect_four().with_key(key).expect("keys come from positions")
}
