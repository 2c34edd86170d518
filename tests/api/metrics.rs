//! `GET /metrics`, for operators.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use inarow::http;
use tower::ServiceExt as _;

use crate::service::{app, app_with, contract_get, get, post};

fn value(page: &str, name: &str) -> f64 {
    let value = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name} in\n{page}")).parse().expect("a number")
}

async fn page(app: &Router) -> String {
    String::from_utf8(contract_get(app, "/metrics").await.into()).expect("text")
}

#[tokio::test]
async fn requests_and_searches_are_counted() {
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time").as_secs_f64();
    let before = now();
    let app = app_with(ServerLimits { table_mib: 1, ..ServerLimits::DEFAULT });
    for target in ["/v1/move", "/v1/move", "/v1/move?depth=0", "/nope", "/v1/move?game=gomoku&depth=3"] {
        get(&app, target).await;
    }
    post(&app, "/v1/move", r#"{"game":"four-by-four","board":"XXX.OOO.........","turn":"X","depth":4}"#).await;
    let page = page(&app).await;
    let requests = |labels: &str| value(&page, &format!("inarow_http_requests_total{{{labels}}}"));
    assert_eq!(requests(r#"route="/v1/move",method="GET",status="200""#), 3.0);
    assert_eq!(requests(r#"route="/v1/move",method="GET",status="422""#), 1.0);
    assert_eq!(requests(r#"route="/v1/move",method="POST",status="200""#), 1.0);
    assert_eq!(requests(r#"route="other",method="GET",status="404""#), 1.0);
    let problems = |code: &str| value(&page, &format!("inarow_problems_total{{code=\"{code}\"}}"));
    assert_eq!((problems("invalid-request"), problems("not-found"), problems("saturated")), (1.0, 1.0, 0.0));
    assert_eq!(value(&page, "inarow_connections_max"), 1_024.0);
    assert_eq!(value(&page, "inarow_searches_queued_max"), 64.0);
    let duration = "inarow_http_request_duration_seconds";
    assert_eq!(value(&page, &format!("{duration}_count{{route=\"/v1/move\",status=\"2xx\"}}")), 4.0);
    assert_eq!(value(&page, &format!("{duration}_count{{route=\"/v1/move\",status=\"4xx\"}}")), 1.0);
    assert_eq!(value(&page, &format!("{duration}_bucket{{route=\"/v1/move\",status=\"2xx\",le=\"+Inf\"}}")), 4.0);
    assert!(value(&page, &format!("{duration}_sum{{route=\"/v1/move\",status=\"2xx\"}}")) > 0.0);
    assert_eq!(value(&page, "inarow_http_requests_in_flight"), 1.0, "this look alone");
    // A win in one takes no thread.
    assert_eq!(value(&page, "inarow_searches_in_place_total"), 1.0);
    assert_eq!(value(&page, "inarow_searches_completed_total"), 1.0);
    assert_eq!(value(&page, "inarow_search_queue_seconds_count"), 1.0);
    assert_eq!(value(&page, "inarow_search_depth_plies_count"), 2.0);
    assert_eq!(value(&page, "inarow_search_depth_plies_bucket{le=\"3\"}"), 2.0);
    assert!(value(&page, "inarow_search_nodes_total") > 225.0);
    assert!(value(&page, "process_resident_memory_bytes") > 1e6);
    assert!(value(&page, "process_open_fds") >= 3.0);
    assert_eq!(value(&page, "inarow_ready"), 1.0);
    assert!((before..=now()).contains(&value(&page, "inarow_start_time_seconds")), "{page}");
}

#[tokio::test]
async fn operators_with_a_listener_of_their_own_keep_the_metrics_to_themselves() {
    let state = crate::service::state(ServerLimits::DEFAULT);
    let options = http::AppOptions { has_operations: true, ..http::AppOptions::default() };
    let public = http::app(Arc::clone(&state), options);
    let operators = http::operations_app(state);
    // The contract is that of one listener for all.
    let status = async |app: &Router, path: &str| {
        let Ok(answer) = app.clone().oneshot(Request::get(path).body(Body::empty()).expect("a request")).await;
        answer.status().as_u16()
    };
    assert_eq!((status(&public, "/metrics").await, status(&operators, "/metrics").await), (404, 200));
    assert_eq!((status(&public, "/livez").await, status(&operators, "/livez").await), (200, 200));
    assert_eq!((status(&public, "/v1/move").await, status(&operators, "/v1/move").await), (200, 404));
}

/// Prometheus can read the page: each sample after the type of its family, each family once, counters called so.
#[tokio::test]
async fn the_page_is_well_formed_and_documented() {
    let app = app();
    get(&app, "/v1/move").await;
    let page = page(&app).await;
    assert!(page.ends_with('\n'));
    let mut types: BTreeMap<&str, &str> = BTreeMap::new();
    let mut helped = BTreeSet::new();
    let mut samples = BTreeSet::new();
    let mut family = "";
    for line in page.lines().filter(|line| !line.is_empty()) {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, text) = help.split_once(' ').expect("a text");
            assert!(helped.insert(name) && !text.is_empty(), "{line}");
        } else if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').expect("a type");
            assert!(types.insert(name, kind).is_none() && helped.contains(name), "{line}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            family = name;
        } else {
            let (sample, number) = line.rsplit_once(' ').expect("a sample");
            assert!(samples.insert(sample), "twice: {line}");
            number.parse::<f64>().unwrap_or_else(|fault| panic!("{fault}: {line}"));
            let name = sample.split('{').next().expect("a name");
            let suffix = name.strip_prefix(family).unwrap_or_else(|| panic!("{line} outside its family"));
            let allowed: &[&str] = if types[family] == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
            assert!(allowed.contains(&suffix), "{line}");
        }
    }
    let text = include_str!("../../docs/operations.md").split("## Metrics").nth(1).expect("a section");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    let documented: BTreeSet<&str> =
        rows.flat_map(|names| names.split('`')).filter(|name| name.starts_with("inarow_")).collect();
    // The figures of the process are the same everywhere.
    assert_eq!(documented, types.keys().copied().filter(|name| !name.starts_with("process_")).collect());
}

/// In whole seconds a rate of a minute would be coarse. Each page takes some of the time, so that the next seconds are reached on any machine.
#[tokio::test]
async fn the_processor_time_has_parts_of_seconds() {
    let app = app_with(ServerLimits { table_mib: 1, ..ServerLimits::DEFAULT });
    get(&app, "/v1/move").await;
    let mut seconds = BTreeSet::new();
    while seconds.len() < 3 {
        let now = value(&page(&app).await, "process_cpu_seconds_total");
        if now.fract() > 0.0 {
            return;
        }
        seconds.insert(now as u64);
    }
    panic!("whole seconds alone: {seconds:?}");
}
