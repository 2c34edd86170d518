//! More work than threads, and clients that go away.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use inarow::http::search_pool::WaitReason;
use inarow::http::{self, AppState};
use serde_json::json;

use crate::service::live::{long_searches, until};
use crate::service::{faults, get, post, send};

/// It takes [`LONG_MS`](crate::service::live::LONG_MS).
const LONG_SEARCH: &str = "/v1/move?game=gomoku";

/// One thread for searches and one place in the queue.
fn small() -> (Arc<AppState>, Router) {
    let limits = ServerLimits { queue_max: 1, ..long_searches() };
    let state = crate::service::state(limits);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    (state, app)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_is_503_at_once_and_small_answers_pass_it() {
    let (state, app) = small();
    let search = |app: Router| tokio::spawn(async move { get(&app, LONG_SEARCH).await });
    let running = search(app.clone());
    let tally = state.pool().counters();
    until(|| tally.running.load(Relaxed) == 1).await;
    let waiting = search(app.clone());
    until(|| tally.queued.load(Relaxed) == 1).await;

    let refused = get(&app, LONG_SEARCH).await;
    faults(&refused, 503, "saturated");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(get(&app, "/v1/move?board=XO.......").await.status, 200);
    assert_eq!(get(&app, "/v1/review?moves=b2,b1").await.status, 200);
    assert_eq!(get(&app, "/livez").await.status, 200);
    // A refusal of the engine needs no search thread.
    for path in ["/v1/move?", "/v1/analysis?", "/v1/review?moves=h8&"] {
        for accept in ["application/json", "application/x-ndjson"] {
            let request = Request::get(format!("{path}game=gomoku&algorithm=retrograde")).header("accept", accept);
            let refused = send(&app, request.body(Body::empty()).unwrap()).await;
            assert_eq!(faults(&refused, 422, "invalid-request"), ["/algorithm does-not-fit"], "{path} {accept}");
        }
    }
    let players = json!({"game": "gomoku", "players": [{}, {"algorithm": "retrograde"}]});
    let refused = post(&app, "/v1/match", players.to_string()).await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/players/1/algorithm does-not-fit"]);

    // Both clients go away.
    running.abort();
    waiting.abort();
    until(|| tally.running.load(Relaxed) == 0 && tally.queued.load(Relaxed) == 0).await;
    assert_eq!(tally.cancelled.load(Relaxed), 2);
    let found = get(&app, "/v1/move?game=gomoku&depth=1").await;
    assert_eq!(found.status, 200);
    assert!(found.header("server-timing").contains("queue;dur=") && !found.header("server-timing").contains("desc"));
}

/// Nothing but the cancel flag ends these jobs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_goes_away_stops_its_job_at_every_endpoint() {
    let limits =
        ServerLimits { tree_nodes_counted_max: u32::MAX, continuation_positions_max: u32::MAX, ..long_searches() };
    let state = crate::service::state(limits);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    let counters = state.pool().counters();
    let cases = [
        ("/v1/move", json!({"game": "gomoku"})),
        ("/v1/analysis", json!({"game": "gomoku"})),
        ("/v1/batch", json!({"requests": [{"kind": "move", "game": "gomoku"}, {"kind": "move", "game": "gomoku-19"}]})),
        ("/v1/batch", json!({"requests": [{"kind": "analysis", "game": "gomoku"}]})),
        ("/v1/match", json!({"game": "gomoku", "players": [{"depth": 30}, {"depth": 30}]})),
        ("/v1/tree", json!({"game": "gomoku", "depth": 4, "algorithm": "minimax"})),
        ("/v1/continuations", json!({"game": "four-by-four"})),
    ];
    for (round, (path, body)) in (1..).zip(cases) {
        let asking = tokio::spawn({
            let (app, body) = (app.clone(), body.to_string());
            async move { post(&app, path, body).await }
        });
        until(|| counters.running.load(Relaxed) == 1).await;
        asking.abort();
        until(|| counters.running.load(Relaxed) == 0).await;
        assert_eq!(counters.cancelled.load(Relaxed), round, "{path} {body}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_ends_searches_with_the_best_so_far() {
    let (state, app) = small();
    let running = tokio::spawn({
        let app = app.clone();
        async move { get(&app, LONG_SEARCH).await }
    });
    until(|| state.pool().counters().running.load(Relaxed) == 1).await;
    state.pool().close();
    let answer = running.await.unwrap();
    assert_eq!((answer.status.as_u16(), &answer.json()["search"]["stop"]), (200, &"cancelled".into()));
    assert_eq!(answer.header("cache-control"), "no-store");
    faults(&get(&app, LONG_SEARCH).await, 503, "shutting-down");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_that_waits_until_the_end_gets_the_least_answer() {
    let (state, app) = small();
    let running = tokio::spawn({
        let app = app.clone();
        async move { get(&app, LONG_SEARCH).await }
    });
    let tally = state.pool().counters();
    until(|| tally.running.load(Relaxed) == 1).await;
    for (index, query) in
        ["game=gomoku", "game=gomoku-19&tieBreak=trap", "game=four-by-four&tieBreak=trap"].into_iter().enumerate()
    {
        let answer = get(&app, &format!("/v1/move?{query}&movetime=50")).await;
        assert!(answer.header("server-timing").contains("queue;dur="), "{query}");
        assert!(
            answer.header("server-timing").ends_with("depth 1 only: no search thread was free in time\""),
            "{query}"
        );
        let answer = answer.json();
        assert_eq!(answer["search"]["stop"], "queue", "{query}: {answer}");
        assert_eq!(answer["search"]["depth"], 1, "{query}: {answer}");
        assert!(answer["move"]["cell"].is_u64(), "{query}: {answer}");
        let counted = [&tally.expired, &tally.late].map(|counts| WaitReason::ALL.map(|reason| counts.of(reason)));
        assert_eq!(counted, [[index as u64 + 1, 0]; 2]);
        assert_eq!(state.metrics.value("inarow_search_queue_seconds_count"), Some(index as f64 + 1.0), "{query}");
    }
    let ranked = get(&app, "/v1/analysis?game=gomoku&movetime=50").await.json();
    assert_eq!(ranked["lines"].as_array().map(Vec::len), Some(225));
    for tool in ["best_move", "analyse_position"] {
        let arguments = json!({"game": "gomoku", "moves": ["h8"], "movetime": 50});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
        let answer = post(&app, "/mcp", call.to_string()).await.json();
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        assert!(text.contains("The service is busy, so that this was hardly searched"), "{answer}");
    }

    for (path, body) in [
        ("/v1/batch", json!({"movetime": 50, "requests": [{"kind": "move", "game": "gomoku"}]})),
        ("/v1/match", json!({"movetime": 50, "players": [{}, {}]})),
    ] {
        let expired = post(&app, path, body.to_string()).await;
        assert_eq!(faults(&expired, 503, "saturated"), Vec::<String>::new(), "{path}");
    }

    // Games of up to 32 moves are judged at depth 1.
    for (plies, status) in [(32, 200), (33, 503)] {
        let game = json!({"width": 20, "height": 20, "k": 20});
        let body = json!({"movetime": 50, "game": game, "moves": (0..plies).collect::<Vec<_>>()});
        assert_eq!(post(&app, "/v1/review", body.to_string()).await.status, status, "{plies} plies");
    }

    // A table is there or is not.
    let refused = get(&app, "/v1/move?game=misere-tic-tac-toe&algorithm=retrograde&movetime=50").await;
    assert_eq!(faults(&refused, 503, "saturated"), Vec::<String>::new());
    assert_eq!(refused.header("retry-after"), "1");
    let detail = &refused.json()["detail"];
    assert!(detail.as_str().is_some_and(|detail| detail.contains("the time ended before")), "{detail}");
    running.abort();
}

/// A thread that comes when half of the time has passed comes late, even if the search still finds a move; one that comes before does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_whose_thread_comes_late_says_so() {
    let (state, app) = small();
    let tally = state.pool().counters();
    let [late, expired] = [&tally.late, &tally.expired].map(|counts| || counts.of(WaitReason::Busy));
    let ask = |query: String| {
        let app = app.clone();
        tokio::spawn(async move { get(&app, &format!("/v1/move?game=gomoku&{query}")).await })
    };
    let held = async |query: String, held: Duration| {
        let (running, before) = (ask(String::new()), expired());
        until(|| tally.running.load(Relaxed) == 1).await;
        let waiting = ask(query);
        until(|| tally.queued.load(Relaxed) == 1 || expired() > before).await;
        tokio::time::sleep(held).await;
        running.abort();
        let stop = waiting.await.unwrap().json()["search"]["stop"].take();
        until(|| tally.running.load(Relaxed) == 0).await;
        stop
    };
    assert_eq!((held("depth=1".into(), Duration::ZERO).await, late()), ("depth".into(), 0));
    // A machine that is slow needs more time to come between the half and the whole.
    let (mut tries, mut movetime_ms) = (0, 100);
    while tries == expired() {
        movetime_ms *= 2;
        let stop = held(format!("movetime={movetime_ms}"), Duration::from_millis(movetime_ms / 2)).await;
        tries += 1;
        assert_eq!((stop, late()), ("queue".into(), tries), "{movetime_ms} ms");
    }
    let alone = ask("depth=1".into()).await.unwrap().json();
    assert_eq!((&alone["search"]["stop"], late()), (&"depth".into(), tries));
    // The end of an aborted search is not counted.
    assert_eq!(state.metrics.value("inarow_search_queue_seconds_count"), Some((tries + 2) as f64));
}

/// The header tells how many threads computed the parts of an answer; the answer does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_threads_help_a_request_up_to_the_limit() {
    let game = json!({"game": "gomoku", "moves": ["h8", "i8", "h9", "i9", "h10"], "nodes": 300}).to_string();
    let mut answers = Vec::new();
    // The first thread is lent before the work begins; how many more are depends on how soon they come.
    for (threads_per_request_max, threads) in [(0, 2..=4), (3, 2..=3), (2, 2..=2), (1, 0..=0)] {
        let limits = ServerLimits { workers: 4, threads_per_request_max, ..long_searches() };
        let app = crate::service::app_with(limits);
        let answer = post(&app, "/v1/review", game.clone()).await;
        assert_eq!(answer.status, 200);
        let timing = answer.header("server-timing");
        let said = timing.split_once("threads;desc=\"").map_or("0", |(_, said)| said.trim_end_matches('"'));
        assert!(threads.contains(&said.parse().unwrap()), "{timing}");
        answers.push(answer.json()["moves"].take());
        let published = get(&app, "/v1/games").await.json()["limits"]["threadsPerRequestMax"].take();
        assert_eq!(published, if threads_per_request_max == 0 { 4 } else { threads_per_request_max });
    }
    assert!(answers.windows(2).all(|pair| without_times(&pair[0]) == without_times(&pair[1])));
}

fn without_times(moves: &serde_json::Value) -> String {
    let mut moves = moves.clone();
    for one in moves.as_array_mut().unwrap() {
        one["search"].as_object_mut().unwrap().remove("timeMs");
    }
    moves.to_string()
}
