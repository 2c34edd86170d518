//! What the tests of the HTTP interface share: the service in process, and a way to ask it.

pub mod contract;
pub mod curl;
pub mod live;
pub mod worst;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use inarow::config::ServerLimits;
use inarow::http::{self, AppState};
use serde_json::Value;
use tower::ServiceExt as _;

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

/// The service with its default settings.
pub fn app() -> Router {
    app_with(ServerLimits::DEFAULT)
}

/// The service with other limits.
pub fn app_with(limits: ServerLimits) -> Router {
    let state = AppState::new(limits, Arc::default()).expect("threads");
    http::app(Arc::new(state), http::Switches::default())
}

/// Where requests go that name no host: the origin of the examples.
pub const ORIGIN: &str = "http://127.0.0.1:8080";

/// Sends a request and holds the answer against the contract: every answer that a test sees is checked.
pub async fn send(app: &Router, mut request: Request<Body>) -> Answer {
    // What is said to come from a connection has the headers of its client, and no more.
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

/// An answer without what differs from one time to the next: the time of a search, the id of a request, and how many cores
/// the machine has.
pub fn without_accidents(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(members) => {
            for (name, value) in members {
                let is_accident = matches!(name.as_str(), "timeMs" | "requestId" | "concurrentSearchesMax");
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
