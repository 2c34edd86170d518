//! Names of cells: the letter of the column and the number of the row from the bottom; `a1` is bottom left. The cells of a list of
//! lines have no names but their numbers, from 0.

use std::fmt;

use super::{Cell, Rules};

/// How a game names its cells: small enough to travel in errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellNames {
    /// Letters of columns, numbers of rows.
    Grid {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// The number of the cell.
    Numbers,
}

impl CellNames {
    /// The name of a cell, e.g. `"b2"` for the centre of a 3×3 board.
    #[must_use]
    pub fn of(self, cell: Cell) -> String {
        let mut name = String::with_capacity(3);
        // Writing to a string never fails.
        let _ = self.write(cell, &mut name);
        name
    }

    fn write(self, cell: Cell, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            CellNames::Grid { width, height } => {
                let (width, height) = (usize::from(width), usize::from(height));
                let row = height - cell / width;
                out.write_char(column_letter(cell % width))?;
                // Without the formatting of numbers: an answer may have a thousand names.
                if row >= 10 {
                    out.write_char(digit(row / 10))?;
                }
                out.write_char(digit(row % 10))
            }
            CellNames::Numbers => write!(out, "{cell}"),
        }
    }

    /// The name of a cell with its number, e.g. `"b2 (cell 4)"`, or `"cell 4"` where the number is the name.
    pub(super) fn with_number(self, cell: Cell) -> String {
        match self {
            CellNames::Grid { .. } => format!("{} (cell {cell})", self.of(cell)),
            CellNames::Numbers => format!("cell {cell}"),
        }
    }
}

impl From<&Rules> for CellNames {
    fn from(rules: &Rules) -> CellNames {
        match rules.is_grid() {
            true => CellNames::Grid { width: rules.width() as u8, height: rules.height() as u8 },
            false => CellNames::Numbers,
        }
    }
}

/// The name of a cell, e.g. `"b2"` for the centre of a 3×3 board.
#[must_use]
pub fn cell_name(rules: &Rules, cell: Cell) -> String {
    CellNames::from(rules).of(cell)
}

/// Writes the name of a cell without allocating.
///
/// # Errors
/// Errors of the writer.
pub fn write_cell_name(rules: &Rules, cell: Cell, out: &mut impl fmt::Write) -> fmt::Result {
    CellNames::from(rules).write(cell, out)
}

/// A number below 10.
fn digit(number: usize) -> char {
    char::from(b'0' + number as u8)
}

/// The letter of a column, counted from the left, 0 first.
#[must_use]
pub fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The column with this letter, in either case, from 0; `None` if the board has no such column.
#[must_use]
pub fn parse_column(rules: &Rules, letter: char) -> Option<usize> {
    let column = (letter.to_ascii_lowercase() as usize).checked_sub(usize::from(b'a'))?;
    (rules.is_grid() && column < rules.width()).then_some(column)
}

/// The cell with this name, in either case; `None` if the board has no such cell.
#[must_use]
pub fn parse_cell(rules: &Rules, name: &str) -> Option<Cell> {
    if !rules.is_grid() {
        return parse_number(name).filter(|&cell| cell < rules.cells());
    }
    let column = usize::from(name.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?);
    let digits = name.get(1..)?;
    let canonical = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let row: usize = if canonical { digits.parse().ok()? } else { return None };
    let on_board = column < rules.width() && (1..=rules.height()).contains(&row);
    on_board.then(|| (rules.height() - row) * rules.width() + column)
}

/// A number as `CellNames::Numbers` writes it.
fn parse_number(text: &str) -> Option<usize> {
    let is_canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_canonical { text.parse().ok() } else { None }
}
