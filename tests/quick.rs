//! The quick attempt that comes before a search: finished or not, the answer is that of the whole search.

mod common;

use common::{Seeded, assorted_rules, random_position};
use inarow::engine::{Algorithm, Engine, EngineConfig, Query, Quick, TieBreak};
use inarow::game::{Game, Position, Preset, Status};
use inarow::search::{Limits, Stop};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

/// Questions about unfinished positions of all kinds, most of which take few nodes.
fn questions() -> Vec<Query> {
    let mut random = Seeded::new(7);
    let mut questions = Vec::new();
    for rules in assorted_rules() {
        for index in 0..12 {
            let position = random_position(rules, index * rules.cells() / 12, &mut random);
            if position.status() != Status::Ongoing {
                continue;
            }
            let algorithm = [Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Auto][index % 3];
            let limits = Limits {
                depth: Some(1 + index as u32 % 4),
                nodes: (index % 5 == 0).then_some(20 + 70 * index as u64),
                ..Limits::default()
            };
            let tie_break = [TieBreak::First, TieBreak::Random][index % 2];
            let skill = if index % 4 == 3 { 50 } else { 100 };
            questions.push(Query { algorithm, limits, tie_break, skill, ..Query::new(position) });
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
            assert_eq!((analysis.lines, analysis.report), (whole.lines, whole.report));
        }
    }
    println!("{finished} finished, {partial} partial");
    assert!(finished > 100 && partial > 20, "{finished} finished, {partial} partial");
}

/// An attempt visits few nodes, on every board.
#[test]
fn attempts_are_short() {
    let engine = engine();
    for preset in Preset::ALL {
        let position = Position::new(Game::shared(preset.rules()));
        let query = Query { algorithm: Algorithm::AlphaBeta, ..Query::new(position) };
        match engine.choose_quick(&query).expect("an answer") {
            Quick::Finished((_, report)) | Quick::Partial((_, report)) => {
                assert!(report.counts.nodes <= 300, "{}: {} nodes", preset.name(), report.counts.nodes);
            }
            Quick::Skipped => assert!(query.moves.len() > 42, "{}", preset.name()),
        }
    }
}
