//! What the service is measured against: the same `Router` and layers around a handler that computes nothing.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use serde::{Deserialize, Serialize};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::SizeAbove;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{Any, CorsLayer};
use tower_http::request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};

/// What the reference reads: the same fields, typed.
#[derive(Deserialize)]
struct Asked<'a> {
    board: &'a str,
    turn: &'a str,
}

/// What the reference prints: the same shape with the same values, only computed by nobody.
#[derive(Serialize, Deserialize, Clone)]
pub struct Answer {
    pub r#move: Place,
    pub score: Score,
    pub pv: Vec<Place>,
    pub position: Position,
    pub after: Position,
    pub search: Search,
}

#[derive(Serialize, Deserialize, Clone)]
pub struct Place {
    pub cell: u32,
    pub row: u32,
    pub col: u32,
    pub name: String,
}

#[derive(Serialize, Deserialize, Clone)]
pub struct Score {
    pub outcome: String,
    pub plies: Option<u32>,
    pub value: Option<i64>,
    pub pov: String,
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    pub board: String,
    pub turn: String,
    pub status: String,
    pub winner: Option<String>,
    pub winning_lines: Vec<Vec<u32>>,
    pub reachable: bool,
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Search {
    pub algorithm: String,
    pub heuristic: Option<String>,
    pub depth: u32,
    pub nodes: u64,
    pub leaves: u64,
    pub cutoffs: u64,
    pub time_ms: Option<f64>,
    pub complete: bool,
    pub stop: String,
    pub source: String,
    pub seed: Option<u64>,
}

/// The reference application: a handler that reads and prints JSON of the same size, behind the tower-http layers of the
/// service and one middleware that writes one log event a request. It takes and gives bytes, which costs half of what axum's
/// own `Json` would.
pub fn reference(answer: Answer) -> Router {
    let answer = Arc::new(answer);
    let handler = async move |body: Bytes| {
        let asked: Asked<'_> = serde_json::from_slice(&body).expect("the request is good");
        black_box((asked.board, asked.turn));
        let body = serde_json::to_vec(black_box(&*answer)).expect("the answer can be written");
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    };
    let layers = ServiceBuilder::new()
        .layer(SetRequestIdLayer::x_request_id(NewRequestId))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(from_fn(log))
        .layer(CorsLayer::new().allow_origin(Any).vary([]))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(1024)))
        .layer(CatchPanicLayer::new());
    Router::new().route("/reference", post(handler)).layer(layers)
}

/// Writes the event that the service writes.
async fn log(request: Request, next: Next) -> Response {
    let (arrival, method, path) = (Instant::now(), request.method().clone(), request.uri().path().to_owned());
    let id = request.headers().get("x-request-id").cloned();
    let response = next.run(request).await;
    tracing::info!(
        target: "inarow::request",
        method = method.as_str(),
        path,
        status = response.status().as_u16(),
        micros = arrival.elapsed().as_micros() as u64,
        id = id.as_ref().and_then(|id| id.to_str().ok()),
    );
    response
}

#[derive(Clone, Copy)]
struct NewRequestId;

impl MakeRequestId for NewRequestId {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        HeaderValue::try_from(format!("{:016x}", fastrand::u64(..))).ok().map(RequestId::new)
    }
}
