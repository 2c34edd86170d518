//! Alpha-beta as negamax with principal variation search, iterative deepening and a transposition table.
//!
//! The contract of every node, for a window (alpha, beta) with alpha < beta: the returned score is exact if it lies
//! inside the window, an upper bound of the exact score if it is at or below alpha, and a lower bound if it is at or
//! above beta. "Exact" is the value of plain minimax at the same depth.

use super::limits::Watch;
use super::ordering::{LineOrder, MoveList};
use super::table::{Bound, Table};
use super::{Counts, Iteration, Limits, RootLine, Score, report};
use crate::game::{Cell, Position, Status};
use crate::heuristic::Evaluator;

/// Which root moves get an exact score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The best so many; of equal moves, those with the lowest cells.
    Best(usize),
    /// The best and all that equal it.
    AllBest,
}

impl Wanted {
    /// How many of these lines, best first, are wanted.
    pub(super) fn count(self, lines: &[RootLine]) -> usize {
        match self {
            Wanted::Best(count) => count.clamp(1, lines.len()),
            Wanted::AllBest => lines.iter().take_while(|line| line.score == lines[0].score).count(),
        }
    }
}

/// What a node knows about its value: a score or bound, and whether it is free of heuristic values.
#[derive(Clone, Copy, Debug)]
struct Node {
    score: Score,
    complete: bool,
}

/// What immediate threats leave of the choice in a position.
enum Forced {
    /// Its value is known.
    Decided(Node),
    /// All moves but this one lose in two plies, or all do.
    Block(Cell),
    /// Nothing is forced.
    Free,
}

/// One search from one position.
pub struct AlphaBeta<'a, E: Evaluator> {
    position: Position,
    evaluator: &'a E,
    table: &'a mut Table,
    order: LineOrder,
    watch: Watch<'a>,
    limits: &'a Limits,
    counts: Counts,
    /// `variations[ply]`: best play from that ply on, valid for the nodes of the principal variation.
    variations: Vec<Vec<Cell>>,
    /// Spare move lists, one for each ply in use.
    lists: Vec<MoveList>,
}

impl<'a, E: Evaluator> AlphaBeta<'a, E> {
    /// Prepares a search; the table's former contents are forgotten.
    pub fn new(position: &Position, evaluator: &'a E, table: &'a mut Table, limits: &'a Limits) -> Self {
        table.start();
        AlphaBeta {
            position: position.clone(),
            evaluator,
            table,
            order: LineOrder::new(position.rules()),
            watch: Watch::new(limits),
            limits,
            counts: Counts::default(),
            variations: vec![Vec::new(); position.empties() + 2],
            lists: Vec::new(),
        }
    }

    /// Searches depth by depth until a limit is reached or the result is proven; at the root only `moves` (legal) are
    /// tried. Calls `on_depth` with each completed iteration and returns the last one.
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

    /// Searches the root moves in this order to one depth, and puts the best first for the next; `None` if a limit was
    /// reached.
    fn root(&mut self, order: &mut [Cell], depth: u32, wanted: Wanted) -> Option<Iteration> {
        self.counts.nodes += 1;
        let sum = self.evaluator.sum(&self.position);
        let limit = if let Wanted::Best(count) = wanted { count.max(1) } else { usize::MAX };
        let mut lines: Vec<RootLine> = Vec::new();
        let mut others_complete = true;
        for &cell in order.iter() {
            let alpha = match (wanted, lines.last()) {
                (Wanted::AllBest, Some(line)) => line.score.just_below(),
                (Wanted::Best(_), Some(worst)) if lines.len() == limit => {
                    if cell < worst.cell {
                        worst.score.just_below()
                    } else {
                        worst.score
                    }
                }
                _ => -Score::INFINITY,
            };
            let node = self.scouted_child(cell, alpha, Score::INFINITY, depth, 0, sum)?;
            if node.score <= alpha {
                others_complete &= node.complete;
                continue;
            }
            let mut pv = vec![cell];
            pv.extend_from_slice(&self.variations[1]);
            let line = RootLine { cell, score: node.score, complete: node.complete, pv };
            let at = lines.partition_point(|other| other.rank(&line).is_lt());
            lines.insert(at, line);
            let kept = wanted.count(&lines);
            others_complete &= lines.drain(kept..).all(|line| line.complete);
        }
        // A decided win is the quickest there is; what ranks below it need not be complete.
        let decided_wins = lines.iter().all(|line| line.score.is_decided() && line.score > Score::DRAW);
        let complete = decided_wins || others_complete && lines.iter().all(|line| line.complete);
        let best = lines[0].cell;
        if let Some(at) = order.iter().position(|&cell| cell == best) {
            order[..=at].rotate_right(1);
        }
        Some(Iteration { depth, lines, complete, counts: self.counts, stop: None })
    }

    /// The value of a move under the window (alpha, beta), for the side that plays it, in a node of the principal
    /// variation: a null window shows first whether it is worth a closer look.
    fn scouted_child(
        &mut self,
        cell: Cell,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        sum: E::Sum,
    ) -> Option<Node> {
        let above = alpha.just_above();
        if alpha > -Score::INFINITY && above < beta {
            let scout = self.child::<false>(cell, alpha, above, depth, ply, sum)?;
            if scout.score <= alpha {
                return Some(scout);
            }
        }
        self.child::<true>(cell, alpha, beta, depth, ply, sum)
    }

    /// The value of a move for the side that plays it, `depth` plies before the horizon and `ply` from the root. `PV`:
    /// whether best play is recorded. `None` if a limit was reached.
    #[inline]
    fn child<const PV: bool>(
        &mut self,
        cell: Cell,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        mut sum: E::Sum,
    ) -> Option<Node> {
        self.counts.nodes += 1;
        if self.watch.stops(self.counts.nodes) {
            return None;
        }
        let evaluator = self.evaluator;
        self.position.play_unchecked(cell, |before, after| evaluator.follow(&mut sum, before, after));
        if PV {
            self.variations[ply + 1].clear();
        }
        let node = match self.leaf(depth - 1, ply as u32 + 1, sum) {
            Some(leaf) => {
                self.counts.leaves += 1;
                Some(leaf)
            }
            None => self.node::<PV>(-beta, -alpha, depth - 1, ply + 1, sum),
        };
        self.position.undo();
        node.map(|node| Node { score: -node.score, complete: node.complete })
    }

    /// The value for the side to move of a position that is not searched further.
    #[inline]
    fn leaf(&self, depth: u32, ply: u32, sum: E::Sum) -> Option<Node> {
        let complete = |score| Some(Node { score, complete: true });
        match self.position.status() {
            Status::Won if self.position.winner() == Some(self.position.turn()) => complete(Score::win_in(ply)),
            Status::Won => complete(Score::loss_in(ply)),
            Status::Drawn => complete(Score::DRAW),
            Status::Ongoing if self.position.open_lines() == 0 => complete(Score::DRAW),
            Status::Ongoing if depth == 0 => {
                let value = self.evaluator.value(sum, self.position.turn());
                Some(Node { score: Score::value(value), complete: false })
            }
            Status::Ongoing => None,
        }
    }

    /// The value of an unfinished position for the side to move; see the contract at the top.
    fn node<const PV: bool>(&mut self, alpha: Score, beta: Score, depth: u32, ply: usize, sum: E::Sum) -> Option<Node> {
        debug_assert!(alpha < beta && depth > 0);
        let block = match self.forced::<PV>(depth, ply) {
            Forced::Decided(node) => {
                self.counts.leaves += 1;
                return Some(node);
            }
            Forced::Block(cell) => Some(cell),
            Forced::Free => None,
        };
        let mut hint = None;
        let remembers = depth > 1;
        let key = self.position.key();
        if let Some(entry) = if remembers { self.table.get(key) } else { None } {
            let same_horizon = u32::from(entry.depth) == depth || entry.complete && u32::from(entry.depth) < depth;
            let score = entry.score.earlier(ply as u32);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if !PV && same_horizon && decides {
                return Some(Node { score, complete: entry.complete });
            }
            hint = Some(entry.cell());
        }
        let mut list = self.lists.pop().unwrap_or_default();
        match block {
            // Every other move loses in two; in the principal variation they are looked at all the same, since the
            // block may lose as quickly and the lowest cell is to be named.
            Some(cell) if !PV => {
                list.clear();
                list.push((0, cell as u16));
            }
            _ => self.order.sorted(&self.position, block.or(hint), &mut list),
        }
        let found = self.best::<PV>(&list, alpha, beta, depth, ply, sum);
        self.lists.push(list);
        let (cell, node) = found?;
        if remembers {
            let bound = if node.score >= beta {
                Bound::Lower
            } else if node.score <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            self.table.put(key, node.score.later(ply as u32), depth, cell, bound, node.complete);
        }
        Some(node)
    }

    /// What immediate threats say: the side to move completes a line at once, or has to prevent the other side from it.
    #[inline]
    fn forced<const PV: bool>(&mut self, depth: u32, ply: usize) -> Forced {
        if self.position.rules().misere() {
            return Forced::Free;
        }
        let turn = self.position.turn();
        if let Some(cell) = self.position.completions(turn).min() {
            if PV {
                self.variations[ply].clear();
                self.variations[ply].push(cell);
            }
            return Forced::Decided(Node { score: Score::win_in(ply as u32 + 1), complete: true });
        }
        if depth < 2 {
            return Forced::Free; // the reply lies beyond the horizon
        }
        let mut threats = self.position.completions(turn.opponent());
        match threats.next() {
            None => Forced::Free,
            Some(first) if !PV && threats.any(|cell| cell != first) => {
                Forced::Decided(Node { score: Score::loss_in(ply as u32 + 2), complete: true })
            }
            Some(first) => Forced::Block(first),
        }
    }

    /// Tries the moves of a list and returns the best with its value: in the principal variation the lowest cell among
    /// equally good ones.
    fn best<const PV: bool>(
        &mut self,
        list: &[(i32, u16)],
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        sum: E::Sum,
    ) -> Option<(Cell, Node)> {
        let mut best: Option<(Cell, Score)> = None;
        let mut all_complete = true;
        for &(_, cell) in list {
            let cell = Cell::from(cell);
            let bar = match best {
                // An equal move with a lower cell is to be found.
                Some((best_cell, score)) if PV && score > alpha && cell < best_cell => score.just_below(),
                Some((_, score)) => score.max(alpha),
                None => alpha,
            };
            let node = match best {
                Some(_) if PV => self.scouted_child(cell, bar, beta, depth, ply, sum)?,
                _ => self.child::<PV>(cell, bar, beta, depth, ply, sum)?,
            };
            all_complete &= node.complete;
            if node.score > bar || best.is_none_or(|(_, score)| node.score > score) {
                best = Some((cell, node.score));
                if PV && node.score > alpha {
                    let (head, tail) = self.variations.split_at_mut(ply + 1);
                    head[ply].clear();
                    head[ply].push(cell);
                    head[ply].extend_from_slice(&tail[0]);
                }
            }
            if node.score >= beta {
                self.counts.cutoffs += 1;
                return Some((cell, Node { score: node.score, complete: node.complete || node.score.is_decided() }));
            }
        }
        let (cell, score) = best?;
        Some((cell, Node { score, complete: all_complete || score.is_decided() }))
    }
}
