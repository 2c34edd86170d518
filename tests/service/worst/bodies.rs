//! Bodies full of faults, or of as many things as fit.

use serde_json::{Value, json};

use super::Worst;
use super::boards::quiet_moves;

pub fn bodies() -> Vec<Worst> {
    let move_on_20 = |fields: &str| Worst::post(fields, "/v1/move", format!("{{\"game\":\"gomoku-20\",{fields}}}"));
    let named = |name: &str, worst: Worst| Worst { name: name.to_owned(), ..worst };
    let first_taken = format!("\"board\":\"X{}\",\"turn\":\"O\"", ".".repeat(360));
    let mut all = vec![
        Worst::post("4,096 lines of 12 cells", "/v1/move", lines(|line, at| (line * 37 + at * (line % 31 + 2)) % 400)),
        Worst::post("4,096 lines with a cell twice", "/v1/position", lines(|line, at| (line + at / 2) % 400)),
        Worst::batch("64 boards of dimensions", |index| {
            let wrap = [0, 1, 2].map(|axis| index >> axis & 1 == 1);
            json!({"kind": "position", "game": {"dimensions": [7, 7, 8], "k": index % 7 + 2, "wrap": wrap}})
        }),
        Worst::batch(
            "64 games with many symmetries",
            |index| json!({"kind": "position", "fields": ["moves"], "game": {"cells": 400 - index, "lines": [[0, 1]]}}),
        ),
        Worst::post("5,000 unknown keys", "/v1/move", keys("k", 5_000)),
        Worst::post("4,000 nearly known keys", "/v1/analysis", keys("board", 4_000)),
        Worst::post("a key of 60 kB", "/v1/move", format!("{{\"{}\":0}}", "x".repeat(60_000))),
        Worst::post(
            "a key of 10,000 control characters",
            "/v1/move",
            format!("{{\"{}\":0}}", "\\u0001".repeat(10_000)),
        ),
        Worst::post(
            "a field 5,000 times",
            "/v1/move",
            format!("{{{}\"turn\":\"X\"}}", "\"turn\":\"X\",".repeat(5_000)),
        ),
        Worst::post("60 kB of junk for a board", "/v1/position", json!({ "board": "?".repeat(60_000) })),
        Worst::post("60 kB of stones for a board", "/v1/position", json!({ "board": "X".repeat(60_000) })),
        Worst::post("15,000 rows of junk", "/v1/position", list("board", "\"?\"", 15_000)),
        Worst::post("15,000 cells of junk", "/v1/position", format!("{{\"board\":[[{}0]]}}", "\"?\",".repeat(15_000))),
        Worst::post(
            "10,000 escapes for a board",
            "/v1/move",
            format!("{{\"board\":\"{}\"}}", "\\u003f".repeat(10_000)),
        ),
        named("30,000 cells to search", move_on_20(&format!("\"depth\":1,\"searchMoves\":[{}0]", "1,".repeat(30_000)))),
        named(
            "30,000 taken cells to search",
            move_on_20(&format!("\"depth\":1,{first_taken},\"searchMoves\":[{}0]", "0,".repeat(30_000))),
        ),
        named("15,000 cells to avoid", move_on_20(&format!("\"depth\":1,\"avoidMoves\":[{}0]", "9,".repeat(15_000)))),
        named("12,000 names of no cells", move_on_20(&format!("\"searchMoves\":[{}0]", "\"z9\",".repeat(12_000)))),
        named("30,000 moves played", move_on_20(&format!("\"moves\":[{}0]", "0,".repeat(30_000)))),
        named("360 moves played", move_on_20(&format!("\"depth\":1,\"moves\":{:?}", quiet_moves()))),
        Worst::post("56,000 columns", "/v1/move", json!({"game": "connect-four", "moves": "1234567".repeat(8_000)})),
        Worst::post("30,000 weights", "/v1/move", weights("1", 30_000)),
        Worst::post("20,000 weights that are none", "/v1/move", weights("{}", 20_000)),
        Worst::post("120 brackets deep", "/v1/move", format!("{{\"board\":{}{}}}", "[".repeat(120), "]".repeat(120))),
        Worst::post("30,000 players", "/v1/match", list("players", "0", 30_000)),
        Worst::post(
            "players of 2,000 unknown keys",
            "/v1/match",
            format!("{{\"players\":[{},{}]}}", keys("k", 2_000), keys("depth", 2_000)),
        ),
    ];
    let long = "x".repeat(60_000);
    for (field, path) in [
        ("game", "move"),
        ("turn", "move"),
        ("algorithm", "move"),
        ("heuristic", "move"),
        ("pov", "move"),
        ("tieBreak", "move"),
        ("strict", "move"),
        ("depth", "move"),
        ("searchMoves", "move"),
        ("engine", "continuations"),
        ("winner", "continuations"),
        ("algorithm", "tree"),
        ("players", "match"),
    ] {
        let mut body = json!({});
        body[field] = Value::String(long.clone());
        all.push(Worst::post(&format!("{field} of 60 kB for a {path}"), &format!("/v1/{path}"), body));
    }
    all
}

/// A game of as many lines as there may be, each as long as it may be.
fn lines(cell: impl Fn(usize, usize) -> usize) -> Value {
    let lines: Vec<Vec<usize>> = (0..4_096).map(|line| (0..12).map(|at| cell(line, at)).collect()).collect();
    json!({"game": {"cells": 400, "lines": lines}, "nodes": 100})
}

/// An object of this many unknown keys.
fn keys(start: &str, count: usize) -> String {
    let keys: Vec<String> = (0..count).map(|index| format!("\"{start}{index}\":0")).collect();
    format!("{{{}}}", keys.join(","))
}

/// An object with one list.
fn list(field: &str, element: &str, count: usize) -> String {
    format!("{{\"{field}\":[{}]}}", vec![element; count].join(","))
}

fn weights(weight: &str, count: usize) -> String {
    format!("{{\"heuristic\":{}}}", list("weights", weight, count))
}
