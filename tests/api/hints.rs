//! Refusals that name the remedy for common mistakes.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::service::{Answer, app, faults, get, post, send};

/// The detail of the only error, at this place and with this code.
fn detail(answer: &Answer, expected: &str) -> String {
    assert_eq!(faults(answer, 422, "invalid-request"), [expected]);
    answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned()
}

pub async fn posted(body: Value, expected: &str) -> String {
    detail(&post(&app(), "/v1/move", body.to_string()).await, expected)
}

pub async fn asked(query: &str, expected: &str) -> String {
    detail(&get(&app(), &format!("/v1/move?{query}")).await, expected)
}

#[tokio::test]
async fn columns_as_a_list_of_numbers() {
    let floats = "a stone at e6 (cell 4) would float; in that column the next stone lands on e1 (cell 39)";
    let other = "(\"col\": 4 of an answer, from 0, is e)";
    let remedy = format!("numbers in a list are cells; columns, from 1, go in one string: \"44\" {other}");
    let game = "connect-four";
    let found = posted(json!({"game": game, "moves": [4, 4]}), "/moves/0 floating-stone").await;
    assert_eq!(found, format!("{floats}; {remedy}"));
    let found = asked("game=connect-four&moves=4,4", "/moves/0 floating-stone").await;
    let columns = "; numbers in a list are cells; columns, from 1, go without commas: moves=44, or as record=4,4";
    assert!(found.ends_with(&format!("{columns} {other}")), "{found}");
    // Columns with a 0 among them count from 0; a 7 is a column only where they count from 1; others get an example.
    for (moves, columns) in
        [(json!([0, 3]), "14"), (json!([7, 3]), "73"), (json!([0, 7]), "4453"), (json!([38, 38]), "4453")]
    {
        let at = if moves[0] == 38 { "/moves/1 cell-taken" } else { "/moves/0 floating-stone" };
        let found = posted(json!({"game": game, "moves": moves}), at).await;
        assert!(found.ends_with(&format!("columns, from 1, go in one string: \"{columns}\"")), "{found}");
    }
    let found = posted(json!({"game": game, "moves": [38, 38]}), "/moves/1 cell-taken").await;
    assert!(
        found.starts_with("d1 (cell 38) is taken by X;") && found.contains("numbers in a list are cells"),
        "{found}"
    );
    // Names are no columns, and without gravity numbers are meant as cells.
    let found = posted(json!({"game": game, "moves": ["e2"]}), "/moves/0 floating-stone").await;
    assert!(!found.contains("numbers"), "{found}");
    let found = posted(json!({"moves": [4, 4]}), "/moves/1 cell-taken").await;
    assert_eq!(found, "b2 (cell 4) is taken by X; choose an empty cell");
}

#[tokio::test]
async fn columns_as_numbers_among_names() {
    let game = "connect-four";
    let mixed = "a number in a list is a cell; column 4 is d (\"col\": 4 of an answer, from 0, is e)";
    for (moves, at) in [("4,d", 0), ("d,4", 1), ("4,d1", 0), ("d1,d2,4", 2)] {
        let found = asked(&format!("game={game}&moves={moves}"), &format!("/moves/{at} floating-stone")).await;
        assert!(found.ends_with(&format!("lands on e1 (cell 39); {mixed}")), "{found}");
        let list: Vec<Value> =
            moves.split(',').map(|one| one.parse().map_or(json!(one), |cell: u64| json!(cell))).collect();
        let found = posted(json!({"game": game, "moves": list}), &format!("/moves/{at} floating-stone")).await;
        assert!(found.ends_with(mixed), "{found}");
    }
    let found = posted(json!({"game": game, "moves": ["d", 0]}), "/moves/1 floating-stone").await;
    assert!(found.ends_with("; a number in a list is a cell; columns are letters from a to g"), "{found}");
    let more = "or a column from a to g, or all columns in one string, such as \"4453\"";
    for (element, shown) in [(json!("4"), "\"4\""), (json!(42), "42"), (json!(-1), "-1")] {
        let found = posted(json!({"game": game, "moves": [element]}), "/moves/0 not-on-board").await;
        assert!(
            found.starts_with(&format!("{shown} is not a cell of this board; send a number from 0 to 41")),
            "{found}"
        );
        assert!(found.ends_with(more), "{found}");
    }
    for record in ["4,d", "d,4", "d 4", "44,5", "d d e c zz"] {
        let found = posted(json!({"game": game, "record": record}), "/record not-on-board").await;
        let remedy = "cells are a1 to g6, columns letters from a to g, or all of them digits, such as \"4453\"";
        assert!(found.ends_with(&format!("is not a cell of this board; {remedy}")), "{record}: {found}");
    }
    let found = posted(json!({"record": "4,4"}), "/record does-not-fit").await;
    let remedy =
        "column digits are for games with gravity; name such a game, or write cells by their names, such as \"b2 a1\"";
    assert!(found.starts_with(remedy), "{found}");
}

/// A row and a column, as answers have them beside the name.
#[tokio::test]
async fn a_row_and_a_column_in_place_of_a_cell() {
    let remedy = "row 1 and col 2, from 0, are the cell c2; send its name: \"c2\"";
    for pair in [json!([1, 2]), json!({"row": 1, "col": 2})] {
        assert_eq!(posted(json!({"moves": ["a1", pair]}), "/moves/1 wrong-type").await, remedy);
        assert_eq!(posted(json!({"searchMoves": [pair]}), "/searchMoves/0 wrong-type").await, remedy);
    }
    for pair in ["(1,2)", "(1,%202)"] {
        assert_eq!(asked(&format!("moves=a1,{pair}"), "/moves/1 wrong-type").await, remedy);
        assert_eq!(asked(&format!("searchMoves={pair}"), "/searchMoves/0 wrong-type").await, remedy);
    }
    for other in [json!([3, 0]), json!([1]), json!([1, 2, 0]), json!(["a", 1]), json!([-1, 0])] {
        let found = posted(json!({"moves": [other]}), "/moves/0 wrong-type").await;
        assert!(found.ends_with("is not a cell; send a name from a1 to c3 or a number from 0 to 8"), "{found}");
    }
}

/// An answer without the times that it took.
fn timeless(answer: Value) -> Value {
    match answer {
        Value::Object(members) => members
            .into_iter()
            .filter(|(name, _)| name != "timeMs")
            .map(|(name, value)| (name, timeless(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(timeless).collect(),
        other => other,
    }
}

/// A side is read as the stones of a board are, in lower case, too.
#[tokio::test]
async fn sides_may_be_lower_case() {
    let app = app();
    let same = async |endpoint: &str, lower: Value, upper: Value| {
        let [lower, upper] = [lower, upper].map(|body| body.to_string());
        let [own, other] = [post(&app, endpoint, lower).await, post(&app, endpoint, upper).await];
        assert_eq!((own.status.as_u16(), timeless(own.json())), (200, timeless(other.json())));
    };
    for side in ["x", "o"] {
        let upper = side.to_uppercase();
        let board = "xo.......";
        let boards = if side == "x" { board } else { "x........" };
        same("/v1/move", json!({"board": boards, "turn": side}), json!({"board": boards, "turn": upper})).await;
        same("/v1/analysis", json!({"board": board, "pov": side}), json!({"board": board, "pov": upper})).await;
        same("/v1/review", json!({"moves": "b2 a1", "pov": side}), json!({"moves": "b2 a1", "pov": upper})).await;
        let of = |side: &str| json!({"board": "XOXOXO...", "winner": side, "engine": side});
        same("/v1/continuations", of(side), of(&upper)).await;
        let [lower, upper] = [side, &upper].map(|side| format!("/v1/position?board=xo.......&pov={side}"));
        assert_eq!(get(&app, &lower).await.json(), get(&app, &upper).await.json());
    }
    let found = asked("turn=xo", "/turn not-a-choice").await;
    assert!(found.starts_with("\"xo\" is not allowed here;") && found.ends_with("send one of X, O"), "{found}");
}

/// A list of one number is told from columns by the comma at its end.
#[tokio::test]
async fn a_list_of_one_number_in_a_query() {
    let app = app();
    let board = async |path: &str| {
        let answer = get(&app, path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.json());
        answer.json()["position"]["board"].clone()
    };
    let game = "/v1/position?game=connect-four";
    let posted = post(&app, "/v1/position", json!({"game": "connect-four", "moves": [35]}).to_string()).await.json();
    for moves in ["35,", "35,%20", "a1", "a"] {
        assert_eq!(board(&format!("{game}&moves={moves}")).await, posted["position"]["board"], "{moves}");
    }
    let columns = board(&format!("{game}&moves=35")).await;
    assert_eq!(board(&format!("{game}&record=3,5")).await, columns);
    assert_eq!(board(&format!("{game}&record=3;%205,")).await, columns);
    assert_eq!(get(&app, "/v1/move?searchMoves=4,").await.json()["move"]["name"], "b2");
    // After anything else a comma at the end is a move that was lost.
    for (moves, pointer) in [
        (",", "/moves/0"),
        ("35,,", "/moves/1"),
        (",35", "/moves/0"),
        ("d,", "/moves/1"),
        ("d1,d2,", "/moves/2"),
        ("35,28,", "/moves/2"),
    ] {
        let answer = get(&app, &format!("{game}&moves={moves}")).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["errors"][0]["pointer"]), (422, &json!(pointer)), "{moves}");
        assert_eq!(answer.json()["errors"][0]["code"], "not-on-board", "{moves}");
    }
}

/// Columns by letter are moves, so that those beyond the ninth have a name.
#[tokio::test]
async fn columns_by_letter() {
    let board =
        async |body: Value| post(&app(), "/v1/position", body.to_string()).await.json()["position"]["board"].clone();
    let wide = json!({"width": 12, "height": 4, "k": 4, "gravity": true});
    let expected = "...........O.........X.X";
    for moves in [json!(["l", "l", "j"]), json!("l,L j"), json!(["l1", "l", 45])] {
        let board = board(json!({"game": wide, "moves": moves})).await;
        assert!(board.as_str().is_some_and(|board| board.ends_with(expected)), "{moves}: {board}");
    }
    for record in ["d c D d", "1. d c! 2. D d", "d,c,d,d", "4344"] {
        let board = board(json!({"game": "connect-four", "record": record})).await;
        assert_eq!(board, format!("{}...O......X.....OX...", ".".repeat(21)), "{record}");
    }
    let found = posted(json!({"game": wide, "moves": "10"}), "/moves not-on-board").await;
    assert_eq!(
        found,
        "digit 2 of \"10\": '0' is not a column; columns are the digits 1 to 9, and in a list the letters a to l"
    );
    posted(json!({"moves": ["b"]}), "/moves/0 not-on-board").await;
    posted(json!({"record": "b a"}), "/record not-on-board").await;
}

/// One code, however the move is written.
#[tokio::test]
async fn a_full_column_has_one_code() {
    let full = "column 4 (d) is full; choose another column";
    let names = ["d1", "d2", "d3", "d4", "d5", "d6"];
    for last in [json!("d"), json!("d6"), json!("d7"), json!(3)] {
        let moves: Vec<Value> = names.iter().map(|name| json!(name)).chain([last.clone()]).collect();
        assert!(
            posted(json!({"game": "connect-four", "moves": moves}), "/moves/6 column-full").await.starts_with(full),
            "{last}"
        );
    }
    assert_eq!(
        posted(json!({"game": "connect-four", "moves": "4444444"}), "/moves column-full").await,
        format!("digit 7 of \"4444444\": {full}")
    );
    assert_eq!(
        posted(json!({"game": "connect-four", "record": "d d d d d d d"}), "/record column-full").await,
        format!("move 7 (\"d\"): {full}")
    );
    // Above a column that has room there is no cell, and a stone below is taken.
    posted(json!({"game": "connect-four", "moves": ["d1", "d7"]}), "/moves/1 not-on-board").await;
    posted(json!({"game": "connect-four", "moves": ["d1", "d1"]}), "/moves/1 cell-taken").await;
    // Another error does not hide it.
    let moves = json!(["d", "d", "d", "d", "d", "d", "d", "z9"]);
    let answer =
        post(&app(), "/v1/move", json!({"game": "connect-four", "moves": moves, "depth": 0}).to_string()).await;
    let expected = ["/moves/6 column-full", "/moves/7 not-on-board", "/depth out-of-range"];
    assert_eq!(faults(&answer, 422, "invalid-request"), expected);
}

#[tokio::test]
async fn elements_that_are_more_than_a_move() {
    let element = |moves: Value| posted(json!({"game": "connect-four", "moves": moves}), "/moves/0 wrong-type");
    assert_eq!(
        element(json!(["4453"])).await,
        "\"4453\" is a text of columns, not an element of a list; send \"moves\": \"4453\""
    );
    assert_eq!(element(json!(["d1 d2"])).await, "\"d1 d2\" has 2 moves; send each as an element: [\"d1\", \"d2\"]");
    assert_eq!(
        element(json!(["d1d2e1"])).await,
        "\"d1d2e1\" has 3 moves; send each as an element: [\"d1\", \"d2\", \"e1\"]"
    );
    let long = element(json!(["d1 ".repeat(99)])).await;
    assert!(long.contains(" has 99 moves; ") && long.ends_with("\"d1\", …]") && long.len() < 300, "{long}");
    // An object that contradicts itself, or has more than a move.
    let sent = json!([{"cell": 37, "row": 5, "col": 3, "name": "d1"}]);
    assert_eq!(element(sent).await, "an object is not a move here; send its name: \"d1\"");
    for ranked in [json!({"move": {"name": "d1"}, "rank": 1}), json!({"move": "d1", "score": {}})] {
        assert_eq!(element(json!([ranked])).await, "an object is not a move here; send its move: \"d1\"");
    }
    let found = posted(json!({"game": "connect-four", "moves": ["4493"]}), "/moves/0 not-on-board").await;
    assert!(found.ends_with("or a column from a to g, or all columns in one string, such as \"4453\""), "{found}");
}

#[tokio::test]
async fn a_game_that_is_not_named() {
    let hint = |game: &str| format!("; without game this is tic-tac-toe: send game, such as game={game}");
    let found = asked("record=h8h9i8", "/record not-on-board").await;
    assert!(found.ends_with(&hint("gomoku")), "{found}");
    let found = asked(&format!("board={}", ".".repeat(225)), "/board wrong-length").await;
    assert!(found.starts_with("the board has 225 cells; ") && found.ends_with(&hint("gomoku")), "{found}");
    let found = asked(&format!("board={}", ".".repeat(42)), "/board wrong-length").await;
    assert!(found.ends_with(&hint("connect-four")), "{found}");
    let found = asked("moves=4453", "/moves/0 not-on-board").await;
    assert!(found.ends_with(&hint("connect-four")), "{found}");
    for record in ["4453", "4,4", "4 4"] {
        let found = asked(&format!("record={}", record.replace(' ', "+")), "/record does-not-fit").await;
        assert!(found.ends_with(&hint("connect-four")), "{found}");
    }
    let found = asked("moves=4,40", "/moves/1 not-on-board").await;
    assert!(found.ends_with(&hint("gomoku")), "{found}");
    let in_body = "; without game this is tic-tac-toe: send game, such as \"game\": \"gomoku\"";
    let found = posted(json!({"moves": ["b2", "h8"]}), "/moves/1 not-on-board").await;
    assert!(found.ends_with(in_body), "{found}");
    let columns = in_body.replace("gomoku", "connect-four");
    for (body, pointer) in [
        (json!({"moves": ["4", "4", "5", "3"]}), "/moves/0 not-on-board"),
        (json!({"moves": ["d", "d"]}), "/moves/0 not-on-board"),
        (json!({"moves": "4453"}), "/moves wrong-type"),
        (json!({"moves": "d d e c"}), "/moves not-on-board"),
        (json!({"record": "d d e c"}), "/record not-on-board"),
    ] {
        let answer = post(&app(), "/v1/move", body.to_string()).await;
        let found = faults(&answer, 422, "invalid-request");
        assert_eq!(found[0], pointer, "{body}");
        let found = answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
        assert!(found.ends_with(&columns), "{body}: {found}");
    }
    // A slip on the board of the default game is no other game.
    for body in [
        json!({"moves": ["2b"]}),
        json!({"moves": ["center"]}),
        json!({"moves": [""]}),
        json!({"moves": ["(1,1)"]}),
        json!({"moves": ["b2 a1"]}),
        json!({"moves": ["4"]}),
        json!({"moves": ["4", "0"]}),
        json!({"moves": "2b"}),
        json!({"record": "center"}),
    ] {
        let answer = post(&app(), "/v1/move", body.to_string()).await;
        faults(&answer, 422, "invalid-request");
        assert!(!answer.json().to_string().contains("without game"), "{body}: {}", answer.json());
    }
    // Nine characters, of which seven are cells.
    let found = asked("board=X(O).XO..", "/board wrong-length").await;
    assert_eq!(found, "the board has 7 cells; this game has 9: send one of X, O and . for each");
    let found = asked("board=XO*......", "/board unknown-character").await;
    assert!(found.starts_with("character '*' at index 2 is not a cell;") && !found.contains("game"), "{found}");
    let found = posted(json!({"moves": ["4"]}), "/moves/0 not-on-board").await;
    assert_eq!(
        found,
        "\"4\" is text; counted from 0, row by row from the top left, it is \"b2\", counted from 1 it is \"a2\": send 4 without quotes, or \"b2\""
    );
    let rows = vec!["...............".to_owned(); 15];
    let answer = post(&app(), "/v1/move", json!({"board": rows}).to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request")[0], "/board wrong-length");
    assert_eq!(answer.json().to_string().matches("without game").count(), 2, "in detail and the first error");
    let review = post(&app(), "/v1/review", json!({"moves": ["b2", "h8"]}).to_string()).await;
    assert!(detail(&review, "/moves/1 not-on-board").ends_with(in_body));
    // In an element of a batch, too.
    let batch = json!({"requests": [{"kind": "move", "moves": ["b2", "h8"]}]}).to_string();
    let batch = post(&app(), "/v1/batch", batch).await.json();
    let found = batch["results"][0]["problem"]["errors"][0]["detail"].as_str().unwrap();
    assert!(found.ends_with(in_body), "{found}");
    // A board that fits no preset, a fault that no other game removes, and a game that is named.
    for (query, expected) in [
        ("board=X", "/board wrong-length"),
        ("moves=b2,b2", "/moves/1 cell-taken"),
        ("game=tic-tac-toe&moves=h8", "/moves/0 not-on-board"),
        ("record=Piskvorky+15x15,+11:11,+0%0A16,1,0", "/record not-on-board"),
    ] {
        let found = asked(query, expected).await;
        assert!(!found.contains("without game"), "{found}");
    }
}

#[tokio::test]
async fn commas_without_an_element() {
    let remedy = "leave it out with any comma beside it, or send";
    for (query, expected) in [
        ("moves=b2,b1,", "/moves/2 not-on-board"),
        ("moves=,b2", "/moves/0 not-on-board"),
        ("searchMoves=b2,", "/searchMoves/1 not-on-board"),
        ("game=connect-four&avoidMoves=d,", "/avoidMoves/1 not-on-board"),
    ] {
        let found = asked(query, expected).await;
        assert!(
            found.starts_with(&format!("an empty element is not a cell of this board; {remedy}")),
            "{query}: {found}"
        );
    }
    let answer = get(&app(), "/v1/position?fields=position,").await;
    let found = detail(&answer, "/fields/1 not-a-choice");
    assert!(found.starts_with(&format!("\"\" is not allowed here; {remedy}")), "{found}");
}

#[tokio::test]
async fn numbers_among_moves() {
    for (query, first) in
        [("moves=1.+b2+a1", "1."), ("game=connect-four&moves=1.,d1,d2", "1."), ("moves=1...a1,b2", "1...a1")]
    {
        let found = asked(query, "/moves/0 not-on-board").await;
        let remedy = "send moves without numbers, or all of it as record";
        assert_eq!(found, format!("{first:?} numbers a move; {remedy}"), "{query}");
    }
}

#[tokio::test]
async fn a_number_in_place_of_moves() {
    for (game, number, form) in [
        (
            "connect-four",
            4453,
            "cells or columns, such as [\"a\", \"b\"], or all columns in one string, such as \"4453\"",
        ),
        ("connect-four", 77, "cells or columns, such as [\"a\", \"b\"], or all columns in one string, such as \"77\""),
        (
            "connect-four",
            80,
            "cells or columns, such as [\"a\", \"b\"], or all columns in one string, such as \"4453\"",
        ),
        ("tic-tac-toe", 5, "cells or names, such as [\"a3\", \"c1\"]"),
        ("qubic", 5, "cells or names, such as [\"0\", \"63\"]"),
    ] {
        let found = posted(json!({"game": game, "moves": number}), "/moves wrong-type").await;
        assert_eq!(found, format!("{number} is not a list; send {form}"));
    }
}

#[tokio::test]
async fn sentences_around_a_board() {
    let drawing = " 3 X . .\n 2 . O .\n 1 . . .\n   a b c\n";
    for text in [
        format!(
            "X plays a3: a draw with best play, proven.\nBest play: b3 c3.\n\n{drawing}\nX to move after 2 moves.\n"
        ),
        format!("{drawing}\r\nX to move after 2 moves.\r\nLegal moves: b3, c3.\r\n"),
    ] {
        for field in ["board", "record"] {
            let answer = post(&app(), "/v1/position", json!({field: text}).to_string()).await;
            assert_eq!(
                (answer.status.as_u16(), &answer.json()["position"]["board"]),
                (200, &"X...O....".into()),
                "{text}"
            );
        }
    }
    let found = posted(json!({"board": format!("{drawing}\n{drawing}")}), "/board unknown-character").await;
    assert_eq!(found, "the text has more than a board; send one drawing alone");
    // Letters of words are no sides.
    let between = "X . .\nR or B? Best play: b3\n. O .\n. . .";
    let found = posted(json!({"board": between}), "/board unknown-character").await;
    assert!(found.ends_with("; words are no part of a board: leave them out"), "{found}");
}

#[tokio::test]
async fn names_of_cells_in_place_of_a_board() {
    for board in [json!("b2 a1 c3"), json!("b2, a1, c3"), json!(["b2", "a1", "c3"])] {
        let found = posted(json!({"board": board}), "/board wrong-type").await;
        assert_eq!(found, r#""b2 a1 c3" is no board but names of cells; send them as moves"#);
    }
}

/// Words for empty cells, and numbers for stones: the board to send in their place.
#[tokio::test]
async fn words_and_numbers_in_place_of_cells() {
    for (board, remedy) in [
        ("X empty O / empty X empty / empty empty empty", "; write . for an empty cell: send \"X.O/.X./...\""),
        ("X,blank,O,blank,X,blank,blank,blank,blank", "; write . for an empty cell: send \"X.O.X....\""),
        ("X empty O", "; write . for an empty cell"),
        ("1 0 -1\n0 1 0\n0 0 -1", "; where 1 is X and -1 is O, send \"X.O/.X./..O\""),
        ("[ 1  0 -1]\n[ 0  1  0]\n[ 0  0 -1]", "; where 1 is X and -1 is O, send \"X.O/.X./..O\""),
        ("1,0,2,0,1,0,0,0,2", "; where 1 is X and 2 is O, send \"X.O.X...O\""),
    ] {
        let found = posted(json!({"board": board}), "/board unknown-character").await;
        assert!(found.ends_with(remedy), "{board}: {found}");
    }
    let found = asked("board=[[1,0,-1],[0,1,0],[0,0,-1]]", "/board wrong-type").await;
    assert_eq!(found, "a board in a query is no list; where 1 is X and -1 is O, send board=X.O/.X./..O");
}

/// Moves in sentences, of which a request reads none.
#[tokio::test]
async fn sentences_in_place_of_moves() {
    for (text, moves) in [
        ("I play b2, they answer a1, I take c3", "those that were played, in their order: moves=b2,a1,c3"),
        ("You: b2, me: a1", "those that were played, in their order: moves=b2,a1"),
        ("X plays b2, O answers a1", "those that were played, in their order: moves=b2,a1"),
        ("I took the middle", "in the order of play, such as moves=b2,a1"),
    ] {
        let query = text.replace(' ', "+");
        for (field, code) in [("moves", "/moves unreadable"), ("record", "/record unreadable")] {
            let found = asked(&format!("{field}={query}"), code).await;
            assert_eq!(found, format!("{text:?} has words beside the moves; send the moves alone, {moves}"));
        }
    }
    let found = posted(json!({"moves": "I play b2, they answer a1"}), "/moves unreadable").await;
    assert!(found.ends_with(": \"moves\": [\"b2\", \"a1\"]"), "{found}");
}

#[tokio::test]
async fn columns_that_count_from_0_are_not_read_from_1() {
    for record in ["3,3,4+(0-based)", "3+3+4+(zero-indexed+columns)", "0-indexed:+3,3,4"] {
        let found = asked(&format!("game=connect-four&record={record}"), "/record unreadable").await;
        assert!(found.ends_with("here they count from 1: send letters, from \"a\" for 0 to \"g\" for 6"), "{found}");
    }
}

/// Quotes around a value, and the end of a line from Windows, in each field; all letters that only look like Latin ones.
#[tokio::test]
async fn signs_that_are_no_part_of_a_value() {
    let quotes = "; the value has quotes around it: leave them out";
    let end = "; the value ends with a carriage return, as lines of Windows files do: leave it out";
    let letters = "; \u{410} (U+0410), \u{412} (U+0412) are not Latin letters";
    for (query, place, remedy) in [
        ("game=connect-four&record=%224453%22", "/record unreadable", quotes),
        ("game=%E2%80%9Cgomoku%E2%80%9D", "/game not-a-choice", quotes),
        ("game=connect-four%0D", "/game not-a-choice", end),
        ("board=X........&turn=X%0D", "/turn not-a-choice", end),
        ("level=beginner%0D", "/level not-a-choice", end),
        ("record=b2+%D0%901+%D0%922", "/record not-on-board", letters),
    ] {
        let found = asked(query, place).await;
        assert!(found.ends_with(remedy), "{query}: {found}");
    }
    let found = asked("moves=z9%0D", "/moves/0 not-on-board").await;
    assert!(!found.contains("carriage"), "{found}");
    for query in ["moves=b2%0D", "game=connect-four&moves=4453;", "game=connect-four&moves=4453,"] {
        assert_eq!(get(&app(), &format!("/v1/position?{query}")).await.status, 200, "{query}");
    }
}

#[tokio::test]
async fn lists_as_json_in_a_query() {
    let form = "a list in a query has no brackets and no quotes; send";
    let found = asked("game=connect-four&moves=[%22d1%22,%22d2%22]", "/moves wrong-type").await;
    assert_eq!(found, format!("{form} moves=d1,d2"));
    assert_eq!(asked("searchMoves=[0,%204]", "/searchMoves wrong-type").await, format!("{form} searchMoves=0,4"));
    let object = asked("moves=b2,[object%20Object]", "/moves wrong-type").await;
    let names = "send names with commas between them, moves=NAME,NAME";
    assert_eq!(object, format!("\"b2,[object Object]\" was an object; {names}"));
    // Lists as Python and answers write them, and without quotes.
    for (sent, list) in [
        ("[%27b2%27,%20%27b1%27]", "b2,b1"),
        ("[b2,b1]", "b2,b1"),
        ("[{%22cell%22:8,%22row%22:2,%22col%22:2,%22name%22:%22c1%22},{%22move%22:{%22name%22:%22a3%22}}]", "c1,a3"),
    ] {
        assert_eq!(asked(&format!("moves={sent}"), "/moves wrong-type").await, format!("{form} moves={list}"));
        let of_choice = asked(&format!("avoidMoves={sent}"), "/avoidMoves wrong-type").await;
        assert_eq!(of_choice, format!("{form} avoidMoves={list}"));
    }
    for sent in ["[[0,1],[1,1]]", "[{cell:8}]"] {
        let found = asked(&format!("moves={sent}"), "/moves wrong-type").await;
        assert_eq!(found, format!("a list in a query has no brackets and no quotes; {names}"));
    }
    let answer = get(&app(), "/v1/position?heuristics=[%22lines%22]").await;
    assert_eq!(detail(&answer, "/heuristics wrong-type"), format!("{form} heuristics=lines"));
    let long = asked(&format!("moves=[{}]", "1,".repeat(100)), "/moves wrong-type").await;
    assert!(long.ends_with('…') && long.len() < 150, "{long}");
}

/// Texts that language models send in place of a list or an object.
#[tokio::test]
async fn json_as_text() {
    for (name, text, form) in [
        ("moves", "[\"b2\",\"a1\"]", "list"),
        ("moves", " [4, 0]", "list"),
        ("searchMoves", "[\"b2\"]", "list"),
        ("board", "[\"X..\",\"...\",\"...\"]", "list"),
        ("game", "{\"width\": 4, \"height\": 4, \"k\": 3}", "object"),
        ("game", "{\"name\": \"gomoku\"}", "object"),
        ("heuristic", "{\"weights\": [0, 1, 2, 3]}", "object"),
    ] {
        let found = posted(json!({name: text}), &format!("/{name} wrong-type")).await;
        let expected = format!("; send the {form} itself, without quotes: \"{name}\": {}", text.trim());
        let article = if form == "list" { "a" } else { "an" };
        assert_eq!(found, format!("this is the text of {article} {form}{expected}"));
    }
}

#[tokio::test]
async fn a_version_that_stands_twice() {
    let twice = "the path has its version twice, as when a base address ends in /v1; ";
    for (path, remedy) in [
        ("/v1/v1/move", "did you mean /v1/move? GET / lists the endpoints"),
        ("/v1/v1/nope", "GET / lists the endpoints"),
    ] {
        for answer in [get(&app(), path).await, post(&app(), path, "{}").await] {
            assert!(faults(&answer, 404, "not-found").is_empty());
            assert_eq!(answer.json()["detail"], format!("there is no {path}; {twice}{remedy}"));
        }
    }
}

/// First requests of curl and of people.
#[tokio::test]
async fn methods_types_and_documents() {
    let app = app();
    let refused = async |answer: Answer, status: u16, code: &str| {
        assert!(faults(&answer, status, code).is_empty());
        answer.json()["detail"].as_str().unwrap().to_owned()
    };
    let found = refused(get(&app, "/v1/match?games=2").await, 405, "method-not-allowed").await;
    assert_eq!(found, "GET is not allowed here; send a POST with a JSON body");
    assert_eq!(
        refused(post(&app, "/v1/games", "{}").await, 405, "method-not-allowed").await,
        "POST is not allowed here; use one of GET, HEAD"
    );
    let form = Request::post("/v1/move").header("content-type", "application/x-www-form-urlencoded");
    let found = send(&app, form.body(Body::from("board=X")).unwrap()).await;
    let found = refused(found, 415, "unsupported-media-type").await;
    assert!(found.ends_with("; send application/json (curl: --json in place of -d)"), "{found}");
    for (path, meant) in [("/guide", "/guide.md"), ("/docs/shell.md", "/shell.md"), ("/V1/move", "/v1/move")] {
        let found = refused(get(&app, path).await, 404, "not-found").await;
        assert_eq!(found, format!("there is no {path}; did you mean {meant}? GET / lists the endpoints"));
    }
    let players = json!({"players": ["club", {"depth": 1}]});
    let found = detail(&post(&app, "/v1/match", players.to_string()).await, "/players/0 wrong-type");
    assert_eq!(found, "\"club\" is not a player; send an object such as {\"level\":\"club\"}");
    let players = json!({"players": [{}, 3]});
    let found = detail(&post(&app, "/v1/match", players.to_string()).await, "/players/1 wrong-type");
    assert_eq!(found, "3 is not a player; send an object such as {\"depth\":3,\"heuristic\":\"lines\"}");
}

/// Refusals name the separator of parameters, or of the elements of a list, where another sign stands there.
#[tokio::test]
async fn other_signs_between_values() {
    for (query, place, remedy) in [
        ("moves=b2%2Ba1", "/moves/0 not-on-board", "commas separate moves: moves=b2,a1"),
        ("moves=b2;a1", "/moves/0 not-on-board", "commas separate moves: moves=b2,a1"),
        ("searchMoves=b2%26a1", "/searchMoves/0 not-on-board", "commas separate moves: searchMoves=b2,a1"),
        (
            "moves=b2%26turn%3DO",
            "/moves/0 not-on-board",
            "& separates parameters, as it is and not as %26: moves=b2&turn=O",
        ),
        ("moves=b2?turn=O", "/moves/0 not-on-board", "& separates parameters: moves=b2&turn=O"),
        ("depth=3%26seed=1", "/depth wrong-type", "& separates parameters, as it is and not as %26: depth=3&seed=1"),
        ("game=connect-four?moves=44", "/game not-a-choice", "& separates parameters: game=connect-four&moves=44"),
        ("record=b2%2Ba1", "/record not-on-board", "commas separate moves: record=b2,a1"),
    ] {
        let found = asked(query, place).await;
        assert!(found.ends_with(&format!("; {remedy}")), "{query}: {found}");
    }
    for (query, place) in [
        ("moves=b2,zz", "/moves/1 not-on-board"),
        // A record may have semicolons.
        ("record=b2;b2", "/record cell-taken"),
        ("game=gomoku&record=8,8;9,9;8,9", "/record does-not-fit"),
    ] {
        let found = asked(query, place).await;
        assert!(!found.contains("separate"), "{found}");
    }
    // As in moves, spaces separate elements, too.
    let answer = get(&app(), "/v1/position?fields=position+legalMoves").await.json();
    assert!(answer["position"].is_object() && answer["legalMoves"].is_array(), "{answer}");
    let answer = get(&app(), "/v1/move?searchMoves=b2+a1").await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}

/// A game with numbers before its moves begins with a digit, as columns do.
#[tokio::test]
async fn a_numbered_game_in_place_of_columns() {
    let body = json!({"game": "connect-four", "moves": "1. d1 d2 2. e1 c1"});
    let found = posted(body, "/moves not-on-board").await;
    assert!(found.starts_with("digit 2 of \"1. d1 d2 2. e1 c1\": '.' is not a column; "), "{found}");
    assert!(found.ends_with("; record takes games in other forms"), "{found}");
}

/// Blanks at the ends of lines are easily lost, and a drawing without them has no number of cells that tells a game.
#[tokio::test]
async fn a_drawing_that_may_lack_blanks_is_of_no_other_game() {
    for board in ["X|O|X\n |O\n", "X O X\nO X O\nX"] {
        let found = posted(json!({"board": board}), "/board wrong-length").await;
        assert!(!found.contains("without game"), "{board:?}: {found}");
    }
}

/// A board as Python prints a list of lists.
#[tokio::test]
async fn the_text_of_a_list_of_python_as_a_board() {
    let printed = "[['X', 'O', 'X'], [None, 'X', None], ['O', None, None]]";
    let remedy = "this is the text of a list; send the list itself, without quotes: \"board\": ";
    let found = posted(json!({"board": printed}), "/board wrong-type").await;
    assert_eq!(found, format!(r#"{remedy}[["X","O","X"],[null,"X",null],["O",null,null]]"#));
    for text in
        [printed, r#"[["X","O","X"],[null,"X",null],["O",null,null]]"#, "['X', 'O', 'X', '', 'X', '', 'O', '', '']"]
    {
        let query: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = asked(&format!("board={query}"), "/board wrong-type").await;
        assert_eq!(found, "a board in a query is no list; send board=XOX/.X./O..");
    }
}
