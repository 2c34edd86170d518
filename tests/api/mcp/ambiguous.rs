//! Texts that have two readings are refused with both, and numbers of columns are said to count from 1.

use serde_json::json;

use super::{call, refused};

/// Numbers where stones fall may be numbers of moves, columns, or a column and a row.
#[tokio::test]
async fn numbers_that_may_be_pairs_are_refused_with_both_readings() {
    let numbered =
        "may be columns one after the other, or numbers before the moves: send letters of columns as moves, ";
    let pairs =
        "may be columns one after the other, or pairs of a number or a row and a column: send letters of columns";
    let several =
        "names moves in several ways, so that a letter or a number may be a move, a side or the number of a move";
    for (text, expected) in [
        ("1 4\n2 5\n3 3", format!("{numbered}[\"a\", \"d\", \"b\", \"e\", \"c\", \"c\"] or [\"d\", \"e\", \"c\"]")),
        ("1,4\n2,5", format!("{numbered}[\"a\", \"d\", \"b\", \"e\"] or [\"d\", \"e\"]")),
        ("1 4 2 5", numbered.to_owned()),
        ("4 1, 4 2", format!("{pairs} as moves, [\"d\", \"a\", \"d\", \"b\"] or [\"a\", \"b\"]")),
        ("4,1; 4,2", pairs.to_owned()),
        ("1 d1, 2 d2", several.to_owned()),
        ("c 1", several.to_owned()),
        ("B c1", several.to_owned()),
        (
            "37 42",
            "\"37\" is no column of this board; it may be several columns, a cell, or a row and a column: send letters of columns as moves, such \
             as [\"c\", \"g\", \"d\", \"b\"]"
                .to_owned(),
        ),
        ("44-53", "as moves, such as [\"d\", \"d\", \"e\", \"c\"]".to_owned()),
        ("3 3 4 2 0", "where yours count from 0, send letters, from \"a\" for 0 to \"g\"".to_owned()),
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
    assert!(!text.contains("- moves: a"), "{text}");
}

/// Programs count from 0, too: answers to numbers say how they were read.
#[tokio::test]
async fn numbers_of_columns_are_said_to_count_from_1() {
    let note = "Numbers in your moves count columns from 1: d1 d2 e1.\n";
    for sent in [
        json!({"moves": ["4", "4", "5"]}),
        json!({"moves": [4, 4, 5]}),
        json!({"moves": [{"column": 4}, "4", 5]}),
        json!({"moves": ["R4", "Y4", "R5"]}),
        json!({"record": "445 1-0"}),
        json!({"moves": "4 4 5"}),
        json!({"record": "445"}),
        json!({"moves": "[1] 4 [2] 4 [3] 5"}),
        json!({"moves": "Red plays column 4. Yellow plays column 4. Red plays 5."}),
        json!({"record": "Red plays column 4. Yellow plays column 4. Red plays 5."}),
    ] {
        let mut arguments = sent.clone();
        arguments["game"] = json!("connect-four");
        let (text, values) = call("convert_record", arguments).await;
        assert!(text.contains(note), "{sent}: {text}");
        assert_eq!(values["records"]["moves"], "d1 d2 e1");
    }
    let (text, _) = call("convert_record", json!({"game": "connect-four", "moves": ["d", "d2"]})).await;
    assert!(!text.contains("count columns"), "{text}");
    for moves in [json!([3, 4]), json!(["3", "d"]), json!("columns 3 and 4"), json!("34")] {
        let arguments = json!({"game": "connect-four", "moves": ["d", "d"], "searchMoves": moves, "depth": 1});
        let (text, values) = call("analyse_position", arguments).await;
        assert!(text.starts_with("Numbers in searchMoves count columns from 1.\n"), "{moves}: {text}");
        assert_eq!(values["moves"].as_array().unwrap().len(), 2, "{moves}");
    }
    let pairs = json!({"game": "connect-four", "searchMoves": "4 1, 3 1"});
    let (text, _) = refused("analyse_position", pairs).await;
    assert!(text.contains("may be columns one after the other, or pairs"), "{text}");
}

/// Rules that nobody said are said, and games that are not here are not replaced in silence.
#[tokio::test]
async fn games_are_said_with_their_gravity() {
    let falls = "\"game\": {\"width\":7,\"height\":8,\"k\":4,\"gravity\":true}; stones fall, and without \"gravity\" they do not";
    for (game, expected) in [
        ("connect four 7x8", falls),
        ("gomoku 13x13, first stone h8", "\"game\": {\"width\":13,\"height\":13,\"k\":5}; stones do not fall"),
        ("wild tic-tac-toe", "cannot be played here; the nearest game is \"game\": \"tic-tac-toe\""),
        ("pop out", "cannot be played here; the nearest game is \"game\": \"connect-four\""),
    ] {
        let (text, _) = refused("best_move", json!({"game": game})).await;
        assert!(text.contains(expected), "{game}: {text}");
    }
    let (text, _) = refused("best_move", json!({"moves": "d1 d2"})).await;
    assert!(text.contains("send game, such as \"game\": \"connect-four\""), "{text}");
    for (game, expected) in [
        (json!("5x5 4 in a row"), "Game: Four in a row on 5×5 (five-by-five)."),
        (json!("four in a row on 6x6"), "Game: 4 in a row on 6×6."),
        (json!("5x5, four in a row, stones fall"), "Game: 4 in a row on 5×5, stones fall."),
        (json!("connect four 8x7"), "Game: 4 in a row on 8×7, stones fall."),
        (json!(""), "Game: Tic-tac-toe (tic-tac-toe)."),
    ] {
        let (text, _) = call("describe_position", json!({"game": game})).await;
        assert!(text.starts_with(expected), "{game}: {text}");
    }
}

/// Text around the moves is left out, and a refusal of a text quotes it.
#[tokio::test]
async fn texts_of_moves_have_one_reading() {
    for (text, expected) in [
        ("b2 (center) a1 (corner) c3", Some("b2 a1 c3")),
        ("b2 {good} a1 c3 1-0", Some("b2 a1 c3")),
        ("b2 (X) a1 (O)", Some("b2 a1")),
        ("b2, then a1 (forced), and c3. X wins", Some("b2 a1 c3")),
        ("1. center, 2. top left", Some("b2 a3")),
        ("(8,8),(9,9)", None),
        ("b2 (c3)", None),
        ("b2 (O) a1 (X)", None),
    ] {
        for field in ["moves", "record"] {
            let arguments = json!({field: text});
            match expected {
                Some(expected) => {
                    let (_, values) = call("convert_record", arguments).await;
                    assert_eq!(values["records"]["moves"], expected, "{field} {text}");
                }
                None => {
                    let (told, _) = refused("convert_record", arguments).await;
                    assert!(
                        !told.contains("SGF") && told.contains("\n\nThe position before"),
                        "{field} {text}: {told}"
                    );
                }
            }
        }
    }
    let list = json!({"moves": ["b2 (center)", "a1 (a mistake)", "c3", "1-0"]});
    let (_, values) = call("convert_record", list).await;
    assert_eq!(values["records"]["moves"], "b2 a1 c3");
    for field in ["moves", "record"] {
        let (text, _) = refused("convert_record", json!({field: "a1 b1 a2 b2 a3 b3"})).await;
        let expected = "move 6: the game is over before this move; leave it out (X won with move 5; line: a3 a2 a1)";
        assert!(text.contains(expected) && text.contains("\n 3 X . .\n 2 X O ."), "{text}");
        let (text, _) = refused("convert_record", json!({field: "b2 a1 b2"})).await;
        assert!(text.contains("is taken by X; choose an empty cell (move 1 was there)"), "{text}");
        let (text, _) = refused("convert_record", json!({"game": "connect-four", field: "4444444"})).await;
        assert!(text.contains("The position before that move, after 6 moves:"), "{text}");
    }
}

/// Answers say which colour is X where a call names sides by their colours.
#[tokio::test]
async fn colours_are_said_to_be_sides() {
    let row = |stones: &str| format!("{}{stones}", ".......\n".repeat(5));
    for (arguments, expected) in [
        (json!({"moves": ["Red 4", "Black 4"]}), "In your moves red is X, which moves first, and black is O.\n"),
        (json!({"moves": "Black: d, Red: e"}), "In your moves black is X, which moves first, and red is O.\n"),
        (
            json!({"moves": [{"player": "blue", "column": "4"}, {"player": "green", "column": "3"}]}),
            "In your moves blue is X",
        ),
        (json!({"board": row("..RY...")}), "On your board R (red) is X, which moves first, and Y (yellow) is O.\n"),
        (json!({"board": row("..R....")}), "On your board R (red) is X"),
        (json!({"board": row("..🔴🟡...").replace('.', "⚪")}), "On your board R (red) is X"),
        (json!({"board": row("..BW...")}), "On your board B (black) is X"),
    ] {
        let mut sent = arguments.clone();
        sent["game"] = json!("connect-four");
        let (text, _) = call("describe_position", sent).await;
        assert!(text.starts_with(expected), "{arguments}: {text}");
    }
    let (text, _) = refused("describe_position", json!({"game": "connect-four", "board": row("..RB...")})).await;
    assert!(text.contains("R and B are both names of the side that began: write X for the one that did"), "{text}");
    let (text, _) = call("describe_position", json!({"board": "X O .\n. X .\n. . .\nA B C"})).await;
    assert!(!text.contains("On your board"), "{text}");
}

/// Rules under the names of other programs, or beside the other arguments, are read where they can mean nothing else.
#[tokio::test]
async fn rules_in_other_places_are_read() {
    for arguments in [
        json!({"game": {"rows": 6, "columns": 8, "connect": 4, "gravity": true}}),
        json!({"width": 8, "height": 6, "k": 4, "gravity": true}),
        json!({"game": null, "cols": 8, "rows": 6, "win_length": "4", "gravity": "true"}),
    ] {
        let (_, values) = call("describe_position", arguments.clone()).await;
        let game = &values["game"];
        assert_eq!([&game["width"], &game["height"], &game["k"]], [&json!(8), &json!(6), &json!(4)], "{arguments}");
        assert_eq!(game["gravity"], true, "{arguments}");
    }
    let (_, values) = call("describe_position", json!({"game": {"size": 5, "k": 4}})).await;
    assert_eq!(values["game"]["name"], "five-by-five");
    let (_, values) = call("describe_position", json!({"game": {"type": "Connect4"}})).await;
    assert_eq!(values["game"]["name"], "connect-four");
    let (text, _) = refused("describe_position", json!({"game": {"m": 6, "n": 5, "k": 4}})).await;
    assert!(text.contains("rules have other names here"), "{text}");
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
async fn texts_that_are_no_moves_get_a_remedy() {
    for (item, expected) in [
        ("TL", "did you mean \"a3\"?"),
        ("pass", "\"pass\" is no move: nobody passes or resigns in these games"),
        ("X resigns", "leave it out, and what follows"),
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
