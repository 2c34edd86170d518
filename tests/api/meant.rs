//! The meaning of half of a place, and of the words that other programs have.

use serde_json::json;

use crate::hints::{asked, posted};
use crate::service::{app, post};

/// A row without a column, or a column without a row: the refusal names the missing part, and a valid move.
#[tokio::test]
async fn half_of_a_place() {
    for (game, half, found) in [
        (
            "tic-tac-toe",
            json!({"row": 1}),
            "\"col\" is missing; send the name of a cell: row 1 and col 2, from 0, are \"c2\"",
        ),
        (
            "gomoku",
            json!({"col": 3}),
            "\"row\" is missing; send the name of a cell: row 14 and col 3, from 0, are \"d1\"",
        ),
        (
            "qubic",
            json!({"row": 1}),
            "\"col\" is missing; send the name of a cell: row 1 and col 18, from 0, are \"55\"",
        ),
        (
            "tic-tac-toe",
            json!({"row": 3}),
            "\"col\" is missing, and the board has no such place; send the name of a cell",
        ),
        (
            "tic-tac-toe",
            json!({"col": "b"}),
            "\"row\" is missing, and the board has no such place; send the name of a cell",
        ),
    ] {
        for list in ["moves", "searchMoves"] {
            let at = format!("/{list}/0 wrong-type");
            assert_eq!(posted(json!({"game": game, list: [half]}), &at).await, found);
        }
    }
    let column = json!({"game": "connect-four", "moves": [{"col": 3}]});
    let found = posted(column, "/moves/0 wrong-type").await;
    let words =
        "\"row\" is missing; send the name of a cell: row 5 and col 3, from 0, are \"d1\", or its column, \"d\"";
    assert_eq!(found, words);
}

/// Words that other programs have for fields, and for a level.
#[tokio::test]
async fn a_difficulty_is_a_level_and_moves_to_exclude_are_avoided() {
    for (name, value, meant) in [
        ("difficulty", json!("hard"), "\"level\": \"expert\""),
        ("strength", json!("Easy"), "\"level\": \"beginner\""),
        ("difficulty", json!("perfect"), "\"level\": \"perfect\""),
        ("difficulty", json!(3), "\"level\""),
        ("difficulty", json!("purple"), "\"level\""),
    ] {
        let found = posted(json!({name: value}), &format!("/{name} unknown-field")).await;
        assert!(
            found.contains(&format!("is not a field of /v1/move; did you mean {meant}? its fields are ")),
            "{found}"
        );
    }
    for name in ["avoid", "exclude"] {
        let found = posted(json!({name: ["b2"]}), &format!("/{name} unknown-field")).await;
        assert!(found.contains("did you mean \"avoidMoves\"?"), "{found}");
    }
    let found = asked("difficulty=medium", "/difficulty unknown-field").await;
    assert!(found.contains("; did you mean level=club? its fields are "), "{found}");
}

/// Rules beside the game are told where they stand, each in its own form.
#[tokio::test]
async fn rules_stand_in_the_game() {
    let found = asked("width=8", "/width unknown-field").await;
    assert!(found.contains("; rules stand in game, as width,height,k: game=8,8,5, with g after"), "{found}");
    let found = asked("dimensions=4,4,4", "/dimensions unknown-field").await;
    let body = r#"; such rules go in the body of a POST: {"game": {"dimensions": [4, 4, 4], "k": 4}}; its"#;
    assert!(found.contains(body), "{found}");
    for (name, value, game) in [
        ("height", json!(8), json!({"width": 8, "height": 8, "k": 5})),
        ("dimensions", json!([3, 3, 3]), json!({"dimensions": [4, 4, 4], "k": 4})),
        ("wrap", json!(true), json!({"dimensions": [4, 4, 4], "k": 4})),
        ("lines", json!([[0, 1, 2]]), json!({"cells": 4, "lines": [[0, 1, 2], [1, 2, 3]]})),
        ("shape", json!("XXX"), json!({"width": 4, "height": 4, "shape": "XXX/X.."})),
    ] {
        let found = posted(json!({name: value}), &format!("/{name} unknown-field")).await;
        let (_, hint) = found.split_once("; rules stand in \"game\": ").expect("a hint");
        let example = hint.split_once("; its fields").expect("the fields follow").0;
        assert_eq!(serde_json::from_str::<serde_json::Value>(example).expect("rules"), game);
        // The example is taken as it stands.
        let answer = post(&app(), "/v1/move", json!({"game": game, "depth": 1}).to_string()).await;
        assert_eq!(answer.status, 200, "{name}");
    }
}

/// The form of an answer is no field, where it is not that of a picture.
#[tokio::test]
async fn a_form_is_chosen_by_accept() {
    let found = asked("format=text", "/format unknown-field").await;
    let hint = "is not a field of /v1/move; the header Accept chooses the form of an answer, such as Accept: text/plain; its fields";
    assert!(found.contains(hint), "{found}");
}
