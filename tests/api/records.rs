//! `record`: games as people write them, in every request with a position; `records` of a position.

use serde_json::{Value, json};

use crate::service::{app, faults, get, listed, post, without_accidents};

async fn seen(body: Value) -> Value {
    let answer = post(&app(), "/v1/position", body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

const PSQ: &str = "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,8,0\n";
const SGF: &str = "(;FF[4]GM[4]SZ[15]RU[5 in a row];B[hh];W[hg];B[ih])";

#[tokio::test]
async fn every_form_leads_to_the_same_position() {
    let expected = seen(json!({"game": "gomoku", "moves": ["h8", "h9", "i8"]})).await;
    let with_headers = "[Event \"Club\"]\n[White \"Al (X)\"] [Result \"1-0\"]\n\n1. h8 h9 2. i8 1-0";
    for record in [
        with_headers,
        "h8 h9 i8",
        "h8h9i8",
        "H8,h9,\r\ni8\n",
        "1. h8 h9 2. i8",
        "\u{feff}h8 {centre} h9 i8 1-0",
        SGF,
        PSQ,
    ] {
        assert_eq!(seen(json!({"game": "gomoku", "record": record})).await, expected, "{record}");
    }
    // Files say which game it is.
    for record in [SGF, PSQ, "(;;B[hh];W[hg];B[ih])"] {
        assert_eq!(seen(json!({"record": record})).await, expected, "{record}");
    }
    let columns = seen(json!({"game": "connect-four", "moves": "4453"})).await;
    for record in [
        "4453",
        "44 53",
        "4453;",
        "4453,",
        "1. 4 4 2. 5 3",
        "1. 4 4\n2. 5 3",
        "1.4 4! 2.5 3",
        "1) 4, 4; 2) 5, 3",
        "1. 4 1...4 2. 5 2…3",
        "d1 d2 e1 c1",
        "(;SZ[7:6]RU[4 in a row, gravity];B[df];W[de];B[ef];W[cf])",
    ] {
        assert_eq!(seen(json!({"game": "connect-four", "record": record})).await, columns, "{record}");
    }
    let board = seen(json!({"board": "XO.......", "turn": "X"})).await;
    for record in [
        "XO.......",
        "XO./.../...",
        "xo-\n---\n---\n",
        " 3 X O .\n 2 . . .\n 1 . . .\n   a b c\n",
        "3 X O .\n2 . . .\n1 . . .\n\nX to move after 2 moves.",
        "XO.\n...\n...\nX to move",
        " X | O |  \n---+---+---\n   |   |  \n---+---+---\n   |   |  ",
        "R Y . | . . . | . . .",
        "X O 3\n4 5 6\n7 8 9",
    ] {
        assert_eq!(seen(json!({"record": record, "turn": "X"})).await, board, "{record}");
    }
}

#[tokio::test]
async fn a_position_is_written_in_every_form_that_fits() {
    let gomoku = seen(json!({"game": "gomoku", "moves": ["h8", "h9", "i8"]})).await;
    let expected = json!({"moves": "h8 h9 i8", "compact": "h8h9i8", "columns": null, "sgf": SGF, "psq": PSQ});
    assert_eq!(gomoku["records"], expected);
    let connect_four = seen(json!({"game": "connect-four", "record": "4453"})).await;
    let expected = json!({
        "moves": "d1 d2 e1 c1", "compact": "d1d2e1c1", "columns": "4453", "psq": null,
        "sgf": "(;FF[4]GM[4]SZ[7:6]RU[4 in a row, gravity];B[df];W[de];B[ef];W[cf])",
    });
    assert_eq!(connect_four["records"], expected);
    for form in ["moves", "compact", "columns", "sgf"] {
        let again = seen(json!({"game": "connect-four", "record": connect_four["records"][form]})).await;
        assert_eq!(again, connect_four, "{form}");
    }
    // The order of the moves is not known.
    for body in [json!({}), json!({"board": "XO......."}), json!({"record": "XO......."}), json!({"moves": null})] {
        assert_eq!(seen(body.clone()).await["records"], Value::Null, "{body}");
    }
    let both = json!({"requests": [
        {"kind": "position", "moves": ["a1", "b1", "c1"]},
        {"kind": "position", "moves": ["c1", "b1", "a1"]},
    ]});
    let results = post(&app(), "/v1/batch", both.to_string()).await.json()["results"].clone();
    let written = |index: usize| results[index]["body"]["records"]["moves"].clone();
    assert_eq!((written(0), written(1)), (json!("a1 b1 c1"), json!("c1 b1 a1")));
}

/// The order of stones that a file sets up is not known: no record says it.
#[tokio::test]
async fn stones_that_a_file_sets_up_are_no_moves() {
    let set_up = seen(json!({"record": "(;SZ[3]AB[bb][cc]AW[aa];W[ab])"})).await;
    assert_eq!((&set_up["position"]["board"], &set_up["position"]["turn"]), (&json!("O..OX...X"), &json!("X")));
    assert_eq!(set_up["records"], Value::Null, "{set_up}");
    let answer = post(&app(), "/v1/move", json!({"record": "(;SZ[3]AB[bb][cc]AW[aa]PL[W];W[ab])"}).to_string()).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn every_request_with_a_position_takes_a_record() {
    let app = app();
    for (path, more) in [
        ("/v1/move", json!({})),
        ("/v1/analysis", json!({})),
        ("/v1/position", json!({})),
        ("/v1/tree", json!({})),
        ("/v1/continuations", json!({"limit": 3})),
        ("/v1/match", json!({"players": [{"depth": 2}, {"depth": 2}]})),
    ] {
        let ask = async |field: &str, value: Value| {
            let mut body = more.clone();
            body[field] = value;
            let answer = post(&app, path, body.to_string()).await;
            assert_eq!(answer.status, 200, "{path}");
            without_accidents(answer.json())
        };
        assert_eq!(ask("record", json!("b2 a1 c3")).await, ask("moves", json!(["b2", "a1", "c3"])).await, "{path}");
    }
    for path in ["/v1/move", "/v1/analysis", "/v1/position"] {
        let by_record = get(&app, &format!("{path}?record=b2+a1%0Ac3")).await;
        assert_eq!(by_record.status, 200);
        let by_moves = get(&app, &format!("{path}?moves=b2,a1,c3")).await;
        assert_eq!(without_accidents(by_record.json()), without_accidents(by_moves.json()), "{path}");
    }
    let item = json!({"kind": "move", "record": "b2 a1 c3"});
    let bad = json!({"kind": "analysis", "record": "b2 b2"});
    let batch = post(&app, "/v1/batch", json!({"requests": [item, bad]}).to_string()).await.json();
    assert_eq!(batch["results"][0]["body"]["position"]["board"], "..X.X.O..");
    assert_eq!(listed(&batch["results"][1]["problem"]), ["/requests/1/record cell-taken"]);
}

/// Sides in front of moves, by their letters or their colours.
#[tokio::test]
async fn moves_with_their_sides() {
    for (game, record, moves) in [
        ("gomoku", "Black: h8, White: h9", "h8 h9"),
        ("gomoku", "1. black h8 white h9\n2. black i8", "h8 h9 i8"),
        ("gomoku", "X h8, O: h9", "h8 h9"),
        ("connect-four", "White: d1; Black: d2; White: e1", ""),
        ("connect-four", "Black: d1; White: d2; Black: e1", "d1 d2 e1"),
        ("connect-four", "Black: d; White: d; Black: e", "d1 d2 e1"),
        ("connect-four", "Black: d; that was too soon\nWhite: d", "d1 d2"),
    ] {
        let answer = post(&app(), "/v1/position", json!({"game": game, "record": record}).to_string()).await;
        if moves.is_empty() {
            assert_eq!(faults(&answer, 422, "invalid-request"), ["/record not-alternating"], "{record}");
        } else {
            assert_eq!(answer.json()["records"]["moves"], moves, "{record}");
        }
    }
}

#[tokio::test]
async fn a_wrong_record_names_the_move_and_the_reason() {
    let app = app();
    for (body, expected, detail) in [
        (json!({"record": 5}), "/record wrong-type", "5 is not a record; send a text such as"),
        (json!({"record": ["b2"]}), "/record wrong-type", "a list is not a record"),
        (json!({"record": "hello"}), "/record unreadable", "not a record in a known form"),
        (
            json!({"record": ""}),
            "/record unreadable",
            "there is no move in the record; send moves such as \"b2 a1 c3\", or leave",
        ),
        (json!({"record": " \n"}), "/record unreadable", "there is no move in the record"),
        (json!({"record": "1. {hi} *"}), "/record unreadable", "there is no move in the record"),
        (json!({"record": "b2 b2"}), "/record cell-taken", "move 2 (\"b2\"): b2 (cell 4) is taken by X"),
        (json!({"record": "b2 z9"}), "/record not-on-board", "move 2: \"z9\" is not a cell of this board"),
        (json!({"record": "a1 b1 a2 b2 a3 b3"}), "/record game-over", "move 6 (\"b3\"): the game is over"),
        (json!({"record": "4453"}), "/record does-not-fit", "column digits are for games with gravity"),
        (json!({"record": "1. b2 a1 4. c3"}), "/record unreadable", "move 3 of the record has the number 4"),
        (json!({"record": "4 0 8"}), "/record does-not-fit", "from 0, are a list: send \"moves\": [4,0,8]"),
        (
            json!({"game": "connect-four", "record": "1 4 4\n2 5 3"}),
            "/record unreadable",
            "the numbers at the start of its lines may be those of rounds, or columns; write rounds as \"1. 4 4\"",
        ),
        (json!({"game": "connect-four", "record": "1.1 2.1"}), "/record not-on-board", "move 1: \"1\""),
        // Numbers alone are no empty cells.
        (json!({"record": "1 2 3 4 5 6 7 8 9"}), "/record does-not-fit", "column digits are for games with gravity"),
        (
            json!({"record": " 3 X O .\n 2 . . .\n 1 . . .\n   a b c\n\n 3 X O .\n 2 . X .\n 1 . . .\n   a b c"}),
            "/record unreadable",
            "the text has more than a board; send one drawing alone",
        ),
        (json!({"record": " 2 X O .\n 1 . . .\nO to move"}), "/record not-on-board", "move 1: \"2\""),
        (json!({"record": "X.O\n...\n...\nO to move"}), "/turn conflict", "the record says \"O to move\""),
        (json!({"record": "XO"}), "/record wrong-length", "the board has 2 cells"),
        (json!({"record": "XXXOOO..."}), "/record two-winners", "both X and O"),
        (json!({"record": "OO......."}), "/turn turn-unknown", "do not say whose turn"),
        (json!({"record": "XX.......", "turn": "O", "strict": true}), "/record unreachable", "cannot lead"),
        (json!({"record": "b2", "turn": "X"}), "/turn conflict", "contradicts the moves"),
        (json!({"record": "(;SZ[3]AB[bb]AW[aa];B[ab])", "turn": "X"}), "/turn conflict", "contradicts the moves"),
        (json!({"record": "b2", "moves": ["b2"]}), "/record conflict", "moves and record are both given"),
        (json!({"record": "b2", "board": "........."}), "/record conflict", "board and record are both given"),
        (json!({"game": "connect-four", "record": "4444444"}), "/record column-full", "move 7 (\"4\"): column 4"),
        (json!({"game": "connect-four", "record": "d2"}), "/record floating-stone", "move 1 (\"d2\")"),
        (
            json!({"game": "gomoku-19", "record": SGF}),
            "/record conflict",
            "a board of 15×15 cells; this game has 19×19",
        ),
        (json!({"game": "gomoku-standard", "record": SGF}), "/record conflict", "\"5 in a row\"; set game to match"),
        (json!({"game": "gomoku-19", "record": PSQ}), "/record conflict", "a board of 15×15 cells"),
        (json!({"record": "(;GM[1]SZ[19];B[aa])"}), "/record does-not-fit", "GM[1] is another game"),
        (json!({"record": "(;GM[4]SZ[25];B[aa])"}), "/record out-of-range", "sides have 1 to 20"),
        (json!({"record": "(;SZ[3];B[aa];B[bb])"}), "/record not-alternating", "move 2 is by X"),
        (json!({"record": "(;SZ[3]AB[aa][bb])"}), "/record turn-unknown", "2 X and 0 O stones"),
        (json!({"record": "(;SZ[3]AB[aa][bb]PL[B])", "strict": true}), "/record unreachable", "cannot lead"),
        (json!({"record": "(;SZ[3];b[aa])"}), "/record unreadable", "b has none: send B"),
        (json!({"record": "(;SZ[3];B[aa];W[aa])"}), "/record cell-taken", "move 2 (\"aa\"): a3 (cell 0) is taken by X"),
        (json!({"record": "(;SZ[3];B[aa]"}), "/record unreadable", "the closing parenthesis is missing"),
        (json!({"record": "Piskvorky 15x15, 11:11, 0\n16,1,0"}), "/record not-on-board", "move 1: \"16,1,0\""),
        (json!({"game": "chess", "record": SGF}), "/game not-a-choice", "\"chess\" is not allowed here"),
    ] {
        let answer = post(&app, "/v1/position", body.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [expected], "{body}");
        let problem = answer.json();
        let found = problem["errors"][0]["detail"].as_str().expect("a detail");
        assert!(found.contains(detail), "{body}: {found}");
    }
    // Each error of a board is listed.
    let answer = post(&app, "/v1/move", json!({"record": "XO/X"}).to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/record wrong-length"]);
    let over = json!({"record": "a1 b1 a2 b2 a3", "players": [{}, {}]});
    let answer = post(&app, "/v1/match", over.to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/record game-over"]);
    let answer = get(&app, "/v1/move?record=OO.......").await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/turn turn-unknown"]);
    assert!(answer.json()["detail"].as_str().expect("a detail").contains("send turn=X or turn=O"));
}

/// Lines that cannot be columns alone are rounds: no board has a column 8.
#[tokio::test]
async fn lines_of_columns_may_be_rounds() {
    let rounds = "1 4 4\n2 4 4\n3 4 4\n4 1 1\n5 1 1\n6 1 1\n7 7 7\n8 7";
    let expected = seen(json!({"game": "connect-four", "moves": "444444111111777"})).await;
    assert_eq!(seen(json!({"game": "connect-four", "record": rounds})).await, expected);
}

/// The first attempt of many clients: a text in place of a list.
#[tokio::test]
async fn moves_may_be_one_text() {
    let app = app();
    let expected = seen(json!({"moves": ["b2", "a1", "c3"]})).await;
    for text in ["b2 a1 c3", "b2,a1,c3", "B2, a1,\n c3 ", "4 6 2", "4,a1,2"] {
        assert_eq!(seen(json!({"moves": text})).await, expected, "{text:?}");
        let query = form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let answer = get(&app, &format!("/v1/position?moves={query}")).await;
        assert_eq!((answer.status.as_u16(), answer.json()), (200, expected.clone()), "{text:?}");
    }
    let columns = seen(json!({"game": "connect-four", "moves": ["d1", "d2", "e1", "c1"]})).await;
    for text in ["4453", "44 53", "d1 d2 e1 c1", "d1,d2,e1,c1", "38,31,39,37"] {
        assert_eq!(seen(json!({"game": "connect-four", "moves": text})).await, columns, "{text:?}");
    }
    let blank = seen(json!({"moves": []})).await;
    assert_eq!(seen(json!({"moves": ""})).await, blank);
    for (body, detail) in [
        (json!({"moves": "b2 b2"}), "move 2: b2 (cell 4) is taken by X; choose an empty cell"),
        (json!({"moves": "b2a1c3"}), "a name from a1 to c3; record takes games in other forms"),
        (json!({"moves": "45"}), "send a list such as [4, \"a1\"], or names such as \"b2 a1\""),
    ] {
        let answer = post(&app, "/v1/move", body.to_string()).await;
        assert_eq!(answer.status, 422, "{body}");
        let problem = answer.json();
        let found = problem["errors"][0]["detail"].as_str().expect("a detail");
        assert!(found.contains(detail), "{body}: {found}");
    }
    // Every endpoint that takes moves.
    let review = async |moves: Value| {
        let answer = post(&app, "/v1/review", json!({"moves": moves}).to_string()).await;
        assert_eq!(answer.status, 200, "{moves}");
        without_accidents(answer.json())
    };
    assert_eq!(review(json!("b2 b3 a3")).await, review(json!(["b2", "b3", "a3"])).await);
}

/// The largest body of the service is read in time.
#[tokio::test]
async fn a_long_record_is_refused_or_read_at_once() {
    let app = app();
    for (record, status) in [
        (format!("(;GM[4]SZ[15]C[{}];B[hh])", "x".repeat(60_000)), 200),
        (format!("(;GM[4]SZ[15]AB{})", "[hh]".repeat(15_000)), 422),
        ("(".repeat(60_000), 422),
        ("a1".repeat(30_000), 422),
        ("X".repeat(60_000), 422),
        (format!("Piskvorky 15x15, 11:11, 0\n{}", "8,8,0\n".repeat(8_000)), 422),
    ] {
        let answer = post(&app, "/v1/position", json!({"record": record}).to_string()).await;
        assert_eq!(answer.status, status, "{}", &record[..40]);
        assert!(answer.body.len() < 100_000);
    }
}

/// Words in place of a name have the question that moves have.
#[tokio::test]
async fn a_record_of_words_is_asked_about() {
    let app = app();
    for record in ["center", "b2%20center"] {
        let answer = get(&app, &format!("/v1/position?record={record}")).await;
        faults(&answer, 422, "invalid-request");
        let found = answer.json()["errors"][0]["detail"].to_string();
        assert!(found.contains("did you mean \\\"b2\\\"? "), "{record}: {found}");
    }
}

/// A game that O began has the forms that say so.
#[tokio::test]
async fn records_of_a_game_that_o_began() {
    let app = app();
    let answer = get(&app, "/v1/position?record=1...%20a1%202.%20b2%20a3&fields=records").await.json();
    let records = &answer["records"];
    assert_eq!((records["moves"].as_str(), &records["compact"]), (Some("1... a1 2. b2 a3"), &json!(null)));
    assert!(records["sgf"].as_str().unwrap().ends_with("]PL[W];W[ac];B[bb];W[aa])"), "{records}");
}
