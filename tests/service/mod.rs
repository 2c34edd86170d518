//! Shared by the tests of the HTTP interface: the service in process, and a way to ask it.

pub mod contract;
pub mod curl;
pub mod live;
pub mod strict;
pub mod worst;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use inarow::config::{ConnectionLimits, ServerLimits};
use inarow::http::{self, AppState};
use serde_json::Value;
use tower::ServiceExt as _;

use live::LONG_MS;

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// A header's text, `""` without it.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// The service with its default limits and, as every service of a test, long times: see [`unhurried`].
pub fn app() -> Router {
    app_with(ServerLimits::DEFAULT)
}

/// The service with other limits and, where they say nothing else, long times.
pub fn app_with(limits: ServerLimits) -> Router {
    http::app(state(limits), http::AppOptions::default())
}

/// The state of a service with these limits and, where they say nothing else, long times.
pub fn state(limits: ServerLimits) -> Arc<AppState> {
    exact_state(unhurried(limits))
}

/// The service exactly as it is by default, its times included: for its words on limits, never for a search.
pub fn default_app() -> Router {
    http::app(exact_state(ServerLimits::DEFAULT), http::AppOptions::default())
}

fn exact_state(limits: ServerLimits) -> Arc<AppState> {
    Arc::new(AppState::new(limits, Arc::default()).expect("threads"))
}

/// These limits with [`LONG_MS`] in place of every time that is the default one. On a loaded machine even a short answer can
/// take longer than the default times allow, so that a test has a time that may pass only if it sets one.
pub fn unhurried(limits: ServerLimits) -> ServerLimits {
    let long = |time_ms: u64, default_ms: u64| if time_ms == default_ms { LONG_MS } else { time_ms };
    let (default, of_connections) = (ServerLimits::DEFAULT, ConnectionLimits::DEFAULT);
    let connections = limits.connections;
    ServerLimits {
        movetime_ms_default: long(limits.movetime_ms_default, default.movetime_ms_default),
        movetime_ms_max: long(limits.movetime_ms_max, default.movetime_ms_max),
        review_move_ms_default: long(limits.review_move_ms_default, default.review_move_ms_default),
        batch_movetime_ms_max: long(limits.batch_movetime_ms_max, default.batch_movetime_ms_max),
        match_movetime_ms_max: long(limits.match_movetime_ms_max, default.match_movetime_ms_max),
        heartbeat_ms: long(limits.heartbeat_ms, default.heartbeat_ms),
        connections: ConnectionLimits {
            header_timeout_ms: long(connections.header_timeout_ms, of_connections.header_timeout_ms),
            body_timeout_ms: long(connections.body_timeout_ms, of_connections.body_timeout_ms),
            send_timeout_ms: long(connections.send_timeout_ms, of_connections.send_timeout_ms),
            keep_alive_ms: long(connections.keep_alive_ms, of_connections.keep_alive_ms),
            ..connections
        },
        ..limits
    }
}

/// Where requests go that name no host: the origin of the examples.
pub const ORIGIN: &str = "http://127.0.0.1:8080";

/// Sends a request and holds the answer against the contract: every answer that a test sees is checked.
pub async fn send(app: &Router, mut request: Request<Body>) -> Answer {
    // A response on a connection has the headers of its client, and no more.
    if request.extensions().get::<ConnectInfo<SocketAddr>>().is_none() {
        let host = HeaderValue::from_static(ORIGIN.trim_start_matches("http://"));
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let Ok(response) = app.clone().oneshot(request).await;
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a complete body").to_bytes();
    let answer = Answer { status: parts.status, headers: parts.headers, body };
    let Answer { status, headers, body } = &answer;
    contract::check(&contract::Seen { method: &method, path: &path, status: status.as_u16(), headers, body });
    answer
}

/// A GET of this path and query, percent-encoded where need be.
pub async fn get(app: &Router, target: &str) -> Answer {
    send(app, Request::get(target).body(Body::empty()).expect("a request")).await
}

/// A POST of this JSON.
pub async fn post(app: &Router, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json").body(body.into());
    send(app, request.expect("a request")).await
}

/// The body of a GET that succeeds.
pub async fn contract_get(app: &Router, target: &str) -> Bytes {
    let answer = get(app, target).await;
    assert_eq!(answer.status, 200, "{target}: {}", String::from_utf8_lossy(&answer.body));
    answer.body
}

/// An answer without the values that differ from one time to the next: the time of a search, the id of a request, and how many cores
/// the machine has.
pub fn without_accidents(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(members) => {
            for (name, value) in members {
                const OF_CORES: [&str; 3] = ["concurrentSearchesMax", "searchesPerClientMax", "threadsPerRequestMax"];
                let is_accident = matches!(name.as_str(), "timeMs" | "requestId") || OF_CORES.contains(&name.as_str());
                let is_accident = is_accident && !value.is_null();
                *value = if is_accident { "accident".into() } else { without_accidents(value.take()) };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_accidents(item.take())),
        _ => {}
    }
    answer
}

/// Asserts that an answer is a problem with this status and code, and returns its errors: `"/board wrong-length"`, pointer and
/// code, the code alone for the request as a whole.
pub fn faults(answer: &Answer, status: u16, code: &str) -> Vec<String> {
    assert_eq!(answer.status, status, "{}", String::from_utf8_lossy(&answer.body));
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(answer.header("cache-control"), "no-store");
    let problem = answer.json();
    assert_eq!((&problem["status"], &problem["code"]), (&status.into(), &code.into()));
    assert!(problem["type"].as_str().expect("a type").ends_with(&format!("/docs#problem-{code}")), "{problem}");
    assert_eq!(problem["requestId"], answer.header("x-request-id"));
    assert!(!problem["title"].as_str().expect("a title").is_empty());
    listed(&problem)
}

/// The errors of a problem as [`faults`] has them.
pub fn listed(problem: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let errors = problem["errors"].as_array().expect("errors");
    let fault = |error: &Value| format!("{} {}", text(&error["pointer"]), text(&error["code"])).trim_start().to_owned();
    errors.iter().map(fault).collect()
}
