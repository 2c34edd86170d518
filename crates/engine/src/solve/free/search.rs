//! The proof search, by null windows: each asks whether one side, the attacker, can force a win in time.
//!
//! A win with stone number `t` scores cells + 1 − t, a loss the negative of that, a draw 0. Scores do not depend on the root, so
//! that table entries stay valid.

use super::Interrupted;
use super::Prover;
use super::board::{Board, Node};
use super::pairing;
use super::scan::{Reach, Scan, weights};
use crate::game::Cell;
use crate::sort;

/// Below every score.
const WORST: i32 = -(i8::MAX as i32);

/// The moves to search, and a bound of the others.
struct Moves {
    cells: u64,
    others: Option<Others>,
}

/// Why the other moves are pruned.
enum Others {
    /// None of them scores more.
    AtMost(i32),
    /// Within this window, none of them is better than the best of those searched.
    NoBetter,
}

impl Prover<'_> {
    /// A bound of the score of an unfinished position for the side to move: a lower bound if it is above `alpha`, otherwise an
    /// upper bound.
    pub(in crate::solve) fn bound(&mut self, node: &Node, alpha: i32) -> Result<i32, Interrupted> {
        self.counts.nodes += 1;
        self.watch()?;
        let (beta, stones, cells) = (alpha + 1, node.count(), self.board.cells() as i32);
        if stones == cells {
            return Ok(0);
        }
        // The table is cheaper than scanning the lines.
        let (key, symmetry) = Board::canonical(node);
        let known = self.table.get(key);
        match known.map(|entry| (i32::from(entry.lower), i32::from(entry.upper))) {
            Some((lower, _)) if lower >= beta => return Ok(lower),
            Some((_, upper)) if upper <= alpha => return Ok(upper),
            _ => {}
        }
        // Nothing happens after the board is full.
        let ends_at = |total: i32| (cells + 1 - total).max(0);
        self.scan.read(&self.board, node, reach(alpha, stones, cells, self.board.rules.misere()));
        let playable = self.board.playable(node);
        self.scan.own_wins &= playable;
        self.scan.other_wins &= playable;
        // Without a line that can be completed later, the attacker never wins.
        let fails = if !self.scan.open_late { 0 } else { alpha + i32::from(alpha < 0) };
        let (mut lower, mut upper) = match self.static_bound(alpha, fails, stones, ends_at) {
            Ok(score) => {
                self.counts.leaves += 1;
                return Ok(score);
            }
            Err(limits) => limits,
        };
        let hint = known.map(|entry| self.board.origin(symmetry, entry.cell));
        if let Some(entry) = known {
            lower = lower.max(i32::from(entry.lower));
            upper = upper.min(i32::from(entry.upper));
        }
        let Moves { cells: moves, others } = self.moves(playable, stones, ends_at);
        if self.is_quiet && self.scan.other_wins == 0 && pairing::draws(&mut self.scan.open) {
            self.counts.leaves += 1;
            return Ok(fails);
        }
        let before = self.counts.nodes;
        let mut best = if let Some(Others::AtMost(score)) = others { score } else { WORST };
        let mut best_cell = None;
        let (list, count) = self.ordered(node, moves, hint);
        for (at, &(_, cell)) in list[..count].iter().enumerate() {
            let score = -self.bound(&self.board.play(node, usize::from(cell)), -beta)?;
            if score > best || best_cell.is_none() {
                best_cell = Some(cell);
            }
            best = best.max(score);
            if best >= beta {
                self.counts.cutoffs += u64::from(at + 1 < count);
                break;
            }
        }
        if best >= beta {
            lower = lower.max(best);
        } else {
            if matches!(others, Some(Others::NoBetter)) {
                best = alpha;
            }
            upper = upper.min(best);
        }
        if let Some(cell) = best_cell {
            let image = self.board.image(symmetry, usize::from(cell));
            self.table.put(key, (lower, upper), image, self.counts.nodes - before);
        }
        Ok(best)
    }

    /// A score or bound that decides the window without a search; otherwise the bounds of the score.
    fn static_bound(
        &self,
        alpha: i32,
        fails: i32,
        stones: i32,
        ends_at: impl Fn(i32) -> i32,
    ) -> Result<i32, (i32, i32)> {
        match limits(&self.scan, self.is_quiet, self.board.rules.misere(), stones, ends_at) {
            Ok(score) => Ok(score),
            Err((_, upper)) if upper <= alpha => Ok(upper),
            Err((lower, _)) if lower > alpha => Ok(lower),
            Err(_) if self.scan.open.is_empty() => Ok(fails),
            Err(limits) => Err(limits),
        }
    }

    /// The moves to search, according to the scan.
    fn moves(&self, playable: u64, stones: i32, ends_at: impl Fn(i32) -> i32) -> Moves {
        let scan = &self.scan;
        if self.board.rules.misere() {
            let own = scan.own_wins;
            let others = (own != 0).then(|| Others::AtMost(-ends_at(stones + 1)));
            return Moves { cells: playable & !own, others };
        }
        let blocks = scan.other_wins;
        if blocks != 0 {
            return Moves { cells: blocks, others: Some(Others::AtMost(-ends_at(stones + 2))) };
        }
        if self.is_quiet && scan.other_twos.crossing() != 0 {
            let cells = scan.other_twos.refutations() | scan.own_twos.any();
            return Moves { cells, others: Some(Others::AtMost(-ends_at(stones + 4))) };
        }
        if self.is_monotone {
            // A stone on another cell is no better than a null move.
            let cells = (scan.open_cells | scan.counter_cells) & playable;
            // Without late lines this holds for every window.
            let is_late = scan.open_late || scan.counter_late;
            let others = (cells != playable && is_late).then_some(Others::NoBetter);
            return Moves { cells, others };
        }
        Moves { cells: playable, others: None }
    }

    /// All legal moves of an unfinished position, by descending line weights.
    pub(super) fn promising(&self, node: &Node) -> Vec<Cell> {
        let (list, count) = self.ordered(node, self.board.playable(node), None);
        list[..count].iter().map(|&(_, cell)| Cell::from(cell)).collect()
    }

    /// The moves, the hash move first, then by descending line weights, then by ascending cell.
    #[inline(always)]
    fn ordered(&self, node: &Node, mut moves: u64, hint: Option<usize>) -> ([(i32, u16); 64], usize) {
        let mut list = [(0, 0); 64];
        let mut count = 0;
        let weights = if moves & (moves.wrapping_sub(1)) == 0 { [0; 64] } else { weights(&self.board, node) };
        // In misère play both sides avoid lines.
        let sign = if self.board.rules.misere() { -1 } else { 1 };
        while moves != 0 {
            let cell = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let weight = if hint == Some(cell) { i32::MAX } else { sign * weights[cell] };
            list[count] = (weight, cell as u16);
            count += 1;
        }
        sort::heaviest_first(&mut list[..count]);
        (list, count)
    }
}

/// The lines that matter to a null window at `alpha`, and the stones that each side can place in time.
fn reach(alpha: i32, stones: i32, cells: i32, misere: bool) -> Reach {
    let score_wanted = if alpha >= 0 { alpha + 1 } else { -alpha };
    let left = (cells + 1 - score_wanted - stones).max(0) as u32;
    Reach { of_mover: (alpha >= 0) != misere, own: left.div_ceil(2), other: left / 2 }
}

/// The score, if immediate threats decide it; otherwise its lower and upper bound.
fn limits(
    scan: &Scan,
    quiet: bool,
    misere: bool,
    stones: i32,
    ends_at: impl Fn(i32) -> i32,
) -> Result<i32, (i32, i32)> {
    if misere {
        return Err((-ends_at(stones + 1), ends_at(stones + 2)));
    }
    if scan.own_wins != 0 {
        return Ok(ends_at(stones + 1));
    }
    if scan.other_wins & scan.other_wins.wrapping_sub(1) != 0 {
        return Ok(-ends_at(stones + 2));
    }
    if !quiet {
        return Err((-ends_at(stones + 2), ends_at(stones + 3)));
    }
    // A double threat: the opponent has no threat and cannot block both.
    let allowed = if scan.other_wins == 0 { u64::MAX } else { scan.other_wins };
    if scan.own_twos.crossing() & allowed != 0 {
        return Ok(ends_at(stones + 3));
    }
    let lower = if scan.other_wins == 0 { -ends_at(stones + 4) } else { -ends_at(stones + 2) };
    Err((lower, ends_at(stones + 3)))
}
