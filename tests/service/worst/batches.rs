//! Batches: many boards, many games, many look-ups, many faults.

use serde_json::{Value, json};

use super::boards::{one_colour, scattered};
use super::{LONGEST_ANSWER, Worst, with_heuristics};

pub fn batches() -> Vec<Worst> {
    vec![
        Worst::batch("64 positions on 20×20", |index| {
            with_heuristics(&json!({"kind": "position", "game": "gomoku-20", "board": scattered(index), "turn": "X"}))
        }),
        Worst::batch(LONGEST_ANSWER, |index| {
            with_heuristics(&json!({"kind": "position", "game": "gomoku-20", "board": one_colour(index), "turn": "X"}))
        }),
        Worst::batch(
            "64 sets of rules",
            |index| json!({"kind": "position", "game": rules(index), "heuristic": {"weights": [0, 1, 2, 3, 4, index]}}),
        ),
        Worst::batch(
            "64 sets of rules for patterns",
            |index| json!({"kind": "move", "game": rules(index), "heuristic": "threats", "nodes": 1, "movetime": 1}),
        ),
        Worst::batch(
            "64 finished games on 20×20",
            |index| json!({"kind": "move", "game": "gomoku-20", "board": one_colour(index), "turn": "X"}),
        ),
        Worst::batch("64 look-ups", |index| {
            let board: String = (0..9).map(|cell| if cell == index % 9 { 'X' } else { '.' }).collect();
            json!({"kind": "analysis", "board": board, "turn": if index < 32 { "X" } else { "O" }})
        }),
        Worst::batch(
            "64 equal searches on 20×20",
            |_| json!({"kind": "analysis", "game": "gomoku-20", "board": scattered(1), "turn": "X", "nodes": 1}),
        ),
        Worst::batch(
            "64 boards of junk",
            |_| json!({"kind": "position", "game": "gomoku-20", "board": "?".repeat(900), "turn": "X"}),
        ),
        Worst::batch("64 unknown keys of 900 bytes", |_| {
            let mut item = json!({"kind": "move"});
            item["x".repeat(900)] = Value::Null;
            item
        }),
        Worst::post("a batch of 20,000", "/v1/batch", format!("{{\"requests\":[{}0]}}", "0,".repeat(20_000))),
    ]
}

/// Another set of rules for each number.
fn rules(number: usize) -> Value {
    json!({"width": 12 + number % 8, "height": 12 + number / 8, "k": 5})
}
