//! `game` in answers: every answer names its game.

use serde_json::{Value, json};

use crate::service::contract::records;
use crate::service::{app, get, post};

fn connect_four() -> Value {
    json!({"name": "connect-four", "width": 7, "height": 6, "k": 4, "gravity": true, "overline": "allowed", "misere": false})
}

/// Every endpoint with a position, over before it began or not.
#[tokio::test]
async fn every_answer_names_its_game() {
    let app = app();
    let won = "11223344556677"; // four in a row for X with the seventh stone, refused beyond
    for (path, body) in [
        ("/v1/move", json!({"moves": "44"})),
        ("/v1/move", json!({"moves": &won[..7]})),
        ("/v1/analysis", json!({"moves": "44", "multiPv": 1})),
        ("/v1/analysis", json!({"moves": &won[..7]})),
        ("/v1/position", json!({"moves": "44"})),
        ("/v1/position", json!({"moves": "44", "fields": ["moves"]})),
        ("/v1/tree", json!({"moves": "44", "depth": 1})),
        ("/v1/continuations", json!({"board": "OXOXO.O/XOXOX.X/XOXOXOX/OXOXOXO/OXOXOXO/XOXOXOX", "limit": 1})),
        ("/v1/match", json!({"players": [{"depth": 1}, {"depth": 1}], "games": 1})),
        ("/v1/review", json!({"moves": "4455"})),
    ] {
        let mut request = body.clone();
        request["game"] = "connect-four".into();
        let answer = post(&app, path, request.to_string()).await;
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.json());
        assert_eq!(answer.json()["game"], connect_four(), "{path} {body}");
    }
    let puzzle = get(&app, "/v1/puzzles?game=connect-four&seed=1").await.json();
    assert_eq!(puzzle["game"], connect_four());
    let batch = json!({"requests": [{"kind": "move", "game": "connect-four"}, {"kind": "position"}]});
    let batch = post(&app, "/v1/batch", batch.to_string()).await.json();
    assert_eq!(batch["results"][0]["body"]["game"], connect_four());
    assert_eq!(batch["results"][1]["body"]["game"]["name"], "tic-tac-toe");
}

/// The last record of a stream is the whole answer; of continuations, the first record has what is said once.
#[tokio::test]
async fn streams_name_their_game() {
    let app = app();
    let stream = |path: &str, body: Value| {
        let request = axum::http::Request::post(path)
            .header("content-type", "application/json")
            .header("accept", "application/x-ndjson")
            .body(axum::body::Body::from(body.to_string()))
            .unwrap();
        let app = app.clone();
        async move { records(str::from_utf8(&crate::service::send(&app, request).await.body).unwrap()) }
    };
    for (path, body) in [
        ("/v1/move", json!({"game": "connect-four"})),
        ("/v1/analysis", json!({"game": "connect-four", "multiPv": 1})),
        ("/v1/review", json!({"game": "connect-four", "moves": "44"})),
        ("/v1/match", json!({"game": "connect-four", "players": [{"depth": 1}, {"depth": 1}], "games": 1})),
    ] {
        let found = stream(path, body).await;
        assert_eq!(found.last().unwrap()["game"], connect_four(), "{path}");
        assert!(found.iter().rev().skip(1).all(|record| record.get("game").is_none()), "{path}");
    }
    let games = stream("/v1/continuations", json!({"board": "XOXXOO.XO", "turn": "X"})).await;
    assert_eq!(games[0]["game"]["name"], "tic-tac-toe");
}

/// A name says what the rules are, not how they were sent.
#[tokio::test]
async fn rules_of_a_preset_carry_its_name() {
    let name = async |rules: Value| {
        post(&app(), "/v1/position", json!({"game": rules}).to_string()).await.json()["game"].clone()
    };
    let own = json!({"width": 7, "height": 6, "k": 4, "gravity": true});
    assert_eq!(name(own).await, connect_four());
    let other = name(json!({"width": 4, "height": 3, "k": 3, "overline": "forbidden", "misere": true})).await;
    let expected = json!({"name": null, "width": 4, "height": 3, "k": 3, "gravity": false, "overline": "forbidden", "misere": true});
    assert_eq!(other, expected);
    for preset in inarow_engine::game::Preset::ALL {
        let game = name(preset.name().into()).await;
        assert_eq!((&game["name"], &game["k"]), (&preset.name().into(), &preset.rules().k().into()));
    }
}
