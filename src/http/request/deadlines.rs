//! Tests of the time that each kind of request has: it counts from the arrival, and not from when the request is read.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{
    AnalysisRequest, BatchRequest, ContinuationsRequest, Fields, Item, MatchRequest, MoveRequest, Pointer,
    PuzzleRequest, ReviewRequest, TreeRequest,
};
use crate::config::ServerLimits;

const LIMITS: ServerLimits = ServerLimits {
    movetime_ms_default: 700,
    movetime_ms_max: 9_000,
    batch_movetime_ms_max: 11_000,
    match_movetime_ms_max: 13_000,
    ..ServerLimits::DEFAULT
};

fn fields(body: &Value) -> Fields {
    Fields::from_json(body.to_string().as_bytes()).expect("an object")
}

/// Milliseconds from the arrival to the deadline.
fn time_ms(arrival: Instant, deadline: Option<Instant>) -> u128 {
    deadline.expect("every search has a deadline").duration_since(arrival).as_millis()
}

/// An arrival that is not now.
fn arrival() -> Instant {
    Instant::now() + Duration::from_secs(60)
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
        let (fields, arrival) = (fields(&body), arrival());
        let chosen = MoveRequest::read(&fields, &LIMITS, arrival, Pointer::ROOT).expect("a valid request");
        let analysed = AnalysisRequest::read(&fields, &LIMITS, arrival, Pointer::ROOT).expect("a valid request");
        for query in [chosen.query, analysed.query] {
            assert_eq!(time_ms(arrival, query.limits.deadline), expected_ms, "{body}");
        }
    }
}

#[test]
fn trees_counts_and_puzzles_have_the_longest_time() {
    let (fields, arrival) = (fields(&json!({"depth": 2})), arrival());
    let tree = TreeRequest::read(&fields, &LIMITS, arrival, Pointer::ROOT).expect("a valid request");
    assert_eq!(time_ms(arrival, tree.limits.deadline), 9_000);
    let count = ContinuationsRequest::read(&Fields::default(), &LIMITS, arrival, Pointer::ROOT);
    assert_eq!(time_ms(arrival, count.expect("a valid request").query.limits.deadline), 9_000);
    let puzzle = PuzzleRequest::read(&Fields::default(), &LIMITS, arrival).expect("a valid request");
    assert_eq!(time_ms(arrival, puzzle.query.limits.deadline), 9_000);
}

#[test]
fn a_review_has_the_longest_time_or_what_it_asks_for() {
    let arrival = arrival();
    for (body, expected_ms) in [(json!({"moves": [4]}), 9_000), (json!({"moves": [4], "movetime": 50}), 50)] {
        let review = ReviewRequest::read(&fields(&body), &LIMITS, arrival).expect("a valid request").review;
        assert_eq!(time_ms(arrival, review.limits.deadline), expected_ms, "{body}");
    }
}

#[test]
fn a_match_has_its_time_and_each_player_has_its_own() {
    let arrival = arrival();
    let players = json!([{"movetime": 70}, {"movetime": 80, "depth": 2}]);
    for (movetime, expected_ms) in [(Value::Null, 13_000), (json!(1_200), 1_200)] {
        let mut body = json!({"players": players});
        if !movetime.is_null() {
            body["movetime"] = movetime;
        }
        let plan = MatchRequest::read(&fields(&body), &LIMITS, arrival).expect("a valid request").plan;
        assert_eq!(time_ms(arrival, plan.deadline), expected_ms);
        assert_eq!(plan.players.map(|player| player.movetime), [70, 80].map(|ms| Some(Duration::from_millis(ms))));
    }
    for (player, expected_ms) in [(json!({}), 100), (json!({"depth": 2}), 9_000), (json!({"nodes": 5}), 9_000)] {
        let body = json!({"players": [player, player]});
        let plan = MatchRequest::read(&fields(&body), &LIMITS, arrival).expect("a valid request").plan;
        let [first, second] = plan.players.map(|player| player.movetime);
        assert_eq!((first, second), (Some(Duration::from_millis(expected_ms)), first), "{body}");
    }
}

#[test]
fn a_batch_has_its_time_and_each_search_has_its_own() {
    let arrival = arrival();
    let requests = json!([
        {"kind": "move", "game": "gomoku", "movetime": 50},
        {"kind": "analysis", "game": "gomoku", "movetime": 60},
        {"kind": "move", "game": "gomoku"},
    ]);
    for (body, expected_ms) in
        [(json!({"requests": requests}), 11_000), (json!({"requests": requests, "movetime": 1_300}), 1_300)]
    {
        let batch = BatchRequest::read(&fields(&body), &LIMITS, arrival).expect("a valid batch");
        assert_eq!(batch.movetime.as_millis(), expected_ms);
        let times = batch.items.into_iter().map(|item| match item.expect("a valid request") {
            Item::Move(request) => time_ms(arrival, request.query.limits.deadline),
            Item::Analysis(request) => time_ms(arrival, request.query.limits.deadline),
            Item::Position(_) => 0,
        });
        assert_eq!(times.collect::<Vec<_>>(), [50, 60, 700]);
    }
}
