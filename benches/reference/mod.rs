//! The reference application of the measurements: the same `Router` and layers around a handler that computes nothing.

use std::hint::black_box;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde::{Deserialize, Serialize};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::SizeAbove;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{Any, CorsLayer};
use tower_http::request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;

/// A request as the reference reads it: the same fields, typed.
#[derive(Deserialize)]
struct Asked<'a> {
    board: &'a str,
    turn: &'a str,
}

/// An answer of the reference: the same shape with the same values, but not computed.
#[derive(Serialize, Deserialize, Clone)]
pub struct Answer {
    pub r#move: Place,
    pub score: Score,
    pub pv: Vec<Place>,
    pub game: Game,
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
    pub expected: f64,
    pub pov: String,
}

#[derive(Serialize, Deserialize, Clone)]
pub struct Game {
    pub name: Option<String>,
    pub width: u32,
    pub height: u32,
    pub k: u32,
    pub gravity: bool,
    pub overline: String,
    pub misere: bool,
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

/// Time for a request. The extractor of the body has axum's limit of its length.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The reference application: a handler that reads and prints JSON of the same size, behind the tower-http layers of the
/// service and one middleware that observes requests. It takes and gives bytes, at half the cost of axum's own `Json`.
///
/// Its metrics go to a recorder of the process; see [`start_metrics`].
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
        .layer(from_fn(observe))
        .layer(CorsLayer::new().allow_origin(Any).vary([]))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(1024)))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT))
        .layer(CatchPanicLayer::new());
    Router::new().route("/reference", post(handler)).layer(layers)
}

/// Keeps the metrics of the reference application.
pub fn start_metrics() {
    const SECONDS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
    let builder = PrometheusBuilder::new().set_buckets(&SECONDS).expect("bounds");
    let page = builder.install_recorder().expect("the only recorder of the process");
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(5));
            page.run_upkeep();
        }
    });
}

/// Records the request as axum's example of Prometheus metrics does, and writes the event that the service writes.
async fn observe(request: Request, next: Next) -> Response {
    let (arrival, method, path) = (Instant::now(), request.method().clone(), request.uri().path().to_owned());
    let route = request.extensions().get::<MatchedPath>().map_or_else(|| path.clone(), |path| path.as_str().to_owned());
    let id = request.headers().get("x-request-id").cloned();
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|client| client.0.ip());
    let response = next.run(request).await;
    let (took, status) = (arrival.elapsed(), response.status());
    let labels = [("method", method.to_string()), ("route", route), ("status", status.as_u16().to_string())];
    metrics::counter!("requests_total", &labels).increment(1);
    metrics::histogram!("request_seconds", &labels).record(took.as_secs_f64());
    tracing::info!(
        target: "inarow::request",
        method = method.as_str(),
        path,
        status = status.as_u16(),
        micros = took.as_micros() as u64,
        id = id.as_ref().and_then(|id| id.to_str().ok()),
        client = client.map(tracing::field::display),
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
