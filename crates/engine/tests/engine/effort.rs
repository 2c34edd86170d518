//! The quick attempt that comes before a search: finished or not, the answer is that of the whole search.

use crate::common::{Seeded, assorted_rules, random_position, rules};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query, Quick, Source, TieBreak};
use inarow_engine::game::{Game, Position, Preset, Status};
use inarow_engine::search::{Limits, Stop};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

/// Questions about unfinished positions of all kinds, most of which take few nodes.
fn questions() -> Vec<Query> {
    let mut random = Seeded::new(7);
    let mut questions = Vec::new();
    for rules in assorted_rules() {
        for index in 0..60 {
            let position = random_position(rules, index % 12 * rules.cells() / 12, &mut random);
            if position.status() != Status::Ongoing {
                continue;
            }
            let algorithm = [Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Auto][index % 3];
            // Without a depth, exact sources come first.
            let is_open = index % 3 == 2;
            let limits = Limits {
                depth: (!is_open).then_some(1 + index as u32 % 4),
                nodes: (is_open || index % 5 == 0).then_some(20 + 70 * (index as u64 % 12)),
                ..Limits::default()
            };
            let tie_break = [TieBreak::First, TieBreak::Random, TieBreak::Lines][index / 3 % 3];
            let skill = [100, 100, 80, 50][index / 2 % 4];
            let seed = index as u64;
            questions.push(Query { algorithm, limits, tie_break, skill, seed, ..Query::new(position) });
        }
    }
    questions
}

#[test]
fn a_finished_attempt_is_the_whole_search() {
    let engine = engine();
    let (mut finished, mut partial) = (0, 0);
    for query in questions() {
        let whole = engine.choose(&query).expect("an answer");
        match engine.choose_quick(&query).expect("an answer") {
            Quick::Finished(answer) => {
                assert_eq!(answer, whole, "{:?} {}", query.limits, query.position.board());
                finished += 1;
            }
            Quick::Partial((line, report)) => {
                assert!(query.moves.contains(&line.cell));
                assert_eq!(report.stop, Stop::Movetime, "that is why it would be the answer");
                partial += 1;
            }
            Quick::Skipped => {}
        }
        let whole = engine.analyse(&query, &mut |_| {}).expect("an answer");
        if let Quick::Finished(analysis) = engine.analyse_quick(&query).expect("an answer") {
            assert_eq!((analysis.moves, analysis.report), (whole.moves, whole.report));
        }
    }
    println!("{finished} finished, {partial} partial");
    assert!(finished > 200 && partial > 50, "{finished} finished, {partial} partial");
}

/// Late positions are solved in place.
#[test]
fn an_attempt_of_the_solver_is_finished() {
    let engine = engine();
    let solved = (0..10).filter(|&seed| {
        let position = random_position(rules(7, 6, 4, "gravity"), 38, &mut Seeded::new(seed));
        let quick = engine.choose_quick(&Query::new(position)).expect("an answer");
        matches!(quick, Quick::Finished((_, report)) if report.source == Source::Solver)
    });
    assert!(solved.count() > 0);
}

/// A player who sees that the moves it considers lose looks at others. An attempt does not answer then.
#[test]
fn an_attempt_does_not_leave_out_a_second_look() {
    let engine = engine();
    let mut random = Seeded::new(3);
    let mut skipped = 0;
    for extras in ["", "gravity", "misere", "gravity misere"] {
        for seed in 0..300 {
            let position = random_position(rules(3, 3, 3, extras), random.below(6), &mut random);
            let query = Query { algorithm: Algorithm::AlphaBeta, skill: 85, seed, ..Query::new(position) };
            match engine.choose_quick(&query).expect("an answer") {
                Quick::Finished(answer) => assert_eq!(answer, engine.choose(&query).expect("an answer"), "seed {seed}"),
                Quick::Partial(_) => {}
                Quick::Skipped => skipped += 1,
            }
        }
    }
    assert!(skipped > 3, "{skipped}");
}

/// An attempt visits few nodes, and there is none on large boards, by tables and for traps.
#[test]
fn attempts_are_short() {
    let engine = engine();
    for preset in Preset::ALL {
        let rules = preset.rules();
        let query = |algorithm| Query { algorithm, ..Query::new(Position::new(Game::shared(rules))) };
        let is_skipped = |query: &Query| {
            let chosen = matches!(engine.choose_quick(query).expect("an answer"), Quick::Skipped);
            let ranked = matches!(engine.analyse_quick(query).expect("an answer"), Quick::Skipped);
            assert_eq!(chosen, ranked);
            ranked
        };
        let searched = query(Algorithm::AlphaBeta);
        assert_eq!(is_skipped(&searched), rules.cells() > 42, "{}", preset.name());
        if let Quick::Partial((_, report)) = engine.choose_quick(&searched).expect("an answer") {
            let nodes_max = if rules.cells() <= 9 { 256 } else { 48 };
            assert_eq!(report.counts.nodes, nodes_max, "{}", preset.name());
        }
        assert!(is_skipped(&Query { tie_break: TieBreak::Trap, ..searched }));
        if rules.cells() <= 12 {
            assert!(is_skipped(&query(Algorithm::Retrograde)));
        }
    }
}
