//! Games and boards as programs and people paste them into a tool: tables, logs, variations, marks, wide letters.

use serde_json::{Value, json};

use super::{call, refused};

/// The moves that a tool reads.
async fn read(game: &str, field: &str, sent: Value) -> (String, String) {
    let (text, values) = call("convert_record", json!({"game": game, field: sent})).await;
    (values["records"]["compact"].as_str().unwrap_or_default().to_owned(), text)
}

#[tokio::test]
async fn texts_of_moves_with_one_reading_are_read() {
    for (game, text, expected) in [
        ("tic-tac-toe", "1. b2 a1 (1... a3) 2. c3", "b2 a1 c3"),
        ("tic-tac-toe", "1. b2 a1 2. c3 (2. a3 c3) 2... b1", "b2 a1 c3 b1"),
        ("connect-four", "4 4 5 3!", "d1 d2 e1 c1"),
        ("connect-four", "4 4! 5?? 3", "d1 d2 e1 c1"),
        ("connect-four", "4453!", "d1 d2 e1 c1"),
        ("tic-tac-toe", "1. b2 $1 a1 $4", "b2 a1"),
        ("tic-tac-toe", "Player 1 (X): b2, Player 2 (O): a1", "b2 a1"),
        ("tic-tac-toe", "Player 1 (X): b2\nPlayer 2 (O): a1", "b2 a1"),
        ("connect-four", "Red (X): 4\nYellow (O): 4", "d1 d2"),
        ("tic-tac-toe", "| # | X | O |\n|---|---|---|\n| 1 | b2 | a1 |\n| 2 | c3 | |", "b2 a1 c3"),
        ("tic-tac-toe", "| 1 | b2 |\n| 2 | a1 |", "b2 a1"),
        ("tic-tac-toe", "Move | Player | Cell\n--- | --- | ---\n1 | X | b2\n2 | O | a1", "b2 a1"),
        ("tic-tac-toe", "Move | Player | Cell\n1 | X | b2\n2 | O | a1", "b2 a1"),
        ("connect-four", "# | Red | Yellow\n1 | 4 | 4\n2 | 5 |", "d1 d2 e1"),
        ("tic-tac-toe", "| 1 | b2 |\n| | |\n| 2 | a1 |\n| | |", "b2 a1"),
        ("connect-four", "1 | 4 | 5", "a1 d1 e1"),
        ("tic-tac-toe", "| Move | Player | Cell |\n|:--|:-:|--:|\n| 1 | X | b2 |\n| 2 | O | a1 |", "b2 a1"),
        ("connect-four", "1.4 2.4 3.5", "d1 d2 e1"),
        ("tic-tac-toe", "a1,b2,c3,", "a1 b2 c3"),
        ("tic-tac-toe", "ｂ２ａ１", "b2 a1"),
        ("connect-four", "４４５", "d1 d2 e1"),
    ] {
        for field in ["moves", "record"] {
            let (found, text) = read(game, field, text.into()).await;
            assert_eq!(found, expected.replace(" ", ""), "{field}: {text}");
        }
    }
    let (_, values) = call("describe_position", json!({"board": "Ｘ．Ｏ／．Ｘ．／．．．"})).await;
    assert_eq!(values["position"]["board"], "X.O.X....");
}

#[tokio::test]
async fn texts_without_a_reading_are_refused_with_a_remedy() {
    for (tool, arguments, expected) in [
        (
            "review_game",
            json!({"record": "{\"moves\":[\"b2\",\"a1\"]}"}),
            "- record: this is the text of an object; send its moves: \"moves\": [\"b2\",\"a1\"]",
        ),
        ("review_game", json!({"record": {"moves": ["b2", "a1"]}}), "send its moves: \"moves\": [\"b2\",\"a1\"]"),
        (
            "best_move",
            json!({"game": "connect-four", "moves": "{\"moves\":[\"d\",\"d\"]}"}),
            "send its moves: \"moves\": [\"d\",\"d\"]",
        ),
        ("best_move", json!({"moves": {"moves": ["b2"]}}), "send its moves: \"moves\": [\"b2\"]"),
        ("review_game", json!({"moves": "1... b2 2. a1 c3"}), "\"1...\" says that O began"),
        ("review_game", json!({"moves": "1...a1 2. c3 a3"}), "\"1...\" says that O began"),
        (
            "best_move",
            json!({"moves": "I play b2, I play a1"}),
            "has words beside the moves; send the moves alone, those that were played, in their order: [\"b2\", \"a1\"]",
        ),
        ("best_move", json!({"game": "connect-four", "moves": "\"4453\""}), "; the value has quotes around it: leave"),
        ("best_move", json!({"moves": ["\u{430}1"]}), "; \u{430} (U+0430) is not a Latin letter"),
        ("review_game", json!({"record": "\u{430}1, b2"}), "; \u{430} (U+0430) is not a Latin letter"),
        ("best_move", json!({"board": "\u{445}.o/.x./..."}), "; \u{445} (U+0445) is not a Latin letter"),
        (
            "best_move",
            json!({"game": "connect-four", "board": "0000000\n0000000\n0000000\n0000000\n0000000\n0001200"}),
            "send \"......./......./......./......./......./...XO..\"",
        ),
        (
            "best_move",
            json!({"game": "connect-four", "board": ".......\n.......\n.......\n.......\n.......\n..XO...\nBlack = O, White = X"}),
            "- board: \"Black = O, White = X\" says something else than is read here",
        ),
        (
            "convert_record",
            json!({"game": "five-by-five", "record": "O (black) vs X (white)\n.....\n.XO..\n.....\n.....\n....."}),
            "- record: \"O (black) vs X (white)\" says something else than is read here",
        ),
        (
            "review_game",
            json!({"record": "{\"X\": [\"b2\"], \"O\": [\"a1\"]}"}),
            "send the moves in the order of play: \"moves\": [\"b2\", \"a1\"]",
        ),
        (
            "review_game",
            json!({"record": "X: row 2, column 2; O: row 1, column 1"}),
            "- record: \"X: row 2, column 2\" is not the name of a cell; it may be \"c1\" (row and column from 0) or \"b2\"",
        ),
        (
            "best_move",
            json!({"moves": "1. row 2, column 2 2. row 1, column 1"}),
            "- moves: \"row 1, column 1\" is not the name of a cell; it may be \"b2\" (row and column from 0) or \"a3\"",
        ),
        (
            "best_move",
            json!({"game": "connect-four", "moves": "column 4, row 1, column 3, row 1"}),
            "- moves: \"column 3, row 1\" is not a move, and a column is enough; it may be \"d\"",
        ),
        (
            "best_move",
            json!({"game": "connect-four", "moves": "center left of"}),
            "\"of\" is not a cell of this board; send",
        ),
        ("best_move", json!({"moves": "1. b2 a1 2. ..."}), "- moves: no move comes after \"2.\""),
        (
            "review_game",
            json!({"record": "(;GM[4]SZ[3];B[bb];W[aa];B[bb])"}),
            "The position before that move, after 2 moves:",
        ),
    ] {
        let (text, _) = refused(tool, arguments).await;
        assert!(text.contains(expected), "{text}");
    }
    let (text, _) = refused("best_move", json!({"game": "connect-four", "moves": "1.1 2.1"})).await;
    assert!(!text.contains("after 1 move:"), "a number of a move is no stone: {text}");
}

#[tokio::test]
async fn numbers_that_are_no_columns_have_no_note() {
    let note = "Numbers in your moves count columns from 1";
    for text in
        ["(;GM[4]SZ[7:6]RU[4 in a row, gravity];B[df];W[de])", "1. d1 d2 2. e1 1-0", "d d e c 1-0", "d1 d2 (4 is bad)"]
    {
        let (_, told) = read("connect-four", "record", text.into()).await;
        assert!(!told.contains(note), "{text}: {told}");
    }
    let (_, told) = read("connect-four", "record", "4 4 5".into()).await;
    assert!(told.contains(note), "{told}");
}

#[tokio::test]
async fn a_fact_about_the_other_side_follows_the_move() {
    let moves = "d1 c1 c2 c3 e1 b1 d2 e2 e3 d3 d4 c4 f1 g1 c5 f2 d5 g2 e4 c6 e5 e6 d6";
    let (text, _) = call("review_game", json!({"game": "connect-four", "moves": moves})).await;
    assert!(text.contains("Why not d6: After f3 O must not play f4: X would complete a line at f5."), "{text}");
}
