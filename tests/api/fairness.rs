//! Threads that serve everybody do nothing long. How long each step of an answer takes is measured by `cargo bench --bench load`.

use std::sync::Arc;

use inarow::config::ServerLimits;
use inarow::http;

use crate::service::{Answer, faults, get, post, state};

/// A request that is not read in place needs a thread, which a pool that takes no more jobs refuses.
#[tokio::test]
async fn only_short_requests_about_small_boards_are_read_in_place() {
    let state = state(ServerLimits { workers: 1, table_mib: 1, ..ServerLimits::DEFAULT });
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    state.pool().close();
    let is_in_place = |answer: &Answer| {
        let is_in_place = answer.status == 200;
        assert!(is_in_place || faults(answer, 503, "shutting-down").is_empty());
        is_in_place
    };
    for (target, expected) in [
        ("/v1/position", true),
        ("/v1/move?board=XO.......", true),
        ("/v1/position?game=four-by-four&board=X...............", true),
        ("/v1/position?game=connect-four", false),
        ("/v1/position?game=gomoku", false),
        ("/v1/position?game={%22width%22:3,%22height%22:3,%22k%22:3}", false),
        // A record may name its own game.
        ("/v1/position?record=1.%20a1%20b2", false),
        // Many positions, whatever their board.
        ("/v1/review?moves=b2,b1", false),
        // Found by search alone.
        ("/v1/puzzles", false),
    ] {
        assert_eq!(is_in_place(&get(&app, target).await), expected, "{target}");
    }
    for (path, body, length, expected) in [
        ("/v1/position", "{}", 1_024, true),
        ("/v1/position", "{}", 1_025, false),
        ("/v1/batch", r#"{"requests":[{"kind":"position"}]}"#, 0, false),
    ] {
        let body = format!("{body:length$}");
        assert_eq!(is_in_place(&post(&app, path, body).await), expected, "{path} {length}");
    }
}
