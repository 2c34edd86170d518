//! Threads that serve everybody do nothing long: whatever is asked, each step of its answer is short.
//!
//! Steps are measured in processor time of their thread, so that a busy machine makes no difference, and in units of a fixed piece
//! of work, so that a slow one makes none. The bounds are those of a build without optimisation; what a release build takes is
//! measured by the load suite.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use inarow::config::ServerLimits;
use inarow::http::{self, AppState};
use inarow_engine::game::zobrist::mix;
use rustix::time::{ClockId, clock_gettime};
use tower::ServiceExt as _;

use crate::service::worst::{self, Worst};
use crate::service::{Answer, app_with, faults, get, post};

/// Numbers mixed in a unit of work.
const WORK_STEPS: u64 = 500_000;
/// Longest step of an answer, in units of work.
const STEP_UNITS_MAX: u32 = 10;
/// How often a request is asked again whose step was long: other threads on the same core slow down one step, not always the same.
const TRIES_MAX: usize = 6;

/// The processor time of a unit of work, the least of some rounds.
fn unit_of_work() -> Duration {
    let round = |round: u64| {
        let start = processor_time();
        std::hint::black_box((0..WORK_STEPS).fold(round, |sum, step| mix(sum ^ step)));
        processor_time() - start
    };
    (0..8).map(round).min().expect("eight rounds")
}

/// Processor time of this thread so far.
fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("a time since the thread began")
}

/// Waits for a future; the longest of its steps is noted in `longest`.
async fn in_steps<F: Future>(future: F, longest: &mut Duration) -> F::Output {
    let mut future = pin!(future);
    std::future::poll_fn(|cx| {
        let start = processor_time();
        let polled = future.as_mut().poll(cx);
        *longest = (*longest).max(processor_time() - start);
        polled
    })
    .await
}

/// Asks and reads the answer to its end: its status, its bytes, and the longest step.
async fn ask(app: &Router, worst: &Worst) -> (u16, usize, Duration) {
    let mut request = Request::get(&worst.target).header("host", "test");
    for (name, value) in &worst.headers {
        request = request.header(*name, value);
    }
    if worst.body.is_some() {
        request = request.method("POST").header("content-type", "application/json");
    }
    let request = request.body(worst.body.clone().map_or_else(Body::empty, Body::from)).expect("a request");
    let mut longest = Duration::ZERO;
    let Ok(response) = in_steps(app.clone().oneshot(request), &mut longest).await;
    let (status, mut body, mut bytes) = (response.status().as_u16(), response.into_body(), 0);
    while let Some(frame) = in_steps(body.frame(), &mut longest).await {
        bytes += frame.expect("a complete body").data_ref().map_or(0, axum::body::Bytes::len);
    }
    (status, bytes, longest)
}

/// Asks everything; fails with what took long.
async fn every_step_is_short(app: &Router) {
    // What is made once.
    for target in ["/v1/move", "/v1/move?game=connect-four&depth=1", "/openapi.json", "/metrics"] {
        ask(app, &Worst { name: String::new(), target: target.into(), body: None, headers: Vec::new() }).await;
    }
    let step_max = STEP_UNITS_MAX * unit_of_work();
    println!("no step may take longer than {step_max:?}");
    let mut long = Vec::new();
    for worst in worst::all() {
        let mut least = Duration::MAX;
        for _ in 0..TRIES_MAX {
            let (status, bytes, longest) = ask(app, &worst).await;
            println!("{longest:>10.1?}  {status} {bytes:>9} bytes  {}", worst.name);
            least = least.min(longest);
            if least <= step_max {
                break;
            }
        }
        if least > step_max {
            long.push(format!("{least:?}  {}", worst.name));
        }
    }
    assert!(long.is_empty(), "{} requests have steps of more than {step_max:?}:\n{}", long.len(), long.join("\n"));
}

fn limits() -> ServerLimits {
    ServerLimits { workers: 1, table_mib: 1, ..ServerLimits::DEFAULT }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_are_short_when_search_threads_are_free() {
    every_step_is_short(&app_with(limits())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_are_short_when_search_threads_are_busy() {
    // All searches but the match get no thread in time.
    let brief = ServerLimits {
        movetime_ms_default: 20,
        movetime_ms_max: 20,
        batch_movetime_ms_max: 20,
        match_movetime_ms_max: 1 << 31,
        ..limits()
    };
    let app = app_with(brief);
    let endless = Worst {
        name: "a match".into(),
        target: "/v1/match".into(),
        body: Some(r#"{"game":"gomoku","games":1000,"players":[{"movetime":20},{"movetime":20}]}"#.into()),
        headers: Vec::new(),
    };
    let busy = tokio::spawn({
        let app = app.clone();
        async move { ask(&app, &endless).await }
    });
    tokio::task::yield_now().await;
    every_step_is_short(&app).await;
    assert!(!busy.is_finished(), "the search thread was busy all the time");
    busy.abort();
}

/// What is not read in place needs a thread, which a pool that takes no more jobs refuses.
#[tokio::test]
async fn only_short_requests_about_small_boards_are_read_in_place() {
    let state = Arc::new(AppState::new(limits(), Arc::default()).unwrap());
    let app = http::app(Arc::clone(&state), http::Switches::default());
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
        // Many positions, whatever their board.
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
