//! Request ids, CORS and HEAD.

use axum::body::Body;
use axum::http::{HeaderValue, Request};
use inarow::config::ServerLimits;
use inarow::http;

use crate::puzzles::app_at_a_time;
use crate::service::{Answer, app, get, send};

#[tokio::test]
async fn every_answer_has_an_id() {
    let app = app();
    for target in ["/v1/move", "/livez", "/nope", "/v1/move?depth=0", "/openapi.json"] {
        let made = get(&app, target).await.header("x-request-id").to_owned();
        assert!(made.len() == 16 && made.bytes().all(|byte| byte.is_ascii_hexdigit()), "{made}");
        assert_ne!(get(&app, target).await.header("x-request-id"), made);
        let sent = Request::get(target).header("x-request-id", "order-66!").body(Body::empty()).unwrap();
        assert_eq!(send(&app, sent).await.header("x-request-id"), "order-66!");
        for strange in ["two words", "", &"x".repeat(129)] {
            let sent = Request::get(target).header("x-request-id", strange).body(Body::empty()).unwrap();
            assert_eq!(send(&app, sent).await.header("x-request-id").len(), 16);
        }
    }
}

#[tokio::test]
async fn browsers_may_call_and_read_every_answer() {
    let app = app();
    for target in ["/v1/move", "/nope", "/v1/move?depth=0"] {
        let request = Request::get(target).header("origin", "https://example.org").body(Body::empty()).unwrap();
        let answer = send(&app, request).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{target}");
        let exposed = answer.header("access-control-expose-headers");
        for name in ["etag", "retry-after", "x-request-id", "server-timing"] {
            assert!(exposed.contains(name), "{exposed}");
        }
    }
    let preflight = Request::options("/v1/move")
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type")
        .body(Body::empty());
    let answer = send(&app, preflight.unwrap()).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(answer.header("access-control-allow-methods").contains("POST"));
    // A wildcard does not cover Authorization.
    let allowed: Vec<&str> = answer.header("access-control-allow-headers").split(',').map(str::trim).collect();
    assert_eq!(allowed, ["*", "authorization"]);
    assert_eq!(answer.header("access-control-max-age"), "86400", "a browser asks once a day");
    assert_eq!(answer.header("x-request-id").len(), 16);
}

#[tokio::test]
async fn origins_can_be_restricted() {
    let state = crate::service::state(ServerLimits::DEFAULT);
    let origins = [HeaderValue::from_static("https://a.example"), HeaderValue::from_static("https://b.example")];
    let app = http::app(state, http::AppOptions { cors_origins: &origins, ..http::AppOptions::default() });
    for (origin, allowed) in [("https://b.example", "https://b.example"), ("https://c.example", "")] {
        let request = Request::get("/v1/move").header("origin", origin).body(Body::empty()).unwrap();
        let answer = send(&app, request).await;
        assert_eq!(answer.header("access-control-allow-origin"), allowed);
        assert_eq!(vary(&answer), ["accept, origin"]);
    }
}

fn vary(answer: &Answer) -> Vec<&str> {
    answer.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect()
}

/// nginx 1.22 obeys the last line of several: a client of JSON would get the text that another one asked for.
#[tokio::test]
async fn vary_stands_in_one_line() {
    let cors_origins = &[HeaderValue::from_static("https://a.example")];
    let state = crate::service::state(ServerLimits::DEFAULT);
    let (open, closed) = (app(), http::app(state, http::AppOptions { cors_origins, ..http::AppOptions::default() }));
    let long = "/v1/analysis?game=connect-four&moves=d1,d2,d3,d4,d5";
    for (path, by) in [(long, "accept, accept-encoding"), ("/v1/move", "accept"), ("/", "accept, accept-encoding")] {
        for coding in ["gzip", "identity"] {
            let ask = || Request::get(path).header("accept-encoding", coding).header("origin", "https://a.example");
            let answer = send(&open, ask().body(Body::empty()).unwrap()).await;
            assert_eq!(vary(&answer), [by], "{path}");
            let answer = send(&closed, ask().body(Body::empty()).unwrap()).await;
            assert_eq!(vary(&answer), [format!("{by}, origin")], "{path}");
        }
    }
}

#[tokio::test]
async fn head_goes_with_every_get() {
    // How long today's puzzle may be kept follows the clock.
    let app = app_at_a_time();
    let contract = http::contract();
    for (path, methods) in contract.routes {
        if !methods.contains(&"GET") {
            continue;
        }
        let full = get(&app, path).await;
        let head = send(&app, Request::head(path).body(Body::empty()).unwrap()).await;
        assert_eq!((full.status, head.body.len()), (head.status, 0), "{path}");
        // A game is the one thing that a request must have.
        assert_eq!(head.status, if path == "/v1/review" { 422 } else { 200 }, "{path}");
        for name in ["content-type", "content-length", "cache-control"] {
            if (path, name) == ("/metrics", "content-length") {
                continue; // each look changes the figures
            }
            assert_eq!(full.header(name), head.header(name), "{path} {name}");
        }
    }
}
