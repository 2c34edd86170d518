//! Games that are a list of lines: any cells, any lines of them, and if stones fall, columns.
//!
//! A board is given as a list ([`LinesSpec`]) or generated: of any dimensions ([`DimensionsSpec`]), or of the copies of a
//! polyomino ([`ShapeSpec`]). [`Rules::from_lines`] and its like check it. A board that says what an ordinary board says becomes that one.

mod check;
mod dimensions;
mod error;
mod layout;
mod presets;
mod recognise;
mod shape;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use dimensions::DimensionsSpec;
pub use error::{LinesError, LinesErrors, LinesPlace};
pub(super) use presets::rules as line_preset;
pub use shape::ShapeSpec;

use super::{Cell, Rules};
use crate::game::zobrist::mix;

/// An unchecked list of lines, see [`Rules::from_lines`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LinesSpec {
    /// The number of cells.
    pub cells: u64,
    /// The cells of each line. A line is complete when all its cells are one side's.
    pub lines: Vec<Vec<u64>>,
    /// Where stones fall: the cells of each column from the bottom up. The columns partition the cells.
    pub above: Option<Vec<Vec<u64>>>,
    /// The place of each cell in pictures: row and column from the top left, 0 to [`LineBoard::PLACE_MAX`].
    pub layout: Option<Vec<[u64; 2]>>,
    /// Whether a complete line loses instead of winning.
    pub misere: bool,
}

/// How the lines of a board were given.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LinesOrigin {
    /// The lines were given as a list.
    List,
    /// The sizes of its dimensions were given: every `k` cells in a row in any direction are a line.
    Dimensions {
        /// The size of each dimension; cells are numbered along the first.
        dimensions: Vec<usize>,
        /// Cells of a line.
        k: usize,
        /// Whether each dimension wraps around.
        wrap: Vec<bool>,
        /// The axis along which stones fall, towards its largest index.
        gravity: Option<usize>,
    },
    /// A polyomino was given: all its turned and reflected copies on a board of `width` × `height` cells are lines.
    Shape {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// The rows of the polyomino, of `X` and `.`, separated by `/`.
        shape: String,
    },
}

/// A checked board of a game that is a list of lines.
#[derive(Clone)]
pub struct LineBoard {
    cells: usize,
    /// The cells of all lines, one line after the other; line `l` has `line_cells[starts[l]..starts[l + 1]]`.
    line_cells: Vec<u16>,
    starts: Vec<u32>,
    /// The cells of each column from the bottom up; empty where stones do not fall.
    columns: Vec<Vec<u16>>,
    /// Row and column of each cell.
    layout: Vec<[u8; 2]>,
    origin: LinesOrigin,
    /// A hash of all that.
    hash: u64,
}

impl LineBoard {
    /// Most lines.
    pub const LINES_MAX: usize = 4_096;
    /// Fewest cells of a line.
    pub const LINE_CELLS_MIN: usize = 2;
    /// Most cells of a line.
    pub const LINE_CELLS_MAX: usize = 12;
    /// The last row and the last column of a layout.
    pub const PLACE_MAX: usize = 99;
    /// Most dimensions of a [`DimensionsSpec`].
    pub const DIMENSIONS_MAX: usize = 8;

    /// A board of checked parts.
    fn new(
        cells: usize,
        lines: &[Vec<u16>],
        columns: Vec<Vec<u16>>,
        layout: Vec<[u8; 2]>,
        origin: LinesOrigin,
    ) -> LineBoard {
        let mut starts = vec![0];
        starts.extend(lines.iter().scan(0, |end, line| {
            *end += line.len() as u32;
            Some(*end)
        }));
        let mut board = LineBoard { cells, line_cells: lines.concat(), starts, columns, layout, origin, hash: 0 };
        board.hash = board.hash_of_content();
        board
    }

    /// A hash that is the same in every run, so that everything that depends on it is reproducible.
    fn hash_of_content(&self) -> u64 {
        let numbers = self.line_cells.iter().map(|&cell| u64::from(cell));
        let ends = self.starts.iter().map(|&start| u64::from(start));
        let columns =
            self.columns.iter().flat_map(|column| column.iter().map(|&cell| u64::from(cell)).chain([u64::MAX]));
        let places = self.layout.iter().map(|&[row, col]| u64::from(row) << 8 | u64::from(col));
        let all = numbers.chain(ends).chain(columns).chain(places);
        all.fold(self.cells as u64, |hash, number| mix(hash ^ number.wrapping_add(0x9e37_79b9)))
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of lines.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of each line, in the order in which they were given.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[u16]> + Clone {
        self.starts.windows(2).map(|ends| &self.line_cells[ends[0] as usize..ends[1] as usize])
    }

    /// The cells of each column from the bottom up; none where stones do not fall.
    #[must_use]
    pub fn columns(&self) -> &[Vec<u16>] {
        &self.columns
    }

    /// Row and column of a cell in pictures, from the top left.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        let [row, col] = self.layout[cell];
        (row.into(), col.into())
    }

    /// Row and column of each cell.
    pub fn layout(&self) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        self.layout.iter().map(|&[row, col]| (row.into(), col.into()))
    }

    /// How the lines were given.
    #[must_use]
    pub fn origin(&self) -> &LinesOrigin {
        &self.origin
    }

    /// Cells of the longest line.
    pub(super) fn longest(&self) -> usize {
        self.lines().map(<[u16]>::len).max().unwrap_or_default()
    }

    /// Rows and columns of the box around the layout.
    pub(super) fn extent(&self) -> (usize, usize) {
        let last = |axis: usize| self.layout.iter().map(|place| usize::from(place[axis])).max().unwrap_or_default();
        (last(0) + 1, last(1) + 1)
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        2 * self.line_cells.len()
            + 4 * self.starts.len()
            + self.columns.len() * size_of::<Vec<u16>>()
            + 2 * self.cells
            + 2 * self.layout.len()
    }
}

/// The number of cells and of lines, and their origin, without the lines.
impl fmt::Debug for LineBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, origin, .. } = self;
        let mut board = f.debug_struct("LineBoard");
        board.field("cells", cells).field("lines", &self.line_count()).field("origin", origin).finish_non_exhaustive()
    }
}

impl PartialEq for LineBoard {
    fn eq(&self, other: &LineBoard) -> bool {
        self.hash == other.hash && self.cmp(other).is_eq()
    }
}

impl Eq for LineBoard {}

impl Hash for LineBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl PartialOrd for LineBoard {
    fn partial_cmp(&self, other: &LineBoard) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LineBoard {
    fn cmp(&self, other: &LineBoard) -> std::cmp::Ordering {
        let lines = (self.cells, &self.line_cells, &self.starts).cmp(&(other.cells, &other.line_cells, &other.starts));
        let rest = || (&self.columns, &self.layout, &self.origin).cmp(&(&other.columns, &other.layout, &other.origin));
        lines.then_with(rest)
    }
}

impl Rules {
    /// The rules of a game that is a list of lines. An ordinary board with its lines, its columns and its numbering of cells
    /// becomes that board, and the lines of a [`Preset`](super::Preset) become that preset.
    ///
    /// ```
    /// # use inarow_engine::{LinesSpec, Position, Rules};
    /// // Three in a row at a triangle of six cells.
    /// let lines = vec![vec![0, 1, 3], vec![0, 2, 5], vec![3, 4, 5], vec![1, 2, 4]];
    /// let rules = Rules::from_lines(LinesSpec { cells: 6, lines, ..LinesSpec::default() })?;
    /// assert_eq!((rules.cells(), rules.k(), rules.is_grid()), (6, 3, false));
    /// assert_eq!(Position::new(rules).legal_moves().count(), 6);
    /// # Ok::<(), inarow_engine::LinesErrors>(())
    /// ```
    ///
    /// # Errors
    /// All errors of the specification.
    pub fn from_lines(spec: LinesSpec) -> Result<Rules, LinesErrors> {
        let misere = spec.misere;
        let (board, has_layout) = (check::board(&spec)?, spec.layout.is_some());
        Ok(recognise::rules(Arc::new(board), has_layout).with_misere(misere))
    }

    /// As [`Rules::from_lines`], without recognition of ordinary boards: for tests.
    ///
    /// # Errors
    /// All errors of the specification.
    #[doc(hidden)]
    pub fn from_lines_as_they_are(spec: LinesSpec) -> Result<Rules, LinesErrors> {
        Ok(Rules::of_board(Arc::new(check::board(&spec)?)).with_misere(spec.misere))
    }

    /// The rules of `k` in a row on a board of any dimensions.
    ///
    /// ```
    /// # use inarow_engine::{DimensionsSpec, Preset, Rules};
    /// let qubic = DimensionsSpec { dimensions: vec![4, 4, 4], k: 4, ..DimensionsSpec::default() };
    /// assert_eq!(Rules::from_dimensions(&qubic)?.line_board().map(|board| board.line_count()), Some(76));
    /// let plane = DimensionsSpec { dimensions: vec![15, 15], k: 5, ..DimensionsSpec::default() };
    /// assert_eq!(Rules::from_dimensions(&plane)?, Preset::Gomoku.rules());
    /// # Ok::<(), inarow_engine::LinesErrors>(())
    /// ```
    ///
    /// # Errors
    /// All errors of the specification.
    pub fn from_dimensions(spec: &DimensionsSpec) -> Result<Rules, LinesErrors> {
        let board = dimensions::board(spec)?;
        Ok(recognise::rules(Arc::new(board), false).with_misere(spec.misere))
    }

    /// The rules of a game in which the copies of a polyomino are the lines: an animal of Harary.
    ///
    /// ```
    /// # use inarow_engine::{Rules, ShapeSpec};
    /// let tippy = ShapeSpec { width: 3, height: 3, shape: ".XX/XX.".to_owned(), misere: false };
    /// assert_eq!(Rules::from_shape(&tippy)?.line_board().map(|board| board.line_count()), Some(8));
    /// # Ok::<(), inarow_engine::LinesErrors>(())
    /// ```
    ///
    /// # Errors
    /// All errors of the specification.
    pub fn from_shape(spec: &ShapeSpec) -> Result<Rules, LinesErrors> {
        let board = shape::board(spec)?;
        Ok(recognise::rules(Arc::new(board), false).with_misere(spec.misere))
    }
}
