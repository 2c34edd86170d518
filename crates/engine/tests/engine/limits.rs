//! Answers of an engine without time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::common::{Seeded, random_position, rules};
use inarow_engine::engine::review::Review;
use inarow_engine::engine::{
    Algorithm, Effort, Engine, EngineConfig, Match, PlayerConfig, Query, Report, Source, TieBreak,
};
use inarow_engine::game::{Game, Position};
use inarow_engine::parts::InPlace;
use inarow_engine::search::{Limits, Stop};

/// A search whose time was over before it began answers from its first depth and says so.
#[test]
fn without_time_there_is_an_answer_at_depth_1() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    for (rules, algorithm) in [
        (rules(7, 6, 4, "gravity"), Algorithm::Auto),
        (rules(7, 6, 4, "gravity"), Algorithm::AlphaBeta),
        (rules(7, 6, 4, "gravity"), Algorithm::Solver),
        (rules(7, 6, 4, "gravity"), Algorithm::Minimax),
        (rules(5, 5, 4, ""), Algorithm::Auto),
        (rules(6, 6, 4, "misere"), Algorithm::Auto),
        (rules(15, 15, 5, ""), Algorithm::Auto),
        (rules(15, 15, 6, ""), Algorithm::Auto),
    ] {
        for plies in [2, 7] {
            let position = random_position(&rules, plies, &mut Seeded::new(3));
            let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
            let query = Query { algorithm, limits, ..Query::new(position) };
            let (line, report) = engine.choose(&query).expect("an answer");
            let is_book = report.source == Source::Book;
            assert!(query.moves.contains(&line.cell));
            assert!(
                is_book || (report.depth, report.stop) == (1, Stop::Movetime),
                "{rules:?} {algorithm:?} {report:?}"
            );
            let analysis = engine.analyse(&query).expect("an answer");
            let Report { depth, stop, source, .. } = analysis.report;
            assert!(source == Source::Book || (depth, stop) == (1, Stop::Movetime), "{rules:?} {algorithm:?}");
            assert_eq!(analysis.moves.len(), query.moves.len());
        }
    }
}

/// A trap looks at no reply when the time is over or the nodes are used up: it costs what a random choice costs, and says why.
#[test]
fn a_trap_ends_with_the_limits_of_its_search() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    for (rules, algorithm) in [
        (rules(20, 20, 6, ""), Algorithm::Auto),
        (rules(20, 20, 6, ""), Algorithm::Rules),
        (rules(15, 15, 5, ""), Algorithm::Auto),
        (rules(7, 6, 4, "gravity"), Algorithm::AlphaBeta),
        (rules(5, 5, 4, ""), Algorithm::Auto),
        (rules(6, 6, 4, "misere"), Algorithm::Minimax),
    ] {
        let position = Position::new(Game::shared(&rules));
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        let few = Limits { nodes: Some(1), ..Limits::default() };
        for (limits, stop) in [(late, Stop::Movetime), (few, Stop::Nodes)] {
            let choose = |tie_break| {
                let query = Query { algorithm, tie_break, limits: limits.clone(), ..Query::new(position.clone()) };
                engine.choose(&query).expect("an answer").1
            };
            let (trap, random) = (choose(TieBreak::Trap), choose(TieBreak::Random));
            assert_eq!(trap.counts.nodes, random.counts.nodes, "{rules:?} {algorithm:?}");
            // The hand-made rules count no nodes.
            let is_counted = algorithm != Algorithm::Rules || stop == Stop::Movetime;
            assert!(!is_counted || trap.stop == stop, "{rules:?} {algorithm:?} {trap:?}");
        }
    }
}

/// All nodes together stay within the limit, but for the first depth of one search.
#[test]
fn a_trap_looks_at_replies_within_the_nodes_that_are_left() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let position = Position::new(Game::shared(rules(12, 12, 6, "")));
    let choose = |nodes| {
        let limits = Limits { nodes: Some(nodes), depth: Some(2), ..Limits::default() };
        engine
            .choose(&Query { tie_break: TieBreak::Trap, limits, ..Query::new(position.clone()) })
            .expect("an answer")
            .1
    };
    let whole = choose(1_000_000);
    assert_eq!(whole.stop, Stop::Depth);
    for nodes in [1, 2, 3].map(|quarters| whole.counts.nodes / 4 * quarters) {
        let cut = choose(nodes);
        assert_eq!(cut.stop, Stop::Nodes, "{nodes} of {}", whole.counts.nodes);
        assert!(cut.counts.nodes <= nodes + 145, "{} of {nodes}", cut.counts.nodes);
        assert_eq!(cut, choose(nodes), "nodes do not depend on the clock");
    }
}

/// To make a table takes longer than to search one ply; one that is there is used.
#[test]
fn without_time_no_table_is_made() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let position = random_position(&rules(4, 3, 3, "misere"), 1, &mut Seeded::new(3));
    let asked = |algorithm, deadline| {
        let limits = Limits { deadline, ..Limits::default() };
        engine.choose(&Query { algorithm, limits, ..Query::new(position.clone()) }).expect("a move").1
    };
    let late = asked(Algorithm::Auto, Some(Instant::now()));
    assert_eq!((late.source, late.depth, late.stop), (Source::Search, 1, Stop::Movetime));
    assert_eq!(asked(Algorithm::Retrograde, Some(Instant::now())).source, Source::Table);
    assert_eq!(asked(Algorithm::Auto, Some(Instant::now())).source, Source::Table);
}

#[test]
fn a_fallback_is_a_search_of_depth_1_whatever_was_asked_for() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let position = random_position(&rules(7, 6, 4, "gravity"), 5, &mut Seeded::new(3));
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let fallback = |algorithm, tie_break| {
        let query = Query { algorithm, tie_break, limits: limits.clone(), ..Query::new(position.clone()) };
        engine.choose_with(&query, Effort::Least, &mut |_| {}).expect("an answer").map(|(_, report)| report)
    };
    let searched = fallback(Algorithm::AlphaBeta, TieBreak::First).expect("a search");
    assert_eq!((searched.algorithm, searched.depth, searched.stop), (Algorithm::AlphaBeta, 1, Stop::Movetime));
    for algorithm in [Algorithm::Auto, Algorithm::Minimax, Algorithm::Solver] {
        assert_eq!(fallback(algorithm, TieBreak::First), Some(searched));
    }
    let ties = |tie_break| {
        let empty = Query::new(Position::new(Game::shared(rules(4, 4, 4, ""))));
        engine.choose_with(&Query { tie_break, ..empty }, Effort::Least, &mut |_| {}).expect("an answer")
    };
    assert_eq!(ties(TieBreak::Trap), ties(TieBreak::First), "the replies are not searched");
    let by_rules = fallback(Algorithm::Rules, TieBreak::First).expect("an answer");
    assert_eq!((by_rules.algorithm, by_rules.stop), (Algorithm::Rules, Stop::Movetime));
    assert_eq!(fallback(Algorithm::Retrograde, TieBreak::First), None);
}

#[test]
fn players_without_time_play_a_whole_match_at_depth_1() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let player = |algorithm| PlayerConfig { algorithm, movetime: Some(Duration::ZERO), ..PlayerConfig::default() };
    let players = [player(Algorithm::Auto), player(Algorithm::Minimax)];
    let plan = Match::new(Game::shared(rules(5, 5, 4, "")), players, 2);
    let result = engine.play_match(&plan, &mut |_, _| ControlFlow::Continue(())).expect("both can play");
    assert!(result.complete);
    let mut moves = result.games.iter().flat_map(|game| &game.moves);
    assert!(
        moves.all(|played| played.report.depth == 1 && matches!(played.report.stop, Stop::Movetime | Stop::Solved))
    );
}

#[test]
fn a_review_without_time_judges_each_move_at_depth_1() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let game = random_position(&rules(5, 5, 4, ""), 8, &mut Seeded::new(3));
    let review = |game, algorithm| Review { game, algorithm, heuristic: None, limits: Limits::default(), multi_pv: 1 };
    let least =
        |review: &Review| engine.review_with(review, Effort::Least, &InPlace, &mut |_, _| {}).expect("an answer");
    let moves = least(&review(game.clone(), Algorithm::Auto)).expect("a search");
    assert!(moves.iter().map(|judged| judged.played.cell).eq(game.moves()));
    assert!(moves.iter().all(|judged| judged.report.depth == 1));
    let small = random_position(&rules(3, 3, 3, ""), 4, &mut Seeded::new(3));
    let refused = least(&review(small, Algorithm::Retrograde));
    assert!(refused.is_none(), "a table cannot be left half made");
}
