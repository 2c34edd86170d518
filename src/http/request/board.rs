//! `game`, `board`, `moves`, `turn` and `strict`: where the game stands.

use std::sync::Arc;

use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer, shown};
use super::game::{self, GameOrRules};
use super::param::{CellName, FieldType, Flag, Param, Shown, integer_or};
use crate::game::{Cell, Game, Player, Position, Rules, Setup, SetupError, notation, parse_columns};

/// A board: one string, a list of cells, a list of row strings, or a list of lists of cells.
#[derive(Clone, Copy, Debug)]
pub struct Board;

/// Moves from the empty board: a list of [`CellName`]s or, with gravity, a string of column digits.
#[derive(Clone, Copy, Debug)]
pub struct Moves;

impl FieldType for Board {}
impl FieldType for Moves {}

type Cells = Vec<Option<Player>>;

/// The fields that say where the game stands.
#[derive(Clone, Copy, Debug)]
pub struct Start<'p> {
    pub game: &'p Param<GameOrRules>,
    pub board: &'p Param<Board>,
    pub moves: &'p Param<Moves>,
    pub turn: &'p Param<Player>,
    pub strict: &'p Param<Flag>,
}

impl Start<'_> {
    /// The rules and the position; `None` where something is wrong with them.
    pub fn read(self, at: Pointer<'_>, errors: &mut FieldErrors) -> (Option<Rules>, Option<Position>) {
        let rules = game::rules(self.game, at.key("game"), errors);
        (rules, self.position(rules.map(Game::shared).as_ref(), at, errors))
    }

    fn position(self, game: Option<&Arc<Game>>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Position> {
        let turn = self.turn.choice(at.key("turn"), errors);
        let turn_is_bad = self.turn.is_given() && turn.is_none();
        let strict = self.strict.flag(at.key("strict"), errors).unwrap_or_default();
        if self.board.is_given() && self.moves.is_given() {
            let detail = "board and moves are both given; send the board or the moves that lead to it";
            errors.add(at.key("moves"), ErrorCode::Conflict, detail);
        }
        let game = game?;
        let from_moves = self.moves.is_given().then(|| play(game, self.moves, at.key("moves"), errors)).flatten();
        let cells = match self.board.sent() {
            Some(board) => cells(game, board, at.key("board"), errors),
            None => (!self.moves.is_given()).then(|| vec![None; game.rules().cells()]),
        };
        let from_board = cells.and_then(|cells| {
            // With a turn that is wrong, any other will do to find what else is.
            let turn = turn.or(turn_is_bad.then_some(Player::X));
            let setup = Setup { game: Arc::clone(game), cells, turn };
            setup.into_position(strict).map_err(|found| add_all(&found, self.board.is_parameter(), at, errors)).ok()
        });
        if let (Some(position), Some(turn)) = (&from_moves, turn)
            && position.turn() != turn
        {
            let (turn, next) = (turn.name(), position.turn().name());
            let detail =
                format_args!("\"{turn}\" contradicts the moves: after them it is {next}'s turn; leave turn out");
            errors.add(at.key("turn"), ErrorCode::Conflict, detail);
        }
        from_board.or(from_moves).filter(|_| !turn_is_bad)
    }
}

/// Adds errors of a board at the fields of the request, with remedies that name its fields.
fn add_all(setup_errors: &[SetupError], in_query: bool, at: Pointer<'_>, errors: &mut FieldErrors) {
    for error in setup_errors {
        let (field, remedy) = match error {
            SetupError::TurnUnknown { .. } if in_query => ("turn", "; send turn=X or turn=O"),
            SetupError::TurnUnknown { .. } => ("turn", "; send \"turn\": \"X\" or \"turn\": \"O\""),
            SetupError::Unreachable { .. } => ("board", "; correct it, or leave out \"strict\""),
            SetupError::ReachUndecided => ("board", "; send \"moves\" instead of the board, or leave out \"strict\""),
            _ => ("board", ""),
        };
        errors.add(at.key(field), error, format_args!("{error}{remedy}"));
    }
}

fn add(error: SetupError, at: Pointer<'_>, errors: &mut FieldErrors) {
    errors.add(at, &error, &error);
}

/// The cells of a board in any of its four forms.
fn cells(game: &Game, board: &Value, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Cells> {
    match board {
        Value::String(text) => Setup::parse(game, text)
            .map_err(|found| {
                found.listed.iter().for_each(|error| errors.add(at, error, error));
                errors.add_unlisted(found.count - found.listed.len());
            })
            .ok(),
        Value::Array(list) if is_flat(game.rules(), list) => flat(game.rules(), list, at, errors),
        Value::Array(rows) => rows_of_cells(game.rules(), rows, at, errors),
        other => {
            let remedy = "send a string such as \"XO.......\", a list of rows or a list of cells";
            errors.add(at, ErrorCode::WrongType, format_args!("{} is not a board; {remedy}", Shown(other)));
            None
        }
    }
}

/// Whether a list is one of cells, not of rows: it has as many elements as the board has cells, or none is longer than a cell.
fn is_flat(rules: Rules, list: &[Value]) -> bool {
    let is_cell = |value: &Value| value.as_str().map_or(value.is_null(), |text| text.chars().nth(1).is_none());
    let has_all = list.len() == rules.cells() && rules.width() > 1;
    has_all && !list[0].is_array() || !list.is_empty() && list.iter().all(is_cell)
}

fn flat(rules: Rules, list: &[Value], at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Cells> {
    let before = errors.count();
    if list.len() != rules.cells() {
        add(SetupError::CellCount { expected: rules.cells(), found: list.len() }, at, errors);
    }
    let cells = list.iter().enumerate().map(|(index, value)| one_cell(value, at.index(index), errors)).collect();
    (errors.count() == before).then_some(cells)
}

fn rows_of_cells(rules: Rules, rows: &[Value], at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Cells> {
    let before = errors.count();
    let mut cells = Vec::with_capacity(rules.cells());
    if rows.len() != rules.height() {
        add(SetupError::RowCount { expected: rules.height(), found: rows.len() }, at, errors);
    }
    for (row, value) in rows.iter().enumerate() {
        let at = at.index(row);
        let start = cells.len();
        match value {
            Value::String(text) => {
                cells.extend(text.chars().enumerate().map(|(index, character)| {
                    Setup::parse_cell(character).unwrap_or_else(|| {
                        add(SetupError::UnknownCharacter { index, character }, at, errors);
                        None
                    })
                }));
            }
            Value::Array(row) => {
                cells.extend(row.iter().enumerate().map(|(col, value)| one_cell(value, at.index(col), errors)));
            }
            other => {
                let remedy = "send a string such as \"X.O\" or a list such as [\"X\",\"\",\"O\"]";
                errors.add(at, ErrorCode::WrongType, format_args!("{} is not a row; {remedy}", Shown(other)));
                continue;
            }
        }
        let length = cells.len() - start;
        if length != rules.width() {
            add(SetupError::RowLength { row, expected: rules.width(), found: length }, at, errors);
        }
    }
    (errors.count() == before).then_some(cells)
}

fn one_cell(value: &Value, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Player> {
    let known = match value {
        Value::Null => Some(None),
        Value::String(text) if text.is_empty() => Some(None),
        Value::String(text) => {
            let mut characters = text.chars();
            characters.next().and_then(Setup::parse_cell).filter(|_| characters.next().is_none())
        }
        _ => None,
    };
    known.unwrap_or_else(|| {
        let code = match value {
            Value::String(text) if text.chars().count() == 1 => ErrorCode::UnknownCharacter,
            Value::String(_) => ErrorCode::WrongLength,
            _ => ErrorCode::WrongType,
        };
        let remedy = "send \"X\", \"O\", or \"\" for an empty one";
        errors.add(at, code, format_args!("{} is not a cell; {remedy}", Shown(value)));
        None
    })
}

/// The position after the moves: cells, names or, with gravity, column digits.
fn play(game: &Arc<Game>, moves: &Param<Moves>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Position> {
    let rules = game.rules();
    let cells = match moves.sent()? {
        // A parameter of a query string is column digits or a list.
        Value::String(text) if moves.is_parameter() && !(rules.gravity() && is_digits(text)) => {
            list(rules, &Vec::<CellName>::from_parameter(text), at, errors)?
        }
        Value::String(digits) if rules.gravity() => match parse_columns(game, digits) {
            Ok(cells) => cells,
            Err((index, error)) => {
                errors.add(at, &error, format_args!("digit {} of {}: {error}", index + 1, shown(digits)));
                return None;
            }
        },
        value @ Value::String(_) => {
            let why = "is not a list of moves (column digits are for games with gravity)";
            let detail = format_args!("{} {why}; send a list such as [4, \"a1\"]", Shown(value));
            errors.add(at, ErrorCode::WrongType, detail);
            return None;
        }
        value => list(rules, value, at, errors)?,
    };
    let played = Position::from_moves(Arc::clone(game), &cells);
    played.map_err(|(index, error)| errors.add(at.index(index), &error, error)).ok()
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A list of cells, given as numbers or names; `None` where one of them is not on the board.
pub fn list(rules: Rules, value: &Value, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Vec<Cell>> {
    let Some(items) = value.as_array() else {
        let detail = format_args!("{} is not a list; send cells or names, such as [4, \"a1\"]", Shown(value));
        errors.add(at, ErrorCode::WrongType, detail);
        return None;
    };
    // All of them, so that every bad one is found.
    let cells: Vec<_> =
        items.iter().enumerate().map(|(index, item)| cell(rules, item, at.index(index), errors)).collect();
    cells.into_iter().collect()
}

/// A cell's number or name.
fn cell(rules: Rules, value: &Value, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Cell> {
    let last = rules.cells() - 1;
    let Some(name) = value.as_str() else {
        return integer_or(ErrorCode::NotOnBoard, value, 0..=last as i64, at, errors).map(|cell| cell as Cell);
    };
    let cell = notation::parse_cell(rules, name);
    if cell.is_none() {
        errors.add_with(at, ErrorCode::NotOnBoard, || {
            let highest = notation::cell_name(rules, rules.width() - 1);
            let remedy = format!("send a number from 0 to {last} or a name from a1 to {highest}");
            format!("{} is not a cell of this board; {remedy}", shown(name))
        });
    }
    cell
}
