//! `/v1/match`: the table, the games, the stream, and faults of a match.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use inarow::http;
use serde_json::{Value, json};

use crate::service::live::LONG_MS;
use crate::service::{app, default_app, faults, post, send, without_accidents};

async fn play(app: &Router, body: &Value) -> Value {
    let answer = post(app, "/v1/match", body.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()
}

#[tokio::test]
async fn the_table_counts_the_games() {
    let players = json!([{"skill": 0}, {"skill": 60, "tieBreak": "random"}]);
    let body = json!({"players": players, "games": 40, "seed": 5});
    let found = play(&app(), &body).await;
    let games = found["games"].as_array().unwrap();
    assert_eq!((games.len(), &found["complete"], &found["seed"]), (40, &json!(true), &json!(5)));
    for player in [0, 1] {
        let result = &found["results"][player];
        let won = games.iter().filter(|game| game["winner"] == player).count();
        let drawn = games.iter().filter(|game| game["winner"].is_null()).count();
        assert_eq!((&result["wins"], &result["draws"]), (&json!(won), &json!(drawn)));
        assert_eq!(result["losses"], 40 - won - drawn);
        assert_eq!(result["points"], won as f64 + drawn as f64 / 2.0);
        let moves = games.iter().flat_map(|game| game["moves"].as_array().unwrap());
        let own: Vec<_> = moves.filter(|played| played["player"] == player).collect();
        assert_eq!(result["moves"], own.len());
        assert_eq!(result["nodes"], own.iter().map(|played| played["nodes"].as_u64().unwrap()).sum::<u64>());
    }
    for (number, game) in games.iter().enumerate() {
        assert_eq!((&game["number"], &game["first"]), (&json!(number), &json!(number % 2)));
        assert_eq!(game["moves"][0]["player"], game["first"]);
    }
    assert!(games.iter().any(|game| game["board"] != games[0]["board"]), "each game draws other numbers");
    assert_eq!(without_accidents(play(&app(), &body).await), without_accidents(found), "the same seed, the same match");
}

/// From depth 6 on no heuristic loses; the published open-pieces program loses at depth 3 after X 1, O 4, X 3.
#[tokio::test]
async fn known_results() {
    let app = app();
    for heuristic in ["win-loss", "lines", "tempo-lines", "open-pieces"] {
        let players = json!([{"heuristic": heuristic, "depth": 6}, {}]);
        let found = play(&app, &json!({"players": players, "games": 2})).await;
        assert_eq!(found["results"][0]["draws"], 2, "{heuristic}");
    }
    let players = json!([{"heuristic": "open-pieces", "depth": 3}, {}]);
    let found = play(&app, &json!({"moves": [1, 4, 3], "players": players, "games": 1})).await;
    assert_eq!(found["position"]["board"], ".X.XO....");
    let game = &found["games"][0];
    assert_eq!((&game["first"], &game["winner"], &game["side"]), (&json!(0), &json!(1), &json!("X")), "{game}");
    assert_eq!((&found["results"][0]["losses"], &found["results"][1]["wins"]), (&json!(1), &json!(1)));
    let moves = game["moves"].as_array().unwrap();
    assert!(
        moves.iter().zip(["O", "X"].iter().cycle()).all(|(played, side)| played["score"]["pov"] == *side),
        "{game}"
    );
}

#[tokio::test]
async fn any_game_is_played_and_time_ends_a_match() {
    let app = app();
    let players = json!([{"heuristic": "lines", "depth": 2}, {"heuristic": "open-pieces", "depth": 3}]);
    let found = play(&app, &json!({"game": "connect-four", "players": players})).await;
    assert_eq!(found["games"].as_array().unwrap().len(), 2);
    let slow = json!([{"movetime": 50}, {"movetime": 50}]);
    let body = json!({"game": "gomoku", "players": slow, "games": 1000, "movetime": 120});
    let found = play(&app, &body).await;
    assert_eq!((&found["complete"], &found["games"]), (&json!(false), &json!([])));
}

/// A match that fills its answer is over: nobody cancelled it.
#[tokio::test]
async fn a_match_that_fills_its_answer_counts_as_completed() {
    let limits = ServerLimits { answer_bytes_max: 140_000, ..ServerLimits::DEFAULT };
    let state = crate::service::state(limits);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    let found = play(&app, &json!({"players": [{}, {"skill": 0}], "games": 1000, "seed": 1})).await;
    let games = found["games"].as_array().unwrap().len();
    assert!((2..1000).contains(&games), "{games}");
    assert_eq!(found["complete"], false);
    let counters = state.pool().counters();
    assert_eq!((counters.cancelled.load(Relaxed), counters.completed.load(Relaxed)), (0, 1));
}

#[tokio::test]
async fn a_stream_has_a_record_for_each_game() {
    let stream = |body: &Value| {
        let head = Request::post("/v1/match").header("content-type", "application/json");
        head.header("accept", "application/x-ndjson").body(Body::from(body.to_string())).unwrap()
    };
    let answer = send(&app(), stream(&json!({"players": [{}, {"skill": 0}], "games": 3, "seed": 1}))).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/x-ndjson"));
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let games: Vec<_> =
        records.iter().filter(|record| record["final"] == false).map(|record| &record["played"]).collect();
    let last = records.last().unwrap();
    assert_eq!(last["final"], true);
    assert_eq!(json!(games), last["games"]);
    assert_eq!(records.iter().filter(|record| record["final"] == true).count(), 1);
    // A fault of the second player is known before the first game.
    let body = json!({"game": "gomoku", "players": [{"depth": 1}, {"algorithm": "retrograde"}]});
    let refused = send(&app(), stream(&body)).await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/players/1/algorithm does-not-fit"]);
}

/// A match draws a seed only if a player needs one.
#[tokio::test]
async fn a_seed_is_drawn_where_chance_plays() {
    let app = app();
    for (player, is_random) in [
        (json!({}), false),
        (json!({"tieBreak": "trap"}), false),
        (json!({"tieBreak": "random"}), true),
        (json!({"skill": 99}), true),
    ] {
        let found = play(&app, &json!({"players": [{}, player], "games": 1})).await;
        assert_eq!(found["seed"].is_u64(), is_random, "{found}");
    }
}

#[tokio::test]
async fn players_have_levels() {
    let players = json!([{"level": "expert", "movetime": LONG_MS}, {"level": "beginner", "movetime": LONG_MS}]);
    let body = json!({"game": "four-by-four", "players": players, "games": 20, "seed": 2}).to_string();
    let result = post(&app(), "/v1/match", body).await.json();
    let wins = |player: usize| result["results"][player]["wins"].as_u64().expect("a count");
    assert!(wins(0) > wins(1), "{result}");
    let both = json!({"players": [{"level": "expert", "skill": 3}, {"level": "best"}]}).to_string();
    let refused = post(&app(), "/v1/match", both).await;
    assert_eq!(
        faults(&refused, 422, "invalid-request"),
        ["/players/0/level conflict", "/players/1/level not-a-choice"]
    );
}

#[tokio::test]
async fn every_fault_of_a_match_is_named() {
    let app = default_app();
    let bad = json!({
        "board": "X", "turn": "Z", "games": 0, "movetime": 60_001, "seed": -1, "pov": "X",
        "players": [{"depth": 0, "skill": 101, "heuristic": "line", "color": 1}, 7],
    });
    let answer = post(&app, "/v1/match", bad.to_string()).await;
    let mut found = faults(&answer, 422, "invalid-request");
    found.sort_unstable();
    let expected = [
        "/board wrong-length",
        "/games out-of-range",
        "/movetime out-of-range",
        "/players/0/color unknown-field",
        "/players/0/depth out-of-range",
        "/players/0/heuristic not-a-choice",
        "/players/0/skill out-of-range",
        "/players/1 wrong-type",
        "/pov unknown-field",
        "/seed out-of-range",
        "/turn not-a-choice",
    ];
    assert_eq!(found, expected, "{}", answer.json());
    for (body, expected) in [
        (json!({}), "/players missing"),
        (json!({"players": {}}), "/players wrong-type"),
        (json!({"players": [{}, {}, {}]}), "/players wrong-length"),
        (json!({"players": [{}]}), "/players wrong-length"),
        (json!({"players": [{}, {}], "board": "XXXOO...."}), "/board game-over"),
        (json!({"players": [{}, {}], "moves": [0, 3, 1, 4, 2]}), "/moves game-over"),
        (
            json!({"game": "gomoku", "players": [{"depth": 1}, {"algorithm": "retrograde"}]}),
            "/players/1/algorithm does-not-fit",
        ),
    ] {
        let answer = post(&app, "/v1/match", body.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [expected], "{}", answer.json());
    }
}
