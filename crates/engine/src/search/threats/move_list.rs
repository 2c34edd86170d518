//! A list of moves that is sorted as far as needed.

use crate::game::{Cell, Rules};

/// The moves of a position with their urgency. Picking sorts them step by step.
#[derive(Debug, Default)]
pub(super) struct MoveList(Vec<Move>);

/// A move: the urgency in the upper bits; below it the cell, counted downwards, so that of equally urgent moves the lowest cell is
/// the greatest.
type Move = i32;
const CELL_BITS: u32 = 9;
const CELL_MASK: Move = (1 << CELL_BITS) - 1;
/// The greatest urgency.
pub(super) const URGENCY_MAX: i32 = 1 << 20;
const _: () = assert!(Rules::SIDE_MAX * Rules::SIDE_MAX <= 1 << CELL_BITS && URGENCY_MAX.ilog2() + CELL_BITS < 30);

#[inline]
fn cell_of(item: Move) -> Cell {
    (CELL_MASK - (item & CELL_MASK)) as Cell
}

impl MoveList {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub(super) fn push(&mut self, urgency: i32, cell: Cell) {
        debug_assert!(urgency.abs() <= URGENCY_MAX);
        self.0.push((urgency << CELL_BITS) | (CELL_MASK - cell as Move));
    }

    /// Copies the moves of a list, but one.
    pub(super) fn copy_without(&mut self, list: &MoveList, without: Cell) {
        self.0.clear();
        self.0.extend(list.0.iter().filter(|&&item| cell_of(item) != without));
    }

    /// A picked move.
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        cell_of(self.0[index])
    }

    /// Moves the most urgent of the moves from `index` on to `index`; of equal ones the lowest cell.
    #[inline]
    pub(super) fn pick(&mut self, index: usize) -> Cell {
        let rest = &mut self.0[index..];
        let best = rest.iter().fold(Move::MIN, |best, &item| best.max(item));
        if let Some(at) = rest.iter().position(|&item| item == best) {
            rest.swap(0, at);
        }
        cell_of(best)
    }
}
