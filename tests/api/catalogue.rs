//! Games, heuristics, probes, version and the index.

use std::sync::Arc;

use inarow::config::ServerLimits;
use inarow::http;
use serde_json::json;

use crate::service::{app, app_with, faults, get, post};

#[tokio::test]
async fn games_have_what_a_menu_needs() {
    let answer = get(&app(), "/v1/games").await.json();
    assert_eq!(answer["default"], "tic-tac-toe");
    let game = |name: &str| {
        let games = answer["games"].as_array().unwrap();
        games.iter().find(|game| game["name"] == name).unwrap_or_else(|| panic!("no {name}"))
    };
    let connect_four = game("connect-four");
    let rules = json!({"width": 7, "height": 6, "k": 4, "gravity": true, "overline": "allowed", "misere": false});
    assert_eq!(connect_four["rules"], rules);
    assert_eq!((&connect_four["lines"], &connect_four["symmetries"]), (&69.into(), &2.into()));
    assert_eq!((&game("tic-tac-toe")["lines"], &game("gomoku")["lines"]), (&8.into(), &572.into()));
    assert_eq!(game("tic-tac-toe")["symmetries"], 8);
    let qubic = game("qubic");
    assert_eq!((&qubic["cells"], &qubic["lines"], &qubic["lineCount"]), (&64.into(), &76.into(), &76.into()));
    assert_eq!((&qubic["dimensions"], qubic["layout"].as_array().unwrap().len()), (&json!([4, 4, 4]), 64));
    assert!(game("gomoku").get("lineCount").is_none());
}

/// The rules of a row are the game of the row.
#[tokio::test]
async fn rules_of_rows_can_be_sent() {
    let app = app();
    for game in get(&app, "/v1/games").await.json()["games"].as_array().unwrap() {
        let answer = post(&app, "/v1/position", json!({"game": game["rules"]}).to_string()).await.json();
        assert_eq!(answer["game"]["name"], game["name"], "{}", game["rules"]);
    }
}

/// A menu of puzzles leaves out the games that have none.
#[tokio::test]
async fn games_say_whether_they_have_puzzles() {
    let app = app();
    let games = get(&app, "/v1/games").await.json()["games"].take();
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        // With an error of its own nothing is searched, and all errors are listed.
        let errors = faults(&get(&app, &format!("/v1/puzzles?game={name}&seed=none")).await, 422, "invalid-request");
        let is_refused = errors.iter().any(|error| error.starts_with("/game "));
        assert_eq!(game["puzzles"], !is_refused, "{name}");
    }
    let large = get(&app, "/v1/puzzles?game=9,9,6&seed=none").await;
    assert_eq!(faults(&large, 422, "invalid-request"), ["/game does-not-fit", "/seed wrong-type"]);
}

#[tokio::test]
async fn limits_are_those_of_the_settings() {
    let app = app_with(ServerLimits { depth_max: 7, movetime_ms_max: 50, queue_max: 3, ..ServerLimits::DEFAULT });
    let limits = get(&app, "/v1/games").await.json()["limits"].take();
    assert_eq!((&limits["depthMax"], &limits["queueLengthMax"]), (&7.into(), &3.into()));
    assert_eq!((&limits["movetimeMsMax"], &limits["movetimeMsDefault"]), (&50.into(), &50.into()));
    faults(&get(&app, "/v1/move?depth=8").await, 422, "invalid-request");
    assert_eq!(get(&app, "/v1/move?depth=7").await.status, 200);
}

#[tokio::test]
async fn heuristics_have_formula_and_source() {
    let answer = get(&app(), "/v1/heuristics").await.json();
    let names: Vec<_> = answer["heuristics"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["win-loss", "lines", "tempo-lines", "open-pieces", "threats", "avoid-lines"]);
    assert_eq!(answer["custom"]["emptyLine"], json!(["none", "X", "turn"]));
}

#[tokio::test]
async fn probes_tell_life_from_readiness() {
    let state = crate::service::state(ServerLimits::DEFAULT);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    for (path, status) in [("/livez", "ok"), ("/healthz", "ok"), ("/readyz", "ready")] {
        let answer = get(&app, path).await;
        assert_eq!((answer.status.as_u16(), answer.json()), (200, json!({"status": status})), "{path}");
    }
    state.stop_being_ready();
    let answer = get(&app, "/readyz").await;
    faults(&answer, 503, "shutting-down");
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(get(&app, "/livez").await.status, 200);
    assert_eq!(get(&app, "/v1/move").await.status, 200);
}

#[tokio::test]
async fn the_index_leads_on() {
    let app = app();
    let index = get(&app, "/").await.json();
    for link in index["links"].as_object().unwrap().values() {
        assert_eq!(get(&app, link.as_str().unwrap()).await.status, 200, "{link}");
    }
    let version = get(&app, "/version").await.json();
    assert_eq!((&version["name"], &version["version"]), (&"inarow".into(), &env!("CARGO_PKG_VERSION").into()));
}
