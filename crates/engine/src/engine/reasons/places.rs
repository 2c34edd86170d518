//! Facts about the place of a cell on the board.

use super::{Reason, ReasonKind};
use crate::game::{Cell, Position, Rules};

/// The places of the legal moves of a position.
#[derive(Debug)]
pub(super) struct Places {
    /// The least [`from_centre`] of a legal move; `None` where the place of a cell has a name.
    nearest: Option<usize>,
}

impl Places {
    pub(super) fn of(position: &Position) -> Places {
        let rules = position.rules();
        let distances = position.legal_moves().map(|cell| from_centre(rules, cell));
        // A list of lines has no places at all.
        Places { nearest: if has_places(rules) || !rules.is_grid() { None } else { distances.min() } }
    }

    /// The place of a legal move in the old advice for tic-tac-toe, or whether none is nearer to the centre of another board.
    pub(super) fn add(&self, position: &Position, cell: Cell, found: &mut Vec<Reason>) {
        let rules = position.rules();
        if has_places(rules) {
            named_place(position, cell, found);
        } else if self.nearest == Some(from_centre(rules, cell)) {
            found.push(Reason::of_cells(ReasonKind::NearCentre, vec![cell]));
        }
    }
}

/// The place of a cell on 3×3.
fn named_place(position: &Position, cell: Cell, found: &mut Vec<Reason>) {
    let across = position.rules().cells() - 1 - cell;
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
