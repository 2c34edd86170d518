//! Calls that could be read as another game or another position are refused, or the answer says the reading.

use serde_json::{Value, json};

use super::{call, refused};

async fn assert_refused(cases: &[(&str, Value, &str)]) {
    for (tool, arguments, expected) in cases {
        let (text, _) = refused(tool, arguments.clone()).await;
        assert!(text.contains(expected), "{arguments}: {text}");
    }
}

/// Moves that are grouped by their sides are not in the order of play.
#[tokio::test]
async fn moves_grouped_by_side_are_refused() {
    assert_refused(&[
        (
            "best_move",
            json!({"moves": "X: b2 c3 a1; O: a3 c1"}),
            "- moves: move 2 (\"c3\") has no side, and one before it has; send all moves in the order of play, a side before each or before none",
        ),
        ("best_move", json!({"game": "connect-four", "moves": "R: 4 5 6 Y: 4 4"}), "move 2 (\"5\") has no side"),
        ("best_move", json!({"game": "gomoku", "moves": "Black h8 h9 h10 White i8 i9"}), "move 2 (\"h9\") has no side"),
        ("best_move", json!({"moves": ["X b2", "O a1", "c3"]}), "- moves/2: move 3 (\"c3\") has no side"),
        ("review_game", json!({"game": "connect-four", "record": "X: d1 c1 e1 O: d2 d3"}), "move 2 (\"c1\") has no side"),
    ])
    .await;
    let (text, _) = refused("convert_record", json!({"game": "connect-four", "record": "R: 4 5 6 Y: 4 4"})).await;
    assert!(!text.contains("send \"moves\""), "{text}");
}

/// Numbers that do not begin with the first move are of a part of a game.
#[tokio::test]
async fn parts_of_numbered_games_are_refused() {
    let game = "connect-four";
    let missing = "moves are missing before \"3.\"; send the whole game, from \"1.\" on";
    assert_refused(&[
        ("best_move", json!({"game": game, "moves": "3. d1 d2 4. c1"}), missing),
        ("best_move", json!({"game": game, "moves": ["3. d1 d2", "4. c1"]}), missing),
        ("best_move", json!({"game": game, "moves": ["2. d1", "3. c1"]}), "moves are missing before \"2.\""),
        ("best_move", json!({"moves": "1. b2 a1 2. c3 a3 4. c1"}), "move 5 has the number 4"),
        ("best_move", json!({"moves": ["1. b2", "2. a1", "4. c3"]}), "move 3 has the number 4; a move is missing"),
    ])
    .await;
    // A word that is no move is told, and no number.
    for (record, expected) in [
        ("1. center 2. top left 3. left", "- record: \"left\" may be a3, a2, a1; send the one that is meant"),
        ("1. top left 2. center 3. bottom", "- record: \"bottom\" may be a1, b1, c1"),
        ("1. center 2. top left 3. q9", "- record: \"q9\" is not a cell of this board"),
        ("1. b2 q9 2. c3 a3", "- record: \"q9\" is not a cell of this board"),
        ("1. b2 top left 2. c3 a3", "- record: \"top\" may be a3, b3, c3"),
    ] {
        let (text, _) = refused("review_game", json!({"record": record})).await;
        assert!(text.contains(expected) && !text.contains("number"), "{record}: {text}");
    }
    for record in ["3. center 4. a1", "X center, O b2", "1. center 2. top"] {
        let (text, _) = refused("convert_record", json!({"record": record})).await;
        assert!(!text.contains("send \"moves\""), "{record}: {text}");
    }
}

/// Where cells are numbers, "b2" is no side with a number.
#[tokio::test]
async fn names_of_other_boards_are_no_sides_with_numbers() {
    let b2 = "\"b2\" may be X in cell 2, or the name of a cell as other boards have it; cells are numbers here, from \"0\" to \"63\": send \"X: 2\" or";
    assert_refused(&[
        ("best_move", json!({"game": "qubic", "moves": ["b2"]}), b2),
        ("best_move", json!({"game": "torus", "moves": ["0", "o3"]}), "\"o3\" may be O in cell 3"),
        ("best_move", json!({"game": "fano", "moves": ["0", "w-3"]}), "\"w-3\" may be O in cell 3"),
    ])
    .await;
    let moves = json!({"game": "qubic", "moves": ["X 4", "O: 7", {"player": "X", "cell": "9"}]});
    let (_, values) = call("convert_record", moves).await;
    assert_eq!(values["records"]["moves"], "4 7 9");
}

/// Red is X and yellow is O, with either side to begin.
#[tokio::test]
async fn colours_keep_their_sides() {
    let rows = |row: &str| format!("{}{row}", ".......\n".repeat(5));
    let (board, emoji) = (rows("..YRY.."), rows("..🟡🔴🟡..").replace('.', "⚪"));
    let names = json!({"d1": "R", "c1": "Y", "e1": "Y"});
    for board in [json!(board), json!(emoji), names] {
        let (text, _) = refused("describe_position", json!({"game": "connect-four", "board": board})).await;
        let expected =
            "- turn: 1 X and 2 O stones do not say whose turn it is; R is X and Y is O; send \"turn\": \"X\" or";
        assert!(text.contains(expected), "{text}");
        let arguments = json!({"game": "connect-four", "board": board, "turn": "X"});
        let (_, values) = call("describe_position", arguments).await;
        assert!(values["position"]["board"].as_str().unwrap().ends_with("..OXO.."), "{values}");
        assert_eq!(values["position"]["turn"], "X");
    }
}

/// Names in an answer mean other cells to a client that counts rows from the top.
#[tokio::test]
async fn labels_of_other_ways_to_count_are_said() {
    for (game, board, expected) in [
        ("tic-tac-toe", "  1 2 3\nA X O .\nB . X .\nC . . .".to_owned(), Some("a3 is your A1.")),
        ("tic-tac-toe", "  A B C\n1 X O .\n2 . X .\n3 . . .".to_owned(), Some("a3 is your A1.")),
        ("tic-tac-toe", "1 X O .\n2 . X .\n3 . . .".to_owned(), Some("row 3 is your row 1.")),
        ("tic-tac-toe", "  0 1 2\n0 X O .\n1 . X .\n2 . . .".to_owned(), Some("a3 is your row 0, column 0.")),
        ("tic-tac-toe", "  A B C\n3 X O .\n2 . X .\n1 . . .".to_owned(), None),
        ("tic-tac-toe", "X O .\n. X .\n. . .\nA B C".to_owned(), None),
        ("tic-tac-toe", "3 X O .\n2 . X .\n1 . . O\n  c b a".to_owned(), Some("a3 is your C3.")),
        ("tic-tac-toe", "3 X O .\n2 . X .\n1 . . O\n  b c d".to_owned(), Some("a3 is your B3.")),
        (
            "connect-four",
            ". . . . . . .\n".repeat(6) + "0 1 2 3 4 5 6",
            Some("column a is your column 0, and a number in moves counts columns from 1."),
        ),
        ("connect-four", "1 2 3 4 5 6 7\n".to_owned() + &". . . . . . .\n".repeat(6), None),
        ("tic-tac-toe", "XO3/4X6/789".to_owned(), None),
        ("five-by-five", "A B C D E\n".to_owned() + &". . . . .\n".repeat(5), None),
    ] {
        let (text, _) = call("describe_position", json!({"game": game, "board": board})).await;
        let note = "The labels of your board are not the names of cells here: ";
        match expected {
            Some(expected) => assert!(text.starts_with(&format!("{note}{expected}\n")), "{board}: {text}"),
            None => assert!(!text.contains(note), "{board}: {text}"),
        }
    }
    let row = |number: usize| format!("{number:2} {}\n", ". ".repeat(15).trim());
    let rows: String = (1..=15).rev().map(row).collect();
    let board = format!("   A B C D E F G H J K L M N O P\n{rows}");
    let (text, _) = call("describe_position", json!({"game": "gomoku", "board": board})).await;
    assert!(text.contains(" here: i15 is your J15."), "{text}");
}

/// The order of stones that a file sets up is not known: only the moves after them are judged.
#[tokio::test]
async fn setups_of_files_are_no_moves() {
    let only = "(;GM[4]SZ[3]RU[3 in a row]AB[bb][cc]AW[aa])";
    let (text, _) = refused("review_game", json!({"record": only})).await;
    assert!(text.contains("- record: a board does not say the order of its moves"), "{text}");
    let (text, values) = call("convert_record", json!({"record": only})).await;
    assert!(text.contains("The order of its moves is not known.") && values["records"].is_null(), "{text}");
    let more = "(;GM[4]SZ[3]RU[3 in a row]AB[bb][cc]AW[aa];W[ab];B[ac])";
    let (_, values) = call("review_game", json!({"record": more})).await;
    let moves: Vec<&str> =
        values["moves"].as_array().unwrap().iter().map(|one| one["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["a2", "a1"], "{values}");
}

/// Regions of large boards, and games with other rules.
#[tokio::test]
async fn unknown_names_are_said() {
    let variants = "has rules that no game here has, and cannot be played here";
    assert_refused(&[
        ("best_move", json!({"game": "gomoku", "moves": ["center-left"]}), "\"center-left\" is not a cell of this"),
        (
            "describe_position",
            json!({"board": "⬛⬜⬛/⬜⬜⬜/⬜⬜⬜"}),
            "⚫, ⚪, ⬛ and ⬜ may be stones or empty cells here: write X, O and .",
        ),
        (
            "describe_position",
            json!({"game": "3D connect four"}),
            "score-four is four in a row on 4×4×4 where stones fall, and no other game of this kind is known here",
        ),
        (
            "best_move",
            json!({"game": "connect6"}),
            "\"game\": {\"width\":19,\"height\":19,\"k\":6}; two stones a turn are not played here",
        ),
        ("best_move", json!({"game": "Pente"}), variants),
        ("best_move", json!({"game": "renju"}), variants),
        ("best_move", json!({"game": "popout"}), variants),
        ("best_move", json!({"game": "connect four popout"}), variants),
        ("best_move", json!({"game": "connect four, 3 players"}), variants),
        ("best_move", json!({"game": "3 players"}), variants),
        ("best_move", json!({"game": "gomoku 15x15 forbidden double three"}), variants),
        ("best_move", json!({"game": "forbidden double three"}), variants),
    ])
    .await;
}
