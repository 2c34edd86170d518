//! Errors of moves and boards. Their texts name the bad value and the remedy.

use std::fmt;

use super::notation::{self, CellNames};
use super::{Cell, Player};

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum MoveError {
    /// The board has only `cells` cells.
    OffBoard {
        /// The cell.
        cell: Cell,
        /// Cells of the board.
        cells: usize,
    },
    /// The cell has a stone.
    Occupied {
        /// The names of the cells.
        names: CellNames,
        /// The cell.
        cell: Cell,
        /// The owner of the stone there.
        by: Player,
    },
    /// The cell below is empty; a stone in this column lands on `lands`.
    Floating {
        /// The names of the cells.
        names: CellNames,
        /// The cell.
        cell: Cell,
        /// The cell where a stone in that column lands.
        lands: Cell,
    },
    /// A column digit names no column.
    NoColumn {
        /// The column that is asked for.
        column: char,
        /// Columns of the board that have digits or letters; 0 if none has.
        width: usize,
    },
    /// The move is in a full column, from 1, of a game with gravity.
    ColumnFull {
        /// The column that is asked for.
        column: usize,
    },
    /// The game is over.
    GameOver,
}

impl std::error::Error for MoveError {}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveError::OffBoard { cell, cells } => {
                write!(f, "cell {cell} is not on the board; cells are 0 to {}", cells - 1)
            }
            MoveError::Occupied { names, cell, by } => {
                write!(f, "{} is taken by {}; choose an empty cell", names.with_number(cell), by.symbol())
            }
            MoveError::Floating { names, cell, lands } => write!(
                f,
                "a stone at {} would float; in that column the next stone lands on {}",
                names.with_number(cell),
                names.with_number(lands)
            ),
            MoveError::NoColumn { column, width: 0 } => {
                write!(f, "{column:?} is not a column: the columns of this game have no digits; name the cells")
            }
            MoveError::NoColumn { column, width } => {
                write!(f, "{column:?} is not a column; columns are the digits 1 to {}", width.min(9))?;
                if width > 9 {
                    write!(f, ", and in a list the letters a to {}", notation::column_letter(width - 1))?;
                }
                if column == '0' && width <= 9 {
                    let last = notation::column_letter(width - 1);
                    write!(f, ": where yours count from 0, send letters, from \"a\" for 0 to \"{last}\"")?;
                }
                Ok(())
            }
            MoveError::ColumnFull { column } => {
                let letter = notation::column_letter(column - 1);
                write!(f, "column {column} ({letter}) is full; choose another column")
            }
            MoveError::GameOver => f.write_str("the game is over before this move; leave it out"),
        }
    }
}

/// A move of a list that is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// Its place in the list, from 0.
    pub index: usize,
    /// Why it is illegal.
    pub error: MoveError,
}

impl std::error::Error for IllegalMove {}

/// The number of the move, from 1, and why it is illegal.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.index + 1, self.error)
    }
}

/// Why a board is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum SetupError {
    /// The number of cells is wrong.
    CellCount {
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A row has the wrong length.
    RowLength {
        /// The row, from 0, at the top.
        row: usize,
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The number of rows is wrong.
    RowCount {
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A character stands for no cell; `index` counts characters.
    UnknownCharacter {
        /// Its place in the text.
        index: usize,
        /// The character.
        character: char,
    },
    /// A stone lies above an empty cell, in a game with gravity.
    Floating {
        /// The names of the cells.
        names: CellNames,
        /// The cell.
        cell: Cell,
    },
    /// Both sides have a complete line.
    TwoWinners,
    /// The stone counts do not determine the side to move.
    TurnUnknown {
        /// Stones of X.
        x: usize,
        /// Stones of O.
        o: usize,
    },
    /// Strict only: alternate play, X first, cannot lead to the board.
    Unreachable {
        /// Stones of X.
        x: usize,
        /// Stones of O.
        o: usize,
        /// The side to move.
        turn: Player,
    },
    /// Strict only: the bounded search of [`super::Position::reachable`] is undecided.
    ReachUndecided,
}

impl std::error::Error for SetupError {}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::CellCount { expected, found } => {
                let found = counted(found, "cell");
                write!(f, "the board has {found}; this game has {expected}: send one of X, O and . for each")
            }
            SetupError::RowLength { row, expected, found } => {
                let found = counted(found, "cell");
                write!(f, "row {row} (from 0, at the top) has {found}; a row of this game has {expected}")
            }
            SetupError::RowCount { expected, found } => {
                let found = counted(found, "row");
                write!(f, "the board has {found}; this game has {expected}")
            }
            SetupError::UnknownCharacter { index, character } => write!(
                f,
                "character {character:?} at index {index} is not a cell; use X or O for a stone and . for an empty cell"
            ),
            SetupError::Floating { names, cell } => write!(
                f,
                "the stone at {} floats above an empty cell; in this game stones fall",
                names.with_number(cell)
            ),
            SetupError::TwoWinners => f.write_str("both X and O have a complete line; only one side can"),
            SetupError::TurnUnknown { x, o } => {
                write!(f, "{x} X and {o} O stones do not say whose turn it is")
            }
            SetupError::Unreachable { x, o, turn } => write!(
                f,
                "alternate play with X first cannot lead to this board ({x} X, {o} O, {} to move)",
                turn.symbol()
            ),
            SetupError::ReachUndecided => {
                f.write_str("a bounded search cannot decide whether alternate play leads to this board")
            }
        }
    }
}

/// A number with its noun, e.g. "1 cell" or "2 cells".
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
