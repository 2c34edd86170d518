//! The service: routes, wire types, problems, workers, caching.
//!
//! A request passes the [`gate`], becomes [`request::Fields`] and then a query in domain terms or a list of all
//! that is wrong with it, is answered in place or on a [`workers`] thread, and leaves as bytes with its cache headers.

mod accept;
mod analysis;
mod answer;
mod batch;
mod continuations;
mod contract;
mod cors;
mod games;
pub mod gate;
mod heuristics;
mod matches;
mod meta;
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
pub use page::FILE_PATH as PAGE_FILE_PATH;
pub use router::{App, app};
pub use serve::serve;
pub use state::{Shared, State};
