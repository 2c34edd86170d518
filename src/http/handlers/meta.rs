//! Probes, version and the index: the first requests of operators and visitors.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::http::accept::JSON;
use crate::http::metrics;
use crate::http::problem::Failure;
use crate::http::state::Shared;

/// Paths that say how the service is: answered when all else is refused.
pub const OPERATIONS: [&str; 5] = ["/livez", "/healthz", "/readyz", "/version", metrics::PATH];

/// A small JSON document that no cache may keep.
fn now(body: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(JSON)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, body).into_response()
}

/// The process answers.
pub async fn live() -> Response {
    now(r#"{"status":"ok"}"#)
}

/// New work is welcome.
///
/// # Errors
/// Once the service is shutting down.
pub async fn ready(app: State<Shared>) -> Result<Response, Failure> {
    if app.is_ready() { Ok(now(r#"{"status":"ready"}"#)) } else { Err(Failure::ShuttingDown) }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Name, version and build of the service.
pub async fn version() -> Response {
    let commit = option_env!("BUILD_COMMIT");
    let rustc = option_env!("BUILD_RUSTC");
    let body = serde_json::json!({ "name": "inarow", "version": VERSION, "commit": commit, "rustc": rustc });
    ([(header::CACHE_CONTROL, "no-store"), (header::CONTENT_TYPE, JSON)], body.to_string()).into_response()
}

/// Where to go from here, for programs.
pub fn index() -> Response {
    now(concat!(
        r#"{"name":"inarow","version":""#,
        env!("CARGO_PKG_VERSION"),
        r#"","links":{"move":"/v1/move?board=XO.......&turn=X","position":"/v1/position?board=XO.......&turn=X","#,
        r#""review":"/v1/review?moves=b2,b3,a3","puzzle":"/v1/puzzles?seed=1","games":"/v1/games","heuristics":"/v1/heuristics","openapi":"/openapi.json","docs":"/docs","#,
        r#""guide":"/guide.md","shell":"/shell.md","agents":"/llms.txt"}}"#
    ))
}
