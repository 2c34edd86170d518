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
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    next_look: u64,
    reached: Option<Stop>,
    /// While set, nothing stops the search.
    pub must_finish: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: &'a Limits) -> Watch<'a> {
        Watch { limits, next_look: 0, reached: None, must_finish: true }
    }

    /// Whether the search has to end, having visited this many positions.
    #[inline]
    pub(super) fn stops(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_look {
            self.look(nodes);
        }
        self.reached.is_some() && !self.must_finish
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        self.next_look = self.limits.nodes.map_or(u64::MAX, |max| max.max(nodes + 1)).min(nodes + NODES_PER_LOOK);
        let cancelled = || self.limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        let late = || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.reached.is_some() {
        } else if self.limits.nodes.is_some_and(|max| nodes >= max) {
            self.reached = Some(Stop::Nodes);
        } else if cancelled() {
            self.reached = Some(Stop::Cancelled);
        } else if late() {
            self.reached = Some(Stop::Movetime);
        }
    }

    /// The limit that was reached, looked at afresh.
    pub(super) fn reached(&mut self, nodes: u64) -> Option<Stop> {
        self.look(nodes);
        self.reached
    }
}
