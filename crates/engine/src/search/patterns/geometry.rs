//! The rows of a board in the four directions, and the positions of its cells in them.

use std::sync::{Arc, Mutex, PoisonError};

use super::cell_patterns::BoardPatterns;
use super::cells::CellSet;
use super::shapes::{CELL_BITS, DIRECTIONS, OFF_BOARD, REACH_BITS, Shapes};
use crate::game::zobrist::stone_keys;
use crate::game::{Cell, Rules};

/// The position of a cell in its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPosition {
    /// Index of the row.
    pub row: u16,
    /// The shift that brings the neighbourhood of the cell to the lowest bits of the row.
    pub shift: u16,
}

/// The way from a cell to another one of its row.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Neighbour {
    /// The difference of the cells.
    pub cells: i16,
    /// The difference of their shifts.
    pub bits: i16,
}

/// The number of neighbours of a cell, with unused ones.
pub(super) const NEIGHBOURS: usize = DIRECTIONS * REACH_BITS;

/// Tables that depend on the rules.
#[derive(Debug)]
pub(super) struct Geometry {
    pub rules: Rules,
    pub shapes: Arc<Shapes>,
    /// The difference between neighbouring cells of a row.
    pub steps: [usize; DIRECTIONS],
    pub positions: Vec<[RowPosition; DIRECTIONS]>,
    /// By direction and the bit of [`Shapes::reached`].
    pub neighbours: [Neighbour; NEIGHBOURS],
    /// The rows of the empty board, two bits for each cell.
    pub rows: Vec<u64>,
    /// The cells near each cell.
    pub near: Vec<CellSet>,
    pub keys: Vec<[u64; 2]>,
    /// All cells.
    pub empty: CellSet,
    /// The patterns of the empty board: to compute them takes as long as a short search.
    pub patterns: BoardPatterns,
}

/// Cells within this many rows and columns of a stone are near it.
const NEAR: isize = 2;
/// So are cells within this distance in one of the four directions.
const NEAR_IN_ROW: isize = 3;

/// Most cached geometries.
const CACHED_MAX: usize = 16;

impl Geometry {
    /// The tables for the rules, from a cache.
    pub(super) fn shared(rules: &Rules) -> Arc<Geometry> {
        static CACHE: Mutex<Vec<Arc<Geometry>>> = Mutex::new(Vec::new());
        let find = |cached: &[Arc<Geometry>]| cached.iter().find(|geometry| geometry.rules == *rules).map(Arc::clone);
        let lock = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(geometry) = find(&lock()) {
            return geometry;
        }
        let geometry = Arc::new(Geometry::new(rules));
        let mut cached = lock();
        if cached.len() == CACHED_MAX {
            cached.remove(0);
        }
        cached.push(Arc::clone(&geometry));
        geometry
    }

    /// The bits of a player's stone on the cell at this position, in its row.
    #[inline]
    pub(super) fn stone(&self, player: usize, at: RowPosition) -> u64 {
        (player as u64 + 1) << (usize::from(at.shift) + CELL_BITS * self.shapes.reach)
    }

    fn new(rules: &Rules) -> Geometry {
        let (width, height) = (rules.width(), rules.height());
        let shapes = Shapes::shared(rules);
        let steps = [1, width, width + 1, width - 1];
        let diagonals = width + height - 1;
        let first_rows = [0, height, height + width, height + width + diagonals];
        let mut rows = vec![u64::MAX; first_rows[3] + diagonals];
        let mut positions = Vec::with_capacity(rules.cells());
        for cell in 0..rules.cells() {
            let (row, col) = (cell / width, cell % width);
            // The board row, the column, and the two diagonals, which are numbered by their cell in the top row.
            let at = [(row, col), (col, row), (col + height - 1 - row, row), (row + col, row)];
            let mut position = [RowPosition { row: 0, shift: 0 }; DIRECTIONS];
            for (direction, (line, along)) in at.into_iter().enumerate() {
                let line = first_rows[direction] + line;
                rows[line] &= !(OFF_BOARD << (CELL_BITS * (along + shapes.reach)));
                position[direction] = RowPosition { row: line as u16, shift: (CELL_BITS * along) as u16 };
            }
            positions.push(position);
        }
        let mut empty = CellSet::default();
        (0..rules.cells()).for_each(|cell| empty.insert(cell));
        Geometry {
            rules: rules.clone(),
            empty,
            patterns: patterns(&positions, &rows, &shapes),
            steps,
            neighbours: neighbours(steps),
            positions,
            rows,
            near: (0..rules.cells()).map(|cell| near(rules, cell)).collect(),
            keys: stone_keys(rules.cells()),
            shapes,
        }
    }
}

/// The patterns of the empty board.
fn patterns(positions: &[[RowPosition; DIRECTIONS]], rows: &[u64], shapes: &Shapes) -> BoardPatterns {
    let mut patterns = BoardPatterns::new(positions.len());
    for (cell, positions) in positions.iter().enumerate() {
        for (direction, at) in positions.iter().enumerate() {
            let found = shapes.at(rows[usize::from(at.row)], u32::from(at.shift));
            patterns.collect(cell, direction, found);
            patterns.change();
        }
    }
    patterns.changed.clear();
    patterns
}

fn neighbours(steps: [usize; DIRECTIONS]) -> [Neighbour; NEIGHBOURS] {
    std::array::from_fn(|index| {
        let (step, bit) = (steps[index / REACH_BITS] as i16, index % REACH_BITS);
        let distance = (bit % 8 + 1) as i16;
        let distance = if bit < 8 { -distance } else { distance };
        Neighbour { cells: distance * step, bits: distance * CELL_BITS as i16 }
    })
}

fn near(rules: &Rules, cell: Cell) -> CellSet {
    let (width, height) = (rules.width() as isize, rules.height() as isize);
    let (row, col) = (cell as isize / width, cell as isize % width);
    let mut near = CellSet::default();
    for down in -NEAR_IN_ROW..=NEAR_IN_ROW {
        for right in -NEAR_IN_ROW..=NEAR_IN_ROW {
            let is_square = down.abs() <= NEAR && right.abs() <= NEAR;
            let is_in_row = down == 0 || right == 0 || down.abs() == right.abs();
            let (row, col) = (row + down, col + right);
            if (is_square || is_in_row) && (0..height).contains(&row) && (0..width).contains(&col) {
                near.insert((row * width + col) as Cell);
            }
        }
    }
    near
}

// The longest row fits a word, with the cells beyond its ends.
const _: () = assert!(CELL_BITS * (Rules::SIDE_MAX + 2 * 5) <= 64);
