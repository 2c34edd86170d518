//! Move generation and ordering.

use super::Threats;
use super::move_list::{MoveList, URGENCY_MAX};
use crate::game::Cell;

const KILLER: i32 = 60;
const REPLY: i32 = 65;
/// Divisors of the history scores.
const HISTORY_DIVISOR: i32 = 117;
const CONTINUATION_DIVISOR: i32 = 52;

impl Threats<'_> {
    /// Lists the empty cells near stones; `hint` is the hash move.
    pub(super) fn list_moves(&self, hint: Option<Cell>, ply: usize, list: &mut MoveList) {
        self.list(self.board.near(), hint, ply, list);
        if list.is_empty() {
            // The board has no stones, or only cells far from all stones are empty.
            let middle = self.board.centre();
            let first =
                if self.board.is_empty(middle) { middle } else { self.board.empty_cells().next().unwrap_or(middle) };
            list.push(0, first);
        }
    }

    /// Lists the moves that may defend against a double threat.
    pub(super) fn list_defences(&self, hint: Option<Cell>, ply: usize, list: &mut MoveList) {
        self.list(self.board.loud(), hint, ply, list);
    }

    #[inline]
    fn list(&self, cells: impl Iterator<Item = Cell>, hint: Option<Cell>, ply: usize, list: &mut MoveList) {
        list.clear();
        let me = self.board.turn();
        let killers = self.killers[ply];
        let last = self.board.last();
        let reply = last.map_or(u16::MAX, |cell| self.memory.reply(me, cell));
        let urgency = |cell: Cell| {
            let mut urgency = self.board.urgency(me, cell) + self.memory.history(me, cell) / HISTORY_DIVISOR;
            if let Some(last) = last {
                urgency += self.memory.continuation(me, last, cell) / CONTINUATION_DIVISOR;
            }
            if killers[0] == cell as u16 || killers[1] == cell as u16 {
                urgency += KILLER;
            }
            if reply == cell as u16 {
                urgency += REPLY;
            }
            if hint == Some(cell) { URGENCY_MAX } else { urgency }
        };
        for cell in cells {
            list.push(urgency(cell), cell);
        }
    }
}
