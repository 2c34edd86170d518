//! The tree that a textbook search sees, node by node, for people who want to see how the algorithm works.
//!
//! One fixed depth, moves in ascending cell order, no deepening, no ordering: minimax, or alpha-beta as it is taught,
//! with MAX (the side to move at the root) and MIN, and windows passed down. All scores are MAX's, and their distances
//! count from the root, so that a value can be followed up the tree and compared with a window as it is.

use std::collections::HashMap;

use super::limits::Watch;
use super::{Counts, Limits, Score, Stop};
use crate::game::{Cell, Player, Position, Status};
use crate::heuristic::{Evaluator, LineTerm, LineWeights};

/// Index of a node in [`Tree::nodes`], in the order of visits: the root is 0, a parent comes before its children.
pub type NodeId = usize;

/// What to grow.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// Plies to look ahead, at least 1.
    pub depth: u32,
    /// Alpha-beta; otherwise minimax.
    pub prune: bool,
    /// Whether a position met again at the same depth takes its value from the first time where that suffices.
    pub transpositions: bool,
    /// Whether leaves carry the lines that their static value comes from.
    pub trace: bool,
    /// Most nodes that the tree may have.
    pub nodes_max: usize,
    /// Beyond this the nodes of a tree that is too large are not even counted.
    pub nodes_counted_max: usize,
    /// Most lines that all leaves together may carry.
    pub lines_max: usize,
}

/// A tree, grown to its depth.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Vec<TreeNode>,
    pub counts: Counts,
}

/// One visit to a position.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// `None` at the root.
    pub parent: Option<NodeId>,
    pub children: Vec<NodeId>,
    /// The move that leads here; `None` at the root.
    pub cell: Option<Cell>,
    /// Moves from the root.
    pub ply: u32,
    /// The side to move: MAX's own side or MIN's.
    pub turn: Player,
    pub board: String,
    /// The window on entry.
    pub window: Window,
    pub value: TreeValue,
    pub kind: NodeKind,
    /// The child that the value came from.
    pub best: Option<NodeId>,
    pub cutoff: Option<Cutoff>,
}

/// Why a node has the value that it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// Its children were looked at.
    Inner,
    /// The horizon: the heuristic spoke, line by line.
    Leaf { value: i64, lines: Vec<LineTerm> },
    /// The game is over.
    Finished { winner: Option<Player>, winning_lines: Vec<Vec<Cell>> },
    /// The position is that of an earlier node, whose value was taken.
    Transposition { of: NodeId },
}

/// The bounds that a node is searched with; `None` is infinite.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Window {
    /// MAX has this already, elsewhere.
    pub alpha: Option<WindowBound>,
    /// MIN concedes no more than this, elsewhere.
    pub beta: Option<WindowBound>,
}

impl Window {
    fn is_closed(&self) -> bool {
        matches!((self.alpha, self.beta), (Some(alpha), Some(beta)) if alpha.score >= beta.score)
    }
}

/// One end of a window, and the node whose value it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowBound {
    pub score: Score,
    pub complete: bool,
    pub by: NodeId,
}

/// What was left out at a node, and the bound that made it pointless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cutoff {
    pub untried: Vec<Cell>,
    pub bound: WindowBound,
}

/// A node's value: the score that the search returned, and between which scores the value of minimax lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeValue {
    pub score: Score,
    /// Whether no heuristic value took part: then a score of 0 is a draw.
    pub complete: bool,
    low: Score,
    high: Score,
}

/// What a returned score says of the value of minimax.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exactness {
    Exact,
    /// The value is this or better for MAX.
    AtLeast,
    /// The value is this or worse for MAX.
    AtMost,
}

impl Exactness {
    pub const ALL: [Exactness; 3] = [Exactness::Exact, Exactness::AtLeast, Exactness::AtMost];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Exactness::Exact => "exact",
            Exactness::AtLeast => "at-least",
            Exactness::AtMost => "at-most",
        }
    }
}

impl TreeValue {
    fn exact(score: Score, complete: bool) -> TreeValue {
        TreeValue { score, complete, low: score, high: score }
    }

    #[must_use]
    pub fn exactness(&self) -> Exactness {
        match (self.score == self.low, self.score == self.high) {
            (true, true) => Exactness::Exact,
            (true, false) => Exactness::AtLeast,
            _ => Exactness::AtMost,
        }
    }

    /// The same value as far as it answers a question with this window.
    fn within(&self, window: Window) -> Option<TreeValue> {
        match window {
            _ if self.low == self.high => Some(*self),
            Window { beta: Some(beta), .. } if self.low >= beta.score => Some(TreeValue { score: self.low, ..*self }),
            Window { alpha: Some(alpha), .. } if self.high <= alpha.score => {
                Some(TreeValue { score: self.high, ..*self })
            }
            _ => None,
        }
    }
}

/// Why there is no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeFault {
    /// It has more nodes than allowed: so many, or more than that where not all were counted.
    TooManyNodes { nodes: usize, counted_all: bool },
    /// Its leaves carry more lines than allowed.
    TooManyLines { lines: usize },
    /// Nobody waits for it any more.
    Cancelled,
}

impl Tree {
    /// Grows the tree from a position; time and cancellation are watched through `limits`.
    ///
    /// # Errors
    /// If it would be too large, with its true size as far as that could be counted, and cancellation.
    pub fn grow(
        position: &Position,
        heuristic: &LineWeights,
        plan: &TreePlan,
        limits: &Limits,
    ) -> Result<Tree, TreeFault> {
        let mut watch = Watch::new(limits);
        watch.must_finish = false;
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
        let sum = heuristic.sum(position);
        grower.visit(None, None, 0, Window::default(), sum)?;
        let Grower { tree, lines, .. } = grower;
        let nodes = tree.counts.nodes as usize;
        if nodes > plan.nodes_max {
            Err(TreeFault::TooManyNodes { nodes, counted_all: true })
        } else if lines > plan.lines_max {
            Err(TreeFault::TooManyLines { lines })
        } else {
            Ok(tree)
        }
    }

    /// Best play of both sides, as far as the tree reaches.
    #[must_use]
    pub fn principal_variation(&self) -> Vec<Cell> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            at = match (&node.kind, node.best) {
                (NodeKind::Transposition { of }, _) => *of,
                (_, Some(best)) => {
                    line.extend(self.nodes.get(best).and_then(|best| best.cell));
                    best
                }
                _ => break,
            };
        }
        line
    }
}

type Sum = <LineWeights as Evaluator>::Sum;

struct Grower<'a> {
    position: Position,
    max: Player,
    heuristic: &'a LineWeights,
    plan: &'a TreePlan,
    watch: Watch<'a>,
    tree: Tree,
    /// Expanded positions by key. Equal keys have equal ply, and so the same depth left.
    seen: HashMap<u64, (NodeId, TreeValue)>,
    lines: usize,
}

impl Grower<'_> {
    /// Visits the present position. A tree that has outgrown its limit is no longer stored, but still counted.
    fn visit(
        &mut self,
        parent: Option<NodeId>,
        cell: Option<Cell>,
        ply: u32,
        window: Window,
        sum: Sum,
    ) -> Result<(NodeId, TreeValue), TreeFault> {
        let id = self.tree.counts.nodes as NodeId;
        if id >= self.plan.nodes_counted_max || self.watch.stops(id as u64) {
            return Err(match self.watch.reached(id as u64) {
                Some(Stop::Cancelled) => TreeFault::Cancelled,
                _ => TreeFault::TooManyNodes { nodes: id, counted_all: false },
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
        let (value, kind) = match self.unexpanded(id, ply, window, sum) {
            Some(known) => known,
            None => (self.expand(id, ply, window, sum)?, NodeKind::Inner),
        };
        if let Some(node) = self.tree.nodes.get_mut(id) {
            (node.value, node.kind) = (value, kind);
        }
        Ok((id, value))
    }

    /// The value of a node that has no children: a finished game, the horizon, or a position met before.
    fn unexpanded(&mut self, id: NodeId, ply: u32, window: Window, sum: Sum) -> Option<(TreeValue, NodeKind)> {
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
        if ply == self.plan.depth {
            self.tree.counts.leaves += 1;
            let value = self.heuristic.value(sum, self.position.turn());
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

    /// Looks at the moves one after the other, until none is left or the window is closed.
    fn expand(&mut self, id: NodeId, ply: u32, window: Window, sum: Sum) -> Result<TreeValue, TreeFault> {
        let maximises = self.position.turn() == self.max;
        let moves: Vec<Cell> = self.position.legal_moves().collect();
        let (heuristic, mut narrowed, mut fold) = (self.heuristic, window, Fold::new(maximises));
        for (index, &cell) in moves.iter().enumerate() {
            let mut sum = sum;
            self.position.play_unchecked(cell, |before, after| heuristic.follow(&mut sum, before, after));
            let (child, value) = self.visit(Some(id), Some(cell), ply + 1, narrowed, sum)?;
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

/// The best of the children seen so far, and the bounds that they leave.
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
            // Of equal values, one that is only a bound explains nothing.
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

    /// Moves after the one of this value are not tried: they could only add to it.
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
