//! What the handlers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::metrics::Metrics;
use super::problem::Failure;
use super::question::Job;
use super::respond::Document;
use super::workers::{WorkFailure, Workers};
use super::{batch, games, heuristics, openapi, router};
use crate::config::ServerLimits;
use crate::engine::{self, Analysis, Engine, EngineConfig, EngineError, Line, Plan, Query, Report, Slice};
use crate::game::Status;
use crate::search::Limits;

/// A handle that every handler gets.
pub type Shared = Arc<State>;

/// The service behind the routes.
#[derive(Debug)]
pub struct State {
    pub limits: ServerLimits,
    engine: Arc<Engine>,
    workers: Workers,
    ready: AtomicBool,
    pub batches: batch::Tally,
    pub metrics: Metrics,
    /// Documents that do not change while the service runs.
    pub documents: Documents,
}

/// Documents that do not change while the service runs.
#[derive(Debug)]
pub struct Documents {
    pub games: Document,
    pub heuristics: Document,
    pub openapi_json: Document,
    pub openapi_yaml: Document,
}

/// A chosen move and how it was found; none on a finished board.
pub type Chosen = Option<(Line, Report)>;

/// How far an answer came in place.
#[derive(Debug)]
pub enum AtOnce<T> {
    /// All the way.
    Done(T),
    /// It takes a search; with the best so far, if there is one.
    Begun(Option<T>),
}

impl<T> AtOnce<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> AtOnce<U> {
        match self {
            AtOnce::Done(answer) => AtOnce::Done(change(answer)),
            AtOnce::Begun(best) => AtOnce::Begun(best.map(change)),
        }
    }
}

/// What was found in time, the best that was known before if nothing was, or else what `at_worst` finds in no time.
fn or_best<T>(
    found: Result<Result<T, EngineError>, WorkFailure>,
    best: Option<T>,
    at_worst: impl FnOnce() -> Result<Option<T>, EngineError>,
) -> Result<T, Failure> {
    match (found, best) {
        (Err(WorkFailure::Expired), Some(best)) => Ok(best),
        (Err(WorkFailure::Expired), None) => at_worst()?.ok_or(Failure::Expired),
        (found, _) => Ok(found??),
    }
}

impl State {
    /// Builds the engine and starts the search threads.
    ///
    /// # Errors
    /// The system's, if it gives no threads.
    pub fn new(limits: ServerLimits) -> std::io::Result<State> {
        let engine = Engine::new(EngineConfig { table_bytes: (limits.table_mib as usize) << 20 });
        std::thread::Builder::new().name("book".into()).spawn(engine::load_book)?;
        Ok(State {
            documents: Documents {
                games: games::document(&limits)?,
                heuristics: heuristics::document()?,
                openapi_json: openapi::json_document(),
                openapi_yaml: openapi::yaml_document(),
            },
            engine: Arc::new(engine),
            workers: Workers::start(limits.worker_count(), limits.queue_max as usize)?,
            ready: AtomicBool::new(true),
            batches: batch::Tally::default(),
            metrics: Metrics::new(router::paths()),
            limits,
        })
    }

    /// Chooses a move in place, as far as that takes microseconds; for the rest see [`State::search`].
    ///
    /// # Errors
    /// What the engine refuses.
    pub fn choose_at_once(&self, query: &Query) -> Result<AtOnce<Chosen>, Failure> {
        if query.position.status() != Status::Ongoing {
            return Ok(AtOnce::Done(None));
        }
        if self.engine.plan(query) == Plan::Instant {
            return Ok(AtOnce::Done(Some(self.engine.choose(query)?)));
        }
        Ok(self.at_once(self.engine.choose_slice(query)?).map(Some))
    }

    /// Chooses a move on a search thread, until its deadline or until nobody waits any more. `best` is what is known
    /// already: the answer, if no thread is free in time.
    ///
    /// # Errors
    /// What the engine refuses, and saturation.
    pub async fn search(&self, query: Query, best: Option<Chosen>) -> Result<Chosen, Failure> {
        let engine = Arc::clone(&self.engine);
        let deadline = self.deadline(&query);
        let mut searched = query.clone();
        let search = move |cancel| {
            searched.limits.cancel = Some(cancel);
            engine.choose(&searched).map(Some)
        };
        let late = || Ok(self.engine.choose_late(&query)?.map(Some));
        or_best(self.workers.run(deadline, search).await, best, late)
    }

    fn at_once<T>(&self, slice: Slice<T>) -> AtOnce<T> {
        match slice {
            Slice::Settled(answer) => {
                self.workers.tally().in_place.fetch_add(1, Ordering::Relaxed);
                AtOnce::Done(answer)
            }
            Slice::Begun(best) => AtOnce::Begun(Some(best)),
            Slice::Unfit => AtOnce::Begun(None),
        }
    }

    /// Does long work on a search thread, with these limits and a cancel flag of its own.
    ///
    /// # Errors
    /// Saturation.
    pub async fn work<T: Send + 'static>(
        &self,
        mut limits: Limits,
        job: impl FnOnce(&Engine, Limits) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let engine = Arc::clone(&self.engine);
        let deadline = limits.deadline.unwrap_or_else(|| Instant::now() + self.limits.movetime_max());
        let job = move |cancel| {
            limits.cancel = Some(cancel);
            job(&engine, limits)
        };
        Ok(self.workers.run(deadline, job).await?)
    }

    /// Ranks the moves: in place where that takes microseconds, else on a search thread, until its deadline or until
    /// nobody waits any more. Nothing on a finished board.
    ///
    /// # Errors
    /// What the engine refuses, and saturation.
    pub async fn analyse(&self, query: Query) -> Result<(Query, Option<Analysis>), Failure> {
        if query.position.status() != Status::Ongoing {
            return Ok((query, None));
        }
        if self.engine.plan(&query) == Plan::Instant {
            let analysis = self.engine.analyse(&query, &mut |_| {})?;
            return Ok((query, Some(analysis)));
        }
        let best = match self.at_once(self.engine.analyse_slice(&query)?) {
            AtOnce::Done(analysis) => return Ok((query, Some(analysis))),
            AtOnce::Begun(best) => best,
        };
        let engine = Arc::clone(&self.engine);
        let deadline = self.deadline(&query);
        let mut searched = query.clone();
        let search = move |cancel| {
            searched.limits.cancel = Some(cancel);
            engine.analyse(&searched, &mut |_| {})
        };
        let late = || self.engine.analyse_late(&query);
        let analysis = or_best(self.workers.run(deadline, search).await, best, late)?;
        Ok((query, Some(analysis)))
    }

    /// When the answer to a query has to be there.
    #[must_use]
    pub fn deadline(&self, query: &Query) -> Instant {
        query.limits.deadline.unwrap_or_else(|| Instant::now() + self.limits.movetime_max())
    }

    /// When the answer to a job has to be there.
    #[must_use]
    pub fn job_deadline(&self, job: &impl Job) -> Instant {
        job.deadline().unwrap_or_else(|| Instant::now() + self.limits.movetime_max())
    }

    /// What answers queries.
    #[must_use]
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Whether new work is welcome.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }

    /// From now on `/readyz` fails, so that a load balancer sends its requests elsewhere.
    pub fn stop_being_ready(&self) {
        self.ready.store(false, Ordering::Relaxed);
    }

    /// The search threads.
    #[must_use]
    pub fn workers(&self) -> &Workers {
        &self.workers
    }
}
