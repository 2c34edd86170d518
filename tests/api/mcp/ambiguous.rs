//! Texts that have two readings are refused with both, and numbers of columns are said to count from 1.

use serde_json::json;

use super::{call, refused};

/// Numbers where stones fall may be numbers of moves, columns, or a column and a row.
#[tokio::test]
async fn numbers_that_may_be_pairs_are_refused_with_both_readings() {
    let numbered = "may be columns one after the other, or numbers before the moves: send the columns as letters, ";
    let pairs = "may be columns one after the other, or pairs of a number or a row and a column: send the columns";
    let several =
        "names moves in several ways, so that a letter or a number may be a move, a side or the number of a move";
    for (text, expected) in [
        ("1 4\n2 5\n3 3", format!("{numbered}[\"a\", \"d\", \"b\", \"e\", \"c\", \"c\"] or [\"d\", \"e\", \"c\"]")),
        ("1,4\n2,5", format!("{numbered}[\"a\", \"d\", \"b\", \"e\"] or [\"d\", \"e\"]")),
        ("1 4 2 5", numbered.to_owned()),
        ("4 1, 4 2", format!("{pairs} as letters, [\"d\", \"a\", \"d\", \"b\"] or [\"a\", \"b\"]")),
        ("4,1; 4,2", pairs.to_owned()),
        ("1 d1, 2 d2", several.to_owned()),
        ("c 1", several.to_owned()),
        ("B c1", several.to_owned()),
        (
            "37 42",
            "\"37\" is no column of this board; it may be several columns, a cell, or a row and a column".to_owned(),
        ),
    ] {
        for field in ["moves", "record"] {
            let (found, _) = refused("convert_record", json!({"game": "connect-four", field: text})).await;
            assert!(found.contains(&expected), "{field} {text:?}: {found}");
        }
    }
    let wide = json!({"width": 12, "height": 5, "k": 4, "gravity": true});
    let (text, _) = refused("convert_record", json!({"game": wide, "moves": "12"})).await;
    assert!(text.contains("may be one column or several") && text.contains("[\"l\"] or [\"a\", \"b\"]"), "{text}");
    let (text, _) = refused("convert_record", json!({"moves": "X 3. O"})).await;
    assert!(!text.contains("moves: a"), "{text}");
}

/// Programs count from 0, too: who sends numbers is told how they were read.
#[tokio::test]
async fn numbers_of_columns_are_said_to_count_from_1() {
    let note = "Numbers in your moves count columns from 1: d1 d2 e1.\n";
    for sent in [
        json!({"moves": ["4", "4", "5"]}),
        json!({"moves": "4 4 5"}),
        json!({"record": "445"}),
        json!({"moves": "[1] 4 [2] 4 [3] 5"}),
        json!({"moves": "Red plays column 4. Yellow plays column 4. Red plays 5."}),
        json!({"record": "Red plays column 4. Yellow plays column 4. Red plays 5."}),
    ] {
        let mut arguments = sent.clone();
        arguments["game"] = json!("connect-four");
        let (text, values) = call("convert_record", arguments).await;
        assert!(text.starts_with(note), "{sent}: {text}");
        assert_eq!(values["records"]["moves"], "d1 d2 e1");
    }
    let (text, _) = call("convert_record", json!({"game": "connect-four", "moves": ["d", "d2"]})).await;
    assert!(!text.contains("count columns"), "{text}");
}

/// Rules that nobody said are said, and games that are not here are not replaced in silence.
#[tokio::test]
async fn games_are_said_with_their_gravity() {
    let falls = "\"game\": {\"width\":5,\"height\":5,\"k\":4,\"gravity\":true}; stones fall, and without \"gravity\" they do not";
    for (game, expected) in [
        ("5x5 4 in a row", falls),
        ("four in a row on 5x5", falls),
        ("gomoku 13x13, first stone h8", "\"game\": {\"width\":13,\"height\":13,\"k\":5}; stones do not fall"),
        ("wild tic-tac-toe", "cannot be played here; the nearest game is \"game\": \"tic-tac-toe\""),
        ("pop out", "cannot be played here; the nearest game is \"game\": \"connect-four\""),
    ] {
        let (text, _) = refused("best_move", json!({"game": game})).await;
        assert!(text.contains(expected), "{game}: {text}");
    }
    let (text, _) = refused("best_move", json!({"moves": "d1 d2"})).await;
    assert!(text.contains("send game, such as \"game\": \"connect-four\""), "{text}");
}

/// Boards that lack rows, lie on their side, or name the cells of each side.
#[tokio::test]
async fn boards_say_what_is_wrong_with_their_rows() {
    let row = |count: usize| ".".repeat(count);
    let (swapped, partial) = (vec![row(6); 7].join("/"), vec![row(7); 2].join("/"));
    for (board, expected) in [
        (swapped, "these may be its 7 columns: send 6 rows of 7 cells, from the top"),
        (partial, "rows are missing: send all 6 from the top, the empty ones too"),
    ] {
        let (text, _) = refused("describe_position", json!({"game": "connect-four", "board": board})).await;
        assert!(text.contains(expected), "{board}: {text}");
    }
    let sides = json!({"board": {"X": ["b2", "c3"], "O": ["a1"]}});
    let (_, values) = call("describe_position", sides).await;
    assert_eq!(values["position"]["board"], "..X.X.O..");
    let (text, _) = refused("best_move", json!({"moves": {"X": ["b2"], "O": ["a1"]}})).await;
    assert!(text.contains("send all moves in the order of play, X first"), "{text}");
}

#[tokio::test]
async fn what_is_no_move_says_what_to_send() {
    for (item, expected) in [
        ("TL", "did you mean \"a3\"?"),
        ("b3 (blocking)", "did you mean \"b3\"?"),
        ("pass", "\"pass\" is no move: nobody passes or resigns in these games"),
        ("resign", "leave out \"resign\" and what follows"),
    ] {
        let (text, _) = refused("best_move", json!({"moves": [item]})).await;
        assert!(text.contains(expected), "{item}: {text}");
    }
}

/// A loss that comes sooner than need be has a reason where no other fact is known.
#[tokio::test]
async fn a_hastened_loss_has_a_reason() {
    let moves = "4 1 4 1 4 2";
    let (text, _) = call("review_game", json!({"game": "connect-four", "moves": moves})).await;
    assert_eq!(text.matches("Best play: ").count(), text.matches("Why not ").count(), "{text}");
}

/// Dots after a number are the number of a move or of a round whose second move comes, never moves that are left out.
#[tokio::test]
async fn numbers_with_dots_and_gaps_lose_no_moves() {
    for (game, moves) in [
        ("connect-four", "443..."),
        ("connect-four", "4..."),
        ("connect-four", "4... 3..."),
        ("connect-four", "4.. 4.. 3.."),
        ("connect-four", "4 4 3..."),
        ("connect-four", "4 4 3.. 5"),
        ("connect-four", "4... 4, 3"),
        ("tic-tac-toe", "1... 2..."),
        ("connect-four", "9... d"),
        ("tic-tac-toe", "5... b2"),
        ("connect-four", "d d 7... c"),
        ("connect-four", "1. d 2. c c"),
        ("tic-tac-toe", "1. b2 2. a1 c3"),
    ] {
        for field in ["moves", "record"] {
            refused("best_move", json!({"game": game, field: moves})).await;
        }
    }
    for moves in ["1. d 1... c 2. e", "1. d 1… c 2. e 2… d", "1. d c 2. e", "1. d 2. c 3. e"] {
        let (text, _) = call("describe_position", json!({"game": "connect-four", "moves": moves})).await;
        assert!(text.contains("Your moves were read as d1 c1 e1"), "{moves}: {text}");
    }
    let (text, _) = call("describe_position", json!({"game": "connect-four", "moves": "d, d c"})).await;
    assert!(!text.contains("were read as"), "{text}");
}
