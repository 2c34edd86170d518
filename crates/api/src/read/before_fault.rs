//! The position of a tool's game before its first move that is not legal, for the words of a refusal.

use std::cell::RefCell;

use serde_json::Value;

use super::errors::Pointer;
use super::fields::Fields;
use super::game;
use super::parameters::are_columns;
use super::place::{Named, has_letters};
use super::reader::Reader;
use super::said::moves::Said;
use super::said::plain::plain_moves;
use inarow_engine::game::record::{self, Record, RecordError};
use inarow_engine::game::{Game, Position, Rules};

/// The position after the first moves of a tool that are legal, and how many these are; `None` where all of them are.
#[must_use]
pub fn before_fault(fields: &Fields) -> Option<(usize, Position)> {
    let found = RefCell::new(None);
    let _ = Reader::of_request(fields, "", Pointer::ROOT, |r| {
        let sent = r.sent("moves").or_else(|| r.sent("record"))?;
        let is_record = !r.is_given("moves");
        let file = sent.as_str().filter(|_| is_record).map_or(Ok(None), record::rules);
        // A file of another game has no move at fault.
        let of_file = file.ok()?;
        let rules = if r.is_given("game") { None } else { of_file };
        let start = Position::new(Game::shared(&rules.or_else(|| game::rules(r))?));
        if let Some(before) =
            sent.as_str().filter(|_| is_record).and_then(|text| record::before_fault(start.game(), text))
        {
            found.replace(Some((before.moves().count(), before)));
            return Some(());
        }
        if is_record && sent.as_str().is_none_or(|text| !is_list_of_moves(&start, text)) {
            return None;
        }
        let plain = plain_moves(start.rules(), sent);
        let items = match &*plain {
            Value::String(text) if are_digits_of_columns(start.rules(), text) => {
                text.chars().filter(char::is_ascii_digit).map(|digit| digit.to_string().into()).collect()
            }
            Value::String(text) => Said::of_text(start.rules(), text).items.into_owned(),
            Value::Array(items) => items.clone(),
            _ => return None,
        };
        let mut position = start;
        let mut is_legal = |item: &Value| {
            let named = Named::of_tool(position.rules(), item, position.turn());
            let landing = named.and_then(|named| named.landing(&position)?.ok());
            landing.is_some_and(|cell| position.play(cell).is_ok())
        };
        let legal = items.iter().take_while(|item| is_legal(item)).count();
        found.replace((legal < items.len()).then_some((legal, position)));
        Some(())
    });
    found.into_inner()
}

/// Whether the text of a record is moves that are not legal, and neither a board nor a file.
fn is_list_of_moves(start: &Position, text: &str) -> bool {
    let is_file = !matches!(record::rules(text), Ok(None));
    let is_board = || matches!(record::parse(start.game(), text), Ok(Record::Board(_)) | Err(RecordError::Board(_)));
    !is_file && !is_board()
}

/// Whether a text is nothing but digits of columns, their marks and white space.
fn are_digits_of_columns(rules: &Rules, text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter.is_whitespace() || "!?".contains(letter);
    has_letters(rules) && are_columns(text, false) && text.chars().all(is_plain)
}
