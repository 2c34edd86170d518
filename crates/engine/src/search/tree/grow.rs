//! Builds a tree by a depth-first search.

use std::collections::HashMap;

use super::super::limits::Watch;
use super::super::{Counts, Limits, Score, Stop};
use super::{Cutoff, NodeId, NodeKind, Tree, TreeError, TreeNode, TreePlan, TreeValue, Window, WindowBound};
use crate::game::{Cell, Player, Position, Status};
use crate::heuristic::{Accumulator, LineWeights};

impl Tree {
    /// Builds the tree of a position. `limits` gives the deadline and the cancel flag.
    ///
    /// # Errors
    /// If the tree is too large, with its size as far as it was counted; if it is cancelled.
    pub fn grow(
        position: &Position,
        heuristic: &LineWeights,
        plan: &TreePlan,
        limits: &Limits,
    ) -> Result<Tree, TreeError> {
        let watch = Watch::strict(limits);
        let mut grower = Grower {
            position: position.clone(),
            max: position.turn(),
            heuristic,
            plan,
            watch,
            tree: Tree { nodes: Vec::new(), counts: Counts::default() },
            seen: HashMap::new(),
            lines: 0,
        };
        let accumulator = heuristic.accumulator(position);
        grower.visit(None, None, 0, Window::default(), accumulator)?;
        let Grower { tree, lines, .. } = grower;
        let nodes = tree.counts.nodes as usize;
        if nodes > plan.nodes_max {
            Err(TreeError::TooManyNodes { nodes, counted_all: true })
        } else if lines > plan.lines_max {
            Err(TreeError::TooManyLines { lines })
        } else {
            Ok(tree)
        }
    }
}

struct Grower<'a> {
    position: Position,
    max: Player,
    heuristic: &'a LineWeights,
    plan: &'a TreePlan,
    watch: Watch,
    tree: Tree,
    /// Expanded positions by key. Equal keys have equal plies, and so equal remaining depths.
    seen: HashMap<u64, (NodeId, TreeValue)>,
    lines: usize,
}

impl Grower<'_> {
    /// Visits the current position. Nodes beyond the limit are counted, not stored.
    fn visit(
        &mut self,
        parent: Option<NodeId>,
        cell: Option<Cell>,
        ply: u32,
        window: Window,
        accumulator: Accumulator,
    ) -> Result<(NodeId, TreeValue), TreeError> {
        let id = self.tree.counts.nodes as NodeId;
        if id >= self.plan.nodes_counted_max || self.watch.stops(id as u64) {
            return Err(match self.watch.reached(id as u64) {
                Some(Stop::Cancelled) => TreeError::Cancelled,
                _ => TreeError::TooManyNodes { nodes: id, counted_all: false },
            });
        }
        self.tree.counts.nodes += 1;
        if id < self.plan.nodes_max {
            self.tree.nodes.push(TreeNode {
                parent,
                children: Vec::new(),
                cell,
                ply,
                turn: self.position.turn(),
                board: self.position.board(),
                window,
                value: TreeValue::exact(Score::DRAW, false),
                kind: NodeKind::Inner,
                best: None,
                cutoff: None,
            });
        }
        let (value, kind) = match self.unexpanded(id, ply, window, accumulator) {
            Some(known) => known,
            None => (self.expand(id, ply, window, accumulator)?, NodeKind::Inner),
        };
        if let Some(node) = self.tree.nodes.get_mut(id) {
            (node.value, node.kind) = (value, kind);
        }
        Ok((id, value))
    }

    /// The value of a node without children: a finished game, a leaf at the horizon, or a transposition.
    fn unexpanded(
        &mut self,
        id: NodeId,
        ply: u32,
        window: Window,
        accumulator: Accumulator,
    ) -> Option<(TreeValue, NodeKind)> {
        let stored = id < self.plan.nodes_max;
        if self.position.status() != Status::Ongoing {
            self.tree.counts.leaves += 1;
            let winner = self.position.winner();
            let score = match winner {
                Some(winner) if winner == self.max => Score::win_in(ply),
                Some(_) => Score::loss_in(ply),
                None => Score::DRAW,
            };
            let winning_lines = if stored { self.position.winning_lines() } else { Vec::new() };
            return Some((TreeValue::exact(score, true), NodeKind::Finished { winner, winning_lines }));
        }
        if ply == self.plan.depth || self.moves().next().is_none() {
            self.tree.counts.leaves += 1;
            let value = self.heuristic.value(accumulator, self.position.turn());
            let value = if self.position.turn() == self.max { value } else { -value };
            let mut lines = if stored && self.plan.trace { self.heuristic.trace(&self.position) } else { Vec::new() };
            self.lines += lines.len();
            if self.lines > self.plan.lines_max {
                lines = Vec::new();
            }
            return Some((TreeValue::exact(Score::value(value), false), NodeKind::Leaf { value, lines }));
        }
        let (of, value) = self.seen.get(&self.position.key())?;
        Some((value.within(window)?, NodeKind::Transposition { of: *of }))
    }

    /// The legal moves that the plan admits, ascending.
    fn moves(&self) -> impl Iterator<Item = Cell> {
        let cells = &self.plan.cells;
        self.position.legal_moves().filter(|cell| cells.is_empty() || cells.binary_search(cell).is_ok())
    }

    /// Visits the children in order, until a cutoff.
    fn expand(
        &mut self,
        id: NodeId,
        ply: u32,
        window: Window,
        accumulator: Accumulator,
    ) -> Result<TreeValue, TreeError> {
        let maximises = self.position.turn() == self.max;
        let moves: Vec<Cell> = self.moves().collect();
        let (heuristic, mut narrowed, mut fold) = (self.heuristic, window, Fold::new(maximises));
        for (index, &cell) in moves.iter().enumerate() {
            let mut accumulator = accumulator;
            self.position.play_observed(cell, |before, after| heuristic.update(&mut accumulator, before, after));
            let (child, value) = self.visit(Some(id), Some(cell), ply + 1, narrowed, accumulator)?;
            self.position.undo();
            fold.add(child, value);
            if let Some(node) = self.tree.nodes.get_mut(id) {
                node.children.push(child);
            }
            if !self.plan.prune {
                continue;
            }
            let bound = Some(WindowBound { score: value.score, complete: value.complete, by: child });
            if maximises && narrowed.alpha.is_none_or(|alpha| value.score > alpha.score) {
                narrowed.alpha = bound;
            } else if !maximises && narrowed.beta.is_none_or(|beta| value.score < beta.score) {
                narrowed.beta = bound;
            }
            let untried = &moves[index + 1..];
            if narrowed.is_closed() && !untried.is_empty() {
                self.tree.counts.cutoffs += 1;
                fold.cut(value);
                let closed_by = if maximises { window.beta } else { window.alpha };
                if let (Some(node), Some(bound)) = (self.tree.nodes.get_mut(id), closed_by) {
                    node.cutoff = Some(Cutoff { untried: untried.to_vec(), bound });
                }
                break;
            }
        }
        let value = fold.value();
        if let Some(node) = self.tree.nodes.get_mut(id) {
            node.best = fold.best.map(|(best, _)| best);
        }
        if self.plan.transpositions {
            self.seen.insert(self.position.key(), (id, value));
        }
        Ok(value)
    }
}

/// The value of a node after some of its children.
struct Fold {
    maximises: bool,
    best: Option<(NodeId, TreeValue)>,
    low: Score,
    high: Score,
    complete: bool,
}

impl Fold {
    fn new(maximises: bool) -> Fold {
        let none = if maximises { -Score::INFINITY } else { Score::INFINITY };
        Fold { maximises, best: None, low: none, high: none, complete: true }
    }

    fn add(&mut self, child: NodeId, value: TreeValue) {
        let is_better = |best: &TreeValue| match value.score.cmp(&best.score) {
            // Of equal values, an exact one is preferred to a bound.
            std::cmp::Ordering::Equal => best.low != best.high && value.low == value.high,
            order => order.is_gt() == self.maximises,
        };
        if self.best.as_ref().is_none_or(|(_, best)| is_better(best)) {
            self.best = Some((child, value));
        }
        let pick = if self.maximises { Score::max } else { Score::min };
        (self.low, self.high) = (pick(self.low, value.low), pick(self.high, value.high));
        self.complete &= value.complete;
    }

    /// Accounts for a cutoff by this value: the remaining moves could only raise it, for the side to move.
    fn cut(&mut self, value: TreeValue) {
        self.complete = value.complete;
        if self.maximises {
            self.high = Score::INFINITY;
        } else {
            self.low = -Score::INFINITY;
        }
    }

    fn value(&self) -> TreeValue {
        let score = self.best.map_or(Score::DRAW, |(_, best)| best.score);
        TreeValue { score, complete: self.complete || score.is_decided(), low: self.low, high: self.high }
    }
}
