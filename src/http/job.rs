//! What an endpoint computes, and how it runs on the search pool.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::value::RawValue;

use super::accept::{JSON, NDJSON};
use super::budget::Share;
use super::input::Input;
use super::problem::Failure;
use super::search_pool::{Cancel, Lane, PoolError};
use super::state::{AppState, Shared};
use crate::config::ServerLimits;
use crate::engine::Engine;

/// How far the first part of a request came.
pub enum Attempt<J> {
    Finished(Answer),
    Search(J),
}

/// What an endpoint computes: a valid request.
pub trait Job: Clone + Send + 'static {
    /// The path, which the problems of a stream name.
    const PATH: &'static str;
    /// The media types of the answer, the default first.
    const MEDIA_TYPES: &'static [&'static str] = &[JSON];

    /// What a progress event of a stream is called.
    const EVENT: &'static str = "depth";

    /// Reads a request.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn read(input: &Input, app: &AppState) -> Result<Self, Failure>;

    /// Whether reading and attempting a request takes at most about 100 µs.
    fn fits_in_place(input: &Input) -> bool {
        input.names_small_game()
    }

    /// The lane of the whole job.
    fn lane(&self, _engine: &Engine) -> Lane {
        Lane::Search
    }

    /// Asks the engine whether it can do this job.
    ///
    /// # Errors
    /// What the engine refuses.
    fn check(&self, _engine: &Engine) -> Result<(), Failure> {
        Ok(())
    }

    /// Tries to answer with little work: at most about 100 µs on a small board, some milliseconds on any.
    ///
    /// # Errors
    /// What the engine refuses.
    fn attempt(self, _run: &mut Run<'_>) -> Result<Attempt<Self>, Failure> {
        Ok(Attempt::Search(self))
    }

    /// When the answer has to be there.
    fn deadline(&self) -> Option<Instant>;

    /// The answer.
    ///
    /// # Errors
    /// What the engine refuses, and what turns out to be too much.
    fn run(self, run: &mut Run<'_>) -> Result<Answer, Failure>;

    /// The least answer there is, for a job whose time passed before a thread was free.
    ///
    /// # Errors
    /// [`Failure::Expired`] where there is none.
    fn fallback(&self, _run: &mut Run<'_>) -> Result<Answer, Failure> {
        Err(Failure::Expired)
    }
}

/// Makes the JSON of a progress event. It is called only if there is room for the event.
pub type MakeRecord<'a> = &'a dyn Fn() -> serde_json::Result<Box<RawValue>>;

/// What a job needs while it runs.
pub struct Run<'a> {
    pub engine: &'a Engine,
    /// When the request arrived.
    pub arrival: Instant,
    /// Whether caches may keep an answer that depends on nothing but the request.
    pub cacheable: bool,
    pub cancel: Cancel,
    pub limits: &'a ServerLimits,
    /// The media type that the client likes best.
    pub media_type: &'static str,
    pub on_progress: &'a mut dyn FnMut(MakeRecord<'_>),
}

/// An answer as bytes.
#[derive(Debug)]
pub struct Answer {
    pub body: Vec<u8>,
    /// Reserved room for the body among the answers that wait for their clients.
    pub room: Option<Share>,
    /// The body as the last event of a stream, in its place.
    pub final_event: Option<Box<RawValue>>,
    pub media_type: &'static str,
    /// Whether the same request always gets the same answer.
    pub is_pure: bool,
    /// How long a search waited for a thread.
    pub queued: Option<Duration>,
    /// Whether no thread was free in time.
    pub is_fallback: bool,
    /// Whether a quick attempt searched for it.
    pub is_quick_search: bool,
}

impl Answer {
    /// A JSON answer. `is_pure`: the same request always gets it.
    #[must_use]
    pub fn json(body: Vec<u8>, is_pure: bool) -> Answer {
        Answer {
            body,
            room: None,
            final_event: None,
            media_type: JSON,
            is_pure,
            queued: None,
            is_fallback: false,
            is_quick_search: false,
        }
    }

    /// Marks an answer that a quick attempt searched for, so that it is counted as a search.
    #[must_use]
    pub fn found_by_quick_search(self) -> Answer {
        Answer { is_quick_search: true, ..self }
    }

    /// An answer of one JSON document a line.
    #[must_use]
    pub fn lines(body: Vec<u8>) -> Answer {
        Answer { media_type: NDJSON, ..Answer::json(body, false) }
    }

    /// Reserves room for the answer. It happens on the thread that made it, since a stream looks at it only when its client
    /// reads.
    fn with_room(self, app: &AppState) -> Result<Answer, Failure> {
        Ok(Answer { room: app.reserve_answer(self.body.len())?, ..self })
    }

    /// Turns the body into the last event of a stream: the answer with `"final": true` before its other members.
    fn into_final_event(self) -> Result<Answer, Failure> {
        let members = std::str::from_utf8(&self.body).ok().and_then(|text| text.strip_prefix('{')).unwrap_or("}");
        let event = RawValue::from_string(format!("{{\"final\":true,{members}"))?;
        Ok(Answer { final_event: Some(event), body: Vec::new(), ..self })
    }
}

/// A job on its way to the search pool.
pub(super) struct Pending<J> {
    pub job: J,
    pub arrival: Instant,
    pub cacheable: bool,
    pub media_type: &'static str,
    /// Whether the answer is the last event of a stream.
    pub is_stream: bool,
}

impl<J: Job> Pending<J> {
    /// Runs the whole job on its lane; if its time passes in the queue, its fallback.
    ///
    /// # Errors
    /// Saturation, what the job refuses.
    pub(super) async fn run(
        self,
        app: &Shared,
        mut on_progress: impl FnMut(MakeRecord<'_>) + Send + 'static,
    ) -> Result<Answer, Failure> {
        let Pending { job, arrival, cacheable, media_type, is_stream } = self;
        let finish = move |answer: Answer, app: &AppState| {
            let answer = answer.with_room(app)?;
            if is_stream { answer.into_final_event() } else { Ok(answer) }
        };
        let deadline = job.deadline().unwrap_or_else(|| short_deadline(app));
        let whole = {
            let (app, job) = (Arc::clone(app), job.clone());
            move |engine: &Engine, cancel| {
                let (limits, on_progress) = (&app.limits, &mut on_progress);
                let run = &mut Run { engine, arrival, cacheable, cancel, limits, media_type, on_progress };
                finish(job.run(run)?, &app)
            }
        };
        let queued = Instant::now();
        match app.run(job.lane(&app.engine), deadline, whole).await {
            Ok(ran) => Ok(Answer { queued: Some(ran.queued), ..ran.value? }),
            Err(PoolError::Expired) => {
                let queued = queued.elapsed();
                let state = Arc::clone(app);
                let fallback = move |engine: &Engine, cancel| {
                    let (limits, on_progress) = (&state.limits, &mut |_: MakeRecord<'_>| {});
                    let run = &mut Run { engine, arrival, cacheable, cancel, limits, media_type, on_progress };
                    finish(job.fallback(run)?, &state)
                };
                let answer = app.run(Lane::Short, short_deadline(app), fallback).await?.value?;
                Ok(Answer { queued: Some(queued), is_fallback: true, ..answer })
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// How long work waits for the short lane.
pub(super) fn short_deadline(app: &AppState) -> Instant {
    Instant::now() + app.limits.movetime_max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_work_waits_as_long_as_a_search_may_take() {
        let app = AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("a thread");
        let arrival = Instant::now();
        assert!(short_deadline(&app) >= arrival + app.limits.movetime_max());
    }
}
