//! Cells that the labels of a pasted board do not name as they are named here.

use super::labels::{counts, is_head, labelled, labels_of_line};
use super::pasted::{cells_of_rows, readings, tokens, without_heads};
use super::remarks::drawing;
use crate::game::{Cell, Rules, notation};

/// A cell that the labels of a pasted board do not name as it is named here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherName {
    /// The cell.
    pub cell: Cell,
    /// Its name by these labels; of labels on one side alone its row or its column.
    pub name: String,
    /// Whether the numbers of columns alone are others: no name here has such a number.
    pub is_column_number: bool,
}

/// A cell of an ordinary board whose name by the board's own labels is not the one it has here; `None` where there is no such cell, or
/// the board has no labels.
pub fn of(rules: &Rules, board: &str) -> Option<OtherName> {
    if !board.contains(|letter: char| letter.is_ascii_alphanumeric() && !"XxOo".contains(letter)) {
        return None;
    }
    let with_rows = |lines: Vec<String>| {
        let rows = without_heads(rules, &lines);
        cells_of_rows(rules, &rows).map(|_| (lines, rows))
    };
    let (lines, rows) = readings(rules, drawing(rules, board)).find_map(with_rows)?;
    let has_head = lines.len() > rules.height();
    let heads = [lines.first()?, lines.last()?].into_iter().filter(|line| has_head && is_head(rules, line));
    let heads: Vec<Vec<String>> = heads.map(|line| labels_of_line(rules, line)).collect();
    let labelled = labelled(rules, &rows).into_iter().filter(|(_, rows)| tokens(rules, rows, true).is_some());
    let sides: Vec<Vec<String>> = labelled.map(|(names, _)| names).collect();
    let own_rows: Vec<String> = (1..=rules.height()).rev().map(|number| number.to_string()).collect();
    let own_columns: Vec<String> = (0..rules.width()).map(|col| notation::column_letter(col).to_string()).collect();
    let are_letters = |names: &[String]| names[0].starts_with(|letter: char| letter.is_ascii_alphabetic());
    let own_numbers = &counts(rules.width())[0];
    let other_col = |names: &Vec<String>| {
        let own = if are_letters(names) { &own_columns } else { own_numbers };
        // Numbers of columns are no part of a name, and moves where stones fall.
        let is_used = are_letters(names) || rules.gravity();
        names.iter().zip(own).position(|(name, own)| name != own).filter(|_| is_used)
    };
    // Labels that differ count before others on the other side.
    let rows = sides.iter().find(|names| **names != own_rows).or(sides.first());
    let columns = heads.iter().find(|names| other_col(names).is_some()).or(heads.first());
    let col = columns.and_then(other_col);
    let are_rows_own = rows.is_none_or(|names| *names == own_rows);
    if are_rows_own && col.is_none() {
        return None;
    }
    let are_columns_letters = columns.is_some_and(|names| are_letters(names));
    let cell = col.unwrap_or_default();
    let name = match (rows.map(|names| names[0].clone()), columns.map(|names| names[cell].clone())) {
        (Some(row), Some(column)) if are_columns_letters => format!("{column}{row}").to_uppercase(),
        (Some(row), Some(column)) if are_letters(std::slice::from_ref(&row)) => format!("{row}{column}").to_uppercase(),
        (Some(row), Some(column)) => format!("row {row}, column {column}"),
        (Some(row), None) => format!("row {row}"),
        (None, column) => format!("column {}", column.unwrap_or_default()),
    };
    Some(OtherName { cell, name, is_column_number: are_rows_own && !are_columns_letters })
}
