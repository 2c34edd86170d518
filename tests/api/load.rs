//! What happens when there is more work than threads, and when clients go away.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::HeaderValue;
use inarow::config::ServerLimits;
use inarow::http::{self, AppState};

use crate::service::live::until;
use crate::service::{get, pointers};

const LONG_SEARCH: &str = "/v1/move?game=gomoku&movetime=5000";

fn small() -> (Arc<AppState>, Router) {
    let limits = ServerLimits { workers: 1, queue_max: 1, table_mib: 1, ..ServerLimits::DEFAULT };
    let state = Arc::new(AppState::new(limits, Arc::default()).unwrap());
    let app = http::app(Arc::clone(&state), &[HeaderValue::from_static("*")], false);
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

    let start = Instant::now();
    let refused = get(&app, LONG_SEARCH).await;
    // The searches before it take five seconds.
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    pointers(&refused, 503, "saturated");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(get(&app, "/v1/move?board=XO.......").await.status, 200);
    assert_eq!(get(&app, "/livez").await.status, 200);

    // Both clients go away: the threads are free again long before the searches' time is over.
    running.abort();
    waiting.abort();
    until(|| tally.running.load(Relaxed) == 0 && tally.queued.load(Relaxed) == 0).await;
    assert_eq!(tally.cancelled.load(Relaxed), 2);
    assert_eq!(get(&app, "/v1/move?game=gomoku&depth=1").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_ends_searches_with_the_best_so_far() {
    let (state, app) = small();
    let running = tokio::spawn({
        let app = app.clone();
        async move { get(&app, LONG_SEARCH).await }
    });
    until(|| state.pool().counters().running.load(Relaxed) == 1).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    state.pool().close();
    let answer = running.await.unwrap();
    assert_eq!((answer.status.as_u16(), &answer.json()["search"]["stop"]), (200, &"cancelled".into()));
    assert_eq!(answer.header("cache-control"), "no-store");
    pointers(&get(&app, LONG_SEARCH).await, 503, "shutting-down");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_until_the_end_gets_the_least_there_is() {
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
        let start = Instant::now();
        let answer = get(&app, &format!("/v1/move?{query}&movetime=50")).await;
        assert!((50..1_000).contains(&start.elapsed().as_millis()), "{query}: {:?}", start.elapsed());
        let answer = answer.json();
        assert_eq!(answer["search"]["stop"], "movetime", "{query}: {answer}");
        assert_eq!(answer["search"]["depth"], 1, "{query}: {answer}");
        assert!(answer["move"]["cell"].is_u64(), "{query}: {answer}");
        assert_eq!(tally.expired.load(Relaxed), index as u64 + 1);
    }
    let ranked = get(&app, "/v1/analysis?game=gomoku&movetime=50").await.json();
    assert_eq!(ranked["lines"].as_array().map(Vec::len), Some(225));

    // A table is there or is not.
    let refused = get(&app, "/v1/move?game=misere-tic-tac-toe&algorithm=retrograde&movetime=50").await;
    assert_eq!(pointers(&refused, 503, "saturated"), Vec::<String>::new());
    assert_eq!(refused.header("retry-after"), "1");
    let detail = &refused.json()["detail"];
    assert!(detail.as_str().is_some_and(|detail| detail.contains("before the time was over")), "{detail}");
    running.abort();
}
