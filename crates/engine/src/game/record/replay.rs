//! A game that is played move by move from a record, and what its size says.

use std::sync::Arc;

use super::error::{RecordError, cut};
use crate::game::{Cell, Game, MoveError, Overline, Player, Position, Rules, RulesSpec, notation};

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
    /// How many of the moves are stones of a setup, whose order is not known.
    pub set_up: usize,
}

impl Replay {
    pub fn new(game: &Arc<Game>) -> Replay {
        Replay { position: Position::new(Arc::clone(game)), moves: Vec::new(), set_up: 0 }
    }

    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// The side to move.
    pub fn turn(&self) -> Player {
        self.position.turn()
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

    /// Says that a text is no cell of the board.
    pub fn no_move(&self, text: &str) -> RecordError {
        RecordError::NoCell { number: self.number(), text: cut(text), rules: self.rules().clone() }
    }
}
