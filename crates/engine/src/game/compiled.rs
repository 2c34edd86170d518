//! A game: its rules compiled into tables.

use super::symmetry::{Symmetry, symmetries};
use super::{Cell, Lines, Rules, zobrist};

/// The rules with their tables: lines, symmetries, Zobrist keys.
#[derive(Debug)]
pub struct Game {
    rules: Rules,
    lines: Lines,
    symmetries: Vec<Symmetry>,
    columns: Columns,
    pub(super) stone_keys: Vec<[u64; 2]>,
}

impl Game {
    /// Compiles the rules. [`Game::shared`] compiles the same rules once.
    #[must_use]
    pub fn new(rules: &Rules) -> Game {
        Game {
            lines: Lines::new(rules),
            symmetries: symmetries(rules),
            columns: Columns::new(rules),
            stone_keys: zobrist::stone_keys(rules.cells()),
            rules: rules.clone(),
        }
    }

    /// Bytes of the tables on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        let symmetries = self.symmetries.len() * self.rules.cells() * size_of::<u16>();
        let board = self.rules.line_board().map_or(0, |board| board.heap_bytes());
        self.lines.heap_bytes()
            + symmetries
            + board
            + 10 * self.rules.cells()
            + self.stone_keys.len() * size_of::<[u64; 2]>()
    }

    /// The rules.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The lines of the board.
    #[inline]
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The cell below another one, on which its stone rests where stones fall; `None` at the bottom, and where they do not fall.
    #[inline]
    #[must_use]
    pub fn below(&self, cell: Cell) -> Option<Cell> {
        let below = *self.columns.below.get(cell)?;
        (below != NONE).then(|| Cell::from(below))
    }

    /// The cell below each cell, or a number beyond all cells; empty where stones do not fall.
    #[inline]
    pub(super) fn cells_below(&self) -> &[u16] {
        &self.columns.below
    }

    /// The cell above another one where stones fall; `None` at the top, and where they do not fall.
    #[inline]
    #[must_use]
    pub fn above(&self, cell: Cell) -> Option<Cell> {
        let above = *self.columns.above.get(cell)?;
        (above != NONE).then(|| Cell::from(above))
    }

    /// The cells of each column from the bottom up; none where stones do not fall.
    #[must_use]
    pub fn columns(&self) -> &[Vec<u16>] {
        &self.columns.cells
    }

    /// The column of a cell, from 0; `None` where stones do not fall.
    #[must_use]
    pub fn column_of(&self, cell: Cell) -> Option<usize> {
        self.columns.of_cell.get(cell).map(|&column| usize::from(column))
    }

    /// The symmetries of the board, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

/// A number for no cell.
const NONE: u16 = u16::MAX;

/// The columns of a board where stones fall; empty of any other.
#[derive(Debug)]
struct Columns {
    /// The cells of each column from the bottom up.
    cells: Vec<Vec<u16>>,
    /// The column of each cell; empty where stones do not fall, as are the next two.
    of_cell: Vec<u16>,
    /// The neighbours of each cell in its column, or [`NONE`].
    below: Vec<u16>,
    above: Vec<u16>,
}

impl Columns {
    fn new(rules: &Rules) -> Columns {
        let (width, height) = (rules.width(), rules.height());
        let cells: Vec<Vec<u16>> = match rules.line_board() {
            Some(board) => board.columns().to_vec(),
            None if !rules.gravity() => Vec::new(),
            None => {
                let column = |column| (0..height).rev().map(|row| (row * width + column) as u16).collect();
                (0..width).map(column).collect()
            }
        };
        let of_each = if cells.is_empty() { Vec::new() } else { vec![NONE; rules.cells()] };
        let mut columns = Columns { of_cell: of_each.clone(), below: of_each.clone(), above: of_each, cells };
        for (column, cells) in columns.cells.iter().enumerate() {
            cells.iter().for_each(|&cell| columns.of_cell[usize::from(cell)] = column as u16);
            for pair in cells.windows(2) {
                columns.below[usize::from(pair[1])] = pair[0];
                columns.above[usize::from(pair[0])] = pair[1];
            }
        }
        columns
    }
}
