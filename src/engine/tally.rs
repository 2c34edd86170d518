//! What the searches of an engine have done, for whoever watches the service.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Report;

/// Counts of finished searches. Look-ups in tables are none.
#[derive(Debug, Default)]
pub struct SearchTally {
    /// Positions visited.
    pub nodes: AtomicU64,
    /// By upper bound; the last one is for all that were deeper.
    depths: [AtomicU64; Self::DEPTH_BOUNDS.len() + 1],
    depth_sum: AtomicU64,
}

impl SearchTally {
    /// Upper bounds of depths in plies.
    pub const DEPTH_BOUNDS: [u32; 13] = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 25, 36, 42];

    pub(super) fn record(&self, report: &Report) {
        self.nodes.fetch_add(report.counts.nodes, Relaxed);
        let bucket = Self::DEPTH_BOUNDS.partition_point(|&bound| bound < report.depth);
        self.depths[bucket].fetch_add(1, Relaxed);
        self.depth_sum.fetch_add(u64::from(report.depth), Relaxed);
    }

    /// How many searches ended at depths up to each bound but above the one before, and the sum of all depths.
    #[must_use]
    pub fn depths(&self) -> ([u64; Self::DEPTH_BOUNDS.len() + 1], u64) {
        (self.depths.each_ref().map(|count| count.load(Relaxed)), self.depth_sum.load(Relaxed))
    }
}
