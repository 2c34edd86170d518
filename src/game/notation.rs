//! Names of cells: the column's letter and the row's number from the bottom (`a1` is bottom left), and column digits.

use std::fmt;

use super::{Cell, Game, MoveError, Position, Rules};
use std::sync::Arc;

/// The name of a cell, e.g. `"b2"` for the centre of a 3×3 board.
#[must_use]
pub fn cell_name(rules: Rules, cell: Cell) -> String {
    let mut name = String::with_capacity(3);
    // Writing to a string does not fail.
    let _ = write_cell_name(rules, cell, &mut name);
    name
}

/// Writes the name of a cell without allocating.
///
/// # Errors
/// Only those of the writer.
pub fn write_cell_name(rules: Rules, cell: Cell, out: &mut impl fmt::Write) -> fmt::Result {
    let column = (b'a' + (cell % rules.width()) as u8) as char;
    write!(out, "{column}{}", rules.height() - cell / rules.width())
}

/// The cell of that name, in either case; `None` for what is not the name of a cell of this board.
#[must_use]
pub fn parse_cell(rules: Rules, name: &str) -> Option<Cell> {
    let column = usize::from(name.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?);
    let digits = name.get(1..)?;
    let canonical = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let row: usize = if canonical { digits.parse().ok()? } else { return None };
    let on_board = column < rules.width() && (1..=rules.height()).contains(&row);
    on_board.then(|| (rules.height() - row) * rules.width() + column)
}

/// The cells of a game given as 1-based column digits, e.g. `"4453"`; only with gravity and up to 9 columns, since
/// without them a digit does not say where a stone goes.
///
/// # Errors
/// The index of the first digit that cannot be played, and why.
pub fn parse_columns(game: &Arc<Game>, digits: &str) -> Result<Vec<Cell>, (usize, MoveError)> {
    let mut position = Position::new(Arc::clone(game));
    let width = game.rules().width();
    let mut cells = Vec::new();
    for (index, digit) in digits.chars().enumerate() {
        let column = match digit.to_digit(10) {
            Some(column @ 1..) if column as usize <= width => column as usize,
            _ => return Err((index, MoveError::NoColumn { column: digit, width })),
        };
        let cell = position.landing(column - 1).ok_or((index, MoveError::ColumnFull { column }))?;
        position.play(cell).map_err(|error| (index, error))?;
        cells.push(cell);
    }
    Ok(cells)
}
