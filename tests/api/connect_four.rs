//! Connect Four: proven answers to every position, from the empty board on.

use serde_json::{Value, json};

use crate::service::live::LONG_MS;
use crate::service::{app, get, post, send};

async fn asked(path: &str, mut body: Value) -> Value {
    let fields = body.as_object_mut().unwrap();
    fields.entry("game").or_insert("connect-four".into());
    let answer = post(&app(), path, body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.json());
    answer.json()
}

fn cells(pv: &Value) -> Vec<u64> {
    pv.as_array().unwrap().iter().map(|place| place["cell"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn the_first_player_wins_from_the_empty_board_on_the_41st_stone() {
    let answer = asked("/v1/move", json!({})).await;
    assert_eq!(answer["move"]["name"], "d1");
    assert_eq!(answer["score"], json!({"outcome": "win", "plies": 41, "value": null, "expected": 1.0, "pov": "X"}));
    let search = &answer["search"];
    assert_eq!((&search["algorithm"], &search["source"]), (&"solver".into(), &"book".into()));
    assert_eq!((&search["stop"], &search["complete"]), (&"solved".into(), &true.into()));
    let pv = cells(&answer["pv"]);
    assert_eq!(pv.len(), 41);
    let end = asked("/v1/position", json!({"moves": pv})).await;
    assert_eq!((&end["position"]["status"], &end["position"]["winner"]), (&"won".into(), &"X".into()));
}

/// Scores -2 -1 0 1 0 -1 -2 of the columns: a win on the first player's stone 22 − s, a loss on the second's 22 + s.
#[tokio::test]
async fn first_moves_have_their_known_scores() {
    let answer = asked("/v1/analysis", json!({})).await;
    let mut by_column = vec![Value::Null; 7];
    for line in answer["lines"].as_array().unwrap() {
        let score = &line["score"];
        assert_eq!(line["pv"][0], line["move"]);
        if score["outcome"] != "draw" {
            assert_eq!(Some(line["pv"].as_array().unwrap().len() as u64), score["plies"].as_u64(), "{line}");
        }
        by_column[line["move"]["col"].as_u64().unwrap() as usize] = json!([score["outcome"], score["plies"]]);
    }
    let expected = [
        json!(["loss", 40]),
        json!(["loss", 42]),
        json!(["draw", 42]),
        json!(["win", 41]),
        json!(["draw", 42]),
        json!(["loss", 42]),
        json!(["loss", 40]),
    ];
    assert_eq!(by_column, expected);
    assert_eq!(answer["search"]["source"], "book");
}

#[tokio::test]
async fn answers_are_cacheable_and_do_not_depend_on_what_was_asked_before() {
    let fresh = app();
    let busy = app();
    let paths = [
        "/v1/move?game=connect-four&moves=44444326",
        "/v1/analysis?game=connect-four&moves=4444432625",
        "/v1/move?game=connect-four&moves=444444323&nodes=20000",
        "/v1/move?game=connect-four&moves=1234567123456712&skill=40&seed=9",
    ];
    for path in paths.iter().chain(&paths) {
        get(&busy, path).await;
    }
    for path in paths {
        let (one, other) = (get(&fresh, path).await, get(&busy, path).await);
        assert!(one.header("etag").starts_with('"'), "{path}: {}", one.json());
        assert_eq!((one.header("etag"), &one.body), (other.header("etag"), &other.body), "{path}");
    }
}

#[tokio::test]
async fn limits_that_do_not_do_leave_it_to_a_search() {
    let answer = asked("/v1/analysis", json!({"moves": "4444443235251", "nodes": 2_000})).await;
    let search = &answer["search"];
    assert_eq!((&search["stop"], &search["source"]), (&"nodes".into(), &"search".into()));
    assert_eq!((&search["algorithm"], &search["complete"]), (&"alpha-beta".into(), &false.into()));
    assert!(search["nodes"].as_u64() <= Some(2_000), "{search}");
    // Too large to be solved within a request.
    let large = json!({"width": 8, "height": 7, "k": 4, "gravity": true});
    let answer = asked("/v1/move", json!({"game": large, "movetime": 100})).await;
    assert_eq!((&answer["search"]["stop"], &answer["score"]["outcome"]), (&"movetime".into(), &"unknown".into()));
    // The book needs no time, but the rest of the line does.
    let answer = asked("/v1/move", json!({"nodes": 100})).await;
    assert_eq!((&answer["search"]["stop"], &answer["search"]["source"]), (&"nodes".into(), &"book".into()));
    assert_eq!((&answer["score"]["plies"], &answer["move"]["name"]), (&41.into(), &"d1".into()));
    assert!(answer["pv"].as_array().unwrap().len() < 41);
}

#[tokio::test]
async fn boards_that_play_could_not_reach_are_solved_all_the_same() {
    for (bottom, turn, outcome, plies) in
        [("XX.X...", "X", "win", 1), (".XXX...", "O", "loss", 2), ("XXXOOO.", "O", "win", 1)]
    {
        let board = format!("{}{bottom}", ".".repeat(35));
        let answer = asked("/v1/move", json!({"board": board, "turn": turn})).await;
        assert_eq!(answer["position"]["reachable"], false);
        assert_eq!((&answer["score"]["outcome"], &answer["score"]["plies"]), (&outcome.into(), &plies.into()));
        let search = &answer["search"];
        assert_eq!((&search["stop"], &search["complete"]), (&"solved".into(), &true.into()), "{answer}");
    }
}

#[tokio::test]
async fn a_depth_or_a_heuristic_still_means_a_search() {
    for body in [
        json!({"depth": 3}),
        json!({"heuristic": "lines", "nodes": 500}),
        json!({"algorithm": "alpha-beta", "nodes": 500}),
    ] {
        let search = asked("/v1/move", body).await["search"].take();
        assert_eq!((&search["algorithm"], &search["source"]), (&"alpha-beta".into(), &"search".into()), "{search}");
    }
}

#[tokio::test]
async fn a_solved_answer_is_streamed_as_a_record_and_the_end() {
    for path in ["/v1/move", "/v1/analysis"] {
        let query = format!("{path}?game=connect-four&moves=12345671234567121");
        let request = axum::http::Request::get(&query).header("accept", "application/x-ndjson");
        let answer = send(&app(), request.body(axum::body::Body::empty()).unwrap()).await;
        let text = String::from_utf8(answer.body.to_vec()).unwrap();
        let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(records.len(), 2, "{text}");
        assert_eq!((&records[0]["final"], &records[1]["final"]), (&false.into(), &true.into()));
        assert_eq!(records[0]["depth"], 42 - 17);
        let score = |record: &Value| record.get("score").unwrap_or(&record["lines"][0]["score"]).clone();
        assert_eq!(score(&records[0]), score(&records[1]));
    }
}

#[tokio::test]
async fn matches_and_continuations_are_played_with_exact_answers() {
    let start = "1234567123456712345";
    let players = [json!({"movetime": LONG_MS}), json!({"depth": 1})];
    let played = asked("/v1/match", json!({"moves": start, "players": players, "games": 2})).await;
    assert_eq!(played["complete"], true, "{played}");
    let best = asked("/v1/move", json!({"moves": start})).await;
    let first = &played["games"][0]["moves"][0];
    assert_eq!((&first["move"], &first["score"]), (&best["move"], &best["score"]), "{played}");

    // The engine plays all of its best moves: every game ends as it should.
    let start = "5323365136332172774527116651276";
    let best = asked("/v1/move", json!({"moves": start})).await;
    let side = best["position"]["turn"].clone();
    let games = asked("/v1/continuations", json!({"moves": start, "engine": side, "limit": 50})).await;
    assert!(games["counts"]["games"].as_u64() > Some(0), "{games}");
    let field = if side == "X" { "x" } else { "o" };
    let won = games["counts"][field] == games["counts"]["games"];
    assert_eq!(won, best["score"]["outcome"] == "win", "{games} {best}");
}
