//! Minimax: searches every variation to the horizon, without pruning or a table. The oracle for the answers of alpha-beta, and
//! the measure of the work that pruning saves.

use super::limits::Watch;
use super::{Counts, Iteration, Limits, RootMove, Score, Wanted};
use crate::game::{Cell, Player, Position, Status};
use crate::heuristic::LineWeights;
use crate::sort;

/// Searches to the depth in `limits`; without one, deepens iteratively until the game is solved. Tries only `moves`
/// (ascending, legal) at the root and reports the `wanted` ones, best first.
///
/// # Panics
/// If `moves` is empty.
pub fn minimax(
    position: &Position,
    heuristic: &LineWeights,
    moves: &[Cell],
    wanted: Wanted,
    limits: &Limits,
    on_depth: &mut dyn FnMut(&Iteration),
) -> Iteration {
    assert!(!moves.is_empty(), "minimax needs a move to try");
    let full = position.empties() as u32;
    let mut search =
        Minimax { position: position.clone(), heuristic, counts: Counts::default(), watch: Watch::new(limits) };
    let depths = match limits.depth {
        Some(depth) => depth.clamp(1, full)..=depth.clamp(1, full),
        None => 1..=full,
    };
    let (first, last) = (*depths.start(), *depths.end());
    let mut done: Option<Iteration> = None;
    for depth in depths {
        search.watch.must_finish = depth == 1;
        let Some(iteration) = search.root(moves, depth, wanted) else { break };
        let solved = iteration.complete;
        on_depth(done.insert(iteration));
        if solved || search.watch.stops(search.counts.nodes) {
            break;
        }
    }
    let mut result = match done {
        Some(iteration) => iteration,
        None => {
            // A limit ended the only iteration. Depth 1 always has a result.
            debug_assert!(first > 1);
            search.watch.must_finish = true;
            search.root(moves, 1, wanted).expect("nothing stops an iteration that must finish")
        }
    };
    result.counts = search.counts;
    result.stop = Some(super::report::stop(&result, last, || search.watch.reached(search.counts.nodes)));
    result
}

struct Minimax<'a> {
    position: Position,
    heuristic: &'a LineWeights,
    counts: Counts,
    watch: Watch,
}

/// The score, whether it is free of heuristic values, and the principal variation.
type Value = (Score, bool, Vec<Cell>);

impl Minimax<'_> {
    fn root(&mut self, moves: &[Cell], depth: u32, wanted: Wanted) -> Option<Iteration> {
        self.counts.nodes += 1;
        let mut ranked = Vec::with_capacity(moves.len());
        for &cell in moves {
            let (score, complete, rest) = self.after(cell, depth - 1, 1)?;
            let pv = std::iter::once(cell).chain(rest).collect();
            ranked.push(RootMove { cell, score, complete, pv });
        }
        sort::short_by(&mut ranked, RootMove::rank);
        let decided_win = |root: &RootMove| root.score.is_decided() && root.score > Score::DRAW;
        let all_complete = ranked.iter().all(|root| root.complete);
        ranked.truncate(wanted.count(&ranked));
        let complete = all_complete || ranked.iter().all(decided_win);
        Some(Iteration { depth, moves: ranked, complete, counts: self.counts, stop: None })
    }

    /// The value of a move for the mover, `ply` plies from the root. `None` if a limit was reached.
    fn after(&mut self, cell: Cell, depth: u32, ply: u32) -> Option<Value> {
        self.counts.nodes += 1;
        if self.watch.stops(self.counts.nodes) {
            return None;
        }
        let mover = self.position.turn();
        self.position.play_unchecked(cell);
        let value = match self.leaf(mover, depth, ply) {
            Some((score, complete)) => {
                self.counts.leaves += 1;
                Some((score, complete, Vec::new()))
            }
            None => self.best(depth, ply).map(|(score, complete, pv)| (-score, complete, pv)),
        };
        self.position.undo();
        value
    }

    /// The value of a leaf for `mover`, the side that has just moved. `None` if the position is not a leaf.
    fn leaf(&self, mover: Player, depth: u32, ply: u32) -> Option<(Score, bool)> {
        match (self.position.status(), self.position.winner()) {
            (_, Some(winner)) if winner == mover => Some((Score::win_in(ply), true)),
            (_, Some(_)) => Some((Score::loss_in(ply), true)),
            (Status::Drawn, _) => Some((Score::DRAW, true)),
            _ if depth == 0 => {
                let x_view = self.heuristic.evaluate(&self.position);
                Some((Score::value(if mover == Player::X { x_view } else { -x_view }), false))
            }
            _ => None,
        }
    }

    /// The value for the side to move. Of equal moves the lowest cell is best.
    fn best(&mut self, depth: u32, ply: u32) -> Option<Value> {
        let moves: Vec<Cell> = self.position.legal_moves().collect();
        let mut best: Option<Value> = None;
        let mut all_complete = true;
        for cell in moves {
            let (score, complete, rest) = self.after(cell, depth - 1, ply + 1)?;
            all_complete &= complete;
            if best.as_ref().is_none_or(|(best, ..)| score > *best) {
                best = Some((score, complete, std::iter::once(cell).chain(rest).collect()));
            }
        }
        best.map(|(score, _, pv)| (score, all_complete || score.is_decided(), pv))
    }
}
