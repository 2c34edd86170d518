//! Correction history: by how much the values of searches differ from the static values of similar positions.

use super::value::Value;
use crate::game::Cell;

/// Entries of a table for one side to move.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 14;
/// Entries are in this part of a unit of value.
const SCALE: i32 = 64;
/// Largest difference that counts.
const DIFFERENCE_MAX: Value = 400;
/// The share of an entry that a search replaces for each ply of its depth and one more, and at most, in parts of [`SHARE`]. It is large:
/// the results of the last positions tell more of the next one than the mean of many.
const SHARE: i32 = 256;
const SHARE_OF_PLY: i32 = 6;
const SHARE_MAX: i32 = 100;
const _: () = assert!(DIFFERENCE_MAX * SCALE <= i16::MAX as i32);
/// An odd number that spreads keys over the table: the fraction of the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A feature that similar positions share.
#[derive(Clone, Copy)]
enum Likeness {
    /// The numbers of threats of both sides.
    Threats,
    /// The last two moves.
    Moves,
    /// The last move of the side to move.
    OwnMove,
}

const LIKENESSES: [Likeness; 3] = [Likeness::Threats, Likeness::Moves, Likeness::OwnMove];
/// The sum over all likenesses counts as this part of it. Their mean would be too little: each knows of a part of the difference.
const SUM_DIVISOR: i32 = 2;

/// Mean differences of the values of searches and static values, by likeness, side to move and slot.
#[derive(Debug)]
pub(super) struct Corrections(Vec<i16>);

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections(vec![0; LIKENESSES.len() * 2 * SLOTS])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The difference that is expected in a position.
    #[inline]
    pub(super) fn expected(&self, of: &Features) -> Value {
        let sum: i32 = LIKENESSES.iter().map(|&likeness| i32::from(self.0[of.index(likeness)])).sum();
        sum / (SCALE * SUM_DIVISOR)
    }

    /// Learns from the difference that a search to this depth has found.
    pub(super) fn update(&mut self, of: &Features, difference: Value, depth: i32) {
        let difference = difference.clamp(-DIFFERENCE_MAX, DIFFERENCE_MAX) * SCALE;
        let share = ((depth + 1) * SHARE_OF_PLY).min(SHARE_MAX);
        for likeness in LIKENESSES {
            let entry = &mut self.0[of.index(likeness)];
            *entry += ((difference - i32::from(*entry)) * share / SHARE) as i16;
        }
    }
}

/// The features by which a position is looked up.
pub(super) struct Features {
    /// The side to move.
    pub turn: usize,
    /// The numbers of threats of both sides, packed.
    pub threats: u64,
    /// The last two moves, the last one first.
    pub moves: [Option<Cell>; 2],
}

impl Features {
    /// The index of the position's entry.
    #[inline]
    fn index(&self, likeness: Likeness) -> usize {
        let [last, before] = self.moves.map(|cell| cell.map_or(0, |cell| cell + 1));
        let key = match likeness {
            Likeness::Threats => self.threats,
            Likeness::Moves => (last << 9 | before) as u64,
            Likeness::OwnMove => before as u64,
        };
        let slot = (key.wrapping_mul(SPREAD) >> (u64::BITS - SLOT_BITS)) as usize;
        (likeness as usize * 2 + self.turn) * SLOTS + slot
    }
}
