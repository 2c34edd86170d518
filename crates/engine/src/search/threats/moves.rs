//! Move generation and ordering.

use super::Threats;
use super::move_list::{MoveList, URGENCY_MAX};
use crate::game::Cell;

const KILLER: i32 = 60;
const REPLY: i32 = 50;
/// Divisors of the history scores.
const HISTORY_DIVISOR: i32 = 128;
const CONTINUATION_DIVISOR: i32 = 64;

impl Threats<'_> {
    /// Lists the empty cells near stones; `hint` is the hash move.
    pub(super) fn list_moves(&self, hint: Option<Cell>, ply: usize, list: &mut MoveList) {
        list.clear();
        let me = self.board.turn();
        let killers = self.killers[ply];
        let last = self.board.last();
        let reply = last.map_or(u16::MAX, |cell| self.memory.replies[me][cell]);
        let context = self.board.policy_context();
        let t = &*super::tuning::T;
        let urgency = |cell: Cell| {
            let kind = self.board.kind(me, cell);
            let first = if t[11] == 0 { self.board.policy(&context, cell) + if kind >= 6 { t[16] } else if kind >= 3 { t[17] } else { 0 } } else if t[11] == 1 { self.board.urgency(me, cell) } else { self.board.policy(&context, cell) + (self.board.urgency(me, cell) / t[11]).min(256) };
            let mut urgency = first + self.memory.history[me][cell] / t[2];
            if let Some(last) = last {
                urgency += self.memory.continuation(me, last, cell) / t[3];
            }
            if killers[0] == cell as u16 || killers[1] == cell as u16 {
                urgency += t[0];
            }
            if reply == cell as u16 {
                urgency += t[1];
            }
            if hint == Some(cell) { URGENCY_MAX } else { urgency }
        };
        for cell in self.board.near() {
            list.push(urgency(cell), cell);
        }
        if list.is_empty() {
            // The board has no stones, or only cells far from all stones are empty.
            let middle = self.board.centre();
            let first =
                if self.board.is_empty(middle) { middle } else { self.board.empty_cells().next().unwrap_or(middle) };
            list.push(0, first);
        }
        list.weigh();
    }

    /// Lists the moves that may defend against a double threat.
    pub(super) fn list_defences(&self, hint: Option<Cell>, ply: usize, list: &mut MoveList) {
        self.list_moves(hint, ply, list);
        list.retain(|cell| self.board.may_defend(cell));
        list.weigh();
    }
}
