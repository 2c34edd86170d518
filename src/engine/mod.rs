//! The only dispatch: from a query in domain terms to its answer, by table, book, solver or search.

mod answer;
mod choice;
mod classes;
pub mod continuations;
mod exact;
mod match_play;
mod observer;
mod query;
mod quick;
mod search;
mod strategy;
mod tables;

pub use match_play::{Contender, Match, MatchResult, PlayedGame, PlayedMove, Tally};
pub use query::{Algorithm, Analysis, EngineError, Line, Query, Report, Source, TieBreak};
pub use quick::Quick;

use crate::game::{Preset, Rules, Status};
use crate::solve::{self, Retrograde, Session};
use answer::Demand;
use observer::Observer;
use strategy::StrategyKind;
use tables::Tables;

/// Whether there is an opening book for the rules, with which every position is solved within seconds.
#[must_use]
pub fn has_book(rules: Rules) -> bool {
    rules == Preset::ConnectFour.rules()
}

/// Reads the book, which takes a tenth of a second; else the first question in Connect Four does.
pub fn load_book() {
    Session::load_book();
}

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

/// How long a query may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Microseconds: the answer is looked up.
    Instant,
    /// As long as its limits allow.
    Search,
}

/// Answers queries; shared by all threads.
#[derive(Debug)]
pub struct Engine {
    tables: Tables,
    observer: Observer,
}

impl Engine {
    /// An engine with its tic-tac-toe table built.
    #[must_use]
    pub fn new(config: EngineConfig) -> Engine {
        Engine { tables: Tables::new(config.table_bytes), observer: Observer::default() }
    }

    /// An engine for the moves of one game: on large boards a search learns from those before it, so that the same query may get
    /// another answer.
    #[must_use]
    pub fn for_one_game(config: EngineConfig) -> Engine {
        let Engine { tables, observer } = Engine::new(config);
        Engine { tables: tables.persistent(), observer }
    }

    /// The same engine, which calls this function after each search. A look-up in a table is no search.
    #[must_use]
    pub fn on_search(self, observe: impl Fn(&Report) + Send + Sync + 'static) -> Engine {
        Engine { observer: Observer::new(observe), ..self }
    }

    /// Whether the query is answered in microseconds or may take as long as its limits.
    #[must_use]
    pub fn plan(&self, query: &Query) -> Plan {
        let is_known = || self.tables.has_retrograde(query.position.rules());
        let finished = query.position.status() != Status::Ongoing;
        if finished || StrategyKind::of(query) == StrategyKind::Table && is_known() {
            Plan::Instant
        } else {
            Plan::Search
        }
    }

    /// Checks that the query can be answered, without answering it.
    ///
    /// # Errors
    /// What [`Engine::choose`] and [`Engine::analyse`] would refuse.
    pub fn check(&self, query: &Query) -> Result<(), EngineError> {
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
        // The default fits every game, and compiling it would cost a look-up a fifth of its time.
        if let Some(heuristic) = &query.heuristic {
            heuristic.compile(query.position.rules())?;
        }
        Ok(())
    }

    /// Chooses one move, by rank, skill and tie-break.
    ///
    /// # Errors
    /// A finished game, no move to choose from, or an algorithm or heuristic that does not fit the rules.
    pub fn choose(&self, query: &Query) -> Result<(Line, Report), EngineError> {
        self.choose_deepening(query, &mut |_| {})
    }

    /// As [`Engine::choose`]; calls `on_depth` with the ranking of every completed depth, before skill and tie-break have
    /// their say.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_deepening(
        &self,
        query: &Query,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<(Line, Report), EngineError> {
        Ok(self.answer_in_full(query, Demand::Choice, on_depth)?.into_choice())
    }

    /// Ranks the moves: the best `multi_pv` of them with exact scores; of moves that are alike under the position's own
    /// symmetries alpha-beta searches one. The first line is what [`Engine::choose`] chooses at full strength, unless a limit
    /// of nodes or time ended one of the two, which get deeper the fewer moves they look at closely. Calls `on_depth` with
    /// every completed depth of a search, the last one included.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn analyse(&self, query: &Query, on_depth: &mut dyn FnMut(&Analysis)) -> Result<Analysis, EngineError> {
        self.answer_in_full(query, Demand::Ranking(query.ranked()), on_depth)
    }

    /// Tells the observer of an answer that took a search.
    fn observe(&self, report: &Report) {
        if report.source == Source::Search {
            self.observer.observe(report);
        }
    }
}

const _: () = {
    // Shared by the threads of a service.
    const fn shared<T: Send + Sync>() {}
    shared::<Engine>();
    // The table that is always there.
    assert!(Preset::TicTacToe.rules().cells() <= Retrograde::CELLS_MAX);
};
