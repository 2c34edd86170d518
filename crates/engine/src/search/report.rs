//! Results and statistics of a search.

use super::{Score, Stop, Verdict};
use crate::game::Cell;

/// Statistics of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions visited, the root included (once for each iteration).
    pub nodes: u64,
    /// Positions evaluated without searching their moves: finished games, certain draws, static values at the horizon.
    pub leaves: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.nodes += more.nodes;
        self.leaves += more.leaves;
        self.cutoffs += more.cutoffs;
    }
}

/// A root move with its exact score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The cell of the move.
    pub cell: Cell,
    /// The score for the side to move at the root.
    pub score: Score,
    /// Whether the score is free of heuristic values.
    pub complete: bool,
    /// The principal variation, `cell` first. Of equal moves it has the lowest cell.
    pub pv: Vec<Cell>,
}

impl RootMove {
    /// The verdict of the score; `empties` counts the empty cells at the root.
    #[must_use]
    pub fn verdict(&self, empties: usize) -> Verdict {
        self.score.verdict(self.complete, empties)
    }

    /// Best first: by score, then the lowest cell.
    pub(super) fn rank(&self, other: &RootMove) -> std::cmp::Ordering {
        other.score.cmp(&self.score).then(self.cell.cmp(&other.cell))
    }
}

/// The result of a completed depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth, in plies.
    pub depth: u32,
    /// The wanted moves, best first.
    pub moves: Vec<RootMove>,
    /// Whether the moves and their order are proven: a deeper search gives the same.
    pub complete: bool,
    /// Statistics of the search up to the end of this iteration.
    pub counts: Counts,
    /// Why the search ended, in its last iteration.
    pub stop: Option<Stop>,
}

/// Why a search ended with this iteration; `last_depth` is its depth limit.
pub(super) fn stop(iteration: &Iteration, last_depth: u32, reached: impl FnOnce() -> Option<Stop>) -> Stop {
    if iteration.complete {
        Stop::Solved
    } else if iteration.depth == last_depth {
        Stop::Depth
    } else {
        reached().unwrap_or(Stop::Depth)
    }
}
