//! The engine with its tables, and the checks of queries.

use super::observer::Observer;
use super::query::{Algorithm, EngineError, Query, Report, Source};
use super::tables::Tables;
use crate::game::Status;
use crate::heuristic::{Heuristic, LineWeights};
use crate::search::Limits;
use crate::solve::{self, Retrograde};

/// Settings of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineConfig {
    /// Bytes of the transposition table of one search, and of one solver.
    pub table_bytes: usize,
}

impl Default for EngineConfig {
    fn default() -> Self {
        EngineConfig { table_bytes: 16 << 20 }
    }
}

/// Answers queries. All threads share one engine.
#[derive(Debug)]
pub struct Engine {
    pub(super) tables: Tables,
    observer: Observer,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new(EngineConfig::default())
    }
}

impl Engine {
    /// An engine with the table of tic-tac-toe.
    #[must_use]
    pub fn new(config: EngineConfig) -> Engine {
        Engine { tables: Tables::new(config.table_bytes), observer: Observer::default() }
    }

    /// An engine for the moves of one game: on large boards, searches keep their memory, so that equal queries may get different
    /// answers.
    #[must_use]
    pub fn for_one_game(config: EngineConfig) -> Engine {
        let Engine { tables, observer } = Engine::new(config);
        Engine { tables: tables.persistent(), observer }
    }

    /// Begins a game: entries of the searches before count no more. On large boards, has the system provide the memory of searches
    /// now, which the first one would have to wait for otherwise. Memory that is there is kept.
    pub fn start_game(&self) {
        self.tables.threats(&Limits::default()).forget();
    }

    /// Sets the size of the tables. Gives tables of another size back, and keeps those of the same size with their content.
    pub fn resize(&mut self, config: EngineConfig) {
        self.tables.resize(config.table_bytes);
    }

    /// The number of times that memory for searches on large boards was made. Tests hold that it is not made anew.
    #[doc(hidden)]
    #[must_use]
    pub fn memories_made(&self) -> usize {
        self.tables.threats_made()
    }

    /// Sets a function that is called after each search, but not after table look-ups.
    #[must_use]
    pub fn on_search(self, observe: impl Fn(&Report) + Send + Sync + 'static) -> Engine {
        Engine { observer: Observer::new(observe), ..self }
    }

    /// Checks that a query can be answered.
    ///
    /// # Errors
    /// The errors of [`Engine::choose`] and [`Engine::analyse`].
    pub fn check(&self, query: &Query) -> Result<(), EngineError> {
        Engine::compile_checked(query).map(drop)
    }

    /// Checks a query and compiles its own heuristic. The default heuristic fits every game; compiling it would take a fifth of the
    /// time of a table look-up.
    pub(super) fn compile_checked(query: &Query) -> Result<Option<LineWeights>, EngineError> {
        if query.position.status() != Status::Ongoing {
            return Err(EngineError::GameOver);
        }
        if query.moves.is_empty() {
            return Err(EngineError::NoMoves);
        }
        if query.algorithm == Algorithm::Retrograde {
            Retrograde::fits(query.position.rules())?;
        }
        if query.algorithm == Algorithm::Solver && !solve::is_solvable(query.position.rules()) {
            return Err(EngineError::Unsolvable);
        }
        if query.algorithm == Algorithm::Rules && query.position.rules().misere() {
            return Err(EngineError::MisereRules);
        }
        let compile = |heuristic: &Heuristic| heuristic.compile(query.position.rules());
        Ok(query.heuristic.as_ref().map(compile).transpose()?)
    }

    /// Calls the observer for a search. A table look-up is not a search.
    pub(super) fn observe(&self, report: &Report) {
        if report.source == Source::Search {
            self.observer.observe(report);
        }
    }
}
