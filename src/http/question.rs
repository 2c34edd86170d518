//! A question to the engine as streams and batches put it: answered on one thread from the search to the answer's bytes.

use std::time::Instant;

use super::problem::Failure;
use super::workers::Cancel;
use crate::engine::{Engine, Plan, Query};
use crate::game::Status;

/// Makes the bytes of a record; called only if somebody has room for it.
pub type Record<'a> = &'a dyn Fn() -> serde_json::Result<Vec<u8>>;

/// Work for a search thread whose answer may be told while it is found.
pub trait Job: Send + 'static {
    /// Checks that it can be done.
    ///
    /// # Errors
    /// What the engine refuses.
    fn check(&self, engine: &Engine) -> Result<(), Failure>;

    /// Whether it takes microseconds.
    fn is_instant(&self, engine: &Engine) -> bool;

    /// When its answer has to be there.
    fn deadline(&self) -> Option<Instant>;

    /// Gives it the flag that says that nobody waits any more.
    fn set_cancel(&mut self, cancel: Cancel);

    /// Does it: the JSON object of the answer. `tell` gets records on the way; time counts from `since`.
    ///
    /// # Errors
    /// What the engine refuses.
    fn work(self, engine: &Engine, since: Instant, tell: &mut dyn FnMut(Record<'_>)) -> Result<Vec<u8>, Failure>;
}

impl<Q: Question> Job for Q {
    fn check(&self, engine: &Engine) -> Result<(), Failure> {
        Ok(check(engine, self.query())?)
    }

    fn is_instant(&self, engine: &Engine) -> bool {
        is_instant(engine, self.query())
    }

    fn deadline(&self) -> Option<Instant> {
        self.query().limits.deadline
    }

    fn set_cancel(&mut self, cancel: Cancel) {
        self.query_mut().limits.cancel = Some(cancel);
    }

    fn work(self, engine: &Engine, since: Instant, tell: &mut dyn FnMut(Record<'_>)) -> Result<Vec<u8>, Failure> {
        self.answer(engine, since, tell)
    }
}

/// A valid request that an engine answers with one query.
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
