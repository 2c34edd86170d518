//! The part of a board that is drawn: all of a small one, else where stones and moves are.

use std::collections::HashMap;

use inarow_engine::game::{Cell, Rules};

/// A board with sides up to this is drawn whole.
const WHOLE_SIDE_MAX: usize = 9;
/// Cells around the stones and moves of a larger board, and the least side of its drawn part.
const MARGIN: usize = 1;
const SIDE_MIN: usize = 5;

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Region {
    pub column: usize,
    pub row: usize,
    pub width: usize,
    pub height: usize,
}

impl Region {
    /// The region that has all of these cells.
    pub fn of(rules: &Rules, cells: impl Iterator<Item = Cell>) -> Region {
        let (width, height) = (rules.width(), rules.height());
        let places: Vec<(usize, usize)> = cells.map(|cell| rules.place(cell)).collect();
        if width.max(height) <= WHOLE_SIDE_MAX || places.is_empty() {
            return Region { column: 0, row: 0, width, height };
        }
        let (column, width) = span(places.iter().map(|place| place.1), width);
        let (row, height) = span(places.iter().map(|place| place.0), height);
        Region { column, row, width, height }
    }

    /// The cells, row by row from the top; `None` at places without a cell.
    pub fn rows(self, rules: &Rules) -> Vec<Vec<Option<Cell>>> {
        let at: HashMap<(usize, usize), Cell> = (0..rules.cells()).map(|cell| (rules.place(cell), cell)).collect();
        let columns = self.column..self.column + self.width;
        let row = |row| columns.clone().map(|column| at.get(&(row, column)).copied()).collect();
        (self.row..self.row + self.height).map(row).collect()
    }
}

/// The start and the length of the stretch that has these places, with a margin, on a side of this length.
fn span(places: impl Iterator<Item = usize> + Clone, side: usize) -> (usize, usize) {
    let low = places.clone().min().unwrap_or(0).saturating_sub(MARGIN);
    let high = (places.max().unwrap_or(0) + MARGIN).min(side - 1);
    let length = (high - low + 1).max(SIDE_MIN.min(side));
    (low.min(side - length), length)
}
