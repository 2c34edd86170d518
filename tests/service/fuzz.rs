//! The demands on every answer to any request: the body of the fuzz targets in `fuzz/`, whose corpus `tests/input/corpus.rs`
//! replays.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Request, StatusCode, Uri, header};
use http_body_util::BodyExt as _;
use inarow::config::ServerLimits;
use inarow::http::{self, AppState};
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// Longest search, in milliseconds.
const MOVETIME_MS: u64 = 20;
/// Games to put boards and moves on.
const GAMES: [&str; 6] = ["tic-tac-toe", "connect-four", "four-by-four", "gomoku", "score-four", "fano"];
/// Where whole requests go.
const POSTS: [&str; 8] = [
    "/v1/move",
    "/v1/analysis",
    "/v1/position",
    "/v1/tree",
    "/v1/continuations",
    "/v1/match",
    "/v1/batch",
    "/v1/review",
];
const GETS: [&str; 4] = ["/v1/move", "/v1/analysis", "/v1/position", "/v1/review"];
const ACCEPTS: [&str; 5] =
    ["application/json", "application/x-ndjson", "text/event-stream", "text/plain", "application/x-go-sgf"];

static APP: LazyLock<Router> = LazyLock::new(|| {
    let limits = ServerLimits {
        movetime_ms_default: MOVETIME_MS,
        movetime_ms_max: MOVETIME_MS,
        batch_movetime_ms_max: MOVETIME_MS,
        match_movetime_ms_max: MOVETIME_MS,
        tree_nodes_counted_max: 10_000,
        continuation_positions_max: 2_000,
        table_mib: 1,
        workers: 1,
        ..ServerLimits::DEFAULT
    };
    let state = Arc::new(AppState::new(limits, Arc::default()).expect("threads"));
    http::app(state, http::AppOptions::default())
});

thread_local! {
    static RUNTIME: tokio::runtime::Runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
}

/// A fuzz target by its name.
///
/// # Panics
/// If an answer is not as it must be.
pub fn run(target: &str, data: &[u8]) {
    match target {
        "board" => board(data),
        "moves" => moves(data),
        "rules" => rules(data),
        "request" => request(data),
        _ => panic!("there is no target {target}"),
    }
}

/// The first byte chooses a game, the rest is a board.
fn board(data: &[u8]) {
    let Some((game, text)) = choice(data, &GAMES) else { return };
    for board in [json!(text), json!(text.split('/').collect::<Vec<_>>()), read(text)] {
        let turn = if text.len() % 2 == 0 { "X" } else { "O" };
        post("/v1/position", &json!({"game": game, "board": board, "turn": turn}).to_string(), ACCEPTS[0]);
    }
    get("/v1/position", &[("game", game), ("board", text)]);
}

/// The first byte chooses a game, the rest is a list of moves.
fn moves(data: &[u8]) {
    let Some((game, text)) = choice(data, &GAMES) else { return };
    for moves in [json!(text), json!(text.split(',').collect::<Vec<_>>()), read(text)] {
        post("/v1/position", &json!({"game": game, "moves": moves}).to_string(), ACCEPTS[0]);
        post("/v1/position", &json!({"game": game, "record": moves}).to_string(), ACCEPTS[0]);
        post("/v1/position", &json!({"record": moves}).to_string(), ACCEPTS[0]);
        let restricted = json!({"game": game, "searchMoves": moves, "avoidMoves": moves, "depth": 1});
        post("/v1/move", &restricted.to_string(), ACCEPTS[0]);
    }
    get("/v1/position", &[("game", game), ("moves", text)]);
}

/// The rules of a game, as JSON.
fn rules(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    post("/v1/position", &format!("{{\"game\":{text}}}"), ACCEPTS[0]);
    post("/v1/move", &format!("{{\"game\":{text},\"nodes\":100}}"), ACCEPTS[0]);
    get("/v1/position", &[("game", text)]);
}

/// The first byte chooses the endpoint, the second the media type; the rest is the body or the query.
fn request(data: &[u8]) {
    let &[place, accept, ref rest @ ..] = data else { return };
    let accept = ACCEPTS[usize::from(accept) % ACCEPTS.len()];
    let place = usize::from(place) % (POSTS.len() + GETS.len());
    if let Some(path) = POSTS.get(place) {
        let request = Request::post(*path).header(header::CONTENT_TYPE, "application/json");
        ask(&request.header(header::ACCEPT, accept).body(Bytes::from(rest.to_vec())).expect("a request"));
    } else if let Some(uri) = uri(GETS[place - POSTS.len()], rest) {
        ask(&Request::get(uri).header(header::ACCEPT, accept).body(Bytes::new()).expect("a request"));
    }
}

/// A path with this query, if it is one that HTTP can carry.
fn uri(path: &str, query: &[u8]) -> Option<Uri> {
    Uri::from_maybe_shared(Bytes::from([path.as_bytes(), b"?", query].concat())).ok()
}

/// The choice of the first byte, and the text behind it.
fn choice<'d>(data: &'d [u8], of: &[&'static str]) -> Option<(&'static str, &'d str)> {
    let (&first, rest) = data.split_first()?;
    Some((of[usize::from(first) % of.len()], std::str::from_utf8(rest).ok()?))
}

/// The text as JSON, or as a JSON text.
fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

fn post(path: &str, body: &str, accept: &'static str) {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json").header(header::ACCEPT, accept);
    ask(&request.body(Bytes::from(body.to_owned())).expect("a request"));
}

fn get(path: &str, fields: &[(&str, &str)]) {
    let escaped = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let query: Vec<_> = fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    let uri = uri(path, query.join("&").as_bytes()).expect("escaped");
    ask(&Request::get(uri).body(Bytes::new()).expect("a request"));
}

/// An answer.
fn answer(request: &Request<Bytes>) -> (StatusCode, Option<HeaderValue>, Bytes) {
    let (parts, body) = request.clone().into_parts();
    let request = Request::from_parts(parts, Body::from(body));
    RUNTIME.with(|runtime| {
        runtime.block_on(async {
            let Ok(response) = APP.clone().oneshot(request).await;
            let (parts, body) = response.into_parts();
            let kind = parts.headers.get(header::CONTENT_TYPE).cloned();
            (parts.status, kind, body.collect().await.expect("a complete body").to_bytes())
        })
    })
}

/// Sends a request and looks at the answer. Answers that take too long are for the fuzzer's own `-timeout`.
fn ask(request: &Request<Bytes>) {
    let path = request.uri().path();
    let (status, kind, body) = answer(request);
    if status.is_success() {
        return;
    }
    assert!(status.is_client_error() || status == StatusCode::SERVICE_UNAVAILABLE, "{path}: {status}");
    assert_eq!(kind.as_ref().map(HeaderValue::as_bytes), Some(&b"application/problem+json"[..]), "{path}: {status}");
    let problem: Value = serde_json::from_slice(&body).expect("a problem is JSON");
    assert_eq!((&problem["status"], &problem["instance"]), (&status.as_u16().into(), &path.into()));
    let errors = problem["errors"].as_array().expect("errors");
    if status == StatusCode::UNPROCESSABLE_ENTITY {
        assert!(!errors.is_empty(), "{path} does not say what is wrong: {problem}");
    }
    for error in errors {
        let pointer = error["pointer"].as_str().expect("a pointer");
        assert!(pointer.is_empty() || pointer.starts_with('/'), "{pointer:?} is no JSON Pointer");
        assert!(error["code"].as_str().is_some_and(|code| !code.is_empty()), "{path}: {error}");
        assert!(error["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{path}: {error}");
    }
}
