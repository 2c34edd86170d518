//! All routes and layers, on one screen.

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::http::HeaderValue;
use axum::routing::{MethodRouter, get, post};

use super::cors::Cors;
use super::gate::Gate;
use super::problem::Failure;
use super::request::Kind;
use super::state::{Shared, State};
use super::{analysis, batch, continuations, games, heuristics, matches, meta, moves, openapi, page, position, tree};

/// The whole service: the routes behind the gate.
pub type App = Gate<Router>;

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

pub(super) fn routes() -> [Route; 17] {
    [
        on_get_and_post(Kind::Move.path(), moves::answer),
        on_get_and_post(Kind::Analysis.path(), analysis::answer),
        on_get_and_post(Kind::Position.path(), position::answer),
        on_post(Kind::Tree.path(), tree::answer),
        on_post(Kind::Continuations.path(), continuations::answer),
        on_post(matches::PATH, matches::answer),
        on_post(batch::PATH, batch::answer),
        on_get("/v1/games", games::answer),
        on_get("/v1/heuristics", heuristics::answer),
        on_get("/openapi.yaml", openapi::yaml),
        on_get("/openapi.json", openapi::json),
        on_get("/", page::home),
        on_get("/docs", page::docs),
        on_get("/livez", meta::live),
        on_get("/healthz", meta::live),
        on_get("/readyz", meta::ready),
        on_get("/version", meta::version),
    ]
}

/// The service over a state. `cors_origins`: who may call from a browser, `"*"` for everybody.
pub fn app(state: Arc<State>, cors_origins: &[HeaderValue]) -> App {
    let query_bytes_max = state.limits.query_bytes_max;
    let router = routes()
        .into_iter()
        .fold(Router::new(), |router, Route { path, handler, .. }| router.route(path, handler))
        .route(page::FILE_PATH, get(page::file))
        .fallback(async || Failure::NotFound)
        .method_not_allowed_fallback(async || Failure::MethodNotAllowed)
        .with_state(state);
    Gate::new(router, Cors::new(cors_origins), query_bytes_max)
}
