//! `/metrics`: what the service has done and is doing, for Prometheus.
//!
//! Counting is a few relaxed additions; everything else is worked out when somebody looks.

mod histogram;
mod process;
mod text;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::State;
use axum::http::Method;
use axum::response::Response;

use super::respond;
use super::state::{self, Shared};
use crate::engine::SearchTally;
use histogram::{Times, write_histogram};
use text::{Kind, Page};

/// Where the metrics are.
pub const PATH: &str = "/metrics";
/// The status that requests are counted under whose client went away first.
pub const CLIENT_CLOSED: u16 = 499;

const METHODS: [&str; 5] = ["GET", "POST", "HEAD", "OPTIONS", "other"];
/// Every status that this service answers with, the most frequent first; the last one stands for all others.
const STATUSES: [u16; 18] =
    [200, 422, 304, 503, CLIENT_CLOSED, 204, 400, 401, 404, 405, 406, 408, 413, 414, 415, 429, 431, 500];

/// What the service counts itself; see also [`SearchTally`] and the tallies of workers and batches.
#[derive(Debug)]
pub struct Metrics {
    /// Routes, in the order of `routes`, and last the requests that match none.
    by_route: Vec<RouteTally>,
    paths: Vec<&'static str>,
    requests_in_flight: AtomicU64,
    pub connections: Connections,
    pub panics: AtomicU64,
    started: SystemTime,
}

#[derive(Debug, Default)]
struct RouteTally {
    requests: [[AtomicU64; STATUSES.len()]; METHODS.len()],
    times: Times,
}

/// What came of connections.
#[derive(Debug, Default)]
pub struct Connections {
    pub open: AtomicU64,
    pub accepted: AtomicU64,
    /// Beyond the most that are served.
    pub crowded: AtomicU64,
    /// Closed because the head of a request did not arrive.
    pub late_heads: AtomicU64,
    /// Closed because no request came.
    pub idle: AtomicU64,
    /// Closed because the client did not take its answer.
    pub unread: AtomicU64,
    /// Requests that were no HTTP.
    pub malformed: AtomicU64,
    /// Connections that the system did not hand over.
    pub failed: AtomicU64,
}

impl Metrics {
    /// Nothing counted yet, for these routes.
    #[must_use]
    pub fn new(paths: Vec<&'static str>) -> Metrics {
        Metrics {
            by_route: (0..=paths.len()).map(|_| RouteTally::default()).collect(),
            paths,
            requests_in_flight: AtomicU64::new(0),
            connections: Connections::default(),
            panics: AtomicU64::new(0),
            started: SystemTime::now(),
        }
    }

    /// Counts a request that has begun.
    pub fn begin(&self) {
        self.requests_in_flight.fetch_add(1, Relaxed);
    }

    /// Counts a request that has ended.
    pub fn end(&self, path: &str, method: &Method, status: u16, took: Duration) {
        self.requests_in_flight.fetch_sub(1, Relaxed);
        let route = self.paths.iter().position(|known| *known == path).unwrap_or(self.paths.len());
        let method = METHODS.iter().position(|known| *known == method.as_str()).unwrap_or(METHODS.len() - 1);
        let status = STATUSES.iter().position(|known| *known == status).unwrap_or(STATUSES.len() - 1);
        let tally = &self.by_route[route];
        tally.requests[method][status].fetch_add(1, Relaxed);
        tally.times.observe(took);
    }

    fn write(&self, page: &mut Page) {
        self.write_requests(page);
        let gauge = |page: &mut Page, name, help, value: &AtomicU64| {
            page.single(name, Kind::Gauge, help, value.load(Relaxed));
        };
        gauge(
            page,
            "inarow_http_requests_in_flight",
            "Requests that wait for the head of their answer.",
            &self.requests_in_flight,
        );
        gauge(page, "inarow_connections_open", "Open connections.", &self.connections.open);
        let counters = [
            ("inarow_connections_accepted_total", "Connections accepted.", &self.connections.accepted),
            ("inarow_connections_crowded_total", "Connections beyond the most served.", &self.connections.crowded),
            ("inarow_connections_failed_total", "Connections the system failed to give.", &self.connections.failed),
            ("inarow_http_malformed_total", "Requests that were not HTTP.", &self.connections.malformed),
        ];
        for (name, help, value) in counters {
            page.single(name, Kind::Counter, help, value.load(Relaxed));
        }
        let timeouts = "inarow_connection_timeouts_total";
        page.family(timeouts, Kind::Counter, "Connections closed because their client took too long.");
        let Connections { late_heads, idle, unread, .. } = &self.connections;
        for (reason, count) in [("header", late_heads), ("keep_alive", idle), ("send", unread)] {
            page.sample(timeouts, &[("reason", &reason)], count.load(Relaxed));
        }
    }

    fn write_requests(&self, page: &mut Page) {
        let routes = || self.by_route.iter().zip(self.paths.iter().copied().chain(["other"]));
        let total = "inarow_http_requests_total";
        page.family(
            total,
            Kind::Counter,
            "Requests answered, by route, method and status; 499 if the client closed the connection first.",
        );
        for (tally, route) in routes() {
            for (method, statuses) in METHODS.iter().zip(&tally.requests) {
                for (status, count) in STATUSES.iter().zip(statuses) {
                    // Of the many combinations few ever happen.
                    let count = count.load(Relaxed);
                    if count > 0 {
                        page.sample(total, &[("route", &route), ("method", method), ("status", status)], count);
                    }
                }
            }
        }
        let duration = "inarow_http_request_duration_seconds";
        page.family(
            duration,
            Kind::Histogram,
            "Time from the head of a request to its answer; of a stream, to its beginning.",
        );
        for (tally, route) in routes() {
            tally.times.write(page, duration, &[("route", &route)]);
        }
    }
}

/// Answers GET.
pub async fn answer(app: State<Shared>) -> Response {
    respond::fresh_as(text::MEDIA_TYPE, page(&app).into_bytes())
}

fn page(app: &state::State) -> String {
    let mut page = Page::default();
    app.metrics.write(&mut page);
    write_searches(app, &mut page);
    let batches = &app.batches;
    for (name, help, value) in [
        ("inarow_batch_requests_total", "Requests that came in batches.", &batches.requests),
        ("inarow_batch_requests_shared_total", "Of these, equal to an earlier one of their batch.", &batches.shared),
    ] {
        page.single(name, Kind::Counter, help, value.load(Relaxed));
    }
    write_process(app, &mut page);
    page.into_text()
}

fn write_searches(app: &state::State, page: &mut Page) {
    let tally = app.workers().tally();
    let single = |page: &mut Page, kind, name, help, value: &AtomicU64| {
        page.single(name, kind, help, value.load(Relaxed));
    };
    for (name, help, value) in [
        ("inarow_search_threads", "Search threads that live.", &tally.threads),
        ("inarow_searches_in_flight", "Searches that run on these threads.", &tally.running),
        ("inarow_searches_queued", "Searches that wait for a thread.", &tally.queued),
    ] {
        single(page, Kind::Gauge, name, help, value);
    }
    let engine = app.engine().tally();
    let panics = tally.panicked.load(Relaxed) + app.metrics.panics.load(Relaxed);
    page.single("inarow_panics_total", Kind::Counter, "Panics, each of which cost one answer.", panics);
    for (name, help, value) in [
        ("inarow_searches_completed_total", "Searches that ended on a search thread.", &tally.done),
        (
            "inarow_searches_in_place_total",
            "Searches that ended in their first slice, without a thread.",
            &tally.in_place,
        ),
        ("inarow_searches_rejected_total", "Searches refused because the queue was full.", &tally.rejected),
        ("inarow_searches_expired_total", "Searches whose time was over before their turn.", &tally.expired),
        ("inarow_searches_cancelled_total", "Searches that nobody waited for any more.", &tally.cancelled),
        ("inarow_search_nodes_total", "Positions that searches visited.", &engine.nodes),
    ] {
        single(page, Kind::Counter, name, help, value);
    }
    let depth = "inarow_search_depth_plies";
    page.family(depth, Kind::Histogram, "How deep finished searches looked.");
    let (counts, sum) = engine.depths();
    write_histogram(page, depth, &[], &SearchTally::DEPTH_BOUNDS, &counts, sum);
}

fn write_process(app: &state::State, page: &mut Page) {
    let info = "inarow_build_info";
    page.family(info, Kind::Gauge, "Which build this is; always 1.");
    let labels: [(&str, &dyn std::fmt::Display); 3] = [
        ("version", &env!("CARGO_PKG_VERSION")),
        ("commit", &option_env!("INAROW_COMMIT").unwrap_or_default()),
        ("rustc", &option_env!("INAROW_RUSTC").unwrap_or_default()),
    ];
    page.sample(info, &labels, 1);
    page.single("inarow_ready", Kind::Gauge, "1 while new work is welcome.", u8::from(app.is_ready()));
    let started = app.metrics.started.duration_since(UNIX_EPOCH).unwrap_or_default();
    page.single(
        "process_start_time_seconds",
        Kind::Gauge,
        "When the process started, in seconds of the Unix epoch.",
        started.as_secs_f64(),
    );
    process::write(page);
}
