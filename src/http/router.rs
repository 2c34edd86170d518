//! All routes, on one screen.

use std::sync::Arc;

use axum::handler::Handler;
use axum::http::HeaderValue;

use super::access::Access;
use super::cors::Cors;
use super::dispatch::{Dispatch, Handled, Handling, Route};
use super::gate::{Gate, House, Passing};
use super::request::Kind;
use super::state::{Shared, State};
use super::{
    analysis, batch, continuations, games, heuristics, matches, meta, metrics, moves, openapi, page, position, tree,
};

/// The whole service: the routes behind the gate.
pub type App = Gate<Dispatch>;
/// One of its answers to come.
pub type Answer = Passing<Handling>;

fn on_get<H: Handler<T, Shared, Future = Handled>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route::new(path, &["GET"], handler)
}

fn on_get_and_post<H: Handler<T, Shared, Future = Handled>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route::new(path, &["GET", "POST"], handler)
}

fn on_post<H: Handler<T, Shared, Future = Handled>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route::new(path, &["POST"], handler)
}

pub(super) fn routes() -> [Route; 18] {
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
        on_get(metrics::PATH, metrics::answer),
    ]
}

/// The path of every route.
pub(super) fn paths() -> Vec<&'static str> {
    routes().into_iter().map(|route| route.path).collect()
}

/// The service over a state, open to all. `cors_origins`: who may call from a browser, `"*"` for everybody.
pub fn app(state: Arc<State>, cors_origins: &[HeaderValue]) -> App {
    guarded_app(state, cors_origins, Arc::default(), false)
}

/// The service with rules of access; `/metrics` is perhaps elsewhere.
pub fn guarded_app(
    state: Arc<State>,
    cors_origins: &[HeaderValue],
    access: Arc<Access>,
    metrics_elsewhere: bool,
) -> App {
    let routes = routes().into_iter().filter(|route| !(metrics_elsewhere && route.path == metrics::PATH));
    let files = on_get(page::FILES_PATH, page::file);
    build(routes.chain([files]), House { cors: Cors::new(cors_origins), access, state })
}

/// What operators ask for, alone.
pub fn operations_app(state: Arc<State>) -> App {
    let routes = routes().into_iter().filter(|route| meta::OPERATIONS.contains(&route.path));
    build(routes, House { cors: Cors::Origins(Arc::default()), access: Arc::default(), state })
}

fn build(routes: impl Iterator<Item = Route>, house: House) -> App {
    let state = Arc::clone(&house.state);
    Gate::new(Dispatch::new(routes, state), house)
}
