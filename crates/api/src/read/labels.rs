//! Labels of a pasted board that name other cells than answers do.

use serde_json::Value;

use super::board::drawn_list;
use super::error_code::ErrorCode;
use super::errors::At;
use inarow_engine::game::{Rules, Setup, notation};

/// A cell, a column or a row that the labels of a board name otherwise.
#[derive(Clone, Debug)]
pub struct OtherLabel {
    /// Its name here: `a3`, `column i` or `row 3`.
    pub name: String,
    /// Its name by the labels.
    pub own: String,
    /// Whether the numbers of columns alone are others: no name here has such a number.
    pub is_column_number: bool,
}

/// A cell, a column or a row that the labels of a board, a text or a list of lines, name otherwise; `None` where there is none.
#[must_use]
pub fn other_label(rules: &Rules, board: &Value) -> Option<OtherLabel> {
    let lines = drawn_list(board);
    let other = Setup::other_name(rules, lines.as_deref().or_else(|| board.as_str())?)?;
    let cell = notation::cell_name(rules, other.cell);
    // Without labels of rows a column has a name alone, and a row without those of columns.
    let name = match &*other.name {
        own if own.starts_with("column ") => format!("column {}", &cell[..1]),
        own if own.starts_with("row ") && !own.contains(", ") => format!("row {}", &cell[1..]),
        _ => cell,
    };
    Some(OtherLabel { name, own: other.name, is_column_number: other.is_column_number })
}

/// Refuses a board whose labels name other cells than the names of the answer do; whether it has such labels.
pub fn refuse_other_labels(rules: &Rules, board: &Value, at: At<'_>) -> bool {
    let Some(other) = other_label(rules, board).filter(|other| !other.is_column_number) else { return false };
    let OtherLabel { name, own, .. } = other;
    let remedy = "number the rows from the bottom and letter the columns from a on, i too, or leave the labels out";
    let detail =
        format_args!("the labels of the board are not the names of cells here: {name} is {own} there; {remedy}");
    at.error(ErrorCode::Conflict, detail);
    true
}
