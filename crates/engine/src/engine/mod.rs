//! The dispatch: answers queries by table, book, solver or search.

mod answer;
mod choice;
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

pub use effort::Effort;
pub use level::Level;
pub use match_play::{Match, MatchResult, PlayedGame, PlayedMove, PlayerConfig, PlayerResult};
pub use query::{Algorithm, Analysis, EngineError, Query, RankedMove, Report, Source, SourceLeft, TieBreak};
pub use shared::{Engine, EngineConfig};
pub use strategy::has_exact_source;

use crate::game::{Preset, Rules, Status};
pub use crate::solve::TooLarge;
use crate::solve::{Retrograde, Session};
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

/// How long a query may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Microseconds: a table look-up.
    Instant,
    /// As long as its limits allow.
    Search,
}

impl Engine {
    /// How long the query may take.
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
            let limits = Limits { depth: Some(5), ..Limits::default() };
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
