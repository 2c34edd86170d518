//! The place of a move: a cell or, where stones fall, a column.

use inarow_engine::game::{Cell, MoveError, Position, Rules, Status, notation};

/// A move as it is named.
#[derive(Clone, Copy)]
pub enum Named {
    Cell(Cell),
    /// A column, counted from 0.
    Column(usize),
    /// The place above the highest cell of this column: no cell, but a caller who counts a full column's stones names it.
    Above(usize),
}

impl Named {
    /// A cell by its name or, where stones fall, a column by its letter.
    pub(super) fn of_text(rules: &Rules, text: &str) -> Option<Named> {
        if let Some(cell) = notation::parse_cell(rules, text) {
            return Some(Named::Cell(cell));
        }
        let letter = text.chars().next().filter(|_| has_letters(rules))?;
        let column = notation::parse_column(rules, letter)?;
        match text.get(1..)? {
            "" => Some(Named::Column(column)),
            row => (row == (rules.height() + 1).to_string()).then_some(Named::Above(column)),
        }
    }

    /// The cell where its stone comes to lie; `None` if there is no such cell.
    pub fn landing(self, position: &Position) -> Option<Result<Cell, MoveError>> {
        let (Named::Column(column) | Named::Above(column)) = self else {
            let Named::Cell(cell) = self else { return None };
            return Some(Ok(cell));
        };
        match position.landing(column) {
            _ if position.status() != Status::Ongoing => Some(Err(MoveError::GameOver)),
            None => Some(Err(MoveError::ColumnFull { column: column + 1 })),
            Some(cell) => matches!(self, Named::Column(_)).then_some(Ok(cell)),
        }
    }
}

/// Whether a word is the letter of a column, and so a move.
pub fn is_column_letter(rules: &Rules, word: &str) -> bool {
    has_letters(rules) && word.parse().is_ok_and(|letter| notation::parse_column(rules, letter).is_some())
}

/// Whether stones fall in columns that have letters, and digits from 1. In a game of lines, digits are cells.
pub fn has_letters(rules: &Rules) -> bool {
    rules.gravity() && rules.is_grid()
}
