//! The service: routes, wire types, problems, workers, caching.
//!
//! `router.rs` has the way of a request: its layers in order, then the handler. Endpoints that compute read it into a query in
//! domain terms or all its errors, answer it in place or on the search pool, and send bytes with cache headers.

mod accept;
mod answer;
pub mod auth;
mod body;
mod budget;
mod client_address;
mod compress;
mod contract;
mod files;
mod handlers;
mod input;
mod json_rpc;
mod logged;
pub mod metrics;
mod middleware;
mod noted;
mod observe;
mod origin;
pub mod problem;
pub mod rate_limit;
mod request_id;
pub mod respond;
mod router;
pub mod search_pool;
mod server;
mod state;
mod stream;
mod work;

pub use contract::{Contract, contract};
pub use handlers::openapi::{OPENAPI_JSON, OPENAPI_YAML};
pub use handlers::page::{DOCUMENT_PATHS, FILES_PATH as PAGE_FILES_PATH, OFFLINE_PATH, SERVICE_WORKER_PATH};
pub use router::{AppOptions, app, operations_app};
pub use server::Serving;
pub use state::{AppState, Shared};
