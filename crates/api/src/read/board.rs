//! `board` in each of its forms.

use serde_json::Value;

use super::error_code::ErrorCode;
use super::reader::{At, Shown};
use inarow_engine::game::{Game, Player, Rules, Setup, SetupError};

/// Row by row from the top left.
pub type Cells = Vec<Option<Player>>;

fn note(error: SetupError, at: At<'_>) {
    at.error(&error, &error);
}

/// The cells of a board: one string, a list of cells, a list of row strings, or a list of lists of cells.
pub fn cells(game: &Game, board: &Value, at: At<'_>) -> Option<Cells> {
    match board {
        Value::String(text) => Setup::parse(game, text)
            .map_err(|found| {
                found.listed.iter().for_each(|error| at.error(error, error));
                at.unlisted_errors(found.count - found.listed.len());
            })
            .ok(),
        Value::Array(list) if is_flat(game.rules(), list) => flat(game.rules(), list, at),
        Value::Array(rows) => rows_of_cells(game.rules(), rows, at),
        other => {
            let remedy = "send a string such as \"XO.......\", a list of rows or a list of cells";
            at.error(ErrorCode::WrongType, format_args!("{} is not a board; {remedy}", Shown(other)));
            None
        }
    }
}

/// Whether a list is one of cells, not of rows: it has as many elements as the board has cells, or none is longer than a cell.
fn is_flat(rules: &Rules, list: &[Value]) -> bool {
    let is_cell = |value: &Value| value.as_str().map_or(value.is_null(), |text| text.chars().nth(1).is_none());
    let has_all = list.len() == rules.cells() && (rules.width() > 1 || !rules.is_grid());
    has_all && !list[0].is_array() || !list.is_empty() && list.iter().all(is_cell)
}

fn flat(rules: &Rules, list: &[Value], at: At<'_>) -> Option<Cells> {
    let before = at.error_count();
    if list.len() != rules.cells() {
        note(SetupError::CellCount { expected: rules.cells(), found: list.len() }, at);
    }
    let cells = list.iter().enumerate().map(|(index, value)| one_cell(value, at.index(index))).collect();
    (at.error_count() == before).then_some(cells)
}

fn rows_of_cells(rules: &Rules, rows: &[Value], at: At<'_>) -> Option<Cells> {
    let before = at.error_count();
    let mut cells = Vec::with_capacity(rules.cells());
    // A game of lines has no rows: its cells may be sent in any.
    let has_rows = rules.is_grid();
    if has_rows && rows.len() != rules.height() {
        note(SetupError::RowCount { expected: rules.height(), found: rows.len() }, at);
    }
    for (row, value) in rows.iter().enumerate() {
        let at = at.index(row);
        let start = cells.len();
        match value {
            Value::String(text) => {
                cells.extend(text.chars().enumerate().map(|(index, character)| {
                    Setup::parse_cell(character).unwrap_or_else(|| {
                        note(SetupError::UnknownCharacter { index, character }, at);
                        None
                    })
                }));
            }
            Value::Array(row) => {
                cells.extend(row.iter().enumerate().map(|(col, value)| one_cell(value, at.index(col))));
            }
            other => {
                let remedy = "send a string such as \"X.O\" or a list such as [\"X\",\"\",\"O\"]";
                at.error(ErrorCode::WrongType, format_args!("{} is not a row; {remedy}", Shown(other)));
                continue;
            }
        }
        let length = cells.len() - start;
        if has_rows && length != rules.width() {
            note(SetupError::RowLength { row, expected: rules.width(), found: length }, at);
        }
    }
    if !has_rows && at.error_count() == before && cells.len() != rules.cells() {
        note(SetupError::CellCount { expected: rules.cells(), found: cells.len() }, at);
    }
    (at.error_count() == before).then_some(cells)
}

fn one_cell(value: &Value, at: At<'_>) -> Option<Player> {
    let known = match value {
        Value::Null => Some(None),
        Value::String(text) if text.is_empty() => Some(None),
        Value::String(text) => {
            let mut characters = text.chars();
            characters.next().and_then(Setup::parse_cell).filter(|_| characters.next().is_none())
        }
        _ => None,
    };
    known.unwrap_or_else(|| {
        let code = match value {
            Value::String(text) if text.chars().count() == 1 => ErrorCode::UnknownCharacter,
            Value::String(_) => ErrorCode::WrongLength,
            _ => ErrorCode::WrongType,
        };
        let remedy = "send \"X\", \"O\", or \"\" for an empty one";
        at.error(code, format_args!("{} is not a cell; {remedy}", Shown(value)));
        None
    })
}
