//! Boards and moves that are not of the game without `game`: which one was meant.

use std::borrow::Cow;

use serde_json::Value;

use super::board::{cell_count, drawn_list};
use super::error_code::ErrorCode;
use super::game::default_preset;
use super::number::whole;
use super::parameters::{is_digits, written};
use super::reader::Reader;
use super::said::coordinates::are_coordinates;
use inarow_engine::game::{Game, Position, Preset, notation, record};

/// Where a request names no game and its board, moves or record do not fit the default one, says so with a remedy.
pub fn suggest_game(r: &Reader<'_>) {
    if r.is_clean() || r.is_given("game") {
        return;
    }
    let record = r.sent("record").and_then(Value::as_str);
    if record.is_some_and(|text| !matches!(record::rules(text), Ok(None))) {
        // The record says itself which game it is of.
        return;
    }
    let at = r.at();
    let places = ["board", "moves", "record"].map(|name| (name, at.key(name).path()));
    at.amend(|error| {
        let (name, place) = places.iter().find(|(_, place)| error.pointer.is_within(place))?;
        let sent = r.sent(name)?;
        let game = match error.code {
            ErrorCode::NotOnBoard | ErrorCode::WrongType | ErrorCode::DoesNotFit if are_columns(name, sent) => {
                Preset::ConnectFour
            }
            ErrorCode::NotOnBoard => {
                let item = error.pointer.element_within(place).and_then(|index| sent.get(index));
                let beyond = if are_drops(sent) { Preset::ConnectFour } else { Preset::Gomoku };
                has_cell_beyond(item.unwrap_or(sent), r.in_query()).then_some(beyond)?
            }
            ErrorCode::WrongLength if error.pointer == *place && !lacks_blanks(sent) => with_cells(cell_count(sent))?,
            _ => return None,
        };
        let (default, game) = (default_preset().name(), game.name());
        let example = written("game", &game.into(), r.in_query());
        Some(format!("{}; without game this is {default}: send game, such as {example}", error.detail))
    });
}

/// Whether a drawing may lack blanks, so that its cells cannot be counted: it has bars, or rows of different lengths.
fn lacks_blanks(board: &Value) -> bool {
    let Some(text) = drawn_list(board).map(Cow::from).or_else(|| board.as_str().map(Cow::from)) else { return false };
    let mut rows = text.trim_end().split(['\n', '/']).map(|row| cell_count(&row.into()));
    let first = rows.next();
    text.contains('|') || rows.any(|row| Some(row) != first)
}

/// The first preset whose board has this number of cells; `None` if it is the default one, which is not the remedy.
fn with_cells(cells: usize) -> Option<Preset> {
    let first = Preset::ALL.into_iter().find(|preset| preset.rules().cells() == cells);
    first.filter(|preset| *preset != default_preset())
}

/// The words of a text, or those of a list of texts; none of a list that has anything else.
fn words(sent: &Value) -> Vec<&str> {
    let is_between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
    match sent {
        Value::String(text) => text.split(is_between).filter(|word| !word.is_empty()).collect(),
        Value::Array(items) => items.iter().map(Value::as_str).collect::<Option<_>>().unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Whether moves look like columns of Connect Four: digits, one of them more than once where each may be a cell, or letters.
fn are_columns(field: &str, sent: &Value) -> bool {
    let rules = Preset::ConnectFour.rules();
    let words = words(sent);
    let is_letter =
        |word: &str| word.len() == 1 && notation::parse_column(&rules, word.chars().next().unwrap_or('?')).is_some();
    let is_digits = |word: &str| !word.is_empty() && word.bytes().all(|digit| (b'1'..=b'7').contains(&digit));
    let has_letter = words.iter().any(|word| is_letter(word));
    let is_no_cell = |at: usize| words[at].len() > 1 || words[..at].contains(&words[at]);
    let are_digits = || field == "record" && words.len() > 1 || (0..words.len()).any(is_no_cell);
    words.iter().all(|word| is_letter(word) || is_digits(word)) && (has_letter || are_digits())
}

/// Whether moves name cells where the stones of Connect Four come to lie, the one on the other.
fn are_drops(sent: &Value) -> bool {
    let mut position = Position::new(Game::shared(Preset::ConnectFour.rules()));
    let words = words(sent);
    let is_legal =
        |word: &&str| notation::parse_cell(position.rules(), word).is_some_and(|cell| position.play(cell).is_ok());
    words.len() > 1 && words.iter().all(is_legal)
}

/// Whether something names a cell of the largest board that the default game lacks.
fn has_cell_beyond(sent: &Value, in_query: bool) -> bool {
    let (own, largest) = (default_preset().rules(), Preset::Gomoku20.rules());
    let is_beyond = |number: i64| (own.cells() as i64..largest.cells() as i64).contains(&number);
    let is_named = |name: &str| {
        let is_number = in_query && name.parse().is_ok_and(is_beyond);
        is_number || notation::parse_cell(&own, name).is_none() && notation::parse_cell(&largest, name).is_some()
    };
    // Names may follow each other without anything between them.
    let names = |word: &str| {
        let starts =
            word.char_indices().filter(|(at, letter)| *at == 0 || letter.is_ascii_alphabetic()).map(|(at, _)| at);
        let ends: Vec<usize> = starts.chain([word.len()]).collect();
        ends.windows(2).any(|ends| is_named(&word[ends[0]..ends[1]]))
    };
    // "X5" is a side and a number.
    let has_side = |word: &&str| word.strip_prefix(['x', 'X']).is_some_and(|rest| !rest.is_empty() && is_digits(rest));
    let is_place = sent.as_str().is_some_and(are_coordinates) || words(sent).iter().any(has_side);
    !is_place && words(sent).into_iter().any(names) || whole(sent).is_some_and(is_beyond)
}
