//! Labels of rows and columns around a board that is pasted.

use crate::game::Rules;

/// The words of a line as labels of columns.
pub fn labels_of_line(rules: &Rules, line: &str) -> Vec<String> {
    words(rules, line).iter().map(|word| word.to_lowercase()).collect()
}

/// The words of a line; or the characters of a single word that has one for each column.
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

/// Whether a line has labels of columns: in one of the ways to count, or other letters or numbers that all differ.
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
