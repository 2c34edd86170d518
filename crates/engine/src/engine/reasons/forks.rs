//! Forks: two or more winning cells at once, of which the opponent can take only one.

use super::board::{can_complete, lines_completed_by};
use crate::game::{Cell, Player, Position, Status};

/// The cells where the opponent could make a fork if it were to move, ascending. None in misère play.
pub(super) fn forks_of_opponent(position: &Position) -> Vec<Cell> {
    if position.status() != Status::Ongoing || position.rules().misere() {
        return Vec::new();
    }
    let mut passed = position.clone();
    passed.null_move();
    let moves = candidates(&passed);
    moves.into_iter().filter(|&cell| makes_fork(&mut passed, cell)).collect()
}

/// Whether the side to move can neither complete a line nor make a fork.
pub(super) fn is_out_of_reach(position: &mut Position) -> bool {
    !can_complete(position, position.turn()) && !candidates(position).into_iter().any(|cell| makes_fork(position, cell))
}

/// The winning cells of the fork that the side that has just moved has made, ascending; none if it is no fork.
pub(in crate::engine) fn fork_of_mover(after: &Position) -> Vec<Cell> {
    let (opponent, mover) = (after.turn(), after.turn().opponent());
    if after.status() != Status::Ongoing || can_complete(after, opponent) {
        return Vec::new();
    }
    let mut cells: Vec<Cell> = after.completions(mover).collect();
    if after.rules().gravity() {
        let width = after.rules().width();
        let above = cells.iter().filter_map(|cell| cell.checked_sub(width));
        let on_top: Vec<Cell> = above.filter(|&cell| lines_completed_by(after, cell, mover).next().is_some()).collect();
        cells.extend(on_top);
    }
    cells.sort_unstable();
    cells.dedup();
    if cells.len() < 2 { Vec::new() } else { cells }
}

/// The moves of the side to move that may make a fork, ascending.
fn candidates(position: &Position) -> Vec<Cell> {
    let player = position.turn();
    let has_threat = position.line_states().contains(&position.game().lines().pure(player, position.rules().k() - 1));
    position.legal_moves().filter(|&cell| has_threat || lengthens(position, cell, player)).collect()
}

fn makes_fork(position: &mut Position, cell: Cell) -> bool {
    position.play_unchecked(cell);
    let is_fork = !fork_of_mover(position).is_empty();
    position.undo();
    is_fork
}

/// Whether a stone of the player would make a line that lacks one stone. Without one before, every fork begins with that.
fn lengthens(position: &Position, cell: Cell, player: Player) -> bool {
    let lines = position.game().lines();
    let Some(stones) = position.rules().k().checked_sub(2) else { return false };
    let before = lines.pure(player, stones);
    lines.through(cell).iter().any(|&line| position.line_states()[usize::from(line)] == before)
}
