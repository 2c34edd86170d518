//! `game`, `board`, `moves`, `record`, `turn` and `strict`: where the game stands.

use std::sync::Arc;

use serde_json::Value;

use super::board::{Board, Cells, cells};
use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::game::{self, GameOrRules};
use super::moves::{Moves, moves};
use super::param::{FieldType, Flag, Param, Shown};
use inarow_engine::game::record::{self, Record, RecordError};
use inarow_engine::game::{Cell, Game, Player, Position, Rules, Setup, SetupError};

/// A game as people write it, see [`record::parse`].
#[derive(Clone, Copy, Debug)]
pub struct RecordText;

impl FieldType for RecordText {}

/// The fields that say where the game stands.
#[derive(Clone, Copy, Debug)]
pub struct Start<'p> {
    pub game: &'p Param<GameOrRules>,
    pub board: &'p Param<Board>,
    pub moves: &'p Param<Moves>,
    pub record: &'p Param<RecordText>,
    pub turn: &'p Param<Player>,
    pub strict: &'p Param<Flag>,
}

/// Where a game stands; `None` where something is wrong with it.
#[derive(Clone, Debug)]
pub struct Opening {
    pub rules: Option<Rules>,
    pub position: Option<Position>,
    /// The moves from the empty board, if the request has them in their order.
    pub moves: Option<Vec<Cell>>,
}

/// What a request sends of the board.
enum Sent {
    Cells(Cells),
    Moves(Vec<Cell>),
}

impl Start<'_> {
    /// The rules and the position; `None` where something is wrong with them.
    pub fn read(self, at: Pointer<'_>, errors: &mut FieldErrors) -> (Option<Rules>, Option<Position>) {
        let opening = self.opening(at, errors);
        (opening.rules, opening.position)
    }

    /// The rules, the position and its moves.
    pub fn opening(self, at: Pointer<'_>, errors: &mut FieldErrors) -> Opening {
        let text = self.record.sent().and_then(|value| record_text(value, at.key("record"), errors));
        let rules = match text.filter(|_| !self.game.is_given()).map(record::rules) {
            Some(Ok(Some(rules))) => Some(rules),
            Some(Err(error)) => {
                errors.add(at.key("record"), &error, &error);
                None
            }
            _ => game::rules(self.game, at.key("game"), errors),
        };
        let turn = self.turn.choice(at.key("turn"), errors);
        let strict = self.strict.flag(at.key("strict"), errors).unwrap_or_default();
        self.check_one_is_given(at, errors);
        let game = rules.map(Game::shared);
        let sent = game.as_ref().and_then(|game| self.sent(game, text, at, errors));
        let (position, moves) = match (&game, sent) {
            (Some(game), Some(Sent::Moves(moves))) => (self.after(game, &moves, turn, at, errors), Some(moves)),
            (Some(game), Some(Sent::Cells(cells))) => (self.set_up(game, cells, turn, strict, at, errors), None),
            _ => (None, None),
        };
        let turn_is_bad = self.turn.is_given() && turn.is_none();
        Opening { rules, position: position.filter(|_| !turn_is_bad), moves }
    }

    /// The field that holds the board, for errors.
    pub fn field(self) -> &'static str {
        match (self.record.is_given(), self.moves.is_given()) {
            (true, _) => "record",
            (false, true) => "moves",
            (false, false) => "board",
        }
    }

    /// Refuses more than one of `board`, `moves` and `record`, at the last of them.
    fn check_one_is_given(self, at: Pointer<'_>, errors: &mut FieldErrors) {
        let others = [("board", self.board.is_given()), ("moves", self.moves.is_given() && self.record.is_given())];
        let field = self.field();
        if let Some((other, _)) = others.into_iter().find(|(other, is_given)| *is_given && *other != field) {
            let detail = format_args!("{other} and {field} are both given; send only one of board, moves and record");
            errors.add(at.key(field), ErrorCode::Conflict, detail);
        }
    }

    /// The board or the moves; `None` where something is wrong with one of them.
    fn sent(self, game: &Arc<Game>, text: Option<&str>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Sent> {
        let of_record = text.and_then(|text| match record::parse(game, text) {
            Ok(Record::Moves(moves)) => Some(Sent::Moves(moves)),
            Ok(Record::Board(cells)) => Some(Sent::Cells(cells)),
            Err(error) => {
                add_record_error(&error, at.key("record"), errors);
                None
            }
        });
        let of_moves = self.moves.is_given().then(|| Position::new(Arc::clone(game)));
        let of_moves = of_moves.and_then(|start| moves(&start, self.moves, at.key("moves"), errors)).map(Sent::Moves);
        let of_board = match self.board.sent() {
            Some(board) => cells(game, board, at.key("board"), errors).map(Sent::Cells),
            None if self.moves.is_given() || self.record.is_given() => None,
            None => Some(Sent::Cells(vec![None; game.rules().cells()])),
        };
        of_board.or(of_moves).or(of_record)
    }

    /// The position after the moves, which are legal. A `turn` must agree with it.
    fn after(
        self,
        game: &Arc<Game>,
        moves: &[Cell],
        turn: Option<Player>,
        at: Pointer<'_>,
        errors: &mut FieldErrors,
    ) -> Option<Position> {
        let position = Position::from_moves(Arc::clone(game), moves).ok()?;
        if let Some(turn) = turn.filter(|turn| *turn != position.turn()) {
            let (turn, next) = (turn.name(), position.turn().name());
            let detail =
                format_args!("\"{turn}\" contradicts the moves: after them it is {next}'s turn; leave turn out");
            errors.add(at.key("turn"), ErrorCode::Conflict, detail);
        }
        Some(position)
    }

    /// The position of a board.
    fn set_up(
        self,
        game: &Arc<Game>,
        cells: Cells,
        turn: Option<Player>,
        strict: bool,
        at: Pointer<'_>,
        errors: &mut FieldErrors,
    ) -> Option<Position> {
        // With a turn that is wrong, any other will do to find what else is.
        let turn = turn.or(self.turn.is_given().then_some(Player::X));
        let setup = Setup { game: Arc::clone(game), cells, turn };
        setup.into_position(strict).map_err(|found| self.add_all(&found, at, errors)).ok()
    }

    /// Adds errors of a board at the fields of the request, with remedies that name its fields.
    fn add_all(self, setup_errors: &[SetupError], at: Pointer<'_>, errors: &mut FieldErrors) {
        let in_query = self.board.is_parameter() || self.record.is_parameter();
        let own = self.field();
        for error in setup_errors {
            let (field, remedy) = match error {
                SetupError::TurnUnknown { .. } if in_query => ("turn", "; send turn=X or turn=O"),
                SetupError::TurnUnknown { .. } => ("turn", "; send \"turn\": \"X\" or \"turn\": \"O\""),
                SetupError::Unreachable { .. } => (own, "; correct it, or leave out \"strict\""),
                SetupError::ReachUndecided => (own, "; send \"moves\" instead of the board, or leave out \"strict\""),
                _ => (own, ""),
            };
            errors.add(at.key(field), error, format_args!("{error}{remedy}"));
        }
    }
}

fn record_text<'v>(value: &'v Value, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<&'v str> {
    let text = value.as_str();
    if text.is_none() {
        let remedy = "send a text such as \"b2 a1 c3\", or the text of an SGF file";
        errors.add(at, ErrorCode::WrongType, format_args!("{} is not a record; {remedy}", Shown(value)));
    }
    text
}

/// Adds what is wrong with a record: one error, or all of a board.
fn add_record_error(error: &RecordError, at: Pointer<'_>, errors: &mut FieldErrors) {
    match error {
        // All of its characters are known ones: there is at most one error a row, and each is listed.
        RecordError::Board(found) => found.listed.iter().for_each(|error| errors.add(at, error, error)),
        error => errors.add(at, error, error),
    }
}
