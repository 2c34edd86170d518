//! The closed list of codes of faults.

use std::collections::BTreeSet;

use serde_json::json;

use crate::service::{app, faults, post};

/// A board that a bounded search cannot decide to be reachable or not.
pub const UNDECIDED: &str = "OOXXOOOOXXXOOOOOXOOXXXXOXOXXOOOXXXOOOOXXXOOXOXOOXXOOOXXOOXOOOXXXXOXXXXXXOXOX";

/// The list of codes is closed, and each of its codes is one that a request can meet.
#[tokio::test]
async fn every_code_is_met() {
    let tall = json!({"width": 4, "height": 19, "k": 19, "gravity": true});
    let large = json!({"game": "gomoku", "depth": 4, "algorithm": "minimax"});
    let cases = [
        ("unknown-field", "/v1/move", json!({"bord": 1}).to_string()),
        ("repeated", "/v1/move", r#"{"turn":"X","turn":"X"}"#.to_owned()),
        ("missing", "/v1/match", "{}".to_owned()),
        ("misplaced", "/v1/move?turn=X", "{}".to_owned()),
        ("wrong-type", "/v1/move", json!({"depth": "9"}).to_string()),
        ("not-json", "/v1/move", json!({"game": "{"}).to_string()),
        ("not-a-choice", "/v1/move", json!({"game": "connect4"}).to_string()),
        ("not-whole", "/v1/move", json!({"depth": 2.5}).to_string()),
        ("out-of-range", "/v1/move", json!({"depth": 0}).to_string()),
        ("wrong-length", "/v1/move", json!({"board": "XO"}).to_string()),
        ("unreadable", "/v1/move", json!({"record": "(;B[aa"}).to_string()),
        ("unknown-character", "/v1/move", json!({"board": "XQ......."}).to_string()),
        ("conflict", "/v1/move", json!({"skill": 5, "level": "club"}).to_string()),
        ("not-on-board", "/v1/move", json!({"moves": ["z9"]}).to_string()),
        ("cell-taken", "/v1/move", json!({"moves": [4, 4]}).to_string()),
        ("column-full", "/v1/move", json!({"game": "connect-four", "moves": "4444444"}).to_string()),
        ("floating-stone", "/v1/move", json!({"game": "connect-four", "moves": ["a2"]}).to_string()),
        ("not-alternating", "/v1/move", json!({"record": "(;SZ[3];W[aa])"}).to_string()),
        ("game-over", "/v1/move", json!({"moves": [0, 3, 1, 4, 2, 5]}).to_string()),
        ("two-winners", "/v1/move", json!({"board": "XXXOOO..."}).to_string()),
        ("turn-unknown", "/v1/move", json!({"board": "OO......."}).to_string()),
        ("unreachable", "/v1/move", json!({"board": "XX.......", "turn": "O", "strict": true}).to_string()),
        ("undecided", "/v1/move", json!({"game": tall, "board": UNDECIDED, "strict": true}).to_string()),
        ("no-move-left", "/v1/move", json!({"searchMoves": []}).to_string()),
        ("does-not-fit", "/v1/move", json!({"game": "gomoku", "algorithm": "solver"}).to_string()),
        ("too-large", "/v1/tree", large.to_string()),
    ];
    let app = app();
    for (code, path, body) in &cases {
        let found = faults(&post(&app, path, body.clone()).await, 422, "invalid-request");
        let codes: Vec<_> = found.iter().map(|fault| fault.rsplit(' ').next().unwrap_or_default()).collect();
        assert_eq!(codes, [*code], "{body}");
    }
    let met: BTreeSet<_> = cases.iter().map(|(code, ..)| *code).collect();
    let enums = inarow::http::contract().enums;
    let (_, all) = enums.into_iter().find(|(name, _)| *name == "ErrorCode").expect("the list of codes");
    assert_eq!(met, all.into_iter().collect());
}
