//! The members of every score, wherever it stands, and the exact source that a search left.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::service::contract::records;
use crate::service::{app, get, post, send};

/// All scores of an answer, which are the objects with an outcome and a point of view.
fn scores<'a>(answer: &'a Value, found: &mut Vec<&'a Value>) {
    if answer.get("outcome").is_some() && answer.get("pov").is_some() {
        found.push(answer);
    }
    match answer {
        Value::Array(items) => items.iter().for_each(|item| scores(item, found)),
        Value::Object(members) => members.values().for_each(|item| scores(item, found)),
        _ => {}
    }
}

/// Checks every score of an answer; gives their number.
fn check(answer: &Value, context: &str) -> usize {
    let mut found = Vec::new();
    scores(answer, &mut found);
    for score in &found {
        let expected = score["expected"].as_f64().unwrap_or_else(|| panic!("{context}: {score}"));
        match score["outcome"].as_str() {
            Some("win") => assert_eq!(expected, 1.0, "{context}: {score}"),
            Some("draw") => assert_eq!(expected, 0.5, "{context}: {score}"),
            Some("loss") => assert_eq!(expected, 0.0, "{context}: {score}"),
            _ => {
                let value = score["value"].as_i64().unwrap();
                assert!((0.000_000_1..=0.999_999_9).contains(&expected), "{context}: {score}");
                assert!(value.signum() as f64 * (expected - 0.5) >= 0.0, "{context}: {score}");
                assert!(value != 0 || expected == 0.5, "{context}: {score}");
            }
        }
    }
    found.len()
}

#[tokio::test]
async fn every_score_has_the_expected_result() {
    let app = app();
    let players = json!([{"heuristic": "lines", "depth": 1}, {"level": "casual"}]);
    let batch = json!([{"kind": "move", "moves": ["b2"]}, {"kind": "analysis", "game": "gomoku", "depth": 1}]);
    for (path, body, least) in [
        ("/v1/move", json!({"board": "XO......."}), 1),
        ("/v1/move", json!({"board": "XXXOO...."}), 1),
        ("/v1/move", json!({"moves": ["b2", "b3"], "game": "misere-tic-tac-toe", "pov": "O"}), 1),
        ("/v1/move", json!({"game": "gomoku", "moves": ["h8"], "algorithm": "rules"}), 1),
        ("/v1/move", json!({"game": "gomoku", "heuristic": "win-loss", "depth": 1}), 1),
        ("/v1/analysis", json!({"game": "connect-four", "moves": "4453", "depth": 4, "explain": true}), 7),
        ("/v1/analysis", json!({"game": "misere-tic-tac-toe", "moves": ["b2", "b3", "a1"], "pov": "X"}), 6),
        ("/v1/analysis", json!({"heuristic": {"weights": [0, 1, 9, 99]}, "depth": 2}), 9),
        ("/v1/review", json!({"moves": ["b2", "b3", "a1"], "heuristic": "lines", "depth": 2}), 12),
        ("/v1/review", json!({"moves": ["b2", "b3", "a1"], "pov": "X"}), 12),
        ("/v1/match", json!({"players": players, "games": 2}), 10),
        ("/v1/tree", json!({"board": "XXO.O..OX", "heuristic": "open-pieces", "depth": 2}), 10),
        ("/v1/continuations", json!({"limit": 1, "replies": true}), 81),
        ("/v1/batch", json!({"requests": batch}), 200),
    ] {
        let answer = post(&app, path, body.to_string()).await;
        assert_eq!(answer.status, 200, "{path} {body}");
        let count = check(&answer.json(), path);
        assert!(count >= least, "{path} {body}: {count}");
    }
    let puzzle = get(&app, "/v1/puzzles?seed=1&solution=true").await.json();
    assert_eq!(check(&puzzle, "puzzle"), 1);
    for target in
        ["/v1/move?game=gomoku&moves=h8,h9&depth=2", "/v1/analysis?moves=b2&depth=2", "/v1/review?moves=b2,b3&depth=2"]
    {
        let request = Request::get(target).header("accept", "application/x-ndjson").body(Body::empty()).unwrap();
        let told = records(std::str::from_utf8(&send(&app, request).await.body).unwrap());
        assert!(told.len() > 1 && told.iter().all(|record| check(record, target) > 0), "{target}");
    }
}

/// One number for a bar: both sides together expect one game.
#[tokio::test]
async fn expectations_of_both_sides_add_up() {
    let app = app();
    for asked in [
        "moves=b2,b3",
        "moves=b2,b3&depth=2",
        "game=misere-tic-tac-toe&moves=b2,b3,a1",
        "game=gomoku&moves=h8,h9,i8&depth=2",
        "game=connect-four&moves=4455&depth=3&heuristic=threats",
    ] {
        let mut expected = Vec::new();
        for pov in ["X", "O"] {
            let answer = get(&app, &format!("/v1/move?{asked}&pov={pov}")).await.json();
            assert_eq!(answer["score"]["pov"], pov);
            expected.push(answer["score"]["expected"].as_f64().unwrap());
        }
        assert!((expected[0] + expected[1] - 1.0).abs() < 2e-4, "{asked}: {expected:?}");
    }
}

/// A value of patterns is worth less, the more stones there are before the move, wherever it stands.
#[tokio::test]
async fn the_scale_of_gomoku_grows_with_the_stones() {
    let app = app();
    let check = |score: &Value, stones: usize| {
        let Some(value) = score["value"].as_f64() else { return 0 };
        let worth = 1.0 / (1.0 + (-value / (690.0 * (stones.max(1) as f64 / 225.0).sqrt())).exp());
        let expected = score["expected"].as_f64().unwrap();
        assert!((expected - worth.clamp(0.000_000_1, 0.999_999_9)).abs() < 1e-4, "{stones} stones: {score}");
        usize::from(value != 0.0)
    };
    let mut seen = 0;
    let moves = ["h8", "h9", "i8", "g8", "i10", "j9"];
    let asked = json!({"game": "gomoku", "moves": moves, "depth": 2});
    let answer = async |path: &str, body: &Value| post(&app, path, body.to_string()).await.json();
    seen += check(&answer("/v1/move", &asked).await["score"], 6);
    for line in answer("/v1/analysis", &asked).await["lines"].as_array().unwrap() {
        seen += check(&line["score"], 6);
    }
    for (ply, reviewed) in answer("/v1/review", &asked).await["moves"].as_array().unwrap().iter().enumerate() {
        seen += check(&reviewed["score"], ply);
        seen += reviewed["best"].as_array().unwrap().iter().map(|line| check(&line["score"], ply)).sum::<usize>();
    }
    let players = json!([{"depth": 1}, {"depth": 2}]);
    let asked = json!({"game": "gomoku", "moves": &moves[..3], "players": players, "games": 2});
    for game in answer("/v1/match", &asked).await["games"].as_array().unwrap() {
        for (ply, moved) in game["moves"].as_array().unwrap().iter().enumerate() {
            seen += check(&moved["score"], 3 + ply);
        }
    }
    assert!(seen > 30, "{seen} values, not proofs alone");
}

/// The source that answers without a depth is named where a depth or a heuristic left it, and nowhere else.
#[tokio::test]
async fn the_exact_source_that_was_left_is_named() {
    let app = app();
    let late = "game=connect-four&moves=257771314744647214";
    let falling = "game=%7B%22width%22:5,%22height%22:4,%22k%22:4,%22gravity%22:true%7D&moves=3344";
    for (game, source, left) in [
        ("board=XO.......", "table", json!("table")),
        ("game=misere-tic-tac-toe", "table", json!("table")),
        ("game=connect-four&moves=44", "book", json!("book")),
        (late, "solver", json!("solver")),
        (falling, "solver", json!("solver")),
        ("game=four-by-four&moves=b2,c3,b3,b4,c2,d1", "search", json!("prover")),
        ("game=gomoku&moves=h8", "", Value::Null),
    ] {
        for path in ["/v1/move", "/v1/analysis"] {
            let search = async |asked: &str| get(&app, &format!("{path}?{game}{asked}")).await.json()["search"].take();
            for asked in ["&depth=2", "&depth=1&heuristic=lines"] {
                let found = search(asked).await;
                assert_eq!(
                    (&found["source"], &found["exactSource"]),
                    (&"search".into(), &left),
                    "{path} {game}{asked}"
                );
            }
            let named = search("&depth=2&algorithm=alpha-beta").await;
            assert_eq!(named.get("exactSource"), None, "{path} {game}: an algorithm was named");
            if !source.is_empty() {
                let open = search("").await;
                assert_eq!((&open["source"], open.get("exactSource")), (&source.into(), None), "{path} {game}");
                assert_eq!(open["complete"], true, "{path} {game}");
            }
        }
    }
}
