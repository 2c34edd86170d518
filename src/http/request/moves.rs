//! `moves`, and lists of cells.

use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer, shown};
use super::param::{CellName, FieldType, Param, Shown, integer_or};
use inarow_engine::game::{Cell, Position, Rules, notation, parse_columns};

/// Moves: a list of [`CellName`]s or, with gravity, a string of column digits.
#[derive(Clone, Copy, Debug)]
pub struct Moves;

impl FieldType for Moves {}

/// The moves from `start`: cells, names or, with gravity, column digits; `None` where one of them is not legal, or none is given.
pub fn moves(start: &Position, moves: &Param<Moves>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Vec<Cell>> {
    let rules = start.rules();
    let hint = if rules.gravity() { ", or all columns in one string, such as \"4453\"" } else { "" };
    let cells = match moves.sent()? {
        // A parameter of a query string is column digits or a list.
        Value::String(text) if moves.is_parameter() && !(rules.gravity() && is_digits(text)) => {
            cells(rules, &Vec::<CellName>::from_parameter(text), hint, at, errors)?
        }
        Value::String(digits) if rules.gravity() => match parse_columns(start, digits) {
            Ok(cells) => cells,
            Err((index, error)) => {
                errors.add(at, &error, format_args!("digit {} of {}: {error}", index + 1, shown(digits)));
                return None;
            }
        },
        value @ Value::String(_) => {
            let why = "is not a list of moves (column digits are for games with gravity)";
            let detail = format_args!("{} {why}; send a list such as [4, \"a1\"]", Shown(value));
            errors.add(at, ErrorCode::WrongType, detail);
            return None;
        }
        value => cells(rules, value, hint, at, errors)?,
    };
    start.clone().after(&cells).map_err(|(index, error)| errors.add(at.index(index), &error, error)).ok()?;
    Some(cells)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A list of cells, given as numbers or names; `None` where one of them is not on the board.
pub fn list(rules: Rules, value: &Value, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Vec<Cell>> {
    cells(rules, value, "", at, errors)
}

/// As [`list`]; `hint` is another remedy for a name that is none.
fn cells(rules: Rules, value: &Value, hint: &str, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Vec<Cell>> {
    let Some(items) = value.as_array() else {
        let detail = format_args!("{} is not a list; send cells or names, such as [4, \"a1\"]", Shown(value));
        errors.add(at, ErrorCode::WrongType, detail);
        return None;
    };
    // All of them, so that every bad one is found.
    let cells: Vec<_> =
        items.iter().enumerate().map(|(index, item)| cell(rules, item, hint, at.index(index), errors)).collect();
    cells.into_iter().collect()
}

/// A cell's number or name.
fn cell(rules: Rules, value: &Value, hint: &str, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Cell> {
    let last = rules.cells() - 1;
    let Some(name) = value.as_str() else {
        return integer_or(ErrorCode::NotOnBoard, value, 0..=last as i64, at, errors).map(|cell| cell as Cell);
    };
    let cell = notation::parse_cell(rules, name);
    if cell.is_none() {
        errors.add_with(at, ErrorCode::NotOnBoard, || {
            let highest = notation::cell_name(rules, rules.width() - 1);
            let remedy = format!("send a number from 0 to {last} or a name from a1 to {highest}{hint}");
            format!("{} is not a cell of this board; {remedy}", shown(name))
        });
    }
    cell
}
