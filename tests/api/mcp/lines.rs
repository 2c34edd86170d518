//! Games that are lists of lines, as agents play them.

use serde_json::json;

use super::{ask, call, refused};
use crate::service::app;

#[tokio::test]
async fn each_tool_takes_a_game_of_lines() {
    let own = json!({"cells": 6, "lines": [[0, 1, 3], [0, 2, 5], [3, 4, 5], [1, 2, 4]], "layout": [[0, 2], [1, 1], [1, 3], [2, 0], [2, 2], [2, 4]]});
    let (text, values) = call("describe_position", json!({"game": own, "moves": ["0", "4"]})).await;
    let drawn = "```\n    X\n  1   2\n3   O   5\n```";
    assert!(text.contains(drawn) && text.contains("Legal moves: 1, 2, 3, 5."), "{text}");
    assert_eq!((&values["game"]["lineCount"], &values["game"]["layout"]), (&json!(4), &json!(null)));
    for game in [
        json!("fano"),
        json!({"dimensions": [3, 3], "k": 3, "wrap": [true, true]}),
        json!({"width": 3, "height": 3, "shape": "XX./.XX"}),
    ] {
        let (text, values) = call("best_move", json!({"game": game})).await;
        assert!(text.contains("X wins in") && values["chosen"]["score"]["outcome"] == "win", "{text}");
    }
    let (text, values) =
        call("analyse_position", json!({"game": "qubic", "moves": ["0", "1", "21", "2", "42"], "depth": 1})).await;
    assert_eq!(values["moves"][0]["move"], "63", "{text}");
    let (_, values) = call("review_game", json!({"game": "torus", "moves": ["0", "1", "5", "2", "7"]})).await;
    assert_eq!(values["position"]["winningLines"], json!([[0, 5, 7]]));
    let (text, values) = call("convert_record", json!({"game": "torus", "record": "1. 0 1 2. 5"})).await;
    assert!(text.contains("\nmoves: 0 1 5") && values["records"]["sgf"].is_null(), "{text}");
    let (text, values) = call("get_puzzle", json!({"game": "torus", "seed": 2, "solution": true})).await;
    assert!(text.contains("The solution:") && values["game"]["name"] == "torus", "{text}");
    let (text, values) = call("list_games", json!({})).await;
    assert!(
        text.contains("- score-four: Score Four, 4×4×4 with gravity, 76 lines on 64 cells, stones fall\n"),
        "{text}"
    );
    let games = values["games"].as_array().unwrap();
    let qubic = games.iter().find(|game| game["name"] == "qubic").unwrap();
    assert_eq!(qubic["dimensions"], json!([4, 4, 4]));
    // Four layers of four columns, with a gap between two.
    assert_eq!((&qubic["width"], &qubic["height"]), (&json!(19), &json!(4)));
    let tools = ask(&app(), "tools/list", &json!({})).await["result"]["tools"].clone();
    let listed = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "list_games").unwrap();
    let game = &listed["outputSchema"]["properties"]["games"]["items"]["properties"];
    for member in ["width", "height"] {
        let words = game[member]["description"].as_str().unwrap();
        assert!(words.ends_with("; of a game of lines, of its drawing."), "{member}: {words}");
    }
}

#[tokio::test]
async fn refusals_name_cells_by_their_numbers() {
    for (moves, detail) in [
        (json!(["a1"]), "\"a1\" is not a cell of this board; send a number from \"0\" to \"8\" as text"),
        (json!(["9"]), "\"9\" is not a cell of this board; send a number from \"0\" to \"8\" as text"),
        (json!([9]), "\"9\" is not a cell of this board; send a number from \"0\" to \"8\" as text"),
        (json!(["0 4"]), "\"0 4\" has 2 moves; send each as an element: [\"0\", \"4\"]"),
        (json!(["0", "0"]), "cell 0"),
    ] {
        let (text, _) = refused("best_move", json!({"game": "torus", "moves": moves})).await;
        assert!(text.contains(detail), "{moves}: {text}");
        // The board that the move was meant for.
        assert!(text.contains("3 4 5\n6 7 8\n```"), "{text}");
    }
    let (text, values) = refused("best_move", json!({"game": {"cells": 3, "lines": [[0, 1], [1, 0]]}})).await;
    assert_eq!(values["errors"][0]["pointer"], "/game/lines/1", "{text}");
    assert!(text.contains("- game/lines/1: line 1 has the same cells as line 0"), "{text}");
}
