//! The only dispatch: from a query in domain terms to its answer, by table, book, solver or search.

mod choice;
mod classes;
pub mod continuations;
mod exact;
mod match_play;
mod proving;
mod query;
mod searching;
mod slice;
mod tables;
mod tactics;
mod tally;

pub use exact::{has_book, load_book};
pub use match_play::{Contender, Match, MatchResult, PlayedGame, PlayedMove, Tally};
pub use query::{Algorithm, Analysis, EngineError, Line, Query, Report, Source, TieBreak};
pub use slice::Slice;
pub use tally::SearchTally;

use crate::game::{Cell, Position, Preset, Status};
use crate::heuristic::{Heuristic, LineWeights};
use crate::search::{Counts, Stop, Verdict, Wanted};
use crate::solve::{self, Retrograde, gravity};
use searching::Found;
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

/// Answers queries; shared by all threads.
#[derive(Debug)]
pub struct Engine {
    tables: Tables,
    tally: SearchTally,
}

/// How a query will be answered.
enum Way {
    Table(std::sync::Arc<Retrograde>),
    /// Under limits a search may have to step in.
    Solver(gravity::Position),
    Search {
        minimax: bool,
        name: &'static str,
        weights: LineWeights,
    },
}

impl Engine {
    /// An engine with its tic-tac-toe table built.
    #[must_use]
    pub fn new(config: EngineConfig) -> Engine {
        Engine { tables: Tables::new(config.table_bytes), tally: SearchTally::default() }
    }

    /// An engine for the moves of one game: on large boards a search learns from those before it, so that the same query may get
    /// another answer.
    #[must_use]
    pub fn for_one_game(config: EngineConfig) -> Engine {
        let Engine { tables, tally } = Engine::new(config);
        Engine { tables: tables.lasting(), tally }
    }

    /// Whether the query is answered in microseconds or may take as long as its limits.
    #[must_use]
    pub fn plan(&self, query: &Query) -> Plan {
        let finished = query.position.status() != Status::Ongoing;
        if finished || wants_table(query) && self.tables.has_retrograde(query.position.rules()) {
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
        let ((line, report), _) = self.choose_unspoilt(query, on_depth)?;
        Ok((line, self.recorded(report)))
    }

    /// As [`Engine::choose_deepening`], unrecorded; also says whether the table was as good as a larger one.
    fn choose_unspoilt(
        &self,
        query: &Query,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<((Line, Report), bool), EngineError> {
        if wants_proof(query) {
            self.check(query)?;
            return match self.choose_by_proof(query) {
                Ok(proven) => Ok(proven),
                Err(unproven) => {
                    let ((line, report), unspoilt) = self.choose_unspoilt(&unproven.rest(query), on_depth)?;
                    Ok(((line, unproven.add_to(report)), unspoilt))
                }
            };
        }
        let wanted = query.wanted();
        match self.way(query)? {
            Way::Table(table) => {
                let values = table.moves(&query.position, &query.moves);
                if matches!(wanted, Wanted::Best(1)) {
                    let best = values.max_by_key(|&(cell, verdict)| (verdict.score(), std::cmp::Reverse(cell)));
                    let (cell, verdict) = best.ok_or(EngineError::NoMoves)?;
                    let line = table_line(&table, query, cell, verdict);
                    return Ok(((line, table_report(query, query.moves.len())), true));
                }
                let values: Vec<_> = values.collect();
                let replies = |position: &Position| {
                    let moves: Vec<_> = position.legal_moves().collect();
                    table.moves(position, &moves).map(|(_, verdict)| verdict).collect()
                };
                let (cell, verdict) = values[choice::choose(query, &values, replies)];
                Ok(((table_line(&table, query, cell, verdict), table_report(query, values.len())), true))
            }
            Way::Solver(start) => match self.choose_exactly(query, &start) {
                Ok(solved) => Ok((solved, true)),
                Err(unproven) => {
                    let ((line, report), unspoilt) = self.choose_unspoilt(&unproven.rest(query), on_depth)?;
                    Ok(((line, unproven.add_to(report)), unspoilt))
                }
            },
            Way::Search { minimax, name, weights } => {
                let Found { mut analysis, depth, unspoilt } =
                    self.search(query, minimax, name, &weights, wanted, on_depth);
                let values: Vec<_> = analysis.lines.iter().map(|line| (line.cell, line.verdict)).collect();
                let mut counts = analysis.report.counts;
                let replies = |position: &Position| {
                    if position.status() != Status::Ongoing {
                        return Vec::new(); // the move ended the game
                    }
                    let reply = Query {
                        limits: query.limits.with_depth(depth.saturating_sub(1).max(1)),
                        ..Query::new(position.clone())
                    };
                    let all = Wanted::Best(usize::MAX);
                    let replies = self.search(&reply, minimax, name, &weights, all, &mut |_| {}).analysis;
                    counts += replies.report.counts;
                    replies.lines.iter().map(|line| line.verdict).collect()
                };
                let chosen = choice::choose(query, &values, replies);
                analysis.report.counts = counts;
                Ok(((analysis.lines.swap_remove(chosen), analysis.report), unspoilt))
            }
        }
    }

    /// Ranks the moves: the best `multi_pv` of them with exact scores; of moves that are alike under the position's own
    /// symmetries alpha-beta searches one. The first line is what [`Engine::choose`] chooses at full strength, unless a limit
    /// of nodes or time ended one of the two, which get deeper the fewer moves they look at closely. Calls `on_depth` with
    /// every completed depth of a search, the last one included.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn analyse(&self, query: &Query, on_depth: &mut dyn FnMut(&Analysis)) -> Result<Analysis, EngineError> {
        let (Analysis { lines, report }, _) = self.analyse_unspoilt(query, on_depth)?;
        Ok(Analysis { lines, report: self.recorded(report) })
    }

    /// As [`Engine::analyse`], unrecorded; also says whether the table was as good as a larger one.
    fn analyse_unspoilt(
        &self,
        query: &Query,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<(Analysis, bool), EngineError> {
        let count = if query.multi_pv == 0 { usize::MAX } else { query.multi_pv };
        if wants_proof(query) {
            self.check(query)?;
            return match self.analyse_by_proof(query, count) {
                Ok((analysis, unspoilt)) => {
                    on_depth(&analysis);
                    Ok((analysis, unspoilt))
                }
                Err(unproven) => {
                    let (Analysis { lines, report }, unspoilt) =
                        self.analyse_unspoilt(&unproven.rest(query), on_depth)?;
                    Ok((Analysis { lines, report: unproven.add_to(report) }, unspoilt))
                }
            };
        }
        match self.way(query)? {
            Way::Table(table) => {
                let values = table.moves(&query.position, &query.moves);
                let mut lines: Vec<Line> =
                    values.map(|(cell, verdict)| table_line(&table, query, cell, verdict)).collect();
                lines.sort_by(Line::rank);
                lines.truncate(count);
                let analysis = Analysis { lines, report: table_report(query, query.moves.len()) };
                on_depth(&analysis);
                Ok((analysis, true))
            }
            Way::Solver(start) => match self.analyse_exactly(query, &start, count) {
                Ok(analysis) => {
                    on_depth(&analysis);
                    Ok((analysis, true))
                }
                Err(unproven) => {
                    let (Analysis { lines, report }, unspoilt) =
                        self.analyse_unspoilt(&unproven.rest(query), on_depth)?;
                    Ok((Analysis { lines, report: unproven.add_to(report) }, unspoilt))
                }
            },
            Way::Search { minimax, name, weights } => {
                let found = self.search(query, minimax, name, &weights, Wanted::Best(count), on_depth);
                Ok((found.analysis, found.unspoilt))
            }
        }
    }

    /// What the searches of this engine have done.
    #[must_use]
    pub fn tally(&self) -> &SearchTally {
        &self.tally
    }

    /// The report of an answer, once it is counted.
    fn recorded(&self, report: Report) -> Report {
        if report.source == Source::Search {
            self.tally.record(&report);
        }
        report
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
        let (name, weights) = self.weights(query)?;
        Ok(Way::Search { minimax: query.algorithm == Algorithm::Minimax, name, weights })
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

/// Whether the answer is a proof, if one is in reach.
fn wants_proof(query: &Query) -> bool {
    !wants_table(query) && proving::wants_proof(query)
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
