//! The oracle: minimax on plain cells, without any of the solver's reasoning.

use std::collections::HashMap;

use inarow_engine::solve::gravity::{Cell, Position};

use crate::common::Seeded;

/// A board as plain cells, and minimax without any of the solver's reasoning: the oracle.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Plain {
    pub width: usize,
    pub height: usize,
    pub k: usize,
    /// Row by row from the top left; the side to move, seen from itself.
    pub cells: Vec<Cell>,
}

impl Plain {
    pub fn landing(&self, column: usize) -> Option<usize> {
        (0..self.height).rev().map(|row| row * self.width + column).find(|&at| self.cells[at] == Cell::Empty)
    }

    pub fn completes(&self, at: usize, owner: Cell) -> bool {
        let (row, column) = ((at / self.width) as i32, (at % self.width) as i32);
        let owned = |step: i32, (down, right): (i32, i32)| {
            let (r, c) = (row + step * down, column + step * right);
            let inside = (0..self.height as i32).contains(&r) && (0..self.width as i32).contains(&c);
            inside && self.cells[r as usize * self.width + c as usize] == owner
        };
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|direction| {
            let run = |sign: i32| (1..).take_while(|&i| owned(sign * i, direction)).count();
            1 + run(1) + run(-1) >= self.k
        })
    }

    pub fn has_line(&self) -> bool {
        (0..self.cells.len()).any(|at| self.cells[at] != Cell::Empty && self.completes(at, self.cells[at]))
    }

    pub fn empty(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell == Cell::Empty).count()
    }

    pub fn play(&self, at: usize) -> Plain {
        let mut next = self.clone();
        next.cells[at] = Cell::Mover;
        for cell in &mut next.cells {
            *cell = match cell {
                Cell::Empty => Cell::Empty,
                Cell::Mover => Cell::Other,
                Cell::Other => Cell::Mover,
            };
        }
        next
    }

    pub fn score(&self, known: &mut HashMap<Plain, i8>) -> i8 {
        if let Some(&score) = known.get(self) {
            return score;
        }
        let score = self.scores(known).into_iter().flatten().max().unwrap_or(0);
        known.insert(self.clone(), score);
        score
    }

    pub fn scores(&self, known: &mut HashMap<Plain, i8>) -> Vec<Option<i8>> {
        (0..self.width)
            .map(|column| {
                let at = self.landing(column)?;
                let wins = self.completes(at, Cell::Mover);
                Some(if wins { self.empty().div_ceil(2) as i8 } else { -self.play(at).score(known) })
            })
            .collect()
    }

    pub fn position(&self) -> Option<Position> {
        Position::from_cells(self.width as u32, self.height as u32, self.k as u32, &self.cells)
    }
}

/// `stones` stones of random owners, as gravity leaves them: mostly not reachable by play.
pub fn random_board(width: usize, height: usize, k: usize, stones: usize, random: &mut Seeded) -> Plain {
    let mut board = Plain { width, height, k, cells: vec![Cell::Empty; width * height] };
    for _ in 0..stones {
        let column = random.below(width);
        if let Some(at) = board.landing(column) {
            board.cells[at] = if random.below(2) == 0 { Cell::Mover } else { Cell::Other };
        }
    }
    board
}
