//! The quick attempt: a search of few nodes that comes before every other, so that whether an answer is found in place or
//! on a thread of its own makes no difference to it.
//!
//! The worst attempt measured, on boards of 7×6, takes about 70 µs in a release build. Its nodes alone bound it.

use super::strategy::StrategyKind;
use super::{Algorithm, Analysis, Demand, Engine, EngineError, Line, Query, Report, Source, TieBreak};
use crate::search::{Limits, Stop};

/// Most nodes of an attempt on a small board, of up to [`SMALL_CELLS_MAX`] cells.
pub(super) const NODES_MAX: u64 = 256;
const SMALL_CELLS_MAX: usize = 9;
/// Most nodes of an attempt on a larger board, where each takes longer: up to a microsecond and a half in a proof.
const LARGE_NODES_MAX: u64 = 48;
/// Larger boards have no attempt: their first depth alone may take longer than 100 µs.
const CELLS_MAX: usize = 42;

/// What a quick attempt found.
#[derive(Debug)]
pub enum Quick<T> {
    /// The answer: a whole search gives the same one.
    Finished(T),
    /// The best so far; there is more to search.
    Partial(T),
    /// Nothing: the query is none for a quick attempt.
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
    /// Makes the quick attempt of [`Engine::choose`] alone.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_quick(&self, query: &Query) -> Result<Quick<(Line, Report)>, EngineError> {
        Ok(self.observed_quick(query, Demand::Choice)?.map(Analysis::into_choice))
    }

    /// Makes the quick attempt of [`Engine::analyse`] alone.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn analyse_quick(&self, query: &Query) -> Result<Quick<Analysis>, EngineError> {
        self.observed_quick(query, Demand::Ranking(query.ranked()))
    }

    fn observed_quick(&self, query: &Query, demand: Demand) -> Result<Quick<Analysis>, EngineError> {
        let quick = self.quick(query, demand, &mut |_| {})?;
        if let Quick::Finished(analysis) = &quick {
            self.observe(&analysis.report);
        }
        Ok(quick)
    }

    /// Answers a query with a quick attempt and, if that does not finish, with a whole search.
    pub(super) fn answer_in_full(
        &self,
        query: &Query,
        demand: Demand,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        // An attempt that does not finish is as if it had not been made.
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
        // The trap searches the replies, too.
        if is_table || cells > CELLS_MAX || query.tie_break == TieBreak::Trap {
            return Ok(Quick::Skipped);
        }
        let nodes_max = if cells > SMALL_CELLS_MAX { LARGE_NODES_MAX } else { NODES_MAX };
        let mut limited = query.clone();
        limited.limits.nodes = Some(query.limits.nodes.map_or(nodes_max, |nodes| nodes.min(nodes_max)));
        let analysis = self.answer(&limited, demand, on_depth)?;
        let all_asked = query.limits.nodes == limited.limits.nodes;
        Ok(if is_finished(query, &analysis.report, all_asked) {
            Quick::Finished(analysis)
        } else {
            Quick::Partial(out_of_time(analysis))
        })
    }

    /// A move for when the time is over before a search could begin: the best at the least depth. `None` where only a table
    /// will do.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_late(&self, query: &Query) -> Result<Option<(Line, Report)>, EngineError> {
        Ok(self.late(query, Demand::Choice)?.map(Analysis::into_choice))
    }

    /// A ranking for when the time is over before a search could begin, as [`Engine::choose_late`].
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn analyse_late(&self, query: &Query) -> Result<Option<Analysis>, EngineError> {
        self.late(query, Demand::Ranking(query.ranked()))
    }

    fn late(&self, query: &Query, demand: Demand) -> Result<Option<Analysis>, EngineError> {
        if query.algorithm == Algorithm::Retrograde {
            return Ok(None);
        }
        let limits = Limits { depth: Some(1), nodes: Some(NODES_MAX), ..Limits::default() };
        // The trap would search every reply.
        let tie_break = if query.tie_break == TieBreak::Trap { TieBreak::First } else { query.tie_break };
        let least = Query { algorithm: Algorithm::AlphaBeta, limits, tie_break, ..query.clone() };
        Ok(Some(out_of_time(self.answer(&least, demand, &mut |_| {})?)))
    }
}

/// Whether the limits are those of a quick attempt, or less.
pub(super) fn is_quick(limits: &Limits) -> bool {
    limits.nodes.is_some_and(|nodes| nodes <= NODES_MAX)
}

/// Whether a whole search would have ended here; `all_asked` if it may visit no more nodes than the attempt.
fn is_finished(query: &Query, report: &Report, all_asked: bool) -> bool {
    // Plain minimax goes to its depth at once, and falls back to the first one if that takes too many nodes.
    let asked = query.limits.depth.map(|depth| depth.clamp(1, query.position.empties() as u32));
    if query.algorithm == Algorithm::Minimax && asked.is_some_and(|depth| report.depth != depth) {
        return false;
    }
    match report.stop {
        Stop::Nodes => all_asked,
        stop => stop == Stop::Solved || report.source == Source::Search,
    }
}

/// What is known once the time is over.
fn out_of_time(analysis: Analysis) -> Analysis {
    Analysis { report: Report { stop: Stop::Movetime, ..analysis.report }, ..analysis }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineConfig;
    use crate::game::zobrist::mix;
    use crate::game::{Game, Overline, Position, Rules, RulesSpec, Status};

    /// A position after random moves, or before the one that would have ended the game.
    fn random_position(spec: RulesSpec, plies: u64) -> Position {
        let mut position = Position::new(Game::shared(Rules::new(spec).expect("valid rules")));
        for ply in 0..plies {
            let moves: Vec<_> = position.legal_moves().collect();
            position.play_unchecked(moves[mix(ply ^ plies << 8) as usize % moves.len()], |_, _| {});
            if position.status() != Status::Ongoing {
                position.undo();
                break;
            }
        }
        position
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
                        let whole = engine.answer(&query, demand, &mut |_| {}).expect("an answer");
                        assert_eq!(attempt, whole, "{:?} {}", query.limits, query.position.board());
                        finished += 1;
                    }
                }
            }
        }
        assert!(finished > 50, "{finished}");
    }
}
