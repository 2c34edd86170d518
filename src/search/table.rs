//! The transposition table: what is known of positions met before.

use bytemuck::Zeroable;

use super::Score;
use crate::game::Cell;

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroable)]
#[repr(u8)]
pub(super) enum Bound {
    /// The score itself.
    Exact = 0,
    /// The true score is this or more.
    Lower,
    /// The true score is this or less.
    Upper,
}

/// What is known of a position; all zeros where nothing is.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct Entry {
    key: u64,
    /// Distances count from this position.
    pub score: Score,
    /// Plies that were looked ahead.
    pub depth: u16,
    /// The move to try first.
    cell: u16,
    pub bound: Bound,
    /// Whether no heuristic value took part.
    pub complete: bool,
    generation: u16,
}

impl Entry {
    #[inline]
    pub(super) fn cell(&self) -> Cell {
        Cell::from(self.cell)
    }
}

/// A table of fixed size. A new search makes the old entries invisible by counting up the generation, and does not
/// touch the memory.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
    generation: u16,
}

impl Table {
    /// Bytes of one entry.
    pub const ENTRY_BYTES: usize = size_of::<Entry>();

    /// A table of at most this many bytes, of at least one entry; the number of entries is a power of two.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let entries = (bytes / Self::ENTRY_BYTES).max(1);
        // Zeros come from the system as they are first touched.
        Table { entries: bytemuck::zeroed_vec(1 << entries.ilog2()), generation: 0 }
    }

    /// Forgets everything.
    pub(super) fn start(&mut self) {
        if self.generation == u16::MAX {
            self.entries.fill(Entry::zeroed());
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let entry = &self.entries[self.slot(key)];
        (entry.generation == self.generation && entry.key == key).then_some(entry)
    }

    /// Stores what a search found, in place of what the slot held.
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
