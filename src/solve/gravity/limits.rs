//! When a search gives up.

use std::fmt;

/// Limits of one call.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Nodes to search at most.
    pub nodes_max: u64,
    /// Asked every 1,024 nodes whether to stop: a deadline, a flag that another thread sets.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// Search until the answer is there.
    pub const NONE: Limits<'static> = Limits { nodes_max: u64::MAX, stop: &|| false };

    #[inline]
    pub(super) fn reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes_max || (self.stop)()
    }
}

/// A limit was reached before the answer; what was proven so far stays in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was interrupted before the position was solved")
    }
}

impl std::error::Error for Interrupted {}
