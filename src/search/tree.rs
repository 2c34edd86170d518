//! The tree that a textbook search sees, node by node, for people who want to see how the algorithm works.
//!
//! One fixed depth, moves in ascending cell order, no deepening, no ordering: minimax, or alpha-beta as it is taught,
//! with MAX (the side to move at the root) and MIN, and windows passed down. All scores are MAX's, and their distances
//! count from the root, so that a value can be followed up the tree and compared with a window as it is.

mod grow;

use super::{Counts, Score};
use crate::game::{Cell, Player};
use crate::heuristic::LineTerm;

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
pub enum TreeError {
    /// It has more nodes than allowed: so many, or more than that where not all were counted.
    TooManyNodes { nodes: usize, counted_all: bool },
    /// Its leaves carry more lines than allowed.
    TooManyLines { lines: usize },
    /// Nobody waits for it any more.
    Cancelled,
}

impl Tree {
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
