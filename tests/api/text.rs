//! `Accept: text/plain`: the board drawn, and the move in words.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::service::{Answer, app, faults, get, send};

async fn in_words(app: &Router, target: &str) -> String {
    let answer = accepting(app, target, "text/plain").await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "text/plain; charset=utf-8"), "{target}");
    assert!(answer.header("vary").starts_with("accept"), "{target}");
    String::from_utf8(answer.body.to_vec()).unwrap()
}

async fn accepting(app: &Router, target: &str, accept: &str) -> Answer {
    send(app, Request::get(target).header("accept", accept).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_move_is_said_and_the_board_after_it_drawn() {
    let app = app();
    let text = in_words(&app, "/v1/move?moves=b2,b1").await;
    assert_eq!(
        text,
        "X plays a3: X wins in 3 moves (5 plies), proven.\nBest play: a3 c1 a1 b3 c3.\n\n 3 X . .\n 2 . X .\n 1 . O .\n   a b c\n\nO to move after 3 moves.\n"
    );
    let explained = in_words(&app, "/v1/move?moves=b2,b1&explain=true").await;
    assert!(explained.contains("\nWhy: Makes 2 of 3 ") && !explained.contains("Takes a corner"), "{explained}");
    let last = in_words(&app, "/v1/move?moves=a1,a2,b1,b2").await;
    assert!(last.starts_with("X plays c1: X wins in 1 move (1 ply), proven.\n\n 3 . . .\n"), "{last}");
    assert!(last.ends_with("\nThe game is over: X has won after 5 moves.\n"), "{last}");
    let over = in_words(&app, "/v1/move?moves=a1,a2,b1,b2,c1").await;
    assert_eq!(over, "The game is over: X has won after 5 moves.\n\n 3 . . .\n 2 O O .\n 1 X X X\n   a b c\n");
    let drawn = in_words(&app, "/v1/move?board=XOXXOOOXX").await;
    assert!(drawn.starts_with("The game is over: a draw with 9 stones.\n"), "{drawn}");
    let unknown = in_words(&app, "/v1/move?game=gomoku&moves=h8&depth=1").await;
    assert!(unknown.contains(": not proven; O would score about ") && unknown.contains("\n15 . . ."), "{unknown}");
    let chance = people_of(&app, "/v1/move?game=gomoku&moves=h8&depth=1", "/score").await;
    assert!(
        unknown.contains(&format!(
            " about {chance} in 100 games between people from here, draws counting half (a rough estimate)."
        )),
        "{chance}: {unknown}"
    );
}

/// How full an evaluation bar is, in per cent: people keep a fifth of the log-odds.
async fn people_of(app: &Router, target: &str, score: &str) -> f64 {
    let expected =
        get(app, target).await.json().pointer(score).expect("a score")["expected"].as_f64().expect("a number");
    (100.0 / (1.0 + (1.0 / expected.clamp(0.001, 0.999) - 1.0).powf(0.2))).round()
}

#[tokio::test]
async fn a_position_is_drawn_with_what_can_be_played() {
    let app = app();
    let text = in_words(&app, "/v1/position?game=connect-four&moves=44&heuristics=win-loss").await;
    assert!(text.starts_with(" 6 . . . . . . .\n"), "{text}");
    assert!(
        text.ends_with(
            "\n   a b c d e f g\n\nX to move after 2 moves.\nLegal moves, one for each column: a1, b1, c1, d3, e1, f1, g1.\nValue for X by win-loss: 0.\n"
        ),
        "{text}"
    );
    let large = in_words(&app, "/v1/position?game=gomoku&moves=h8").await;
    assert!(large.ends_with("\n\nO to move after 1 move.\nLegal moves: every empty cell.\n"), "{large}");
    let over = in_words(&app, "/v1/position?board=XXXOO....").await;
    assert!(over.ends_with("\n\nThe game is over: X has won with 5 stones.\n"), "{over}");
}

#[tokio::test]
async fn a_board_that_no_game_reaches_is_named() {
    let app = app();
    for path in ["/v1/move", "/v1/analysis", "/v1/position"] {
        let depth = if path == "/v1/position" { "" } else { "&depth=1" };
        let board = format!("{}{}{}", ".".repeat(28), "...X...", "...O...");
        let text = in_words(&app, &format!("{path}?game=connect-four&board={board}{depth}")).await;
        let told =
            "\nNo game reaches this position: X moves first, and turns alternate. If O began, send turn \"O\".\n";
        assert!(text.contains(told), "{path}: {text}");
        let text = in_words(&app, &format!("{path}?game=connect-four&moves=44{depth}")).await;
        assert!(!text.contains("No game"), "{path}: {text}");
    }
}

#[tokio::test]
async fn an_analysis_is_a_board_and_a_ranking() {
    let app = app();
    let text = in_words(&app, "/v1/analysis?board=XX.OO....&multiPv=2").await;
    assert_eq!(
        text,
        " 3 X X .\n 2 O O .\n 1 . . .\n   a b c\n\nX to move with 4 stones.\n1. c3: X wins in 1 move (1 ply), proven.\n2. c2: a draw with best play, proven.\n   Best play: c2 c3 a1 b1.\n"
    );
    let explained = in_words(&app, "/v1/analysis?board=XX.OO....&multiPv=1&explain=true").await;
    assert!(
        explained.contains("1. c3: X wins in 1 move (1 ply), proven.\n   Why: Completes X's line a3, b3, c3."),
        "{explained}"
    );
    let unknown = in_words(&app, "/v1/analysis?game=gomoku&moves=h8&depth=1&multiPv=1").await;
    assert!(unknown.contains("\n1. ") && unknown.contains(": not proven; O would score about "), "{unknown}");
    let chance = people_of(&app, "/v1/analysis?game=gomoku&moves=h8&depth=1&multiPv=1", "/lines/0/score").await;
    assert!(
        unknown.contains(&format!(
            " about {chance} in 100 games between people from here, draws counting half (a rough estimate)."
        )),
        "{chance}: {unknown}"
    );
    let over = in_words(&app, "/v1/analysis?board=XXXOO....").await;
    assert!(over.ends_with("\n\nThe game is over: X has won with 5 stones.\n"), "{over}");
}

#[tokio::test]
async fn a_puzzle_is_its_task_and_its_board() {
    let app = app();
    let asked = in_words(&app, "/v1/puzzles?seed=1&theme=fork").await;
    assert_eq!(asked, "X to move: only one move wins, in 2 moves. Which?\n\n 3 O . .\n 2 . . .\n 1 X O X\n   a b c\n");
    let solved = in_words(&app, "/v1/puzzles?seed=1&theme=fork&solution=true").await;
    let solution = "\nThe solution: c3 (X wins in 2 moves (3 plies), proven).\nBest play: c3 b3 b2.\nWhy: Makes a fork: X threatens ";
    assert!(solved.starts_with(&format!("{asked}{solution}")), "{solved}");
    // The puzzle of today stays until midnight, as the document does.
    let today = accepting(&crate::puzzles::app_at_a_time(), "/v1/puzzles", "text/plain").await;
    assert_eq!(today.header("cache-control"), "public, max-age=19785");
    faults(&accepting(&app, "/v1/puzzles?game=9,9,6", "text/plain").await, 422, "invalid-request");
}

/// By POST, by HEAD, with caches, and against other types.
#[tokio::test]
async fn text_is_negotiated_like_other_types() {
    let app = app();
    let target = "/v1/move?board=XO.......&turn=X";
    let text = accepting(&app, target, "text/plain").await;
    assert_eq!(text.header("cache-control"), "public, max-age=86400");
    let etag = text.header("etag").to_owned();
    assert_ne!(etag, get(&app, target).await.header("etag"));
    let known = Request::get(target).header("accept", "text/plain").header("if-none-match", &etag);
    assert_eq!(send(&app, known.body(Body::empty()).unwrap()).await.status, 304);
    let head = Request::head(target).header("accept", "text/plain").body(Body::empty()).unwrap();
    let head = send(&app, head).await;
    assert_eq!((head.header("content-type"), head.body.len()), ("text/plain; charset=utf-8", 0));
    let body = json!({"board": "XO.......", "turn": "X"}).to_string();
    let posted = Request::post("/v1/move").header("accept", "text/plain").header("content-type", "application/json");
    let posted = send(&app, posted.body(Body::from(body)).unwrap()).await;
    assert_eq!((&posted.body, posted.header("cache-control")), (&text.body, "no-store"));
    for (accept, content_type) in [
        ("*/*", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("text/plain;q=0.5, application/json", "application/json"),
        ("text/html, text/plain;q=0.9", "text/plain; charset=utf-8"),
        ("text/plain; charset=utf-8", "text/plain; charset=utf-8"),
    ] {
        assert_eq!(accepting(&app, target, accept).await.header("content-type"), content_type, "{accept}");
    }
    // A search of its own, not found in place.
    let searched = accepting(&app, "/v1/move?game=gomoku&moves=h8,i9&movetime=20", "text/plain").await;
    assert_eq!((searched.status.as_u16(), searched.header("cache-control")), (200, "no-store"));
}

#[tokio::test]
async fn problems_stay_problems() {
    let app = app();
    let refused = accepting(&app, "/v1/move?moves=b2,b2", "text/plain").await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/moves/1 cell-taken"]);
    let refused = accepting(&app, "/v1/games", "text/plain").await;
    assert!(faults(&refused, 406, "not-acceptable").is_empty());
    let refused = accepting(&app, "/v1/position", "text/event-stream").await;
    assert!(faults(&refused, 406, "not-acceptable").is_empty());
    assert!(refused.json()["detail"].as_str().unwrap().contains("application/json, text/plain"));
}
