//! The transposition table: proven bounds of positions, in buckets of four.
//!
//! An entry is one word: 47 bits of the scrambled key, the work of the bounds (log₂ nodes, 5 bits), lower and upper bound
//! (6 bits each, offset 32). An empty slot is 0. The top bits of the scrambled key choose the bucket, so that bucket and tag
//! together are the whole key: keys never collide.
//!
//! The table starts small and grows as it fills, so that easy positions are solved inside the cache, and clearing costs only
//! the memory in use.

use crate::search::{advise_huge_pages, prefetch};

const WAYS: usize = 4;
const TAG_BITS: u32 = 47;
const TAG: u64 = (1 << TAG_BITS) - 1;
const BUCKET_BITS_START: u32 = 6;
const GROWTH_BITS: u32 = 2;
/// Odd, so that multiplying by it modulo a power of two loses nothing; the fraction of the golden ratio spreads well.
const SCRAMBLE: u64 = 0x9E37_79B9_7F4A_7C15;

#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<u64>,
    /// The first slot in use: aligned, so that no bucket straddles two cache lines.
    origin: usize,
    key_bits: u32,
    bucket_bits: u32,
    bucket_bits_max: u32,
    bucket_bits_min: u32,
    used: usize,
}

/// The place of a key in a table.
#[derive(Clone, Copy)]
pub(super) struct Place {
    scrambled: u64,
}

impl Table {
    /// A table of at most `bytes`.
    pub(super) fn new(bytes: usize) -> Table {
        let bucket_bits_max = (bytes / (8 * WAYS)).max(1 << BUCKET_BITS_START).ilog2();
        let mut table = Table {
            slots: Vec::new(),
            origin: 0,
            key_bits: TAG_BITS,
            bucket_bits: 0,
            bucket_bits_max,
            bucket_bits_min: BUCKET_BITS_START,
            used: 0,
        };
        table.allocate();
        table
    }

    fn allocate(&mut self) {
        self.slots = vec![0; (WAYS << self.bucket_bits_max) + 8];
        advise_huge_pages(&self.slots);
        self.origin = self.slots.as_ptr().align_offset(64).min(8);
        self.bucket_bits = self.bucket_bits_min;
        self.used = 0;
    }

    /// Clears the table and sets the number of bits of its keys. Enlarges a table that is too small for exact keys (4 MiB for
    /// 64 bits).
    pub(super) fn reset(&mut self, key_bits: u32) {
        self.clear();
        self.key_bits = key_bits.max(BUCKET_BITS_START);
        self.bucket_bits_min = BUCKET_BITS_START.max(key_bits.saturating_sub(TAG_BITS));
        self.bucket_bits = self.bucket_bits_min;
        if self.bucket_bits_min > self.bucket_bits_max {
            self.bucket_bits_max = self.bucket_bits_min;
            self.allocate();
        }
    }

    /// Clears the table.
    pub(super) fn clear(&mut self) {
        let used = WAYS << self.bucket_bits;
        if self.used > 0 {
            self.slots[self.origin..self.origin + used].fill(0);
        }
        self.used = 0;
        self.bucket_bits = self.bucket_bits_min;
    }

    #[inline(always)]
    pub(super) fn place(&self, key: u64) -> Place {
        Place { scrambled: key.wrapping_mul(SCRAMBLE) & (u64::MAX >> (64 - self.key_bits)) }
    }

    #[inline(always)]
    fn bucket(&self, place: Place) -> usize {
        let top = self.key_bits - self.bucket_bits;
        self.origin + (place.scrambled >> top) as usize * WAYS
    }

    /// Prefetches a bucket: waiting for memory takes most of the time.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: Place) {
        prefetch(&self.slots[self.bucket(place)]);
    }

    /// The proven bounds `(lower, upper)`, if the table has the position.
    #[inline(always)]
    pub(super) fn probe(&self, place: Place) -> Option<(i32, i32)> {
        let start = self.bucket(place);
        let bucket: &[u64; WAYS] = self.slots[start..start + WAYS].try_into().ok()?;
        let tag = place.scrambled & TAG;
        // Without a branch for each slot: which one matches cannot be predicted.
        let mut found = 0;
        for &slot in bucket {
            found |= if slot & TAG == tag { slot } else { 0 };
        }
        (found != 0).then(|| bounds(found))
    }

    /// Stores bounds that took `nodes` nodes. Replaces the entry with the least work.
    #[inline]
    pub(super) fn store(&mut self, place: Place, lower: i32, upper: i32, nodes: u64) {
        let tag = place.scrambled & TAG;
        let work = u64::from((nodes | 1).ilog2().min(31));
        let entry =
            tag | work << TAG_BITS | ((lower + 32) as u64) << (TAG_BITS + 5) | ((upper + 32) as u64) << (TAG_BITS + 11);
        let start = self.bucket(place);
        let bucket = &mut self.slots[start..start + WAYS];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, slot) in bucket.iter_mut().enumerate() {
            if *slot == 0 {
                *slot = entry;
                self.used += 1;
                if self.used * 2 > WAYS << self.bucket_bits
                    && self.bucket_bits < self.bucket_bits_max.min(self.key_bits)
                {
                    self.grow();
                }
                return;
            }
            if *slot & TAG == tag {
                *slot = entry;
                return;
            }
            let cost = *slot >> TAG_BITS & 31;
            if cost < least {
                least = cost;
                victim = i;
            }
        }
        // Ages the entries, or expensive old results would fill the table.
        if least > work {
            for slot in bucket.iter_mut() {
                *slot -= u64::from(*slot >> TAG_BITS & 31 != 0) << TAG_BITS;
            }
        }
        bucket[victim] = entry;
    }

    /// Enlarges the table and distributes the entries.
    #[cold]
    fn grow(&mut self) {
        let size = WAYS << self.bucket_bits;
        let old = self.slots[self.origin..self.origin + size].to_vec();
        self.slots[self.origin..self.origin + size].fill(0);
        let old_bits = self.bucket_bits;
        self.bucket_bits = (old_bits + GROWTH_BITS).min(self.bucket_bits_max).min(self.key_bits);
        self.used = 0;
        let top = self.key_bits - old_bits;
        for (i, &slot) in old.iter().enumerate().filter(|(_, slot)| **slot != 0) {
            let high = ((i / WAYS) as u64) << top;
            let low = slot & TAG & ((1 << top) - 1);
            let start = self.bucket(Place { scrambled: high | low });
            let bucket = &mut self.slots[start..start + WAYS];
            if let Some(free) = bucket.iter_mut().find(|slot| **slot == 0) {
                *free = slot;
                self.used += 1;
            }
        }
    }
}

#[inline(always)]
fn bounds(slot: u64) -> (i32, i32) {
    ((slot >> (TAG_BITS + 5) & 63) as i32 - 32, (slot >> (TAG_BITS + 11) & 63) as i32 - 32)
}
