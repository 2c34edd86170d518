//! Any board, perhaps an illegal one; [`Setup::into_position`] finds all that is wrong with it.

use std::sync::Arc;

use super::{Game, Player, Position, SetupError};

/// A board as somebody sent it: cells and, where known, whose turn it is.
#[derive(Clone, Debug)]
pub struct Setup {
    pub game: Arc<Game>,
    /// One entry a cell, row by row from the top left.
    pub cells: Vec<Option<Player>>,
    /// The side to move; `None` infers it from the stone counts.
    pub turn: Option<Player>,
}

/// What is wrong with a board string.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct SetupErrors {
    /// The first [`Setup::ERRORS_MAX`].
    pub listed: Vec<SetupError>,
    /// All of them.
    pub count: usize,
}

impl SetupErrors {
    fn add(&mut self, error: SetupError) {
        if self.listed.len() < Setup::ERRORS_MAX {
            self.listed.push(error);
        }
        self.count += 1;
    }
}

impl Setup {
    /// How many errors of one board string are listed.
    pub const ERRORS_MAX: usize = 64;

    /// What a character of a board stands for, if it stands for a cell.
    #[must_use]
    pub fn parse_cell(character: char) -> Option<Option<Player>> {
        match character {
            'X' | 'x' => Some(Some(Player::X)),
            'O' | 'o' => Some(Some(Player::O)),
            '.' | '-' | '_' => Some(None),
            _ => None,
        }
    }

    /// Reads a board string: rows top to bottom, `X`, `O` and `.` in either case, also `-` and `_` for empty, with `/`
    /// or line ends between rows if wanted.
    ///
    /// # Errors
    /// Every unknown character, and a number of cells or rows that is not the board's.
    pub fn parse(game: &Game, board: &str) -> Result<Vec<Option<Player>>, SetupErrors> {
        let rules = game.rules();
        let mut cells = Vec::with_capacity(rules.cells());
        let mut errors = SetupErrors::default();
        let mut row_ends = Vec::new();
        for (index, character) in board.chars().enumerate() {
            match character {
                '\r' => {}
                '/' | '\n' => row_ends.push(cells.len()),
                _ => cells.push(Self::parse_cell(character).unwrap_or_else(|| {
                    errors.add(SetupError::UnknownCharacter { index, character });
                    // It stands for a cell all the same: the count of cells is not at error, too.
                    None
                })),
            }
        }
        if row_ends.last() == Some(&cells.len()) {
            row_ends.pop(); // a line end behind the last row
        }
        if row_ends.is_empty() {
            if cells.len() != rules.cells() {
                errors.add(SetupError::CellCount { expected: rules.cells(), found: cells.len() });
            }
        } else {
            row_ends.push(cells.len());
            row_errors(game, &row_ends).into_iter().for_each(|error| errors.add(error));
        }
        if errors.count == 0 { Ok(cells) } else { Err(errors) }
    }

    /// The position, if the board is one. `strict` refuses boards that alternate play could not have reached, and those
    /// for which this is not decided: see [`Position::reachable`].
    ///
    /// # Errors
    /// All that is wrong with the board.
    pub fn into_position(self, strict: bool) -> Result<Position, Vec<SetupError>> {
        let rules = self.game.rules();
        if self.cells.len() != rules.cells() {
            return Err(vec![SetupError::CellCount { expected: rules.cells(), found: self.cells.len() }]);
        }
        let mut errors = Vec::new();
        if rules.gravity() {
            let floats = |cell: usize| self.cells[cell].is_some() && self.cells[cell + rules.width()].is_none();
            let floating = (0..rules.cells() - rules.width()).filter(|&cell| floats(cell));
            errors.extend(floating.map(|cell| SetupError::Floating { rules, cell }));
        }
        let count = |player| self.cells.iter().filter(|&&stone| stone == Some(player)).count();
        let (x, o) = (count(Player::X), count(Player::O));
        let mut position = Position::from_cells(self.game, &self.cells);
        let [x_line, o_line] = Player::ALL.map(|player| position.has_line(player));
        if x_line && o_line {
            errors.push(SetupError::TwoWinners);
        }
        let owner = if x_line { Some(Player::X) } else { o_line.then_some(Player::O) };
        // Where the counts do not say, the side that completed a line has moved last.
        let by_counts = match (x, o) {
            _ if x == o => Some(Player::X),
            _ if x == o + 1 => Some(Player::O),
            _ => owner.map(Player::opponent),
        };
        match self.turn.or(by_counts) {
            Some(turn) => position.finish_setup(turn, owner),
            None => errors.push(SetupError::TurnUnknown { x, o }),
        }
        if errors.is_empty() && strict {
            match position.reachable() {
                Some(true) => {}
                Some(false) => errors.push(SetupError::Unreachable { x, o, turn: position.turn() }),
                None => errors.push(SetupError::ReachUndecided),
            }
        }
        if errors.is_empty() { Ok(position) } else { Err(errors) }
    }
}

/// What is wrong with separated rows that end at these cells.
fn row_errors(game: &Game, row_ends: &[usize]) -> Vec<SetupError> {
    let (width, height) = (game.rules().width(), game.rules().height());
    if row_ends.len() != height {
        return vec![SetupError::RowCount { expected: height, found: row_ends.len() }];
    }
    let starts = std::iter::once(0).chain(row_ends.iter().copied());
    let lengths = starts.zip(row_ends).map(|(start, end)| end - start).enumerate();
    lengths
        .filter(|&(_, found)| found != width)
        .map(|(row, found)| SetupError::RowLength { row, expected: width, found })
        .collect()
}
