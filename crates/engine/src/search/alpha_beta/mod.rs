//! Alpha-beta as negamax with principal variation search, iterative deepening and a transposition table.
//!
//! The contract of each node, for a window (alpha, beta) with alpha < beta: a returned score inside the window is exact, a
//! score at or below alpha is an upper bound, a score at or above beta is a lower bound. "Exact" means the value of minimax
//! at the same depth.

mod node;

use super::images::Images;
use super::limits::Watch;
use super::ordering::{LineOrder, MoveList};
use super::table::Table;
use super::{Counts, Iteration, Limits, RootMove, Score, report};
use crate::game::{Cell, Position};
use crate::heuristic::LineWeights;

/// The root moves that get an exact score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The best `n` moves; of equal ones, those with the lowest cells.
    Best(usize),
    /// All moves that equal the best.
    AllBest,
}

impl Wanted {
    /// The number of wanted moves among these, which are sorted best first.
    pub(super) fn count(self, ranked: &[RootMove]) -> usize {
        match self {
            Wanted::Best(count) => count.clamp(1, ranked.len()),
            Wanted::AllBest => ranked.iter().take_while(|root| root.score == ranked[0].score).count(),
        }
    }
}

/// The value of a node: a score or bound, and whether it is free of heuristic values.
#[derive(Clone, Copy, Debug)]
struct Node {
    score: Score,
    complete: bool,
}

/// A search from one position.
pub struct AlphaBeta<'a> {
    position: Position,
    weights: &'a LineWeights,
    table: &'a mut Table,
    order: LineOrder,
    images: Images,
    watch: Watch,
    limits: &'a Limits,
    counts: Counts,
    /// `variations[ply]`: the principal variation from that ply on. Valid for PV nodes.
    variations: Vec<Vec<Cell>>,
    /// Move lists for reuse.
    lists: Vec<MoveList>,
}

impl<'a> AlphaBeta<'a> {
    /// Prepares a search and clears the table.
    pub fn new(position: &Position, weights: &'a LineWeights, table: &'a mut Table, limits: &'a Limits) -> Self {
        table.start();
        AlphaBeta {
            position: position.clone(),
            weights,
            table,
            order: LineOrder::new(position.rules()),
            images: Images::of(position),
            watch: Watch::new(limits),
            limits,
            counts: Counts::default(),
            variations: vec![Vec::new(); position.empties() + 2],
            lists: Vec::new(),
        }
    }

    /// Deepens iteratively until a limit is reached or the result is proven. Tries only `moves` (legal) at the root. Calls
    /// `on_depth` with each completed iteration and returns the last one.
    ///
    /// # Panics
    /// If `moves` is empty.
    pub fn run(mut self, moves: &[Cell], wanted: Wanted, on_depth: &mut dyn FnMut(&Iteration)) -> Iteration {
        assert!(!moves.is_empty(), "a search needs a move to try");
        let full = self.position.empties() as u32;
        let last = self.limits.depth.map_or(full, |depth| depth.clamp(1, full));
        let mut order = self.root_order(moves);
        let mut result: Option<Iteration> = None;
        for depth in 1..=last {
            self.watch.must_finish = depth == 1;
            let Some(iteration) = self.root(&mut order, depth, wanted) else { break };
            let solved = iteration.complete;
            on_depth(result.insert(iteration));
            if solved {
                break;
            }
        }
        let mut result = result.expect("the first iteration always finishes");
        result.counts = self.counts;
        result.stop = Some(report::stop(&result, last, || self.watch.reached(self.counts.nodes)));
        result
    }

    fn root_order(&self, moves: &[Cell]) -> Vec<Cell> {
        let mut list = MoveList::new();
        self.order.sorted(&self.position, None, &mut list);
        list.iter().map(|&(_, cell)| Cell::from(cell)).filter(|cell| moves.contains(cell)).collect()
    }

    /// Searches the root moves to one depth, and moves the best to the front of `order`. `None` if a limit was reached.
    fn root(&mut self, order: &mut [Cell], depth: u32, wanted: Wanted) -> Option<Iteration> {
        self.counts.nodes += 1;
        let accumulator = self.weights.accumulator(&self.position);
        let limit = if let Wanted::Best(count) = wanted { count.max(1) } else { usize::MAX };
        let mut ranked: Vec<RootMove> = Vec::new();
        let mut others_complete = true;
        for &cell in order.iter() {
            let alpha = match (wanted, ranked.last()) {
                (Wanted::AllBest, Some(root)) => root.score.just_below(),
                (Wanted::Best(_), Some(worst)) if ranked.len() == limit => {
                    if cell < worst.cell {
                        worst.score.just_below()
                    } else {
                        worst.score
                    }
                }
                _ => -Score::INFINITY,
            };
            let node = self.scouted_child(cell, alpha, Score::INFINITY, depth, 0, accumulator)?;
            if node.score <= alpha {
                others_complete &= node.complete;
                continue;
            }
            let mut pv = vec![cell];
            pv.extend_from_slice(&self.variations[1]);
            let root = RootMove { cell, score: node.score, complete: node.complete, pv };
            let at = ranked.partition_point(|other| other.rank(&root).is_lt());
            ranked.insert(at, root);
            let kept = wanted.count(&ranked);
            others_complete &= ranked.drain(kept..).all(|root| root.complete);
        }
        // A proven win is the quickest one. Lower-ranked moves need no proof.
        let decided_wins = ranked.iter().all(|root| root.score.is_decided() && root.score > Score::DRAW);
        let complete = decided_wins || others_complete && ranked.iter().all(|root| root.complete);
        let best = ranked[0].cell;
        if let Some(at) = order.iter().position(|&cell| cell == best) {
            order[..=at].rotate_right(1);
        }
        Some(Iteration { depth, moves: ranked, complete, counts: self.counts, stop: None })
    }
}
