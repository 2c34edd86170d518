//! `game` in answers: every answer names its game.

use serde_json::{Value, json};

use crate::service::contract::records;
use crate::service::{app, faults, get, post};

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

/// The last record of a stream is the whole answer; of continuations, the first record has the members that come once.
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

/// The position that a request with this game leads to, as an answer has it.
async fn position_of(game: &Value, target: &str) -> Value {
    let app = app();
    let answer = match target {
        "query" => {
            let text: String = form_urlencoded::byte_serialize(game.to_string().as_bytes()).collect();
            get(&app, &format!("/v1/position?game={text}")).await
        }
        _ => post(&app, "/v1/position", json!({"game": game}).to_string()).await,
    };
    assert_eq!(answer.status, 200, "{game}: {}", answer.json());
    answer.json()
}

/// An answer's `game` is valid as the `game` of a request.
#[tokio::test]
async fn the_game_of_an_answer_is_one_of_a_request() {
    for preset in inarow_engine::game::Preset::ALL {
        let first = position_of(&preset.name().into(), "body").await;
        assert_eq!(position_of(&first["game"], "body").await, first, "{}", preset.name());
        assert_eq!(position_of(&first["game"], "query").await, first, "{}", preset.name());
        assert_eq!(position_of(&json!({"name": preset.name()}), "body").await, first);
        let mut drawn = first["game"].clone();
        drawn["layout"] = json!(inarow_api::endpoints::layout(&preset.rules()));
        assert_eq!(position_of(&drawn, "body").await, first, "tools say where the cells are");
    }
}

#[tokio::test]
async fn the_game_of_an_answer_with_own_rules_is_one_of_a_request() {
    let mut random = fastrand::Rng::with_seed(34);
    let mut names = 0;
    for _ in 0..200 {
        let flag = |random: &mut fastrand::Rng| random.bool();
        let game = match random.u8(..3) {
            0 => {
                let (width, height) = (random.u8(1..=20), random.u8(1..=20));
                let overline = if flag(&mut random) { "allowed" } else { "forbidden" };
                json!({"width": width, "height": height, "k": random.u8(1..=width.max(height)), "gravity": flag(&mut random),
                       "overline": overline, "misere": flag(&mut random)})
            }
            1 => {
                let sizes: Vec<u8> = (0..random.usize(2..=4)).map(|_| random.u8(2..=4)).collect();
                let gravity = match random.usize(..=sizes.len()) {
                    0 => json!("none"),
                    axis => json!(axis - 1),
                };
                let wrap: Vec<bool> = sizes.iter().map(|_| flag(&mut random)).collect();
                let most = sizes.iter().max().copied().unwrap_or(2);
                json!({"dimensions": sizes, "k": random.u8(2..=most), "wrap": wrap, "gravity": gravity, "misere": flag(&mut random)})
            }
            _ => {
                let shape = ["XX", "XXX/X..", ".XX/XX.", "XX/XX", "X.X/XXX"][random.usize(..5)];
                json!({"width": random.u8(3..=6), "height": random.u8(3..=6), "shape": shape, "misere": flag(&mut random)})
            }
        };
        let answer = post(&app(), "/v1/position", json!({"game": game}).to_string()).await;
        // Some dimensions have no lines, or too many.
        if answer.status == 422 {
            continue;
        }
        let first = answer.json();
        names += 1;
        assert_eq!(position_of(&first["game"], "body").await, first, "{game}");
    }
    assert!(names > 100, "{names}");
}

/// A member that contradicts the game is refused, and a member that a list lacks is asked for.
#[tokio::test]
async fn members_that_contradict_the_game_are_refused() {
    let refused = async |game: Value, expected: &[&str]| {
        let answer = post(&app(), "/v1/position", json!({"game": game}).to_string()).await;
        assert_eq!(crate::service::faults(&answer, 422, "invalid-request"), expected, "{game}");
        answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned()
    };
    let found = refused(json!({"name": "connect-four", "width": 8, "height": 6}), &["/game/width conflict"]).await;
    assert_eq!(
        found,
        "8 contradicts connect-four, whose width is 7; leave it out, or leave out the name for rules of your own"
    );
    let found = refused(json!({"name": "connect-four", "colour": "red"}), &["/game/colour unknown-field"]).await;
    assert_eq!(found, "\"colour\" does not go with a name; the name is enough: \"game\": \"connect-four\"");
    refused(json!({"name": "gomoku", "cells": 225, "lines": []}), &["/game/lines conflict"]).await;
    refused(json!({"name": "score-four", "gravity": 1, "axis": 2}), &["/game/gravity conflict"]).await;
    refused(json!({"name": "torus", "layout": [[0, 0]]}), &["/game/layout conflict"]).await;
    let found = refused(json!({"name": "conect-four"}), &["/game/name not-a-choice"]).await;
    assert!(found.contains("did you mean \"connect-four\"?"), "{found}");
    refused(json!({"name": 4}), &["/game/name wrong-type"]).await;
    let found =
        refused(json!({"name": null, "dimensions": [3, 3, 3], "k": 3, "cells": 28}), &["/game/cells conflict"]).await;
    assert_eq!(found, "28 contradicts the other members, whose cells is 27; leave it out");
    refused(
        json!({"dimensions": [4, 4], "k": 3, "wrap": [true, true], "gravity": false, "axis": 1}),
        &["/game/axis conflict"],
    )
    .await;
    let own = json!({"cells": 6, "lines": [[0, 1, 3], [0, 2, 5], [3, 4, 5], [1, 2, 4]]});
    let answered = position_of(&own, "body").await["game"].take();
    let found = refused(answered.clone(), &["/game/lines missing"]).await;
    assert_eq!(
        found,
        "lines is missing; answers count the lines of a list and leave them out: send game as in the first request"
    );
    let mut whole = answered;
    whole["lines"] = own["lines"].clone();
    assert_eq!(position_of(&whole, "body").await, position_of(&own, "body").await);
}

/// `8,8,5` is rules as an object has them, in queries and in bodies.
#[tokio::test]
async fn rules_of_a_board_are_read_in_few_letters() {
    let app = app();
    for (text, rules) in [
        ("5,4,3", json!({"width": 5, "height": 4, "k": 3})),
        ("7,6,4g", json!({"width": 7, "height": 6, "k": 4, "gravity": true})),
        ("4,3,3me", json!({"width": 4, "height": 3, "k": 3, "misere": true, "overline": "forbidden"})),
    ] {
        let fields = json!({"game": rules, "depth": 1}).to_string();
        let expected = post(&app, "/v1/move", fields).await.json()["game"].clone();
        assert!(expected.is_object(), "{rules}");
        let body = json!({"game": text, "depth": 1}).to_string();
        assert_eq!(post(&app, "/v1/move", body).await.json()["game"], expected, "{text}");
        assert_eq!(get(&app, &format!("/v1/move?game={text}&depth=1")).await.json()["game"], expected, "{text}");
    }
    let refused = get(&app, "/v1/move?game=21,21,9").await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/game out-of-range", "/game out-of-range"]);
}

/// Rules that are sent as fields of the request are told where they stand.
#[tokio::test]
async fn rules_beside_the_game_are_told_their_place() {
    let app = app();
    for name in ["width", "rows", "k", "connect", "gravity"] {
        let query = get(&app, &format!("/v1/move?{name}=5")).await.json();
        let detail = query["errors"][0]["detail"].as_str().expect("a detail");
        assert!(detail.contains("game=8,8,5"), "{detail}");
        let body = post(&app, "/v1/move", json!({name: 5}).to_string()).await.json();
        let detail = body["errors"][0]["detail"].as_str().expect("a detail");
        assert!(detail.contains(r#""game": {"width": 8"#), "{detail}");
    }
}
