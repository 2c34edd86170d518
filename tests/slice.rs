//! The first slice of a search: settled in place or not, the answer is that of the whole search.

mod common;

use std::time::Instant;

use common::{Seeded, assorted_rules, random_position};
use inarow::engine::{Algorithm, Engine, EngineConfig, Query, Slice, TieBreak};
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
fn a_settled_slice_is_the_whole_search() {
    let engine = engine();
    let (mut settled, mut begun) = (0, 0);
    for query in questions() {
        let whole = engine.choose(&query).expect("an answer");
        match engine.choose_slice(&query).expect("an answer") {
            Slice::Settled(answer) => {
                assert_eq!(answer, whole, "{:?} {}", query.limits, query.position.board());
                settled += 1;
            }
            Slice::Begun((line, report)) => {
                assert!(query.moves.contains(&line.cell));
                assert_eq!(report.stop, Stop::Movetime, "that is why it would be the answer");
                begun += 1;
            }
            Slice::Unfit => {}
        }
        let whole = engine.analyse(&query, &mut |_| {}).expect("an answer");
        if let Slice::Settled(analysis) = engine.analyse_slice(&query).expect("an answer") {
            assert_eq!((analysis.lines, analysis.report), (whole.lines, whole.report));
        }
    }
    println!("{settled} settled, {begun} begun");
    assert!(settled > 100 && begun > 20, "{settled} settled, {begun} begun");
}

/// A slice visits about as many nodes as it may; what that takes is printed, since it depends on the machine.
#[test]
fn slices_are_short() {
    let engine = engine();
    for preset in Preset::ALL {
        let position = Position::new(Game::shared(preset.rules()));
        let query = Query { algorithm: Algorithm::AlphaBeta, ..Query::new(position) };
        let mut times = Vec::new();
        for _ in 0..50 {
            let start = Instant::now();
            let slice = engine.choose_slice(&query).expect("an answer");
            times.push(start.elapsed());
            match slice {
                Slice::Settled((_, report)) | Slice::Begun((_, report)) => {
                    assert!(report.counts.nodes <= 600, "{}: {} nodes", preset.name(), report.counts.nodes);
                }
                Slice::Unfit => assert!(query.moves.len() > 64, "{}", preset.name()),
            }
        }
        times.sort_unstable();
        println!("{:24} {:?}", preset.name(), times[times.len() / 2]);
    }
}
