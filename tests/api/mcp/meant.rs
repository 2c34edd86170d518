//! Answers that say how a call was read, and refusals that name each of its readings.

use serde_json::{Value, json};

use super::{call, refused};

/// A game of lines has no rows: it is told as `list_games` tells it.
#[tokio::test]
async fn games_of_lines_are_told_by_their_lines() {
    let plane = json!([[0, 1, 2], [0, 3, 4], [0, 5, 6], [1, 3, 5], [1, 4, 6], [2, 3, 6], [2, 4, 5]]);
    let game = json!({"cells": 7, "lines": plane});
    let (text, _) = call("get_puzzle", json!({"game": game, "seed": 3})).await;
    assert!(text.starts_with("7 lines on 7 cells: "), "{text}");
    // The call that checks an answer is one that is taken.
    let again = "call get_puzzle with {\"seed\":3,\"solution\":true} and the same game.";
    assert!(text.contains(again), "{text}");
    let (text, _) = call("get_puzzle", json!({"game": game, "seed": 3, "solution": true})).await;
    assert!(text.contains("\nThe solution: "), "{text}");
    let (text, _) = call("get_puzzle", json!({"game": {"width": 3, "height": 3, "shape": "XX/X."}, "seed": 3})).await;
    assert!(text.contains(" lines on 9 cells: ") && text.contains("\"shape\":"), "{text}");
    let (text, _) = call("list_games", json!({})).await;
    assert!(text.contains("\n- connect-four: Connect Four, 4 in a row on 7×6, stones fall\n"), "{text}");
    assert!(text.contains(", 76 lines on 64 cells"), "{text}");
}

/// A place that is said twice and differently is refused with both readings.
#[tokio::test]
async fn remarks_that_contradict_their_cell_are_refused() {
    let (four, gomoku) = (json!("connect-four"), json!("gomoku"));
    for (arguments, words) in [
        (json!({"moves": ["a1 (top-left)"]}), "a1 is bottom left, and top left is a3: send the one that is meant"),
        (json!({"moves": ["a1 top left"]}), "a1 is bottom left, and top left is a3"),
        (json!({"moves": ["b2", "top right (c1)"]}), "c1 is bottom right, and top right is c3"),
        (json!({"moves": ["b2 (corner)"]}), "b2 is center, and corner is a3, c3, a1, c1"),
        (json!({"moves": "b2 (center), c1 (top right)"}), "c1 is bottom right, and top right is c3"),
        (json!({"moves": "1. b2 (center) a1 (top left)"}), "a1 is bottom left, and top left is a3"),
        (json!({"moves": ["X b2 {corner}"]}), "b2 is center, and corner is"),
        (json!({"game": four, "moves": ["d (column 3)"]}), "d is column 4, and column 3 is c"),
        (json!({"game": gomoku, "moves": ["o15 (top left)"]}), "o15 is top right, and top left is a15"),
        (json!({"game": gomoku, "moves": ["h9 (center)"]}), "h9 is not center, and center is h8"),
    ] {
        for tool in ["describe_position", "convert_record"] {
            let (text, _) = refused(tool, arguments.clone()).await;
            assert!(text.contains(words), "{arguments}: {text}");
        }
    }
    let (text, _) = refused("convert_record", json!({"record": "b2 (center) c1 (top right)"})).await;
    assert!(text.contains("c1 is bottom right, and top right is c3"), "{text}");
    let (text, _) = refused("analyse_position", json!({"searchMoves": ["a1 (top left)"]})).await;
    assert!(text.contains("a1 is bottom left, and top left is a3"), "{text}");
    for (game, moves) in [
        ("tic-tac-toe", json!(["b2 (center)", "a3 (top left)", "top right (c3)", "c1 (a corner, forced)"])),
        ("tic-tac-toe", json!("b2 (center) a1 (corner) c2 (right edge)")),
        ("tic-tac-toe", json!("a1, center, c3 (top right)")),
        ("connect-four", json!(["d (center)", "d2 (column 4)", "a (bottom left)", "b (left)"])),
        ("gomoku", json!(["h8 (center)", "h9 (left)", "c12 (blocks the top left)"])),
    ] {
        call("describe_position", json!({"game": game, "moves": moves})).await;
    }
}

/// Pairs of coordinates have the readings that they have in a list, however they are apart.
#[tokio::test]
async fn pairs_of_a_text_are_coordinates() {
    let gomoku = json!("gomoku");
    for record in ["8,8 9,9 10,8", "8,8\n9,9\n10,8", "8,8; 9,9; 10,8", "(8,8) (9,9)", "(8, 8), (9, 9)", "1. 8,8 2. 9,9"]
    {
        let (text, _) = refused("convert_record", json!({"game": gomoku, "record": record})).await;
        let (of_list, _) = refused("convert_record", json!({"game": gomoku, "moves": ["8,8", "9,9"]})).await;
        let readings = of_list.lines().find(|line| line.contains("\"i7\"")).unwrap();
        let readings = &readings[readings.find("may be").unwrap()..];
        assert!(text.contains(readings), "{record}: {text}\n{readings}");
    }
}

/// Answers say which side a number or a letter is, where a call does not say X and O.
#[tokio::test]
async fn sides_of_numbers_and_letters_are_told() {
    for (arguments, words) in [
        (
            json!({"board": [[1, 0, 0], [0, -1, 0], [0, 0, 0]]}),
            "On your board 1 is X, which moves first, and -1 is O.\n",
        ),
        (
            json!({"board": "[[1, 0, 0], [0, -1, 0], [0, 0, 0]]"}),
            "On your board 1 is X, which moves first, and -1 is O.\n",
        ),
        (json!({"board": [1, 0, 0, 0, -1, 0, 0, 0, 0]}), "On your board 1 is X, which moves first, and -1 is O.\n"),
        (
            json!({"game": "connect-four", "moves": ["R4", "Y4"]}),
            "In your moves red is X, which moves first, and yellow is O.\n",
        ),
        (
            json!({"game": "connect-four", "moves": ["R: d", "Y: e"]}),
            "In your moves red is X, which moves first, and yellow is O.\n",
        ),
        (
            json!({"game": "gomoku", "moves": ["B h8", "W h9"]}),
            "In your moves black is X, which moves first, and white is O.\n",
        ),
    ] {
        let (text, _) = call("describe_position", arguments.clone()).await;
        assert!(text.contains(words), "{arguments}: {text}");
    }
    let (text, _) = call("describe_position", json!({"moves": ["b2", "a1"]})).await;
    assert!(!text.contains("is X"), "{text}");
}

/// A losing move has its reason beside a better one that is not compared.
#[tokio::test]
async fn a_losing_move_alone_has_its_reason() {
    let arguments = json!({"game": "connect-four", "moves": ["d", "d", "c"], "searchMoves": ["a", "g"]});
    let (text, values) = call("analyse_position", arguments).await;
    assert!(text.contains("of all moves the best is "), "{text}");
    assert_eq!(text.matches("Gives X the win").count(), 2, "{text}");
    assert_eq!(values["moves"].as_array().unwrap().len(), 2, "{values}");
}

/// Answers say whose turn it is below or above a board, which is pasted with it.
#[tokio::test]
async fn the_turn_beside_a_board_is_no_row() {
    for board in [
        "X . .\n. O .\n. . .\nX to move",
        "X to move.\nX . .\n. O .\n. . .",
        "X..\n.O.\n...\nX to move. Legal moves: b3",
    ] {
        let (_, values) = call("describe_position", json!({"board": board})).await;
        assert_eq!(values["position"]["board"], "X...O....", "{board}");
        let (_, values) = call("convert_record", json!({"record": board})).await;
        assert_eq!(values["position"]["board"], "X...O....", "{board}");
    }
    let (text, _) = refused("describe_position", json!({"board": "X . .\n. O .\n. . .\nO to move"})).await;
    assert!(text.contains("send \"turn\": \"O\""), "{text}");
    let (text, _) = refused("convert_record", json!({"record": "```\nX . .\n. O .\n. . .\n```\nO to move"})).await;
    assert!(text.contains("send it as board, with \"turn\": \"O\""), "{text}");
    let labelled = "Row 1: X O X\nRow 2: . O .\nRow 3: . . .";
    for (tool, field) in [("describe_position", "board"), ("convert_record", "record")] {
        let (text, _) = call(tool, json!({field: labelled})).await;
        assert!(text.contains("not the names of cells here: row 3 is your row 1.\n"), "{tool}: {text}");
    }
}

/// Numbers stand between moves as commas do.
#[tokio::test]
async fn numbers_alone_part_moves_in_words() {
    for moves in ["1. center 2. top left", "1. X center 2. O top left", "1) center 2) top left"] {
        for arguments in [json!({"moves": moves}), json!({"record": moves})] {
            let (_, values) = call("convert_record", arguments).await;
            assert_eq!(values["position"]["board"], "O...X....", "{moves}");
        }
    }
    for moves in ["1. center top left 2. a1", "1. center 3. top left", "1. center 2. top"] {
        let (text, _) = refused("convert_record", json!({"moves": moves})).await;
        assert!(!text.is_empty(), "{moves}");
    }
    let board: Value = json!(
        "| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . R Y . . . |"
    );
    let (_, values) = call("describe_position", json!({"game": "connect-four", "board": board})).await;
    assert!(values["position"]["board"].as_str().unwrap().ends_with("..XO..."), "{values}");
}
