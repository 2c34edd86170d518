//! The statistics of a search.

use std::time::Duration;

use serde::Serialize;

use inarow_engine::engine::{Report, SourceLeft};

/// How an answer was found.
#[derive(Serialize, Clone, Copy, Debug)]
#[serde(rename_all = "camelCase")]
pub struct SearchView {
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    depth: u32,
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
    time_ms: Option<f64>,
    complete: bool,
    stop: &'static str,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_source: Option<&'static str>,
    seed: Option<u64>,
}

impl SearchView {
    /// A report, the exact source that the request leaves, the time taken (none where the answer must not depend on the clock), and the
    /// seed of the chances taken.
    #[must_use]
    pub fn new(report: &Report, left: Option<SourceLeft>, took: Option<Duration>, seed: Option<u64>) -> SearchView {
        SearchView {
            algorithm: report.algorithm.name(),
            heuristic: report.heuristic,
            depth: report.depth,
            nodes: report.counts.nodes,
            leaves: report.counts.leaves,
            cutoffs: report.counts.cutoffs,
            time_ms: took.map(milliseconds),
            complete: report.complete,
            stop: report.stop.name(),
            source: report.source.name(),
            exact_source: left.map(SourceLeft::name),
            seed,
        }
    }
}

/// Whole microseconds, so that there are no more digits than the clock has.
pub fn milliseconds(took: Duration) -> f64 {
    took.as_micros() as f64 / 1000.0
}

/// How far a search has got, in a record of a stream.
#[derive(Serialize, Clone, Copy, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    r#final: bool,
    depth: u32,
    nodes: u64,
    time_ms: f64,
}

impl Progress {
    /// The report of a completed depth, and the time taken so far.
    #[must_use]
    pub fn new(report: &Report, took: Duration) -> Progress {
        let Report { depth, counts, .. } = *report;
        Progress { r#final: false, depth, nodes: counts.nodes, time_ms: milliseconds(took) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_whole_microseconds() {
        assert_eq!(milliseconds(Duration::from_nanos(1_234_567_890)), 1_234.567);
    }
}
