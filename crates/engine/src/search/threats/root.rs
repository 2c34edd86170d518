//! The root: iterative deepening until a limit is reached or the result is proven.

use std::collections::HashMap;

use super::Threats;
use super::value::{INFINITY, Value, is_proven, is_result, loss_in, score, unproven, win_in};
use super::valued_move::ValuedMove;
use super::verify::Claim;
use crate::game::Cell;
use crate::search::patterns::kind;
use crate::search::{Iteration, RootMove, Score, Stop, Wanted, report};
use crate::sort;

/// Half the width of the aspiration window around the value of the last depth.
const ASPIRATION_WINDOW: Value = 35;
/// Growth factor of the side of the window on which the search fails.
const WINDOW_GROWTH: Value = 8;

/// VCT searches may use 1/6 of all nodes, plus a minimum, plus a greater minimum at the depth limit.
const VCT_NODES_PART: u64 = 6;
const VCT_NODES_MIN: u64 = 100;
const VCT_NODES_MIN_LAST: u64 = 2_000;
/// Depths in a row that visit as many positions as the one before, with the same result: a greater one would visit them again.
const SAME_DEPTHS_MAX: usize = 3;
/// Most repetitions of a depth after a VCT refuted its best move.
const REFUTATIONS_MAX: usize = 8;

impl Threats<'_> {
    /// Deepens iteratively until a limit is reached or the result is proven. Tries only `moves` (legal) at the root. Calls
    /// `on_depth` with each completed iteration and returns the last one.
    ///
    /// # Panics
    /// If `moves` is empty.
    pub fn run(mut self, moves: &[Cell], wanted: Wanted, on_depth: &mut dyn FnMut(&Iteration)) -> Iteration {
        assert!(!moves.is_empty(), "a search needs a move to try");
        let full = self.board.empties() as u32;
        let last = self.limits.depth.map_or(full, |depth| depth.clamp(1, full));
        let (mut order, mut deferred) = self.root_order(moves, wanted);
        let mut result: Option<Iteration> = None;
        let mut previous = None;
        let mut reported = HashMap::new();
        let (mut visited, mut same) = (0, 0);
        self.static_values[0] = self.static_value();
        for depth in 1..=last {
            let is_last = depth == last;
            if let Some(won) = self.budgeted_vct(is_last)
                && let Some(at) = order.iter().position(|&cell| cell == won)
            {
                order[..=at].rotate_right(1);
            }
            self.watch.must_finish = depth == 1;
            self.root_depth = depth as i32;
            let moves = (&mut order, &mut deferred);
            let before = self.counts.nodes;
            let Some(ranked) = self.search_depth(moves, depth as i32, is_last, wanted, previous) else { break };
            let now = self.counts.nodes - before;
            let is_same = is_result(ranked[0].value) && previous == Some(ranked[0].value) && now == visited;
            (visited, same) = (now, if is_same { same + 1 } else { 0 });
            previous = Some(ranked[0].value);
            let mut ranked: Vec<RootMove> =
                ranked.into_iter().map(|found| self.reported(found, &mut reported)).collect();
            sort::short_by(&mut ranked, RootMove::rank);
            // All moves that are considered end the game within this depth: it remains to prove it against every reply.
            let is_settled = same >= SAME_DEPTHS_MAX;
            if is_settled && wanted == Wanted::Best(1) && ranked[0].score > Score::DRAW && !ranked[0].complete {
                let proven = self.verify(self.position, ranked[0].cell, Claim::UnprovenWin);
                ranked[0] = proven.map_or_else(|| ranked[0].clone(), verified_win);
            }
            let is_solved =
                ranked.iter().all(|found| found.complete) && (ranked[0].score > Score::DRAW || deferred.is_empty());
            let iteration = Iteration {
                depth,
                moves: ranked,
                complete: false,
                counts: self.counts,
                stop: is_solved.then_some(Stop::Solved),
            };
            on_depth(result.insert(iteration));
            if is_solved || is_settled {
                break;
            }
        }
        let mut result = result.expect("the first iteration always finishes");
        // The best move of the last iteration was searched first: the new one is as good or better.
        if let Some(found) = self.unfinished.take().filter(|found| found.value > 0 || !is_result(found.value)) {
            result.moves = vec![self.reported(found, &mut reported)];
        }
        result.counts = self.counts;
        if result.stop.is_none() {
            result.stop = Some(report::stop(&result, last, || self.watch.reached(self.counts.nodes)));
        }
        result
    }

    /// Searches the root moves to one depth. Adds the deferred moves if all promising ones lose. Repeats the depth if the
    /// opponent has a VCT after the best move.
    fn search_depth(
        &mut self,
        (order, deferred): (&mut Vec<Cell>, &mut Vec<Cell>),
        depth: i32,
        is_last: bool,
        wanted: Wanted,
        mut previous: Option<Value>,
    ) -> Option<Vec<ValuedMove>> {
        let mut refuted = 0;
        loop {
            let ranked = self.root(order, depth, wanted, previous)?;
            previous = None;
            if is_result(ranked[0].value) {
                if ranked[0].value > 0 || deferred.is_empty() {
                    return Some(ranked);
                }
                order.append(deferred);
                continue;
            }
            self.board.play(ranked[0].cell);
            let refutation = self.budgeted_vct(is_last);
            self.board.undo();
            refuted += 1;
            if refutation.is_none() || refuted > REFUTATIONS_MAX {
                return Some(ranked);
            }
        }
    }

    /// The first move of a VCT of the side to move, searched within the node budget of VCT searches.
    fn budgeted_vct(&mut self, is_last: bool) -> Option<Cell> {
        let share = if is_last { VCT_NODES_MIN_LAST } else { VCT_NODES_MIN } + self.counts.nodes / VCT_NODES_PART;
        let left = share.saturating_sub(self.vct.spent);
        if left > 0 { self.find_vct(left) } else { None }
    }

    /// The move as reported: a result only if [`Threats::verify`] confirms it. Verifies each claim once.
    fn reported(&mut self, found: ValuedMove, reported: &mut HashMap<(Cell, Value), RootMove>) -> RootMove {
        let ValuedMove { cell, value, pv } = found;
        if !is_proven(value) {
            return RootMove { cell, score: score(value), complete: false, pv };
        }
        if let Some(found) = reported.get(&(cell, value)) {
            return found.clone();
        }
        let claim = if value > 0 { Claim::Win } else { Claim::Loss };
        let found = match self.verify(self.position, cell, claim) {
            Some(pv) if value > 0 => verified_win(pv),
            Some(pv) => RootMove { cell, score: score(loss_in(pv.len())), complete: true, pv },
            None => RootMove { cell, score: score(unproven(value)), complete: false, pv },
        };
        reported.insert((cell, value), found.clone());
        found
    }

    /// The promising moves, best first, and the deferred moves.
    fn root_order(&self, moves: &[Cell], wanted: Wanted) -> (Vec<Cell>, Vec<Cell>) {
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        let mut order: Vec<(i32, u16)> =
            moves.iter().map(|&cell| (self.board.urgency(me, cell), cell as u16)).collect();
        sort::heaviest_first(&mut order);
        let order: Vec<Cell> = order.into_iter().map(|(_, cell)| Cell::from(cell)).collect();
        let near: Vec<Cell> = self.board.near().collect();
        let threatens = |kind| self.board.count(them, kind) > 0;
        let is_promising = |cell: &Cell| {
            let (own, other) = (self.board.kind(me, *cell), self.board.kind(them, *cell));
            if threatens(kind::FIVE) {
                own == kind::FIVE || other == kind::FIVE
            } else if threatens(kind::FOURS) {
                own >= kind::FOUR || other >= kind::FOUR
            } else if near.is_empty() {
                *cell == self.board.centre()
            } else {
                near.binary_search(cell).is_ok()
            }
        };
        let (promising, deferred): (Vec<Cell>, Vec<Cell>) = order.iter().partition(|cell| is_promising(cell));
        let is_enough = match wanted {
            Wanted::Best(count) => count <= promising.len(),
            // Values of an empty board differ by chance alone.
            Wanted::AllBest => near.is_empty() && !promising.is_empty(),
        };
        if is_enough { (promising, deferred) } else { (order, Vec::new()) }
    }

    /// Searches the root moves to one depth, and moves the best to the front of `order`. `None` if a limit was reached.
    fn root(
        &mut self,
        order: &mut [Cell],
        depth: i32,
        wanted: Wanted,
        previous: Option<Value>,
    ) -> Option<Vec<ValuedMove>> {
        self.counts.nodes += 1;
        let limit = if let Wanted::Best(count) = wanted { count.max(1) } else { usize::MAX };
        let mut ranked: Vec<ValuedMove> = Vec::new();
        for (index, &cell) in order.iter().enumerate() {
            let alpha = match (wanted, ranked.last()) {
                (Wanted::AllBest, Some(found)) => found.value - 1,
                (Wanted::Best(_), Some(worst)) if ranked.len() == limit => worst.value,
                _ => -INFINITY,
            };
            let value = match previous {
                _ if self.board.kind(self.board.turn(), cell) == kind::FIVE => {
                    self.variations[1].clear();
                    win_in(1)
                }
                Some(previous) if index == 0 => self.aspiration_child(cell, previous, depth)?,
                _ => {
                    let value = self.scouted_child(cell, alpha, depth, index);
                    if value.is_none() && wanted == Wanted::Best(1) {
                        self.unfinished = ranked.pop();
                    }
                    value?
                }
            };
            if value <= alpha {
                continue;
            }
            let mut pv = vec![cell];
            pv.extend_from_slice(&self.variations[1]);
            let at = ranked.partition_point(|other| other.value >= value);
            ranked.insert(at, ValuedMove { cell, value, pv });
            match wanted {
                Wanted::Best(_) => ranked.truncate(limit),
                Wanted::AllBest => {
                    let best = ranked[0].value;
                    ranked.retain(|found| found.value == best);
                }
            }
        }
        let best = ranked[0].cell;
        if let Some(at) = order.iter().position(|&cell| cell == best) {
            order[..=at].rotate_right(1);
        }
        Some(ranked)
    }

    /// The value of a move, searched with an aspiration window around its value at the last depth.
    fn aspiration_child(&mut self, cell: Cell, previous: Value, depth: i32) -> Option<Value> {
        let (mut below, mut above) =
            if is_result(previous) { (2 * INFINITY, 2 * INFINITY) } else { (ASPIRATION_WINDOW, ASPIRATION_WINDOW) };
        loop {
            let (alpha, beta) = ((previous - below).max(-INFINITY), (previous + above).min(INFINITY));
            let value = self.child::<true>(cell, alpha, beta, depth - 1, 0)?;
            if value <= alpha && alpha > -INFINITY {
                below *= WINDOW_GROWTH;
            } else if value >= beta && beta < INFINITY {
                above *= WINDOW_GROWTH;
            } else {
                return Some(value);
            }
        }
    }

    /// The value of a later move: a null window first, then a full window if that fails high.
    fn scouted_child(&mut self, cell: Cell, alpha: Value, depth: i32, index: usize) -> Option<Value> {
        if alpha > -INFINITY {
            let reduced = depth - 1 - i32::from(depth > 3 && index > 10);
            let mut value = self.child::<false>(cell, alpha, alpha + 1, reduced, 0)?;
            if value > alpha && reduced < depth - 1 {
                value = self.child::<false>(cell, alpha, alpha + 1, depth - 1, 0)?;
            }
            if value <= alpha {
                return Some(value);
            }
        }
        self.child::<true>(cell, alpha, INFINITY, depth - 1, 0)
    }
}

/// A win by this variation.
fn verified_win(pv: Vec<Cell>) -> RootMove {
    RootMove { cell: pv[0], score: score(win_in(pv.len())), complete: true, pv }
}
