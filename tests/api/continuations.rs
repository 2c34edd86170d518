//! `/v1/continuations`: counts, pages, streams of lines, and refusals.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::http::{HeaderValue, Request};
use inarow::config::ServerLimits;
use inarow::http;
use serde_json::{Value, json};

use crate::service::live::until;
use crate::service::{Answer, app, app_with, faults, get, post, send};
use crate::tic_tac_toe;

async fn games(app: &Router, body: Value) -> Value {
    let answer = post(app, "/v1/continuations", body.to_string()).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()
}

async fn lines(app: &Router, body: Value) -> Vec<Value> {
    let request = Request::post("/v1/continuations")
        .header("content-type", "application/json")
        .header("accept", "application/x-ndjson");
    let Answer { status, headers, body } = send(app, request.body(body.to_string().into()).unwrap()).await;
    assert_eq!((status.as_u16(), &headers["content-type"]), (200, &HeaderValue::from_static("application/x-ndjson")));
    assert_eq!(body.last(), Some(&b'\n'));
    String::from_utf8_lossy(&body).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[tokio::test]
async fn tic_tac_toe_is_counted_exactly() {
    let app = app();
    let all = games(&app, json!({"limit": 0})).await;
    let counts = |[games, x, o, draws]: [u64; 4]| json!({"games": games, "x": x, "o": o, "draws": draws});
    assert_eq!(all["counts"], counts(tic_tac_toe::GAMES));
    let by_length: Vec<_> =
        all["byLength"].as_array().unwrap().iter().map(|row| (row["length"].clone(), row["games"].clone())).collect();
    let expected = (5..).zip(tic_tac_toe::GAMES_BY_LENGTH).map(|(length, games)| (json!(length), json!(games)));
    assert_eq!(by_length, expected.collect::<Vec<_>>());
    assert_eq!(
        (&all["games"], &all["next"], &all["positions"]),
        (&json!([]), &Value::Null, &json!(tic_tac_toe::POSITIONS)),
        "pages without games would never end"
    );
    let paths = games(&app, json!({"limit": 0, "symmetry": "paths"})).await;
    assert_eq!(paths["counts"], counts(tic_tac_toe::GAMES_BY_PATHS));
    let orbits = games(&app, json!({"limit": 0, "symmetry": "orbits"})).await;
    assert_eq!(orbits["counts"]["games"], 31_896);
    // From a position that symmetries leave as it is.
    for (body, games_of_orbits) in [
        (json!({"board": "...XOX...", "turn": "O"}), 140),
        (json!({"board": "....X.", "turn": "O", "game": {"width": 3, "height": 2, "k": 3}}), 60),
    ] {
        let mut body = body;
        body["symmetry"] = json!("orbits");
        body["limit"] = json!(1_000);
        let orbits = games(&app, body).await;
        assert_eq!(orbits["counts"]["games"], games_of_orbits);
        assert_eq!(orbits["games"].as_array().unwrap().len(), games_of_orbits);
        assert_eq!(orbits["next"], Value::Null);
    }
}

#[tokio::test]
async fn pages_follow_each_other_as_a_document_and_as_lines() {
    let app = app();
    let body = |offset: &Value| json!({"board": "XO..X...O", "winner": "X", "limit": 7, "offset": offset});
    let (mut offset, mut seen) = (json!(0), 0);
    loop {
        let page = games(&app, body(&offset)).await;
        let stream = lines(&app, body(&offset)).await;
        let listed = page["games"].as_array().unwrap();
        assert_eq!(stream[0]["counts"], page["counts"]);
        assert_eq!(&stream[1..stream.len() - 1], listed);
        assert_eq!(stream[stream.len() - 1], json!({"final": true, "games": listed.len(), "next": page["next"]}));
        for game in listed {
            assert_eq!((&game["index"], &game["winner"]), (&json!(seen), &json!("X")));
            assert_eq!(game["moves"].as_array().unwrap().len(), game["length"]);
            seen += 1;
        }
        if page["next"].is_null() {
            assert_eq!((page["matching"].as_i64(), &page["matching"]), (Some(seen), &page["counts"]["x"]));
            break;
        }
        offset = page["next"].clone();
        assert_eq!(offset, seen);
    }
    let beyond = games(&app, json!({"offset": 300_000})).await;
    assert_eq!((&beyond["games"], beyond["next"].is_null()), (&json!([]), true));
}

#[tokio::test]
async fn the_replies_that_hold_are_marked() {
    let all = games(&app(), json!({"limit": 0, "replies": true})).await;
    let holding = |opening: usize| {
        let replies = all["replies"][opening]["replies"].as_array().unwrap().iter();
        replies.filter(|reply| reply["holds"] == true).map(|reply| reply["move"]["cell"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(holding(0), [4]);
    assert_eq!(holding(4), [0, 2, 6, 8]);
    assert_eq!(holding(1), [0, 2, 4, 7]);
    let wrong = &all["replies"][0]["replies"][0];
    assert_eq!(
        (&wrong["move"]["cell"], &wrong["score"]),
        (&json!(1), &json!({"outcome": "loss", "plies": 6, "value": null, "expected": 0.0, "pov": "O"}))
    );
}

#[tokio::test]
async fn an_engine_side_plays_its_moves_only() {
    let app = app();
    // The published line: after X 1, O 4, X 3 the engine plays 8 at depth 3, and loses.
    let body =
        json!({"moves": [1, 4, 3], "engine": "O", "engineMoves": "first", "heuristic": "open-pieces", "depth": 3});
    let found = games(&app, body).await;
    assert!(found["games"].as_array().unwrap().iter().all(|game| game["moves"][0]["cell"] == 8));
    assert!(found["counts"]["x"].as_u64() > Some(0));
    // A perfect side never loses.
    for (side, loses) in [("X", "o"), ("O", "x")] {
        let found = games(&app, json!({"engine": side, "symmetry": "orbits", "limit": 0})).await;
        assert_eq!(found["counts"][loses], 0);
    }
}

#[tokio::test]
async fn bad_requests_are_refused_field_by_field() {
    let app = app();
    let cases = [
        (json!({"winner": "y"}), vec!["/winner not-a-choice"]),
        (json!({"engine": "both", "symmetry": "unique"}), vec!["/engine not-a-choice", "/symmetry not-a-choice"]),
        (json!({"limit": 5_001, "offset": -1}), vec!["/offset out-of-range", "/limit out-of-range"]),
        (json!({"replies": "yes"}), vec!["/replies wrong-type"]),
        (json!({"depth": 3}), vec!["/engine missing"]),
        (json!({"engineMoves": "all", "engine": "none"}), vec!["/engine conflict"]),
        (json!({"engine": "X", "engineMoves": "first", "symmetry": "paths"}), vec!["/engineMoves conflict"]),
        (json!({"engine": "X", "algorithm": "retrograde", "game": "four-by-four"}), vec!["/algorithm does-not-fit"]),
        (json!({"engine": "X", "depth": 0, "nodes": 5}), vec!["/nodes unknown-field", "/depth out-of-range"]),
        (json!({"heuristic": {"weights": [1]}, "engine": "O"}), vec!["/heuristic/weights wrong-length"]),
        (json!({"moves": [0, 0]}), vec!["/moves/1 cell-taken"]),
    ];
    for (body, expected) in cases {
        let answer = post(&app, "/v1/continuations", body.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), expected, "{body}");
    }
    faults(&post(&app, "/v1/continuations", "{").await, 400, "malformed-json");
    faults(&get(&app, "/v1/continuations").await, 405, "method-not-allowed");
    let request =
        Request::post("/v1/continuations").header("content-type", "application/json").header("accept", "text/html");
    faults(&send(&app, request.body("{}".into()).unwrap()).await, 406, "not-acceptable");
}

#[tokio::test]
async fn counts_that_are_too_large_are_refused_with_a_remedy() {
    let app =
        app_with(ServerLimits { continuation_positions_max: 5_477, movetime_ms_max: 60_000, ..ServerLimits::DEFAULT });
    let refused = post(&app, "/v1/continuations", "{}").await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/board too-large"]);
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("5477") && detail.contains("start deeper"), "{detail}");
    let refused = post(&app, "/v1/continuations", r#"{"moves":[]}"#).await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/moves too-large"]);
    assert_eq!(post(&app, "/v1/continuations", r#"{"moves":[4]}"#).await.status, 200);
    // Refused by an estimate, not because a search has taken all of the time.
    let refused = post(&app, "/v1/continuations", r#"{"game":"gomoku","engine":"X"}"#).await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/board too-large"]);
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("more than 5477 different positions"), "{detail}");
}

/// A remedy names no option that the request already has.
#[tokio::test]
async fn a_remedy_fits_the_request() {
    let app = app();
    let engine = "let an engine play one side";
    for (body, remedy, unfit) in [
        (json!({"game": "gomoku"}), "start deeper in the game, or let an engine play one side", "engineMoves"),
        (json!({"game": "gomoku", "engine": "X"}), "start deeper in the game, or send engineMoves \"first\"", engine),
        (json!({"game": "gomoku", "engine": "X", "engineMoves": "first"}), "start deeper in the game", engine),
        (json!({"game": "gomoku", "engine": "X", "replies": true}), "or leave replies out", engine),
        (json!({"game": "gomoku", "engine": "O", "symmetry": "orbits"}), "start deeper in the game", "engineMoves"),
    ] {
        let refused = post(&app, "/v1/continuations", body.to_string()).await;
        assert_eq!(faults(&refused, 422, "invalid-request"), ["/board too-large"]);
        let detail = refused.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(remedy) && !detail.contains(unfit), "{body}: {detail}");
    }
}

/// With two stones on the board the estimate refuses counts that no search could finish, for every way to count games as the same.
#[tokio::test]
async fn hopeless_counts_beside_an_engine_are_refused_by_an_estimate() {
    let app = app();
    for moves in [json!([112, 113]), json!([0, 1])] {
        for symmetry in ["all", "paths", "orbits"] {
            for engine in ["X", "O"] {
                let body = json!({"game": "gomoku", "moves": moves, "engine": engine, "symmetry": symmetry});
                let refused = post(&app, "/v1/continuations", body.to_string()).await;
                let detail = refused.json()["detail"].as_str().unwrap().to_owned();
                assert!(detail.contains("different positions follow from this one"), "{body}: {detail}");
            }
        }
    }
}

/// The count runs on a search thread and ends with its client.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_ends_when_its_client_goes_away() {
    let limits = ServerLimits { workers: 1, continuation_positions_max: 4_000_000, ..ServerLimits::DEFAULT };
    let state = crate::service::state(limits);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    let tally = state.pool().counters();
    let counting = tokio::spawn(async move { post(&app, "/v1/continuations", r#"{"game":"four-by-four"}"#).await });
    until(|| tally.running.load(Relaxed) == 1).await;
    counting.abort();
    until(|| tally.running.load(Relaxed) == 0).await;
    assert_eq!(tally.cancelled.load(Relaxed), 1);
}
