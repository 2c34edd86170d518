//! Limits of a search: depth, nodes, time, cancellation.

use crate::clock::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::names::named_enum;

/// Limits of a search. The first one reached ends it, but depth 1 is always completed, so that there is a result.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Most plies.
    pub depth: Option<u32>,
    /// Most positions.
    pub nodes: Option<u64>,
    /// The time to stop.
    pub deadline: Option<Instant>,
    /// Set to cancel the search.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Set to end the search on a lent thread that is needed elsewhere. Its result is thrown away, and searched for again.
    pub recall: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// The same limits with another depth, at least 1.
    #[must_use]
    pub fn with_depth(&self, depth: u32) -> Limits {
        Limits { depth: Some(depth.max(1)), ..self.clone() }
    }

    /// The limit that is reached after this many positions. The node limit goes first: it does not depend on a clock, so that
    /// equal queries give equal reports.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> Option<Stop> {
        if self.nodes.is_some_and(|max| nodes >= max) { Some(Stop::Nodes) } else { self.interrupted() }
    }

    /// The cancellation or the deadline, if it is there: the check between the parts of work that counts no positions.
    #[must_use]
    pub fn interrupted(&self) -> Option<Stop> {
        if self.is_cancelled() {
            Some(Stop::Cancelled)
        } else {
            self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Movetime)
        }
    }

    /// Whether nobody wants the answer any more, or not from this thread.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| is_set(cancel))
            || self.recall.as_ref().is_some_and(|recall| recall.load(Ordering::Relaxed))
    }
}

/// Whether a cancel flag is set.
#[must_use]
pub fn is_set(cancel: &AtomicBool) -> bool {
    let is_set = cancel.load(Ordering::Relaxed);
    #[cfg(feature = "counted")]
    polls::count();
    is_set
}

/// Counts how often a thread looks whether it is cancelled, so that tests can cancel work after a number of looks, not a time.
#[cfg(feature = "counted")]
pub mod polls {
    use std::cell::RefCell;

    type OnPoll = Box<dyn FnMut()>;

    thread_local! {
        static ON_POLL: RefCell<Option<OnPoll>> = const { RefCell::new(None) };
    }

    /// Runs `work` and calls `on_poll` after each look of this thread.
    pub fn watched<T>(on_poll: impl FnMut() + 'static, work: impl FnOnce() -> T) -> T {
        ON_POLL.set(Some(Box::new(on_poll)));
        let result = work();
        ON_POLL.set(None);
        result
    }

    pub(super) fn count() {
        ON_POLL.with_borrow_mut(|on_poll| on_poll.iter_mut().for_each(|on_poll| on_poll()));
    }
}

named_enum! {
    /// Why a search ended.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Stop {
        /// The result is proven.
        Solved = "solved",
        /// The depth limit is reached.
        Depth = "depth",
        /// The node limit is reached.
        Nodes = "nodes",
        /// The time limit is reached.
        Movetime = "movetime",
        /// The search was cancelled.
        Cancelled = "cancelled",
    }
}

/// Nodes between two checks of the clock: well under a millisecond even on the largest board.
const NODES_PER_CHECK: u64 = 256;

/// Checks the limits while a search runs.
#[derive(Debug)]
pub(crate) struct Watch {
    limits: Limits,
    next_check: u64,
    reached: Option<Stop>,
    /// While set, the search goes on whatever the limits.
    pub must_finish: bool,
}

impl Watch {
    /// A watch with `must_finish` set.
    pub(crate) fn new(limits: &Limits) -> Watch {
        Watch { limits: limits.clone(), next_check: 0, reached: None, must_finish: true }
    }

    /// A watch that can stop a search before its first node.
    pub(crate) fn strict(limits: &Limits) -> Watch {
        Watch { must_finish: false, ..Watch::new(limits) }
    }

    /// Whether the search must stop after this many nodes.
    #[inline]
    pub(crate) fn stops(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_check {
            self.check(nodes);
        }
        self.reached.is_some() && !self.must_finish
    }

    /// Whether a limit was reached when it was last checked. Work that must finish then does so at the least cost.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.reached.is_some()
    }

    #[cold]
    fn check(&mut self, nodes: u64) {
        self.next_check = self.limits.nodes.map_or(u64::MAX, |max| max.max(nodes + 1)).min(nodes + NODES_PER_CHECK);
        self.reached = self.reached.or_else(|| self.limits.reached(nodes));
    }

    /// The limit that is reached, checked now.
    pub(crate) fn reached(&mut self, nodes: u64) -> Option<Stop> {
        self.check(nodes);
        self.reached
    }
}
