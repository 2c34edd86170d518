//! `moves` of a tool: names of cells and, where stones fall, of columns.

use serde_json::Value;

use super::error_code::ErrorCode;
use super::reader::{At, Shown};
use inarow_engine::game::{Cell, MoveError, Position, Rules, notation};

/// A move as an agent names it.
#[derive(Clone, Copy)]
enum Named {
    Cell(Cell),
    /// From 0.
    Column(usize),
}

/// The moves from `start`; `None` where one of them is not legal. A refusal recommends only what the tool's schema allows.
pub fn tool_moves(start: &Position, items: &[Value], at: At<'_>) -> Option<Vec<Cell>> {
    // All of them, so that every bad one is found.
    let named: Vec<_> =
        items.iter().enumerate().map(|(index, item)| named(start.rules(), item, at.index(index))).collect();
    let named: Option<Vec<Named>> = named.into_iter().collect();
    let mut position = start.clone();
    let mut cells = Vec::with_capacity(items.len());
    for (index, named) in named?.into_iter().enumerate() {
        let played = landing(&position, named).and_then(|cell| position.play(cell).map(|()| cell));
        cells.push(played.map_err(|error| at.index(index).error(&error, error)).ok()?);
    }
    Some(cells)
}

fn landing(position: &Position, named: Named) -> Result<Cell, MoveError> {
    match named {
        Named::Cell(cell) => Ok(cell),
        Named::Column(column) => position.landing(column).ok_or(MoveError::ColumnFull { column: column + 1 }),
    }
}

fn named(rules: Rules, value: &Value, at: At<'_>) -> Option<Named> {
    let text = value.as_str().map(str::trim);
    let cell = text.and_then(|text| notation::parse_cell(rules, text)).map(Named::Cell);
    let column = text.filter(|_| rules.gravity()).and_then(|text| column(rules, text)).map(Named::Column);
    let named = cell.or(column);
    if named.is_none() {
        let code = if value.is_string() { ErrorCode::NotOnBoard } else { ErrorCode::WrongType };
        at.error_with(code, || {
            let last = notation::column_letter(rules.width() - 1);
            let highest = notation::cell_name(rules, rules.width() - 1);
            let or = match rules.gravity() {
                true => format!(", or a column from \"a\" to \"{last}\" or \"1\" to \"{}\"", rules.width()),
                false => String::new(),
            };
            format!("{} is not a cell of this board; send a name from \"a1\" to \"{highest}\"{or}", Shown(value))
        });
    }
    named
}

/// A column by its letter or by its number from 1.
fn column(rules: Rules, text: &str) -> Option<usize> {
    let letter = match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_lowercase() - b'a')),
        _ => None,
    };
    let number = || text.parse::<usize>().ok()?.checked_sub(1);
    letter.or_else(number).filter(|&column| column < rules.width())
}
