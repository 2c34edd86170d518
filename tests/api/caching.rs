//! ETag, If-None-Match, Cache-Control, Vary and Server-Timing.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::service::{Answer, app, get, post, send};
use axum::Router;

async fn if_none_match(app: &Router, target: &str, tags: &str) -> Answer {
    send(app, Request::get(target).header("if-none-match", tags).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn pure_answers_are_public_and_revalidated() {
    let app = app();
    let long_lived = "public, max-age=86400";
    for (target, cache_control) in [
        ("/v1/move?board=XO.......&turn=X", long_lived),
        ("/v1/move?skill=10&seed=3", long_lived),
        ("/v1/move?game=gomoku&depth=1", long_lived),
        ("/v1/move?board=XXXOO....", long_lived),
        ("/v1/analysis?board=XO.......", long_lived),
        ("/v1/analysis?game=connect-four&depth=2", long_lived),
        ("/v1/analysis?board=XXXOO....", long_lived),
        ("/v1/position?board=XO.......", long_lived),
        ("/v1/games", "public, max-age=3600"),
        ("/v1/heuristics", "public, max-age=3600"),
        ("/openapi.yaml", "public, max-age=3600"),
        ("/openapi.json", "public, max-age=3600"),
    ] {
        let first = get(&app, target).await;
        let etag = first.header("etag").to_owned();
        assert_eq!((first.status.as_u16(), first.header("cache-control")), (200, cache_control), "{target}");
        assert!(etag.len() == 18 && etag.starts_with('"') && etag.ends_with('"'), "{etag}");
        // Long answers are compressed.
        let vary = if first.body.len() < 1 << 10 { "accept" } else { "accept, accept-encoding" };
        assert_eq!(first.header("vary"), vary);
        let again = get(&app, target).await;
        assert_eq!((again.header("etag"), &again.body), (etag.as_str(), &first.body));
        for tags in [etag.clone(), format!("W/{etag}"), format!("\"other\", {etag}"), "*".into()] {
            let known = if_none_match(&app, target, &tags).await;
            assert_eq!((known.status.as_u16(), known.body.len()), (304, 0), "{target} {tags}");
            assert_eq!((known.header("etag"), known.header("cache-control")), (etag.as_str(), cache_control));
            assert_eq!((known.header("vary"), known.header("content-length")), (vary, ""));
        }
        assert_eq!(if_none_match(&app, target, "\"other\"").await.status, 200);
        let two_lines = Request::get(target).header("if-none-match", "\"other\"").header("if-none-match", &etag);
        assert_eq!(send(&app, two_lines.body(Body::empty()).unwrap()).await.status, 304, "{target}");
        let known = Request::head(target).header("if-none-match", &etag).body(Body::empty()).unwrap();
        let known = send(&app, known).await;
        assert_eq!((known.status.as_u16(), known.header("content-length")), (304, ""), "{target}");
        let head = send(&app, Request::head(target).body(Body::empty()).unwrap()).await;
        assert_eq!((head.header("etag"), head.body.len()), (etag.as_str(), 0));
        assert_eq!(head.header("content-length"), first.body.len().to_string());
    }
    let answer = get(&app, "/v1/move").await;
    assert!(answer.header("server-timing").starts_with("search;dur="));
    let other = get(&app, "/v1/move?board=XO.......").await;
    assert_ne!(answer.header("etag"), other.header("etag"));
}

#[tokio::test]
async fn answers_of_clock_and_chance_are_not_stored() {
    let app = app();
    for target in [
        "/v1/move?skill=10",
        "/v1/move?tieBreak=random",
        "/v1/move?game=gomoku&movetime=20",
        "/v1/analysis?game=gomoku&movetime=20",
    ] {
        let answer = get(&app, target).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"), "{target}");
        assert_eq!(answer.header("etag"), "");
        assert!(answer.json()["search"]["timeMs"].is_number());
        assert_eq!(if_none_match(&app, target, "*").await.status, 200);
    }
    for path in ["/v1/move", "/v1/analysis", "/v1/position"] {
        let posted = post(&app, path, json!({}).to_string()).await;
        assert_eq!((posted.header("cache-control"), posted.header("etag")), ("no-store", ""));
    }
    for path in ["/livez", "/readyz", "/version", "/"] {
        assert_eq!(get(&app, path).await.header("cache-control"), "no-store", "{path}");
    }
}
