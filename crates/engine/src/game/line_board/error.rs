//! Errors of the lines of a game. Their texts name the bad value and the remedy.

use std::fmt;

use super::LineBoard;
use crate::game::error::counted;
use crate::game::{Errors, Rules};

/// An error of a [`LinesSpec`](super::LinesSpec), a [`DimensionsSpec`](super::DimensionsSpec) or a
/// [`ShapeSpec`](super::ShapeSpec). Its [`place`](LinesError::place) tells which member has it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LinesError {
    /// The number of cells is out of range.
    Cells(u64),
    /// There is no line.
    NoLine,
    /// There are more than [`LineBoard::LINES_MAX`] lines; `found` is the number of those that are listed, `None` of generated
    /// ones, whose generation ends there.
    TooManyLines {
        /// The number found.
        found: Option<usize>,
    },
    /// A line has too few or too many cells.
    LineLength {
        /// The line, from 0.
        line: usize,
        /// The number found.
        found: usize,
    },
    /// A line has a cell that the board does not have.
    CellOutOfRange {
        /// The line, from 0.
        line: usize,
        /// The index in the line.
        index: usize,
        /// The cell.
        cell: u64,
        /// Cells of the board.
        cells: usize,
    },
    /// A line has a cell twice.
    RepeatedCell {
        /// The line, from 0.
        line: usize,
        /// The index in the line.
        index: usize,
        /// The cell.
        cell: u64,
    },
    /// A line has the same cells as an earlier one.
    SameLine {
        /// The line, from 0.
        line: usize,
        /// The earlier one.
        earlier: usize,
    },
    /// A line contains all cells of another, which is always complete first.
    ContainsLine {
        /// The longer line, from 0.
        line: usize,
        /// The line inside.
        inner: usize,
    },
    /// A column has no cell.
    EmptyColumn {
        /// The column, from 0.
        column: usize,
    },
    /// A column has a cell that the board does not have.
    ColumnOutOfRange {
        /// The column, from 0.
        column: usize,
        /// The index in the column.
        index: usize,
        /// The cell.
        cell: u64,
        /// Cells of the board.
        cells: usize,
    },
    /// A cell is in the columns twice.
    RepeatedInColumns {
        /// The column, from 0.
        column: usize,
        /// The index in the column.
        index: usize,
        /// The cell.
        cell: u64,
        /// The column that has it already.
        earlier: usize,
    },
    /// A cell is in no column.
    OutsideColumns {
        /// The cell.
        cell: usize,
    },
    /// The layout has a place too many or too few.
    LayoutLength {
        /// Cells of the board.
        cells: usize,
        /// The number found.
        found: usize,
    },
    /// A place has a row or a column out of range.
    PlaceOutOfRange {
        /// The cell.
        cell: usize,
        /// 0 for the row, 1 for the column.
        index: usize,
        /// The number.
        value: u64,
    },
    /// Two cells have the same place.
    SamePlace {
        /// The cell.
        cell: usize,
        /// The earlier one.
        earlier: usize,
    },
    /// There are too few or too many dimensions.
    DimensionCount(usize),
    /// A dimension has no cell, or more than a board may have.
    DimensionSize {
        /// The dimension, from 0.
        dimension: usize,
        /// Its size.
        size: u64,
    },
    /// The product of the dimensions is too large.
    DimensionProduct(u128),
    /// `k` is too small or too large.
    K {
        /// Stones in a row that end the game.
        k: u64,
        /// The largest for these dimensions.
        max: u64,
    },
    /// There are not as many flags of wrapping as dimensions.
    WrapCount {
        /// Dimensions.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The axis of gravity is no dimension.
    Axis {
        /// The axis, from 0.
        axis: u64,
        /// Dimensions.
        dimensions: usize,
    },
    /// The width is out of range.
    Width(u64),
    /// The height is out of range.
    Height(u64),
    /// A character of a shape is neither a cell nor a separator; `index` counts characters.
    ShapeCharacter {
        /// Its place in the text.
        index: usize,
        /// The character.
        character: char,
    },
    /// A shape has too few or too many cells.
    ShapeCells(usize),
    /// The shape fits the board nowhere.
    ShapeTooLarge {
        /// Columns of the shape.
        width: usize,
        /// Rows of the shape.
        height: usize,
    },
}

/// The place of an error: a member of the specification and up to two indices inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinesPlace {
    /// The name of the member.
    pub member: &'static str,
    /// The index in it, and the index in that.
    pub indices: [Option<usize>; 2],
}

impl LinesError {
    /// The place of the error.
    #[must_use]
    pub fn place(&self) -> LinesPlace {
        use LinesError as E;
        let (member, indices) = match *self {
            E::Cells(_) => ("cells", [None; 2]),
            E::NoLine | E::TooManyLines { found: Some(_) } => ("lines", [None; 2]),
            E::LineLength { line, .. } | E::SameLine { line, .. } | E::ContainsLine { line, .. } => {
                ("lines", [Some(line), None])
            }
            E::CellOutOfRange { line, index, .. } | E::RepeatedCell { line, index, .. } => {
                ("lines", [Some(line), Some(index)])
            }
            E::EmptyColumn { column } => ("above", [Some(column), None]),
            E::ColumnOutOfRange { column, index, .. } | E::RepeatedInColumns { column, index, .. } => {
                ("above", [Some(column), Some(index)])
            }
            E::OutsideColumns { .. } => ("above", [None; 2]),
            E::LayoutLength { .. } => ("layout", [None; 2]),
            E::PlaceOutOfRange { cell, index, .. } => ("layout", [Some(cell), Some(index)]),
            E::SamePlace { cell, .. } => ("layout", [Some(cell), None]),
            E::DimensionCount(_) | E::DimensionProduct(_) => ("dimensions", [None; 2]),
            E::DimensionSize { dimension, .. } => ("dimensions", [Some(dimension), None]),
            E::K { .. } | E::TooManyLines { found: None } => ("k", [None; 2]),
            E::WrapCount { .. } => ("wrap", [None; 2]),
            E::Axis { .. } => ("gravity", [None; 2]),
            E::Width(_) => ("width", [None; 2]),
            E::Height(_) => ("height", [None; 2]),
            E::ShapeCharacter { .. } | E::ShapeCells(_) | E::ShapeTooLarge { .. } => ("shape", [None; 2]),
        };
        LinesPlace { member, indices }
    }
}

impl std::error::Error for LinesError {}

impl fmt::Display for LinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells_max = Rules::CELLS_MAX;
        let (shortest, longest) = (LineBoard::LINE_CELLS_MIN, LineBoard::LINE_CELLS_MAX);
        match self {
            LinesError::Cells(cells) => write!(f, "{cells} cells are out of range; use 1 to {cells_max}"),
            LinesError::TooManyLines { .. } | LinesError::NoLine => self.of_count(f),
            LinesError::LineLength { line, found } => {
                let found = counted(*found, "cell");
                write!(f, "line {line} has {found}; lines have {shortest} to {longest}")
            }
            LinesError::CellOutOfRange { line, cell, cells, .. } => {
                write!(f, "cell {cell} of line {line} is not on the board; cells are 0 to {}", cells - 1)
            }
            LinesError::RepeatedCell { line, cell, .. } => {
                write!(f, "cell {cell} is in line {line} twice; name each cell once")
            }
            LinesError::SameLine { line, earlier } => {
                write!(f, "line {line} has the same cells as line {earlier}; leave one of them out")
            }
            LinesError::ContainsLine { line, inner } => write!(
                f,
                "line {line} contains all cells of line {inner}, which is always complete first; leave one of them out"
            ),
            _ => self.of_columns_and_layout(f),
        }
    }
}

impl LinesError {
    fn of_count(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines_max = LineBoard::LINES_MAX;
        match self {
            LinesError::TooManyLines { found: Some(found) } => {
                write!(f, "{found} lines are too many; a game has at most {lines_max}")
            }
            LinesError::TooManyLines { found: None } => {
                write!(f, "this board has more than {lines_max} lines; use fewer dimensions or another k")
            }
            _ => f.write_str("there is no line, so that nobody can win; list at least one"),
        }
    }

    fn of_columns_and_layout(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinesError::EmptyColumn { column } => write!(f, "column {column} has no cell; leave it out"),
            LinesError::ColumnOutOfRange { column, cell, cells, .. } => {
                write!(f, "cell {cell} of column {column} is not on the board; cells are 0 to {}", cells - 1)
            }
            LinesError::RepeatedInColumns { column, cell, earlier, .. } => write!(
                f,
                "cell {cell} of column {column} is in column {earlier} already; each cell belongs to one column, once"
            ),
            LinesError::OutsideColumns { cell } => {
                write!(f, "cell {cell} is in no column; each cell belongs to one, from the bottom up")
            }
            LinesError::LayoutLength { cells, found } => {
                let (found, cells) = (counted(*found, "place"), counted(*cells, "cell"));
                write!(f, "the layout has {found}; this board has {cells}, and each has a place")
            }
            LinesError::PlaceOutOfRange { cell, index, value } => write!(
                f,
                "the {} {value} of cell {cell} is out of range; use 0 to {}",
                if *index == 0 { "row" } else { "column" },
                LineBoard::PLACE_MAX
            ),
            LinesError::SamePlace { cell, earlier } => {
                write!(f, "cell {cell} has the same place as cell {earlier}; each cell has its own")
            }
            _ => self.of_generators(f),
        }
    }

    fn of_generators(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells_max, side_max) = (Rules::CELLS_MAX, Rules::SIDE_MAX);
        let (shortest, longest) = (LineBoard::LINE_CELLS_MIN, LineBoard::LINE_CELLS_MAX);
        match self {
            LinesError::DimensionCount(found) => {
                write!(f, "{found} dimensions are out of range; use 1 to {}", LineBoard::DIMENSIONS_MAX)
            }
            LinesError::DimensionSize { dimension, size } => {
                write!(f, "size {size} of dimension {dimension} is out of range; use 1 to {cells_max} cells")
            }
            LinesError::DimensionProduct(cells) => {
                write!(f, "the dimensions multiply to {cells} cells; a board has at most {cells_max}")
            }
            LinesError::K { max, .. } if *max < shortest as u64 => {
                write!(f, "no line of {shortest} cells fits these dimensions; use larger ones")
            }
            LinesError::K { k, max } => {
                write!(f, "k {k} is out of range; with these dimensions use {shortest} to {max}")
            }
            LinesError::WrapCount { expected, found } => {
                let (found, dimensions) = (counted(*found, "flag"), counted(*expected, "dimension"));
                write!(f, "wrap has {found}; this board has {dimensions}: send one flag for each")
            }
            LinesError::Axis { axis, dimensions } => {
                write!(f, "axis {axis} is not a dimension of this board; axes are 0 to {}", dimensions - 1)
            }
            LinesError::Width(width) => write!(f, "width {width} is out of range; use 1 to {side_max} cells"),
            LinesError::Height(height) => write!(f, "height {height} is out of range; use 1 to {side_max} cells"),
            LinesError::ShapeCharacter { index, character } => write!(
                f,
                "character {character:?} at index {index} is not a cell of a shape; use X for a cell, . for none, and / between rows"
            ),
            LinesError::ShapeCells(found) => {
                let found = counted(*found, "cell");
                write!(f, "the shape has {found}; a line has {shortest} to {longest}")
            }
            LinesError::ShapeTooLarge { width, height } => {
                write!(f, "the shape of {width}×{height} cells fits nowhere on this board; use a larger board")
            }
            _ => Ok(()),
        }
    }
}

/// The errors of a specification.
pub type LinesErrors = Errors<LinesError>;
