//! `record`: a game as people write it.

use std::sync::Arc;

use serde_json::Value;

use super::board::{ALONE, Cells, has_more, refused_legend};
use super::error_code::ErrorCode;
use super::errors::{At, Shown};
use super::labels::refuse_other_labels;
use super::moves::moves;
use super::named::meant;
use super::place::has_letters;
use super::reader::{Reader, inner_moves};
use super::said::column_numbers::counted_from_zero;
use super::said::sentences;
use super::said::spoken::spoken;
use inarow_engine::game::record::{self, Record, RecordError};
use inarow_engine::game::{Cell, Game, Player, Position};

/// A board before it becomes a position.
pub enum Sent {
    Cells(Cells),
    Moves(Vec<Cell>),
    /// A board with its side to move, and the moves from there.
    AfterSetup(Cells, Player, Vec<Cell>),
}

/// The text of a `record`; `None`, with an error, of another value.
pub fn record_text<'v>(value: &'v Value, at: At<'_>) -> Option<&'v str> {
    let is_list = |text: &str| text.starts_with('[') && serde_json::from_str::<Vec<Value>>(text).is_ok();
    let text = value.as_str().filter(|text| !is_list(text.trim_start()));
    if text.is_none() {
        if let Some(moves) = inner_moves("record", value) {
            at.error(ErrorCode::WrongType, format_args!("an object is not a record; send its moves: {moves}"));
            return None;
        }
        let remedy = match value {
            Value::Array(_) | Value::String(_) => "send a list as moves, and as record a text such as \"b2 a1 c3\"",
            _ => "send a text such as \"b2 a1 c3\", or the text of an SGF file",
        };
        at.error(ErrorCode::WrongType, format_args!("{} is not a record; {remedy}", Shown(value)));
    }
    text
}

/// A game as people write it; `None` with one error, or with all of a board.
pub fn from_record(r: &Reader<'_>, game: &Arc<Game>, text: &str, at: At<'_>) -> Option<Sent> {
    let is_file = !matches!(record::rules(text), Ok(None));
    let is_empty = text.trim().is_empty();
    let read = record::parse(game, text);
    // "Yellow: B" is a move where B is a column.
    let is_move = |part: &str| spoken(game.rules(), &part.trim().into()).is_some_and(|said| said.side.is_some());
    let are_moves = has_letters(game.rules()) && text.trim().split([',', ';', '\n']).all(is_move);
    if let (false, Some(detail)) = (is_file, counted_from_zero(game.rules(), text)) {
        at.error(ErrorCode::Unreadable, detail);
        return None;
    }
    if let (Err(_), false, Some(detail)) = (&read, is_file || are_moves, refused_legend(text)) {
        at.error(ErrorCode::Unreadable, detail);
        return None;
    }
    match read {
        Ok(Record::Board(cells)) => {
            let is_refused = !r.is_tool() && refuse_other_labels(game.rules(), &text.into(), at);
            (!is_refused).then_some(Sent::Cells(cells))
        }
        Err(RecordError::Board(found)) => {
            // All of its characters are known ones: there is at most one error a row, and each is listed.
            found.listed.iter().for_each(|error| at.error(error, error));
            None
        }
        Ok(Record::SetUp { cells, turn, moves }) => Some(Sent::AfterSetup(cells, turn, moves)),
        // A tool's text of moves has one reading, whatever its field.
        _ if r.is_tool() && !is_file && !is_empty => {
            moves(r, &Position::new(Arc::clone(game)), "record").map(Sent::Moves)
        }
        Ok(Record::Moves(moves)) => Some(Sent::Moves(moves)),
        Err(_) if !is_file && has_more(game, text) => {
            at.error(ErrorCode::Unreadable, format_args!("the text has more than a board; {ALONE}"));
            None
        }
        Err(error) => {
            if let (RecordError::NoGravity, Some(cells)) = (&error, cells_of(game, text)) {
                let moves = if r.in_query() { format!("moves={cells}") } else { format!("\"moves\": [{cells}]") };
                at.error(&error, format_args!("{error}; numbers of cells, from 0, are a list: send {moves}"));
                return None;
            }
            let rules = game.rules();
            let meant = match &error {
                RecordError::UnknownForm if !is_file => meant(rules, &text.into()),
                RecordError::NoCell { text, .. } if !is_file => meant(rules, &text.as_str().into()),
                _ => String::new(),
            };
            let is_unread = !is_file && matches!(error, RecordError::NoCell { .. } | RecordError::UnknownForm);
            match is_unread.then(|| sentences::refused(rules, text, r.sender())).flatten() {
                Some(detail) => at.error(ErrorCode::Unreadable, detail),
                None => at.error(&error, error.to_string().replacen("; ", &format!(";{meant} "), 1)),
            }
            None
        }
    }
}

/// The numbers of cells that a record has in place of moves, with commas; `None` where they are not legal moves.
fn cells_of(game: &Arc<Game>, text: &str) -> Option<String> {
    let words = text.split([' ', ',', ';', '\n']).filter(|word| !word.is_empty());
    let moves: Vec<Cell> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    Position::from_moves(Arc::clone(game), &moves).ok()?;
    (moves.len() > 1).then(|| moves.iter().map(Cell::to_string).collect::<Vec<_>>().join(","))
}
