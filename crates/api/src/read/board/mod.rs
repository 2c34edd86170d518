//! `board` in each of its forms.

mod list;
mod names;
mod sent;
mod text;

use std::cell::RefCell;

use serde_json::Value;

use self::list::{flat, is_flat, rows_of_cells};
pub use self::names::{by_names, refuse_names};
pub use self::sent::{is_bare, sent_board};
use self::text::note_text;
pub use self::text::{ALONE, has_more, refused_legend};
use super::error_code::ErrorCode;
use super::errors::{At, Pointer, Shown, shown};
use inarow_engine::game::{Game, LinesOrigin, Player, Rules, Setup, SetupError, notation};

/// Row by row from the top left.
pub type Cells = Vec<Option<Player>>;

fn note(error: SetupError, at: At<'_>) {
    at.error(&error, &error);
}

/// The cells of a board: one string, a list of cells, a list of row strings, or a list of lists of cells.
pub fn cells(game: &Game, board: &Value, at: At<'_>) -> Option<Cells> {
    if let Some(cells) = drawn_list(board).and_then(|text| Setup::parse(game, &text).ok()) {
        return Some(cells);
    }
    if let Some(cells) = of_layers(game, board) {
        return Some(cells);
    }
    if let Some(moves) = moves_of(game.rules(), board) {
        let detail = format!("{} is no board but names of cells; send them as moves", shown(&moves));
        at.error(ErrorCode::WrongType, detail);
        return None;
    }
    match board {
        Value::String(text) => Setup::parse(game, text).map_err(|found| note_text(game, text, &found, at)).ok(),
        Value::Array(list) => {
            let cells = match is_flat(game.rules(), list) {
                true => flat(game.rules(), list, at),
                false => rows_of_cells(game.rules(), list, at),
            };
            let of_numbers = of_list_of_numbers(board).filter(|(_, text)| Setup::parse(game, text).is_ok());
            if let Some((second, text)) = of_numbers.filter(|_| cells.is_none()) {
                at.amend(|error| {
                    let is_here = error.code == ErrorCode::WrongType && error.pointer.is_within(&at.path());
                    is_here.then(|| format!("{}; where 1 is X and {second} is O, send \"{text}\"", error.detail))
                });
            }
            cells
        }
        other => {
            let text = by_names(game.rules(), other);
            if let Some(text) = text.as_deref().or_else(|| other.get("board")?.as_str()) {
                at.error(
                    ErrorCode::WrongType,
                    format_args!("an object is not a board; send its board: {}", shown(text)),
                );
                return None;
            }
            let remedy = "send a string such as \"XO.......\", a list of rows or a list of cells";
            at.error(ErrorCode::WrongType, format_args!("{} is not a board; {remedy}", Shown(other)));
            None
        }
    }
}

/// The names of cells that stand in place of a board, with blanks between them; `None` of any other value.
fn moves_of(rules: &Rules, board: &Value) -> Option<String> {
    let words: Vec<&str> = match board {
        Value::String(text) => text.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect(),
        Value::Array(list) => list.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    // On a long board without letters a number may be an empty cell's.
    let is_name = |word: &&str| {
        word.starts_with(char::is_alphabetic) && word.len() > 1 && notation::parse_cell(rules, word).is_some()
    };
    (!words.is_empty() && words.iter().all(is_name)).then(|| words.join(" "))
}

/// The cells of a board in three dimensions as layers: below headings such as "Layer 1:", with bars between them, or as lists of rows.
/// `None` of any other board.
fn of_layers(game: &Game, board: &Value) -> Option<Cells> {
    if !matches!(game.rules().line_board()?.origin(), LinesOrigin::Dimensions { dimensions, .. } if dimensions.len() == 3)
    {
        return None;
    }
    match board {
        Value::String(text) => Setup::parse(game, &without_headings(text)?).ok(),
        Value::Array(layers) => {
            let rows: Vec<&Vec<Value>> = layers.iter().map(Value::as_array).collect::<Option<_>>()?;
            let is_row = |row: &Value| row.is_array() || row.as_str().is_some_and(|row| row.len() > 1);
            let rows: Value = rows.into_iter().flatten().cloned().collect();
            let errors = RefCell::default();
            let are_rows = rows.as_array()?.iter().all(is_row);
            are_rows.then(|| cells(game, &rows, At::of(Pointer::ROOT, &errors))).flatten()
        }
        _ => None,
    }
}

/// A text of layers with blank lines between them in place of their headings, which count from 0 or 1, or of bars; `None` of any other text.
fn without_headings(text: &str) -> Option<String> {
    const WORDS: [&str; 6] = ["layer", "level", "plane", "floor", "block", "z"];
    if !text.contains('\n') && text.contains('|') {
        return Some(text.replace(' ', "").replace('|', "\n\n").replace('/', "\n"));
    }
    let mut numbers: Vec<usize> = Vec::new();
    let mut layers: Vec<Vec<String>> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let lower = line.to_lowercase();
        let words: Vec<&str> =
            lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [word, number] if WORDS.contains(&word) => {
                numbers.push(number.parse().ok()?);
                layers.push(Vec::new());
            }
            _ => layers.last_mut()?.push(line.replace(' ', "")),
        }
    }
    let counts = numbers.iter().zip(numbers.first().copied()?..).all(|(number, count)| *number == count);
    let layers = layers.into_iter().map(|rows| rows.join("\n"));
    (counts && numbers[0] < 2).then(|| layers.collect::<Vec<_>>().join("\n\n"))
}

/// Cells of a board in any of its forms.
pub fn cell_count(board: &Value) -> usize {
    match board {
        Value::String(text) => text.chars().filter(|letter| *letter != '/' && !letter.is_whitespace()).count(),
        Value::Array(rows) => rows.iter().map(|row| cell_count(row).max(1)).sum(),
        _ => 1,
    }
}

/// A board of 1, -1 and 0 as text: these can only be the sides and empty cells. `None` of any other.
#[must_use]
pub fn of_signed_numbers(board: &Value) -> Option<String> {
    of_numbers(board.as_array()?).filter(|_| has_minus(board))
}

/// The number that is O where 1 is X, and the text of a board, of one in numbers; `None` of any other.
pub fn of_list_of_numbers(board: &Value) -> Option<(&'static str, String)> {
    let text = of_numbers(board.as_array()?).filter(|text| !text.is_empty())?;
    Some((if has_minus(board) { "-1" } else { "2" }, text))
}

/// Whether the numbers of a board have -1, and not 2.
fn has_minus(board: &Value) -> bool {
    let is = |value: &Value, number: i64| value.as_i64() == Some(number);
    let has = |number: i64| {
        let rows = board.as_array().into_iter().flatten();
        rows.flat_map(|row| row.as_array().map_or(std::slice::from_ref(row), Vec::as_slice))
            .any(|value| is(value, number))
    };
    has(-1) && !has(2)
}

/// A board of numbers, in rows or not, as programs hold it: 0 is empty, 1 is X, and 2 or -1 is O; `None` of any other.
fn of_numbers(list: &[Value]) -> Option<String> {
    let signs = |list: &[Value]| -> Option<String> {
        let sign = |value: &Value| match value.as_i64()? {
            0 => Some('.'),
            1 => Some('X'),
            2 | -1 => Some('O'),
            _ => None,
        };
        list.iter().map(sign).collect()
    };
    signs(list).or_else(|| {
        let rows: Option<Vec<String>> = list.iter().map(|row| signs(row.as_array()?)).collect();
        rows.map(|rows| rows.join("/"))
    })
}

/// A list of lines or of cells as the text of a drawing, if it has characters that are no cells; `None` of any other board.
pub fn drawn_list(board: &Value) -> Option<String> {
    let text = |value: &Value| if value.is_null() { Some(String::new()) } else { value.as_str().map(str::to_owned) };
    let texts = |list: &[Value]| list.iter().map(text).collect::<Option<Vec<_>>>();
    let list = board.as_array()?;
    let rows = match texts(list) {
        Some(cells) if cells.iter().all(|cell| cell.chars().count() <= CELL_CHARS_MAX) => vec![cells.join("|")],
        Some(lines) => lines,
        None => list.iter().map(|row| Some(texts(row.as_array()?)?.join("|"))).collect::<Option<_>>()?,
    };
    let is_cell = |letter: char| letter == ' ' || Setup::parse_cell(letter).is_some();
    let is_plain = match list.first() {
        Some(Value::Array(_)) | None => list
            .iter()
            .flat_map(|row| row.as_array().into_iter().flatten())
            .all(|cell| cell.as_str().is_none_or(|cell| cell.chars().all(is_cell))),
        Some(_) => list.iter().all(|line| line.as_str().is_none_or(|line| line.chars().all(is_cell))),
    };
    (!is_plain).then(|| rows.join("\n"))
}

/// Most characters of a cell in a list of cells: an emoji may have a second one.
const CELL_CHARS_MAX: usize = 2;
