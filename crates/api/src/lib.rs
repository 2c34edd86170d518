//! The contract of `inarow` without HTTP: a request as JSON or as a query string becomes an answer as JSON, or every error in it.
//!
//! | module | responsibility |
//! |---|---|
//! | [`read`] | the reader: fields become typed values, or errors with pointer, code and remedy |
//! | [`endpoints`] | one file an endpoint: its fields, its computation, its answer |
//! | [`picture`], `figure` | positions and search trees as pictures |
//! | [`views`] | the shapes that answers share |
//! | [`problem`] | problem documents |
//!
//! ```
//! use inarow_api::{Endpoint, Fields, Limits, Refusal, Run};
//! use inarow_engine::engine::{Engine, EngineConfig};
//!
//! let engine = Engine::new(EngineConfig::default());
//! let fields = Fields::from_json(br#"{"board": "XO.......", "turn": "X"}"#).map_err(Refusal::from)?;
//! let answer = inarow_api::answer(Endpoint::Move, &fields, &mut Run::new(&engine, &Limits::DEFAULT, &mut |_| {}))?;
//! assert!(answer.body.starts_with(br#"{"move":{"cell":3,"#));
//! # Ok::<(), Refusal>(())
//! ```

pub mod contract;
pub mod endpoints;
mod figure;
pub mod host;
mod limits;
pub mod picture;
pub mod problem;
pub mod read;
mod refusal;
mod run;
pub mod views;

pub use endpoints::{Context, Endpoint};
pub use limits::{ERRORS_MAX, Limits, SEED_MAX};
pub use read::{FieldErrors, Fields, Unreadable};
pub use refusal::Refusal;
pub use time::UtcDateTime;

pub use run::{Answer, Cancel, Effort, Form, MakeRecord, Request, Run, SearchEnd, Searched};

/// Answers a request to an endpoint: reads its fields, and runs it in place.
///
/// # Errors
/// All errors of the request; an answer that would be too large; work that is stopped before there is any answer.
pub fn answer(endpoint: Endpoint, fields: &Fields, run: &mut Run<'_>) -> Result<Answer, Refusal> {
    let request = endpoint.read(fields, Context { limits: run.limits, engine: run.engine, now: host::now() })?;
    request.answer(run)?.ok_or(Refusal::Expired)
}
