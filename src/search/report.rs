//! What a search tells about itself.

use super::{Score, Stop, Verdict};
use crate::game::Cell;

/// How much work a search did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions visited, the root included (once for each iteration).
    pub nodes: u64,
    /// Positions valued without looking further: finished games, certain draws, static values at the horizon.
    pub leaves: u64,
    /// Positions left early because a move was already too good.
    pub cutoffs: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.nodes += more.nodes;
        self.leaves += more.leaves;
        self.cutoffs += more.cutoffs;
    }
}

/// One root move with its exact score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootLine {
    pub cell: Cell,
    /// From the point of view of the side to move at the root.
    pub score: Score,
    /// Whether no heuristic value took part in the score.
    pub complete: bool,
    /// Best play of both sides, `cell` first; of equal moves the lowest cell.
    pub pv: Vec<Cell>,
}

impl RootLine {
    /// What the score says; `empties` counts the empty cells at the root.
    #[must_use]
    pub fn verdict(&self, empties: usize) -> Verdict {
        self.score.verdict(self.complete, empties)
    }

    /// Best first: by score, then the lowest cell.
    pub(super) fn rank(&self, other: &RootLine) -> std::cmp::Ordering {
        other.score.cmp(&self.score).then(self.cell.cmp(&other.cell))
    }
}

/// The result of a completed depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Plies looked ahead.
    pub depth: u32,
    /// The lines asked for, best first.
    pub lines: Vec<RootLine>,
    /// Whether the lines and their order are proven: a deeper search would say the same.
    pub complete: bool,
    /// Work done up to the end of this iteration.
    pub counts: Counts,
    /// Why the search ended, in its last iteration.
    pub stop: Option<Stop>,
}

/// Why a search ended with this iteration; `last_depth` is the deepest it was to look.
pub(super) fn stop(iteration: &Iteration, last_depth: u32, reached: impl FnOnce() -> Option<Stop>) -> Stop {
    if iteration.complete {
        Stop::Solved
    } else if iteration.depth == last_depth {
        Stop::Depth
    } else {
        reached().unwrap_or(Stop::Depth)
    }
}
