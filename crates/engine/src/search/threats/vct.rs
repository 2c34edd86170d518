//! VCT, victory by continuous threats: every move of the attacker makes a four or threatens an open four, so that the defender
//! has few replies. Found far beyond the depth of the main search.
//!
//! Depth-first proof-number search (df-pn), A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002.

use std::collections::HashMap;

use super::memory::{Bound, Entry};
use super::proof_numbers::{DISPROVEN, INFINITE, INITIAL, PROVEN, ProofNumbers};
use super::value::{loss_in, win_in};
use super::{PLIES_MAX, Threats};
use crate::game::Cell;
use crate::search::patterns::kind;
use crate::sort;

/// Node budget of the VCF search at each node.
const VCF_BUDGET: u32 = 60;
/// Most stored positions for each attacker, some megabytes. A full store is cleared before the next search.
const POSITIONS_MAX: usize = 1 << 16;
/// The depth of stored proofs, which hold at any depth.
const DEPTH: i32 = 64;

/// The expansion of a position: decided, or the moves to search.
enum Expansion {
    Proven,
    Disproven,
    Moves(Vec<u16>),
}

impl Threats<'_> {
    /// The first move of a VCT of the side to move, if one is found within this many nodes. Stores each position of the win in
    /// the transposition table, with its best move. A later call continues an unfinished search.
    pub(super) fn find_vct(&mut self, nodes: u64) -> Option<Cell> {
        let must_finish = std::mem::replace(&mut self.watch.must_finish, false);
        let attacker = self.board.turn();
        self.vct.end = self.vct.spent + nodes;
        if self.vct.known[attacker].len() >= POSITIONS_MAX {
            self.vct.known[attacker].clear();
        }
        let found = self.explore(attacker, INFINITE, INFINITE, 0);
        let won = if found.phi == 0 { self.store_win(attacker, &mut HashMap::new()) } else { None };
        self.watch.must_finish = must_finish;
        won.map(|(_, cell)| cell)
    }

    /// Searches until a number reaches its threshold, or the node budget is spent.
    fn explore(&mut self, attacker: usize, phi_max: u32, delta_max: u32, ply: usize) -> ProofNumbers {
        let key = self.board.key();
        let expansion = self.expand(attacker, ply);
        if let Expansion::Moves(replies) = &expansion
            && self.board.turn() != attacker
        {
            self.mark_losing_replies(attacker, replies);
        }
        let found = match expansion {
            Expansion::Proven => PROVEN,
            Expansion::Disproven => DISPROVEN,
            Expansion::Moves(cells) => loop {
                let (mut found, mut at, mut second) = (DISPROVEN, None, INFINITE);
                for &cell in &cells {
                    let child = self.known(attacker, self.board.key_after(Cell::from(cell)));
                    found.delta = found.delta.saturating_add(child.phi);
                    if at.is_none() || child.delta < found.phi {
                        (second, found.phi, at) = (found.phi, child.delta, Some((cell, child)));
                    } else {
                        second = second.min(child.delta);
                    }
                }
                let Some((cell, child)) = at else { break DISPROVEN };
                if found.phi >= phi_max || found.delta >= delta_max || self.vct_stops() {
                    break found;
                }
                let child_delta_max = phi_max.min(second.saturating_add(second / 4 + 1));
                let child_phi_max = if delta_max == INFINITE { INFINITE } else { delta_max - found.delta + child.phi };
                self.board.play(Cell::from(cell));
                self.explore(attacker, child_phi_max, child_delta_max, ply + 1);
                self.board.undo();
            },
        };
        if self.vct.known[attacker].len() < POSITIONS_MAX {
            self.vct.known[attacker].insert(key, found);
        }
        found
    }

    /// Marks the replies after which the attacker wins at once: most replies do not meet the threat.
    fn mark_losing_replies(&mut self, attacker: usize, replies: &[u16]) {
        for cell in replies.iter().map(|&cell| Cell::from(cell)) {
            let key = self.board.key_after(cell);
            if !self.vct.known[attacker].contains_key(&key) {
                self.board.play(cell);
                let has = |player, kind| self.board.count(player, kind) > 0;
                let is_lost = has(attacker, kind::FIVE) || has(attacker, kind::FOURS) && !has(attacker ^ 1, kind::FIVE);
                self.board.undo();
                if is_lost {
                    self.vct.known[attacker].insert(key, PROVEN);
                }
            }
        }
    }

    fn known(&self, attacker: usize, key: u64) -> ProofNumbers {
        self.vct.known[attacker].get(&key).copied().unwrap_or(INITIAL)
    }

    fn vct_stops(&mut self) -> bool {
        self.vct.spent >= self.vct.end || self.watch.stops(self.counts.nodes)
    }

    /// The threats of the attacker, or all replies to the last one.
    fn expand(&mut self, attacker: usize, ply: usize) -> Expansion {
        self.counts.nodes += 1;
        self.vct.spent += 1;
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        let is_attack = me == attacker;
        if self.board.count(me, kind::FIVE) > 0 {
            return Expansion::Proven;
        }
        let block = match self.board.count(them, kind::FIVE) {
            0 => None,
            1 => self.find(them, kind::FIVE),
            _ => return Expansion::Disproven,
        };
        if let Some(block) = block {
            let is_lost = is_attack && self.board.kind(me, block) < kind::THREE;
            return if is_lost { Expansion::Disproven } else { Expansion::Moves(vec![block as u16]) };
        }
        if self.board.count(me, kind::FOURS) > 0 {
            return Expansion::Proven;
        }
        if !is_attack && self.board.count(attacker, kind::FOURS) == 0 {
            return Expansion::Proven; // no threat to reply to
        }
        if is_attack && self.find_vcf(VCF_BUDGET) {
            return Expansion::Proven;
        }
        if ply >= PLIES_MAX {
            return if is_attack { Expansion::Disproven } else { Expansion::Proven };
        }
        let with_urgency = |cell: Cell| (self.board.urgency(me, cell), cell as u16);
        let mut cells: Vec<(i32, u16)> = if is_attack {
            self.board.near().filter(|&cell| self.board.kind(me, cell) >= kind::THREE).map(with_urgency).collect()
        } else {
            self.board.loud().map(with_urgency).collect()
        };
        sort::heaviest_first(&mut cells);
        Expansion::Moves(cells.into_iter().map(|(_, cell)| cell).collect())
    }

    /// Stores the result of each position of a VCT: the distance against the longest defence, and the move. `None` if the win
    /// cannot be followed to its end.
    fn store_win(&mut self, attacker: usize, noted: &mut HashMap<u64, (usize, Cell)>) -> Option<(usize, Cell)> {
        let key = self.board.key();
        if let Some(&noted) = noted.get(&key) {
            return Some(noted);
        }
        let is_attack = self.board.turn() == attacker;
        let (left, cell) = match self.expand(attacker, 0) {
            Expansion::Proven if is_attack => self.immediate_win()?,
            Expansion::Disproven if !is_attack => (2, self.find(attacker, kind::FIVE)?),
            Expansion::Moves(cells) => {
                let mut found = None;
                for cell in cells.into_iter().map(Cell::from) {
                    if is_attack && self.known(attacker, self.board.key_after(cell)).delta != 0 {
                        continue;
                    }
                    self.board.play(cell);
                    let after = self.store_win(attacker, noted);
                    self.board.undo();
                    let (after, _) = after?;
                    if found.is_none_or(|(left, _)| after + 1 > left) {
                        found = Some((after + 1, cell));
                    }
                    if is_attack {
                        break;
                    }
                }
                found?
            }
            Expansion::Proven | Expansion::Disproven => return None,
        };
        noted.insert(key, (left, cell));
        let (value, bound) = if is_attack { (win_in(left), Bound::Lower) } else { (loss_in(left), Bound::Upper) };
        self.memory.put(key, Entry { value, depth: DEPTH, bound, cell: Some(cell) });
        Some((left, cell))
    }

    /// The distance and the first move of a win at once or by VCF.
    fn immediate_win(&mut self) -> Option<(usize, Cell)> {
        let me = self.board.turn();
        if let Some(cell) = self.find(me, kind::FIVE) {
            return Some((1, cell));
        }
        if let Some(cell) = self.find(me, kind::FOURS) {
            return Some((3, cell));
        }
        if !self.find_vcf(VCF_BUDGET) {
            return None;
        }
        Some((self.vcf_line.len(), self.vcf_line.last().map(|&cell| Cell::from(cell))?))
    }
}
