//! Which moves to try, and in what order.

use super::Threats;
use crate::game::Cell;

/// Urgency of what another position has shown to be good.
const HINT: i32 = 1 << 20;
const KILLER: i32 = 60;
const REPLY: i32 = 50;
/// Part of a move's history that counts beside its shapes.
const HISTORY_PART: i32 = 128;

/// Moves of one position by urgency, put in order as they are picked.
#[derive(Debug, Default)]
pub(super) struct MoveList(Vec<(i32, u16)>);

impl MoveList {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A move that was picked.
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        Cell::from(self.0[index].1)
    }

    /// Puts the most urgent move from `index` on there; of equal ones the lowest cell.
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

impl Threats<'_> {
    /// The cells near stones.
    pub(super) fn list_moves(&self, hint: Option<Cell>, ply: usize, list: &mut MoveList) {
        list.0.clear();
        let me = self.board.turn();
        let killers = self.killers[ply];
        let reply = self.board.last().map_or(u16::MAX, |cell| self.memory.replies[me][cell]);
        let urgency = |cell: Cell| {
            let mut urgency = self.board.urgency(me, cell) + self.memory.history[me][cell] / HISTORY_PART;
            if killers.contains(&(cell as u16)) {
                urgency += KILLER;
            }
            if reply == cell as u16 {
                urgency += REPLY;
            }
            if hint == Some(cell) { HINT } else { urgency }
        };
        list.0.extend(self.board.near().map(|cell| (urgency(cell), cell as u16)));
        if list.0.is_empty() {
            // No stone is near any empty cell: there is none yet, or else it matters little.
            let middle = self.board.centre();
            let first =
                if self.board.is_empty(middle) { middle } else { self.board.empty_cells().next().unwrap_or(middle) };
            list.0.push((0, first as u16));
        }
    }

    /// All moves that may hold where the other side is about to make two threats at once.
    pub(super) fn list_answers(&self, hint: Option<Cell>, ply: usize, list: &mut MoveList) {
        self.list_moves(hint, ply, list);
        list.0.retain(|&(_, cell)| self.board.may_defend(Cell::from(cell)));
    }
}
