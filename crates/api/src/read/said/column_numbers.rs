//! Texts of moves where stones fall: numbers are columns from 1, and letters are columns, unless they may be something else as well.

#[cfg(feature = "tools")]
use serde_json::Value;

use super::coordinates::are_coordinates;
#[cfg(feature = "tools")]
use super::remarks::{is_result, without_remarks};
#[cfg(feature = "tools")]
use super::spoken::is_before_place;
use super::spoken::{spoken, without_side};
use crate::read::errors::shown;
use crate::read::parameters::is_number;
use crate::read::place::{has_letters, is_column_letter};
#[cfg(feature = "tools")]
use inarow_engine::game::record;
use inarow_engine::game::{Rules, notation};

/// Most moves that a remedy repeats.
const MOVES_SHOWN_MAX: usize = 8;

/// How a word names a move. A writer keeps to one way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Lower,
    Upper,
    Name,
    /// "column 4".
    Phrase,
}

/// A word that names a move, and the text between the word before it and this one.
struct Word<'t> {
    text: &'t str,
    between: &'t str,
    kind: Kind,
}

/// The two readings of a text of columns, which `is_alone` or an element of a list, with the remedy; `None` where it has one.
pub fn doubt(rules: &Rules, text: &str, is_alone: bool) -> Option<String> {
    if !has_letters(rules) || spoken(rules, &text.into()).is_some() || are_coordinates(without_side(rules, text)) {
        return is_alone.then(|| doubt_of_word(rules, text.trim())).flatten();
    }
    let (words, has_other) = words(rules, text)?;
    let first = words.first()?;
    if words.iter().any(|word| word.kind != first.kind) {
        return Some(format!(
            "{} names moves in several ways, so that a letter or a number may be a move, a side or the number of a move: send as moves \
             a list with one column for each, such as [\"d\", \"e\"]",
            shown(text)
        ));
    }
    let numbers: Vec<&str> = words.iter().map(|word| word.text).collect();
    let are_numbers = first.kind == Kind::Number && !has_other;
    (are_numbers && words.len() > 1).then(|| doubt_of_numbers(rules, text, &words, &numbers)).flatten()
}

/// The refusal of a text that says that its columns count from 0, as in "3,3,4 (0-based)"; `None` of any other text.
pub fn counted_from_zero(rules: &Rules, text: &str) -> Option<String> {
    if !has_letters(rules) {
        return None;
    }
    const SAID: [&str; 6] = ["0-based", "0 based", "0-index", "zero-based", "zero-index", "from 0"];
    let lower = text.to_lowercase();
    // Not of "from 01".
    let is_said = |said: &str| {
        let mut ends = lower.match_indices(said).map(|(at, _)| &lower[at + said.len()..]);
        ends.any(|rest| !(said.ends_with('0') && rest.starts_with(|letter: char| letter.is_alphanumeric())))
    };
    let last = rules.width().checked_sub(1).and_then(|last| Some((last, column(rules, last + 1)?)));
    let (number, letter) = last.filter(|_| SAID.into_iter().any(is_said))?;
    Some(format!(
        "{} counts columns from 0, and here they count from 1: send letters, from \"a\" for 0 to \"{letter}\" for {number}",
        shown(text)
    ))
}

/// One word of digits on a board that has columns above 9.
fn doubt_of_word(rules: &Rules, text: &str) -> Option<String> {
    let is_open = has_letters(rules) && rules.width() > 9 && text.len() > 1 && is_number(text);
    is_open.then(|| {
        let one = text.parse().ok().and_then(|number| column(rules, number));
        let several = text.bytes().map(|digit| column(rules, usize::from(digit - b'0'))).collect();
        let readings = [one.map(|letter| vec![letter]), several];
        format!(
            "{} may be one column or several, since this board has columns above 9: send letters as moves, {}",
            shown(text),
            lists(&readings)
        )
    })
}

fn doubt_of_numbers(rules: &Rules, text: &str, words: &[Word<'_>], numbers: &[&str]) -> Option<String> {
    let columns = |numbers: &[&str]| -> Option<Vec<char>> {
        numbers.iter().map(|number| column(rules, number.parse().ok()?)).collect()
    };
    if let Some(large) =
        numbers.iter().find(|number| number.parse().ok().and_then(|number| column(rules, number)).is_none())
    {
        let is_column_0 = large.bytes().all(|digit| digit == b'0');
        return (!is_column_0 && !are_groups(rules, text)).then(|| {
            let digits: Option<Vec<char>> =
                numbers.concat().bytes().map(|digit| column(rules, usize::from(digit - b'0'))).collect();
            let example = digits.unwrap_or_else(|| vec!['d', 'e']);
            format!(
                "{} is no column of this board; it may be several columns, a cell, or a row and a column: send letters of columns as moves, \
                 such as {}",
                shown(large),
                lists(&[Some(example)])
            )
        });
    }
    let seconds: Vec<&str> = numbers.iter().skip(1).step_by(2).copied().collect();
    let is_numbered = numbers.len() > 3
        && numbers.len().is_multiple_of(2)
        && numbers.iter().step_by(2).zip(1_usize..).all(|(number, count)| number.parse() == Ok(count));
    let other = match () {
        () if is_numbered => "numbers before the moves",
        () if are_pairs(words) => "pairs of a number or a row and a column",
        () => return None,
    };
    Some(format!(
        "{} may be columns one after the other, or {other}: send letters of columns as moves, {}",
        shown(text),
        lists(&[columns(numbers), columns(&seconds)])
    ))
}

/// Whether a text is digits of columns in groups, such as "4453 66", one of which is too large for a number of another kind.
fn are_groups(rules: &Rules, text: &str) -> bool {
    let is_column = |digit: u8| column(rules, usize::from(digit.wrapping_sub(b'0'))).is_some();
    let is_large = |group: &str| group.len() > 2 && group.parse().is_ok_and(|number: usize| number > rules.cells());
    rules.width() <= 9
        && text.split_whitespace().all(|group| group.bytes().all(is_column))
        && text.split_whitespace().any(is_large)
}

/// Whether numbers stand in pairs: another separator within a pair than between two.
fn are_pairs(words: &[Word<'_>]) -> bool {
    let outer = |word: &Word<'_>| rank(word.between);
    let most = words.iter().skip(1).map(outer).max().unwrap_or_default();
    let is_uniform = words.iter().skip(1).all(|word| outer(word) == most);
    let groups = words.chunk_by(|_, next| outer(next) < most);
    !is_uniform && groups.clone().all(|group| group.len() < 3)
}

/// The strength of a separator: a blank least, then signs, then lines.
fn rank(between: &str) -> u8 {
    match between {
        _ if between.contains('\n') => 3,
        _ if between.contains(';') => 2,
        _ if between.trim().is_empty() => 0,
        _ => 1,
    }
}

/// The words of a text that name moves, and whether it has others; `None` where a word is none that is known here.
fn words<'t>(rules: &Rules, text: &'t str) -> Option<(Vec<Word<'t>>, bool)> {
    let (mut words, mut has_other, mut end) = (Vec::new(), false, 0);
    let (mut after_marker, mut after_row) = (false, false);
    while let Some(start) = text[end..].find(|letter: char| letter.is_alphanumeric()).map(|at| end + at) {
        let next = text[start..].find(|letter: char| !letter.is_alphanumeric()).map_or(text.len(), |at| start + at);
        let (between, word) = (&text[end..start], &text[start..next]);
        end = next;
        let is_number_of_move = is_number(word) && text[next..].starts_with(['.', ')', ':']) || between.ends_with('#');
        if is_number_of_move || after_row {
            has_other |= !words.is_empty() || after_row;
            after_row = false;
        } else if after_marker {
            after_marker = false;
            words.push(Word { text: word, between, kind: Kind::Phrase });
        } else if let Some(kind) = kind(rules, word) {
            words.push(Word { text: word, between, kind });
        } else {
            after_marker = matches!(&*word.to_lowercase(), "column" | "col");
            after_row = word.eq_ignore_ascii_case("row");
            has_other = true;
        }
    }
    Some((words, has_other))
}

fn kind(rules: &Rules, word: &str) -> Option<Kind> {
    let is_letter = || is_column_letter(rules, word);
    match () {
        () if is_number(word) => Some(Kind::Number),
        () if is_letter() && word == word.to_lowercase() => Some(Kind::Lower),
        () if is_letter() => Some(Kind::Upper),
        () if notation::parse_cell(rules, word).is_some() => Some(Kind::Name),
        () => None,
    }
}

/// The letter of a column by its number from 1.
fn column(rules: &Rules, number: usize) -> Option<char> {
    (1..=rules.width()).contains(&number).then(|| notation::column_letter(number - 1))
}

/// Lists of columns as they can be sent.
fn lists(readings: &[Option<Vec<char>>]) -> String {
    let list = |letters: &Vec<char>| {
        let more = if letters.len() > MOVES_SHOWN_MAX { ", …" } else { "" };
        let letters: Vec<String> = letters.iter().take(MOVES_SHOWN_MAX).map(|letter| format!("\"{letter}\"")).collect();
        format!("[{}{more}]", letters.join(", "))
    };
    readings.iter().flatten().map(list).collect::<Vec<_>>().join(" or ")
}

/// Whether moves have numbers that are read as columns from 1: people and programs count from 0, too. Numbers of a file, of a result and
/// of comments do not count.
#[cfg(feature = "tools")]
#[must_use]
pub fn has_column_numbers(rules: &Rules, moves: &Value) -> bool {
    let has = |moves: &Value| match moves.as_str() {
        Some(text) if !matches!(record::rules(text), Ok(None)) => false,
        Some(text) => {
            !is_result(moves) && has_numbers(&without_remarks(rules, text).map_or(moves.clone(), Value::from))
        }
        None => has_numbers(moves),
    };
    has_letters(rules) && moves.as_array().map_or_else(|| has(moves), |items| items.iter().any(has))
}

/// Whether moves are numbers, or have numbers beside those that count them.
#[cfg(feature = "tools")]
#[must_use]
pub fn has_numbers(moves: &Value) -> bool {
    let has = |text: &str| {
        // In longer texts "#" stands before the number of a move.
        if text.trim().strip_prefix('#').is_some_and(is_number) {
            return true;
        }
        let words = text.split(|letter: char| letter.is_whitespace() || ",;:=([/|>-".contains(letter));
        let mut before = "";
        words.map(|word| word.trim_end_matches([']', ')'])).any(|word| {
            // The full stop of a sentence, "plays column 4.", is no part of the column; elsewhere one follows the number of a move.
            let sentence = word.strip_suffix('.').filter(|_| is_before_place(before));
            let is_of_player = before.eq_ignore_ascii_case("player");
            before = word;
            let word = sentence.unwrap_or(word);
            // "R4" begins with its side.
            !is_of_player && is_number(word.strip_prefix(['X', 'x', 'O', 'o', 'R', 'r', 'Y', 'y']).unwrap_or(word))
        })
    };
    match moves {
        Value::String(text) => has(text),
        Value::Number(_) => true,
        Value::Array(items) => items.iter().any(has_numbers),
        Value::Object(members) => members.values().any(has_numbers),
        _ => false,
    }
}
