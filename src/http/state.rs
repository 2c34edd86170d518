//! What the handlers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::problem::Failure;
use super::respond::Document;
use super::workers::Workers;
use super::{batch, games, heuristics, openapi};
use crate::config::ServerLimits;
use crate::engine::{Analysis, Engine, EngineConfig, EngineError, Line, Plan, Query, Report};
use crate::game::Status;

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

    /// Chooses a move: in place where that takes microseconds, else on a search thread, until its deadline or until
    /// nobody waits any more.
    ///
    /// # Errors
    /// What the engine refuses, and saturation.
    pub async fn choose(&self, query: Query) -> Result<(Query, Chosen), Failure> {
        self.find(query, |engine, query| engine.choose(query)).await
    }

    /// Ranks the moves, as [`State::choose`] chooses one; nothing on a finished board.
    ///
    /// # Errors
    /// What the engine refuses, and saturation.
    pub async fn analyse(&self, query: Query) -> Result<(Query, Option<Analysis>), Failure> {
        self.find(query, |engine, query| engine.analyse(query, &mut |_| {})).await
    }

    async fn find<T: Send + 'static>(
        &self,
        mut query: Query,
        how: fn(&Engine, &Query) -> Result<T, EngineError>,
    ) -> Result<(Query, Option<T>), Failure> {
        if query.position.status() != Status::Ongoing {
            return Ok((query, None));
        }
        if self.engine.plan(&query) == Plan::Instant {
            let found = how(&self.engine, &query)?;
            return Ok((query, Some(found)));
        }
        self.engine.check(&query)?;
        let engine = Arc::clone(&self.engine);
        let deadline = self.deadline(&query);
        let search = move |cancel| {
            query.limits.cancel = Some(cancel);
            how(&engine, &query).map(|found| (query, Some(found)))
        };
        Ok(self.workers.run(deadline, search).await??)
    }

    /// When the answer to a query has to be there.
    #[must_use]
    pub fn deadline(&self, query: &Query) -> Instant {
        query.limits.deadline.unwrap_or_else(|| Instant::now() + self.limits.movetime_max())
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
