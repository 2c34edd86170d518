//! Limits of the gravity solver.

use std::fmt;

/// Limits of one call.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// Most nodes.
    pub nodes_max: u64,
    /// Called every 1,024 nodes; stops the search if it returns true.
    pub stop: &'a dyn Fn() -> bool,
}

impl SolverLimits<'_> {
    /// No limits.
    pub const NONE: SolverLimits<'static> = SolverLimits { nodes_max: u64::MAX, stop: &|| false };

    #[inline]
    pub(super) fn reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes_max || (self.stop)()
    }
}

/// A limit was reached first. The table keeps all proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was interrupted before the position was solved")
    }
}

impl std::error::Error for Interrupted {}
