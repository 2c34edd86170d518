//! `/v1/tree`: trees for a front end, and refusals.

use std::collections::HashSet;

use axum::http::Request;
use inarow::config::ServerLimits;
use serde_json::{Value, json};

use crate::service::{app, app_with, faults, get, post, send};

const WORKED: &str = "XXO.O..OX";

async fn tree(body: Value) -> Value {
    let answer = post(&app(), "/v1/tree", body.to_string()).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()
}

fn nodes(tree: &Value) -> &[Value] {
    tree["nodes"].as_array().expect("nodes")
}

#[tokio::test]
async fn the_worked_example_shows_why_6_is_chosen() {
    for (depth, six) in [(2, json!("unknown")), (3, json!("draw"))] {
        let tree = tree(json!({"board": WORKED, "turn": "X", "heuristic": "open-pieces", "depth": depth})).await;
        assert_eq!(tree["move"]["cell"], 6);
        let children = nodes(&tree)[0]["children"]
            .as_array()
            .unwrap()
            .iter()
            .map(|id| &tree["nodes"][id.as_u64().unwrap() as usize]);
        let found: Vec<_> =
            children.map(|child| (child["move"]["cell"].clone(), child["score"]["outcome"].clone())).collect();
        assert_eq!(found, [(3.into(), "loss".into()), (5.into(), "loss".into()), (6.into(), six)]);
        for member in ["outcome", "plies", "value", "expected", "pov"] {
            assert_eq!(tree["score"][member], nodes(&tree)[0]["score"][member], "{member}");
        }
        assert_eq!(tree["search"]["nodes"], nodes(&tree).len());
        assert_eq!((&nodes(&tree)[0]["player"], &nodes(&tree)[1]["player"]), (&"MAX".into(), &"MIN".into()));
    }
}

#[tokio::test]
async fn the_answer_is_that_of_a_move_with_the_same_options() {
    let app = app();
    for (board, depth) in [("X...O....", 3), (WORKED, 2), ("XO.......", 4), ("XOX.O....", 5)] {
        for heuristic in ["win-loss", "lines", "tempo-lines", "open-pieces"] {
            let options = json!({"board": board, "depth": depth, "heuristic": heuristic, "algorithm": "minimax"});
            let chosen = post(&app, "/v1/move", options.to_string()).await.json();
            for (algorithm, transpositions) in [("minimax", false), ("alpha-beta", false), ("alpha-beta", true)] {
                let mut options = options.clone();
                options["algorithm"] = algorithm.into();
                options["transpositions"] = transpositions.into();
                options["maxNodes"] = 10_000.into();
                let tree = tree(options).await;
                assert_eq!((&tree["move"], &tree["pv"]), (&chosen["move"], &chosen["pv"]), "{board} {heuristic}");
                if algorithm == "minimax" {
                    assert_eq!(tree["score"], chosen["score"], "{board} {heuristic}");
                    assert_eq!(tree["search"]["nodes"], chosen["search"]["nodes"], "{board} {heuristic}");
                }
            }
        }
    }
}

#[tokio::test]
async fn every_part_of_a_drawing_is_there() {
    let tree = tree(json!({"board": "X...O....", "depth": 4, "transpositions": true, "maxNodes": 5_000})).await;
    let kinds: HashSet<&str> = nodes(&tree).iter().map(|node| node["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, HashSet::from(["inner", "leaf", "finished", "transposition"]));
    for (id, node) in nodes(&tree).iter().enumerate() {
        assert_eq!(node["id"], id);
        let is = |kind: &str| node["kind"] == kind;
        assert_eq!(is("leaf"), !node["static"].is_null());
        assert_eq!(is("finished"), !node["result"].is_null());
        assert_eq!(is("transposition"), !node["transposition"].is_null());
        if is("leaf") {
            let lines = node["static"]["lines"].as_array().unwrap();
            let sum: i64 = lines.iter().map(|line| line["value"].as_i64().unwrap()).sum();
            assert_eq!((&node["static"]["value"], &node["score"]["value"]), (&sum.into(), &sum.into()));
        }
        if let Some(cutoff) = node["cutoff"].as_object() {
            let by = &tree["nodes"][cutoff["bound"]["by"].as_u64().unwrap() as usize];
            assert_eq!(by["score"], cutoff["bound"]["score"]);
            assert_ne!(node["exactness"], "exact");
        }
    }
}

#[tokio::test]
async fn a_tree_that_is_too_large_says_how_large_and_what_to_do() {
    let app = app();
    let refused = async |body: Value| {
        let answer = post(&app, "/v1/tree", body.to_string()).await;
        (faults(&answer, 422, "invalid-request"), answer.json()["detail"].as_str().unwrap().to_owned())
    };
    let (found, detail) = refused(json!({"depth": 4, "algorithm": "minimax"})).await;
    assert_eq!(found, ["/maxNodes too-large"]);
    assert!(detail.contains("has 3610 nodes") && detail.contains("raise maxNodes (up to 10000)"), "{detail}");
    let (found, detail) = refused(json!({"depth": 6, "algorithm": "minimax", "maxNodes": 10})).await;
    assert_eq!(found, ["/maxNodes too-large"]);
    assert!(detail.contains("has 73450 nodes") && detail.contains("above the maximum of 10000"), "{detail}");
    let (_, detail) = refused(json!({"game": "gomoku", "depth": 4, "algorithm": "minimax"})).await;
    assert!(detail.contains("more than 1000000 nodes"), "{detail}");

    let small = app_with(ServerLimits { tree_lines_max: 5, ..ServerLimits::DEFAULT });
    let lines = post(&small, "/v1/tree", r#"{"depth":1}"#).await;
    assert_eq!(faults(&lines, 422, "invalid-request"), ["/trace too-large"]);
    assert_eq!(post(&small, "/v1/tree", r#"{"depth":1,"trace":false}"#).await.status, 200);
}

#[tokio::test]
async fn a_large_board_has_a_tree_of_few_cells() {
    let tree = tree(json!({"game": "gomoku", "cells": ["h8", "h9", 100], "depth": 6, "trace": false})).await;
    let names = nodes(&tree).iter().filter_map(|node| node["move"]["name"].as_str());
    assert_eq!(names.collect::<HashSet<_>>(), HashSet::from(["h8", "h9", "k9"]));
    assert!(nodes(&tree).iter().all(|node| (node["kind"] == "leaf") == (node["ply"] == 3)));
    // A finished game has no moves to choose from.
    let finished = json!({"board": "XXXOO....", "cells": ["a1"]});
    assert_eq!(post(&app(), "/v1/tree", finished.to_string()).await.status, 200);
}

/// A remedy is named only where it makes the tree small enough.
#[tokio::test]
async fn the_remedies_of_a_tree_that_is_too_large_help() {
    let app = app();
    for (body, expected) in [
        (json!({"game": "gomoku", "depth": 2}), "above the maximum of 10000; use a smaller depth"),
        (json!({"depth": 1, "maxNodes": 5}), "the tree has 10 nodes; raise maxNodes (up to 10000)"),
        (
            json!({"depth": 3, "algorithm": "minimax", "maxNodes": 420}),
            "raise maxNodes (up to 10000), or use a smaller depth, or send \"algorithm\": \"alpha-beta\"",
        ),
        (
            json!({"depth": 9}),
            "above the maximum of 10000; use a smaller depth, or send \"transpositions\": true, \"maxNodes\": 10000",
        ),
    ] {
        let answer = post(&app, "/v1/tree", body.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), ["/maxNodes too-large"], "{body}");
        let detail = answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
        assert!(detail.ends_with(expected), "{body}: {detail}");
    }
}

/// The remedy for a query makes a request that is answered.
#[tokio::test]
async fn the_remedies_of_a_tree_in_a_query_are_parameters() {
    let app = app();
    for query in [
        "board=.........&depth=9&format=svg",
        "depth=9",
        "depth=9&algorithm=minimax",
        "depth=8&algorithm=minimax&maxNodes=5000",
    ] {
        let answer = get(&app, &format!("/v1/tree?{query}")).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), ["/maxNodes too-large"], "{query}");
        let detail = answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
        let (_, parameters) = detail.split_once("send ").unwrap();
        let names: Vec<&str> = parameters.split('&').map(|parameter| parameter.split_once('=').unwrap().0).collect();
        let others = query.split('&').filter(|other| !names.contains(&other.split_once('=').unwrap().0));
        let mended = others.chain([parameters]).collect::<Vec<_>>().join("&");
        assert_eq!(get(&app, &format!("/v1/tree?{mended}")).await.status, 200, "{detail}");
    }
}

#[tokio::test]
async fn bad_requests_are_refused_field_by_field() {
    let app = app();
    let cases = [
        (json!({"depth": 0}), vec!["/depth out-of-range"]),
        (json!({"depth": 401, "maxNodes": 10_001}), vec!["/depth out-of-range", "/maxNodes out-of-range"]),
        (json!({"algorithm": "retrograde"}), vec!["/algorithm not-a-choice"]),
        (json!({"algorithm": "auto"}), vec!["/algorithm not-a-choice"]),
        (json!({"transpositions": 1, "trace": "yes"}), vec!["/transpositions wrong-type", "/trace wrong-type"]),
        (
            json!({"movetime": 5, "skill": 3, "pov": "X"}),
            vec!["/movetime unknown-field", "/pov unknown-field", "/skill unknown-field"],
        ),
        (json!({"heuristic": {"weights": [1]}}), vec!["/heuristic/weights wrong-length"]),
        (json!({"board": "XXXOOO..."}), vec!["/board two-winners"]),
        (json!({"bord": WORKED}), vec!["/bord unknown-field"]),
        (json!({"cells": []}), vec!["/cells no-move-left"]),
        (json!({"cells": ["a1"], "board": "......X.."}), vec!["/cells no-move-left"]),
        (json!({"cells": ["a1", "d4", 9]}), vec!["/cells/1 not-on-board", "/cells/2 not-on-board"]),
    ];
    for (body, expected) in cases {
        let answer = post(&app, "/v1/tree", body.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), expected, "{body}");
    }
    faults(&post(&app, "/v1/tree", "{").await, 400, "malformed-json");
    let request = Request::delete("/v1/tree").body(axum::body::Body::empty()).unwrap();
    faults(&send(&app, request).await, 405, "method-not-allowed");
    let request = Request::post("/v1/tree").header("content-type", "text/plain").body("{}".into()).unwrap();
    faults(&send(&app, request).await, 415, "unsupported-media-type");
    let request = Request::post("/v1/tree").header("content-type", "application/json").header("accept", "image/png");
    faults(&send(&app, request.body("{}".into()).unwrap()).await, 406, "not-acceptable");
}
