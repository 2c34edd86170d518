//! Metrics of one service, kept by the Prometheus exporter of the `metrics` crate.
//!
//! Each service has its own recorder, so several services can run in one process. Frequent events are counted here as they
//! happen; other values are read for each page, see [`Metrics::render`].

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use axum::http::Method;
use inarow_api::problem::Code;
use metrics::{
    Counter, Gauge, Histogram, SharedString, counter, describe_counter, describe_gauge, describe_histogram, gauge,
    histogram, with_local_recorder,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use metrics_process::Collector;

/// Path of the metrics page.
pub const PATH: &str = "/metrics";
/// Media type of the page.
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// Status that counts a request whose client closed the connection before the answer.
pub const CLIENT_CLOSED: u16 = 499;

const REQUESTS: &str = "inarow_http_requests_total";
const PROBLEMS: &str = "inarow_problems_total";
const REQUEST_SECONDS: &str = "inarow_http_request_duration_seconds";
const REQUESTS_IN_FLIGHT: &str = "inarow_http_requests_in_flight";
const QUEUE_SECONDS: &str = "inarow_search_queue_seconds";
const DEPTH_PLIES: &str = "inarow_search_depth_plies";
const START_SECONDS: &str = "inarow_start_time_seconds";
const NODES: &str = "inarow_search_nodes_total";

/// Upper bounds of times in seconds, from a look-up to the longest match.
const SECONDS_BOUNDS: [f64; 21] = [
    0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0,
    2.5, 5.0, 10.0, 30.0, 60.0,
];
/// Upper bounds of depths in plies.
const DEPTH_BOUNDS: [f64; 13] = [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 25.0, 36.0, 42.0];

/// The exporter keeps each observation of a histogram until its upkeep, which runs after so many.
const OBSERVATIONS_KEPT_MAX: u32 = 512;

const COUNTERS: [(&str, &str); 17] = [
    (REQUESTS, "Requests answered, by route, method and status; 499 if the client closed the connection first."),
    (PROBLEMS, "Problem documents answered, by code."),
    ("inarow_connections_accepted_total", "Connections accepted."),
    ("inarow_connections_failed_total", "Connections the system failed to give."),
    (
        "inarow_connections_full_seconds_total",
        "Seconds in which all connections were in use, so that further clients waited.",
    ),
    (
        "inarow_connections_malformed_total",
        "Connections that ended because their client sent no valid HTTP, such as TLS.",
    ),
    (
        "inarow_connection_timeouts_total",
        "Connections closed, and streams of HTTP/2 reset, because their client took too long.",
    ),
    ("inarow_searches_completed_total", "Searches that ended on a search thread."),
    ("inarow_searches_in_place_total", "Searches that ended in their quick attempt, without a thread."),
    ("inarow_searches_rejected_total", "Searches refused because the queue was full."),
    ("inarow_searches_expired_total", "Searches whose time was over before their turn, by the reason why they waited."),
    (
        "inarow_searches_late_total",
        "Searches that waited for half of their time or longer, expired ones included: busy, no thread was free; \
         client-limit, their client had all that one may have.",
    ),
    ("inarow_searches_cancelled_total", "Searches whose client went away."),
    ("inarow_search_threads_recalled_total", "Threads that helped a request and were recalled because a search came."),
    (NODES, "Positions that searches visited."),
    ("inarow_panics_total", "Panics, each of which cost one answer."),
    (
        "inarow_log_lines_dropped_total",
        "Log lines dropped because the log was not read fast enough, or could not be written.",
    ),
];

const GAUGES: [(&str, &str); 13] = [
    (REQUESTS_IN_FLIGHT, "Requests that wait for the head of their answer."),
    ("inarow_connections_open", "Open connections, without those of the port for operators."),
    ("inarow_connections_max", "Connections that may be open at a time; more of them wait."),
    ("inarow_answers_in_flight_bytes", "Bytes of answers that wait for their clients, and of requests in progress."),
    ("inarow_search_threads", "Search threads."),
    ("inarow_search_threads_lent", "Idle search threads that help a request which has one of its own."),
    ("inarow_searches_in_flight", "Searches that run on these threads."),
    ("inarow_searches_queued", "Searches that wait for a thread."),
    ("inarow_searches_queued_max", "Searches that may wait at a time; one more is refused."),
    (START_SECONDS, "When the service started, in seconds since 1970."),
    ("inarow_build_info", "Which build this is; always 1."),
    ("inarow_ready", "1 while new work is welcome."),
    (
        "inarow_keys_outdated",
        "1 if the file of keys could not be read at the last SIGHUP, so that the keys before are in force.",
    ),
];

const HISTOGRAMS: [(&str, &str, &[f64]); 3] = [
    (
        REQUEST_SECONDS,
        "Time from the head of a request to its answer, by route and class of status; of a stream, to its beginning.",
        &SECONDS_BOUNDS,
    ),
    (
        QUEUE_SECONDS,
        "How long searches waited for a thread, expired ones included; none of those that needed none.",
        &SECONDS_BOUNDS,
    ),
    (DEPTH_PLIES, "How deep finished searches looked.", &DEPTH_BOUNDS),
];

/// The recorder of one service and the handles of its frequent metrics.
#[derive(Debug)]
pub struct Metrics {
    recorder: Arc<PrometheusRecorder>,
    page: PrometheusHandle,
    process: Collector,
    observations: AtomicU32,
    requests_in_flight: Gauge,
    /// The metrics of requests by route, registered when they first occur.
    requests: RwLock<HashMap<String, RequestMetrics>>,
    /// Problems by their code, in the order of all codes.
    problems: Vec<Counter>,
    queue_seconds: Histogram,
    depth_plies: Histogram,
    nodes: Counter,
    pub connections: Connections,
    /// Panics of handlers; the search pool counts its own.
    pub panics: AtomicU64,
}

/// The method as a label, and the status.
type RequestKind = (&'static str, u16);
/// The metrics of the requests of one route.
type RequestMetrics = HashMap<RequestKind, (Counter, Histogram)>;

/// Connections and how they ended.
#[derive(Debug)]
pub struct Connections {
    pub open: Gauge,
    pub accepted: Counter,
    /// Connections that the system did not hand over.
    pub failed: Counter,
    /// Connections that ended because their client sent no valid HTTP.
    pub malformed: Counter,
    /// Connections closed because the head of a request did not arrive in time.
    pub header_timeouts: Counter,
    /// Connections closed because no request came.
    pub keep_alive_timeouts: Counter,
    /// Connections closed because the client took too little of its answer.
    pub send_timeouts: Counter,
    /// Streams of HTTP/2 reset because the client took too little of their answers.
    pub stream_timeouts: Counter,
    /// Microseconds in which no further connection was taken, since all were in use.
    pub full_micros: AtomicU64,
    /// Connections that have ended; on no page.
    pub closed: AtomicU64,
}

impl Metrics {
    /// Metrics with nothing counted yet.
    #[must_use]
    pub fn new() -> Metrics {
        let recorder = Arc::new(HISTOGRAMS.iter().fold(PrometheusBuilder::new(), with_buckets).build_recorder());
        with_local_recorder(&*recorder, || {
            for (name, help) in COUNTERS {
                describe_counter!(name, help);
            }
            for (name, help) in GAUGES {
                describe_gauge!(name, help);
            }
            for (name, help, _) in HISTOGRAMS {
                describe_histogram!(name, help);
            }
            let process = Collector::default();
            process.describe();
            // `process_start_time_seconds` needs /proc/stat, which units hide (`ProcSubset=pid`).
            let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            gauge!(START_SECONDS).set(started.as_secs_f64());
            Metrics {
                page: recorder.handle(),
                process,
                observations: AtomicU32::new(0),
                requests_in_flight: gauge!(REQUESTS_IN_FLIGHT),
                requests: RwLock::default(),
                problems: Code::ALL.iter().map(|code| counter!(PROBLEMS, "code" => code.name())).collect(),
                queue_seconds: histogram!(QUEUE_SECONDS),
                depth_plies: histogram!(DEPTH_PLIES),
                nodes: counter!(NODES),
                connections: Connections::register(),
                panics: AtomicU64::new(0),
                recorder: Arc::clone(&recorder),
            }
        })
    }

    /// Counts a request at its start.
    pub fn request_started(&self) {
        self.requests_in_flight.increment(1);
    }

    /// How many requests have started and not ended. Takes the time of a page.
    #[must_use]
    pub fn requests_in_flight(&self) -> u64 {
        self.value(REQUESTS_IN_FLIGHT).unwrap_or_default() as u64
    }

    /// Counts a request that has ended. `route` is the pattern of its path, or `"other"`.
    pub fn request_finished(&self, route: &str, method: &Method, status: u16, took: Duration) {
        self.requests_in_flight.decrement(1);
        let kind = (label(method), status);
        let known = {
            let requests = self.requests.read().unwrap_or_else(PoisonError::into_inner);
            requests.get(route).and_then(|kinds| kinds.get(&kind)).cloned()
        };
        let (count, seconds) = known.unwrap_or_else(|| self.register_requests(route, kind));
        count.increment(1);
        self.observe(&seconds, took.as_secs_f64());
    }

    /// Counts a problem document.
    pub fn problem_answered(&self, code: Code) {
        if let Some((_, count)) = Code::ALL.iter().zip(&self.problems).find(|(known, _)| **known == code) {
            count.increment(1);
        }
    }

    /// Registers the metrics of requests of this route, method and status.
    fn register_requests(&self, route: &str, (method, status): RequestKind) -> (Counter, Histogram) {
        let name = SharedString::from(route.to_owned());
        let handles = with_local_recorder(&*self.recorder, || {
            (
                counter!(REQUESTS, "route" => name.clone(), "method" => method, "status" => status.to_string()),
                // Classes alone: with each status and method there would be ten times more series.
                histogram!(REQUEST_SECONDS, "route" => name, "status" => class(status)),
            )
        });
        let mut requests = self.requests.write().unwrap_or_else(PoisonError::into_inner);
        requests.entry(route.to_owned()).or_default().insert((method, status), handles.clone());
        handles
    }

    /// Records how long a search waited for a thread.
    pub fn search_queued(&self, waited: Duration) {
        self.observe(&self.queue_seconds, waited.as_secs_f64());
    }

    /// Counts a search that has ended.
    pub fn search_finished(&self, depth: u32, nodes: u64) {
        self.nodes.increment(nodes);
        self.observe(&self.depth_plies, f64::from(depth));
    }

    fn observe(&self, histogram: &Histogram, value: f64) {
        histogram.record(value);
        if self.observations.fetch_add(1, Relaxed) % OBSERVATIONS_KEPT_MAX == OBSERVATIONS_KEPT_MAX - 1 {
            self.page.run_upkeep();
        }
    }

    /// Writes the page. `collect` runs first; it sets the values that are only read for a page, with the macros of the
    /// `metrics` crate.
    ///
    /// Takes up to a few milliseconds: it lists the open files of the process.
    #[must_use]
    pub fn render(&self, collect: impl FnOnce()) -> String {
        with_local_recorder(&*self.recorder, || {
            collect();
            self.process.collect();
        });
        // The crate's counters are whole numbers, which are coarse for seconds, so its collector has a gauge.
        let [gauge, counter] = ["gauge\n", "counter\n"].map(|kind| format!("# TYPE process_cpu_seconds_total {kind}"));
        self.page.render().replacen(&gauge, &counter, 1)
    }

    /// The value of one sample, by its name and labels as on the page, or `None` if it was never counted.
    #[must_use]
    pub fn value(&self, sample: &str) -> Option<f64> {
        self.page.render().lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' ')?.parse().ok())
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Metrics::new()
    }
}

impl Connections {
    /// Registers the metrics with the recorder in force.
    fn register() -> Connections {
        let timeouts = |reason: &'static str| counter!("inarow_connection_timeouts_total", "reason" => reason);
        Connections {
            open: gauge!("inarow_connections_open"),
            accepted: counter!("inarow_connections_accepted_total"),
            failed: counter!("inarow_connections_failed_total"),
            malformed: counter!("inarow_connections_malformed_total"),
            header_timeouts: timeouts("header"),
            keep_alive_timeouts: timeouts("keep_alive"),
            send_timeouts: timeouts("send"),
            stream_timeouts: timeouts("stream"),
            full_micros: AtomicU64::new(0),
            closed: AtomicU64::new(0),
        }
    }
}

/// Gives a histogram its buckets.
fn with_buckets(builder: PrometheusBuilder, (name, _, bounds): &(&str, &str, &[f64])) -> PrometheusBuilder {
    let name = Matcher::Full((*name).to_owned());
    builder.set_buckets_for_metric(name, bounds).expect("a histogram has bounds")
}

/// The method as a label. Clients can invent methods, so rare ones share a label.
fn label(method: &Method) -> &'static str {
    const LABELLED: [&str; 4] = ["GET", "POST", "HEAD", "OPTIONS"];
    LABELLED.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// The class of a status, so that refusals, which take microseconds, do not hide how long answers take.
const fn class(status: u16) -> &'static str {
    match status {
        ..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_counts_in_every_bucket_that_holds_it() {
        let metrics = Metrics::new();
        for micros in [1, 10, 11, 60_000_001] {
            metrics.request_started();
            metrics.request_finished("/", &Method::GET, 200, Duration::from_micros(micros));
        }
        let bucket =
            |bound| metrics.value(&format!("{REQUEST_SECONDS}_bucket{{route=\"/\",status=\"2xx\",le=\"{bound}\"}}"));
        assert_eq!([bucket("0.00001"), bucket("0.000025"), bucket("60")], [Some(2.0), Some(3.0), Some(3.0)]);
        assert_eq!(bucket("+Inf"), Some(4.0));
        let sum = metrics.value(&format!("{REQUEST_SECONDS}_sum{{route=\"/\",status=\"2xx\"}}")).unwrap();
        assert!((sum - 60.000_023).abs() < 1e-9, "{sum}");
        assert_eq!(metrics.value(REQUESTS_IN_FLIGHT), Some(0.0));
    }

    #[test]
    fn invented_methods_share_a_label() {
        let metrics = Metrics::new();
        for method in ["GET", "BREW", "DRINK"] {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            metrics.request_finished("other", &method, 404, Duration::ZERO);
        }
        let count =
            |method| metrics.value(&format!("{REQUESTS}{{route=\"other\",method=\"{method}\",status=\"404\"}}"));
        assert_eq!((count("GET"), count("other"), count("BREW")), (Some(1.0), Some(2.0), None));
    }

    /// Upkeep loses no observation, and services do not share their counts.
    #[test]
    fn observations_survive_upkeep() {
        let (busy, idle) = (Metrics::new(), Metrics::new());
        let searches = 3 * OBSERVATIONS_KEPT_MAX + 7;
        for _ in 0..searches {
            busy.search_finished(5, 10);
        }
        assert_eq!(busy.value("inarow_search_depth_plies_count"), Some(f64::from(searches)));
        assert_eq!(busy.value("inarow_search_depth_plies_sum"), Some(f64::from(5 * searches)));
        assert_eq!(busy.value(NODES), Some(f64::from(10 * searches)));
        assert_eq!(idle.value(NODES), Some(0.0));
    }
}
