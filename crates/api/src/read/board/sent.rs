//! The board of a request, also in the forms that only tools take, and that no query does.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::{Cells, by_names, cells, of_list_of_numbers, of_signed_numbers, refuse_names};
use crate::read::error_code::ErrorCode;
use crate::read::errors::{At, Pointer};
use crate::read::json::json_of;
use crate::read::labels::refuse_other_labels;
use crate::read::other_size::suggest_size;
use crate::read::reader::Reader;
use inarow_engine::game::{Game, Player, Rules, notation};

/// The cells of `board`, in any of its forms.
pub fn sent_board(r: &Reader<'_>, game: &Game, board: &Value) -> Option<Cells> {
    let of_json = of_json_text(game.rules(), board, r.is_tool());
    let board = of_json.as_ref().unwrap_or(board);
    let of_numbers = r.is_tool().then(|| of_signed_numbers(board)).flatten().map(Value::from);
    let board = of_numbers.as_ref().unwrap_or(board);
    let members = board.as_object().filter(|members| r.is_tool() && !members.contains_key("board"));
    if let Some(members) = members {
        refuse_names(game.rules(), members, r.at().key("board"));
        return None;
    }
    if r.refuse_json_text("board", board) || r.in_query() && refuse_list_in_query(r, game, board) {
        return None;
    }
    let found = cells(game, board, r.at().key("board"));
    if found.is_none() && r.is_tool() && r.is_given("game") {
        suggest_size(r, game.rules(), board);
    }
    let may_have_labels = !r.is_tool() && !is_bare(game.rules(), board);
    found.filter(|_| !may_have_labels || !refuse_other_labels(game.rules(), board, r.at().key("board")))
}

/// Whether a parameter is a board as a list, of JSON or as Python prints it. Notes the text to send.
fn refuse_list_in_query(r: &Reader<'_>, game: &Game, board: &Value) -> bool {
    let text = board.as_str().filter(|text| text.trim_start().starts_with('['));
    let Some(list) = text.and_then(json_of).filter(Value::is_array) else { return false };
    let (rules, errors) = (game.rules(), RefCell::default());
    let width = if rules.is_grid() { rules.width() } else { rules.cells() };
    let signs =
        |row: &[Option<Player>]| -> String { row.iter().map(|cell| cell.map_or('.', Player::symbol)).collect() };
    let remedy = match (cells(game, &list, At::of(Pointer::ROOT, &errors)), of_list_of_numbers(&list)) {
        (Some(cells), _) => format!("send board={}", cells.chunks(width).map(signs).collect::<Vec<_>>().join("/")),
        (None, Some((other, board))) => format!("where 1 is X and {other} is O, send board={board}"),
        (None, None) => "send board=X.O/.X./...".to_owned(),
    };
    r.error("board", ErrorCode::WrongType, format_args!("a board in a query is no list; {remedy}"));
    true
}

/// Whether a board is a text with a character for each cell, which has room for nothing else.
pub fn is_bare(rules: &Rules, board: &Value) -> bool {
    board.as_str().is_some_and(|text| text.len() == rules.cells())
}

/// The value of a text of JSON, or an object itself: language models write boards so where a tool takes a text. From others an object is
/// refused with the board that it is.
fn of_json_text(rules: &Rules, board: &Value, is_tool: bool) -> Option<Value> {
    let text = board.as_str().map(str::trim_start);
    let read = match text {
        Some(text) if text.starts_with('{') || is_tool && text.starts_with('[') => json_of(text)?,
        Some(text) if is_tool => assignments(rules, text)?,
        Some(_) => return None,
        None => board.clone(),
    };
    match by_names(rules, &read) {
        Some(cells) if is_tool => Some(cells.into()),
        is_by_names => (is_by_names.is_some() || is_tool).then_some(read),
    }
}

/// The object that a text such as `b2=X, a1: O` or `X at b2, O at a1` stands for; `None` of any other text.
fn assignments(rules: &Rules, text: &str) -> Option<Value> {
    let mut members = Map::new();
    for part in text.split([',', ';', '\n']) {
        let mut words = part.split([':', '=', ' ']).filter(|word| !matches!(*word, "" | "at" | "on" | "in" | "and"));
        let (first, second) = (words.next()?, words.next()?);
        let (name, stone) = if second.len() > 1 { (second, first) } else { (first, second) };
        notation::parse_cell(rules, name).filter(|_| words.next().is_none() && rules.is_grid())?;
        // A cell with two stones is no board.
        members.insert(name.to_lowercase(), stone.into()).is_none().then_some(())?;
    }
    Some(members.into())
}
