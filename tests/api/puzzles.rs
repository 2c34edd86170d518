//! `/v1/puzzles`: one move alone, the same for the same seed, the solution only when asked for, and refusals.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use inarow::http::{self, AppState};
use inarow_api::UtcDateTime;
use serde_json::{Value, json};

use crate::service::{app, app_with, faults, get, post, send, state, unhurried};

async fn puzzle(query: &str) -> Value {
    let answer = get(&app(), &format!("/v1/puzzles?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.json());
    answer.json()
}

/// The analysis of the position agrees.
#[tokio::test]
async fn one_move_alone_solves_a_puzzle() {
    for (game, theme) in [
        ("tic-tac-toe", "win-in-2"),
        ("tic-tac-toe", "only-move"),
        ("four-by-four", "fork"),
        ("connect-four", "win-in-3"),
        ("gomoku", "win-in-3"),
        ("gomoku-standard", "fork"),
    ] {
        let puzzle = puzzle(&format!("game={game}&theme={theme}&seed=3&solution=true")).await;
        assert!(puzzle["themes"].as_array().unwrap().contains(&theme.into()), "{puzzle}");
        let cells: Vec<&Value> = puzzle["moves"].as_array().unwrap().iter().map(|place| &place["cell"]).collect();
        let analysis = post(&app(), "/v1/analysis", json!({"game": game, "moves": cells}).to_string()).await.json();
        assert_eq!(analysis["position"], puzzle["position"]);
        let (lines, solution) = (analysis["lines"].as_array().unwrap(), &puzzle["solution"]);
        for part in ["move", "score", "pv"] {
            assert_eq!(lines[0][part], solution[part]);
        }
        let outcome = |line: &Value| line["score"]["outcome"].clone();
        assert_eq!(lines.iter().filter(|line| outcome(line) == outcome(solution)).count(), 1, "{puzzle}");
        assert!(solution["reasons"].as_array().unwrap().iter().any(|reason| reason["kind"] == "only-move"));
        let (length, decoys) = (puzzle["length"].as_u64().unwrap(), puzzle["decoys"].as_u64().unwrap());
        let difficulty = puzzle["difficulty"].as_u64().unwrap();
        // Where wins by fours decide, these have a scale of their own.
        let is_described = if game.starts_with("gomoku") {
            (2 * length - 3..=2 * length + 1).contains(&difficulty)
        } else {
            [decoys.min(2), 2 + decoys.min(4)].map(|lure| (length - 1).min(4) + lure).contains(&difficulty)
        };
        assert!(is_described, "{puzzle}");
        assert_eq!(puzzle["text"].as_str().unwrap().contains("wins"), theme != "only-move", "{puzzle}");
    }
}

/// On a large board the other side is about to win: the task says where.
#[tokio::test]
async fn a_puzzle_of_gomoku_says_the_threat() {
    let found = puzzle("game=gomoku&seed=1&solution=true").await;
    let turn = found["position"]["turn"].as_str().unwrap();
    let opponent = if turn == "X" { "O" } else { "X" };
    let text = found["text"].as_str().unwrap();
    let (threat, task) = text.split_once(". ").unwrap();
    let length = found["length"].as_u64().unwrap();
    assert_eq!(task, format!("{turn} to move: only one move wins, in {length} moves. Which?"));
    let cells = threat.strip_prefix(&format!("{opponent} threatens to win with ")).expect(threat);
    assert!(cells.contains(" or "), "{threat}");
    // Each of these, if the other side were to move, leaves two cells that complete lines.
    for cell in cells.split(" or ").flat_map(|some| some.split(", ")) {
        let body =
            json!({"game": "gomoku", "board": found["position"]["board"], "turn": opponent, "searchMoves": [cell]});
        let score = post(&app(), "/v1/analysis", body.to_string()).await.json()["lines"][0]["score"].take();
        assert_eq!((&score["outcome"], &score["plies"]), (&"win".into(), &3.into()), "{cell} of {text}");
    }
    let drawn = send(
        &app(),
        Request::get("/v1/puzzles?game=gomoku&seed=1").header("accept", "text/plain").body(Body::empty()).unwrap(),
    )
    .await;
    assert!(std::str::from_utf8(&drawn.body).unwrap().starts_with(&format!("{text}\n\n15 ")));
}

#[tokio::test]
async fn a_puzzle_has_the_difficulty_asked_for() {
    for (asked, range) in [("2", 2..=2), ("3-4", 3..=4), ("1-10", 1..=10)] {
        let found = puzzle(&format!("game=four-by-four&seed=1&difficulty={asked}")).await;
        assert!(range.contains(&found["difficulty"].as_u64().unwrap()), "{asked}: {found}");
    }
    for (asked, range) in [("3", 3..=3), ("7-10", 7..=10)] {
        let found = puzzle(&format!("game=gomoku&seed=5&difficulty={asked}")).await;
        assert!(range.contains(&found["difficulty"].as_u64().unwrap()), "{asked}: {found}");
    }
    assert_eq!(puzzle("seed=7&difficulty=1-10").await, puzzle("seed=7").await);
    for (asked, code) in [
        ("0", "out-of-range"),
        ("11", "out-of-range"),
        ("1.5", "not-whole"),
        ("5-3", "out-of-range"),
        ("3-11", "out-of-range"),
        ("0-3", "out-of-range"),
        ("easy", "wrong-type"),
        ("3-", "wrong-type"),
    ] {
        let answer = get(&app(), &format!("/v1/puzzles?difficulty={asked}")).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [format!("/difficulty {code}")], "{asked}");
    }
    // The smallest boards have none so hard, and the search for one ends.
    let answer = get(&app(), "/v1/puzzles?seed=1&difficulty=10").await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/difficulty does-not-fit"]);
    let detail = answer.json()["errors"][0]["detail"].take();
    assert_eq!(
        detail,
        "no puzzle of difficulty 10 was found from this seed; send a wider range, or connect-four as game: small boards have few hard \
         puzzles"
    );
}

#[tokio::test]
async fn a_seed_and_a_day_have_one_puzzle_each() {
    let app = app();
    let day = get(&app, "/v1/puzzles?date=2026-11-22").await;
    assert!(day.header("cache-control").starts_with("public") && !day.header("etag").is_empty());
    let day = day.json();
    assert_eq!((&day["date"], &day["solution"]), (&"2026-11-22".into(), &Value::Null));
    let seed = puzzle(&format!("seed={}", day["seed"])).await;
    assert_eq!((&seed["position"], &seed["date"]), (&day["position"], &Value::Null));
    assert_eq!(puzzle("date=2026-11-22").await, day);
    assert_ne!(puzzle("date=2026-11-23").await["seed"], day["seed"]);
}

/// The service on a day of its own: 2026-11-23, 18:30:15 UTC.
pub fn app_at_a_time() -> axum::Router {
    let clock = || UtcDateTime::from_unix_timestamp(1_795_458_615).unwrap();
    let state = AppState::new(unhurried(ServerLimits::DEFAULT), Arc::default()).unwrap().with_clock(clock);
    http::app(Arc::new(state), http::AppOptions::default())
}

/// Today ends at midnight UTC, and so does its time in caches; a day that is named is the same for ever.
#[tokio::test]
async fn the_puzzle_of_today_is_kept_until_midnight() {
    let app = app_at_a_time();
    let of_day = get(&app, "/v1/puzzles?date=2026-11-23").await;
    assert_eq!(of_day.header("cache-control"), "public, max-age=86400");
    for target in ["/v1/puzzles?date=today", "/v1/puzzles"] {
        let today = get(&app, target).await;
        assert_eq!((today.status.as_u16(), today.header("cache-control")), (200, "public, max-age=19785"), "{target}");
        assert_eq!((&today.body, today.header("etag")), (&of_day.body, of_day.header("etag")), "{target}");
        let known = Request::get(target).header("if-none-match", today.header("etag")).body(Body::empty()).unwrap();
        let known = send(&app, known).await;
        assert_eq!((known.status.as_u16(), known.header("cache-control")), (304, "public, max-age=19785"));
    }
    assert_eq!(of_day.json()["date"], "2026-11-23");
    let of_seed = get(&app, "/v1/puzzles?seed=1").await;
    assert_eq!(of_seed.header("cache-control"), "public, max-age=86400");
    let wrong = get(&app, "/v1/puzzles?date=soon").await;
    assert_eq!(faults(&wrong, 422, "invalid-request"), ["/date wrong-type"]);
    // A day that is named by today is another one from midnight on.
    for (word, date) in [("yesterday", "2026-11-22"), ("tomorrow", "2026-11-24")] {
        let near = get(&app, &format!("/v1/puzzles?date={word}")).await;
        assert_eq!((near.status.as_u16(), near.header("cache-control")), (200, "public, max-age=19785"), "{word}");
        assert_eq!(near.body, get(&app, &format!("/v1/puzzles?date={date}")).await.body);
    }
    let detail = "\"soon\" is not a date; send one as YYYY-MM-DD, or yesterday, today or tomorrow";
    assert_eq!(wrong.json()["errors"][0]["detail"], detail);
    let both = get(&app, "/v1/puzzles?date=today&seed=1").await;
    assert_eq!(faults(&both, 422, "invalid-request"), ["/seed conflict"]);
}

#[tokio::test]
async fn faults_are_named_at_their_fields() {
    for (query, expected) in [
        ("game=9,9,6", vec!["/game does-not-fit"]),
        ("game=20,4,5", vec!["/game does-not-fit"]),
        ("game=15,15,5m", vec!["/game does-not-fit"]),
        ("game=gomoku&theme=only-move", vec!["/theme does-not-fit"]),
        ("theme=mate", vec!["/theme not-a-choice"]),
        ("seed=1&theme=win-in-5", vec!["/theme does-not-fit"]),
        ("game=misere-tic-tac-toe&seed=1&theme=fork", vec!["/theme does-not-fit"]),
        ("seed=1&date=2026-11-22", vec!["/seed conflict"]),
        ("seed=-1", vec!["/seed out-of-range"]),
        ("date=2026-02-30", vec!["/date wrong-type"]),
        ("date=20261122", vec!["/date wrong-type"]),
        ("date=2026-W47-7", vec!["/date wrong-type"]),
        ("date=2026-13-01", vec!["/date wrong-type"]),
        ("date=2026-1-01", vec!["/date wrong-type"]),
        ("date=2026-11-22-", vec!["/date wrong-type"]),
        ("solution=maybe", vec!["/solution wrong-type"]),
        ("board=.........", vec!["/board unknown-field"]),
        ("seed=1&game=%7B%22width%22:2,%22height%22:1,%22k%22:2%7D", vec!["/game does-not-fit"]),
    ] {
        let answer = get(&app(), &format!("/v1/puzzles?{query}")).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), expected, "{query}");
    }
    let posted = post(&app(), "/v1/puzzles", "{}").await;
    assert!(faults(&posted, 405, "method-not-allowed").is_empty());
}

/// A theme that no seed can find is refused in place of a search that would find nothing.
#[tokio::test]
async fn themes_that_a_game_cannot_have_are_refused_without_a_search() {
    let state = state(ServerLimits::DEFAULT);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    let misere = json!({"width": 4, "height": 4, "k": 4, "gravity": true, "misere": true});
    for (game, theme, expected) in [
        (json!("misere-tic-tac-toe"), "fork", "misère games have no puzzle \"fork\": a completed line loses"),
        (misere, "fork", "misère games have no puzzle \"fork\": a completed line loses"),
        (
            json!("tic-tac-toe"),
            "win-in-4",
            "9 cells has no puzzle \"win-in-4\": the win takes 7 plies, and at least 3 stones",
        ),
        (json!("misere-tic-tac-toe"), "win-in-4", "the win takes 8 plies, and at least 3 stones stand before it"),
    ] {
        let game = game.as_str().map_or_else(|| game.to_string(), str::to_owned);
        let query =
            form_urlencoded::Serializer::new(String::new()).extend_pairs([("game", &*game), ("theme", theme)]).finish();
        let refused = get(&app, &format!("/v1/puzzles?{query}")).await;
        assert_eq!(faults(&refused, 422, "invalid-request"), ["/theme does-not-fit"], "{query}");
        let detail = refused.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(expected) && detail.contains("send another theme"), "{detail}");
    }
    assert_eq!(state.pool().counters().completed.load(Relaxed), 0, "no search");
    // A theme that is left out, or that the game has, is searched for.
    assert_eq!(get(&app, "/v1/puzzles?game=misere-tic-tac-toe&seed=1").await.status, 200);
    assert_eq!(get(&app, "/v1/puzzles?game=misere-tic-tac-toe&seed=1&theme=only-move").await.status, 200);
    assert_eq!(state.pool().counters().completed.load(Relaxed), 2);
}

/// A search whose time is over has no other puzzle than one with all the time there is.
#[tokio::test]
async fn a_puzzle_is_the_same_or_none() {
    let app = app_with(ServerLimits { movetime_ms_max: 1, movetime_ms_default: 1, ..ServerLimits::DEFAULT });
    let hurried = get(&app, "/v1/puzzles?game=connect-four&theme=win-in-4&seed=2").await;
    match hurried.status.as_u16() {
        200 => assert_eq!(hurried.json(), puzzle("game=connect-four&theme=win-in-4&seed=2").await),
        // Half of its time may have passed in the queue.
        503 => assert!(faults(&hurried, 503, "saturated").is_empty()),
        _ => assert_eq!(faults(&hurried, 422, "invalid-request"), ["/theme does-not-fit"]),
    }
}
