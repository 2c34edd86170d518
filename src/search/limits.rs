//! What ends a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of a search; the first one reached ends it. Whatever they are, the first iteration (depth 1) is completed, so
/// that there is an answer.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set by somebody who no longer wants the answer.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// The same limits with another depth, at least 1.
    #[must_use]
    pub fn with_depth(&self, depth: u32) -> Limits {
        Limits { depth: Some(depth.max(1)), ..self.clone() }
    }

    /// Looks whether a limit is reached after so many positions. Of several limits the one that depends on no clock is
    /// named, or else the same query might differ.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> Option<Stop> {
        if self.nodes.is_some_and(|max| nodes >= max) {
            Some(Stop::Nodes)
        } else if self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            Some(Stop::Cancelled)
        } else {
            self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Movetime)
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// The result is proven.
    Solved,
    /// The depth asked for is complete.
    Depth,
    /// As many positions as allowed were visited.
    Nodes,
    /// The time was up.
    Movetime,
    /// Nobody waits for the answer any more.
    Cancelled,
}

impl Stop {
    pub const ALL: [Stop; 5] = [Stop::Solved, Stop::Depth, Stop::Nodes, Stop::Movetime, Stop::Cancelled];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Solved => "solved",
            Stop::Depth => "depth",
            Stop::Nodes => "nodes",
            Stop::Movetime => "movetime",
            Stop::Cancelled => "cancelled",
        }
    }
}

/// Positions between two looks at the clock: well under a millisecond even on the largest board.
const NODES_PER_LOOK: u64 = 256;

/// Watches the limits while a search runs.
#[derive(Debug)]
pub(crate) struct Watch {
    limits: Limits,
    next_look: u64,
    reached: Option<Stop>,
    /// While set, nothing stops the search.
    pub must_finish: bool,
}

impl Watch {
    /// A watch that stops nothing before `must_finish` is taken back.
    pub(crate) fn new(limits: &Limits) -> Watch {
        Watch { limits: limits.clone(), next_look: 0, reached: None, must_finish: true }
    }

    /// A watch that may stop a search before its first position.
    pub(crate) fn strict(limits: &Limits) -> Watch {
        Watch { must_finish: false, ..Watch::new(limits) }
    }

    /// Whether the search has to end, having visited this many positions.
    #[inline]
    pub(crate) fn stops(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_look {
            self.look(nodes);
        }
        self.reached.is_some() && !self.must_finish
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        self.next_look = self.limits.nodes.map_or(u64::MAX, |max| max.max(nodes + 1)).min(nodes + NODES_PER_LOOK);
        self.reached = self.reached.or_else(|| self.limits.reached(nodes));
    }

    /// The limit that was reached, looked at afresh.
    pub(crate) fn reached(&mut self, nodes: u64) -> Option<Stop> {
        self.look(nodes);
        self.reached
    }
}
