//! Large answers, and first slices of searches.

use serde_json::{Value, json};

use super::boards::{one_colour, scattered};
use super::{Worst, with_heuristics};

pub fn answers() -> Vec<Worst> {
    const ACCEPT_ENCODING: &str = "accept-encoding";
    let on_20 = "game=gomoku-20&depth=1";
    let full = json!({"game": "gomoku-20", "board": one_colour(0), "turn": "X"});
    let crowded = json!({"game": "gomoku-20", "board": scattered(3), "turn": "X", "depth": 1});
    let tree = json!({"game": "gomoku-20", "depth": 2, "maxNodes": 10_000, "trace": false});
    let traced = json!({"game": "gomoku", "depth": 2, "maxNodes": 10_000, "moves": ["h8"], "heuristic": "lines"});
    let one_cell = json!({"game": "gomoku-20", "depth": 3, "maxNodes": 10_000, "cells": vec![9; 30_000]});
    let games = json!({"limit": 5_000, "replies": true});
    let players = json!([{"depth": 1, "skill": 0}, {"depth": 1, "skill": 0}]);
    let quick_match = json!({"games": 1_000, "players": players, "movetime": 1_500});
    let long_game = json!({"game": "gomoku-20", "moves": quiet_game(), "depth": 1, "multiPv": 10});
    let batch = Worst::batch("64 positions on 20×20, compressed", |index| {
        with_heuristics(&json!({"kind": "position", "game": "gomoku-20", "board": scattered(index), "turn": "X"}))
    });
    let mut all = vec![
        Worst::get("analysis of 20×20", format!("/v1/analysis?{on_20}")),
        Worst::get("analysis of 20×20 as lines", format!("/v1/analysis?{on_20}"))
            .with("accept", "application/x-ndjson"),
        Worst::get("analysis of 20×20 as events", format!("/v1/analysis?{on_20}")).with("accept", "text/event-stream"),
        Worst::post("analysis of a crowded board", "/v1/analysis", &crowded),
        Worst::post("move on a crowded board", "/v1/move", &crowded),
        Worst::post("a full board of one colour", "/v1/position", with_heuristics(&full)),
        Worst::post("a full board of one colour, move", "/v1/move", &full),
        Worst::get("a move in 1 ms on 20×20", "/v1/move?game=gomoku-20&movetime=1"),
        Worst::get("a ranking in 1 ms on 20×20", "/v1/analysis?game=gomoku-standard-19&movetime=1"),
        Worst::get("a move by trap in 1 ms", "/v1/move?game=gomoku-20&movetime=1&tieBreak=trap"),
        Worst::post("a tree of 20×20", "/v1/tree", &tree),
        Worst::post("a tree with its lines", "/v1/tree", &traced),
        Worst::post("a tree of one cell, 30,000 times", "/v1/tree", &one_cell),
        Worst::post("5,000 games", "/v1/continuations", &games),
        Worst::post("5,000 games as lines", "/v1/continuations", &games).with("accept", "application/x-ndjson"),
        Worst::post("a match of 1,000 games", "/v1/match", &quick_match),
        Worst::post("a match of 1,000 games as lines", "/v1/match", &quick_match)
            .with("accept", "application/x-ndjson"),
        Worst::post("a review of a long game", "/v1/review", &long_game),
        Worst::post("a review of a long game as lines", "/v1/review", &long_game)
            .with("accept", "application/x-ndjson"),
        Worst::get("the metrics", "/metrics"),
        agent("a ranking for an agent", "analyse_position", json!({"game": "gomoku-20", "depth": 1, "multiPv": 20})),
        agent("a description for an agent", "describe_position", json!({"game": "gomoku-20", "moves": quiet_game()})),
        agent("a review for an agent", "review_game", json!({"game": "gomoku-20", "moves": quiet_game(), "depth": 1})),
        agent(
            "a game that is not legal at its end",
            "best_move",
            json!({"game": "gomoku-20", "moves": twice(quiet_game())}),
        ),
        agent("a long message of an agent", "best_move", deep(1_200)),
    ];
    all.extend(["br", "zstd", "gzip", "deflate"].map(|coding| batch.clone().with(ACCEPT_ENCODING, coding)));
    all.extend([
        Worst::get("the contract, compressed", "/openapi.json").with(ACCEPT_ENCODING, "br"),
        Worst::post("5,000 games, compressed", "/v1/continuations", &games).with(ACCEPT_ENCODING, "br"),
        Worst::post("a tree, compressed", "/v1/tree", &tree).with(ACCEPT_ENCODING, "br"),
    ]);
    // Each may be begun in place, since some of its kind end within microseconds.
    for (width, height, k, gravity) in [
        (8, 8, 4, false),
        (8, 8, 5, true),
        (7, 9, 7, false),
        (16, 4, 4, true),
        (6, 6, 4, false),
        (4, 4, 4, false),
        (20, 3, 3, true),
    ] {
        let game = json!({"width": width, "height": height, "k": k, "gravity": gravity});
        for algorithm in ["auto", "alpha-beta", "minimax"] {
            let body = json!({"game": game, "algorithm": algorithm, "nodes": 1_000});
            let name = format!("{width}×{height}, {k} in a row{}, {algorithm}", if gravity { ", gravity" } else { "" });
            all.push(Worst::post(&name, "/v1/analysis", body));
        }
    }
    all
}

/// A long game on 20×20 without five in a row: columns of two cells of each side in turn, shifted from row to row.
fn quiet_game() -> Vec<usize> {
    let is_x = |cell: &usize| ((cell / 20 * 2 + cell % 20) / 2).is_multiple_of(2);
    let (x, o): (Vec<usize>, Vec<usize>) = (0..20 * 19).partition(is_x);
    x.into_iter().zip(o).flat_map(|(x, o)| [x, o]).collect()
}

/// A call of a tool.
fn agent(name: &str, tool: &str, arguments: Value) -> Worst {
    let call =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    Worst::post(name, "/mcp", call)
}

/// The moves, and the last of them once more.
fn twice(mut moves: Vec<usize>) -> Vec<usize> {
    moves.extend(moves.last().copied());
    moves
}

/// Objects in objects.
fn deep(length: usize) -> Value {
    json!({"game": (0..length).map(|member| (member.to_string(), Value::Null)).collect::<serde_json::Map<_, _>>()})
}
