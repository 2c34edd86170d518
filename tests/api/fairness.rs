//! Threads that serve everybody do nothing long, and clients share search threads. How long each step of an answer takes is measured
//! by `cargo bench --bench load`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use inarow::config::{AccessSettings, ServerLimits};
use inarow::http::auth::Access;
use inarow::http::{self, AppState};
use serde_json::json;
use tokio::task::JoinHandle;

use crate::service::live::{long_searches, until};
use crate::service::{Answer, faults, get, post, send, state};

/// A request that is not read in place needs a thread, which a pool that takes no more jobs refuses.
#[tokio::test]
async fn only_short_requests_about_small_boards_are_read_in_place() {
    let state = state(ServerLimits { workers: 1, table_mib: 1, ..ServerLimits::DEFAULT });
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    state.pool().close();
    let is_in_place = |answer: &Answer| {
        let is_in_place = answer.status == 200;
        assert!(is_in_place || faults(answer, 503, "shutting-down").is_empty());
        is_in_place
    };
    for (target, expected) in [
        ("/v1/position", true),
        ("/v1/move?board=XO.......", true),
        ("/v1/position?game=four-by-four&board=X...............", true),
        ("/v1/position?game=connect-four", false),
        ("/v1/position?game=gomoku", false),
        ("/v1/position?game={%22width%22:3,%22height%22:3,%22k%22:3}", false),
        // A record may name its own game.
        ("/v1/position?record=1.%20a1%20b2", false),
        // Many positions, on any board.
        ("/v1/review?moves=b2,b1", false),
        // Found by search alone.
        ("/v1/puzzles", false),
    ] {
        assert_eq!(is_in_place(&get(&app, target).await), expected, "{target}");
    }
    for (path, body, length, expected) in [
        ("/v1/position", "{}", 1_024, true),
        ("/v1/position", "{}", 1_025, false),
        ("/v1/batch", r#"{"requests":[{"kind":"position"}]}"#, 0, false),
    ] {
        let body = format!("{body:length$}");
        assert_eq!(is_in_place(&post(&app, path, body).await), expected, "{path} {length}");
    }
}

/// A service with three keys, two of them Alice's.
fn with_keys(test: &str, limits: ServerLimits) -> (Arc<AppState>, Router) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("keys-{test}"));
    std::fs::write(&file, "alice: old-key\nalice: new-key\nbob: bobs-key").unwrap();
    let settings = AccessSettings { api_keys_file: Some(file), ..AccessSettings::default() };
    let state = Arc::new(AppState::new(limits, Arc::new(Access::new(&settings).unwrap())).unwrap());
    (Arc::clone(&state), http::app(state, http::AppOptions::default()))
}

/// A POST with a key.
fn ask(app: &Router, key: &str, path: &str, body: serde_json::Value) -> JoinHandle<Answer> {
    let request = Request::post(path).header("content-type", "application/json");
    let request = request.header("authorization", format!("Bearer {key}")).body(Body::from(body.to_string())).unwrap();
    let app = app.clone();
    tokio::spawn(async move { send(&app, request).await })
}

/// One customer who sends many searches at once takes one turn after the other, as everybody does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_customer_with_many_searches_keeps_the_thread_from_nobody() {
    let (state, app) = with_keys("turns", ServerLimits { queue_max: 4, ..long_searches() });
    let tally = state.pool().counters();
    let long = || json!({"game": "gomoku", "moves": ["h8", "i9"]});
    let running = ask(&app, "old-key", "/v1/move", long());
    until(|| tally.running.load(Relaxed) == 1).await;
    let mut waiting = Vec::new();
    for waits in 1..=4 {
        waiting.push(ask(&app, "old-key", "/v1/move", long()));
        until(|| tally.queued.load(Relaxed) == waits).await;
    }
    // The queue is full of hers. He has a place in it, and her newest search is refused for it.
    let of_bob = ask(&app, "bobs-key", "/v1/move", json!({"game": "gomoku", "depth": 1}));
    let refused = waiting.pop().unwrap().await.unwrap();
    faults(&refused, 503, "saturated");
    assert_eq!(refused.header("retry-after"), "1");
    running.abort();
    let answer = of_bob.await.unwrap();
    assert_eq!((answer.status.as_u16(), &answer.json()["search"]["stop"]), (200, &"depth".into()));
    until(|| tally.running.load(Relaxed) == 1).await;
    assert_eq!(tally.queued.load(Relaxed), 2);
    waiting.iter().for_each(JoinHandle::abort);
}

/// With a bound, a thread is left for others at once. Both keys of a name, and the tools of agents, count for one client.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_customer_at_his_bound_waits_while_others_are_served() {
    let limits = ServerLimits { workers: 2, searches_per_client_max: 1, ..long_searches() };
    let (state, app) = with_keys("bound", limits);
    let tally = state.pool().counters();
    let long = || json!({"game": "gomoku", "moves": ["h8", "i9"]});
    let call = |name: &str, arguments: serde_json::Value| {
        let params = json!({"name": name, "arguments": arguments});
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    };
    let asked = [
        ask(&app, "old-key", "/v1/move", long()),
        ask(&app, "new-key", "/v1/move", long()),
        ask(&app, "new-key", "/mcp", call("best_move", long())),
    ];
    until(|| tally.running.load(Relaxed) == 1 && tally.queued.load(Relaxed) == 2).await;
    for (path, body) in [
        ("/v1/move", json!({"game": "gomoku", "depth": 1})),
        ("/mcp", call("best_move", json!({"game": "gomoku", "depth": 1}))),
        // A review gets no second thread for its parts.
        ("/v1/review", json!({"game": "gomoku", "moves": ["h8", "i8", "h9", "i9"], "nodes": 300})),
    ] {
        let answer = ask(&app, "bobs-key", path, body).await.unwrap();
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.header("server-timing").contains("threads"), "{path}: {}", answer.header("server-timing"));
    }
    assert_eq!((tally.running.load(Relaxed), tally.queued.load(Relaxed)), (1, 2), "hers are where they were");
    let limits =
        send(&app, Request::get("/v1/games").header("authorization", "Bearer bobs-key").body(Body::empty()).unwrap());
    let limits = limits.await.json()["limits"].take();
    assert_eq!((&limits["searchesPerClientMax"], &limits["threadsPerRequestMax"]), (&1.into(), &1.into()));
    asked.iter().for_each(JoinHandle::abort);
}
