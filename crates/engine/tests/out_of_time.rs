//! What an engine answers when it has no time.

mod common;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use common::{Seeded, random_position, rules};
use inarow_engine::engine::review::Review;
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Match, PlayerConfig, Query, Report, Source, TieBreak};
use inarow_engine::game::{Game, Position};
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
            let position = random_position(rules, plies, &mut Seeded::new(3));
            let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
            let query = Query { algorithm, limits, ..Query::new(position) };
            let (line, report) = engine.choose(&query).expect("an answer");
            let is_book = report.source == Source::Book;
            assert!(query.moves.contains(&line.cell));
            assert!(
                is_book || (report.depth, report.stop) == (1, Stop::Movetime),
                "{rules:?} {algorithm:?} {report:?}"
            );
            let analysis = engine.analyse(&query, &mut |_| {}).expect("an answer");
            let Report { depth, stop, source, .. } = analysis.report;
            assert!(source == Source::Book || (depth, stop) == (1, Stop::Movetime), "{rules:?} {algorithm:?}");
            assert_eq!(analysis.lines.len(), query.moves.len());
        }
    }
}

#[test]
fn a_fallback_is_a_search_of_depth_1_whatever_was_asked_for() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let position = random_position(rules(7, 6, 4, "gravity"), 5, &mut Seeded::new(3));
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let fallback = |algorithm, tie_break| {
        let query = Query { algorithm, tie_break, limits: limits.clone(), ..Query::new(position.clone()) };
        engine.choose_fallback(&query).expect("an answer").map(|(_, report)| report)
    };
    let searched = fallback(Algorithm::AlphaBeta, TieBreak::First).expect("a search");
    assert_eq!((searched.algorithm, searched.depth, searched.stop), (Algorithm::AlphaBeta, 1, Stop::Movetime));
    for algorithm in [Algorithm::Auto, Algorithm::Minimax, Algorithm::Solver] {
        assert_eq!(fallback(algorithm, TieBreak::First), Some(searched));
    }
    let ties = |tie_break| {
        let empty = Query::new(Position::new(Game::shared(rules(4, 4, 4, ""))));
        engine.choose_fallback(&Query { tie_break, ..empty }).expect("an answer")
    };
    assert_eq!(ties(TieBreak::Trap), ties(TieBreak::First), "the replies are not searched");
    let by_rules = fallback(Algorithm::Rules, TieBreak::First).expect("an answer");
    assert_eq!((by_rules.algorithm, by_rules.stop), (Algorithm::Rules, Stop::Movetime));
    assert_eq!(fallback(Algorithm::Retrograde, TieBreak::First), None);
}

#[test]
fn players_without_time_play_a_whole_match_at_depth_1() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let player = |algorithm| PlayerConfig {
        algorithm,
        heuristic: None,
        depth: None,
        nodes: None,
        movetime: Some(Duration::ZERO),
        tie_break: TieBreak::First,
        skill: 100,
    };
    let plan = Match {
        start: Position::new(Game::shared(rules(5, 5, 4, ""))),
        players: [player(Algorithm::Auto), player(Algorithm::Minimax)],
        games: 2,
        seed: 0,
        deadline: None,
        cancel: None,
    };
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
    let game = random_position(rules(5, 5, 4, ""), 8, &mut Seeded::new(3));
    let review = |game, algorithm| Review { game, algorithm, heuristic: None, limits: Limits::default(), multi_pv: 1 };
    let moves = engine.review_fallback(&review(game.clone(), Algorithm::Auto)).expect("an answer").expect("a search");
    assert!(moves.iter().map(|judged| judged.line.cell).eq(game.moves()));
    assert!(moves.iter().all(|judged| judged.report.depth == 1));
    let small = random_position(rules(3, 3, 3, ""), 4, &mut Seeded::new(3));
    let refused = engine.review_fallback(&review(small, Algorithm::Retrograde)).expect("an answer");
    assert!(refused.is_none(), "a table cannot be left half made");
}
