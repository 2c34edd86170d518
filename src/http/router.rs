//! All routes and layers, on one screen.

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::http::{HeaderName, HeaderValue, header};
use axum::routing::{MethodRouter, get, post};
use tower::Layer as _;
use tower_http::cors::{Any, Cors, CorsLayer};

use super::gate::{Gate, REQUEST_ID};
use super::problem::Failure;
use super::request::Kind;
use super::state::{Shared, State};
use super::{continuations, games, heuristics, meta, moves, openapi, position, tree};

/// The whole service: CORS outside everything, so that a browser can read every answer; then the gate; then the routes.
pub type App = Cors<Gate<Router>>;

/// A path, the methods it takes, and what answers. HEAD goes with every GET, OPTIONS with everything.
pub(super) struct Route {
    pub path: &'static str,
    pub methods: &'static [&'static str],
    handler: MethodRouter<Shared>,
}

fn on_get<H: Handler<T, Shared>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { path, methods: &["GET"], handler: get(handler) }
}

fn on_get_and_post<H: Handler<T, Shared>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { path, methods: &["GET", "POST"], handler: get(handler.clone()).post(handler) }
}

fn on_post<H: Handler<T, Shared>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { path, methods: &["POST"], handler: post(handler) }
}

pub(super) fn routes() -> [Route; 13] {
    [
        on_get_and_post(Kind::Move.path(), moves::answer),
        on_get_and_post(Kind::Position.path(), position::answer),
        on_post(Kind::Tree.path(), tree::answer),
        on_post(Kind::Continuations.path(), continuations::answer),
        on_get("/v1/games", games::answer),
        on_get("/v1/heuristics", heuristics::answer),
        on_get("/openapi.yaml", openapi::yaml),
        on_get("/openapi.json", openapi::json),
        on_get("/", meta::index),
        on_get("/livez", meta::live),
        on_get("/healthz", meta::live),
        on_get("/readyz", meta::ready),
        on_get("/version", meta::version),
    ]
}

/// The service over a state. `cors_origins`: who may call from a browser, `"*"` for everybody.
#[must_use]
pub fn app(state: Arc<State>, cors_origins: &[HeaderValue]) -> App {
    let router = routes()
        .into_iter()
        .fold(Router::new(), |router, Route { path, handler, .. }| router.route(path, handler))
        .fallback(async || Failure::NotFound)
        .method_not_allowed_fallback(async || Failure::MethodNotAllowed)
        .with_state(state);
    cors(cors_origins).layer(Gate::new(router))
}

fn cors(origins: &[HeaderValue]) -> CorsLayer {
    const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
    let layer = CorsLayer::new()
        .allow_methods(Any)
        .allow_headers(Any)
        .max_age(std::time::Duration::from_secs(86_400))
        .expose_headers([header::ETAG, header::RETRY_AFTER, REQUEST_ID, SERVER_TIMING]);
    if origins.iter().any(|origin| origin == "*") {
        // The answer is the same for every origin, so caches need not keep them apart.
        layer.allow_origin(Any).vary([])
    } else {
        layer.allow_origin(origins.to_vec()).vary([header::ORIGIN])
    }
}
