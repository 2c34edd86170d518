//! A question to the engine as streams and batches put it: answered on one thread from the search to the answer's bytes.

use std::time::Instant;

use super::problem::Failure;
use crate::engine::{Engine, Plan, Query};
use crate::game::Status;

/// Makes the bytes of a record; called only if somebody has room for it.
pub type Record<'a> = &'a dyn Fn() -> serde_json::Result<Vec<u8>>;

/// A valid request that an engine answers.
pub trait Question: Send + 'static {
    fn query(&self) -> &Query;
    fn query_mut(&mut self) -> &mut Query;

    /// The JSON object of the answer. `tell` gets a record of each depth on the way; time counts from `since`.
    ///
    /// # Errors
    /// What the engine refuses; see [`check`].
    fn answer(self, engine: &Engine, since: Instant, tell: &mut dyn FnMut(Record<'_>)) -> Result<Vec<u8>, Failure>;
}

/// Whether the question takes microseconds.
pub fn is_instant(engine: &Engine, query: &Query) -> bool {
    engine.plan(query) == Plan::Instant
}

/// Checks that the question can be answered.
///
/// # Errors
/// What the engine refuses; a finished game is none of it.
pub fn check(engine: &Engine, query: &Query) -> Result<(), crate::engine::EngineError> {
    if query.position.status() == Status::Ongoing { engine.check(query) } else { Ok(()) }
}
