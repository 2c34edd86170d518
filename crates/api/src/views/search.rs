//! The statistics of a search.

use std::time::Duration;

use serde::Serialize;

use crate::run::{SearchEnd, Searched};
use inarow_engine::engine::{Report, SourceLeft};
use inarow_engine::search::Stop;

/// The reason for the end of a search whose time passed while it waited for its turn.
pub const QUEUE: &str = "queue";

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
    /// seed of the chances taken. `is_late`: see [`Run::is_late`](crate::Run::is_late).
    #[must_use]
    pub fn new(
        report: &Report,
        left: Option<SourceLeft>,
        took: Option<Duration>,
        seed: Option<u64>,
        is_late: bool,
    ) -> SearchView {
        SearchView {
            algorithm: report.algorithm.name(),
            heuristic: report.heuristic,
            depth: report.depth,
            nodes: report.counts.nodes,
            leaves: report.counts.leaves,
            cutoffs: report.counts.cutoffs,
            time_ms: took.map(milliseconds),
            complete: report.complete,
            stop: word(report.stop, is_late),
            source: report.source.name(),
            exact_source: left.map(SourceLeft::name),
            seed,
        }
    }
}

impl Searched {
    /// One search, by its report. `is_late`: see [`Run::is_late`](crate::Run::is_late).
    #[must_use]
    pub fn of(report: &Report, is_late: bool) -> Searched {
        let (algorithm, stop) = (report.algorithm.name(), word(report.stop, is_late));
        Searched { nodes: report.counts.nodes, end: Some(SearchEnd { algorithm, depth: report.depth, stop }) }
    }

    /// Several searches, by the positions that each of them visited.
    #[must_use]
    pub fn all(nodes: impl Iterator<Item = u64>) -> Searched {
        Searched { nodes: nodes.sum(), end: None }
    }
}

/// The word for why a search ended. Time that passed before its turn is no time that it searched.
fn word(stop: Stop, is_late: bool) -> &'static str {
    if is_late && stop == Stop::Movetime { QUEUE } else { stop.name() }
}

/// Whole microseconds, so that there are no more digits than the clock has.
pub fn milliseconds(took: Duration) -> f64 {
    took.as_micros() as f64 / 1000.0
}

/// The progress of a search, in a record of a stream.
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
    fn only_time_that_ends_a_search_can_have_passed_in_the_queue() {
        for stop in Stop::ALL {
            assert_eq!(word(stop, false), stop.name());
            assert_eq!(word(stop, true), if stop == Stop::Movetime { "queue" } else { stop.name() });
        }
    }

    #[test]
    fn times_have_whole_microseconds() {
        assert_eq!(milliseconds(Duration::from_nanos(1_234_567_890)), 1_234.567);
    }
}
