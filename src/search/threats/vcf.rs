//! Wins by continuous fours on a board of patterns: each move leaves a row one stone short, so that there is one reply.

use super::Threats;
use crate::game::Cell;
use crate::search::patterns::{kind, shape};

/// Most fours in a row.
const VCF_DEPTH_MAX: usize = 60;

impl Threats<'_> {
    /// Whether the side to move wins by fours, within a budget of positions; the moves are then in `self.vcf_line`, last first.
    /// Nothing is claimed that a reply refutes, but a win may be missed.
    pub(super) fn find_vcf(&mut self, budget: u32) -> bool {
        self.vcf_budget = budget;
        self.vcf_line.clear();
        self.search_vcf(VCF_DEPTH_MAX)
    }

    fn search_vcf(&mut self, left: usize) -> bool {
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        if let Some(cell) = self.find(me, kind::FIVE) {
            self.vcf_line.push(cell as u16);
            return true;
        }
        let block = match self.board.count(them, kind::FIVE) {
            0 => None,
            1 => self.find(them, kind::FIVE),
            _ => return false,
        };
        if let Some(block) = block {
            return self.board.kind(me, block) >= kind::FOUR && self.try_four(block, left);
        }
        if let Some(cell) = self.find(me, kind::FOURS) {
            return self.finish_double_four(cell);
        }
        if self.board.fours(me) == 0 || left == 0 || self.vcf_budget == 0 || self.memory.has_no_vcf(self.board.key()) {
            return false;
        }
        self.vcf_budget -= 1;
        let mut fours = [(0, 0); 32];
        let mut count = 0;
        for cell in self.board.near() {
            if self.board.kind(me, cell) >= kind::FOUR && count < fours.len() {
                fours[count] = (self.board.urgency(me, cell), cell as u16);
                count += 1;
            }
        }
        let fours = &mut fours[..count];
        fours.sort_unstable_by_key(|&(urgency, cell)| (std::cmp::Reverse(urgency), cell));
        for &mut (_, cell) in fours {
            if self.try_four(Cell::from(cell), left) {
                return true;
            }
        }
        if self.vcf_budget > 0 {
            self.memory.set_no_vcf(self.board.key());
        }
        false
    }

    /// A four on `cell`, the only reply, and on.
    fn try_four(&mut self, cell: Cell, left: usize) -> bool {
        let me = self.board.turn();
        if left == 0 || self.vcf_budget == 0 {
            return false;
        }
        if self.board.kind(me, cell) == kind::FOURS {
            return self.finish_double_four(cell);
        }
        self.counts.nodes += 2;
        self.board.play(cell);
        let wins = self.board.completion(me, cell).is_some_and(|reply| {
            self.board.play(reply);
            let wins = self.search_vcf(left - 1);
            self.board.undo();
            if wins {
                self.vcf_line.push(reply as u16);
            }
            wins
        });
        self.board.undo();
        if wins {
            self.vcf_line.push(cell as u16);
        }
        wins
    }

    /// A move that leaves two cells to complete a row, where the other side completes none: notes it, and what follows.
    pub(super) fn finish_double_four(&mut self, cell: Cell) -> bool {
        let me = self.board.turn();
        self.board.play(cell);
        let mut gaps = self.board.near().filter(|&gap| self.board.kind(me, gap) == kind::FIVE);
        let (first, second) = (gaps.next(), gaps.next());
        drop(gaps);
        self.board.undo();
        let (Some(first), Some(second)) = (first, second) else { return false };
        self.vcf_line.extend([second, first, cell].map(|cell| cell as u16));
        true
    }

    /// The lowest cell of a kind for a side.
    #[inline]
    pub(super) fn find(&self, player: usize, kind: u8) -> Option<Cell> {
        if self.board.count(player, kind) == 0 {
            return None;
        }
        self.board.near().find(|&cell| self.board.kind(player, cell) == kind)
    }
}

const _: () = assert!(shape::FOUR < shape::OPEN_FOUR && shape::OPEN_FOUR < shape::FIVE);
