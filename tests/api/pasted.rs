//! Boards that people paste: labels that agree with the names of answers and others, classic forms, marks of files.

use serde_json::{Value, json};

use crate::hints::{asked, posted};
use crate::service::{app, get, post};

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The rows of a square board with labels: X on four cells beside a stone of O, as on boards of Go, which have no column i.
fn of_size(size: usize, letters: &str) -> String {
    let head: String = letters.chars().take(size).map(|letter| format!(" {letter}")).collect();
    let row = |number: usize| {
        let stones = if number == 10 { ". . . . . . . . O X X X X" } else { ". . . . . . . . . . . . ." };
        format!("{number:2} {stones}{}\n", " .".repeat(size - 13))
    };
    format!("  {head}\n{}", (1..=size).rev().map(row).collect::<String>())
}

/// The cell names of an answer are those of the board's own labels, or the board is refused.
#[tokio::test]
async fn labels_that_name_other_cells_are_refused() {
    let remedy = "; number the rows from the bottom and letter the columns from a on, i too, or leave the labels out";
    let told = |names: &str| format!("the labels of the board are not the names of cells here: {names} there{remedy}");
    let (go, own) = ("ABCDEFGHJKLMNOPQRST", "ABCDEFGHIJKLMNOPQRS");
    for (game, board, names) in [
        ("gomoku-19", of_size(19, go), "i19 is J19"),
        ("gomoku", of_size(15, go), "i15 is J15"),
        ("tic-tac-toe", "  a b c\n1 O O .\n2 . . .\n3 X X .".to_owned(), "a3 is A1"),
        ("tic-tac-toe", "```\n1 O O .\n2 . . .\n3 X X .\n```".to_owned(), "row 3 is row 1"),
        ("tic-tac-toe", "> 1 _O_|_O_|___\n> 2 ___|___|___\n> 3 _X_|_X_|___".to_owned(), "row 3 is row 1"),
    ] {
        let turn = if game == "tic-tac-toe" { "X" } else { "O" };
        for field in ["board", "record"] {
            let mut body = json!({"game": game, "turn": turn, "strict": false});
            body[field] = board.clone().into();
            assert_eq!(posted(body, &format!("/{field} conflict")).await, told(names), "{board}");
        }
        let lines: Vec<&str> = board.lines().filter(|line| !line.contains("```")).collect();
        let body = json!({"game": game, "turn": turn, "board": lines});
        assert_eq!(posted(body, "/board conflict").await, told(names), "{board}");
        let query = format!("game={game}&turn={turn}&board={}", encoded(&board));
        assert_eq!(asked(&query, "/board conflict").await, told(names), "{board}");
    }
    for (game, board) in [
        ("gomoku-19", of_size(19, own)),
        ("tic-tac-toe", "  1 2 3\n3 O O .\n2 . . .\n1 X X .".to_owned()),
        ("connect-four", format!("0 1 2 3 4 5 6\n{}", ". . . . . . .\n".repeat(6))),
    ] {
        let turn = if game == "gomoku-19" { "O" } else { "X" };
        let answer = get(&app(), &format!("/v1/position?game={game}&turn={turn}&board={}", encoded(&board))).await;
        assert_eq!(answer.status, 200, "{board}: {}", answer.json());
    }
}

#[tokio::test]
async fn a_byte_order_mark_is_no_cell_and_no_move() {
    let read =
        async |fields: Value| post(&app(), "/v1/position", fields.to_string()).await.json()["position"]["board"].take();
    for (field, text) in [("board", "X . .\n. O .\n. . ."), ("record", "X . .\n. O .\n. . ."), ("moves", "a3,b2")] {
        let marked = format!("\u{feff}{text}");
        let answer = get(&app(), &format!("/v1/position?{field}={}", encoded(&marked))).await;
        assert_eq!(answer.json()["position"]["board"], "X...O....", "{field}");
        assert_eq!(read(json!({field: marked})).await, "X...O....", "{field}");
    }
}

/// The turn that the text names must agree with the stones.
#[tokio::test]
async fn a_move_that_is_said_to_be_yours_must_be() {
    for line in ["Your move, O", "Your move: O!", "It is O's move."] {
        let board = format!("{line}\n\nX . .\n. O .\n. . .");
        let found = posted(json!({"board": board}), "/turn conflict").await;
        assert!(found.contains("and its stones do not: send \"turn\": \"O\""), "{found}");
    }
    for line in ["Your move, X", "After X's move:", "Last move: O"] {
        let board = format!("{line}\n\nX . .\n. O .\n. . .");
        let answer = post(&app(), "/v1/position", json!({"board": board}).to_string()).await;
        assert_eq!(answer.status, 200, "{line}: {}", answer.json());
    }
}
