//! Facts about the place of a cell on the board.

use super::{Reason, ReasonKind};
use crate::game::{Cell, Position, Rules};

/// The places of the old advice for tic-tac-toe, or how near the cell is to the centre of another board.
pub(super) fn places(position: &Position, cell: Cell, found: &mut Vec<Reason>) {
    let rules = position.rules();
    if !rules.is_grid() {
        return; // a list of lines has no places
    }
    if !has_places(rules) {
        let distance = from_centre(rules, cell);
        if position.legal_moves().all(|other| from_centre(rules, other) >= distance) {
            found.push(Reason::of_cells(ReasonKind::NearCentre, vec![cell]));
        }
        return;
    }
    let across = rules.cells() - 1 - cell;
    let kind = match cell {
        4 => ReasonKind::Centre,
        0 | 2 | 6 | 8 => ReasonKind::Corner,
        _ => ReasonKind::Side,
    };
    if kind == ReasonKind::Corner && position.cell(across) == Some(position.turn().opponent()) {
        found.push(Reason::of_cells(ReasonKind::OppositeCorner, vec![across]));
    }
    found.push(Reason::of_cells(kind, vec![cell]));
}

/// Whether centre, corner and side are advice: on 3×3 without gravity.
pub(in crate::engine) fn has_places(rules: &Rules) -> bool {
    rules.is_grid() && (rules.width(), rules.height(), rules.gravity()) == (3, 3, false)
}

/// The square of twice the distance of a cell from the centre of the board or, with gravity, of its row. All cells of a list of
/// lines are equally far.
pub(in crate::engine) fn from_centre(rules: &Rules, cell: Cell) -> usize {
    if !rules.is_grid() {
        return 0;
    }
    let across = (2 * (cell % rules.width())).abs_diff(rules.width() - 1);
    let down = (2 * (cell / rules.width())).abs_diff(rules.height() - 1);
    across * across + if rules.gravity() { 0 } else { down * down }
}
