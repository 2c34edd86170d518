//! The transposition table of the prover: proven bounds, in buckets of four. Replaces the entry with the least work.

use bytemuck::Zeroable;

use crate::game::zobrist::mix;

const WAYS: usize = 4;
/// Entries of fewer than 4 nodes are no news: another table finds them as soon as it stores them.
const NEWS_WORK_MIN: u8 = 2;

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
    /// While kept: the slot of each store, and its entry before.
    journal: Option<Vec<(u32, Entry)>>,
}

impl Table {
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (WAYS * size_of::<Entry>())).max(1);
        // The system provides zeroed pages on first use.
        Table { entries: bytemuck::zeroed_vec(WAYS << buckets.ilog2()), generation: 0, journal: None }
    }

    /// Begins a query: hides all entries.
    pub(super) fn start(&mut self) {
        self.journal = None;
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
        self.store(key, (lower, upper), cell, (nodes | 1).ilog2() as u8);
    }

    #[inline]
    fn store(&mut self, key: u64, (lower, upper): (i32, i32), cell: u8, work: u8) {
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
        if let Some(journal) = &mut self.journal {
            journal.push(((at + slot) as u32, bucket[slot]));
        }
        bucket[slot] = Entry { key, generation, lower: lower as i8, upper: upper as i8, cell, work };
    }

    /// Begins a journal of the entries stored from now on, or keeps none any more.
    pub(super) fn keep_journal(&mut self, is_kept: bool) {
        if is_kept { self.journal.get_or_insert_default().clear() } else { self.journal = None }
    }

    /// Takes back all stores since the journal began.
    pub(super) fn undo(&mut self) {
        for (slot, before) in self.journal.iter_mut().flat_map(|journal| journal.drain(..).rev()) {
            self.entries[slot as usize] = before;
        }
    }

    /// The entries stored since the journal began that are still there and would take long to find again.
    pub(super) fn news(&self) -> Vec<Entry> {
        let slots = self.journal.iter().flatten();
        slots.map(|&(slot, _)| self.entries[slot as usize]).filter(|entry| entry.work >= NEWS_WORK_MIN).collect()
    }

    /// Stores the entries of another table in the same query.
    pub(super) fn learn(&mut self, news: &[Entry]) {
        for other in news {
            let own = self.get(other.key);
            let (lower, upper) = own.map_or((i8::MIN, i8::MAX), |own| (own.lower, own.upper));
            let bounds = (i32::from(other.lower.max(lower)), i32::from(other.upper.min(upper)));
            self.store(other.key, bounds, other.cell, other.work.max(own.map_or(0, |own| own.work)));
        }
    }
}
