//! Verification of wins: plays a claimed win against every legal reply, on a position without patterns.

use std::collections::HashMap;

use super::Threats;
use super::value::{PROVEN, RESULT, Value};
use crate::game::{Cell, Position, Status};
use crate::search::patterns::kind;
use crate::sort;

/// Most positions with the defender to move in a verification.
const DEFENCES_MAX: u32 = 4_000;
/// Node budget of each VCF search: well under a millisecond, because it does not check the clock.
const VCF_BUDGET: u32 = 500;
/// Greatest depth of a search for the attacker's next move if the table does not have it.
const DEPTH_MAX: i32 = 12;

/// A claim about a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Win,
    Loss,
    /// A win of a search that did not try every reply. The verification does.
    UnprovenWin,
}

/// The state of a verification.
struct Verification {
    /// The lowest value with which the table has a winning move.
    least: Value,
    /// Verified wins of the side to move, by position.
    known: HashMap<u64, Vec<Cell>>,
    defences: u32,
}

impl Threats<'_> {
    /// Verifies that a move wins or loses. Returns the move with the longest defence after it. `None` if the claim is
    /// refuted, or the limits do not suffice.
    pub(super) fn verify(&mut self, position: &Position, cell: Cell, claim: Claim) -> Option<Vec<Cell>> {
        let must_finish = std::mem::replace(&mut self.watch.must_finish, false);
        let mut position = position.clone();
        position.play_unchecked(cell);
        self.board.play(cell);
        let least = if claim == Claim::UnprovenWin { RESULT } else { PROVEN };
        let mut verification = Verification { least, known: HashMap::new(), defences: 0 };
        let line = match claim {
            Claim::Loss => self.verify_attack(&mut position, &mut verification, 1),
            Claim::Win | Claim::UnprovenWin => self.verify_defence(&mut position, &mut verification, 1),
        };
        self.board.undo();
        self.watch.must_finish = must_finish;
        line.map(|mut line| {
            line.insert(0, cell);
            line
        })
    }

    /// A verified win of the side to move.
    fn verify_attack(
        &mut self,
        position: &mut Position,
        verification: &mut Verification,
        ply: usize,
    ) -> Option<Vec<Cell>> {
        if position.status() != Status::Ongoing {
            return None;
        }
        if let Some(cell) = position.completions(position.turn()).min() {
            return Some(vec![cell]);
        }
        let key = self.board.key();
        if let Some(line) = verification.known.get(&key) {
            return Some(line.clone());
        }
        if self.find_vcf(VCF_BUDGET) {
            let line: Vec<Cell> = self.vcf_line.iter().rev().map(|&cell| Cell::from(cell)).collect();
            if let Some(line) = replay_vcf(position, &line) {
                return Some(line);
            }
        }
        let cell = self.winning_move(ply, verification.least)?;
        position.play_unchecked(cell);
        self.board.play(cell);
        let line = self.verify_defence(position, verification, ply + 1);
        self.board.undo();
        position.undo();
        let mut line = line?;
        line.insert(0, cell);
        verification.known.insert(key, line.clone());
        Some(line)
    }

    /// The longest defence of the side to move, if every reply loses.
    fn verify_defence(
        &mut self,
        position: &mut Position,
        verification: &mut Verification,
        ply: usize,
    ) -> Option<Vec<Cell>> {
        if position.status() != Status::Ongoing {
            return (position.status() == Status::Won).then(Vec::new);
        }
        verification.defences += 1;
        if verification.defences > DEFENCES_MAX || ply >= super::PLIES_MAX || self.watch.stops(self.counts.nodes) {
            return None;
        }
        if position.completions(position.turn()).next().is_some() {
            return None;
        }
        // The threat of the attacker: its VCF after a null move.
        self.board.null_move();
        let threatens = self.find_vcf(VCF_BUDGET);
        self.board.null_move();
        if !threatens {
            return None;
        }
        let threat: Vec<Cell> = self.vcf_line.iter().rev().map(|&cell| Cell::from(cell)).collect();
        let mut longest: Option<Vec<Cell>> = None;
        // Of equally long defences, a reply on a cell of the threat comes first.
        let mut replies: Vec<Cell> = position.legal_moves().collect();
        sort::short_by_key(&mut replies, |cell| threat.iter().position(|other| other == cell).unwrap_or(usize::MAX));
        self.counts.nodes += replies.len() as u64;
        for reply in replies {
            position.play_unchecked(reply);
            let mut line = replay_vcf(position, &threat);
            if line.is_none() {
                self.board.play(reply);
                line = self.verify_attack(position, verification, ply + 1);
                self.board.undo();
            }
            position.undo();
            let line = line?;
            if longest.as_ref().is_none_or(|longest| line.len() + 1 > longest.len()) {
                longest = Some(std::iter::once(reply).chain(line).collect());
            }
        }
        longest
    }

    /// The winning move of the side to move: a forced block, the stored one, or one that a new search finds.
    fn winning_move(&mut self, ply: usize, least: Value) -> Option<Cell> {
        if let Some(block) = self.find(self.board.turn() ^ 1, kind::FIVE) {
            return Some(block);
        }
        let stored = |search: &Self| {
            let entry = search.memory.get(search.board.key())?;
            if entry.value >= least { entry.cell } else { None }
        };
        for depth in 1..=DEPTH_MAX {
            if let Some(cell) = stored(self) {
                return Some(cell);
            }
            self.node::<false>(PROVEN - 1, PROVEN, depth, ply, false)?;
        }
        stored(self)
    }
}

/// Replays a VCF of the side to move, whose replies are forced. Returns the moves up to the win, which may come sooner; `None`
/// if the VCF fails.
fn replay_vcf(position: &mut Position, fours: &[Cell]) -> Option<Vec<Cell>> {
    let attacker = position.turn();
    let mut line = Vec::new();
    let mut played = 0;
    let mut rest = fours.chunks(2);
    let wins = loop {
        if position.status() != Status::Ongoing {
            break false;
        }
        if let Some(cell) = position.completions(attacker).min() {
            line.push(cell);
            break true;
        }
        let Some(pair) = rest.next().filter(|pair| position.playable(pair[0])) else { break false };
        position.play_unchecked(pair[0]);
        line.push(pair[0]);
        played += 1;
        if position.status() != Status::Ongoing || position.completions(attacker.opponent()).next().is_some() {
            break false;
        }
        let gaps: Vec<Cell> = position.completions(attacker).collect();
        let Some(&gap) = gaps.first() else { break false };
        if let Some(&other) = gaps.iter().find(|&&other| other != gap) {
            line.extend([gap, other]);
            break true;
        }
        if pair.get(1) != Some(&gap) {
            break false;
        }
        position.play_unchecked(gap);
        line.push(gap);
        played += 1;
    };
    for _ in 0..played {
        position.undo();
    }
    wins.then_some(line)
}
