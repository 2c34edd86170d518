//! The service: routes, wire types, problems, workers, caching.
//!
//! A request passes the [`gate`], becomes [`request::Fields`] and then a query in domain terms or a list of all
//! that is wrong with it, is answered in place or on a [`workers`] thread, and leaves as bytes with its cache headers.

mod accept;
pub mod access;
mod analysis;
mod answer;
mod batch;
mod continuations;
mod contract;
mod cors;
mod dispatch;
mod games;
pub mod gate;
mod heuristics;
mod matches;
mod meta;
pub mod metrics;
mod moves;
mod openapi;
mod page;
mod position;
pub mod problem;
mod question;
pub mod request;
pub mod respond;
mod router;
mod serve;
mod state;
mod stream;
mod tree;
pub mod workers;

pub use contract::{Contract, contract};
pub use openapi::{OPENAPI_JSON, OPENAPI_YAML};
pub use page::FILES_PATH as PAGE_FILES_PATH;
pub use router::{App, app, guarded_app, operations_app};
pub use serve::Serving;
pub use state::{Shared, State};
