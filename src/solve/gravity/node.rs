//! A position as the search sees it, with the cells that win.

use super::shape::Shape;

/// A position inside the search: nobody has a line, and the side to move has no winning stone.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Stones of the side to move.
    pub(super) mover: u64,
    /// Stones of both sides.
    pub(super) mask: u64,
    /// Empty cells that win for the side to move, none of them playable.
    pub(super) mine: u64,
    /// Empty cells that win for the other side.
    pub(super) theirs: u64,
    /// Stones that do not let the other side win at once.
    pub(super) moves: u64,
}

impl Node {
    /// The node of a position in which nobody has a line.
    pub(super) fn root<S: Shape>(shape: S, mover: u64, mask: u64) -> Node {
        let mine = shape.completing(mover) & !mask;
        let theirs = shape.completing(mover ^ mask) & !mask;
        Node { mover, mask, mine, theirs, moves: safe_moves(shape, mask, theirs) }
    }

    /// The node after a stone that does not win.
    #[inline(always)]
    pub(super) fn child<S: Shape>(&self, shape: S, stone: u64) -> Node {
        let mask = self.mask | stone;
        let theirs = shape.completing(self.mover | stone) & !mask;
        Node {
            mover: self.mover ^ self.mask,
            mask,
            mine: self.theirs & !stone,
            theirs,
            moves: safe_moves(shape, mask, theirs),
        }
    }

    /// Unique for a position, or with `mirror` for it and its mirror image: the stones of the side to move plus all
    /// stones carries into the cell above each column.
    #[inline(always)]
    pub(super) fn key<S: Shape>(&self, shape: S, mirror: bool) -> u64 {
        let key = self.mover.wrapping_add(self.mask);
        if mirror { key.min(shape.mirror(key)) } else { key }
    }
}

/// Moves of the side to move that leave the other side no winning stone; `theirs` are its winning cells.
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
