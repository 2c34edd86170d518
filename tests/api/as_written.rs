//! Parts of answers that people and agents send back: drawings, moves, games.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::service::{app, faults, get, post, send};

async fn board_of(body: &Value) -> Value {
    let answer = post(&app(), "/v1/position", body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.json());
    answer.json()["position"]["board"].take()
}

/// The answer as text.
async fn drawn(body: &Value) -> String {
    let request =
        Request::post("/v1/position").header("content-type", "application/json").header("accept", "text/plain");
    let answer = send(&app(), request.body(Body::from(body.to_string())).unwrap()).await;
    String::from_utf8(answer.body.to_vec()).unwrap()
}

async fn errors(path: &str, body: Value) -> Vec<Value> {
    let answer = post(&app(), path, body.to_string()).await;
    assert_eq!(answer.status, 422, "{body}");
    answer.json()["errors"].as_array().cloned().unwrap_or_default()
}

/// The drawing of a text answer is a board again, on every kind of board.
#[tokio::test]
async fn a_drawing_is_read_as_it_is_written() {
    let own = json!({"cells": 6, "lines": [[0, 1, 3], [0, 2, 5], [3, 4, 5], [1, 2, 4]], "layout": [[0, 2], [1, 1], [1, 3], [2, 0], [2, 2], [2, 4]]});
    for (game, moves) in [
        (json!("tic-tac-toe"), json!(["b2", "a1", "c3"])),
        (json!("connect-four"), json!("445372")),
        (json!("gomoku-20"), json!(["h8", "t20", "a1", "o15"])),
        (json!({"width": 1, "height": 4, "k": 2}), json!(["a2"])),
        (json!("qubic"), json!([0, 1, 21, 63])),
        (json!("score-four"), json!([48, 32, 51])),
        (json!("fano"), json!([0, 5])),
        (own, json!([5, 0])),
    ] {
        let body = json!({"game": game, "moves": moves});
        let drawing = drawn(&body).await;
        let (drawing, _) = drawing.rsplit_once("\n\n").expect("the board, and a sentence");
        let expected = board_of(&body).await;
        assert_eq!(board_of(&json!({"game": game, "board": drawing})).await, expected, "{drawing}");
    }
}

/// Bars between the cells, as people draw tic-tac-toe: nothing between two bars is an empty cell.
#[tokio::test]
async fn bars_may_stand_between_cells() {
    for board in [
        "X |   | O\n---+---+---\n  | X |  \n---+---+---\n  |   |  ",
        "X |   | O\n-----------\n  | X |\n-----------\n  |   |  \n",
        "| X | . | O |\n|---|---|---|\n| . | X | . |\n|---|---|---|\n| . | . | . |",
        "X| |O/ |X| / | | ",
        "X|-|O\n-|X|-\n-|-|-",
        " 3  X |   | O\n   ---+---+---\n 2    | X |  \n   ---+---+---\n 1    |   |  \n    a   b   c",
        "X │   │ O\n───┼───┼───\n  │ X │  \n───┼───┼───\n  │   │  ",
    ] {
        assert_eq!(board_of(&json!({"board": board})).await, "X.O.X....", "{board}");
    }
    for rows in
        [["X |   | O", "---+---+---", "  | X |  ", "  |   |  "], ["X │   │ O", "───┼───┼───", "  │ X │  ", "  │   │  "]]
    {
        assert_eq!(board_of(&json!({"board": rows})).await, "X.O.X....", "{rows:?}");
    }
    let found = get(&app(), "/v1/position?board=X%7C%20%7CO/%20%7CX%7C%20/%20%7C%20%7C%20").await;
    assert_eq!(found.json()["position"]["board"], "X.O.X....");
    // A row whose empty cell may be at either end, a cell of two characters, and rows of other lengths.
    for (board, code) in [
        ("| X | O |\n  | X |  \n  |   |  ", "wrong-length"),
        ("X | XO | O\n  | X |  \n  |   |  ", "unknown-character"),
        ("X | O\n   | X |  \n   |   |  ", "wrong-length"),
        ("X | O | X\n  | X |  ", "wrong-length"),
    ] {
        assert_eq!(errors("/v1/position", json!({"board": board})).await[0]["code"], code, "{board}");
    }
}

#[tokio::test]
async fn spaces_may_stand_between_cells() {
    for board in [
        "X . O\n. X .\n. . .",
        "X.O .X. ...",
        "X . O/. X ./. . .",
        " 3 X . O/ 2 . X ./ 1 . . .",
        "X.O\n.X.\n...\n  a b c\n",
    ] {
        assert_eq!(board_of(&json!({"board": board})).await, "X.O.X....", "{board}");
    }
    assert_eq!(board_of(&json!({"board": ["X . O", ". X .", "..."]})).await, "X.O.X....");
    let found = get(&app(), "/v1/position?board=X%20.%20O/.%20X%20./.%20.%20.").await;
    assert_eq!(found.json()["position"]["board"], "X.O.X....");
    // A space in place of an empty cell, and labels of rows that are not there.
    let found = errors("/v1/position", json!({"board": "X O\n X \n   "})).await;
    assert!(
        found[0]["detail"].as_str().unwrap().ends_with("; a space is no cell: write . for an empty one"),
        "{found:?}"
    );
    assert_eq!(
        errors("/v1/position", json!({"board": " 4 X . O\n 3 . X .\n 2 . . ."})).await[0]["code"],
        "unknown-character"
    );
}

/// Boards as people and language models paste them: labels, fences, emoji, colours, lists of these; an object of names is told its board.
#[tokio::test]
async fn pasted_boards_are_read() {
    for board in [
        json!("  a b c\n3 X . O\n2 . X .\n1 . . ."),
        json!("```\n3 X . O\n2 . X .\n1 . . .\n```"),
        json!("❌⬜⭕\n⬜❌⬜\n⬜⬜⬜"),
        json!(["❌⬜⭕", "⬜❌⬜", "⬜⬜⬜"]),
        json!(["R", "", "Y", "", "R", "", "", "", ""]),
        json!([["❌", "⬜", "⭕️"], ["⬜", "❌", "⬜"], [null, "", " "]]),
        json!([["X", " ", "O"], [" ", "X", " "], [" ", " ", " "]]),
        json!([["⚫", "⬜", "⚪"], ["⬜", "⚫", "⬜"], ["⬜", "⬜", "⬜"]]),
        json!(["⚫️·⚪️", "·⚫️·", "···"]),
        json!("X 2 O\n4 X 6\n7 8 9"),
    ] {
        assert_eq!(board_of(&json!({"board": board})).await, "X.O.X....", "{board}");
    }
    let names = json!({"a3": "X", "c3": "O", "b2": "x", "a1": null, "b1": ""});
    for board in [names.clone(), names.to_string().into()] {
        let found = errors("/v1/position", json!({"board": board})).await;
        assert_eq!(found[0]["detail"], "an object is not a board; send its board: \"X.O.X....\"");
    }
    for other in [json!({"a3": "Z"}), json!({"0": "X"}), json!({})] {
        let found = errors("/v1/position", json!({"board": other})).await;
        assert!(
            found[0]["detail"].as_str().unwrap().starts_with("an object is not a board; send a string"),
            "{found:?}"
        );
    }
}

/// One error with a sample of a right board, however many characters are wrong.
#[tokio::test]
async fn characters_that_are_no_cells_are_one_error() {
    for (board, place, words) in [
        (json!("X|.|O"), "/board", "the board has 3 cells; this game has 9: send one of X, O and . for each"),
        (
            json!("010000000"),
            "/board",
            "9 characters of the board are neither X, O nor an empty cell: character '0' at index 0 is not a cell; use X or O for a stone and . for an empty cell; send the rows from the top with / between them, such as X.O/.X./...; where 1 is X and 2 is O, send \".X.......\"",
        ),
        (
            json!([0, 1, 0, 0, 0, 0, 0, 0, 0]),
            "/board/0",
            "9 values of the board are neither X, O nor an empty cell: 0 is not a cell; send \"X\", \"O\", or \"\" for an empty one; where 1 is X and 2 is O, send \".X.......\"",
        ),
        (
            json!([[0, 1, 0], [0, 0, 0], [0, 0, 0]]),
            "/board/0/0",
            "9 values of the board are neither X, O nor an empty cell: 0 is not a cell; send \"X\", \"O\", or \"\" for an empty one; where 1 is X and 2 is O, send \".X./.../...\"",
        ),
        (
            json!([[1, -1, 0], [0, 0, 0], [0, 0, 0]]),
            "/board/0/0",
            "9 values of the board are neither X, O nor an empty cell: 1 is not a cell; send \"X\", \"O\", or \"\" for an empty one; where 1 is X and -1 is O, send \"XO./.../...\"",
        ),
        (
            json!(["1.0", "...", "..0"]),
            "/board/0",
            "3 characters of the board are neither X, O nor an empty cell: character '1' at index 0 is not a cell; use X or O for a stone and . for an empty cell",
        ),
        (
            json!({"board": "X........", "turn": "O"}),
            "/board",
            "an object is not a board; send its board: \"X........\"",
        ),
    ] {
        let found = errors("/v1/move", json!({"board": board})).await;
        assert_eq!((found.len(), &found[0]["pointer"]), (1, &place.into()), "{board}: {found:?}");
        assert_eq!(found[0]["detail"], words);
    }
}

/// Where stones fall, a column's letter is a move wherever moves are taken.
#[tokio::test]
async fn columns_are_moves_everywhere() {
    let app = app();
    let ranked = async |query: &str| {
        let answer = get(&app, &format!("/v1/analysis?game=connect-four&moves=d,d&multiPv=7&{query}")).await.json();
        let lines = answer["lines"].as_array().unwrap_or_else(|| panic!("{query}: {answer}")).clone();
        lines.iter().map(|line| line["move"]["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut found = ranked("searchMoves=d,A").await;
    found.sort();
    assert_eq!(found, ["a1", "d3"]);
    let found = ranked("avoidMoves=d,e").await;
    assert!(found.len() == 5 && !found.contains(&"d3".to_owned()) && !found.contains(&"e1".to_owned()), "{found:?}");
    let full = get(&app, "/v1/move?game=connect-four&moves=444444&searchMoves=d").await;
    assert_eq!(faults(&full, 422, "invalid-request"), ["/searchMoves/0 column-full"]);
    let other = get(&app, "/v1/move?game=connect-four&searchMoves=h").await;
    assert_eq!(faults(&other, 422, "invalid-request"), ["/searchMoves/0 not-on-board"]);
    let detail = other.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
    assert!(detail.ends_with("or a name from a1 to g6, or a column from a to g"), "{detail}");
    // On a finished board no move is legal, and that is no error.
    assert_eq!(get(&app, "/v1/move?game=connect-four&moves=1212121&searchMoves=d").await.status, 200);
    let picture =
        async |last: &str| get(&app, &format!("/v1/position.svg?game=connect-four&moves=4453&last={last}")).await.body;
    assert_eq!(picture("d").await, picture("d2").await);
    assert_ne!(picture("d").await, picture("e1").await);
}

/// Keyboards of East Asia write wide letters and digits.
#[tokio::test]
async fn wide_letters_are_read_wherever_a_query_names_cells() {
    let app = app();
    for (query, wide) in [
        ("/v1/position?moves=b2,a1", "b2,a1"),
        ("/v1/position?record=1.%20b2%20a1", "b2"),
        ("/v1/position?board=XO.......", "XO"),
        ("/v1/move?depth=1&searchMoves=c3", "c3"),
        ("/v1/move?depth=1&avoidMoves=a1,b2", "a1,b2"),
        ("/v1/tree?depth=1&cells=b2", "b2"),
        ("/v1/position.svg?last=a1&moves=a1", "a1"),
        ("/v1/position.svg?marks=a1-b2", "a1-b2"),
        ("/v1/position?fields=legalMoves", "legalMoves"),
        ("/v1/position?heuristics=tempo-lines", "tempo-lines"),
        ("/solve?pos=4453", "4453"),
    ] {
        let letters = wide.chars().map(|letter| char::from_u32(u32::from(letter) + 0xfee0).unwrap());
        let letters: String =
            letters.flat_map(|letter| letter.to_string().into_bytes()).map(|byte| format!("%{byte:02X}")).collect();
        let narrow = get(&app, query).await;
        assert_eq!(narrow.status, 200, "{query}");
        let found = get(&app, &query.replace(wide, &letters)).await;
        assert_eq!((found.status, found.body), (narrow.status, narrow.body), "{query}");
    }
}

/// A move of an answer is a move, with all that the answer says of it.
#[tokio::test]
async fn moves_of_answers_are_taken_as_they_are() {
    let app = app();
    let first = post(&app, "/v1/move", json!({"game": "connect-four"}).to_string()).await.json();
    let sent = json!({"game": first["game"], "moves": [first["move"], "d", {"name": "d3"}]});
    assert_eq!(board_of(&sent).await.as_str().unwrap().matches(['X', 'O']).count(), 3);
    for field in ["searchMoves", "avoidMoves"] {
        let body = json!({"game": "connect-four", field: [first["move"]]});
        let answer = post(&app, "/v1/move", body.to_string()).await.json();
        assert_eq!(answer["move"] == first["move"], field == "searchMoves", "{answer}");
    }
    let tree = post(
        &app,
        "/v1/tree",
        json!({"cells": [{"cell": 4, "row": 1, "col": 1, "name": "b2"}], "depth": 1}).to_string(),
    )
    .await;
    assert_eq!(tree.status, 200, "{}", tree.json());
}

/// A row of the catalogue is a game, if it is not changed.
#[tokio::test]
async fn games_of_the_catalogue_are_games() {
    let app = app();
    let listed = get(&app, "/v1/games").await.json();
    for game in listed["games"].as_array().unwrap() {
        let answer = post(&app, "/v1/position", json!({"game": game}).to_string()).await.json();
        assert_eq!(answer["game"]["name"], game["name"], "{answer}");
        let mut other = game.clone();
        other["title"] = "Chess".into();
        let found = post(&app, "/v1/position", json!({"game": other}).to_string()).await;
        assert_eq!(faults(&found, 422, "invalid-request"), ["/game/title conflict"]);
    }
}

#[tokio::test]
async fn words_of_other_programs_are_understood_and_corrected() {
    for (body, pointer, meant) in [
        (json!({"history": []}), "/history", "moves"),
        (json!({"player": "X"}), "/player", "turn"),
        (json!({"difficulty": 3}), "/difficulty", "level"),
        (json!({"level": "easy"}), "/level", "beginner"),
        (json!({"level": "medium"}), "/level", "club"),
        (json!({"level": "hard"}), "/level", "expert"),
        (json!({"game": "ttt"}), "/game", "tic-tac-toe"),
        (json!({"game": {"width": 7, "height": 6, "k": 4, "rows": 6}}), "/game/rows", "height"),
        (json!({"game": {"width": 7, "height": 6, "k": 4, "connect": 4}}), "/game/connect", "k"),
        (json!({"game": "connect-four", "moves": ["column 4"]}), "/moves/0", "d"),
        (json!({"game": "connect-four", "moves": ["middle"]}), "/moves/0", "d"),
        (json!({"moves": ["center"]}), "/moves/0", "b2"),
        (json!({"game": "gomoku", "moves": ["8h"]}), "/moves/0", "h8"),
    ] {
        let found = errors("/v1/move", body.clone()).await;
        assert_eq!((found.len(), &found[0]["pointer"]), (1, &pointer.into()), "{body}: {found:?}");
        let detail = found[0]["detail"].as_str().unwrap();
        assert!(detail.contains(&format!(" did you mean \"{meant}\"?")), "{body}: {detail}");
    }
}
