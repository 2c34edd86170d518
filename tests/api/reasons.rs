//! `explain`: reasons of moves and of ranked lines, and the algorithm `rules`.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::service::contract::records;
use crate::service::{app, faults, get, post, send};

async fn answered(path: &str, body: Value) -> Value {
    let answer = post(&app(), path, body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.json());
    answer.json()
}

fn kinds(reasons: &Value) -> Vec<&str> {
    reasons.as_array().expect("reasons").iter().map(|reason| reason["kind"].as_str().expect("a kind")).collect()
}

fn texts(reasons: &Value) -> Vec<&str> {
    reasons.as_array().expect("reasons").iter().map(|reason| reason["text"].as_str().expect("text")).collect()
}

#[tokio::test]
async fn a_move_is_explained() {
    let answer = answered("/v1/move", json!({"board": "XOX.O....", "explain": true})).await;
    assert_eq!(
        texts(&answer["reasons"]),
        [
            "Blocks O's line b3, b2, b1.",
            "Stops O's forks at a2 and c2.",
            "Takes the middle of a side.",
            "Is the only good move: every other has a worse outcome.",
            "Keeps the draw, where a2, c2, a1 and c1 lose.",
        ]
    );
    let blocks = json!({"kind": "blocks-line", "cells": [1, 4, 7], "moves": [], "text": "Blocks O's line b3, b2, b1."});
    assert_eq!(answer["reasons"][0], blocks);
}

/// The guide's example: of these quiet moves a fact holds only for the one that is nearest to the centre.
#[tokio::test]
async fn a_quiet_move_may_have_no_reason() {
    let asked = json!({"game": "gomoku", "moves": ["h8"], "searchMoves": ["g8", "i9", "a1"], "multiPv": 3, "depth": 1, "explain": true});
    let answer = answered("/v1/analysis", asked).await;
    for line in answer["lines"].as_array().expect("lines") {
        let expected: &[&str] = if line["move"]["name"] == "g8" { &["near-centre"] } else { &[] };
        assert_eq!(kinds(&line["reasons"]), expected, "{}", line["move"]["name"]);
    }
    assert!(include_str!("../../docs/guide.md").contains("such as i9\nin answer to h8 in Gomoku: g8 is nearer"));
}

#[tokio::test]
async fn without_explain_nothing_changes() {
    for path in ["/v1/move", "/v1/analysis"] {
        let app = app();
        let plain = get(&app, &format!("{path}?board=XOX.O....")).await;
        let told = get(&app, &format!("{path}?board=XOX.O....&explain=false")).await;
        assert_eq!(plain.body, told.body);
        assert!(!String::from_utf8_lossy(&plain.body).contains("reasons"));
        let explained = get(&app, &format!("{path}?board=XOX.O....&explain=true")).await.json();
        let mut without = explained.clone();
        if path == "/v1/move" {
            without.as_object_mut().expect("an object").remove("reasons").expect("reasons");
        }
        for line in without.get_mut("lines").and_then(Value::as_array_mut).into_iter().flatten() {
            line.as_object_mut().expect("an object").remove("reasons").expect("reasons");
        }
        assert_eq!(without, plain.json());
    }
}

/// A table knows all moves, whichever of them are asked about.
#[tokio::test]
async fn outcomes_are_known_where_a_table_answers() {
    for restriction in [json!({"multiPv": 2}), json!({"searchMoves": [7, 3]}), json!({})] {
        let mut body = json!({"board": "XOX.O....", "explain": true});
        body.as_object_mut().expect("an object").extend(restriction.as_object().expect("an object").clone());
        let answer = answered("/v1/analysis", body).await;
        assert_eq!(kinds(&answer["lines"][0]["reasons"])[3..], ["only-move", "keeps-draw"], "{restriction}");
        let refuted = &answer["lines"][1]["reasons"];
        assert_eq!(kinds(refuted), ["side", "opens-line", "gives-win"], "{restriction}");
        assert_eq!(texts(refuted)[2], "Gives O the win by b1.");
        assert_eq!(refuted[2]["moves"][0]["name"], "b1");
    }
    // A search for the best move knows no other, a ranking by search knows all.
    let searched = json!({"board": "XOX.O....", "explain": true, "heuristic": "lines"});
    assert_eq!(kinds(&answered("/v1/move", searched.clone()).await["reasons"]), ["blocks-line", "stops-fork", "side"]);
    let ranked = answered("/v1/analysis", searched).await;
    assert_eq!(kinds(&ranked["lines"][0]["reasons"])[3..], ["only-move", "keeps-draw"]);
}

/// A move that is asked about alone is compared with the best one, where both are proven.
#[tokio::test]
async fn a_losing_move_alone_gives_a_win() {
    let alone = json!({"game": "connect-four", "searchMoves": ["a1"], "explain": true});
    let answer = answered("/v1/analysis", alone).await;
    assert_eq!(kinds(&answer["lines"][0]["reasons"]), ["gives-win"], "{answer}");
    let moves: Vec<_> = answer["lines"].as_array().expect("lines").iter().map(|line| &line["move"]["name"]).collect();
    assert_eq!(moves, ["a1"]);
}

#[tokio::test]
async fn facts_of_columns_are_told() {
    // The side that plays d1 lets the other have d2, where both need a stone: X has a2, b2, c2, and O has e2, f2, g2.
    let board = [".......", ".......", ".......", ".......", "XXX.OOO", "OXX.OXO"].concat();
    let body = json!({"game": "connect-four", "board": board, "turn": "X", "explain": true, "depth": 1});
    let answer = answered("/v1/analysis", body).await;
    let line = |name: &str| {
        let lines = answer["lines"].as_array().expect("lines").iter();
        lines.filter(|line| line["move"]["name"] == name).map(|line| texts(&line["reasons"])).next().expect("a line")
    };
    let under = line("d1");
    assert!(under.contains(&"Lets O play d2 and complete d2, e2, f2, g2."), "{under:?}");
    assert!(under.contains(&"Lets O take d2, where X would complete a2, b2, c2, d2."), "{under:?}");
    let board = [".......", ".......", ".......", ".......", "XX.....", "OXO...O"].concat();
    let body = json!({"game": "connect-four", "board": board, "turn": "X", "searchMoves": ["c2"], "explain": true, "depth": 1});
    let answer = answered("/v1/analysis", body).await;
    let closed = texts(&answer["lines"][0]["reasons"]);
    assert!(closed.contains(&"O must not play d1: X would complete a line at d2."), "{closed:?}");
}

/// X has an open four, and another move does not make it.
#[tokio::test]
async fn threats_that_were_there_are_not_made() {
    let moves = "h8 f10 i7 h7 j8 j9 i8 j6 g8 i9";
    let body = json!({"game": "gomoku", "moves": moves, "searchMoves": ["a1", "f8"], "explain": true, "depth": 1});
    let answer = answered("/v1/analysis", body).await;
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!(texts(&lines[0]["reasons"]), ["Completes X's line f8, g8, h8, i8, j8."]);
    assert_eq!((&lines[1]["move"]["name"], texts(&lines[1]["reasons"])), (&"a1".into(), vec![]));
}

#[tokio::test]
async fn a_finished_game_has_no_reasons() {
    let moved = answered("/v1/move", json!({"board": "XXXOO....", "explain": true})).await;
    assert_eq!(moved["reasons"], json!([]));
    let ranked = answered("/v1/analysis", json!({"board": "XXXOO....", "explain": true})).await;
    assert_eq!(ranked["lines"], json!([]));
}

#[tokio::test]
async fn the_last_record_of_a_stream_has_the_reasons() {
    let app = app();
    for (path, at) in [("/v1/move", "/reasons"), ("/v1/analysis", "/lines/0/reasons")] {
        let target = format!("{path}?board=XOX.O....&explain=true&heuristic=lines");
        let request = Request::get(target).header("accept", "application/x-ndjson").body(Body::empty());
        let stream = send(&app, request.expect("a request")).await;
        let records = records(&String::from_utf8_lossy(&stream.body));
        let (last, before) = records.split_last().expect("records");
        assert!(last["final"] == true && last.pointer(at).is_some_and(Value::is_array), "{last}");
        assert!(!before.is_empty() && before.iter().all(|record| record.pointer(at).is_none()));
    }
}

/// Two requests of a batch that differ in `explain` alone are not the same.
#[tokio::test]
async fn a_batch_explains_where_it_is_asked_to() {
    let item = |kind: &str, explain: bool| json!({"kind": kind, "board": "XOX.O....", "explain": explain});
    let requests = [item("move", false), item("move", true), item("analysis", true), item("analysis", false)];
    let answer = answered("/v1/batch", json!({"requests": requests})).await;
    let body = |index: usize| &answer["results"][index]["body"];
    assert!(body(0).get("reasons").is_none() && body(1)["reasons"].is_array());
    assert!(body(2)["lines"][0]["reasons"].is_array() && body(3)["lines"][0].get("reasons").is_none());
}

#[tokio::test]
async fn wrong_values_are_refused() {
    for path in ["/v1/move", "/v1/analysis"] {
        for explain in [json!("true"), json!(1), json!([])] {
            let answer = post(&app(), path, json!({"explain": explain}).to_string()).await;
            assert_eq!(faults(&answer, 422, "invalid-request"), ["/explain wrong-type"], "{explain}");
        }
        let answer = post(&app(), path, json!({"algorithm": "rules", "game": "misere-tic-tac-toe"}).to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), ["/algorithm does-not-fit"]);
    }
    let answer = get(&app(), "/v1/position?explain=true").await;
    assert_eq!(answer.status, 422);
}

#[tokio::test]
async fn the_rule_used_is_the_first_reason() {
    for (board, name, kind) in [
        (".........", "b2", "centre"),
        ("X........", "b2", "centre"),
        ("XX.OO....", "c3", "completes-line"),
        ("XX..O....", "c3", "blocks-line"),
        ("X...O...X", "b3", "stops-fork"),
        ("....X....", "a3", "corner"),
        ("X...O.X..", "a2", "blocks-line"),
        ("O...X....", "c1", "opposite-corner"),
    ] {
        let body = json!({"board": board, "algorithm": "rules", "explain": true});
        let answer = post(&app(), "/v1/move", body.to_string()).await.json();
        assert_eq!((&answer["move"]["name"], &answer["reasons"][0]["kind"]), (&name.into(), &kind.into()), "{board}");
        assert_eq!(answer["search"]["algorithm"], "rules");
    }
    // All corners take the same rule; after a1 only one reply keeps O from completing its side.
    for (tie_break, name) in [("first", "a3"), ("trap", "a1")] {
        let body = json!({"board": ".X..X..O.", "algorithm": "rules", "tieBreak": tie_break});
        assert_eq!(answered("/v1/move", body).await["move"]["name"], name);
    }
    let ranked = answered("/v1/analysis", json!({"board": "X........", "algorithm": "rules"})).await;
    let names: Vec<_> = ranked["lines"].as_array().expect("lines").iter().map(|line| &line["move"]["name"]).collect();
    assert_eq!(names, ["b2", "c1", "c3", "a1", "b3", "a2", "c2", "b1"]);
}

#[tokio::test]
async fn the_rules_play_in_matches() {
    let players = json!([{"algorithm": "rules"}, {"skill": 0}]);
    let answer = answered("/v1/match", json!({"players": players, "games": 6, "seed": 4})).await;
    assert_eq!(answer["results"][0]["losses"], 0);
}
