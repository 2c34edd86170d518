//! `moves`, and lists of cells.

use std::borrow::Cow;
use std::cell::Cell as Flag;

use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{At, Shown, shown};
use super::named::{
    Counts, cell_of_digits, gravity_hint, is_by_other, meant, plain, refuse_of_tool, remedy, remedy_for_pair, replay,
};
use super::number::{integer_or, whole};
use super::parameters::{are_columns, is_digits, is_number, items};
use super::place::{Named, has_letters};
use super::reader::{Reader, inner_moves};
use super::said::column_numbers::counted_from_zero;
use super::said::move_numbers::has_numbers;
use super::said::moves::Said;
use super::said::plain::{doubt_of, plain_moves};
use super::said::remarks::contradicting_remark;
use super::said::sentences;
use super::said::spoken::spoken;
use super::suggest::EMPTY_ELEMENT;
use inarow_engine::game::{Cell, IllegalMove, MoveError, Player, Position, Rules, notation, parse_columns};

/// `moves` from `start`: a list of cells or names, a text of them or, with gravity, of column digits; with gravity the letter of a column
/// is a move, too; from a tool names alone. `None` where one of them is not legal, or none is given.
pub fn moves(r: &Reader<'_>, start: &Position, field: &'static str) -> Option<Vec<Cell>> {
    let rules = start.rules();
    let sent = r.sent(field)?;
    let at = r.at();
    let at = at.key(field);
    let plain = if r.is_tool() { plain_moves(rules, sent) } else { Cow::Borrowed(sent) };
    if r.is_tool() && (refuse_contradiction(rules, sent, at) || refuse_doubt(rules, &plain, at)) {
        return None;
    }
    let of_digits = plain.as_str().and_then(|text| without_end(rules, text)).map(Value::from);
    let sent = of_digits.as_ref().unwrap_or(&plain);
    // A JSON string has no elements that a pointer could name.
    let is_text = sent.is_string() && !r.in_query();
    let said = match sent {
        Value::String(text) if r.in_query() && r.has_brackets(field, text) => return None,
        value if r.refuse_json_text(field, value) => return None,
        Value::String(text)
            if has_letters(rules) && are_columns(text, r.in_query()) && !(r.is_tool() && has_numbers(text)) =>
        {
            return columns(r, start, text, at);
        }
        value @ Value::String(text) if is_text && rules.is_grid() && !text.is_empty() && is_digits(text) => {
            refuse_digits(r, value, at);
            return None;
        }
        Value::String(text) if r.is_tool() => Said::of_text(rules, text),
        Value::String(text) => Said::without_numbers(Cow::Owned(items(text, false))),
        Value::Array(items) if r.is_tool() => Said::of_list(items),
        Value::Array(items) => Said::without_numbers(Cow::Borrowed(&items[..])),
        value => {
            refuse_no_list(r, rules, value, at);
            return None;
        }
    };
    if let Some((index, fault)) = r.is_tool().then(|| said.fault(start)).flatten() {
        fault.note(if is_text { at } else { at.index(index) });
        return None;
    }
    let items = said.items;
    if let Some((index, detail)) = refused_sentence(r, rules, sent, &items) {
        at.element(sent, index).error(ErrorCode::Unreadable, detail);
        return None;
    }
    let refuse = |index: usize, error: MoveError, position: &Position| {
        let columns = match r.is_tool() {
            true => circumstances(position, &error),
            false => columns_hint(r, rules, &items, index, &error),
        };
        match is_text {
            true => at.error(&error, format_args!("move {}: {error}{columns}", index + 1)),
            false => at.index(index).error(&error, format_args!("{error}{columns}")),
        }
    };
    let hint = hint(rules, is_text);
    let is_side_told = Flag::new(false);
    let counts = Counts::of(rules, &items);
    let unread = |index, item: &Value, turn: Player| {
        let at = if is_text { at } else { at.index(index) };
        // Where the other side began, all moves are of the wrong side.
        if r.is_tool() && is_by_other(rules, item, turn) && is_side_told.replace(true) {
            return;
        }
        let remedy = remedy(rules, item, true).filter(|_| sent.is_array());
        refuse_unread(r, rules, (item, turn, counts), remedy, &hint, at);
    };
    replay(start, &items, |item, turn| named(r, rules, item, turn), refuse, unread)
}

/// Column digits without the sign behind them, as in "4453;". A number with a comma is a list of a cell, where it is one.
fn without_end<'t>(rules: &Rules, text: &'t str) -> Option<&'t str> {
    let digits = text.trim().strip_suffix([',', ';'])?.trim_end();
    let is_cell = text.contains(',') && digits.parse().is_ok_and(|cell: usize| cell < rules.cells());
    (has_letters(rules) && is_number(digits) && !is_cell).then_some(digits)
}

/// The first text of sentences that is not read, with its remedy; over HTTP of a text of moves alone.
fn refused_sentence(r: &Reader<'_>, rules: &Rules, sent: &Value, items: &[Value]) -> Option<(usize, String)> {
    let is_read = |item: &Value| spoken(rules, item).is_some() || Named::of(rules, item).is_some();
    let index = items.iter().position(|item| !is_read(item))?;
    let text = sent.as_str().or_else(|| items[index].as_str().filter(|_| r.is_tool()))?;
    Some((index, sentences::refused(rules, text, r.sender())?))
}

/// The cause of a refusal, in parentheses: the move that took the cell, the line that had won, or the full board; else nothing.
fn circumstances(position: &Position, error: &MoveError) -> String {
    match error {
        MoveError::Occupied { cell, .. } => {
            let number = position.moves().position(|earlier| earlier == *cell);
            number.map_or_else(String::new, |number| format!(" (move {} was there)", number + 1))
        }
        MoveError::GameOver => match (position.winner(), position.winning_lines().first()) {
            (Some(winner), Some(line)) => {
                let names: Vec<String> = line.iter().map(|cell| notation::cell_name(position.rules(), *cell)).collect();
                format!(" ({} won with move {}; line: {})", winner.name(), position.stones(), names.join(" "))
            }
            _ => " (the board is full)".to_owned(),
        },
        _ => String::new(),
    }
}

/// Notes the first text of columns that has another reading; returns whether there is one.
fn refuse_doubt(rules: &Rules, sent: &Value, at: At<'_>) -> bool {
    refuse_first(sent, at, |text| doubt_of(rules, text, sent.is_string()))
}

/// Notes the first text whose remark contradicts its place or the way in which columns count; returns whether there is one.
fn refuse_contradiction(rules: &Rules, sent: &Value, at: At<'_>) -> bool {
    refuse_first(sent, at, |text| {
        contradicting_remark(rules, text, sent.is_array()).or_else(|| counted_from_zero(rules, text))
    })
}

/// Notes the first text of some moves that has a fault; returns whether there is one.
fn refuse_first(sent: &Value, at: At<'_>, fault: impl Fn(&str) -> Option<String>) -> bool {
    let texts = sent.as_array().map_or(std::slice::from_ref(sent), Vec::as_slice);
    let found = texts.iter().enumerate().find_map(|(index, text)| Some((index, fault(text.as_str()?)?)));
    let Some((index, detail)) = found else { return false };
    at.element(sent, index).error(ErrorCode::Unreadable, detail);
    true
}

/// Notes column digits of a game without gravity.
fn refuse_digits(r: &Reader<'_>, value: &Value, at: At<'_>) {
    let why = "is not a list of moves (column digits are for games with gravity)";
    let remedy = if r.is_tool() { "[\"b2\", \"a1\"]" } else { "[4, \"a1\"], or names such as \"b2 a1\"" };
    at.error(ErrorCode::WrongType, format_args!("{} {why}; send a list such as {remedy}", Shown(value)));
}

/// Notes a value that is no list.
fn refuse_no_list(r: &Reader<'_>, rules: &Rules, value: &Value, at: At<'_>) {
    if let Some(moves) = inner_moves("moves", value) {
        return at.error(ErrorCode::WrongType, format_args!("an object is not a list; send its moves: {moves}"));
    }
    let form = match r.is_tool() {
        true if value.get("X").is_some_and(Value::is_array) => {
            "all moves in the order of play, X first, such as [\"b2\", \"a1\"]; where their order is not known, send the board".to_owned()
        }
        true => "names, such as [\"b2\", \"a1\"]".to_owned(),
        false if has_letters(rules) => {
            let is_digit = |digit: u8| (1..=rules.width()).contains(&usize::from(digit.wrapping_sub(b'0')));
            let digits = value.as_u64().map(|number| number.to_string()).filter(|text| text.bytes().all(is_digit));
            let digits = digits.as_deref().unwrap_or(COLUMNS_EXAMPLE);
            format!("cells or columns, such as {}, or all columns in one string, such as \"{digits}\"", example(rules))
        }
        false => format!("cells or names, such as {}", example(rules)),
    };
    at.error(ErrorCode::WrongType, format_args!("{} is not a list; send {form}", Shown(value)));
}

/// A list of two moves that are legal on the empty board, as an example.
fn example(rules: &Rules) -> String {
    let (first, second) = (notation::cell_name(rules, 0), notation::cell_name(rules, rules.cells() - 1));
    if has_letters(rules) { "[\"a\", \"b\"]".to_owned() } else { format!("[\"{first}\", \"{second}\"]") }
}

/// A move as this caller names it.
fn named(r: &Reader<'_>, rules: &Rules, item: &Value, turn: Player) -> Option<Named> {
    if r.is_tool() { Named::of_tool(rules, item, turn) } else { Named::of(rules, item) }
}

/// Notes an element that names no move for this caller, with the remedy if there is one; `hint` names other forms beside cells.
fn refuse_unread(
    r: &Reader<'_>,
    rules: &Rules,
    (item, turn, counts): (&Value, Player, Counts),
    remedy: Option<String>,
    hint: &str,
    at: At<'_>,
) {
    match remedy {
        _ if r.is_tool() => refuse_of_tool(rules, item, turn, counts, at),
        Some(remedy) => at.error(ErrorCode::WrongType, remedy),
        None if item.as_str().is_some_and(has_numbers) => {
            let remedy = "send moves without numbers, or all of it as record";
            at.error(ErrorCode::NotOnBoard, format_args!("{} numbers a move; {remedy}", Shown(item)));
        }
        None => _ = cell(rules, item, hint, at),
    }
}

/// Column digits; `None` where one of them is not legal.
fn columns(r: &Reader<'_>, start: &Position, text: &str, at: At<'_>) -> Option<Vec<Cell>> {
    // "4! 5?? 3" has remarks.
    let digits: String = text.chars().filter(|letter| !letter.is_whitespace() && !"!?".contains(*letter)).collect();
    let refuse = |IllegalMove { index, error }| {
        // A game with numbers or in other forms begins with a digit, too.
        let is_other = digits.chars().nth(index).is_some_and(|letter| !letter.is_ascii_digit()) && !r.is_tool();
        let forms = if is_other { RECORD_FORMS } else { "" };
        at.error(&error, format_args!("digit {} of {}: {error}{forms}", index + 1, shown(text)))
    };
    parse_columns(start, &digits).map_err(refuse).ok()
}

/// The remedy for a game that is no list of moves.
const RECORD_FORMS: &str = "; record takes games in other forms";

/// The forms of a list of moves beside cells and their names.
fn hint(rules: &Rules, is_text: bool) -> String {
    let columns = match has_letters(rules) {
        true => column_hint(rules) + ", or all columns in one string, such as \"4453\"",
        false => String::new(),
    };
    let forms = if is_text { RECORD_FORMS } else { "" };
    columns + forms
}

/// The remedy for a column that is sent as a number in a list, where a stone would float or lie on another.
fn columns_hint(r: &Reader<'_>, rules: &Rules, items: &[Value], index: usize, error: &MoveError) -> String {
    let is_meant = matches!(error, MoveError::Floating { .. } | MoveError::Occupied { .. }) && has_letters(rules);
    let Some(number) = items[index].as_u64().filter(|_| is_meant) else { return String::new() };
    let is_column = |number: u64| (1..=rules.width() as u64).contains(&number);
    if items.iter().any(Value::is_string) {
        let last = notation::column_letter(rules.width() - 1);
        return match is_column(number) {
            true => {
                let letter = notation::column_letter(number as usize - 1);
                format!("; a number in a list is a cell; column {number} is {letter}{}", from_0(rules, &[number]))
            }
            false => format!("; a number in a list is a cell; columns are letters from a to {last}"),
        };
    }
    let numbers: Option<Vec<u64>> = items.iter().take(COLUMNS_SHOWN_MAX + 1).map(Value::as_u64).collect();
    let numbers = numbers.filter(|numbers| numbers.len() <= COLUMNS_SHOWN_MAX).unwrap_or_default();
    // With a 0 among them they are counted as answers count `col`.
    let first = u64::from(!numbers.contains(&0));
    let are_columns = numbers.iter().all(|number| *number < 9 + first && is_column(number + 1 - first));
    let text = numbers.iter().map(|number| (number + 1 - first).to_string()).collect();
    let is_example = !are_columns || numbers.is_empty();
    let digits: String = if is_example { COLUMNS_EXAMPLE.to_owned() } else { text };
    let columns = match r.in_query() {
        true => {
            let list: Vec<String> = digits.chars().map(String::from).collect();
            format!("without commas: moves={digits}, or as record={}", list.join(","))
        }
        false => format!("in one string: \"{digits}\""),
    };
    let other = if is_example || first == 0 { String::new() } else { from_0(rules, &numbers) };
    format!("; numbers in a list are cells; columns, from 1, go {columns}{other}")
}

/// A note for columns from 1 that may count from 0, as `col` does in answers: the letter of the last, where all of them can.
fn from_0(rules: &Rules, columns: &[u64]) -> String {
    let is_col = |column: &&u64| **column < rules.width() as u64;
    match columns.last().filter(|_| columns.iter().all(|column| is_col(&column))) {
        Some(last) => {
            format!(" (\"col\": {last} of an answer, from 0, is {})", notation::column_letter(*last as usize))
        }
        None => String::new(),
    }
}

/// Most columns that a hint repeats.
const COLUMNS_SHOWN_MAX: usize = 64;
/// Columns in one string, as an example.
const COLUMNS_EXAMPLE: &str = "4453";

/// A list of cells, given as numbers or names; `None` where one of them is not on the board.
pub fn list(rules: &Rules, value: &Value, at: At<'_>) -> Option<Vec<Cell>> {
    let Some(items) = value.as_array() else {
        let detail = format_args!("{} is not a list; send names, such as {}", Shown(value), example(rules));
        at.error(ErrorCode::WrongType, detail);
        return None;
    };
    // Reads all cells, so that every bad one is found.
    let cells: Vec<_> = items.iter().enumerate().map(|(index, item)| cell(rules, item, "", at.index(index))).collect();
    cells.into_iter().collect()
}

/// A list of moves in a position, as `moves` has them: with gravity the letter of a column is the cell where its next stone lands; of a
/// tool also a text of them. `None` where one of them is no cell of the board; a column of a finished game has no such cell.
pub fn choices(r: &Reader<'_>, position: &Position, value: &Value, at: At<'_>) -> Option<Vec<Cell>> {
    let rules = position.rules();
    let plain = if r.is_tool() { plain_moves(rules, value) } else { Cow::Borrowed(value) };
    if r.is_tool() && (refuse_contradiction(rules, value, at) || refuse_doubt(rules, &plain, at)) {
        return None;
    }
    let value = &*plain;
    let items = match value {
        Value::Array(items) => Cow::Borrowed(&items[..]),
        Value::String(text) if r.is_tool() => Cow::Owned(choices_of_text(rules, text)),
        other => return list(rules, other, at),
    };
    let before = at.error_count();
    let mut cells = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let at = at.element(value, index);
        match named(r, rules, item, position.turn()).and_then(|named| named.landing(position)) {
            Some(Ok(cell)) => cells.push(cell),
            Some(Err(MoveError::GameOver)) => {}
            Some(Err(error)) => at.error(&error, error),
            None => {
                let remedy = remedy(rules, item, false);
                let said = (item, position.turn(), Counts::of(rules, &items));
                refuse_unread(r, rules, said, remedy, &column_hint(rules), at);
            }
        }
    }
    (at.error_count() == before).then_some(cells)
}

/// The moves that a text names; where stones fall, a text of digits is columns, as in `moves`.
fn choices_of_text(rules: &Rules, text: &str) -> Vec<Value> {
    match has_letters(rules) && is_digits(text) && text.parse::<usize>().is_ok_and(|column| column > rules.width()) {
        true => text.chars().map(|digit| digit.to_string().into()).collect(),
        false => Said::of_text(rules, text).items.into_owned(),
    }
}

/// A cell, or with gravity the letter of a column, for the highest stone there; `None` also where there is no stone.
pub fn last_move(position: Option<&Position>, rules: &Rules, value: &Value, at: At<'_>) -> Option<Cell> {
    let has_stone = |cell: &Cell| position.is_some_and(|position| position.cell(*cell).is_some());
    let found = match Named::of(rules, value) {
        Some(Named::Column(column)) => {
            (0..rules.cells()).find(|cell| rules.place(*cell).1 == column && has_stone(cell))
        }
        _ => Some(cell(rules, value, &column_hint(rules), at)?).filter(has_stone),
    };
    if found.is_none() && position.is_some() {
        let remedy = "send the cell of the last move, or leave last out";
        at.error(ErrorCode::DoesNotFit, format_args!("there is no stone at {}; {remedy}", Shown(value)));
    }
    found
}

/// Says that a column is taken beside cells and their names, where stones fall.
fn column_hint(rules: &Rules) -> String {
    if !has_letters(rules) {
        return String::new();
    }
    format!(", or a column from a to {}", notation::column_letter(rules.width() - 1))
}

/// A cell's number or name. `hint` names the other forms that are taken here.
pub fn cell(rules: &Rules, value: &Value, hint: &str, at: At<'_>) -> Option<Cell> {
    let value = plain(rules, value);
    if let Some(remedy) = remedy_for_pair(rules, value, false) {
        at.error(ErrorCode::WrongType, remedy);
        return None;
    }
    let last = rules.cells() - 1;
    if rules.is_grid() && !value.is_string() && !value.is_number() {
        let names = format_args!("send a name from a1 to {}", notation::cell_name(rules, rules.width() - 1));
        at.error(
            ErrorCode::WrongType,
            format_args!("{} is not a cell; {names} or a number from 0 to {last}{hint}", Shown(value)),
        );
        return None;
    }
    let cell = match (value.as_str(), whole(value)) {
        (Some(name), _) => notation::parse_cell(rules, name),
        (None, Some(number)) if !hint.is_empty() => Cell::try_from(number).ok().filter(|cell| *cell <= last),
        _ => return integer_or(ErrorCode::NotOnBoard, value, 0..=last as i64, at).map(|cell| cell as Cell),
    };
    if cell.is_none() {
        at.error_with(ErrorCode::NotOnBoard, || {
            if let Some((Some(cell), readings)) = cell_of_digits(rules, value) {
                let name = notation::cell_name(rules, cell);
                return format!("{} is text; {readings}: send {cell} without quotes, or \"{name}\"", Shown(value));
            }
            let highest = notation::cell_name(rules, rules.width() - 1);
            let remedy = match rules.is_grid() {
                true => format!("send a number from 0 to {last} or a name from a1 to {highest}{hint}"),
                false => format!("send a number from 0 to {last}{hint}"),
            };
            let falls = gravity_hint(rules, value);
            let is_empty = value.as_str().is_some_and(str::is_empty);
            let meant = if is_empty { EMPTY_ELEMENT.to_owned() } else { meant(rules, value) };
            let shown = if is_empty { "an empty element".to_owned() } else { Shown(value).to_string() };
            format!("{shown} is not a cell of this board;{meant} {remedy}{falls}")
        });
    }
    cell
}
