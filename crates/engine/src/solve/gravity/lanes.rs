//! Four bitboards at a time: in vector registers they take little longer than one.

use std::array;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A bitboard, or several.
pub(in crate::solve) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// As many copies of a bitboard.
    fn all(bits: u64) -> Self;
}

impl Bits for u64 {
    #[inline(always)]
    fn all(bits: u64) -> u64 {
        bits
    }
}

/// Four bitboards.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(in crate::solve) struct Lanes(pub(super) [u64; 4]);

impl Lanes {
    /// Takes the lowest four of `bits`, one for each bitboard; if there are fewer, the last bitboards are empty.
    #[inline(always)]
    pub(super) fn take(bits: &mut u64) -> Lanes {
        Lanes(array::from_fn(|_| {
            let lowest = *bits & bits.wrapping_neg();
            *bits ^= lowest;
            lowest
        }))
    }

    #[inline(always)]
    pub(super) fn map(self, change: impl Fn(u64) -> u64) -> Lanes {
        Lanes(self.0.map(change))
    }

    #[inline(always)]
    pub(super) fn zip(self, other: Lanes, change: impl Fn(u64, u64) -> u64) -> Lanes {
        Lanes(array::from_fn(|i| change(self.0[i], other.0[i])))
    }
}

impl Bits for Lanes {
    #[inline(always)]
    fn all(bits: u64) -> Lanes {
        Lanes([bits; 4])
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitand(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitor(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn not(self) -> Lanes {
        self.map(|bits| !bits)
    }
}

impl Shl<u32> for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn shl(self, by: u32) -> Lanes {
        self.map(|bits| bits << by)
    }
}

impl Shr<u32> for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn shr(self, by: u32) -> Lanes {
        self.map(|bits| bits >> by)
    }
}
