//! Reachability: whether alternate play from the empty board, X first, can lead to a position.
//!
//! - Without gravity the order of the stones matters only if overlines are forbidden, see [`overlines`].
//! - With gravity each column fixes the order of its stones, see [`columns`].

mod columns;
mod overlines;
mod unfinished;

use super::{Overline, Player, Position, Status};
use unfinished::{Steps, Unfinished, any};

/// Most steps of one decision. A step takes 20 to 100 ns. A board of Connect Four takes about as many as it has stones.
const STEPS_MAX: usize = 10_000;

impl Position {
    /// Whether alternate play from the empty board, X first, can lead to the position. `None` if a bounded search, of at most
    /// about a millisecond, does not decide it.
    #[must_use]
    pub fn reachable(&self) -> Option<bool> {
        if self.is_played() { Some(true) } else { search(self) }
    }
}

fn search(position: &Position) -> Option<bool> {
    if !counts_alternate(position) {
        return Some(false);
    }
    let mut steps = Steps(STEPS_MAX);
    if position.status() != Status::Won {
        return reachable(Unfinished { position, last: None }, &mut steps);
    }
    // The last stone lies on every complete line.
    let lines = position.winning_lines();
    let last = lines[0].iter().copied().filter(|cell| lines.iter().all(|line| line.contains(cell)));
    any(last.map(|last| reachable(Unfinished { position, last: Some(last) }, &mut steps)))
}

/// Whether the stone counts are those of alternate play, X first.
fn counts_alternate(position: &Position) -> bool {
    let x = position.cells().iter().filter(|&&stone| stone == Some(Player::X)).count();
    let o = position.stones() - x;
    match position.turn() {
        Player::X => x == o && position.line_owner() != Some(Player::X),
        Player::O => x == o + 1 && position.line_owner() != Some(Player::O),
    }
}

/// Whether alternate play can lead to an unfinished board.
fn reachable(board: Unfinished<'_>, steps: &mut Steps) -> Option<bool> {
    let rules = board.position.rules();
    if rules.gravity() {
        columns::reachable(board, steps)
    } else if rules.overline() == Overline::Forbidden {
        overlines::reachable(board, steps)
    } else {
        // No subset of the stones completes a line, so that every order is legal.
        Some(true)
    }
}
