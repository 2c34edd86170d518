//! The only dispatch: from a query in domain terms to its answer, by table, book, solver or search.

mod choice;
mod classes;
pub mod continuations;
mod exact;
mod match_play;
mod query;
mod searching;
mod tables;

pub use exact::{has_book, load_book};
pub use match_play::{Contender, Match, MatchResult, PlayedGame, PlayedMove, Tally};
pub use query::{Algorithm, Analysis, EngineError, Line, Query, Report, Source, TieBreak};

use crate::game::{Cell, Position, Preset, Status};
use crate::heuristic::{Heuristic, LineWeights};
use crate::search::{Counts, Stop, Verdict, Wanted};
use crate::solve::{self, Retrograde, gravity};
use tables::Tables;

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

/// With this many empty cells left, the solver takes microseconds.
const INSTANT_CELLS_MAX: usize = 10;

/// Answers queries; shared by all threads.
#[derive(Debug)]
pub struct Engine {
    tables: Tables,
}

/// How a query will be answered.
enum Way {
    Table(std::sync::Arc<Retrograde>),
    /// Under limits a search may have to step in.
    Solver(gravity::Position),
    Search(Searching),
}

/// A search by static values.
struct Searching {
    minimax: bool,
    name: &'static str,
    weights: LineWeights,
}

impl Engine {
    /// An engine with its tic-tac-toe table built.
    #[must_use]
    pub fn new(config: EngineConfig) -> Engine {
        Engine { tables: Tables::new(config.table_bytes) }
    }

    /// Whether the query is answered in microseconds or may take as long as its limits.
    #[must_use]
    pub fn plan(&self, query: &Query) -> Plan {
        let rules = query.position.rules();
        let finished = query.position.status() != Status::Ongoing;
        let looked_up = wants_table(query) && self.tables.has_retrograde(rules);
        let nearly_over = wants_solver(query) && query.position.empties() <= INSTANT_CELLS_MAX;
        if finished || looked_up || nearly_over { Plan::Instant } else { Plan::Search }
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
        if query.heuristic.is_some() {
            self.weights(query)?;
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
        match self.way(query)? {
            Way::Table(table) => {
                let values = table.moves(&query.position, &query.moves);
                if matches!(query.wanted(), Wanted::Best(1)) {
                    let best = values.max_by_key(|&(cell, verdict)| (verdict.score(), std::cmp::Reverse(cell)));
                    let (cell, verdict) = best.ok_or(EngineError::NoMoves)?;
                    return Ok((table_line(&table, query, cell, verdict), table_report(query, query.moves.len())));
                }
                let values: Vec<_> = values.collect();
                let replies = |position: &Position| {
                    let moves: Vec<_> = position.legal_moves().collect();
                    table.moves(position, &moves).map(|(_, verdict)| verdict).collect()
                };
                let (cell, verdict) = values[choice::choose(query, &values, replies)];
                Ok((table_line(&table, query, cell, verdict), table_report(query, values.len())))
            }
            Way::Solver(start) => match self.choose_exactly(query, &start) {
                Ok((line, report)) => Ok((line, report)),
                Err(spent) => {
                    let rest = spent.rest(query);
                    let (line, report) = self.choose_by_search(&rest, &self.searching(&rest)?, on_depth);
                    Ok((line, spent.add_to(report)))
                }
            },
            Way::Search(search) => Ok(self.choose_by_search(query, &search, on_depth)),
        }
    }

    /// Ranks the moves: the best `multi_pv` of them with exact scores; of moves that are alike under the position's own
    /// symmetries alpha-beta searches one. The first line is what [`Engine::choose`] chooses at full strength, unless a limit of
    /// nodes or time ended one of the two, which get deeper the fewer moves they look at closely. Calls `on_depth` with every completed depth of a
    /// search, the last one included.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn analyse(&self, query: &Query, on_depth: &mut dyn FnMut(&Analysis)) -> Result<Analysis, EngineError> {
        let count = if query.multi_pv == 0 { usize::MAX } else { query.multi_pv };
        match self.way(query)? {
            Way::Table(table) => {
                let values = table.moves(&query.position, &query.moves);
                let mut lines: Vec<Line> =
                    values.map(|(cell, verdict)| table_line(&table, query, cell, verdict)).collect();
                lines.sort_by(Line::rank);
                lines.truncate(count);
                let analysis = Analysis { lines, report: table_report(query, query.moves.len()) };
                on_depth(&analysis);
                Ok(analysis)
            }
            Way::Solver(start) => match self.analyse_exactly(query, &start, count) {
                Ok(analysis) => {
                    on_depth(&analysis);
                    Ok(analysis)
                }
                Err(spent) => {
                    let rest = spent.rest(query);
                    let search = self.searching(&rest)?;
                    let (mut analysis, _) = self.search(&rest, &search, Wanted::Best(count), on_depth);
                    analysis.report = spent.add_to(analysis.report);
                    Ok(analysis)
                }
            },
            Way::Search(search) => Ok(self.search(query, &search, Wanted::Best(count), on_depth).0),
        }
    }

    fn way(&self, query: &Query) -> Result<Way, EngineError> {
        self.check(query)?;
        if wants_table(query) {
            return Ok(Way::Table(self.tables.retrograde(query.position.game())?));
        }
        if wants_solver(query)
            && let Some(start) = solve::solvable(&query.position)
        {
            return Ok(Way::Solver(start));
        }
        Ok(Way::Search(self.searching(query)?))
    }

    fn searching(&self, query: &Query) -> Result<Searching, EngineError> {
        let (name, weights) = self.weights(query)?;
        Ok(Searching { minimax: query.algorithm == Algorithm::Minimax, name, weights })
    }

    fn weights(&self, query: &Query) -> Result<(&'static str, LineWeights), EngineError> {
        let rules = query.position.rules();
        let default = Heuristic::Named(Heuristic::default_for(rules));
        let heuristic = query.heuristic.as_ref().unwrap_or(&default);
        Ok((heuristic.name(), heuristic.compile(rules)?))
    }
}

/// Whether the answer comes from a retrograde table: asked for, or the best exact source where nothing else is asked.
fn wants_table(query: &Query) -> bool {
    match query.algorithm {
        Algorithm::Retrograde => true,
        Algorithm::Auto => query.is_open() && Retrograde::fits(query.position.rules()).is_ok(),
        Algorithm::AlphaBeta | Algorithm::Minimax | Algorithm::Solver => false,
    }
}

/// Whether the answer comes from the book and the solver: asked for, or the best exact source where nothing else is asked.
fn wants_solver(query: &Query) -> bool {
    match query.algorithm {
        Algorithm::Solver => true,
        Algorithm::Auto => query.is_open() && !wants_table(query) && solve::is_solvable(query.position.rules()),
        Algorithm::AlphaBeta | Algorithm::Minimax | Algorithm::Retrograde => false,
    }
}

/// A move whose value was looked up, with best play from there on.
fn table_line(table: &Retrograde, query: &Query, cell: Cell, verdict: Verdict) -> Line {
    Line { cell, verdict, pv: table.line(&query.position, cell) }
}

/// What a look-up tells about itself: it saw the whole tree below, at the cost of one entry for each move.
fn table_report(query: &Query, lookups: usize) -> Report {
    let nodes = lookups as u64;
    Report {
        algorithm: Algorithm::Retrograde,
        heuristic: None,
        depth: query.position.empties() as u32,
        counts: Counts { nodes, leaves: nodes, cutoffs: 0 },
        complete: true,
        stop: Stop::Solved,
        source: Source::Table,
    }
}

const _: () = {
    // Shared by the threads of a service.
    const fn shared<T: Send + Sync>() {}
    shared::<Engine>();
    // The table that is always there.
    assert!(Preset::TicTacToe.rules().cells() <= Retrograde::CELLS_MAX);
};
