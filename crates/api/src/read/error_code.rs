//! The codes of field errors, for programs: a closed list.

use serde::{Serialize, Serializer};
use strum::VariantArray as _;

use inarow_engine::engine::EngineError;
use inarow_engine::game::record::RecordError;
use inarow_engine::game::{LinesError, MoveError, RulesError, SetupError};
use inarow_engine::heuristic::HeuristicError;

/// The kind of an error of a field. `ErrorCode` in `openapi.yaml` has a table of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum ErrorCode {
    /// No field or member has this name.
    UnknownField,
    /// A field is given more than once; or a cell, a line or a place, where each may be given once.
    Repeated,
    /// A required field is absent, or a cell from the columns.
    Missing,
    /// Fields are in the query string of a POST.
    Misplaced,
    /// The value is of another JSON type; in a query string, its text is none of a number or of a flag.
    WrongType,
    /// A text that should be JSON is not.
    NotJson,
    /// The text is none of the names allowed.
    NotAChoice,
    /// The number has a fraction.
    NotWhole,
    /// The number is too small or too large.
    OutOfRange,
    /// A board, a row, a list or an object has too few or too many parts.
    WrongLength,
    /// A record has none of the known forms, or is not well-formed.
    Unreadable,
    /// A character of a board or of a shape stands for no cell.
    UnknownCharacter,
    /// Two fields, or two values, exclude each other; or a line contains another.
    Conflict,
    /// No such cell or column is on the board.
    NotOnBoard,
    /// The cell has a stone.
    CellTaken,
    /// The column has no empty cell.
    ColumnFull,
    /// A stone would hang above an empty cell.
    FloatingStone,
    /// The moves or stones of a record are not those of X and O in turn.
    NotAlternating,
    /// The game is over before.
    GameOver,
    /// Both sides have a complete line.
    TwoWinners,
    /// The stone counts do not say whose turn it is.
    TurnUnknown,
    /// Alternate play cannot lead to the board.
    Unreachable,
    /// A bounded search does not decide whether alternate play can lead to the board.
    Undecided,
    /// No legal move is left to choose from.
    NoMoveLeft,
    /// An algorithm, a heuristic, a record or a shape is not for these rules.
    DoesNotFit,
    /// The work, the answer or a generated board would pass a limit.
    TooLarge,
}

impl ErrorCode {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl From<&SetupError> for ErrorCode {
    fn from(error: &SetupError) -> Self {
        match error {
            SetupError::CellCount { .. } | SetupError::RowLength { .. } | SetupError::RowCount { .. } => {
                ErrorCode::WrongLength
            }
            SetupError::UnknownCharacter { .. } => ErrorCode::UnknownCharacter,
            SetupError::Floating { .. } => ErrorCode::FloatingStone,
            SetupError::TwoWinners => ErrorCode::TwoWinners,
            SetupError::TurnUnknown { .. } => ErrorCode::TurnUnknown,
            SetupError::Unreachable { .. } => ErrorCode::Unreachable,
            SetupError::ReachUndecided => ErrorCode::Undecided,
        }
    }
}

impl From<&MoveError> for ErrorCode {
    fn from(error: &MoveError) -> Self {
        match error {
            MoveError::OffBoard { .. } | MoveError::NoColumn { .. } => ErrorCode::NotOnBoard,
            MoveError::Occupied { .. } => ErrorCode::CellTaken,
            MoveError::Floating { .. } => ErrorCode::FloatingStone,
            MoveError::ColumnFull { .. } => ErrorCode::ColumnFull,
            MoveError::GameOver => ErrorCode::GameOver,
        }
    }
}

impl From<&RecordError> for ErrorCode {
    fn from(error: &RecordError) -> Self {
        match error {
            RecordError::Empty
            | RecordError::UnknownForm
            | RecordError::Malformed { .. }
            | RecordError::Numbering { .. } => ErrorCode::Unreadable,
            RecordError::NoCell { .. } => ErrorCode::NotOnBoard,
            RecordError::Move { error, .. } => error.into(),
            RecordError::WrongSide { .. } | RecordError::SideMissing { .. } => ErrorCode::NotAlternating,
            RecordError::UnevenSetup { .. } => ErrorCode::TurnUnknown,
            RecordError::NoGravity | RecordError::OtherGame { .. } => ErrorCode::DoesNotFit,
            RecordError::OtherSize { .. } | RecordError::OtherRules { .. } => ErrorCode::Conflict,
            RecordError::SizeOutOfRange { .. } => ErrorCode::OutOfRange,
            RecordError::Board(errors) => errors.listed.first().map_or(ErrorCode::Unreadable, ErrorCode::from),
        }
    }
}

impl From<&RulesError> for ErrorCode {
    fn from(error: &RulesError) -> Self {
        match error {
            RulesError::Width(_) | RulesError::Height(_) | RulesError::K { .. } => ErrorCode::OutOfRange,
        }
    }
}

impl From<&LinesError> for ErrorCode {
    fn from(error: &LinesError) -> Self {
        match error {
            LinesError::NoLine
            | LinesError::TooManyLines { found: Some(_) }
            | LinesError::LineLength { .. }
            | LinesError::EmptyColumn { .. }
            | LinesError::LayoutLength { .. }
            | LinesError::DimensionCount(_)
            | LinesError::WrapCount { .. }
            | LinesError::ShapeCells(_) => ErrorCode::WrongLength,
            LinesError::CellOutOfRange { .. } | LinesError::ColumnOutOfRange { .. } => ErrorCode::NotOnBoard,
            LinesError::RepeatedCell { .. }
            | LinesError::SameLine { .. }
            | LinesError::RepeatedInColumns { .. }
            | LinesError::SamePlace { .. } => ErrorCode::Repeated,
            LinesError::ContainsLine { .. } => ErrorCode::Conflict,
            LinesError::OutsideColumns { .. } => ErrorCode::Missing,
            LinesError::TooManyLines { found: None } | LinesError::DimensionProduct(_) => ErrorCode::TooLarge,
            LinesError::Cells(_)
            | LinesError::PlaceOutOfRange { .. }
            | LinesError::DimensionSize { .. }
            | LinesError::K { .. }
            | LinesError::Axis { .. }
            | LinesError::Width(_)
            | LinesError::Height(_) => ErrorCode::OutOfRange,
            LinesError::ShapeCharacter { .. } => ErrorCode::UnknownCharacter,
            LinesError::ShapeTooLarge { .. } => ErrorCode::DoesNotFit,
        }
    }
}

impl From<&HeuristicError> for ErrorCode {
    fn from(error: &HeuristicError) -> Self {
        match error {
            HeuristicError::WeightCount { .. } => ErrorCode::WrongLength,
            HeuristicError::TooLarge { .. } => ErrorCode::DoesNotFit,
        }
    }
}

impl From<&EngineError> for ErrorCode {
    fn from(error: &EngineError) -> Self {
        match error {
            EngineError::GameOver => ErrorCode::GameOver,
            EngineError::NoMoves => ErrorCode::NoMoveLeft,
            EngineError::TooLarge(_) | EngineError::Unsolvable | EngineError::MisereRules => ErrorCode::DoesNotFit,
            EngineError::Heuristic(error) => error.into(),
        }
    }
}
