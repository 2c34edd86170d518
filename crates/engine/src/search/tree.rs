//! The tree of a textbook search, node by node, for teaching.
//!
//! Minimax or alpha-beta to a fixed depth, moves in ascending order, without iterative deepening or move ordering. MAX is the
//! side to move at the root. All scores are those of MAX, with distances from the root, so that values and windows compare
//! directly.

mod grow;

use super::{Counts, Score};
use crate::game::{Cell, Player};
use crate::heuristic::LineTerm;
use crate::names::named_enum;

/// Index of a node in [`Tree::nodes`], in the order of visits. The root is 0; parents precede their children.
pub type NodeId = usize;

/// Parameters of a tree.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// The depth in plies, at least 1.
    pub depth: u32,
    /// The cells that are played, at the root and below, in ascending order; empty for all of them. A position without such a move is a leaf.
    pub cells: Vec<Cell>,
    /// Whether to prune: alpha-beta, otherwise minimax.
    pub prune: bool,
    /// Whether a transposition takes the value of the earlier node if that suffices for its window.
    pub transpositions: bool,
    /// Whether leaves list the lines that contribute to their static value.
    pub trace: bool,
    /// Most nodes of the tree.
    pub nodes_max: usize,
    /// Most nodes that are counted if the tree is too large.
    pub nodes_counted_max: usize,
    /// Most lines in all leaves together.
    pub lines_max: usize,
}

/// A complete tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode>,
    /// Statistics of the search.
    pub counts: Counts,
}

/// A visit to a position.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// `None` at the root.
    pub parent: Option<NodeId>,
    /// The child nodes in the order of the search.
    pub children: Vec<NodeId>,
    /// The move that leads here; `None` at the root.
    pub cell: Option<Cell>,
    /// Moves from the root.
    pub ply: u32,
    /// The side to move.
    pub turn: Player,
    /// The board, as [`Position::board`](crate::Position::board).
    pub board: String,
    /// The window on entry.
    pub window: Window,
    /// The value that the search returned.
    pub value: TreeValue,
    /// How the node got its value.
    pub kind: NodeKind,
    /// The child that determines the value.
    pub best: Option<NodeId>,
    /// The cutoff that ended the search of its moves early.
    pub cutoff: Option<Cutoff>,
}

/// How a node got its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// From its children.
    Inner,
    /// From the heuristic, at the horizon.
    Leaf {
        /// The heuristic value.
        value: i64,
        /// The lines that count.
        lines: Vec<LineTerm>,
    },
    /// The game is over.
    Finished {
        /// `None` for a draw.
        winner: Option<Player>,
        /// The cells of each complete line.
        winning_lines: Vec<Vec<Cell>>,
    },
    /// From an earlier node with the same position.
    Transposition {
        /// The node that was searched before.
        of: NodeId,
    },
}

/// The search window of a node; `None` is infinite.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Window {
    /// The score that MAX has already secured.
    pub alpha: Option<WindowBound>,
    /// The score that MIN has already secured.
    pub beta: Option<WindowBound>,
}

impl Window {
    fn is_closed(&self) -> bool {
        matches!((self.alpha, self.beta), (Some(alpha), Some(beta)) if alpha.score >= beta.score)
    }
}

/// One end of a window, with the node that set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowBound {
    /// The score for MAX, the side to move at the root.
    pub score: Score,
    /// Whether it is free of heuristic values.
    pub complete: bool,
    /// The node that set the bound.
    pub by: NodeId,
}

/// The moves that a cutoff pruned, and the bound that caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cutoff {
    /// The moves that were not searched.
    pub untried: Vec<Cell>,
    /// The bound that the score reached.
    pub bound: WindowBound,
}

/// The value of a node: the returned score, and the bounds `low` and `high` of the minimax value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeValue {
    /// The score for MAX, the side to move at the root.
    pub score: Score,
    /// Whether the score is free of heuristic values, so that 0 is a draw.
    pub complete: bool,
    low: Score,
    high: Score,
}

named_enum! {
    /// How a returned score relates to the minimax value.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Exactness {
        /// The minimax value itself.
        Exact = "exact",
        /// A lower bound.
        AtLeast = "at-least",
        /// An upper bound.
        AtMost = "at-most",
    }
}

impl TreeValue {
    fn exact(score: Score, complete: bool) -> TreeValue {
        TreeValue { score, complete, low: score, high: score }
    }

    /// How the score relates to the minimax value.
    #[must_use]
    pub fn exactness(&self) -> Exactness {
        match (self.score == self.low, self.score == self.high) {
            (true, true) => Exactness::Exact,
            (true, false) => Exactness::AtLeast,
            _ => Exactness::AtMost,
        }
    }

    /// The value for a search with this window, if it is exact or causes a cutoff there.
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

/// Why a tree cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum TreeError {
    /// It has too many nodes: `nodes`, or more if not all were counted.
    TooManyNodes {
        /// The nodes, the root first.
        nodes: usize,
        /// Whether `nodes` counts all of them.
        counted_all: bool,
    },
    /// Its leaves list too many lines.
    TooManyLines {
        /// The lines that count.
        lines: usize,
    },
    /// The request was cancelled.
    Cancelled,
}

impl Tree {
    /// The principal variation.
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
