//! Wins by continuous threes and fours: every move of the attacker completes a row or threatens to leave two cells that do, so
//! that few replies are left; found far beyond the depth of the search.
//!
//! Depth-first proof-number search, A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002.

use std::collections::HashMap;

use super::memory::{Bound, Entry};
use super::value::{loss_in, win_in};
use super::{PLIES_MAX, Threats};
use crate::game::Cell;
use crate::search::patterns::kind;

/// Budget of the search for fours in each position.
const FOURS: u32 = 60;
/// Positions remembered for each attacker, some megabytes; where there are more, the next search begins anew.
const KNOWN_MAX: usize = 1 << 16;
/// A proof is of no depth: it holds for all.
const DEPTH: i32 = 64;

/// What is known of a position: how many positions at least must turn out well for the side to move to reach its aim, and how
/// many for the other side. The attacker's aim is to win, the defender's that there is no win by threes.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    own: u32,
    other: u32,
}

const NEVER: u32 = u32::MAX;
const UNKNOWN: Numbers = Numbers { own: 1, other: 1 };
const REACHED: Numbers = Numbers { own: 0, other: NEVER };
const MISSED: Numbers = Numbers { own: NEVER, other: 0 };

/// What searches for threes remember.
#[derive(Debug, Default)]
pub(super) struct Threes {
    /// By attacker and key.
    known: [HashMap<u64, Numbers>; 2],
    /// Positions visited.
    pub spent: u64,
    /// Where the present search ends.
    end: u64,
}

/// What there is to do in a position.
enum Choice {
    Reached,
    Missed,
    Moves(Vec<u16>),
}

impl Threats<'_> {
    /// The first move of a win by threes of the side to move, if one is found among so many positions. What is found is
    /// remembered: each position of the win as won or lost, with a move that wins. The rest can be looked for later.
    pub(super) fn wins_by_threes(&mut self, nodes: u64) -> Option<Cell> {
        let must_finish = std::mem::replace(&mut self.watch.must_finish, false);
        let attacker = self.board.turn();
        self.threes.end = self.threes.spent + nodes;
        if self.threes.known[attacker].len() >= KNOWN_MAX {
            self.threes.known[attacker].clear();
        }
        let found = self.explore(attacker, NEVER, NEVER, 0);
        let won = if found.own == 0 { self.note_win(attacker, &mut HashMap::new()) } else { None };
        self.watch.must_finish = must_finish;
        won.map(|(_, cell)| cell)
    }

    /// Searches until one of the numbers reaches its bound, or the positions are used up.
    fn explore(&mut self, attacker: usize, own_max: u32, other_max: u32, ply: usize) -> Numbers {
        let key = self.board.key();
        let choice = self.choice(attacker, ply);
        if let Choice::Moves(replies) = &choice
            && self.board.turn() != attacker
        {
            self.drop_vain(attacker, replies);
        }
        let found = match choice {
            Choice::Reached => REACHED,
            Choice::Missed => MISSED,
            Choice::Moves(cells) => loop {
                let (mut found, mut at, mut second) = (MISSED, None, NEVER);
                for &cell in &cells {
                    let child = self.known(attacker, self.board.key_after(Cell::from(cell)));
                    found.other = found.other.saturating_add(child.own);
                    if at.is_none() || child.other < found.own {
                        (second, found.own, at) = (found.own, child.other, Some((cell, child)));
                    } else {
                        second = second.min(child.other);
                    }
                }
                let Some((cell, child)) = at else { break MISSED };
                if found.own >= own_max || found.other >= other_max || self.threes_end() {
                    break found;
                }
                let child_other_max = own_max.min(second.saturating_add(second / 4 + 1));
                let child_own_max = if other_max == NEVER { NEVER } else { other_max - found.other + child.own };
                self.board.play(Cell::from(cell));
                self.explore(attacker, child_own_max, child_other_max, ply + 1);
                self.board.undo();
            },
        };
        if self.threes.known[attacker].len() < KNOWN_MAX {
            self.threes.known[attacker].insert(key, found);
        }
        found
    }

    /// Notes which replies leave the attacker a win at once: that is how most threats are met.
    fn drop_vain(&mut self, attacker: usize, replies: &[u16]) {
        for cell in replies.iter().map(|&cell| Cell::from(cell)) {
            let key = self.board.key_after(cell);
            if !self.threes.known[attacker].contains_key(&key) {
                self.board.play(cell);
                let has = |player, kind| self.board.count(player, kind) > 0;
                let is_vain = has(attacker, kind::FIVE) || has(attacker, kind::FOURS) && !has(attacker ^ 1, kind::FIVE);
                self.board.undo();
                if is_vain {
                    self.threes.known[attacker].insert(key, REACHED);
                }
            }
        }
    }

    fn known(&self, attacker: usize, key: u64) -> Numbers {
        self.threes.known[attacker].get(&key).copied().unwrap_or(UNKNOWN)
    }

    fn threes_end(&mut self) -> bool {
        self.threes.spent >= self.threes.end || self.watch.stops(self.counts.nodes)
    }

    /// The attacker's threats, or all replies to the one just made.
    fn choice(&mut self, attacker: usize, ply: usize) -> Choice {
        self.counts.nodes += 1;
        self.threes.spent += 1;
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        let is_attack = me == attacker;
        if self.board.count(me, kind::FIVE) > 0 {
            return Choice::Reached;
        }
        let block = match self.board.count(them, kind::FIVE) {
            0 => None,
            1 => self.find(them, kind::FIVE),
            _ => return Choice::Missed,
        };
        if let Some(block) = block {
            let is_vain = is_attack && self.board.kind(me, block) < kind::THREE;
            return if is_vain { Choice::Missed } else { Choice::Moves(vec![block as u16]) };
        }
        if self.board.count(me, kind::FOURS) > 0 {
            return Choice::Reached;
        }
        if !is_attack && self.board.count(attacker, kind::FOURS) == 0 {
            return Choice::Reached; // there is nothing to reply to
        }
        if is_attack && self.wins_by_fours(FOURS) {
            return Choice::Reached;
        }
        if ply >= PLIES_MAX {
            return if is_attack { Choice::Missed } else { Choice::Reached };
        }
        let counts = |cell: &Cell| {
            if is_attack { self.board.kind(me, *cell) >= kind::THREE } else { self.board.answers(*cell) }
        };
        let mut cells: Vec<(i32, u16)> =
            self.board.near().filter(counts).map(|cell| (-self.board.urgency(me, cell), cell as u16)).collect();
        cells.sort_unstable();
        Choice::Moves(cells.into_iter().map(|(_, cell)| cell).collect())
    }

    /// Notes the result of each position of a win that was found: its distance, which is that against the most stubborn
    /// defence, and the move. `None` if it cannot be followed to its end.
    fn note_win(&mut self, attacker: usize, noted: &mut HashMap<u64, (usize, Cell)>) -> Option<(usize, Cell)> {
        let key = self.board.key();
        if let Some(&noted) = noted.get(&key) {
            return Some(noted);
        }
        let is_attack = self.board.turn() == attacker;
        let (left, cell) = match self.choice(attacker, 0) {
            Choice::Reached if is_attack => self.note_end()?,
            Choice::Missed if !is_attack => (2, self.find(attacker, kind::FIVE)?),
            Choice::Moves(cells) => {
                let mut found = None;
                for cell in cells.into_iter().map(Cell::from) {
                    if is_attack && self.known(attacker, self.board.key_after(cell)).other != 0 {
                        continue;
                    }
                    self.board.play(cell);
                    let after = self.note_win(attacker, noted);
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
            Choice::Reached | Choice::Missed => return None,
        };
        noted.insert(key, (left, cell));
        let (value, bound) = if is_attack { (win_in(left), Bound::Lower) } else { (loss_in(left), Bound::Upper) };
        self.memory.put(key, Entry { value, depth: DEPTH, bound, cell: Some(cell) });
        Some((left, cell))
    }

    /// How the attacker wins at once, or by fours: in how many plies, and where.
    fn note_end(&mut self) -> Option<(usize, Cell)> {
        let me = self.board.turn();
        if let Some(cell) = self.find(me, kind::FIVE) {
            return Some((1, cell));
        }
        if let Some(cell) = self.find(me, kind::FOURS) {
            return Some((3, cell));
        }
        if !self.wins_by_fours(FOURS) {
            return None;
        }
        Some((self.fours.len(), self.fours.last().map(|&cell| Cell::from(cell))?))
    }
}
