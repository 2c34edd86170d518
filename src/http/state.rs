//! What the handlers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::problem::Failure;
use super::question::Job;
use super::request::MoveRequest;
use super::respond::Document;
use super::workers::Workers;
use super::{batch, games, heuristics, openapi};
use crate::config::ServerLimits;
use crate::engine::{self, Analysis, Engine, EngineConfig, Line, Plan, Query, Report};
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
            limits,
        })
    }

    /// Chooses a move at once if that takes microseconds; `None` says that it takes a search, see [`State::search`].
    ///
    /// # Errors
    /// What the engine refuses.
    pub fn choose_at_once(&self, query: &Query) -> Result<Option<Chosen>, Failure> {
        if query.position.status() != Status::Ongoing {
            return Ok(Some(None));
        }
        match self.engine.plan(query) {
            Plan::Instant => Ok(Some(Some(self.engine.choose(query)?))),
            Plan::Search => {
                self.engine.check(query)?;
                Ok(None)
            }
        }
    }

    /// Chooses a move on a search thread, until its deadline or until nobody waits any more.
    ///
    /// # Errors
    /// What the engine refuses, and saturation.
    pub async fn search(&self, mut request: MoveRequest) -> Result<(MoveRequest, Chosen), Failure> {
        let engine = Arc::clone(&self.engine);
        let deadline = self.deadline(&request.query);
        let search = move |cancel| {
            request.query.limits.cancel = Some(cancel);
            engine.choose(&request.query).map(|chosen| (request, Some(chosen)))
        };
        Ok(self.workers.run(deadline, search).await??)
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
    pub async fn analyse(&self, mut query: Query) -> Result<(Query, Option<Analysis>), Failure> {
        if query.position.status() != Status::Ongoing {
            return Ok((query, None));
        }
        if self.engine.plan(&query) == Plan::Instant {
            let analysis = self.engine.analyse(&query, &mut |_| {})?;
            return Ok((query, Some(analysis)));
        }
        self.engine.check(&query)?;
        let engine = Arc::clone(&self.engine);
        let deadline = self.deadline(&query);
        let search = move |cancel| {
            query.limits.cancel = Some(cancel);
            engine.analyse(&query, &mut |_| {}).map(|analysis| (query, Some(analysis)))
        };
        Ok(self.workers.run(deadline, search).await??)
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
