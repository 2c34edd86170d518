//! Games with gravity as column digits, e.g. `"4453"`.

use super::{Cell, IllegalMove, MoveError, Position};

/// The cells of the moves from `start` in a game with gravity, given as column digits from 1; white space between them has no
/// meaning. Digits name the first 9 columns only, of an ordinary board.
///
/// # Errors
/// The first illegal move, by its place among the digits.
pub fn parse_columns(start: &Position, digits: &str) -> Result<Vec<Cell>, IllegalMove> {
    let mut position = start.clone();
    let rules = start.rules();
    let width = if rules.is_grid() && rules.gravity() { rules.width() } else { 0 };
    let mut cells = Vec::new();
    for (index, digit) in digits.chars().filter(|digit| !digit.is_whitespace()).enumerate() {
        let illegal = |error| IllegalMove { index, error };
        let column = match digit.to_digit(10) {
            Some(column @ 1..) if column as usize <= width => column as usize,
            _ => return Err(illegal(MoveError::NoColumn { column: digit, width })),
        };
        let cell = position.landing(column - 1).ok_or_else(|| illegal(MoveError::ColumnFull { column }))?;
        position.play(cell).map_err(illegal)?;
        cells.push(cell);
    }
    Ok(cells)
}
