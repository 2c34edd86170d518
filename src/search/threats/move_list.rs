//! A list of moves that is sorted as far as needed.

use crate::game::Cell;

/// The moves of a position with their urgency. Picking sorts them step by step.
#[derive(Debug, Default)]
pub(super) struct MoveList(pub Vec<(i32, u16)>);

impl MoveList {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A picked move.
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        Cell::from(self.0[index].1)
    }

    /// Moves the most urgent of the moves from `index` on to `index`; of equal ones the lowest cell.
    #[inline]
    pub(super) fn pick(&mut self, index: usize) -> Cell {
        let mut best = index;
        for other in index + 1..self.0.len() {
            let (urgency, cell) = self.0[other];
            if urgency > self.0[best].0 || urgency == self.0[best].0 && cell < self.0[best].1 {
                best = other;
            }
        }
        self.0.swap(index, best);
        self.cell(index)
    }
}
