//! Facts about the cell on top of a stone, with gravity.

use super::board::{cells, lines_completed_by};
use super::{Reason, ReasonKind};
use crate::game::{Cell, Player, Position};

/// The columns that the opponent can no longer enter after a move.
pub(super) fn zugzwang_columns(position: &Position, after: &Position, found: &mut Vec<Reason>) {
    let mover = position.turn();
    for column in 0..position.game().columns().len() {
        if let Some(pair) = trap(after, column, mover).filter(|&pair| trap(position, column, mover) != Some(pair)) {
            let pair = pair.to_vec();
            found.push(Reason { kind: ReasonKind::ZugzwangColumn, cells: pair.clone(), moves: pair });
        }
    }
}

/// The lowest two empty cells of a column, where neither side has a winning cell and `owner` would complete a line on the upper
/// one if the opponent played on the lower one.
fn trap(position: &Position, column: usize, owner: Player) -> Option<[Cell; 2]> {
    let lower = position.landing(column)?;
    let upper = position.game().above(lower)?;
    let is_quiet = Player::ALL.into_iter().all(|player| lines_completed_by(position, lower, player).next().is_none());
    (is_quiet && lines_completed_by(position, upper, owner).next().is_some()).then_some([lower, upper])
}

/// Whether the stone on `cell` lets the opponent complete a line on top of it, or take the mover's own winning cell there.
pub(super) fn threats_above(position: &Position, after: &Position, cell: Cell, found: &mut Vec<Reason>) {
    let Some(above) = position.game().above(cell) else { return };
    // The mover's line lacked nothing but this cell before the move.
    for (of, player) in [(after, after.turn()), (position, position.turn())] {
        if let Some(line) = lines_completed_by(of, above, player).map(|line| cells(of, line)).min() {
            found.push(Reason { kind: ReasonKind::PlaysUnderThreat, cells: line, moves: vec![above] });
        }
    }
}
