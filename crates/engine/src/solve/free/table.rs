//! The transposition table of the prover: proven bounds, in buckets of four. Replaces the entry with the least work.

use bytemuck::Zeroable;

use crate::game::zobrist::mix;

const WAYS: usize = 4;

/// An entry, for the side to move; all zeros if vacant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    generation: u32,
    pub lower: i8,
    pub upper: i8,
    /// The best move, on the canonical image.
    pub cell: u8,
    /// log₂ of the nodes that the bounds took.
    work: u8,
}

// Written out, since the derive macro alone would bring five dependencies.
// SAFETY: every field is an integer.
unsafe impl Zeroable for Entry {}

/// A table of fixed size. Each query has a generation of its own, which hides older entries without touching the memory.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    generation: u32,
}

impl Table {
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (WAYS * size_of::<Entry>())).max(1);
        // The system provides zeroed pages on first use.
        Table { entries: bytemuck::zeroed_vec(WAYS << buckets.ilog2()), generation: 0 }
    }

    /// Begins a query: hides all entries.
    pub(super) fn start(&mut self) {
        if self.generation == u32::MAX {
            self.entries.fill(Zeroable::zeroed());
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        mix(key) as usize & (self.entries.len() - WAYS)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let at = self.bucket(key);
        let found = self.entries[at..at + WAYS].iter();
        found.copied().find(|entry| entry.key == key && entry.generation == self.generation)
    }

    /// Stores bounds that took this many nodes.
    #[inline]
    pub(super) fn put(&mut self, key: u64, (lower, upper): (i32, i32), cell: u8, nodes: u64) {
        debug_assert!(lower <= upper, "bounds cross: {lower} {upper}");
        let at = self.bucket(key);
        let generation = self.generation;
        let bucket = &mut self.entries[at..at + WAYS];
        let rank = |entry: &Entry| match entry {
            entry if entry.generation != generation => (0, 0),
            entry if entry.key == key => (1, 0),
            entry => (2, entry.work),
        };
        // Replaces the entry of the position, else a vacant one, else the one with the least work.
        let own = bucket.iter().position(|entry| entry.key == key && entry.generation == generation);
        let slot = own.or_else(|| (0..WAYS).min_by_key(|&slot| rank(&bucket[slot]))).unwrap_or(0);
        let work = (nodes | 1).ilog2() as u8;
        bucket[slot] = Entry { key, generation, lower: lower as i8, upper: upper as i8, cell, work };
    }
}
