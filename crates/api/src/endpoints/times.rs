//! Tests of the time that each kind of request has.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::read::FieldErrors;
use crate::run::{Form, MakeRecord, Run};
use inarow_engine::clock::Instant;
use inarow_engine::engine::EngineConfig;
use inarow_engine::search::Stop;

const LIMITS: Limits = Limits {
    movetime_ms_default: 700,
    movetime_ms_max: 9_000,
    batch_movetime_ms_max: 11_000,
    match_movetime_ms_max: 13_000,
    ..Limits::DEFAULT
};

fn read<T>(body: &Value, read: impl FnOnce(&Reader<'_>, Context<'_>) -> Option<T>) -> Result<T, FieldErrors> {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 16 });
    let fields = Fields::from_json(body.to_string().as_bytes()).expect("an object");
    Reader::of_request(&fields, "", Pointer::ROOT, |r| {
        read(r, Context { limits: &LIMITS, engine: &engine, now: time::UtcDateTime::UNIX_EPOCH })
    })
}

/// The time of a request, in milliseconds.
fn time_ms(endpoint: Endpoint, body: &Value) -> u128 {
    let request = read(body, |r, context| endpoint.read_with(r, context)).expect("a valid request");
    request.movetime().expect("every search has its time").as_millis()
}

#[test]
fn a_search_has_the_time_it_asks_for() {
    let gomoku = json!("gomoku");
    for (body, expected_ms) in [
        (json!({"game": gomoku}), 700),
        (json!({"game": gomoku, "movetime": 50}), 50),
        (json!({"game": gomoku, "movetime": 50, "depth": 3, "nodes": 9}), 50),
        (json!({"game": gomoku, "depth": 3}), 9_000),
        (json!({"game": gomoku, "nodes": 3}), 9_000),
        // This game is solved from every position.
        (json!({"game": "connect-four"}), 9_000),
        (json!({"game": "connect-four", "movetime": 60}), 60),
        (json!({"game": "connect-four", "heuristic": "lines"}), 700),
    ] {
        for endpoint in [Endpoint::Move, Endpoint::Analysis] {
            assert_eq!(time_ms(endpoint, &body), expected_ms, "{body}");
        }
    }
}

#[test]
fn trees_counts_and_puzzles_have_the_longest_time() {
    assert_eq!(time_ms(Endpoint::Tree, &json!({"depth": 2})), 9_000);
    assert_eq!(time_ms(Endpoint::Continuations, &json!({})), 9_000);
    assert_eq!(time_ms(Endpoint::Puzzles, &json!({})), 9_000);
}

#[test]
fn a_review_has_a_time_for_each_move_unless_something_else_ends_it() {
    let (five, connect, gomoku) = (json!("five-by-five"), json!("connect-four"), json!("gomoku"));
    let falling = json!({"width": 8, "height": 7, "k": 4, "gravity": true});
    let long: Vec<usize> = (0..32).map(|ply| ply / 2 * 4 % 225 + ply % 2 * 2).collect();
    for (body, expected_ms) in [
        (json!({"moves": [4]}), 300),
        (json!({"moves": []}), 300),
        (json!({"game": gomoku, "moves": [112, 113, 97]}), 9_000),
        (json!({"game": gomoku, "moves": long}), 9_000),
        (json!({"game": gomoku, "moves": [112, 113], "movetime": 50}), 50),
        (json!({"game": gomoku, "moves": [112, 113], "movetime": 8_000, "depth": 2}), 8_000),
        (json!({"game": gomoku, "moves": [112, 113], "nodes": 500}), 9_000),
        (json!({"game": gomoku, "moves": [112, 113], "depth": 2}), 9_000),
        (json!({"game": connect, "moves": "44"}), 9_000),
        (json!({"game": connect, "moves": "44", "depth": 2}), 9_000),
        (json!({"game": connect, "moves": "44", "heuristic": "lines"}), 9_000),
        // A depth ends no proof.
        (json!({"game": five, "moves": [12, 6], "depth": 2}), 600),
        (json!({"game": five, "moves": [12, 6], "depth": 2, "heuristic": "lines"}), 9_000),
        (json!({"game": five, "moves": [12, 6], "depth": 2, "algorithm": "minimax"}), 9_000),
        (json!({"game": falling, "moves": "44", "depth": 2}), 600),
        (json!({"game": falling, "moves": "44", "algorithm": "solver"}), 600),
    ] {
        assert_eq!(time_ms(Endpoint::Review, &body), expected_ms, "{body}");
    }
}

/// A reader of a stream sees each move: where nodes end the searches the clock is the last resort.
#[test]
fn a_review_that_nodes_end_has_more_time_in_a_stream() {
    let gomoku = json!("gomoku");
    for (body, expected_ms) in [
        (json!({"game": gomoku, "moves": [112]}), 13_000),
        (json!({"game": gomoku, "moves": [112], "nodes": 500}), 13_000),
        (json!({"game": gomoku, "moves": [112], "nodes": 500, "movetime": 50}), 50),
        (json!({"game": gomoku, "moves": [112], "depth": 2}), 9_000),
        (json!({"game": "five-by-five", "moves": [12]}), 300),
    ] {
        let request = read(&body, ReviewRequest::read).expect("a valid request");
        assert_eq!(request.in_stream.as_millis(), expected_ms, "{body}");
    }
    let limits = Limits { movetime_ms_max: 1, match_movetime_ms_max: 3_600_000, ..LIMITS };
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 16 });
    let fields = json!({"game": gomoku, "moves": [112, 113], "nodes": 2_000}).to_string();
    let fields = Fields::from_json(fields.as_bytes()).expect("an object");
    let request = Reader::of_request(&fields, "", Pointer::ROOT, |r| {
        ReviewRequest::read(r, Context { limits: &limits, engine: &engine, now: time::UtcDateTime::UNIX_EPOCH })
    });
    let mut no_progress = |_: MakeRecord<'_>| {};
    let mut run = Run { form: Form::FinalRecord, ..Run::new(&engine, &limits, &mut no_progress) };
    let moves = request.expect("a valid request").judge(&mut run).expect("no refusal").expect("a review");
    assert!(moves.iter().all(|one| one.report.stop == Stop::Nodes));
}

#[test]
fn searches_of_a_review_have_a_number_of_nodes_unless_something_else_ends_them() {
    let (five, gomoku) = (json!("five-by-five"), json!("gomoku"));
    let standard = Some(LIMITS.review_nodes_default);
    for (body, expected) in [
        (json!({"game": gomoku, "moves": [112]}), standard),
        (json!({"game": gomoku, "moves": [112], "nodes": 500}), Some(500)),
        (json!({"game": gomoku, "moves": [112], "depth": 2}), None),
        (json!({"game": gomoku, "moves": [112], "movetime": 50}), None),
        // Proofs have all the time there is, and no limit of nodes; a search with a heuristic has one.
        (json!({"game": five, "moves": [12]}), None),
        (json!({"game": five, "moves": [12], "heuristic": "lines"}), standard),
        (json!({"game": "connect-four", "moves": "4"}), None),
        (json!({"moves": [4]}), None),
    ] {
        let request = read(&body, ReviewRequest::read).expect("a valid request");
        assert_eq!(request.review.limits.nodes, expected, "{body}");
    }
}

#[test]
fn a_match_has_its_time_and_each_player_has_its_own() {
    let players = json!([{"movetime": 70}, {"movetime": 80, "depth": 2}]);
    for (movetime, expected_ms) in [(Value::Null, 13_000), (json!(1_200), 1_200)] {
        let body = json!({"players": players, "movetime": movetime});
        assert_eq!(time_ms(Endpoint::Match, &body), expected_ms);
        let plan = read(&body, MatchRequest::read).expect("a valid request").plan;
        assert_eq!(plan.players.map(|player| player.movetime), [70, 80].map(|ms| Some(Duration::from_millis(ms))));
    }
    for (player, expected_ms) in [(json!({}), 100), (json!({"depth": 2}), 9_000), (json!({"nodes": 5}), 9_000)] {
        let body = json!({"players": [player, player]});
        let plan = read(&body, MatchRequest::read).expect("a valid request").plan;
        let [first, second] = plan.players.map(|player| player.movetime);
        assert_eq!((first, second), (Some(Duration::from_millis(expected_ms)), first), "{body}");
    }
}

#[test]
fn a_batch_has_its_time() {
    let requests = json!([{"kind": "move", "game": "gomoku", "movetime": 50}]);
    for (body, expected_ms) in
        [(json!({"requests": requests}), 11_000), (json!({"requests": requests, "movetime": 1_300}), 1_300)]
    {
        assert_eq!(time_ms(Endpoint::Batch, &body), expected_ms);
    }
}

#[test]
fn time_counts_from_the_start_and_ends_with_that_of_the_whole() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 16 });
    let (start, second) = (Instant::now(), Duration::from_secs(1));
    for (end, expected) in [(None, second), (Some(second * 2), second), (Some(second / 2), second / 2)] {
        let mut on_progress = |_: crate::MakeRecord<'_>| {};
        let run = crate::Run::new(&engine, &LIMITS, &mut on_progress);
        let run = crate::Run { start, end: end.map(|end| start + end), ..run };
        let deadline = run.limited(&Default::default(), second).deadline;
        assert_eq!(deadline, Some(start + expected), "the earlier one counts");
    }
}
