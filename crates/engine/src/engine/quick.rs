//! The quick attempt: a search of few nodes that precedes every other search, so that answers do not depend on whether they are
//! computed in place or on the pool.
//!
//! Only its nodes bound it. The slowest attempt measured takes about 70 µs in a release build, on 7×6.

use super::level::SkilledQuery;
use super::query::Demand;
use super::strategy::{Method, StrategyKind};
use super::tables::SHORT_SEARCH_NODES_MAX;
use super::{Algorithm, Analysis, Engine, EngineError, Query, RankedMove, Report, Source, TieBreak};
use crate::search::{Limits, Stop};

/// Most nodes on boards of up to [`SMALL_CELLS_MAX`] cells.
const NODES_MAX: u64 = SHORT_SEARCH_NODES_MAX;
const SMALL_CELLS_MAX: usize = 9;
/// Most nodes on larger boards, where a node takes up to 1.5 µs.
const LARGE_NODES_MAX: u64 = 48;
/// Largest board. On larger ones depth 1 alone may take more than 100 µs.
const CELLS_MAX: usize = 42;

/// The result of a quick attempt.
#[derive(Debug)]
pub enum Quick<T> {
    /// The answer: equal to that of a full search.
    Finished(T),
    /// An unfinished answer.
    Partial(T),
    /// No attempt was made.
    Skipped,
}

impl<T> Quick<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Quick<U> {
        match self {
            Quick::Finished(answer) => Quick::Finished(change(answer)),
            Quick::Partial(answer) => Quick::Partial(change(answer)),
            Quick::Skipped => Quick::Skipped,
        }
    }
}

impl Engine {
    /// Makes only the quick attempt of [`Engine::choose`].
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_quick(&self, query: &Query) -> Result<Quick<(RankedMove, Report)>, EngineError> {
        if is_large(query) {
            // What a weaker player considers there would take as long to choose as an attempt.
            return self.check(query).map(|()| Quick::Skipped);
        }
        let choice = SkilledQuery::of(query);
        let quick = match self.quick(&choice.query, choice.demand, &mut |_| {})? {
            // The full search looks a second time.
            Quick::Finished(analysis) if choice.second_look(&analysis).is_some() => Quick::Skipped,
            quick => self.observed(quick),
        };
        Ok(quick.map(|analysis| choice.pick(analysis).into_choice()))
    }

    /// Makes only the quick attempt of [`Engine::analyse`].
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn analyse_quick(&self, query: &Query) -> Result<Quick<Analysis>, EngineError> {
        self.quick(query, Demand::Ranking(query.ranked()), &mut |_| {}).map(|quick| self.observed(quick))
    }

    fn observed(&self, quick: Quick<Analysis>) -> Quick<Analysis> {
        if let Quick::Finished(analysis) = &quick {
            self.observe(&analysis.report);
        }
        quick
    }

    /// Answers a query by a quick attempt or, if that does not finish, by a full search.
    ///
    /// A search for results within a horizon makes no attempt, which would cost a short one a third of its time: it finds the
    /// same with and without. Elsewhere that is not so: an exact source may spend a part of the nodes only, and the table of an
    /// attempt at alpha-beta is smaller, so that the number of nodes may differ.
    pub(super) fn answer_in_full(
        &self,
        query: &Query,
        demand: Demand,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        if Method::is_horizon(query) {
            let analysis = self.answer(query, demand, on_depth)?;
            self.observe(&analysis.report);
            return Ok(analysis);
        }
        // An unfinished attempt leaves no trace.
        let mut depths = Vec::new();
        let analysis = match self.quick(query, demand, &mut |analysis| depths.push(analysis.clone()))? {
            Quick::Finished(analysis) => {
                depths.iter().for_each(on_depth);
                analysis
            }
            Quick::Partial(_) | Quick::Skipped => self.answer(query, demand, on_depth)?,
        };
        self.observe(&analysis.report);
        Ok(analysis)
    }

    fn quick(
        &self,
        query: &Query,
        demand: Demand,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Quick<Analysis>, EngineError> {
        self.check(query)?;
        let cells = query.position.rules().cells();
        let is_table = StrategyKind::of(query) == StrategyKind::Table;
        // A trap would search the replies as well.
        if is_table || is_large(query) || query.tie_break == TieBreak::Trap {
            return Ok(Quick::Skipped);
        }
        let nodes_max = if cells > SMALL_CELLS_MAX { LARGE_NODES_MAX } else { NODES_MAX };
        let mut limited = query.clone();
        limited.limits.nodes = Some(query.limits.nodes.map_or(nodes_max, |nodes| nodes.min(nodes_max)));
        let analysis = self.answer(&limited, demand, on_depth)?;
        let same_nodes_max = query.limits.nodes == limited.limits.nodes;
        Ok(if is_finished(query, &analysis.report, same_nodes_max) {
            Quick::Finished(analysis)
        } else {
            Quick::Partial(out_of_time(analysis))
        })
    }

    /// Chooses a move at depth 1, for a request whose time is over before its search begins. `None` if the query requires a
    /// retrograde table.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_fallback(&self, query: &Query) -> Result<Option<(RankedMove, Report)>, EngineError> {
        let choice = SkilledQuery::of(query);
        let fallback = self.fallback(&choice.query, choice.demand)?;
        Ok(fallback.map(|analysis| choice.pick(analysis).into_choice()))
    }

    /// Ranks the moves at depth 1, as [`Engine::choose_fallback`].
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn analyse_fallback(&self, query: &Query) -> Result<Option<Analysis>, EngineError> {
        self.fallback(query, Demand::Ranking(query.ranked()))
    }

    fn fallback(&self, query: &Query, demand: Demand) -> Result<Option<Analysis>, EngineError> {
        if query.algorithm == Algorithm::Retrograde {
            return Ok(None);
        }
        let limits = Limits { depth: Some(1), nodes: Some(NODES_MAX), ..Limits::default() };
        // A trap would search every reply.
        let tie_break = if query.tie_break == TieBreak::Trap { TieBreak::First } else { query.tie_break };
        // The hand-made rules take less time than any search.
        let is_by_rules = query.algorithm == Algorithm::Rules;
        let algorithm = if is_by_rules { Algorithm::Rules } else { Algorithm::AlphaBeta };
        let least = Query { algorithm, limits, tie_break, ..query.clone() };
        Ok(Some(out_of_time(self.answer(&least, demand, &mut |_| {})?)))
    }
}

/// Whether the board is too large for an attempt.
fn is_large(query: &Query) -> bool {
    query.position.rules().cells() > CELLS_MAX
}

/// Whether a full search would end at the same point; `same_nodes_max` if the attempt had the same node limit.
fn is_finished(query: &Query, report: &Report, same_nodes_max: bool) -> bool {
    // Minimax starts at its depth, and falls back to depth 1 if that takes too many nodes.
    let asked = query.limits.depth.map(|depth| depth.clamp(1, query.position.empties() as u32));
    if query.algorithm == Algorithm::Minimax && asked.is_some_and(|depth| report.depth != depth) {
        return false;
    }
    match report.stop {
        Stop::Nodes => same_nodes_max,
        stop => stop == Stop::Solved || report.source == Source::Search,
    }
}

/// Marks an analysis as ended by the time limit.
fn out_of_time(analysis: Analysis) -> Analysis {
    Analysis { report: Report { stop: Stop::Movetime, ..analysis.report }, ..analysis }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineConfig;
    use crate::game::zobrist::mix;
    use crate::game::{Game, Overline, Position, Rules, RulesSpec, Status};
    use crate::heuristic::{Heuristic, Named};

    /// A position after random moves, or before the one that would have ended the game.
    fn random_position(spec: RulesSpec, plies: u64) -> Position {
        let mut position = Position::new(Game::shared(Rules::new(spec).expect("valid rules")));
        for ply in 0..plies {
            let moves: Vec<_> = position.legal_moves().collect();
            position.play_unchecked(moves[mix(ply ^ plies << 8) as usize % moves.len()]);
            if position.status() != Status::Ongoing {
                position.undo();
                break;
            }
        }
        position
    }

    /// A whole search that makes no attempt names the same moves, values and numbers of nodes as an attempt that finishes.
    #[test]
    fn a_search_within_a_horizon_needs_no_attempt() {
        let engine = Engine::new(EngineConfig { table_bytes: 8 << 20 });
        let mut finished = 0;
        for (width, height, k, gravity, misere) in [
            (4, 4, 3, false, false),
            (4, 4, 4, false, true),
            (5, 5, 4, false, false),
            (6, 6, 4, false, false),
            (7, 6, 4, true, false),
            (6, 5, 4, true, true),
        ] {
            let spec = RulesSpec { width, height, k, gravity, overline: Overline::Allowed, misere };
            for plies in 0..width * height - 1 {
                for (depth, nodes) in [(Some(2), None), (Some(4), None), (None, Some(30)), (None, None)] {
                    let limits = Limits { depth, nodes, ..Limits::default() };
                    let heuristic = Some(Heuristic::Named(Named::WinLoss));
                    let query = Query { heuristic, limits, ..Query::new(random_position(spec, plies)) };
                    assert!(Method::is_horizon(&query));
                    for demand in [Demand::Choice, Demand::Ranking(usize::MAX)] {
                        let attempt = engine.quick(&query, demand, &mut |_| {}).expect("an answer");
                        let Quick::Finished(attempt) = attempt else { continue };
                        let whole = engine.answer_in_full(&query, demand, &mut |_| {}).expect("an answer");
                        assert_eq!(attempt, whole, "{:?} {}", query.limits, query.position.board());
                        finished += 1;
                    }
                }
            }
        }
        assert!(finished > 200, "{finished}");
    }

    #[test]
    fn a_search_without_an_attempt_before_it_finds_the_same() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        let mut finished = 0;
        for (width, height, k, gravity) in [(3, 3, 3, false), (4, 4, 3, false), (5, 5, 4, false), (6, 5, 4, true)] {
            let spec = RulesSpec { width, height, k, gravity, overline: Overline::Allowed, misere: false };
            for plies in 0..width * height - 1 {
                for depth in [None, Some(2), Some(4)] {
                    let algorithm = if depth == Some(2) { Algorithm::Minimax } else { Algorithm::AlphaBeta };
                    let limits = Limits { depth, ..Limits::default() };
                    let query = Query { algorithm, limits, ..Query::new(random_position(spec, plies)) };
                    for demand in [Demand::Choice, Demand::Ranking(usize::MAX)] {
                        let attempt = engine.quick(&query, demand, &mut |_| {}).expect("an answer");
                        let Quick::Finished(attempt) = attempt else { continue };
                        let full = engine.answer(&query, demand, &mut |_| {}).expect("an answer");
                        assert_eq!(attempt, full, "{:?} {}", query.limits, query.position.board());
                        finished += 1;
                    }
                }
            }
        }
        assert!(finished > 50, "{finished}");
    }
}
