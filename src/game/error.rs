//! What can be wrong with a board or a move, in words that name the bad value and the remedy.

use std::fmt;

use super::{Cell, Player, Rules, notation};

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The cell is not on the board, which has this many cells.
    OffBoard { cell: Cell, cells: usize },
    /// There is a stone already.
    Occupied { rules: Rules, cell: Cell, by: Player },
    /// The stone would hang in the air; it would fall to `lands`.
    Floating { rules: Rules, cell: Cell, lands: Cell },
    /// Column digits named a column that does not exist.
    NoColumn { column: char, width: usize },
    /// Column digits named a column that is full.
    ColumnFull { column: usize },
    /// The game is over.
    GameOver,
}

impl std::error::Error for MoveError {}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = notation::cell_name;
        match *self {
            MoveError::OffBoard { cell, cells } => {
                write!(f, "cell {cell} is not on the board; cells are 0 to {}", cells - 1)
            }
            MoveError::Occupied { rules, cell, by } => {
                write!(f, "cell {cell} ({}) is taken by {}; choose an empty cell", name(rules, cell), by.symbol())
            }
            MoveError::Floating { rules, cell, lands } => write!(
                f,
                "a stone at cell {cell} ({}) would float; in that column the next stone lands on cell {lands} ({})",
                name(rules, cell),
                name(rules, lands)
            ),
            MoveError::NoColumn { column, width } => {
                write!(f, "{column:?} is not a column; columns are the digits 1 to {}", width.min(9))
            }
            MoveError::ColumnFull { column } => write!(f, "column {column} is full; choose another column"),
            MoveError::GameOver => f.write_str("the game is over before this move; leave it out"),
        }
    }
}

/// Why a board is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Not as many cells as the board has.
    CellCount { expected: usize, found: usize },
    /// A separated row that is not as long as the board is wide.
    RowLength { row: usize, expected: usize, found: usize },
    /// Not as many separated rows as the board is high.
    RowCount { expected: usize, found: usize },
    /// A character that is neither a stone nor an empty cell, at this index of the string.
    UnknownCharacter { index: usize, character: char },
    /// A stone above an empty cell, where stones fall.
    Floating { rules: Rules, cell: Cell },
    /// Both sides have completed a line.
    TwoWinners,
    /// The stone counts do not say whose turn it is.
    TurnUnknown { x: usize, o: usize },
    /// Asked to be strict: alternate play, X first, cannot lead here.
    Unreachable { x: usize, o: usize, turn: Player },
    /// Asked to be strict: a bounded search does not decide whether alternate play can lead here.
    ReachUndecided,
}

impl std::error::Error for SetupError {}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::CellCount { expected, found } => {
                write!(f, "the board has {found} cells; this game has {expected}: send one of X, O and . for each")
            }
            SetupError::RowLength { row, expected, found } => {
                write!(f, "row {row} (from 0, at the top) has {found} cells; a row of this game has {expected}")
            }
            SetupError::RowCount { expected, found } => {
                write!(f, "the board has {found} rows; this game has {expected}")
            }
            SetupError::UnknownCharacter { index, character } => write!(
                f,
                "character {character:?} at index {index} is not a cell; use X or O for a stone and . for an empty cell"
            ),
            SetupError::Floating { rules, cell } => write!(
                f,
                "the stone at cell {cell} ({}) floats above an empty cell; in this game stones fall",
                notation::cell_name(rules, cell)
            ),
            SetupError::TwoWinners => f.write_str("both X and O have completed a line; at most one side can have"),
            SetupError::TurnUnknown { x, o } => {
                write!(f, "{x} X and {o} O stones do not say whose turn it is; send \"turn\": \"X\" or \"turn\": \"O\"")
            }
            SetupError::Unreachable { x, o, turn } => write!(
                f,
                "alternate play with X first cannot lead to this board ({x} X, {o} O, {} to move); \
                 correct it, or leave out \"strict\"",
                turn.symbol()
            ),
            SetupError::ReachUndecided => f.write_str(
                "whether alternate play can lead to this board could not be decided within the bound of its search; \
                 send \"moves\" instead of the board, or leave out \"strict\"",
            ),
        }
    }
}
