//! Labels of rows and columns around a board that is pasted.

use super::OtherName;
use super::pasted::{cells_of_rows, readings, tokens, without_heads};
use super::remarks::drawing;
use crate::game::{Rules, notation};

/// The words of a line as labels of columns.
pub fn labels_of_line(rules: &Rules, line: &str) -> Vec<String> {
    words(rules, line).iter().map(|word| word.to_lowercase()).collect()
}

/// The words of a line; of a single word with a character for each column, these.
fn words(rules: &Rules, line: &str) -> Vec<String> {
    let words: Vec<&str> =
        line.split(|letter: char| letter == '|' || letter.is_whitespace()).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [word] if word.chars().count() == rules.width() => word.chars().map(String::from).collect(),
        _ => words.into_iter().map(str::to_owned).collect(),
    }
}

/// Names of columns or rows, in the ways in which they are counted.
pub fn counts(size: usize) -> [Vec<String>; 4] {
    let letter = |index: usize| char::from(b'a' + index as u8).to_string();
    // Boards of Go have no column i.
    let letter_of_go = |index: usize| letter(index + usize::from(index >= 8));
    [
        (1..=size).map(|number| number.to_string()).collect(),
        (0..size).map(|number| number.to_string()).collect(),
        (0..size).map(letter).collect(),
        (0..size).map(letter_of_go).collect(),
    ]
}

/// Whether a line has labels of columns, in one of the ways to count or another: letters or numbers that differ.
pub fn is_head(rules: &Rules, line: &str) -> bool {
    let names = labels_of_line(rules, line);
    let is_letter = |name: &String| name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_stone = |name: &String| "xorybw".contains(&**name);
    let is_new = |at: usize| !names[..at].contains(&names[at]);
    let are_labels =
        names.iter().all(is_letter) && !names.iter().all(is_stone) || names.iter().all(|name| is_number(name));
    counts(rules.width()).contains(&names) || names.len() == rules.width() && are_labels && (0..names.len()).all(is_new)
}

/// Whether a word is digits.
pub fn is_number(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit())
}

/// An end of a row, where its label may stand.
#[derive(Clone, Copy)]
enum End {
    Left,
    Right,
}

/// The labels of rows, and the rows without them.
type Labelled = (Vec<String>, Vec<String>);

/// The rows without labels at the left, at the right, and at both ends, where they have such.
pub fn labelled(rules: &Rules, rows: &[String]) -> Vec<Labelled> {
    let [left, right] = [End::Left, End::Right].map(|end| without_labels(rules, rows, end));
    let both = left.as_ref().and_then(|(_, rows)| without_labels(rules, rows, End::Right));
    [left, right, both].into_iter().flatten().collect()
}

/// The rows without their own labels at this end; `None` if they have none, or are not those of the board.
fn without_labels(rules: &Rules, rows: &[String], end: End) -> Option<Labelled> {
    if rows.len() != rules.height() {
        return None;
    }
    let upwards = counts(rules.height()).map(|names| names.into_iter().rev().collect());
    let mut ways = counts(rules.height()).into_iter().chain(upwards);
    let without = |row: &str, name: &str| match end {
        End::Left => without_left_label(row, name),
        End::Right => without_right_label(row, name, rules.width()),
    };
    ways.find_map(|names: Vec<String>| {
        let bare = rows.iter().zip(&names).map(|(row, name)| without(row, name)).collect::<Option<_>>();
        bare.map(|rows| (names, rows))
    })
}

fn without_left_label(row: &str, name: &str) -> Option<String> {
    let start = row.find(|letter: char| letter != '|' && !letter.is_whitespace())?;
    let label = row[start..].get(..name.len()).filter(|label| label.eq_ignore_ascii_case(name))?;
    let rest = &row[start + label.len()..];
    let is_apart =
        rest.starts_with(|letter: char| letter == '|' || letter == '.' || letter == ':' || letter.is_whitespace());
    let rest = rest.strip_prefix([':', '.']).filter(|after| after.starts_with(' ')).unwrap_or(rest);
    is_apart.then(|| format!("{}{rest}", &row[..start]))
}

/// A bar between the last cell and the label goes with it, unless another stands before the first cell.
fn without_right_label(row: &str, name: &str, width: usize) -> Option<String> {
    let row = row.trim_end_matches(|letter: char| letter == '|' || letter.is_whitespace());
    let start = row.len().checked_sub(name.len())?;
    row.get(start..).filter(|label| label.eq_ignore_ascii_case(name))?;
    let rest = &row[..start];
    let is_apart = rest.ends_with(|letter: char| letter == '|' || letter.is_whitespace());
    let has_bar = rest.matches('|').count() == width;
    let without_bar = rest.strip_suffix("| ").or_else(|| rest.strip_suffix('|')).filter(|_| has_bar);
    is_apart.then(|| without_bar.unwrap_or(rest).to_owned())
}

/// A cell of an ordinary board whose name by the board's own labels is not the one it has here; `None` where there is no such cell, or
/// the board has no labels.
pub fn other_name(rules: &Rules, board: &str) -> Option<OtherName> {
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
