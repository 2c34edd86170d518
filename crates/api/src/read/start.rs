//! `game`, `board`, `moves`, `record`, `turn` and `strict`: where the game stands.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use super::board::{Cells, is_bare, sent_board};
use super::error_code::ErrorCode;
use super::errors::shown;
use super::game;
use super::letters::name_other_letters;
use super::moves::moves;
use super::other_game::suggest_game;
use super::parameters::written;
use super::reader::Reader;
use super::record::{Sent, from_record, record_text};
use super::said::certain_game::named_game;
use super::said::game::game_field;
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Rules, Setup, SetupError, Status, record};

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
