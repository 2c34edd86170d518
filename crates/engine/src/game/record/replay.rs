//! A game that is played move by move from a record, and checks of the size of its board.

use std::sync::Arc;

use super::error::{RecordError, cut};
use crate::game::{
    Cell, Game, MoveError, Overline, Player, Position, Rules, RulesSpec, Setup, SetupError, SetupErrors, notation,
};

/// Columns and rows.
pub type Size = (u64, u64);

/// Five in a row, or as many as fit, on a board of this size.
pub fn five_in_a_row((width, height): Size) -> Result<Rules, RecordError> {
    let k = width.max(height).min(5);
    let spec = RulesSpec { width, height, k, gravity: false, overline: Overline::Allowed, misere: false };
    Rules::new(spec).map_err(|_| RecordError::SizeOutOfRange { width, height })
}

/// Refuses a record of a board of another size.
pub fn check_size((width, height): Size, rules: &Rules) -> Result<(), RecordError> {
    match (width, height) == (rules.width() as u64, rules.height() as u64) {
        true => Ok(()),
        false => Err(RecordError::OtherSize { width, height, rules: rules.clone() }),
    }
}

/// Plays the moves of a record as they are read.
pub struct Replay {
    position: Position,
    pub moves: Vec<Cell>,
    /// Whether the game began elsewhere than on the empty board with X to move.
    pub is_set_up: bool,
}

impl Replay {
    pub fn new(game: &Arc<Game>) -> Replay {
        Replay { position: Position::new(Arc::clone(game)), moves: Vec::new(), is_set_up: false }
    }

    /// Begins the game on a board; without a side to move it is the one that the counts of its stones tell.
    pub fn begin(&mut self, cells: Vec<Option<Player>>, turn: Option<Player>) -> Result<(), RecordError> {
        let setup = Setup { game: Arc::clone(self.position.game()), cells, turn };
        self.position = setup.into_position(false).map_err(|errors| match errors[..] {
            [SetupError::TurnUnknown { x, o }] => RecordError::UnevenSetup { x, o },
            _ => RecordError::Board(SetupErrors::from_iter(errors)),
        })?;
        self.is_set_up = self.position.stones() > 0 || self.turn() == Player::O;
        Ok(())
    }

    /// Begins the game on the empty board with O to move.
    pub fn begin_with_o(&mut self) -> Result<(), RecordError> {
        self.begin(vec![None; self.rules().cells()], Some(Player::O))
    }

    /// The position after the moves.
    pub fn position(self) -> Position {
        self.position
    }

    /// The position before the moves.
    pub fn start(&self) -> Position {
        self.position.start()
    }

    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// The side to move.
    pub fn turn(&self) -> Player {
        self.position.turn()
    }

    /// The number of the round of the next move, from 1: X moves first in each.
    pub fn round(&self) -> usize {
        self.number() / 2 + usize::from(self.turn() == Player::X || self.moves.len().is_multiple_of(2))
    }

    /// The number of the next move, from 1.
    pub fn number(&self) -> usize {
        self.moves.len() + 1
    }

    /// Plays a move, which stands in the record as `text`; `None` is no cell of the board.
    pub fn play(&mut self, cell: Option<Cell>, text: &str) -> Result<(), RecordError> {
        let number = self.number();
        let cell = cell.ok_or_else(|| self.no_move(text))?;
        let refused = |error: MoveError| RecordError::Move { number, text: cut(text), error };
        self.position.play(cell).map_err(refused)?;
        self.moves.push(cell);
        Ok(())
    }

    /// Plays the move to a cell with this name.
    pub fn play_named(&mut self, name: &str) -> Result<(), RecordError> {
        self.play(notation::parse_cell(self.rules(), name), name)
    }

    /// Plays the move to the column with this letter.
    pub fn play_column(&mut self, letter: char) -> Result<(), RecordError> {
        let text = letter.to_string();
        let column = notation::parse_column(self.rules(), letter).ok_or_else(|| self.no_move(&text))?;
        let refused = MoveError::ColumnFull { column: column + 1 };
        let landing = self.position.landing(column);
        let full = RecordError::Move { number: self.number(), text: text.clone(), error: refused };
        self.play(Some(landing.ok_or(full)?), &text)
    }

    /// Says that the text of a stone that is set up is no cell of the board.
    pub fn no_stone(&self, text: &str) -> RecordError {
        RecordError::NoCell { number: None, text: cut(text), rules: self.rules().clone() }
    }

    /// Says that the text of a move is no cell of the board.
    pub fn no_move(&self, text: &str) -> RecordError {
        RecordError::NoCell { number: Some(self.number()), text: cut(text), rules: self.rules().clone() }
    }
}
