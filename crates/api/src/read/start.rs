//! `game`, `board`, `moves`, `record`, `turn` and `strict`: where the game stands.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::board::{
    ALONE, Cells, by_names, cells, has_more, of_list_of_numbers, of_signed_numbers, refuse_names, refused_legend,
};
use super::error_code::ErrorCode;
use super::errors::{At, Pointer, Shown, shown};
use super::game::{self};
use super::json::json_of;
use super::labels::refuse_other_labels;
use super::moves::moves;
use super::named::meant;
use super::other_game::suggest_game;
use super::other_size::suggest_size;
use super::parameters::written;
use super::place::has_letters;
use super::reader::{Reader, inner_moves};
use super::said::certain_game::named_game;
use super::said::column_numbers::counted_from_zero;
use super::said::game::game_field;
use super::said::sentences;
use super::said::spoken::spoken;
use inarow_engine::game::record::{self, Record, RecordError};
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Rules, Setup, SetupError, Status, notation};

/// The rules and the position of a request; `None` where something is wrong with them.
#[derive(Clone, Debug)]
pub struct Start {
    pub rules: Option<Rules>,
    pub position: Option<Position>,
    /// The moves from the empty board, if the request has them in their order.
    pub moves: Option<Vec<Cell>>,
    /// The field that holds the board, for errors.
    pub field: &'static str,
}

/// The fields that say where a game stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A board, moves or a record.
    Whole,
    /// The start of a game that has been played: a board or a record; the moves come after it.
    BeforeMoves,
}

/// A board before it becomes a position.
enum Sent {
    Cells(Cells),
    Moves(Vec<Cell>),
    /// A board with its side to move, and the moves from there.
    AfterSetup(Cells, Player, Vec<Cell>),
}

impl Start {
    /// Reads where the game stands: `board`, `moves` or `record`, with `turn` and `strict`.
    pub fn read(r: &Reader<'_>) -> Start {
        let start = Start::of(r, Form::Whole);
        add_remedies(r);
        start
    }

    /// Reads where a game began whose `moves` come after it: `board` and `turn`, or `record`.
    pub fn before_moves(r: &Reader<'_>) -> Start {
        Start::of(r, Form::BeforeMoves)
    }

    fn of(r: &Reader<'_>, form: Form) -> Start {
        let [has_game, _, has_moves, has_record, has_turn] =
            ["game", "board", "moves", "record", "turn"].map(|name| r.is_given(name));
        let takes_moves = form == Form::Whole;
        // A record says itself where a game began and who moved first.
        let takes_board = takes_moves || !has_record;
        let (has_moves, has_turn) = (has_moves && takes_moves, has_turn && takes_board);
        let board = r.sent("board").filter(|_| takes_board);
        let at = r.at();
        let text = r.sent("record").and_then(|value| record_text(value, at.key("record")));
        let rules = rules(r, text.filter(|_| !has_game));
        let turn = if has_turn { r.choice("turn") } else { None };
        let field = match (has_record, has_moves) {
            (true, _) => "record",
            (false, true) => "moves",
            (false, false) => "board",
        };
        let strict = takes_moves && r.flag("strict").unwrap_or_default();
        if takes_moves {
            refuse_several(r, field);
        }
        let rules = rules.filter(|_| has_game || !refuse_named_game(r));
        let game = rules.as_ref().map(Game::shared);
        let sent = game.as_ref().and_then(|game| {
            let of_board = match board {
                Some(board) => sent_board(r, game, board).map(Sent::Cells),
                None if has_moves || has_record => None,
                None => Some(Sent::Cells(vec![None; game.rules().cells()])),
            };
            let of_moves =
                has_moves.then(|| moves(r, &Position::new(Arc::clone(game)), "moves")).flatten().map(Sent::Moves);
            let of_record = text.and_then(|text| from_record(r, game, text, at.key("record")));
            of_board.or(of_moves).or(of_record)
        });
        let (position, moves) = match (&game, sent) {
            (Some(game), Some(Sent::AfterSetup(cells, first, moves))) => {
                let start = of_cells(r, game, cells, Some(first), strict, field);
                let position = start.and_then(|start| start.after(&moves).ok());
                (position.inspect(|position| refuse_wrong_turn(r, position, turn)), None)
            }
            (Some(game), Some(Sent::Moves(moves))) => {
                let position = Position::from_moves(Arc::clone(game), &moves).ok();
                (position.inspect(|position| refuse_wrong_turn(r, position, turn)), Some(moves))
            }
            (Some(game), Some(Sent::Cells(cells))) => {
                let position = of_cells(r, game, cells, turn.or(has_turn.then_some(Player::X)), strict, field);
                refuse_other_turn(r, position.as_ref().filter(|_| has_turn == turn.is_some()), turn, field);
                (position, None)
            }
            _ => (None, None),
        };
        let turn_is_bad = has_turn && turn.is_none();
        Start { rules, position: position.filter(|_| !turn_is_bad), moves, field }
    }
}

/// Notes the game that a text of moves names where `game` does not; returns whether there is one.
fn refuse_named_game(r: &Reader<'_>) -> bool {
    let named = |name: &&'static str| {
        let text = r.sent(name)?.as_str().filter(|text| matches!(record::rules(text), Ok(None)))?;
        Some((*name, named_game(text)?.0))
    };
    let named = ["record", "moves"].iter().find_map(named);
    let Some((field, rules)) = named.filter(|(_, rules)| *rules != game::default_preset().rules()) else {
        return false;
    };
    let title = Preset::of_rules(&rules).map_or("another game", Preset::title);
    let alone = if r.is_tool() { String::new() } else { format!(", and the moves alone as {field}") };
    let remedy = game_field(&rules, r.sender());
    r.error("game", ErrorCode::Missing, format_args!("the {field} names {title}; send {remedy}{alone}"));
    true
}

/// The rules of the request: those that its record names, if it has one and no game.
fn rules(r: &Reader<'_>, record: Option<&str>) -> Option<Rules> {
    match record.map(record::rules) {
        Some(Ok(Some(rules))) => Some(rules),
        Some(Err(error)) => {
            r.error("record", &error, &error);
            None
        }
        _ => game::rules(r),
    }
}

/// The position of a board. Where the turn is wrong, either side does to find the other errors.
fn of_cells(
    r: &Reader<'_>,
    game: &Arc<Game>,
    cells: Cells,
    turn: Option<Player>,
    strict: bool,
    field: &'static str,
) -> Option<Position> {
    let setup = Setup { game: Arc::clone(game), cells, turn };
    setup.into_position(strict).map_err(|found| note_all(r, field, &found)).ok()
}

/// The cells of `board`, in any of its forms.
fn sent_board(r: &Reader<'_>, game: &Game, board: &Value) -> Option<Cells> {
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
fn is_bare(rules: &Rules, board: &Value) -> bool {
    board.as_str().is_some_and(|text| text.len() == rules.cells())
}

/// Refuses a position whose text says that it is the other side's turn, as answers do: its stones or the `turn` that is sent do not.
fn refuse_other_turn(r: &Reader<'_>, position: Option<&Position>, turn: Option<Player>, field: &'static str) {
    let Some(position) = position.filter(|position| position.status() == Status::Ongoing) else { return };
    let lines: Cow<'_, str> = match r.sent(field) {
        Some(board) if is_bare(position.rules(), board) => return,
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n").into(),
        sent => sent.and_then(Value::as_str).unwrap_or_default().into(),
    };
    let said = Setup::said_turns(position.rules(), &lines);
    let is_other = |side: Option<Player>| side.map_or(turn.is_none(), |side| side != position.turn());
    let Some((line, side)) = said.into_iter().find(|(_, side)| is_other(*side)) else { return };
    let send = |side: &str| written("turn", &side.into(), r.in_query());
    // The tools that take a record take no turn.
    let form = if r.is_tool() && field == "record" { "it as board, with " } else { "" };
    let line = shown(line);
    let detail = match (side, turn) {
        (None, _) => format!(
            "the {field} says {line}, and has no stones of this colour: send {form}{} or {}",
            send("X"),
            send("O")
        ),
        (Some(_), Some(turn)) => {
            format!("the {field} says {line}, and turn says {}: leave one of them out", turn.name())
        }
        (Some(side), None) => {
            format!("the {field} says {line}, and its stones do not: send {form}{}", send(side.name()))
        }
    };
    r.error("turn", ErrorCode::Conflict, detail);
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

/// Refuses more than one of `board`, `moves` and `record`, at the last of them.
fn refuse_several(r: &Reader<'_>, field: &'static str) {
    let others = [("board", r.is_given("board")), ("moves", r.is_given("moves") && r.is_given("record"))];
    if let Some((other, _)) = others.into_iter().find(|(other, is_given)| *is_given && *other != field) {
        // No tool has all three.
        let fields = if r.is_tool() { format!("{other} and {field}") } else { "board, moves and record".to_owned() };
        let detail = format_args!("{other} and {field} are both given; send only one of {fields}");
        r.error(field, ErrorCode::Conflict, detail);
    }
}

/// Refuses a `turn` that contradicts the position that moves led to.
fn refuse_wrong_turn(r: &Reader<'_>, position: &Position, turn: Option<Player>) {
    let Some(turn) = turn.filter(|turn| *turn != position.turn()) else { return };
    let (turn, next) = (turn.name(), position.turn().name());
    let detail = format_args!("\"{turn}\" contradicts the moves: after them it is {next}'s turn; leave turn out");
    r.error("turn", ErrorCode::Conflict, detail);
}

/// Notes errors of a board at the fields of the request, with remedies that name its fields.
fn note_all(r: &Reader<'_>, own: &'static str, setup_errors: &[SetupError]) {
    let has_colours = |board: &Value| board.to_string().contains(['Y', 'y', '🟡', '🟨']);
    let colours = if r.sent(own).is_some_and(has_colours) { "; R is X and Y is O" } else { "" };
    for error in setup_errors {
        let (field, remedy) = match error {
            SetupError::TurnUnknown { .. } if r.in_query() => ("turn", "; send turn=X or turn=O"),
            SetupError::TurnUnknown { .. } => ("turn", "; send \"turn\": \"X\" or \"turn\": \"O\""),
            SetupError::Unreachable { .. } => (own, "; correct it, or leave out \"strict\""),
            SetupError::ReachUndecided => (own, "; send \"moves\" instead of the board, or leave out \"strict\""),
            _ => (own, ""),
        };
        let colours = if matches!(error, SetupError::TurnUnknown { .. }) { colours } else { "" };
        r.error(field, error, format_args!("{error}{colours}{remedy}"));
    }
}

/// Adds what the whole request tells of its errors, once all of its moves are read.
pub fn add_remedies(r: &Reader<'_>) {
    suggest_game(r);
    name_other_letters(r);
}

/// Most letters that a remedy names.
const LETTERS_SHOWN_MAX: usize = 16;

/// Says that letters only look like Latin ones, where their value could not be read.
fn name_other_letters(r: &Reader<'_>) {
    if r.is_clean() {
        return;
    }
    for name in ["board", "moves", "record"] {
        let text = r.sent(name).map(Value::to_string).unwrap_or_default();
        let mut letters: Vec<char> = Vec::new();
        // Greek and Cyrillic.
        for letter in text.chars().filter(|letter| matches!(letter, '\u{370}'..='\u{52f}')) {
            if letters.len() < LETTERS_SHOWN_MAX && !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        let shown: Vec<String> =
            letters.iter().map(|letter| format!("{letter} (U+{:04X})", u32::from(*letter))).collect();
        let are_none = if shown.len() == 1 { "is not a Latin letter" } else { "are not Latin letters" };
        let place = r.at().key(name).path();
        r.at().amend(|error| {
            let detail = &error.detail;
            let is_here = error.pointer.is_within(&place) && detail.contains(&letters[..]);
            is_here.then(|| format!("{detail}; {} {are_none}", shown.join(", ")))
        });
    }
}

fn record_text<'v>(value: &'v Value, at: At<'_>) -> Option<&'v str> {
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
fn from_record(r: &Reader<'_>, game: &Arc<Game>, text: &str, at: At<'_>) -> Option<Sent> {
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
