//! The transposition table of alpha-beta.

use bytemuck::Zeroable;

use super::Score;
use crate::game::Cell;

/// The kind of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Bound {
    /// The exact score.
    Exact = 0,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

/// An entry; all zeros if vacant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// The score, with distances from this position.
    pub score: Score,
    /// The depth of the search below this position.
    pub depth: u16,
    /// The best move.
    cell: u16,
    pub bound: Bound,
    /// Whether the score is free of heuristic values.
    pub complete: bool,
    generation: u16,
}

// Written out, since the derive macro alone would bring five dependencies.
// SAFETY: all zeros are a value of every field: the score 0, `Bound::Exact`, `false` and integers.
unsafe impl Zeroable for Entry {}

impl Entry {
    #[inline]
    pub(super) fn cell(&self) -> Cell {
        Cell::from(self.cell)
    }
}

/// A table of fixed size. Each search has a generation of its own, which hides older entries without touching the memory.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
    generation: u16,
}

impl Table {
    /// Bytes of one entry.
    pub const ENTRY_BYTES: usize = size_of::<Entry>();

    /// A table of at most this many bytes, but at least one entry. The number of entries is a power of two.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let entries = (bytes / Self::ENTRY_BYTES).max(1);
        // The system provides zeroed pages on first use.
        Table { entries: bytemuck::zeroed_vec(1 << entries.ilog2()), generation: 0 }
    }

    /// Begins a search: hides all entries.
    pub(super) fn start(&mut self) {
        if self.generation == u16::MAX {
            self.entries.fill(Zeroable::zeroed());
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let entry = &self.entries[self.slot(key)];
        (entry.generation == self.generation && entry.key == key).then_some(entry)
    }

    /// Stores an entry. Always replaces.
    #[inline]
    pub(super) fn put(&mut self, key: u64, score: Score, depth: u32, cell: Cell, bound: Bound, complete: bool) {
        let slot = self.slot(key);
        let (depth, cell, generation) = (depth as u16, cell as u16, self.generation);
        self.entries[slot] = Entry { key, score, depth, cell, bound, complete, generation };
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}
