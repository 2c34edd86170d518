//! Boards that are lists: of cells, of rows as texts, or of lists of cells.

use std::cell::RefCell;

use serde_json::Value;

use super::text::many;
use super::{Cells, note};
use crate::read::error_code::ErrorCode;
use crate::read::errors::{At, Path, Shown};
use inarow_engine::game::{Player, Rules, Setup, SetupError};

/// The faults of the cells of a list: the first fault of each kind is noted, and the others of this kind are counted.
#[derive(Default)]
struct CellFaults(RefCell<Vec<(ErrorCode, Path, usize)>>);

impl CellFaults {
    fn note(&self, code: ErrorCode, at: At<'_>, detail: impl FnOnce() -> String) {
        let mut found = self.0.borrow_mut();
        match found.iter_mut().find(|(other, ..)| *other == code) {
            Some((.., count)) => *count += 1,
            None => {
                at.error_with(code, detail);
                found.push((code, at.path(), 1));
            }
        }
    }

    /// Adds the number of faults of each kind that has more than one to its error.
    fn tell(self, at: At<'_>) {
        for (code, first, count) in self.0.into_inner().into_iter().filter(|(.., count)| *count > 1) {
            let parts = if code == ErrorCode::UnknownCharacter { "characters" } else { "values" };
            at.amend(|error| {
                (error.code == code && error.pointer == first).then(|| many(count, parts) + &error.detail)
            });
        }
    }
}

/// Whether a list is one of cells, not of rows: it has as many elements as the board has cells, or none is longer than a cell.
pub fn is_flat(rules: &Rules, list: &[Value]) -> bool {
    let is_cell = |value: &Value| value.as_str().map_or(value.is_null(), |text| text.chars().nth(1).is_none());
    let has_all = list.len() == rules.cells() && (rules.width() > 1 || !rules.is_grid());
    has_all && !list[0].is_array() || !list.is_empty() && list.iter().all(is_cell)
}

pub fn flat(rules: &Rules, list: &[Value], at: At<'_>) -> Option<Cells> {
    let before = at.error_count();
    if list.len() != rules.cells() {
        note(SetupError::CellCount { expected: rules.cells(), found: list.len() }, at);
    }
    let faults = CellFaults::default();
    let cells = list.iter().enumerate().map(|(index, value)| one_cell(value, &faults, at.index(index))).collect();
    faults.tell(at);
    (at.error_count() == before).then_some(cells)
}

pub fn rows_of_cells(rules: &Rules, rows: &[Value], at: At<'_>) -> Option<Cells> {
    let before = at.error_count();
    let mut cells = Vec::with_capacity(rules.cells());
    // A game of lines has no rows: its cells may be sent in any.
    let has_rows = rules.is_grid();
    let faults = CellFaults::default();
    if has_rows && rows.len() != rules.height() {
        note(SetupError::RowCount { expected: rules.height(), found: rows.len() }, at);
    }
    for (row, value) in rows.iter().enumerate() {
        let at = at.index(row);
        let start = cells.len();
        match value {
            Value::String(text) => {
                let characters = text.chars().enumerate().filter(|(_, character)| !has_rows || *character != ' ');
                cells.extend(characters.map(|(index, character)| {
                    Setup::parse_cell(character).unwrap_or_else(|| {
                        let error = SetupError::UnknownCharacter { index, character };
                        faults.note(ErrorCode::from(&error), at, || error.to_string());
                        None
                    })
                }));
            }
            Value::Array(row) => {
                cells.extend(row.iter().enumerate().map(|(col, value)| one_cell(value, &faults, at.index(col))));
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
    faults.tell(at);
    if !has_rows && at.error_count() == before && cells.len() != rules.cells() {
        note(SetupError::CellCount { expected: rules.cells(), found: cells.len() }, at);
    }
    (at.error_count() == before).then_some(cells)
}

fn one_cell(value: &Value, faults: &CellFaults, at: At<'_>) -> Option<Player> {
    let known = match value {
        Value::Null => Some(None),
        Value::String(text) => known_cell(text),
        _ => None,
    };
    known.unwrap_or_else(|| {
        let code = match value {
            Value::String(text) if text.chars().count() == 1 => ErrorCode::UnknownCharacter,
            Value::String(_) => ErrorCode::WrongLength,
            _ => ErrorCode::WrongType,
        };
        let remedy = "send \"X\", \"O\", or \"\" for an empty one";
        faults.note(code, at, || format!("{} is not a cell; {remedy}", Shown(value)));
        None
    })
}

/// The cell that a text in a list stands for.
pub fn known_cell(text: &str) -> Option<Option<Player>> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some(None),
        _ if text.trim().is_empty() => Some(None),
        (Some(character), None) => Setup::parse_cell(character),
        _ => None,
    }
}
