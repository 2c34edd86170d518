//! Positions that can be solved.

use std::cmp::Reverse;

use super::shape::{Shape, Sized};
use crate::sort;

/// A position on a board with gravity, without lines.
///
/// The stone counts of the sides are arbitrary: unreachable positions are solved as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) shape: Sized,
    /// Stones of the side to move.
    pub(in crate::solve) mover: u64,
    /// Stones of both sides.
    pub(in crate::solve) mask: u64,
}

/// The contents of a cell, relative to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No stone.
    Empty,
    /// A stone of the side to move.
    Mover,
    /// A stone of the other side.
    Other,
}

impl Position {
    /// The empty board. `None` if the solver does not support it: width × (height + 1) at most 64, `k` at least 2.
    pub fn empty(width: u32, height: u32, k: u32) -> Option<Position> {
        Some(Position { shape: Sized::new(width, height, k)?, mover: 0, mask: 0 })
    }

    /// The empty 7×6 board with four in a row.
    pub fn connect_four() -> Position {
        Position::empty(7, 6, 4).expect("7 × 7 bits fit")
    }

    /// The position after `columns` (0-based), from the empty board.
    ///
    /// `None` if the board is not supported, a column is missing or full, or a move completes a line.
    pub fn after(width: u32, height: u32, k: u32, columns: &[usize]) -> Option<Position> {
        columns.iter().try_fold(Position::empty(width, height, k)?, |position, &column| {
            if position.wins_at(column) { None } else { position.play(column) }
        })
    }

    /// The position with these `width × height` cells, row by row from the top left.
    ///
    /// `None` if the board is not supported, the number of cells is wrong, a stone floats, or a side has a line.
    pub fn from_cells(width: u32, height: u32, k: u32, cells: &[Cell]) -> Option<Position> {
        let mut position = Position::empty(width, height, k)?;
        let shape = position.shape;
        if cells.len() != (width * height) as usize {
            return None;
        }
        for (i, cell) in (0..).zip(cells) {
            let bit = 1 << (i % width * shape.stride() + (height - 1 - i / width));
            match cell {
                Cell::Empty => {}
                Cell::Mover => {
                    position.mover |= bit;
                    position.mask |= bit;
                }
                Cell::Other => position.mask |= bit,
            }
        }
        let hanging = position.mask & !shape.bottom() & !(position.mask << 1);
        let won = shape.has_line(position.mover) || shape.has_line(position.mover ^ position.mask);
        (hanging == 0 && !won).then_some(position)
    }

    /// Columns of the board.
    pub fn width(&self) -> usize {
        self.shape.width() as usize
    }

    /// Stones on the board.
    pub fn stones(&self) -> u32 {
        self.mask.count_ones()
    }

    /// Empty cells.
    pub fn cells_left(&self) -> u32 {
        self.shape.cells() as u32 - self.stones()
    }

    /// The columns that are not full, by ascending cell of the move: the fullest first, of equally full ones the leftmost.
    pub fn columns_by_cell(&self) -> impl Iterator<Item = usize> + use<> {
        let (shape, mask) = (self.shape, self.mask);
        let of_row = move |row: u32| {
            let playable = shape.playable(mask);
            (0..shape.width()).filter(move |column| playable >> (column * shape.stride() + row) & 1 == 1)
        };
        (0..shape.height()).rev().flat_map(of_row).map(|column| column as usize)
    }

    /// The columns that are not full, the most promising first: winning moves, then safe ones, then by the number of winning
    /// cells that they make, then by distance from the centre, then from the left.
    pub fn columns_by_promise(&self) -> Vec<usize> {
        let shape = self.shape;
        let columns = (0..self.width()).filter(|&column| self.is_playable(column));
        let threats = |column| {
            let stone = self.stone_in(column).unwrap_or_default();
            (shape.completing(self.mover | stone) & !self.mask).count_ones()
        };
        let promise = |column| {
            let is_winning = self.wins_at(column);
            let is_losing = !is_winning && self.loses_at(column);
            (!is_winning, is_losing, Reverse(threats(column)), column.abs_diff((self.width() - 1) / 2), column)
        };
        let mut columns: Vec<_> = columns.map(promise).collect();
        sort::short_by(&mut columns, Ord::cmp);
        columns.into_iter().map(|(.., column)| column).collect()
    }

    /// Whether `column` exists and is not full.
    pub fn is_playable(&self, column: usize) -> bool {
        self.stone_in(column).is_some()
    }

    /// Whether a move in `column` wins.
    pub fn wins_at(&self, column: usize) -> bool {
        self.stone_in(column).is_some_and(|stone| self.shape.completing(self.mover) & stone != 0)
    }

    /// Whether the opponent can win at once after a move in `column`, which does not win.
    pub fn loses_at(&self, column: usize) -> bool {
        self.play(column).is_some_and(|next| next.winning_score().is_some())
    }

    /// The position after a move in `column`, for the opponent; `None` if the column is full or missing. The move must not win.
    pub fn play(&self, column: usize) -> Option<Position> {
        let stone = self.stone_in(column)?;
        debug_assert!(!self.wins_at(column), "a winning stone in column {column} ends the game");
        Some(Position { mover: self.mover ^ self.mask, mask: self.mask | stone, ..*self })
    }

    /// The score, if the side to move wins at once.
    pub fn winning_score(&self) -> Option<i8> {
        let shape = self.shape;
        let wins = shape.completing(self.mover) & shape.playable(self.mask) != 0;
        wins.then(|| self.score_of_win())
    }

    /// Whether a side has an open line; if not, the game is a draw.
    pub fn has_open_line(&self) -> bool {
        let (shape, empty) = (self.shape, self.shape.board() & !self.mask);
        shape.has_line(self.mover | empty) || shape.has_line((self.mover ^ self.mask) | empty)
    }

    /// Whether this is the 7×6 board with four in a row.
    pub fn is_connect_four(&self) -> bool {
        self.shape == Position::connect_four().shape
    }

    /// The score of a win with the next move.
    #[must_use]
    pub fn score_of_win(&self) -> i8 {
        self.cells_left().div_ceil(2) as i8
    }

    /// The number of plies to the end of the game, for the score of this position. A draw lasts until the board is full.
    pub fn plies_to_end(&self, score: i8) -> u32 {
        let left = self.cells_left() as i32;
        let score = i32::from(score);
        let plies = match score {
            0 => left,
            1.. => left + 1 - 2 * (score - 1) - if left % 2 == 0 { 2 } else { 1 },
            _ => left + 2 * (score + 1) - left % 2,
        };
        plies as u32
    }

    /// A key that a position shares with its mirror image only, among those of a board.
    pub fn key(&self) -> u64 {
        let key = self.mover.wrapping_add(self.mask);
        key.min(self.shape.mirror(key))
    }

    /// Whether [`with_key`](Position::with_key) returns the mirror image for the key of the position.
    pub fn is_mirrored(&self) -> bool {
        self.key() != self.mover.wrapping_add(self.mask)
    }

    /// The position of this board whose [`key`](Position::key) is `key`, or its mirror image.
    ///
    /// `None` if no arrangement of stones has this key.
    pub fn with_key(&self, key: u64) -> Option<Position> {
        let shape = self.shape;
        let mut position = Position { mover: 0, mask: 0, ..*self };
        for column in 0..shape.width() {
            let shift = column * shape.stride();
            let marked = (key >> shift & (u64::MAX >> (64 - shape.stride()))) + 1;
            let stones = marked.ilog2();
            if stones > shape.height() {
                return None;
            }
            position.mover |= (marked ^ (1 << stones)) << shift;
            position.mask |= ((1 << stones) - 1) << shift;
        }
        let won = shape.has_line(position.mover) || shape.has_line(position.mover ^ position.mask);
        (!won).then_some(position)
    }

    fn stone_in(&self, column: usize) -> Option<u64> {
        let shape = self.shape;
        if column >= self.width() {
            return None;
        }
        let stone = shape.playable(self.mask) & shape.column_at(column as u32 * shape.stride());
        (stone != 0).then_some(stone)
    }
}
