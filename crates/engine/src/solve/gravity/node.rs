//! Positions within the search, with winning cells and safe moves.

use std::array;

use super::lanes::{Bits, Lanes};
use super::shape::Shape;

/// A position without lines in which the side to move has no winning move.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Node {
    /// Stones of the side to move.
    pub(super) mover: u64,
    /// Stones of both sides.
    pub(super) mask: u64,
    /// Empty cells that win for the side to move; none is playable.
    pub(in crate::solve) mine: u64,
    /// Empty cells that win for the opponent.
    pub(in crate::solve) theirs: u64,
    /// Moves after which the opponent does not win at once.
    pub(in crate::solve) moves: u64,
}

impl Node {
    /// The node of a position without lines.
    pub(in crate::solve) fn root<S: Shape>(shape: S, mover: u64, mask: u64) -> Node {
        let mine = shape.completing(mover) & !mask;
        let theirs = shape.completing(mover ^ mask) & !mask;
        Node { mover, mask, mine, theirs, moves: safe_moves(shape, mask, theirs) }
    }

    /// The nodes after moves that do not win; those of empty `stones` mean nothing.
    #[inline(always)]
    pub(super) fn children<S: Shape>(&self, shape: S, stones: Lanes) -> [Node; 4] {
        let masks = stones | Lanes::all(self.mask);
        let theirs = shape.completing(stones | Lanes::all(self.mover)) & !masks;
        let moves = masks.zip(theirs, |mask, theirs| safe_moves(shape, mask, theirs));
        array::from_fn(|i| Node {
            mover: self.mover ^ self.mask,
            mask: masks.0[i],
            mine: self.theirs & !stones.0[i],
            theirs: theirs.0[i],
            moves: moves.0[i],
        })
    }

    /// An exact key of the position, or with `mirror` of it and its mirror image: the sum of the two bit sets, which marks the
    /// height of each column by a carry.
    #[inline(always)]
    pub(super) fn key<S: Shape>(&self, shape: S, mirror: bool) -> u64 {
        let key = self.mover.wrapping_add(self.mask);
        if mirror { key.min(shape.mirror(key)) } else { key }
    }
}

/// The moves after which the opponent does not win at once; `theirs` are the opponent's winning cells.
#[inline(always)]
fn safe_moves<S: Shape>(shape: S, mask: u64, theirs: u64) -> u64 {
    let playable = shape.playable(mask);
    let forced = playable & theirs;
    let candidates = match forced {
        0 => playable,
        _ if forced & (forced - 1) == 0 => forced,
        _ => 0,
    };
    candidates & !(theirs >> 1)
}
