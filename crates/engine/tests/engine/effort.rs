//! The quick attempt that comes before a search: finished or not, the answer is that of the whole search.

use crate::common::{Seeded, assorted_rules, random_position, rules};
use inarow_engine::engine::{Algorithm, Effort, Engine, EngineConfig, Query, Source, TieBreak};
use inarow_engine::game::Status;
use inarow_engine::search::Limits;

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

/// Questions about unfinished positions of all kinds, most of which take few nodes.
fn questions() -> Vec<Query> {
    let mut random = Seeded::new(7);
    let mut questions = Vec::new();
    for rules in assorted_rules() {
        for index in 0..60 {
            let position = random_position(&rules, index % 12 * rules.cells() / 12, &mut random);
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
    let (mut finished, mut left) = (0, 0);
    for query in questions() {
        let whole = engine.choose(&query).expect("an answer");
        let choose = |effort| engine.choose_with(&query, effort, &mut |_| {}).expect("an answer");
        if let Some(answer) = choose(Effort::Instant) {
            assert_eq!(answer, whole, "{:?} {}", query.limits, query.position.board());
            finished += 1;
        } else {
            assert_eq!(choose(Effort::AfterInstant), Some(whole), "{:?} {}", query.limits, query.position.board());
            left += 1;
        }
        let whole = engine.analyse(&query).expect("an answer");
        let analyse = |effort| engine.analyse_with(&query, effort, &mut |_| {}).expect("an answer");
        let analysis = analyse(Effort::Instant).or_else(|| analyse(Effort::AfterInstant));
        assert_eq!(analysis, Some(whole));
    }
    println!("{finished} finished, {left} left unanswered");
    assert!(finished > 200 && left > 50, "{finished} finished, {left} left unanswered");
}

/// Late positions are solved in place.
#[test]
fn an_attempt_of_the_solver_is_finished() {
    let engine = engine();
    let solved = (0..10).filter(|&seed| {
        let position = random_position(&rules(7, 6, 4, "gravity"), 38, &mut Seeded::new(seed));
        let chosen = engine.choose_with(&Query::new(position), Effort::Instant, &mut |_| {}).expect("an answer");
        chosen.is_some_and(|(_, report)| report.source == Source::Solver)
    });
    assert!(solved.count() > 0);
}

/// A player who sees that the moves it considers lose looks at others. An attempt does not answer then.
#[test]
fn an_attempt_does_not_leave_out_a_second_look() {
    let engine = engine();
    let mut random = Seeded::new(3);
    let mut second_looks = 0;
    for extras in ["", "gravity", "misere", "gravity misere"] {
        for seed in 0..300 {
            let position = random_position(&rules(3, 3, 3, extras), random.below(6), &mut random);
            let query = Query { algorithm: Algorithm::AlphaBeta, skill: 85, seed, ..Query::new(position) };
            let choose = |effort| engine.choose_with(&query, effort, &mut |_| {}).expect("an answer");
            let (whole, at_once) = (choose(Effort::Full), choose(Effort::Instant));
            let later = if at_once.is_none() { choose(Effort::AfterInstant) } else { at_once.clone() };
            assert_eq!(later, whole, "seed {seed}");
            // The search that answers is a second one: attempts end after 256 nodes.
            let nodes = whole.map_or(0, |(_, report)| report.counts.nodes);
            second_looks += usize::from(at_once.is_none() && nodes < 256);
        }
    }
    assert!(second_looks > 3, "{second_looks}");
}
