//! Streams: their records in process, and over a real socket the behaviour of a connection.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use inarow::http;
use serde_json::Value;

use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

use crate::service::contract::records;
use crate::service::live::{Live, long_searches, until};
use crate::service::{Answer, app, faults, get, send};

const EVENTS: &str = "text/event-stream";
const LINES: &str = "application/x-ndjson";

async fn with_accept(app: &Router, target: &str, accept: &str) -> Answer {
    send(app, Request::get(target).header("accept", accept).body(Body::empty()).unwrap()).await
}

fn told(answer: &Answer) -> Vec<Value> {
    records(std::str::from_utf8(&answer.body).unwrap())
}

#[tokio::test]
async fn each_depth_is_a_record_and_the_last_is_the_answer() {
    let app = app();
    for path in ["/v1/move", "/v1/analysis"] {
        for query in [
            "game=connect-four&moves=4453&depth=5",
            "heuristic=lines",
            "",
            "game=four-by-four&board=.OOXOXXXXOOO.X..&turn=X",
            "board=XXXOO....",
            "game=four-by-four&depth=2",
        ] {
            let target = format!("{path}?{query}");
            let alone = get(&app, &target).await.json();
            for accept in [EVENTS, LINES] {
                let stream = with_accept(&app, &target, accept).await;
                assert_eq!((stream.status.as_u16(), stream.header("content-type")), (200, accept));
                assert_eq!((stream.header("cache-control"), stream.header("vary")), ("no-store", "accept"));
                assert_eq!((stream.header("x-accel-buffering"), stream.header("etag")), ("no", ""));
                let mut records = told(&stream);
                let mut last = records.pop().unwrap();
                assert_eq!(last.as_object_mut().unwrap().remove("final"), Some(true.into()));
                if let Some(time) = last.pointer_mut("/search/timeMs") {
                    assert!(time.take().is_number());
                }
                assert_eq!(last, alone, "{target}");
                let depths: Vec<_> = records.iter().map(|record| record["depth"].as_u64().unwrap()).collect();
                assert!(depths.is_sorted_by(|a, b| a < b), "{depths:?}");
                if alone["search"].is_object() {
                    assert_eq!(depths.last(), alone["search"]["depth"].as_u64().as_ref(), "{target}");
                    let best = records.last().unwrap();
                    let parts: &[&str] = if path == "/v1/move" { &["move", "score", "pv"] } else { &["lines"] };
                    parts.iter().for_each(|part| assert_eq!(best[part], last[part]));
                }
            }
        }
    }
    let posted = Request::post("/v1/analysis").header("accept", LINES).header("content-type", "application/json");
    let posted = send(&app, posted.body(Body::from(r#"{"depth":3}"#)).unwrap()).await;
    assert_eq!(told(&posted).iter().filter(|record| record["final"] == false).count(), 3);
}

#[tokio::test]
async fn events_have_names_and_ids_and_end_a_reconnection() {
    let app = app();
    let target = "/v1/move?depth=2&heuristic=lines";
    let stream = with_accept(&app, target, EVENTS).await;
    let text = String::from_utf8(stream.body.to_vec()).unwrap();
    let heads: Vec<_> = text.split("\n\n").map(|event| event.lines().take(2).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(heads, ["id: 1 event: depth", "id: 2 event: depth", "id: final event: final", ""]);
    let again = |id: &str| {
        Request::get(target).header("accept", EVENTS).header("last-event-id", id).body(Body::empty()).unwrap()
    };
    let over = send(&app, again("final")).await;
    assert_eq!((over.status.as_u16(), over.body.len()), (204, 0));
    assert_eq!(send(&app, again("1")).await.status, 200);
}

#[tokio::test]
async fn the_accept_header_decides() {
    let app = app();
    let json = "application/json";
    let cases = [
        ("*/*", json),
        ("application/json, text/event-stream", json),
        ("application/json;q=0.5, text/event-stream", EVENTS),
        ("text/event-stream;q=0.5, application/x-ndjson;q=0.8", LINES),
        ("text/*", "text/plain; charset=utf-8"),
        ("text/html, */*;q=0.1", json),
        ("application/x-ndjson, */*;q=0.5", LINES),
    ];
    for path in ["/v1/move", "/v1/analysis"] {
        for (accept, expected) in cases {
            assert_eq!(with_accept(&app, path, accept).await.header("content-type"), expected, "{accept}");
        }
        for none in ["text/html", "application/json;q=0", "image/*"] {
            faults(&with_accept(&app, path, none).await, 406, "not-acceptable");
        }
    }
    for path in ["/v1/position", "/v1/games"] {
        faults(&with_accept(&app, path, EVENTS).await, 406, "not-acceptable");
    }
}

#[tokio::test]
async fn a_failure_before_the_first_record_is_a_problem_with_its_status() {
    let app = app();
    let cases = [
        ("/v1/analysis?depth=0", 422, "invalid-request"),
        ("/v1/move?board=XO", 422, "invalid-request"),
        ("/v1/move?game=gomoku&algorithm=retrograde", 422, "invalid-request"),
        ("/v1/move?board=%FF", 400, "malformed-query"),
    ];
    for (target, status, code) in cases {
        for accept in [EVENTS, LINES] {
            faults(&with_accept(&app, target, accept).await, status, code);
        }
    }
    let state = crate::service::state(ServerLimits::DEFAULT);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    state.pool().close();
    faults(&with_accept(&app, "/v1/move?depth=3", EVENTS).await, 503, "shutting-down");
}

/// A stream whose search waits for a thread for as long as the test likes has nothing to tell but heartbeats.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silence_is_broken_by_heartbeats() {
    let limits = ServerLimits { heartbeat_ms: 1, ..long_searches() };
    let state = crate::service::state(limits);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    let target = "/v1/move?game=gomoku";
    let busy = tokio::spawn({
        let app = app.clone();
        async move { get(&app, target).await }
    });
    until(|| state.pool().counters().running.load(Relaxed) == 1).await;
    for (accept, heartbeat) in [(EVENTS, &b": heartbeat\n\n"[..]), (LINES, b"{\"heartbeat\":true}\n")] {
        let request = Request::get(target).header("accept", accept).body(Body::empty()).unwrap();
        let mut body = app.clone().oneshot(request).await.unwrap().into_body();
        for _ in 0..5 {
            let frame = body.frame().await.expect("a frame").expect("no error");
            assert_eq!(frame.into_data().unwrap(), heartbeat);
        }
    }
    busy.abort();
}

/// The service on a port of this machine, with one thread for searches.
async fn serve(grace: Duration) -> Live {
    Live::start(long_searches(), Duration::ZERO, grace).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_goes_away_stops_its_search() {
    let live = serve(Duration::ZERO).await;
    let tally = live.state.pool().counters();
    for (round, path) in (1_u64..=10).zip(["/v1/move", "/v1/analysis"].into_iter().cycle()) {
        let accept = if round % 4 < 2 { EVENTS } else { LINES };
        let mut reader = live.ask(&format!("{path}?game=gomoku"), accept);
        reader.read_until("\"depth\":2");
        assert_eq!((tally.running.load(Relaxed), tally.cancelled.load(Relaxed)), (1, round - 1));
        drop(reader);
        until(|| tally.running.load(Relaxed) == 0).await;
        assert_eq!(tally.cancelled.load(Relaxed), round);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_does_not_read_stops_nothing_and_gets_the_end() {
    let live = serve(Duration::ZERO).await;
    // Without chunks, whose boundaries may be anywhere in a record.
    let target = "/v1/analysis?game=gomoku-19&nodes=20000";
    let mut reader = live.send(format!("GET {target} HTTP/1.0\r\nhost: test\r\naccept: {LINES}\r\n\r\n"));
    let tally = live.state.pool().counters();
    until(|| tally.completed.load(Relaxed) == 1).await;
    let last = reader.read_until("\"final\":true");
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!((&last["search"]["stop"], last["lines"].as_array().unwrap().len()), (&"nodes".into(), 361));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_that_stops_ends_streams_with_the_best_so_far() {
    let live = serve(Duration::from_millis(50)).await;
    let mut reader = live.ask("/v1/move?game=gomoku", LINES);
    reader.read_until("\"depth\":2");
    drop(live.stop);
    let last = reader.read_until("\"final\":true");
    assert!(last.contains("\"stop\":\"cancelled\""), "{last}");
    assert_eq!(serde_json::from_str::<Value>(&last).unwrap()["search"]["stop"], "cancelled");
}
