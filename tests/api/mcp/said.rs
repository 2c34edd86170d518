//! Moves as language models say them: understood where there is one reading, else refused with the forms that are taken.

use inarow::config::ServerLimits;
use serde_json::{Value, json};

use super::{call, call_at, refused};
use crate::service::app_with;

#[tokio::test]
async fn moves_with_one_reading_are_understood() {
    for (game, moves, expected) in [
        ("tic-tac-toe", json!(["center"]), "b2"),
        ("tic-tac-toe", json!(["top left", "bottom-right corner", "Middle_Left"]), "a3 c1 a2"),
        ("tic-tac-toe", json!(["top middle", "the center square", "lower right"]), "b3 b2 c1"),
        ("tic-tac-toe", json!(["X b2", "O a1"]), "b2 a1"),
        ("tic-tac-toe", json!(["X:b2", "a1 (O)", "c3=X"]), "b2 a1 c3"),
        ("tic-tac-toe", json!(["X plays b2", "O to center left"]), "b2 a2"),
        ("tic-tac-toe", json!("X b2, O a1"), "b2 a1"),
        ("tic-tac-toe", json!("1. b2 2. a1, 3. top left"), "b2 a1 a3"),
        ("tic-tac-toe", json!("1. b2 a1 2. c3"), "b2 a1 c3"),
        ("connect-four", json!("1. 4 2. 4"), "d1 d2"),
        ("tic-tac-toe", json!("X b2 O: a1 X c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("center, top left"), "b2 a3"),
        ("tic-tac-toe", json!(["1. b2", "2) a1", "3. top left"]), "b2 a1 a3"),
        ("tic-tac-toe", json!(["cell b2", "square A1", "b 1", "c-3"]), "b2 a1 b1 c3"),
        ("tic-tac-toe", json!([{"player": "X", "cell": "b2"}, {"move": "a1", "side": "o"}]), "b2 a1"),
        ("tic-tac-toe", json!([{"X": "b2"}, ["O", "top left"]]), "b2 a3"),
        ("five-by-five", json!(["center", "top left corner", "top middle"]), "c3 a5 c5"),
        ("connect-four", json!(["drop 4", "column 4", "col4", "fourth column"]), "d1 d2 d3 d4"),
        ("connect-four", json!(["column d", "3rd column", "drop in column three", "center"]), "d1 c1 c2 d2"),
        ("connect-four", json!(["leftmost", "right column", "far right", "bottom left"]), "a1 g1 g2"),
        ("connect-four", json!(["Red: column 4", "Yellow: column 3", {"player": "red", "column": "4"}]), "d1 c1 d2"),
        ("connect-four", json!(["X d", {"player": "O", "column": "4"}, {"player": "X", "col": "4"}]), "d1 d2 d3"),
        ("connect-four", json!(["X4", "O4", "Rd", "y3"]), "d1 d2 d3 c1"),
        ("connect-four", json!("R4 Y3"), "d1 c1"),
        ("connect-four", json!(["Player 1: 4", "player 2: column 3", "Player R d"]), "d1 c1 d2"),
        ("gomoku", json!(["B h8", "W i9", "Bh9", "player white: i8"]), "h8 i9 h9 i8"),
        ("tic-tac-toe", json!(["Xb2", "Oa1", "R c3"]), "b2 a1 c3"),
        ("tic-tac-toe", json!("[\"b2\", \"a1\"]"), "b2 a1"),
        ("tic-tac-toe", json!("b2 -> a1 → c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("b2→a1→c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("b2->a1->c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("X(b2) O(a1)"), "b2 a1"),
        ("gomoku", json!("1.h8 i9 2.g9 i7 ; best"), "h8 i9 g9 i7"),
        ("gomoku", json!("1.h8 i9 ; a good start\n2.g9 ; best"), "h8 i9 g9"),
        ("tic-tac-toe", json!("b2; top left; c3"), "b2 a3 c3"),
        ("gomoku", json!("1 h8\n2 i9"), "h8 i9"),
        ("gomoku", json!("1 h8 i9\n2 h9"), "h8 i9 h9"),
        ("three-cubed", json!("center, 0"), "13 0"),
        ("tic-tac-toe", json!("b2-a1-c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("Move 1: X b2, Move 2: O a1"), "b2 a1"),
        ("tic-tac-toe", json!("Move 1: X b2\nMove 2: O a1\nMove 3: X top left"), "b2 a1 a3"),
        ("tic-tac-toe", json!(["Move 1: X center", "move 2. O a1", "#3 X c3"]), "b2 a1 c3"),
        ("tic-tac-toe", json!(["center (b2)", "a3 (top-left)", "X: bottom right (c1)"]), "b2 a3 c1"),
        ("tic-tac-toe", json!("center (b2), top left (a3)"), "b2 a3"),
        ("connect-four", json!("4-4-5-3"), "d1 d2 e1 c1"),
        ("connect-four", json!(4453), "d1 d2 e1 c1"),
        ("gomoku", json!("h8h9i8"), "h8 h9 i8"),
        ("gomoku", json!("1.H8 2.H9 3.I8"), "h8 h9 i8"),
        ("tic-tac-toe", json!(["1.b2", "2.a1"]), "b2 a1"),
        ("tic-tac-toe", json!("X goes center; O takes top left"), "b2 a3"),
        ("tic-tac-toe", json!("center\ntop left\nb1\n"), "b2 a3 b1"),
        ("connect-four", json!("d-d-e"), "d1 d2 e1"),
        ("connect-four", json!("center, left of center, center"), "d1 c1 d2"),
        ("connect-four", json!("Red: middle, Yellow: right of middle"), "d1 e1"),
        ("connect-four", json!(["one left of center", "just right of center", "left of column 4"]), "c1 e1 c2"),
        ("connect-four", json!(["Xd", "Of"]), "d1 f1"),
        ("connect-four", json!(["#5"]), "e1"),
        ("tic-tac-toe", json!(["topleft", "bottomRight", "NE", "centerleft"]), "a3 c1 c3 a2"),
        ("tic-tac-toe", json!("1. b2 a1 2. c3 ..."), "b2 a1 c3"),
        ("tic-tac-toe", json!("moves: b2 a1 c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("Game 1:\n1. b2 a1\n2. c3"), "b2 a1 c3"),
        ("qubic", json!([21, "42", {"player": "X", "cell": 63}]), "21 42 63"),
        ("connect-four", json!("1: 4, 2: 4"), "d1 d2"),
        ("connect-four", json!("1: 4\n2: 4\n3: 5\n4: 3\n5: 6"), "d1 d2 e1 c1 f1"),
        ("qubic", json!("1: 5 2: 7"), "5 7"),
        ("connect-four", json!(["1. 4", "1... 5"]), "d1 e1"),
        ("connect-four", json!("1. 4\n1... 5\n2. 3\n2... 3"), "d1 e1 c1 c2"),
        ("connect-four", json!("1. d1 1.. e1"), "d1 e1"),
        ("tic-tac-toe", json!("1. b2 (good) 1...a1 2. c3 a3"), "b2 a1 c3 a3"),
        ("tic-tac-toe", json!("1.b2 1…a1 2.c3 2...a3"), "b2 a1 c3 a3"),
        ("tic-tac-toe", json!(["1. b2", "1...a1", "2. c3"]), "b2 a1 c3"),
        ("connect-four", json!("1. d 1...d 2. e"), "d1 d2 e1"),
        ("connect-four", json!("1. 4 1...4 2. 5"), "d1 d2 e1"),
        ("tic-tac-toe", json!("I play b2, they answer a1, I take c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("I took the center. They took the top left. I took c3."), "b2 a3 c3"),
        ("tic-tac-toe", json!("First I took b2, then my opponent replied with a1 and I went to c3"), "b2 a1 c3"),
        ("tic-tac-toe", json!("We opened b2 they replied a1"), "b2 a1"),
        ("tic-tac-toe", json!(["I play b2", "they answer a1", "I take c3"]), "b2 a1 c3"),
        ("tic-tac-toe", json!("X plays b2, O answers a1, X responds with c3"), "b2 a1 c3"),
        ("connect-four", json!("I drop in column 4, you drop in column 4, I play column 5"), "d1 d2 e1"),
        ("connect-four", json!("d 1, d 2"), "d1 d2"),
        ("connect-four", json!("c 1 c 2"), "c1 c2"),
        ("connect-four", json!(["column 4 (d)", "d2 (column 4)", "d: fourth column"]), "d1 d2 d3"),
        ("connect-four", json!("d d"), "d1 d2"),
        ("connect-four", json!("dd"), "d1 d2"),
        ("connect-four", json!("center d"), "d1 d2"),
        ("tic-tac-toe", json!("Round 1: X b2, O a1; Round 2: X c3, O a3"), "b2 a1 c3 a3"),
        ("tic-tac-toe", json!("['b2', 'center left']"), "b2 a2"),
        ("qubic", json!(["cell 17", {"player": "O", "cell": "3"}]), "17 3"),
        ("tic-tac-toe", json!(["northwest", "bottom row, middle", "middle row left", "South-East"]), "a3 b1 a2 c1"),
        ("tic-tac-toe", json!(["top row left", "middle row, middle column"]), "a3 b2"),
        ("tic-tac-toe", json!("1. center 2. top left 3. middle row left"), "b2 a3 a2"),
        ("tic-tac-toe", json!("1. center top-left 2. bottom-left b1"), "b2 a3 a1 b1"),
        ("tic-tac-toe", json!("[White \"Al\"]\n[Result \"1-0\"]\n\n1. b2 a1 2. c3 1-0"), "b2 a1 c3"),
        ("connect-four", json!(["third from the left", "2nd column from the right"]), "c1 f1"),
        ("connect-four", json!("P1: 4, P2: 4"), "d1 d2"),
        ("connect-four", json!("P1: 4 P2: 4"), "d1 d2"),
        ("connect-four", json!("4453 6625 33 1"), "d1 d2 e1 c1 f1 f2 b1 e2 c2 c3 a1"),
        ("gomoku", json!(["c12 (top left)", "h8", "m3 lower right"]), "c12 h8 m3"),
        ("gomoku", json!("c12 (top left) h8"), "c12 h8"),
        ("gomoku-20", json!(["P1", "P2"]), "p1 p2"),
    ] {
        let expected: Vec<&str> = expected.split(' ').collect();
        let moves = match &moves {
            Value::Array(moves) => json!(moves[..expected.len()]),
            text => text.clone(),
        };
        let (_, values) = call("convert_record", json!({"game": game, "moves": moves})).await;
        assert_eq!(values["records"]["moves"], expected.join(" "), "{moves}");
    }
    for moves in [json!(["b2 a1 c3"]), json!(["b2 a1", "c3"])] {
        let (_, values) = call("convert_record", json!({"moves": moves})).await;
        assert_eq!(values["records"]["moves"], "b2 a1 c3", "{moves}");
    }
    let rounds = json!({"moves": ["1. b2 a1", "2. c3"]});
    let (_, values) = call("convert_record", rounds).await;
    assert_eq!(values["records"]["moves"], "b2 a1 c3");
    let (_, values) = call("analyse_position", json!({"moves": ["b2"], "searchMoves": "[\"a3\", \"c1\"]"})).await;
    assert_eq!(values["moves"].as_array().unwrap().len(), 2);
    let (_, values) = call("analyse_position", json!({"moves": ["b2"], "searchMoves": ["top left", "O c1"]})).await;
    assert_eq!(values["moves"].as_array().unwrap().len(), 2);
    let (_, values) = call("analyse_position", json!({"moves": ["b2"], "searchMoves": []})).await;
    assert_eq!(values["moves"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn records_in_words_are_read() {
    for (arguments, expected) in [
        (json!({"record": "center, top left, b1"}), "b2 a3 b1"),
        (json!({"record": "X center, O a1"}), "b2 a1"),
        (json!({"game": "connect-four", "record": "4-4-5-3"}), "d1 d2 e1 c1"),
        (json!({"game": "connect-four", "record": "1: 4\n2: 4\n3: 5"}), "d1 d2 e1"),
        (json!({"game": "Connect 4", "record": "Red: column 4, Yellow: column 3"}), "d1 c1"),
        (json!({"game": "connect-four", "record": "Red: D\nYellow: B\nRed: C"}), "d1 b1 c1"),
        (json!({"game": "connect-four", "record": "I played 4, the AI played 3, I played 5"}), "d1 c1 e1"),
        (json!({"record": "X plays b2. O plays a1. X blocks with c3."}), "b2 a1 c3"),
    ] {
        let (_, values) = call("convert_record", arguments.clone()).await;
        assert_eq!(values["records"]["moves"], expected, "{arguments}");
    }
    let (text, _) = call("review_game", json!({"record": "center, top middle, b1"})).await;
    assert!(text.contains("2. O b3: "), "{text}");
    // Numbers of players are no columns, and colours at the beginning of a line are colours.
    for (record, note) in [
        ("Player 1: D\nPlayer 2: C", ""),
        ("Player 1: 4\nPlayer 2: 3", "Numbers in your moves count columns from 1: d1 c1.\n"),
        ("Red: D1\nYellow: B1", "In your moves red is X, which moves first, and yellow is O.\n"),
    ] {
        let (text, _) = call("review_game", json!({"game": "connect-four", "record": record})).await;
        assert!(text.starts_with(&format!("{note}1. X d1: ")), "{record}: {text}");
    }
    // An example is none of the moves, and a word that is no move is the fault.
    for (game, record, remedy) in [
        ("connect-four", "me 4, you 4, me 3", "send the moves alone, in the order of play, such as [\"d\", \"e\"]"),
        ("tic-tac-toe", "X plays b2. O answers a1. X threatens with c3.", "\"X threatens\" is not a cell"),
        ("connect-four", "3,3,4,2,4 (0-based)", "send letters, from \"a\" for 0 to \"g\" for 6"),
        ("connect-four", "(columns counted from 0) 3 3 4", "send letters, from \"a\" for 0 to \"g\" for 6"),
    ] {
        let (text, _) = refused("review_game", json!({"game": game, "record": record})).await;
        assert!(text.contains(remedy), "{text}");
    }
}

#[tokio::test]
async fn words_of_other_programs_for_sides_and_levels_are_understood() {
    let board = "X../.../..O";
    for (turn, expected) in
        [("red", "X"), ("R", "X"), ("Black", "X"), ("Yellow", "O"), ("w", "O"), ("Player O", "O"), ("player 2", "O")]
    {
        let (_, values) = call("describe_position", json!({"board": board, "turn": turn})).await;
        assert_eq!(values["position"]["turn"], expected, "{turn}");
    }
    let (text, _) = call("best_move", json!({"level": "hard", "depth": 1})).await;
    assert!(text.contains(" at level expert"), "{text}");
    let (text, _) = call("best_move", json!({"level": "unbeatable"})).await;
    assert!(text.contains("a draw with best play, proven"), "{text}");
}

#[tokio::test]
async fn moves_with_several_readings_are_named() {
    for (game, item, expected) in [
        (
            "tic-tac-toe",
            json!("(1,1)"),
            "\"(1,1)\" is not the name of a cell; it may be \"b2\" (row and column from 0) or \"a3\" (row and column from 1) or \"a1\" (column and row from 1, rows from the bottom): send the one that is meant",
        ),
        ("tic-tac-toe", json!("0,2"), "\"c3\" (row and column from 0) or \"a1\" (column and row from 0): send"),
        (
            "tic-tac-toe",
            json!("R1C1"),
            "\"b2\" (row and column from 0) or \"a3\" (row and column from 1) or \"a1\" (row and column from 1, rows from the bottom): send",
        ),
        ("tic-tac-toe", json!("row 1, column 2"), "\"c2\" (row and column from 0) or \"b3\" (row"),
        (
            "tic-tac-toe",
            json!("row 1 column 3"),
            "\"c3\" (row and column from 1) or \"c1\" (row and column from 1, rows",
        ),
        (
            "tic-tac-toe",
            json!("cell 5"),
            "\"5\" is not the name of a cell; counted from 0, row by row from the top left, it is \"c2\", counted from 1 it is \"b2\"",
        ),
        ("tic-tac-toe", json!("#5"), "counted from 1 it is \"b2\""),
        ("connect-four", json!("row 1, column 4"), "a column is enough; it may be \"e\" (numbers from 0) or \"d\""),
        ("tic-tac-toe", json!("square 5"), "counted from 1 it is \"b2\""),
        ("tic-tac-toe", json!("X: 5"), "counted from 1 it is \"b2\""),
        ("score-four", json!("(1,1)"), "\"(1,1)\" is not a cell of this board; send a number from \"0\" to \"63\""),
        ("tic-tac-toe", json!({"x": 0, "y": 1}), "is \"a2\" with column and row from 0: send \"a2\" if that is meant"),
        ("tic-tac-toe", json!({"row": 3, "col": 3}), "is \"c1\" with row and column from 1: send \"c1\" if"),
        ("tic-tac-toe", json!({"row": 1, "column": 2}), "\"c2\" (row and column from 0) or \"b3\" (row and"),
        ("tic-tac-toe", json!({"player": "X", "cell": 4}), "it is \"b2\", counted from 1 it is \"a2\": send the"),
        ("tic-tac-toe", json!({"player": "green", "cell": "b2"}), "is not a move here; send its cell: \"b2\""),
        ("tic-tac-toe", json!("center (a1)"), "a1 is bottom left, and center is b2: send the one"),
        ("tic-tac-toe", json!("X takes center; O takes a corner"), "O takes a corner\" is not a cell of this board"),
        ("tic-tac-toe", json!("center; corner; edge"), "\"center; corner; edge\" is not a cell of this board"),
        ("connect-four", json!("X in the middle; O at the edge; X in the middle"), "O at the edge"),
        ("tic-tac-toe", json!("corner"), "\"corner\" may be a3, c3, a1, c1; send the one that is meant"),
        ("tic-tac-toe", json!("X corner"), "\"X corner\" may be a3, c3, a1, c1; send the one that is meant"),
        ("tic-tac-toe", json!(["b2", "a1"]), "\"b2, a1\" has 2 moves; send each as an element: [\"b2\", \"a1\"]"),
        ("tic-tac-toe", json!("top"), "\"top\" may be a3, b3, c3; send the one that is meant"),
        ("four-by-four", json!("center"), "\"center\" may be b3, c3, b2, c2; send the one that is meant"),
        (
            "tic-tac-toe",
            json!("O b2"),
            "\"O b2\" is by O, and it is X's turn; X (red, black) moves first, then the sides alternate: send all moves in their \
             order; call the side that began X, or leave the sides out",
        ),
        ("tic-tac-toe", json!("X b2, O a1"), "has 2 moves; send each as an element: [\"X b2\", \"O a1\"]"),
        (
            "connect-four",
            json!("4,3"),
            "\"4,3\" is not a move; send two columns as two elements, [\"d\", \"c\"], and of a row and a column the column alone",
        ),
        ("connect-four", json!({"x": 3, "y": 0}), "\"d\" (numbers from 0) or \"c\" (numbers from 1): send"),
        ("connect-four", json!({"col": 4}), "it may be \"e\" (numbers from 0) or \"d\" (numbers from 1): send"),
        ("connect-four", json!({"column": 0}), "it is \"a\" with numbers from 0: send \"a\" if that is meant"),
        ("connect-four", json!({"column": "b", "row": 2}), "a column is enough: send \"b\""),
        ("connect-four", json!("column 0"), "where yours count from 0, send letters, from \"a\" for 0 to \"g\""),
        (
            "tic-tac-toe",
            json!({"row": 1, "col": 1}),
            "\"b2\" (row and column from 0) or \"a3\" (row and column from 1): send the one that is meant",
        ),
        (
            "tic-tac-toe",
            json!([1, 1]),
            "\"b2\" (row and column from 0) or \"a3\" (row and column from 1) or \"a1\" (column and row from 1, rows",
        ),
        ("tic-tac-toe", json!({"row": "1", "col": "1"}), "\"b2\" (row and column from 0) or \"a3\" (row and column"),
        ("tic-tac-toe", json!({"column": "b", "row": 2}), "it is \"b2\" with rows from the bottom: send \"b2\""),
        ("tic-tac-toe", json!("row 1 column b"), "\"b1\" (rows from the bottom) or \"b3\" (rows from the top): send"),
        ("connect-four", json!("Yellow: e"), "call the side that began X, or leave the sides out"),
        ("connect-four", json!("Yellow: column 4"), "is by O, and it is X's turn; X (red, black) moves first"),
        (
            "connect-four",
            json!("0"),
            "columns count from 1: where yours count from 0, send letters, from \"a\" for 0 to \"g\"",
        ),
        ("connect-four", json!("-1"), "\"-1\" is not a cell of this board"),
        (
            "qubic",
            json!("1,1,1"),
            "\"1,1,1\" is not the number of a cell; as coordinates it may be \"21\" (numbers from 0) or \"0\" (numbers from 1): send",
        ),
        ("qubic", json!([1, 0, 3]), "as coordinates it is \"49\" with numbers from 0: send \"49\" if that is meant"),
        (
            "tic-tac-toe",
            json!("X at 2,2"),
            "\"X at 2,2\" is not the name of a cell; it may be \"c1\" (row and column from 0) or",
        ),
        ("tic-tac-toe", json!("top row"), "\"top row\" may be a3, b3, c3; send the one that is meant"),
        ("tic-tac-toe", json!("middle row"), "\"middle row\" may be a2, b2, c2; send the one that is meant"),
        ("gomoku", json!("middle row left"), "\"middle row left\" is not a cell of this board"),
        ("connect-four", json!("4453 66 q"), "is not a cell of this board"),
        (
            "connect-four",
            json!("X resigns"),
            "\"X resigns\" is no move: nobody passes or resigns in these games; leave it",
        ),
        ("qubic", json!("17,3,5"), "\"17,3,5\" has 3 moves; send each as an element: [\"17\", \"3\", \"5\"]"),
    ] {
        let (text, _) = refused("best_move", json!({"game": game, "moves": [item]})).await;
        assert!(text.contains(expected), "{item}: {text}");
    }
    // A 0 says how all of them count.
    let (text, _) = refused("best_move", json!({"moves": ["(1,1)", "(0,0)"]})).await;
    for (item, cell) in [("(1,1)", "b2"), ("(0,0)", "a3")] {
        let expected =
            format!("\"{item}\" is not the name of a cell; it is \"{cell}\" with row and column from 0: send");
        assert!(text.contains(&expected), "{text}");
    }
    for (moves, expected) in [
        (
            json!("5 1 9 3"),
            "\"5\" is not the name of a cell; with 9 among these numbers they count from 1, row by row from the top left: send \"b2\"",
        ),
        (
            json!([5, 0]),
            "5 is not the name of a cell; with 0 among these numbers they count from 0, row by row from the top left: send \"c2\"",
        ),
        (
            json!("5 0 9"),
            "\"5\" is not the name of a cell; counted from 0, row by row from the top left, it is \"c2\", counted from 1 it is",
        ),
    ] {
        let (text, _) = refused("best_move", json!({"moves": moves})).await;
        assert!(text.contains(expected), "{moves}: {text}");
    }
    let (text, _) = refused("best_move", json!({"moves": ["R1C1"]})).await;
    assert!(!text.contains("gomoku"), "{text}");
    let (text, _) = refused("best_move", json!({"moves": "X at 2,2, O at 1,1"})).await;
    assert!(text.contains("\"2,2\" is not the name of a cell; it may be \"c1\""), "{text}");
    // Columns of these letters are on the board.
    let (_, values) = call("describe_position", json!({"game": "gomoku-20", "moves": "r1, c1"})).await;
    assert_eq!(values["position"]["turn"], "X");
}

#[tokio::test]
async fn pasted_boards_are_read() {
    for board in [
        json!({"a3": "X", "c3": "O", "b2": "X"}),
        json!("{\"a3\": \"X\", \"c3\": \"O\", \"b2\": \"X\"}"),
        json!("[[\"X\", \"\", \"O\"], [\"\", \"X\", \"\"], [\"\", \"\", \"\"]]"),
        json!("```\n  1 2 3\n1 X . O\n2 . X .\n3 . . .\n```"),
        json!("🔴⚪🟡\n⚪🔴⚪\n⚪⚪⚪"),
        json!({"a3": "R", "c3": "Y", "b2": "R"}),
        json!("a3=X, c3=O, b2=X"),
        json!("X at a3, O at c3, X at b2"),
        json!("X a3\nO c3\nX b2"),
        json!("A3: X\nC3: O\nB2: X"),
        json!("O to move with 3 stones.\n```\n3 X . O\n2 . X .\n1 . . .\n  a b c\n```\nLegal moves: b3 a2."),
        json!("⚫⬜⚪\n⬜⚫⬜\n⬜⬜⬜"),
        json!([[1, 0, -1], [0, 1, 0], [0, 0, 0]]),
        json!("Board:\nX . O\n. X .\n. . ."),
        json!("Here is the board\n\nX . O\n. X .\n. . .\n\nTurn: O"),
        json!("Tic-tac-toe\n X |   | O\n---+---+---\n   | X |  \n---+---+---\n   |   |  \n\nIt is O's turn."),
        json!("Board: X.O/.X./..."),
        json!("Next: O\n  a b c\n3 X . O\n2 . X .\n1 . . ."),
        json!("X . O\n. X .\n. . .\nX = me, O = you, . = empty"),
        json!("R . Y\n. R .\n. . .\nR=red, Y=yellow. Yellow to move"),
        json!(["Position:", "X.O", ".X.", "...", "O to move"]),
        json!("[['X', None, 'O'], ['', 'X', ' '], [None, None, None]]"),
    ] {
        let (_, values) = call("describe_position", json!({"board": board})).await;
        assert_eq!(values["position"]["board"], "X.O.X....", "{board}");
    }
}

#[tokio::test]
async fn words_of_other_programs_and_uneven_forms() {
    for (tool, arguments) in [
        ("get_puzzle", json!({"theme": "Fork", "solution": "true", "seed": 1, "difficulty": "1 to 5"})),
        ("get_puzzle", json!({"theme": "double threat", "seed": 1})),
        ("get_puzzle", json!({"difficulty": "easy", "seed": 1})),
        ("get_puzzle", json!({"seed": "1", "difficulty": "1–10", "solution": "False"})),
        ("get_puzzle", json!({"seed": 1, "solution": "yes"})),
        ("get_puzzle", json!({"date": "tomorrow"})),
        ("best_move", json!({"game": {"width": 4, "height": 4, "k": 3, "gravity": "yes"}, "moves": ["c"], "depth": 1})),
        ("best_move", json!({"game": {"width": "6", "height": "5", "k": "4", "gravity": "true"}, "depth": 1})),
        (
            "best_move",
            json!({"game": "{\"width\": 6, \"height\": \"5\", \"k\": 4, \"gravity\": true}", "moves": ["c"], "depth": 1}),
        ),
        (
            "best_move",
            json!({"game": "{'width': 5, 'height': 5, 'k': 4, 'gravity': True}", "moves": "['c', 'c']", "depth": 1}),
        ),
        ("best_move", json!({"game": "TicTacToe", "turn": "x"})),
        ("best_move", json!({"game": "connectfour", "level": "Club", "depth": 1})),
        ("best_move", json!({"game": "Connect 4", "depth": 1})),
        ("convert_record", json!({"game": "gomoku", "record": "B H8 W I9"})),
        ("convert_record", json!({"record": "X b2, O: a1 x c3"})),
        ("convert_record", json!({"game": "connect-four", "record": "X: d, O: c"})),
        ("convert_record", json!({"record": "```\nb2 a1 c3\n```"})),
    ] {
        call(tool, arguments).await;
    }
    for (tool, arguments, expected) in [
        ("get_puzzle", json!({"guess": "b2"}), "the answer in searchMoves, says what it leads to"),
        ("describe_position", json!({"board": "b2 X\na1 O\nB2 O"}), "- board: "),
        ("describe_position", json!({"game": "gomoku", "moves": "h8 h8"}), "move 2: h8"),
        ("describe_position", json!({"moves": "X5 O1"}), "\"5\" is not the name of a cell; counted from 0, row by"),
        (
            "get_puzzle",
            json!({"difficulty": "simple"}),
            "\"simple\" is not a difficulty; send a whole number from 1 to 10, or a range",
        ),
        ("best_move", json!({"game": "renju"}), "the nearest game is \"game\": \"gomoku\""),
        ("best_move", json!({"game": "reversi"}), "; all games here are won or lost by a line of stones"),
        ("best_move", json!({"fen": "X../.../..."}), ". Send a drawn board as board"),
        (
            "best_move",
            json!({"board": "X O .\n. X .\n. . O\n\nRed to move"}),
            "- turn: the board says \"Red to move\", and has no stones of this colour: send \"turn\": \"X\" or \"turn\": \"O\"",
        ),
        (
            "best_move",
            json!({"board": "X O .\n. X .\n. . .\nNext: X"}),
            "- turn: the board says \"Next: X\", and its stones do not: send \"turn\": \"X\"",
        ),
        (
            "best_move",
            json!({"board": "R Y .\n. R .\n. . .\nTurn: red"}),
            "- turn: the board says \"Turn: red\", and its stones do not: send \"turn\": \"X\"",
        ),
        (
            "best_move",
            json!({"board": "X O .\n. X .\n. . .\nO to move", "turn": "X"}),
            "- turn: the board says \"O to move\", and turn says X: leave one of them out",
        ),
        (
            "best_move",
            json!({"board": "X O .\n. X .\n. . .\nO = first player, X = second"}),
            "- board: \"O = first player, X = second\" says something else than is read here",
        ),
        ("best_move", json!({"board": "R Y .\n. R .\n. . .\nR = yellow"}), "- board: \"R = yellow\" says something"),
        (
            "best_move",
            json!({"board": "Board:\nX O Q\n. X .\n. . ."}),
            "- board: character 'Q' at index 11 is not a cell",
        ),
        ("best_move", json!({"board": "Board:\nX O\nX O"}), "- board: the board has 2 rows; this game has 3"),
        ("analyse_position", json!({"moves_to_check": ["a1"]}), "did you mean \"searchMoves\"?"),
        ("best_move", json!({"board": "🔴⚪⚪"}), "- board: the board has 3 cells; this game has 9"),
        ("best_move", json!({"board": "R.Y/.R./.."}), "- board: row 2 (from 0, at the top) has 2 cells"),
        ("best_move", json!({"board": "X|O|X|O\nX|O|X|O"}), "- board: the board has 2 rows; this game has 3"),
        (
            "best_move",
            json!({"game": "connect-four", "board": ". . . R . . .\n. . Y R Y . ."}),
            "- board: the board has 2 rows; this game has 6",
        ),
        ("best_move", json!({"board": "120/010/002"}), "; where 1 is X and 2 is O, send \"XO./.X./..O\""),
        ("best_move", json!({"board": {"a1": "X", "d9": "O"}}), "\"d9\" is not a cell of this board; send a stone for"),
        (
            "best_move",
            json!({"board": {"X": ["a1"], "O": ["a1"]}}),
            "for each cell that has one, such as {\"a1\": \"X\"}",
        ),
        ("best_move", json!({"board": "{\"X\": [\"d9\"]}"}), "for each cell that has one, such as {\"a1\": \"X\"}"),
        (
            "best_move",
            json!({"board": "O to move.\n```\nX . O\n. . .\n. . .\n```"}),
            "- turn: the board says \"O to move\", and its stones do not: send \"turn\": \"O\"",
        ),
        ("best_move", json!({"width": 5, "k": 4}), "rules go into game: \"game\": {\"k\":4,\"width\":5}"),
        (
            "best_move",
            json!({"game": "connect-four", "k": 4}),
            "- k: the name in game has its rules: leave k out, or send",
        ),
        ("best_move", json!({"m": 5, "n": 6, "k": 4}), "\"game\": {\"height\":6,\"k\":4,\"width\":5}"),
        (
            "best_move",
            json!({"rules": {"width": 5, "height": 5, "k": 4}}),
            "rules go into game: \"game\": {\"height\":5",
        ),
        ("best_move", json!({"game": {"m": 5, "n": 6, "k": 4}}), "\"game\": {\"height\":6,\"k\":4,\"width\":5}"),
        (
            "best_move",
            json!({"game": "connect four 7x8"}),
            "\"game\": {\"width\":7,\"height\":8,\"k\":4,\"gravity\":true}",
        ),
        (
            "best_move",
            json!({"game": "5x4x4"}),
            "; send its rules, k in a row: \"game\": {\"width\":5,\"height\":4,\"k\":4}",
        ),
        ("best_move", json!({"game": {"name": "gomoku 9x9"}}), "\"game\": {\"width\":9,\"height\":9,\"k\":5}"),
        ("best_move", json!({"game": "gomoku 25x25"}), "is not the name of a game, and these are no rules: width 25"),
        (
            "best_move",
            json!({"game": "ultimate tic-tac-toe"}),
            "has rules that no game here has, and cannot be played here; the nearest game is \"game\": \"tic-tac-toe\"",
        ),
        (
            "best_move",
            json!({"board": [[0, 1, 2], [0, 0, 0], [1, 0, 0]]}),
            "; where 1 is X and 2 is O, send \".XO/.../X..\"",
        ),
        ("best_move", json!({"board": [0, 1, 2, 0, 0, 0, 1, 0, 0]}), ", send \".XO...X..\""),
        (
            "best_move",
            json!({"board": "X.R/.Y./..O"}),
            "; stones have two kinds of letters: write all of them as X and O",
        ),
        (
            "best_move",
            json!({"board": "Before:\n```\nX..\n...\n...\n```\nAfter:\n```\nX..\n.O.\n...\n```"}),
            "; there is more than one board: send the last one",
        ),
        ("convert_record", json!({"record": "(;GM[1]SZ[9];B[ee])"}), "GM[1] is another game (1 is Go); send GM[4] if"),
        ("best_move", json!({"moves": ["Yb2"]}), "is by O, and it is X's turn"),
        ("best_move", json!({"game": "connect-four", "position": ["d"]}), ". Send a list of moves as moves"),
        (
            "analyse_position",
            json!({"moves": ["b2"], "searchMoves": ["b2"]}),
            "\n\nThe position:\n```\n 3 . . .\n 2 . X .\n 1 . . .\n   a b c\n```\nLegal moves: ",
        ),
        ("analyse_position", json!({"board": "X../.O./...", "searchMoves": ["d9"]}), "\n 3 X . .\n 2 . O .\n 1 . . ."),
        ("get_puzzle", json!({"difficulty": 9, "seed": 1}), "send a wider range, or connect-four as game"),
        ("review_game", json!({"pgn": "44332"}), "did you mean \"record\"?"),
        ("review_game", json!({"moves": ["b2"], "player": "X"}), ". It judges both sides"),
        ("convert_record", json!({"moves": ["b2"], "format": "sgf"}), ". It writes every form"),
        ("get_puzzle", json!({"answer": "b2"}), ". Compare the answer with the move that it gives with solution true"),
        (
            "get_puzzle",
            json!({"difficulty": [1, 3]}),
            "a list is not a difficulty; send a whole number from 1 to 10, or a",
        ),
        ("best_move", json!({"searchMoves": ["a1"]}), "movetime, depth, seed; call analyse_position with searchMoves"),
        ("best_move", json!({"multiPv": 3}), "; call analyse_position with multiPv"),
        ("analyse_position", json!({"level": "club"}), "; best_move plays at a level"),
        (
            "convert_record",
            json!({"record": "O b2, X a1"}),
            "\"O b2\" is by O, and it is X's turn; X (red, black) moves first",
        ),
        ("convert_record", json!({"record": ["b2", "a1"]}), "a list is not a record; send a list as moves"),
        ("convert_record", json!({"record": "[\"b2\"]"}), "is not a record; send a list as moves"),
        ("get_puzzle", json!({"difficulty": 10, "seed": 1}), "There is no answer to this:\n- difficulty: no puzzle of"),
        ("get_puzzle", json!({"game": "9,9,6"}), "There is no answer to this:\n- game: a puzzle needs proofs"),
    ] {
        let (text, _) = refused(tool, arguments.clone()).await;
        assert!(text.contains(expected), "{arguments}: {text}");
    }
}

/// Rules of one's own that look like Connect Four without its gravity.
#[tokio::test]
async fn gravity_may_be_forgotten_on_other_boards() {
    let note = "Stones do not fall in this game: its rules lack \"gravity\": true.\n";
    let told =
        async |game: Value, moves: Value| call("describe_position", json!({"game": game, "moves": moves})).await.0;
    let board = json!({"width": 6, "height": 5, "k": 4});
    assert!(told(board.clone(), json!(["c1", "d1"])).await.contains(note));
    for (game, moves) in [
        (board.clone(), json!(["c1"])),
        (board, json!(["c1", "d2"])),
        (json!({"width": 6, "height": 5, "k": 3}), json!(["c1", "d1"])),
        (json!("five-by-five"), json!(["c1", "d1"])),
    ] {
        let text = told(game, moves).await;
        assert!(!text.contains("do not fall"), "{text}");
    }
}

/// Every error of a review has a reason against it.
#[tokio::test]
async fn a_review_has_a_reason_against_each_error() {
    let (text, values) =
        call("review_game", json!({"game": "connect-four", "moves": ["4", "1", "4", "1", "4", "5", "2"]})).await;
    assert!(text.contains("\n   Why not e1: X then wins at once with d4."), "{text}");
    assert!(text.contains("\n   Why not b1: d4 wins at once."), "{text}");
    let errors: Vec<_> =
        values["moves"].as_array().unwrap().iter().filter(|reviewed| !reviewed["better"].is_null()).collect();
    assert_eq!(errors.len(), 4);
    assert_eq!(errors[0]["reasons"], json!(["Loses in 17 moves, sooner than need be; d2 loses in 20 moves."]));
    assert!(errors.iter().all(|reviewed| !reviewed["reasons"].as_array().unwrap().is_empty()), "{values}");
}

/// A name that is no preset's beside rules: the rules alone are meant.
#[tokio::test]
async fn a_name_of_a_game_of_ones_own_is_left_out() {
    let mut game = json!({"name": "5x5 connect 4", "width": 5, "height": 5, "k": 4, "gravity": true});
    let (text, _) = refused("best_move", json!({"game": game, "moves": ["c"]})).await;
    assert!(text.contains(", or leave out the name for rules of your own"), "{text}");
    game.as_object_mut().unwrap().remove("name");
    let (_, values) = call("best_move", json!({"game": game, "moves": ["c"], "depth": 2})).await;
    assert_eq!(values["after"]["turn"], "X", "{values}");
}

/// A game in which the other side began is refused once, not at each move.
#[tokio::test]
async fn a_side_that_began_is_told_once() {
    let (text, problem) = refused("best_move", json!({"moves": ["O b2", "X a1", "O c3", "X c1"]})).await;
    assert!(text.contains("\"O b2\" is by O, and it is X's turn"), "{text}");
    assert_eq!(problem["errors"].as_array().unwrap().len(), 1, "{problem}");
}

/// Labels of positions that are not proven say how far these were searched.
#[tokio::test]
async fn a_review_says_how_deep_it_looked() {
    let gomoku = json!({"game": "gomoku", "moves": ["h8", "h9", "a1"], "depth": 2});
    let (text, _) = call("review_game", gomoku).await;
    let expected = "All labels are estimates: not proven, and searched 2 plies deep; a greater depth judges better.";
    assert!(text.contains(expected), "{text}");
    let without = json!({"game": "gomoku", "moves": ["h8", "h9"]});
    let (text, _) = call("review_game", without).await;
    assert!(text.contains(" plies deep; a movetime of ") && text.contains("All labels are estimates"), "{text}");
    let (text, _) = call("review_game", json!({"moves": ["b2", "a1", "c3"]})).await;
    assert!(!text.contains("estimates"), "{text}");
}

/// Models send arguments that they do not use as empty ones.
#[tokio::test]
async fn blank_arguments_are_left_out() {
    let app = app_with(ServerLimits::DEFAULT);
    for (tool, arguments, stones) in [
        ("best_move", json!({"moves": ["b2"], "board": "", "turn": "", "level": " ", "seed": "", "movetime": ""}), ""),
        ("describe_position", json!({"moves": [], "board": "X........", "turn": ""}), "X..."),
        ("describe_position", json!({"moves": "", "board": ""}), "...."),
        ("review_game", json!({"moves": [], "record": "b2 a1"}), "...."),
        ("convert_record", json!({"moves": ["b2", "a1"], "record": ""}), "...."),
        ("get_puzzle", json!({"date": "", "theme": "", "seed": 1}), ""),
    ] {
        let (text, values, is_error) = call_at(&app, tool, &arguments).await;
        assert!(!is_error, "{arguments}: {text}");
        let place = if tool == "best_move" { "after" } else { "position" };
        let board = values[place]["board"].as_str().unwrap();
        assert!(board.starts_with(stones), "{arguments}: {board}");
    }
    let (text, _) = refused("best_move", json!({"board": ""})).await;
    assert!(text.contains("the board has 0 cells"), "{text}");
}

/// Records of chats: a name and a move a line, rounds with signs in them, sides in parentheses, the name of the game above.
#[tokio::test]
async fn records_of_chats_are_read() {
    for (game, record, expected) in [
        ("tic-tac-toe", "Tom: b2\nAnn: a1\nTom: c3", "b2 a1 c3"),
        ("tic-tac-toe", "You: b2\nAI: a1\nYou: c3", "b2 a1 c3"),
        ("tic-tac-toe", "User: b2\nAssistant: a1", "b2 a1"),
        ("tic-tac-toe", "Me: center\n\nAI: top left\nMe: c3", "b2 a3 c3"),
        ("tic-tac-toe", "Human: b2\r\nAI: a1\r\nHuman: c3", "b2 a1 c3"),
        ("connect-four", "You: 4\nAI: 4\nYou: 5", "d1 d2 e1"),
        ("tic-tac-toe", "(X) b2 (O) a1 (X) c3", "b2 a1 c3"),
        ("tic-tac-toe", "b2 (X) a1 (O) c3 (X)", "b2 a1 c3"),
        ("connect-four", "Player 1 plays column 4\nPlayer 2 plays column 4", "d1 d2"),
        ("tic-tac-toe", "1.b2-a1 2.c3-a3", "b2 a1 c3 a3"),
        ("tic-tac-toe", "Tic-tac-toe: b2 a1 c3", "b2 a1 c3"),
        ("connect-four", "Connect Four\n4 4 5 3", "d1 d2 e1 c1"),
        ("connect-four", "connect four game: d d e c", "d1 d2 e1 c1"),
        ("connect-four", "Game: Connect Four\nMoves: 4 4 5 3", "d1 d2 e1 c1"),
    ] {
        let (_, values) = call("convert_record", json!({"game": game, "record": record})).await;
        assert_eq!(values["records"]["moves"], expected, "{record}");
    }
    let (text, _) = refused("convert_record", json!({"record": "b2,,a1"})).await;
    assert!(
        text.contains("- record: an element without text is no move; leave it out with any comma beside it, or send"),
        "{text}"
    );
}

/// A record names its game where the call does not: the game is the one error.
#[tokio::test]
async fn the_game_that_a_record_names_is_asked_for() {
    for record in ["Connect Four\n4 4 5 3", "connect four game: d d e c", "Game: Connect Four\nMoves: 4 4 5 3"] {
        for (tool, field) in [("convert_record", "record"), ("review_game", "moves")] {
            let (text, _) = refused(tool, json!({field: record})).await;
            let error = format!("\n- game: the {field} names Connect Four; send \"game\": \"connect-four\"");
            assert!(text.contains(&error) && text.matches("\n- ").count() == 1, "{text}");
        }
    }
}

/// A name among the moves, or in a file, is none of the game.
#[tokio::test]
async fn names_of_games_in_remarks_and_files_are_no_heads() {
    for record in [
        "1. b2 {as in Connect Four} a1\n2. c3",
        "[Event \"Connect Four\"]\n\n1. b2 a1 2. c3",
        "(;GM[4]SZ[3]C[Connect Four: no];B[bb];W[ac];B[ca])",
    ] {
        let (_, values) = call("convert_record", json!({"record": record})).await;
        assert_eq!(values["records"]["moves"], "b2 a1 c3", "{record}");
    }
    let (_, values) = call("convert_record", json!({"record": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n"})).await;
    assert_eq!(values["records"]["moves"], "h8 i7", "{values}");
}

/// The order of moves is known where O began.
#[tokio::test]
async fn records_of_games_that_o_began_say_so() {
    let record = "1... a1 2. b2 a3 3. c3";
    let (text, values) = call("convert_record", json!({"record": record})).await;
    assert!(text.ends_with("\nO began, which only moves and sgf can say."), "{text}");
    let forms = &values["records"];
    assert_eq!((&forms["moves"], &forms["compact"]), (&json!(record), &Value::Null));
    let (_, again) = call("convert_record", json!({"record": forms["sgf"]})).await;
    assert_eq!((&again["records"], &again["position"]), (forms, &values["position"]));
}

/// A result without a line is no error: a side may have resigned. It is told.
#[tokio::test]
async fn a_result_without_a_line_is_told() {
    for arguments in [json!({"record": "b2 a1 c3 X wins"}), json!({"record": "1. b2 a1 2. c3 1-0"})] {
        let (text, _) = call("convert_record", arguments).await;
        assert!(
            text.contains("says that X won; on the board the game goes on: O resigned, or a move is missing.\n"),
            "{text}"
        );
    }
    let (text, _) = call("convert_record", json!({"record": "b2 a1 c3 1/2-1/2"})).await;
    assert!(!text.contains("resigned"), "{text}");
}

/// Boards in three dimensions as models write them.
#[tokio::test]
async fn layers_are_read() {
    let row = |cells: &str| cells.chars().map(String::from).collect::<Vec<_>>();
    let empty = [row("..."), row("..."), row("...")];
    let (first, second) = ([row("X.."), row("..."), row("...")], [row("..."), row(".O."), row("...")]);
    for board in [
        json!("Layer 1:\nX..\n...\n...\nLayer 2:\n...\n.O.\n...\nLayer 3:\n...\n...\n..."),
        json!("z=0\nX . .\n. . .\n. . .\n\nz=1\n. . .\n. O .\n. . .\n\nz=2\n. . .\n. . .\n. . ."),
        json!("X../.../... | .../.O./... | .../.../..."),
        json!([first, second, empty]),
        json!(json!([first, second, empty]).to_string()),
        json!([["X..", "...", "..."], ["...", ".O.", "..."], ["...", "...", "..."]]),
    ] {
        let (_, values) = call("describe_position", json!({"game": "three-cubed", "board": board})).await;
        let cells = values["position"]["board"].as_str().unwrap();
        assert_eq!((cells.find('X'), cells.find('O')), (Some(0), Some(13)), "{board}");
    }
    for cell in [json!({"layer": 1, "row": 2, "column": 3}), json!("z=1, y=2, x=3")] {
        let (text, _) = refused("describe_position", json!({"game": "three-cubed", "moves": [cell]})).await;
        assert!(text.contains("it is \"5\" with numbers from 1: send \"5\" if that is meant"), "{text}");
    }
}

/// A blue board is no stone where both sides have others.
#[tokio::test]
async fn blue_grounds_are_read() {
    let ground = "🔵🔵🔵🔵🔵🔵🔵\n".repeat(5);
    let board = json!({"game": "connect-four", "board": format!("{ground}🔵🔵🔴🟡🔵🔵🔵")});
    let (_, values) = call("describe_position", board).await;
    assert_eq!(&values["position"]["board"].as_str().unwrap()[35..], "..XO...");
    let (text, _) =
        refused("describe_position", json!({"game": "connect-four", "board": format!("{ground}🔵🔵🔴🔵🔵🔵🔵")})).await;
    assert!(text.contains("🔵 may be a stone or an empty cell here: write X, O and ."), "{text}");
}
