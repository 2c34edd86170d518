//! The dispatch: answers queries by table, book, solver or search.

mod answer;
mod classes;
pub mod continuations;
mod effort;
mod exact;
pub mod expectation;
mod explain;
mod forced;
mod fours;
mod hand_rules;
pub mod level;
mod match_play;
mod observer;
pub mod puzzle;
mod query;
pub mod reasons;
pub mod review;
mod search;
mod shared;
mod strategy;
mod tables;
mod tie_break;

pub use effort::Effort;
pub use level::Level;
pub use match_play::{Match, MatchResult, PlayedGame, PlayedMove, PlayerConfig, PlayerResult};
pub use query::{Algorithm, Analysis, EngineError, Query, RankedMove, Report, Source, SourceLeft, TieBreak};
pub use shared::{Engine, EngineConfig};
pub use strategy::has_exact_source;

use crate::game::{Preset, Rules, Status};
use crate::parts::{InPlace, Threads};
pub use crate::solve::TooLarge;
use crate::solve::{Retrograde, Session};
use effort::is_large;
use level::SkilledQuery;
use query::Demand;
use strategy::StrategyKind;

/// Whether there is an opening book for the rules, which takes the feature `book`. With it, every position is solved within
/// seconds.
#[must_use]
pub fn has_book(rules: &Rules) -> bool {
    cfg!(feature = "book") && *rules == Preset::ConnectFour.rules()
}

/// Loads the book, if there is one, which takes some milliseconds. Otherwise the first query about Connect Four does.
pub fn load_book() {
    Session::load_book();
}

/// Whether a query is a look-up or a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Microseconds: a table look-up.
    Instant,
    /// As long as its limits allow.
    Search,
}

impl Engine {
    /// Chooses a move, by rank, skill and tie-break.
    ///
    /// # Errors
    /// The game is over, there is no move to choose from, or the algorithm or the heuristic does not fit the rules.
    pub fn choose(&self, query: &Query) -> Result<(RankedMove, Report), EngineError> {
        self.choose_in_full(query, Effort::Full, &mut |_| {})
    }

    /// As [`Engine::choose`], with an effort; `None` if there is no move for it. Calls `on_depth` with the ranking of each
    /// completed depth, before the tie-break applies.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_with(
        &self,
        query: &Query,
        effort: Effort,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Option<(RankedMove, Report)>, EngineError> {
        let analysis = match self.effort(query, effort) {
            // To choose the moves that a weaker player considers would take as long there as an attempt.
            Effort::Instant if is_large(query) => return self.check(query).map(|()| None),
            Effort::Instant => {
                let skilled = SkilledQuery::of(query);
                let analysis = self.attempt(&skilled.query, skilled.demand)?;
                // The full search looks a second time.
                let analysis = analysis.filter(|analysis| skilled.second_look(analysis).is_none());
                analysis.inspect(|analysis| self.observe(&analysis.report)).map(|analysis| skilled.pick(analysis))
            }
            Effort::Least => {
                let skilled = SkilledQuery::of(query);
                self.least(&skilled.query, skilled.demand)?.map(|analysis| skilled.pick(analysis))
            }
            full => return self.choose_in_full(query, full, on_depth).map(Some),
        };
        Ok(analysis.map(Analysis::into_choice))
    }

    fn choose_in_full(
        &self,
        query: &Query,
        effort: Effort,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<(RankedMove, Report), EngineError> {
        let skilled = SkilledQuery::of(query);
        let strategy = self.strategy(&skilled.query)?;
        // Where a second look is possible, its need may be the reason why there was no answer at once.
        let effort = if skilled.query.reserve.is_empty() { effort } else { Effort::Full };
        let mut analysis =
            self.answer_in_full(&skilled.query, &strategy, skilled.demand, effort, &InPlace, on_depth)?;
        if let Some(query) = skilled.second_look(&analysis) {
            let first = analysis.report;
            analysis = self.answer_in_full(&query, &strategy, skilled.demand, Effort::Full, &InPlace, &mut |_| {})?;
            analysis.report.counts += first.counts;
            if first.depended_on_the_clock() {
                analysis.report.part_ended_by(first.stop);
            }
        }
        Ok(skilled.pick(analysis).into_choice())
    }

    /// Ranks the best `multi_pv` moves with exact scores. Searches one of each class of equivalent moves. The first move is that
    /// of [`Engine::choose`] at full strength, unless a node or time limit ends one of the two: ranking fewer moves gets
    /// deeper.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn analyse(&self, query: &Query) -> Result<Analysis, EngineError> {
        self.analyse_in_full(query, Effort::Full, &InPlace, &mut |_| {})
    }

    /// As [`Engine::analyse`], with an effort; `None` if there is no ranking for it. Calls `on_depth` with each completed depth,
    /// including the last.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn analyse_with(
        &self,
        query: &Query,
        effort: Effort,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Option<Analysis>, EngineError> {
        self.analyse_on(query, effort, &InPlace, on_depth)
    }

    /// As [`Engine::analyse_with`], on lent threads as well: one helps to prove the scores of all moves, where no limit of positions
    /// divides that work. Unless time ends it, the analysis is the same without.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn analyse_on(
        &self,
        query: &Query,
        effort: Effort,
        threads: &dyn Threads,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Option<Analysis>, EngineError> {
        let demand = Demand::Ranking(query.ranked());
        match self.effort(query, effort) {
            Effort::Instant => {
                let analysis = self.attempt(query, demand)?;
                Ok(analysis.inspect(|analysis| self.observe(&analysis.report)))
            }
            Effort::Least => self.least(query, demand),
            full => self.analyse_in_full(query, full, threads, on_depth).map(Some),
        }
    }

    fn analyse_in_full(
        &self,
        query: &Query,
        effort: Effort,
        threads: &dyn Threads,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let strategy = self.strategy(query)?;
        self.answer_in_full(query, &strategy, Demand::Ranking(query.ranked()), effort, threads, on_depth)
    }

    /// Whether the query is a look-up or a search.
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
}

const _: () = {
    // All threads of a service share it.
    const fn shared<T: Send + Sync>() {}
    shared::<Engine>();
    // The table of tic-tac-toe is always there.
    assert!(3 * 3 <= Retrograde::CELLS_MAX);
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Position};
    use crate::search::Limits;

    #[test]
    fn only_an_engine_for_one_game_remembers_its_searches() {
        let nodes = |engine: Engine| {
            let limits = Limits { depth: Some(4), ..Limits::default() };
            let query = Query { limits, ..Query::new(Position::new(Game::shared(Preset::Gomoku.rules()))) };
            [(); 2].map(|()| engine.choose(&query).expect("moves are left").1.counts.nodes)
        };
        let config = EngineConfig { table_bytes: 1 << 20 };
        let [first, again] = nodes(Engine::new(config));
        assert_eq!(first, again);
        let [first, again] = nodes(Engine::for_one_game(config));
        assert!(again < first, "{again} of {first}");
    }

    #[test]
    fn a_game_begins_in_the_same_memory_and_without_knowledge() {
        let mut engine = Engine::for_one_game(EngineConfig { table_bytes: 1 << 20 });
        let nodes = |engine: &Engine| {
            let limits = Limits { depth: Some(6), ..Limits::default() };
            let mut position = Position::new(Game::shared(Preset::Gomoku.rules()));
            [112, 98, 111].into_iter().for_each(|cell| position.play(cell).expect("a legal move"));
            engine.choose(&Query { limits, ..Query::new(position) }).expect("moves are left").1.counts.nodes
        };
        engine.start_game();
        assert_eq!(engine.memories_made(), 1, "before the first search");
        let first = nodes(&engine);
        assert!(nodes(&engine) < first);
        for _ in 0..3 {
            engine.start_game();
            engine.resize(EngineConfig { table_bytes: 1 << 20 });
            assert_eq!((nodes(&engine), engine.memories_made()), (first, 1));
        }
        engine.resize(EngineConfig { table_bytes: 2 << 20 });
        nodes(&engine);
        assert_eq!(engine.memories_made(), 2);
    }

    #[test]
    fn only_a_table_that_is_there_answers_at_once() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        let query =
            |preset: Preset, algorithm| Query { algorithm, ..Query::new(Position::new(Game::shared(preset.rules()))) };
        assert_eq!(engine.plan(&query(Preset::TicTacToe, Algorithm::Retrograde)), Plan::Instant);
        assert_eq!(engine.plan(&query(Preset::TicTacToe, Algorithm::AlphaBeta)), Plan::Search);
        let by_table = query(Preset::MisereTicTacToe, Algorithm::Retrograde);
        assert_eq!(engine.plan(&by_table), Plan::Search);
        engine.choose(&by_table).expect("moves are left");
        assert_eq!(engine.plan(&by_table), Plan::Instant);
    }
}
