//! Perft: counts move sequences, the standard test of move generation.

use super::Position;

/// The number of move sequences of exactly `depth` plies.
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves: Vec<_> = position.legal_moves().collect();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut paths = 0;
    for cell in moves {
        position.play_unchecked(cell);
        paths += perft(position, depth - 1);
        position.undo();
    }
    paths
}
