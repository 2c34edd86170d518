//! `moves`, and lists of cells.

use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::shown;
use super::reader::{At, Reader, Shown, integer_or, list_of_text};
use inarow_engine::game::{Cell, Position, Rules, notation, parse_columns};

/// `moves` from `start`: cells, names or, with gravity, column digits; `None` where one of them is not legal, or none is given.
pub fn moves(r: &Reader<'_>, start: &Position) -> Option<Vec<Cell>> {
    let rules = start.rules();
    let hint = if rules.gravity() { ", or all columns in one string, such as \"4453\"" } else { "" };
    let sent = r.sent("moves")?;
    let at = r.at();
    let at = at.key("moves");
    let cells = match sent {
        // A parameter of a query string is column digits or a list.
        Value::String(text) if r.in_query() && !(rules.gravity() && is_digits(text)) => {
            cells(rules, &list_of_text(text), hint, at)?
        }
        Value::String(digits) if rules.gravity() => match parse_columns(start, digits) {
            Ok(cells) => cells,
            Err((index, error)) => {
                at.error(&error, format_args!("digit {} of {}: {error}", index + 1, shown(digits)));
                return None;
            }
        },
        value @ Value::String(_) => {
            let why = "is not a list of moves (column digits are for games with gravity)";
            let detail = format_args!("{} {why}; send a list such as [4, \"a1\"]", Shown(value));
            at.error(ErrorCode::WrongType, detail);
            return None;
        }
        value => cells(rules, value, hint, at)?,
    };
    start.clone().after(&cells).map_err(|(index, error)| at.index(index).error(&error, error)).ok()?;
    Some(cells)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A list of cells, given as numbers or names; `None` where one of them is not on the board.
pub fn list(rules: Rules, value: &Value, at: At<'_>) -> Option<Vec<Cell>> {
    cells(rules, value, "", at)
}

/// As [`list`]; `hint` is another remedy for a name that is none.
fn cells(rules: Rules, value: &Value, hint: &str, at: At<'_>) -> Option<Vec<Cell>> {
    let Some(items) = value.as_array() else {
        let detail = format_args!("{} is not a list; send cells or names, such as [4, \"a1\"]", Shown(value));
        at.error(ErrorCode::WrongType, detail);
        return None;
    };
    // All of them, so that every bad one is found.
    let cells: Vec<_> =
        items.iter().enumerate().map(|(index, item)| cell(rules, item, hint, at.index(index))).collect();
    cells.into_iter().collect()
}

/// A cell's number or name.
fn cell(rules: Rules, value: &Value, hint: &str, at: At<'_>) -> Option<Cell> {
    let last = rules.cells() - 1;
    let Some(name) = value.as_str() else {
        return integer_or(ErrorCode::NotOnBoard, value, 0..=last as i64, at).map(|cell| cell as Cell);
    };
    let cell = notation::parse_cell(rules, name);
    if cell.is_none() {
        at.error_with(ErrorCode::NotOnBoard, || {
            let highest = notation::cell_name(rules, rules.width() - 1);
            let remedy = format!("send a number from 0 to {last} or a name from a1 to {highest}{hint}");
            format!("{} is not a cell of this board; {remedy}", shown(name))
        });
    }
    cell
}
