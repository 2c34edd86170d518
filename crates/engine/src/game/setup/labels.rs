//! Labels of rows and columns around a board that is pasted.

use crate::game::Rules;

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
