//! The nodes of alpha-beta.

use super::{AlphaBeta, Node};
use crate::game::{Cell, Status};
use crate::heuristic::Accumulator;
use crate::search::Score;
use crate::search::table::Bound;

/// The consequence of immediate threats.
enum Forced {
    /// The value is known.
    Decided(Node),
    /// All other moves lose in two plies.
    Block(Cell),
    /// Nothing is forced.
    Free,
}

impl AlphaBeta<'_> {
    /// The value of a move for the mover, in a PV node: a null-window search first, then a full window if that fails high.
    pub(super) fn scouted_child(
        &mut self,
        cell: Cell,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        accumulator: Accumulator,
    ) -> Option<Node> {
        let above = alpha.just_above();
        if alpha > -Score::INFINITY && above < beta {
            let scout = self.child::<false>(cell, alpha, above, depth, ply, accumulator)?;
            if scout.score <= alpha {
                return Some(scout);
            }
        }
        self.child::<true>(cell, alpha, beta, depth, ply, accumulator)
    }

    /// The value of a move for the mover, `depth` plies before the horizon and `ply` from the root. `None` if a limit was
    /// reached.
    #[inline]
    fn child<const PV: bool>(
        &mut self,
        cell: Cell,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        mut accumulator: Accumulator,
    ) -> Option<Node> {
        self.counts.nodes += 1;
        if self.watch.stops(self.counts.nodes) {
            return None;
        }
        let weights = self.weights;
        let player = self.position.turn();
        self.position.play_observed(cell, |before, after| weights.update(&mut accumulator, before, after));
        self.images.toggle(cell, player);
        if PV {
            self.variations[ply + 1].clear();
        }
        let node = match self.leaf(depth - 1, ply as u32 + 1, accumulator) {
            Some(leaf) => {
                self.counts.leaves += 1;
                Some(leaf)
            }
            None => self.node::<PV>(-beta, -alpha, depth - 1, ply + 1, accumulator),
        };
        self.position.undo();
        self.images.toggle(cell, player);
        node.map(|node| Node { score: -node.score, complete: node.complete })
    }

    /// The value of a leaf for the side to move. `None` if the position is not a leaf.
    #[inline]
    fn leaf(&self, depth: u32, ply: u32, accumulator: Accumulator) -> Option<Node> {
        let complete = |score| Some(Node { score, complete: true });
        match self.position.status() {
            Status::Won if self.position.winner() == Some(self.position.turn()) => complete(Score::win_in(ply)),
            Status::Won => complete(Score::loss_in(ply)),
            Status::Drawn => complete(Score::DRAW),
            Status::Ongoing if self.position.open_lines() == 0 => complete(Score::DRAW),
            Status::Ongoing if depth == 0 => {
                let value = self.weights.value(accumulator, self.position.turn());
                Some(Node { score: Score::value(value), complete: false })
            }
            Status::Ongoing => None,
        }
    }

    /// The value of an unfinished position for the side to move; see the contract in the module's documentation.
    fn node<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        accumulator: Accumulator,
    ) -> Option<Node> {
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
        let image = self.images.canonical(&self.position);
        if let Some(entry) = if remembers { self.table.get(image.key) } else { None } {
            let same_horizon = u32::from(entry.depth) == depth || entry.complete && u32::from(entry.depth) < depth;
            let score = entry.score.value_from_tt(ply as u32);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if !PV && same_horizon && decides {
                return Some(Node { score, complete: entry.complete });
            }
            hint = Some(self.images.original_cell(image, entry.cell()));
        }
        let mut list = self.lists.pop().unwrap_or_default();
        match block {
            // Every other move loses in two plies. PV nodes search them as well: the block may lose as quickly, and the
            // lowest of equal cells is reported.
            Some(cell) if !PV => {
                list.clear();
                list.push((0, cell as u16));
            }
            _ => self.order.sorted(&self.position, block.or(hint), &mut list),
        }
        let found = self.best::<PV>(&list, alpha, beta, depth, ply, accumulator);
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
            let cell = self.images.image_cell(image, cell);
            self.table.put(image.key, node.score.value_to_tt(ply as u32), depth, cell, bound, node.complete);
        }
        Some(node)
    }

    /// Whether the side to move completes a line at once, or must block one.
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
            return Forced::Free; // the reply is beyond the horizon
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

    /// Searches the moves of a list and returns the best with its value. In PV nodes, of equal moves the lowest cell.
    fn best<const PV: bool>(
        &mut self,
        list: &[(i32, u16)],
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        accumulator: Accumulator,
    ) -> Option<(Cell, Node)> {
        let mut best: Option<(Cell, Score)> = None;
        let mut all_complete = true;
        for &(_, cell) in list {
            let cell = Cell::from(cell);
            let lower = match best {
                // Finds equal moves with a lower cell.
                Some((best_cell, score)) if PV && score > alpha && cell < best_cell => score.just_below(),
                Some((_, score)) => score.max(alpha),
                None => alpha,
            };
            let node = match best {
                Some(_) if PV => self.scouted_child(cell, lower, beta, depth, ply, accumulator)?,
                _ => self.child::<PV>(cell, lower, beta, depth, ply, accumulator)?,
            };
            all_complete &= node.complete;
            if node.score > lower || best.is_none_or(|(_, score)| node.score > score) {
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
