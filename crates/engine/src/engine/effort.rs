//! The effort for a query: at once, in full, or the least.
//!
//! A quick attempt of few nodes precedes every other search, so that answers do not depend on whether they are computed in place or
//! on the pool. Only its nodes bound it. The slowest attempt measured takes about 70 µs in a release build, on 7×6.

use super::query::Demand;
use super::strategy::{Strategy, StrategyKind};
use super::tables::{ATTEMPT_NODES_MAX, SHORT_SEARCH_NODES_MAX};
use super::{Algorithm, Analysis, Engine, EngineError, Plan, Query, Report, Source, TieBreak};
use crate::parts::Threads;
use crate::search::{Limits, Stop};

/// Most nodes on boards of up to [`SMALL_CELLS_MAX`] cells.
const NODES_MAX: u64 = SHORT_SEARCH_NODES_MAX;
const SMALL_CELLS_MAX: usize = 9;
/// Most nodes on larger boards, where a node takes up to 1.5 µs.
const LARGE_NODES_MAX: u64 = ATTEMPT_NODES_MAX;
/// Largest board. On larger ones depth 1 alone may take more than 100 µs.
const ATTEMPT_CELLS_MAX: usize = 42;

/// How much work an answer may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// At once or not at all: at most about 100 µs on a small board, some milliseconds on any. The answer is that of [`Effort::Full`].
    Instant,
    /// As much as the limits of the query allow.
    Full,
    /// As [`Effort::Full`], for a query that [`Effort::Instant`] has left unanswered: its attempt is not made again.
    AfterInstant,
    /// The least answer there is, for a request whose time is over before its turn: a search of depth 1. There is none by a
    /// retrograde table.
    Least,
}

impl Effort {
    /// Whether the whole work is done, with or without an attempt before it.
    #[must_use]
    pub const fn is_full(self) -> bool {
        matches!(self, Effort::Full | Effort::AfterInstant)
    }
}

impl Engine {
    /// The effort that a query takes: a look-up at once is a look-up in full.
    pub(super) fn effort(&self, query: &Query, effort: Effort) -> Effort {
        if effort == Effort::Instant && self.plan(query) == Plan::Instant { Effort::Full } else { effort }
    }

    /// Answers a query by a quick attempt or, if that does not finish, by a full search.
    ///
    /// A search for results within a horizon makes no attempt, which would cost a short one a third of its time: it finds the
    /// same with and without. Elsewhere that is not so: an exact source may spend a part of the nodes only, and the table of an
    /// attempt at alpha-beta is smaller, so that the number of nodes may differ.
    pub(super) fn answer_in_full(
        &self,
        query: &Query,
        strategy: &Strategy,
        demand: Demand,
        effort: Effort,
        threads: &dyn Threads,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let mut finished = None;
        if effort == Effort::Full
            && !strategy.is_horizon()
            && let Some(limited) = limited(query)
        {
            // An unfinished attempt leaves no trace.
            let mut depths = Vec::new();
            let analysis =
                self.answer_by_strategy(&limited, strategy, demand, &mut |analysis| depths.push(analysis.clone()))?;
            if is_finished(query, &limited, &analysis.report) {
                depths.iter().for_each(&mut *on_depth);
                finished = Some(analysis);
            }
        }
        let analysis = match finished {
            Some(analysis) => analysis,
            None => self.answer_by_strategy_on(query, strategy, demand, threads, on_depth)?,
        };
        self.observe(&analysis.report);
        Ok(analysis)
    }

    /// Makes only the quick attempt; `None` if it does not finish.
    pub(super) fn attempt(&self, query: &Query, demand: Demand) -> Result<Option<Analysis>, EngineError> {
        let Some(limited) = limited(query) else { return self.check(query).map(|()| None) };
        let analysis = self.answer_by_strategy(&limited, &self.strategy(query)?, demand, &mut |_| {})?;
        Ok(is_finished(query, &limited, &analysis.report).then_some(analysis))
    }

    /// Answers at depth 1. `None` if the query requires a retrograde table.
    pub(super) fn least(&self, query: &Query, demand: Demand) -> Result<Option<Analysis>, EngineError> {
        if query.algorithm == Algorithm::Retrograde {
            return Ok(None);
        }
        // The node limit is reached at once, so that the search values each move by patterns or lines and looks no further.
        let limits = Limits { depth: Some(1), nodes: Some(1), ..Limits::default() };
        // A trap would search every reply.
        let tie_break = if query.tie_break == TieBreak::Trap { TieBreak::First } else { query.tie_break };
        // The hand-made rules take less time than any search.
        let is_by_rules = query.algorithm == Algorithm::Rules;
        let algorithm = if is_by_rules { Algorithm::Rules } else { Algorithm::AlphaBeta };
        let least = Query { algorithm, limits, tie_break, ..query.clone() };
        let mut analysis = self.answer_by_strategy(&least, &self.strategy(&least)?, demand, &mut |_| {})?;
        // The end of the time, not the depth, ended the search.
        analysis.report.stop = Stop::Movetime;
        Ok(Some(analysis))
    }
}

/// The query of a quick attempt; `None` if there is none.
fn limited(query: &Query) -> Option<Query> {
    let is_table = StrategyKind::of(query) == StrategyKind::Table;
    // A trap would search the replies as well.
    if is_table || is_large(query) || query.tie_break == TieBreak::Trap {
        return None;
    }
    let nodes_max = if query.position.rules().cells() > SMALL_CELLS_MAX { LARGE_NODES_MAX } else { NODES_MAX };
    let nodes = Some(query.limits.nodes.map_or(nodes_max, |nodes| nodes.min(nodes_max)));
    Some(Query { limits: Limits { nodes, ..query.limits.clone() }, ..query.clone() })
}

/// Whether the board is too large for an attempt.
pub(super) fn is_large(query: &Query) -> bool {
    query.position.rules().cells() > ATTEMPT_CELLS_MAX
}

/// Whether a full search would end at the same point as an attempt with this report.
fn is_finished(query: &Query, limited: &Query, report: &Report) -> bool {
    // Minimax starts at its depth, and falls back to depth 1 if that takes too many nodes.
    let asked = query.limits.depth.map(|depth| depth.clamp(1, query.position.empties() as u32));
    if query.algorithm == Algorithm::Minimax && asked.is_some_and(|depth| report.depth != depth) {
        return false;
    }
    match report.stop {
        Stop::Nodes => query.limits.nodes == limited.limits.nodes,
        stop => stop == Stop::Solved || report.source == Source::Search,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineConfig;
    use crate::game::zobrist::mix;
    use crate::game::{Game, Overline, Position, Preset, Rules, RulesSpec, Status};
    use crate::heuristic::{Heuristic, Named};
    use crate::parts::InPlace;

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
                    let strategy = engine.strategy(&query).expect("a search");
                    assert!(strategy.is_horizon());
                    for demand in [Demand::Choice, Demand::Ranking(usize::MAX)] {
                        let Some(attempt) = engine.attempt(&query, demand).expect("an answer") else { continue };
                        let whole =
                            engine.answer_in_full(&query, &strategy, demand, Effort::Full, &InPlace, &mut |_| {});
                        let whole = whole.expect("an answer");
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
                        let Some(attempt) = engine.attempt(&query, demand).expect("an answer") else { continue };
                        let strategy = engine.strategy(&query).expect("a search");
                        let full =
                            engine.answer_by_strategy(&query, &strategy, demand, &mut |_| {}).expect("an answer");
                        assert_eq!(attempt, full, "{:?} {}", query.limits, query.position.board());
                        finished += 1;
                    }
                }
            }
        }
        assert!(finished > 50, "{finished}");
    }

    /// An attempt visits few nodes, and there is none on large boards, by tables and for traps.
    #[test]
    fn attempts_are_short() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        for preset in Preset::ALL {
            let rules = preset.rules();
            let query = |algorithm| Query { algorithm, ..Query::new(Position::new(preset)) };
            let searched = query(Algorithm::AlphaBeta);
            let Some(attempt) = limited(&searched) else {
                assert!(rules.cells() > 42, "{}", preset.name());
                continue;
            };
            assert!(rules.cells() <= 42, "{}", preset.name());
            let strategy = engine.strategy(&attempt).expect("a search");
            let report =
                engine.answer_by_strategy(&attempt, &strategy, Demand::Choice, &mut |_| {}).expect("an answer").report;
            let nodes_max = if rules.cells() <= 9 { 256 } else { 48 };
            // The smallest games are over by then.
            let ended = (report.counts.nodes == nodes_max && report.stop == Stop::Nodes) || report.stop == Stop::Solved;
            assert!(report.counts.nodes <= nodes_max && ended, "{}: {report:?}", preset.name());
            assert!(limited(&Query { tie_break: TieBreak::Trap, ..searched }).is_none());
            if rules.cells() <= 12 {
                assert!(limited(&query(Algorithm::Retrograde)).is_none());
            }
        }
    }
}
