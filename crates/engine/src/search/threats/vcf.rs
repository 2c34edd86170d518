//! VCF, victory by continuous fours: every move of the attacker makes a four, to which there is only one reply.

use super::Threats;
use crate::game::Cell;
use crate::search::patterns::{kind, shape};
use crate::sort;

/// Most fours of a VCF.
const VCF_DEPTH_MAX: usize = 60;

impl Threats<'_> {
    /// Whether the side to move has a VCF, searched within a budget of nodes. Leaves its moves in `self.vcf_line`, in reverse
    /// order. Sound but incomplete: it may miss a VCF.
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
            return self.add_double_four(cell);
        }
        if self.board.fours(me) == 0 || left == 0 || self.vcf_budget == 0 || self.memory.has_no_vcf(self.board.key()) {
            return false;
        }
        self.vcf_budget -= 1;
        let mut fours = [(0, 0); 32];
        let mut count = 0;
        for cell in self.board.loud() {
            if self.board.kind(me, cell) >= kind::FOUR && count < fours.len() {
                fours[count] = (self.board.urgency(me, cell), cell as u16);
                count += 1;
            }
        }
        let fours = &mut fours[..count];
        sort::heaviest_first(fours);
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

    /// Plays a four on `cell` and its only reply, and searches on.
    fn try_four(&mut self, cell: Cell, left: usize) -> bool {
        let me = self.board.turn();
        if left == 0 || self.vcf_budget == 0 {
            return false;
        }
        if self.board.kind(me, cell) == kind::FOURS {
            return self.add_double_four(cell);
        }
        // Without another four on the board, a three in another direction must lead to a new one.
        if self.board.fours(me) <= 2 && !self.board.has_shape(me, cell, shape::THREE..=shape::WIDE_THREE) {
            return false;
        }
        let Some(reply) = self.board.reply_to_four(me, cell) else { return false };
        // Both count as nodes, although they need not be played to know this.
        self.counts.nodes += 2;
        if self.memory.has_no_vcf(self.board.key_after_both(cell, reply)) {
            return false;
        }
        self.board.play(cell);
        self.board.play(reply);
        let wins = self.search_vcf(left - 1);
        self.board.undo();
        self.board.undo();
        if wins {
            self.vcf_line.extend([reply, cell].map(|cell| cell as u16));
        }
        wins
    }

    /// Adds the last moves of a VCF: one that leaves two cells to complete a row, a reply, the completion.
    pub(super) fn add_double_four(&mut self, cell: Cell) -> bool {
        let me = self.board.turn();
        self.board.play(cell);
        let mut gaps = self.board.loud().filter(|&gap| self.board.kind(me, gap) == kind::FIVE);
        let (first, second) = (gaps.next(), gaps.next());
        drop(gaps);
        self.board.undo();
        let (Some(first), Some(second)) = (first, second) else { return false };
        self.vcf_line.extend([second, first, cell].map(|cell| cell as u16));
        true
    }

    /// The lowest cell of a kind for a side, of those from [`kind::FOUR`] on.
    #[inline]
    pub(super) fn find(&self, player: usize, kind: u8) -> Option<Cell> {
        if self.board.count(player, kind) == 0 {
            return None;
        }
        self.board.loud().find(|&cell| self.board.kind(player, cell) == kind)
    }
}

const _: () = assert!(shape::FOUR < shape::OPEN_FOUR && shape::OPEN_FOUR < shape::FIVE);
