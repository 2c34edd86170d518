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
    pub fn intersection<'a>(&'a self, other: &'a CellSet) -> impl Iterator<Item = Cell> + 'a {
        self.0.iter().zip(other.0).enumerate().flat_map(|(at, (word, other))| {
            let mut rest = word & other;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }
}
