//! Games as people say them, and remedies for one that is not clear.

use serde_json::{Value, json};

use super::{call, refused};

/// A game's common names are understood where nothing else can be meant; the answer says which game it is.
#[tokio::test]
async fn games_with_one_reading_are_understood() {
    for (game, expected) in [
        (json!("noughts and crosses"), "Game: Tic-tac-toe (tic-tac-toe).\n"),
        (json!("four in a row"), "Game: Connect Four (connect-four).\n"),
        (json!("Five in a Row"), "Game: Gomoku, freestyle (gomoku).\n"),
        (json!("gomoku 9x9"), "Game: 5 in a row on 9×9.\n"),
        (json!("gomoku 19x19"), "Game: Gomoku on 19×19, freestyle (gomoku-19).\n"),
        (json!("connect four 8x7"), "Game: 4 in a row on 8×7, stones fall.\n"),
        (json!("Tic-Tac-Toe (3x3)"), "Game: Tic-tac-toe (tic-tac-toe).\n"),
        (json!("4x4x4"), "Game: Qubic, four in a row on 4×4×4 (qubic).\n"),
        (json!("standard gomoku"), "Game: Gomoku, exactly five (gomoku-standard).\n"),
        (json!("5x5 connect 4 with gravity"), "Game: 4 in a row on 5×5, stones fall.\n"),
        (json!("Connect Four (7x6)"), "Game: Connect Four (connect-four).\n"),
        (json!("3D tic-tac-toe"), "Game: Qubic, four in a row on 4×4×4 (qubic); on 3×3×3 it is three-cubed.\n"),
        (json!("Connect 4"), "Game: Connect Four (connect-four).\n"),
        (Value::Null, "Game: Tic-tac-toe (tic-tac-toe).\n"),
    ] {
        let (text, _) = call("describe_position", json!({"game": game})).await;
        assert!(text.starts_with(expected), "{game}: {text}");
    }
    for game in [json!("connect-four"), json!("Gomoku"), json!({"width": 4, "height": 4, "k": 4})] {
        let (text, _) = call("describe_position", json!({"game": game})).await;
        assert!(!text.contains("Game: "), "{game}: {text}");
    }
    let sgf = json!({"record": "(;GM[4]SZ[3]RU[3 in a row];B[bb])"});
    let (text, _) = call("convert_record", sgf).await;
    assert!(text.starts_with("Game: Tic-tac-toe (tic-tac-toe).\n"), "{text}");
}

/// A board in lists has an error for each row as well.
#[tokio::test]
async fn boards_in_lists_are_told_their_game() {
    let board = vec![vec!["."; 19]; 19];
    let (text, _) = refused("best_move", json!({"game": "gomoku", "board": board})).await;
    assert!(
        text.contains(
            "- board: the board has 19 rows; this game has 15; for a board of this size send \"game\": \"gomoku-19\"\n"
        ),
        "{text}"
    );
}

#[tokio::test]
async fn remedies_are_the_game_that_was_meant() {
    for (arguments, expected) in [
        (
            json!({"game": "gomoku", "board": ". ".repeat(19) + &("\n".to_owned() + &". ".repeat(19)).repeat(18)}),
            "; for a board of this size send \"game\": \"gomoku-19\"",
        ),
        (
            json!({"game": "connect-four", "board": "......../".repeat(7)}),
            "; for a board of this size send \"game\": {\"width\":8,\"height\":7,\"k\":4,\"gravity\":true}",
        ),
        (
            json!({"game": "tic-tac-toe 5x5"}),
            "send \"game\": \"five-by-five\", 4 in a row; for 5 in a row send \"game\": {\"width\":5,\"height\":5,\"k\":5}",
        ),
        (
            json!({"game": "tic-tac-toe 6x6"}),
            "send its rules, k in a row: \"game\": {\"width\":6,\"height\":6,\"k\":6}, 6 in a row",
        ),
        (
            json!({"game": {"m": 7, "n": 6, "connect": 4, "gravity": true}}),
            "\n- game: rules have other names here: \"game\": {\"gravity\":true,\"height\":6,\"k\":4,\"width\":7}",
        ),
        (
            json!({"game": "tic-tac-toe", "board": "XO../.X../..O./...."}),
            "; for a board of this size send \"game\": \"four-by-four\", 4 in a row",
        ),
        (
            json!({"game": "gomoku", "board": format!("{}\n{}", "ABCDEFGHJKLMNOPQRST", ". ".repeat(19).trim().to_owned() + &("\n".to_owned() + &". ".repeat(19)).repeat(18))}),
            "; for a board of this size send \"game\": \"gomoku-19\"",
        ),
        (json!({"game": "gomoku 15x15 exactly five"}), "send \"game\": \"gomoku-standard\""),
    ] {
        let (text, _) = refused("best_move", arguments.clone()).await;
        assert!(text.contains(expected) && text.matches("\n- ").count() == 1, "{arguments}: {text}");
    }
}
