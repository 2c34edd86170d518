//! The memory of a search: transposition table, positions without a VCF, history of moves.

use super::corrections::{Corrections, Features};
use super::value::Value;
use crate::game::{Cell, Rules};
use crate::search::{advise_huge_pages, prefetch, touch_pages};

/// The kind of a stored value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The value, with distances from this position.
    pub value: Value,
    pub depth: i32,
    pub bound: Bound,
    /// The best move.
    pub cell: Option<Cell>,
}

/// A packed entry: the key, and one word for the rest. Vacant entries are zero, so that new memory stays untouched.
type Stored = [u64; 2];

const DEPTH_MIN: i32 = -1;
const DEPTH_MAX: i32 = 127;

impl Entry {
    #[inline]
    fn pack(self, generation: u16) -> u64 {
        let cell = self.cell.map_or(0, |cell| cell as u64 + 1);
        let depth = (self.depth.clamp(DEPTH_MIN, DEPTH_MAX) - DEPTH_MIN) as u64;
        let value = u64::from(self.value as i16 as u16);
        u64::from(generation) << 48 | value << 32 | cell << 16 | depth << 8 | self.bound as u64
    }

    #[inline]
    fn unpack(word: u64) -> Entry {
        Entry {
            value: Value::from((word >> 32) as u16 as i16),
            depth: depth(word),
            bound: match word & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            cell: (word >> 16 & 0xffff).checked_sub(1).map(|cell| cell as Cell),
        }
    }
}

#[inline]
fn depth(word: u64) -> i32 {
    (word >> 8 & 0xff) as i32 + DEPTH_MIN
}

#[inline]
fn generation(word: u64) -> u16 {
    (word >> 48) as u16
}

const NO_CELL: u16 = u16::MAX;
/// Entries of a bucket.
const WAYS: usize = 4;
const CACHE_LINE_BYTES: usize = 64;
const _: () = assert!(WAYS * size_of::<Stored>() == CACHE_LINE_BYTES);
/// 1/8 of the memory is for positions without a VCF.
const NO_VCF_PART: usize = 8;
/// Largest history score.
const HISTORY_MAX: i32 = 1 << 14;
const _: () = assert!(HISTORY_MAX <= i16::MAX as i32);

/// The memory of a search, of fixed size. Each search has a generation of its own, which hides older entries unless the memory
/// is persistent.
#[derive(Debug)]
pub struct Memory {
    entries: Vec<Stored>,
    /// The first entry in use: aligned, so that no bucket straddles two cache lines.
    origin: usize,
    /// Keys of positions without a VCF of the side to move, mixed with the generation.
    no_vcf: Vec<u64>,
    /// The number of the current search.
    generation: u16,
    /// Entries of earlier generations are hidden.
    oldest: u16,
    is_persistent: bool,
    history: [[i32; Rules::CELLS_MAX]; 2],
    replies: [[u16; Rules::CELLS_MAX]; 2],
    /// Continuation history: the history of moves by the move before, at [`continuation_index`].
    continuations: Vec<i16>,
    corrections: Corrections,
    /// Whether history, replies and corrections are as they were made: to clear them takes longer than a search to depth 1.
    is_clear: bool,
}

#[inline]
const fn continuation_index(turn: usize, last: Cell, cell: Cell) -> usize {
    (turn * Rules::CELLS_MAX + last) * Rules::CELLS_MAX + cell
}

/// The history score after a bonus, within [`HISTORY_MAX`].
#[inline]
const fn with_bonus(score: i32, bonus: i32) -> i32 {
    score + bonus - score * bonus.abs() / HISTORY_MAX
}

impl Memory {
    /// A memory of at most this many bytes, but at least one bucket.
    #[must_use]
    pub fn new(bytes: usize) -> Memory {
        let no_vcf = (bytes / NO_VCF_PART / size_of::<u64>()).max(1);
        let buckets = ((bytes - bytes / NO_VCF_PART) / (WAYS * size_of::<Stored>())).max(1);
        // The system provides zeroed pages on first use.
        let entries = vec![[0; 2]; (buckets + 1) * WAYS];
        Memory {
            origin: entries.as_ptr().align_offset(CACHE_LINE_BYTES).min(WAYS),
            entries,
            no_vcf: vec![0; 1 << no_vcf.ilog2()],
            generation: 0,
            oldest: 1,
            is_persistent: false,
            history: [[0; Rules::CELLS_MAX]; 2],
            replies: [[NO_CELL; Rules::CELLS_MAX]; 2],
            continuations: vec![0; 2 * Rules::CELLS_MAX * Rules::CELLS_MAX],
            corrections: Corrections::new(),
            is_clear: true,
        }
    }

    /// Keeps entries from one search to the next, for the searches of one game. Has the system provide the whole memory now: a search
    /// that had to wait for it would lose up to a quarter of a second.
    #[must_use]
    pub fn persistent(mut self) -> Memory {
        advise_huge_pages(&self.entries);
        advise_huge_pages(&self.no_vcf);
        touch_pages(&mut self.entries);
        touch_pages(&mut self.no_vcf);
        Memory { is_persistent: true, ..self }
    }

    /// Hides the entries of the searches before: a new game begins.
    pub fn forget(&mut self) {
        self.oldest = self.generation.saturating_add(1);
        self.clear_history();
    }

    /// Begins a search: hides all entries and clears the history, unless the memory is persistent.
    pub(super) fn start(&mut self) {
        if self.generation == u16::MAX {
            self.entries.fill([0; 2]);
            self.no_vcf.fill(0);
            (self.generation, self.oldest) = (0, 1);
        }
        self.generation += 1;
        if !self.is_persistent {
            self.oldest = self.generation;
        }
        if self.is_persistent {
            // Former moves of the game count less.
            self.history.iter_mut().flatten().for_each(|score| *score /= 2);
        } else {
            self.clear_history();
        }
    }

    fn clear_history(&mut self) {
        if std::mem::replace(&mut self.is_clear, true) {
            return;
        }
        self.history = [[0; Rules::CELLS_MAX]; 2];
        self.replies = [[NO_CELL; Rules::CELLS_MAX]; 2];
        self.continuations.fill(0);
        self.corrections.clear();
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.entries.len() / WAYS - 1) as u128;
        self.origin + ((u128::from(key) * buckets) >> 64) as usize * WAYS
    }

    /// Prefetches the memory that a search of this position looks up: the move to it takes as long as the memory.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.entries[self.bucket(key)]);
        prefetch(&self.no_vcf[self.no_vcf_slot(key).0]);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let first = self.bucket(key);
        let ways = &self.entries[first..first + WAYS];
        let found = ways.iter().find(|[of, word]| *of == key && generation(*word) >= self.oldest)?;
        Some(Entry::unpack(found[1]))
    }

    /// Stores an entry. Replaces the position's own entry, or else the shallowest of the bucket, old generations first.
    #[inline]
    pub(super) fn put(&mut self, key: u64, mut entry: Entry) {
        let first = self.bucket(key);
        let now = self.generation;
        let oldest = self.oldest;
        let ways = &mut self.entries[first..first + WAYS];
        let rank = |&[of, word]: &Stored| match generation(word) {
            from if from >= oldest && of == key => i32::MIN,
            from if from == now => depth(word),
            _ => depth(word) - 1_000,
        };
        let Some(slot) = ways.iter_mut().min_by_key(|stored| rank(stored)) else { return };
        if slot[0] == key && generation(slot[1]) >= oldest {
            let former = Entry::unpack(slot[1]);
            if entry.bound != Bound::Exact && former.bound == entry.bound && former.depth > entry.depth + 2 {
                return;
            }
            entry.cell = entry.cell.or(former.cell);
        }
        *slot = [key, entry.pack(now)];
    }

    #[inline]
    fn no_vcf_slot(&self, key: u64) -> (usize, u64) {
        let mark = key ^ u64::from(self.oldest) << 48 | 1;
        (key as usize & (self.no_vcf.len() - 1), mark)
    }

    #[inline]
    pub(super) fn has_no_vcf(&self, key: u64) -> bool {
        let (slot, mark) = self.no_vcf_slot(key);
        self.no_vcf[slot] == mark
    }

    #[inline]
    pub(super) fn set_no_vcf(&mut self, key: u64) {
        let (slot, mark) = self.no_vcf_slot(key);
        self.no_vcf[slot] = mark;
    }

    /// The history score of a move.
    #[inline]
    pub(super) fn history(&self, turn: usize, cell: Cell) -> i32 {
        self.history[turn][cell]
    }

    /// The continuation history score of a move.
    #[inline]
    pub(super) fn continuation(&self, turn: usize, last: Cell, cell: Cell) -> i32 {
        i32::from(self.continuations[continuation_index(turn, last, cell)])
    }

    /// Updates the history scores of a move.
    #[inline]
    pub(super) fn update_history(&mut self, turn: usize, last: Option<Cell>, cell: Cell, bonus: i32) {
        self.is_clear = false;
        let history = &mut self.history[turn][cell];
        *history = with_bonus(*history, bonus);
        if let Some(last) = last {
            let continuation = &mut self.continuations[continuation_index(turn, last, cell)];
            *continuation = with_bonus(i32::from(*continuation), bonus) as i16;
        }
    }

    /// The move that has refuted the move `last` most recently, or a number that is no cell.
    #[inline]
    pub(super) fn reply(&self, turn: usize, last: Cell) -> u16 {
        self.replies[turn][last]
    }

    pub(super) fn set_reply(&mut self, turn: usize, last: Cell, cell: Cell) {
        self.is_clear = false;
        self.replies[turn][last] = cell as u16;
    }

    /// The mean correction by searches of similar positions.
    #[inline]
    pub(super) fn correction(&self, of: &Features) -> Value {
        self.corrections.expected(of)
    }

    /// Learns from the difference that a search to this depth has found.
    pub(super) fn correct(&mut self, of: &Features, difference: Value, depth: i32) {
        self.is_clear = false;
        self.corrections.update(of, difference, depth);
    }
}
