//! How long threads that serve everybody are busy with one answer: each step of the worst requests that there are, in process.
//!
//! A step is measured in processor time of its thread and told as a ratio to a fixed piece of work, so that figures of different
//! machines compare.

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

use super::worst::{self, Worst};
use super::{Extent, Report};

/// Numbers mixed in a unit of work.
const WORK_STEPS: u64 = 500_000;
/// Units of work that the longest step of an answer may take.
const UNITS_GOAL: f64 = 10.0;
/// How many of the longest steps are shown.
const SHOWN: usize = 6;
/// Time of a search where no thread is free for it.
const BRIEF_MS: u64 = 20;
/// Longer than the scenario takes.
const LONG_MS: u64 = 1 << 31;

pub async fn run(report: &mut Report, extent: Extent) {
    let rounds = if extent == Extent::Short { 2 } else { 6 };
    println!("steps: the longest step of each of the worst requests, the least of {rounds} rounds");
    let limits = ServerLimits { workers: 1, table_mib: 1, ..ServerLimits::DEFAULT };
    measure(report, "search threads free", &app(limits.clone()), rounds, |status| status < 500).await;

    // All searches but the match get no thread in time.
    let brief = ServerLimits {
        movetime_ms_default: BRIEF_MS,
        movetime_ms_max: BRIEF_MS,
        batch_movetime_ms_max: BRIEF_MS,
        match_movetime_ms_max: LONG_MS,
        ..limits
    };
    let app = app(brief);
    let players = format!(r#"[{{"movetime":{BRIEF_MS}}},{{"movetime":{BRIEF_MS}}}]"#);
    let endless = Worst {
        name: "a match".into(),
        target: "/v1/match".into(),
        body: Some(format!(r#"{{"game":"gomoku","games":1000,"players":{players}}}"#)),
        headers: Vec::new(),
    };
    let busy = tokio::spawn({
        let app = app.clone();
        async move { ask(&app, &endless).await }
    });
    // A request without an answer in time is refused, and nothing fails otherwise.
    measure(report, "search threads busy", &app, rounds, |status| status < 500 || status == 503).await;
    report.goal("the search thread was busy all the time", "", "yes", !busy.is_finished());
    busy.abort();
}

fn app(limits: ServerLimits) -> Router {
    let state = AppState::new(limits, Arc::default()).expect("threads");
    http::app(Arc::new(state), http::AppOptions::default())
}

/// Asks everything; `is_answer` says which statuses are right.
async fn measure(report: &mut Report, when: &str, app: &Router, rounds: usize, is_answer: impl Fn(u16) -> bool) {
    // These are made once.
    for target in ["/v1/move", "/v1/move?game=connect-four&depth=1", "/openapi.json", "/metrics"] {
        ask(app, &Worst { name: String::new(), target: target.into(), body: None, headers: Vec::new() }).await;
    }
    let (unit, mut kinds, mut wrong) = (unit_of_work(), Vec::new(), Vec::new());
    for worst in worst::all() {
        let mut least = Duration::MAX;
        for _ in 0..rounds {
            let (status, bytes, longest) = ask(app, &worst).await;
            if !is_answer(status) || bytes == 0 {
                wrong.push(format!("{}: {status} with {bytes} bytes", worst.name));
            }
            least = least.min(longest);
        }
        kinds.push((least, worst.name));
    }
    kinds.sort();
    kinds.reverse();
    let ratio = |time: Duration| time.as_secs_f64() / unit.as_secs_f64();
    report.figure(&format!("{when}: unit of work"), format!("{unit:.2?}"));
    for (longest, name) in &kinds[..SHOWN.min(kinds.len())] {
        report.figure(&format!("  {name}"), format!("{longest:.2?}, {:.1} units", ratio(*longest)));
    }
    let most = ratio(kinds[0].0);
    report.timing(&format!("{when}: longest step"), format!("{most:.1} units"), "<= 10 units", most <= UNITS_GOAL);
    report.goal(&format!("{when}: answers that are none"), wrong.join(", "), "none", wrong.is_empty());
}

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
