//! All routes and all layers, in order.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::handler::Handler;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse as _;
use axum::routing::{self, MethodRouter};
use axum::{Extension, Router};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, Any, CorsLayer};
use tower_http::request_id::{PropagateRequestIdLayer, SetRequestIdLayer};

use super::answer::handle;
use super::handlers::without_mcp::WithoutMcp;
use super::handlers::{catalogue, mcp, meta, metrics, openapi, page};
use super::input::Input;
use super::json_rpc::MCP_PATH;
use super::metrics::PATH as METRICS_PATH;
use super::middleware::{self, PanicToProblem};
use super::observe::observe;
use super::problem::Failure;
use super::request_id;
use super::state::Shared;
use inarow_api::Endpoint;
use inarow_api::read::{misplaced_query, nearest_path, without_second_version};

pub(super) fn routes() -> [Route; 30] {
    [
        get_and_post("/v1/move", |state, input| handle(Endpoint::Move, state, input)),
        get_and_post("/v1/analysis", |state, input| handle(Endpoint::Analysis, state, input)),
        get_and_post("/v1/position", |state, input| handle(Endpoint::Position, state, input)),
        get_and_post("/v1/tree", |state, input| handle(Endpoint::Tree, state, input)),
        post("/v1/continuations", |state, input| handle(Endpoint::Continuations, state, input)),
        post("/v1/match", |state, input| handle(Endpoint::Match, state, input)),
        get_and_post("/v1/review", |state, input| handle(Endpoint::Review, state, input)),
        post("/v1/batch", |state, input| handle(Endpoint::Batch, state, input)),
        get("/v1/puzzles", |state, input| handle(Endpoint::Puzzles, state, input)),
        get("/v1/position.svg", |state, input| handle(Endpoint::Svg, state, input)),
        get("/v1/position.png", |state, input| handle(Endpoint::Png, state, input)),
        get("/solve", |state, input| handle(Endpoint::Solve, state, input)),
        get("/v1/games", catalogue::games),
        get("/v1/heuristics", catalogue::heuristics),
        get("/openapi.yaml", openapi::yaml),
        get("/openapi.json", openapi::json),
        get("/", page::home),
        get("/docs", page::docs),
        get("/docs.md", page::document),
        get("/guide.md", page::document),
        get("/shell.md", page::document),
        get("/games-and-heuristics.md", page::document),
        get("/operations.md", page::document),
        get("/runbook.md", page::document),
        get("/llms.txt", page::document),
        get("/livez", meta::live),
        // An alias of `/livez`, which many platforms ask for by this name; some keep the name to themselves.
        get("/healthz", meta::live),
        get("/readyz", meta::ready),
        get("/version", meta::version),
        get(METRICS_PATH, metrics::answer),
    ]
}

/// Adds the layers that every request passes, the outermost first.
fn layers(router: Router<Shared>, app: &Shared, cors_origins: &[HeaderValue]) -> Router {
    let layers = ServiceBuilder::new()
        // The request id comes first: all others log it, answer with it or put it into problems.
        .map_request(request_id::drop_unusable)
        .layer(SetRequestIdLayer::x_request_id(request_id::NewRequestId))
        .layer(PropagateRequestIdLayer::x_request_id())
        // Metrics and the log event see the final status of everything below, preflights and panics included.
        .layer(from_fn_with_state(app.clone(), observe))
        // Several layers and handlers add to it.
        .map_response(middleware::join_vary)
        // Browsers may read every answer, refusals included.
        .layer(cors(cors_origins))
        // Checks the head, the key and the rate, and reads the body. On the way back, completes problem documents and compresses
        // all answers but streams, pictures and fonts.
        .layer(from_fn_with_state(app.clone(), middleware::admit))
        .layer(CatchPanicLayer::custom(PanicToProblem(app.clone())));
    router.layer(layers).with_state(app.clone())
}

fn cors(origins: &[HeaderValue]) -> CorsLayer {
    const EXPOSED: [HeaderName; 12] = [
        header::ETAG,
        header::RETRY_AFTER,
        header::ALLOW,
        header::WWW_AUTHENTICATE,
        HeaderName::from_static("x-request-id"),
        HeaderName::from_static("server-timing"),
        HeaderName::from_static("ratelimit-limit"),
        HeaderName::from_static("ratelimit-remaining"),
        HeaderName::from_static("ratelimit-reset"),
        HeaderName::from_static("ratelimit-policy"),
        HeaderName::from_static("ratelimit"),
        HeaderName::from_static("mcp-session-id"),
    ];
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        // A wildcard does not cover Authorization.
        .allow_headers([HeaderName::from_static("*"), header::AUTHORIZATION])
        .expose_headers(EXPOSED)
        .max_age(Duration::from_secs(86_400));
    if origins.iter().any(|origin| origin == "*") {
        // The same for everybody, so that caches need not keep origins apart.
        layer.allow_origin(Any).vary([])
    } else {
        layer.allow_origin(AllowOrigin::list(origins.iter().cloned())).vary([header::ORIGIN])
    }
}

/// A path, its methods and its handler. HEAD goes with every GET.
pub(super) struct Route {
    pub path: &'static str,
    pub methods: &'static [&'static str],
    handler: MethodRouter<Shared>,
}

fn get<H: Handler<T, Shared>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { path, methods: &["GET"], handler: routing::get(handler) }
}

fn post<H: Handler<T, Shared>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { path, methods: &["POST"], handler: routing::post(handler) }
}

fn get_and_post<H: Handler<T, Shared>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { path, methods: &["GET", "POST"], handler: routing::get(handler.clone()).post(handler) }
}

/// The choices of the operator.
#[derive(Clone, Copy, Debug)]
pub struct AppOptions<'a> {
    /// The origins whose pages may call, `"*"` for all.
    pub cors_origins: &'a [HeaderValue],
    /// Whether `/metrics` is only at the operators' listener.
    pub has_operations: bool,
    /// Whether there is `/mcp`.
    pub has_mcp: bool,
}

impl Default for AppOptions<'_> {
    fn default() -> Self {
        static ALL: [HeaderValue; 1] = [HeaderValue::from_static("*")];
        AppOptions { cors_origins: &ALL, has_operations: false, has_mcp: true }
    }
}

/// The whole service.
pub fn app(state: Shared, options: AppOptions<'_>) -> Router {
    let AppOptions { cors_origins, has_operations, has_mcp } = options;
    let routes = routes().into_iter().filter(|route| !(has_operations && route.path == METRICS_PATH));
    // The files of the page are no part of the contract; `/mcp` has one of its own.
    let parts = [
        get(page::FILES_ROUTE, page::file),
        get(page::SERVICE_WORKER_PATH, page::service_worker),
        get(page::OFFLINE_PATH, page::offline),
    ];
    let parts = parts.into_iter().chain(page::DOCUMENT_PATHS.map(|path| get(path, page::document_page)));
    let origins: Arc<[HeaderValue]> = cors_origins.into();
    let answer = move |State(app): State<Shared>, input: Input| async move { mcp::answer(app, input, &origins).await };
    let mcp = has_mcp.then(|| post(MCP_PATH, answer));
    let app = layers(build(routes.chain(parts).chain(mcp)), &state, cors_origins);
    if has_mcp { app } else { app.layer(Extension(WithoutMcp)) }
}

/// The operators' listener: probes, version and metrics.
pub fn operations_app(state: Shared) -> Router {
    let routes = routes().into_iter().filter(|route| meta::OPERATIONS.contains(&route.path));
    layers(build(routes), &state, &[])
}

/// A path for an error, cut where it is long.
fn cut_path(path: &str) -> String {
    const CHARS_MAX: usize = 64;
    match path.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", &path[..end]),
        None => path.to_owned(),
    }
}

fn build(routes: impl Iterator<Item = Route>) -> Router<Shared> {
    let add = |router: Router<Shared>, Route { path, methods, handler }: Route| {
        let refuse =
            move |method: Method| async move { Failure::MethodNotAllowed { method, allowed: methods }.into_response() };
        router.route(path, handler.fallback(refuse))
    };
    let routes: Vec<Route> = routes.collect();
    let paths: Arc<[&'static str]> = routes.iter().map(|route| route.path).filter(|path| !path.contains('{')).collect();
    let not_found = move |method: Method, uri: Uri, headers: HeaderMap| async move {
        let (sent, query) = misplaced_query(uri.path()).map_or((uri.path(), None), |(path, query)| (path, Some(query)));
        let once = without_second_version(sent);
        let near = nearest_path(once.unwrap_or(sent), &paths);
        let near = near.map(|path| query.map_or(path.to_owned(), |query| format!("{path}?{}", cut_path(query))));
        let path = cut_path(uri.path());
        page::or_missing(&method, &headers, Failure::NotFound { path, near, is_twice: once.is_some() }).await
    };
    routes.into_iter().fold(Router::new(), add).fallback(not_found)
}
