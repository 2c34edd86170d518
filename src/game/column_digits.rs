//! Games with gravity as column digits, e.g. `"4453"`.

use std::sync::Arc;

use super::{Cell, Game, MoveError, Position};

/// The cells of the moves of a game with gravity, given as column digits from 1. Digits name the first 9 columns only.
///
/// # Errors
/// The index of the first illegal move, and the reason.
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
