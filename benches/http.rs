//! The cost of a whole request in process, beside the reference application: the same router and
//! layers around a handler that computes nothing.
//!
//! `cargo bench --bench http`. Both are measured in turn, in short rounds, so that a slower moment of the machine meets
//! both; the figures are medians of the rounds.

#[allow(dead_code)]
mod reference;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{Request, Response, header};

use http_body_util::BodyExt as _;
use inarow::config::ServerLimits;
use inarow::http::{self, AppState};
use reference::{Answer, reference, start_metrics};
use tower::{Service, ServiceExt as _};

const ROUNDS: usize = 2001;
/// Few enough that a round usually fits into one slice of the scheduler on a busy machine.
const REQUESTS_A_ROUND: usize = 40;

fn ask(path: &str, body: &str) -> Request<Body> {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    request.body(Body::from(body.to_owned())).expect("a request")
}

async fn body<S>(service: &S, request: Request<Body>) -> Bytes
where
    S: Service<Request<Body>, Response = Response<Body>, Error = std::convert::Infallible> + Clone,
{
    let Ok(response) = service.clone().oneshot(request).await;
    assert_eq!(response.status(), 200);
    response.into_body().collect().await.expect("a complete body").to_bytes()
}

/// One round: the time of one request.
async fn round<S>(service: &S, make: impl Fn() -> Request<Body>) -> Duration
where
    S: Service<Request<Body>, Response = Response<Body>, Error = std::convert::Infallible> + Clone,
{
    let requests: Vec<_> = (0..REQUESTS_A_ROUND).map(|_| make()).collect();
    let start = Instant::now();
    for request in requests {
        black_box(body(service, request).await);
    }
    start.elapsed() / REQUESTS_A_ROUND as u32
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    start_metrics();
    let state = Arc::new(AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("threads"));
    let app = http::app(state, http::AppOptions::default());
    println!("median of {ROUNDS} rounds of {REQUESTS_A_ROUND} requests, in process, one thread");
    println!("{:36} {:>8} {:>8} {:>8} {:>7}", "", "POST", "GET", "ref.", "ratio");
    let cases = [
        ("X to win in five", "XO.......", "X", "win", Some(5)),
        ("the empty board", ".........", "X", "draw", Some(9)),
        ("O holds the draw", "X........", "O", "draw", Some(8)),
        ("the last move but one", "XOXOOXX..", "O", "win", Some(1)),
    ];
    for (name, board, turn, outcome, plies) in cases {
        let asked = format!(r#"{{"board":"{board}","turn":"{turn}"}}"#);
        let ours = || ask("/v1/move", &asked);
        let by_get = || {
            let target = format!("/v1/move?board={board}&turn={turn}");
            Request::get(target).body(Body::empty()).expect("a request")
        };
        let answer: Answer = serde_json::from_slice(&body(&app, ours()).await).expect("an answer");
        assert_eq!((answer.score.outcome.as_str(), answer.score.plies), (outcome, plies), "{name}");
        assert_eq!(answer.search.source, "table", "{name}");
        // The variation of a draw may stop where no line is open any more.
        assert!((1..=plies.unwrap_or(0) as usize).contains(&answer.pv.len()), "{name}");
        let reference = reference(answer);
        let sizes =
            [&body(&app, ours()).await, &body(&reference, ask("/reference", &asked)).await].map(|body| body.len());
        assert!(sizes[0].abs_diff(sizes[1]) <= 4, "the answers are of one size: {sizes:?}");

        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            times[0].push(round(&app, ours).await);
            times[1].push(round(&app, by_get).await);
            times[2].push(round(&reference, || ask("/reference", &asked)).await);
        }
        let [ours, get, reference] = times.map(median);
        let ratio = reference.as_secs_f64() / ours.as_secs_f64();
        println!("{name:36} {ours:>8.2?} {get:>8.2?} {reference:>8.2?} {ratio:>7.2}");
    }
}
