//! Sets of cells as bit sets.

use crate::game::{Cell, Rules};

const WORDS: usize = (Rules::SIDE_MAX * Rules::SIDE_MAX).div_ceil(64);

/// A set of cells of one board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    #[inline]
    pub(super) fn insert(&mut self, cell: Cell) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Puts a cell in, or takes it out.
    #[inline]
    pub(super) fn set(&mut self, cell: Cell, is_in: bool) {
        let word = &mut self.0[cell / 64];
        *word = *word & !(1 << (cell % 64)) | u64::from(is_in) << (cell % 64);
    }

    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn extend(&mut self, other: &CellSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// The cells of the intersection with another set, ascending.
    #[inline]
    pub fn intersection<'a>(&'a self, other: &'a CellSet) -> Intersection<'a> {
        Intersection { sets: [self, other], at: 0, rest: self.0[0] & other.0[0] }
    }
}

/// The cells that two sets have in common, ascending.
#[derive(Clone, Debug)]
pub struct Intersection<'a> {
    sets: [&'a CellSet; 2],
    /// The current word, and those of its cells that are still to come.
    at: usize,
    rest: u64,
}

impl Iterator for Intersection<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.rest == 0 {
            self.at += 1;
            if self.at >= WORDS {
                return None;
            }
            self.rest = self.sets[0].0[self.at] & self.sets[1].0[self.at];
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(self.at * 64 + bit)
    }
}
