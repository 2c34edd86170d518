//! Every error, the framework's own included, is a problem document.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Method, Request};
use http_body_util::Channel;
use inarow::config::{ConnectionLimits, ServerLimits};
use inarow::http::{self, AppState};
use tokio::time::{Instant, sleep};

use crate::service::{app, app_with, faults, get, post, send, unhurried};

const NONE: [&str; 0] = [];

#[tokio::test]
async fn an_unknown_path_is_not_found() {
    let app = app();
    for path in ["/nope", "/v1", "/v1/move/", "/v2/move", "//", "/%00"] {
        assert_eq!(faults(&get(&app, path).await, 404, "not-found"), NONE, "{path}");
    }
    for (path, hint) in [
        ("/v1/mov", "did you mean /v1/move?"),
        ("/v1/Analysis", "did you mean /v1/analysis?"),
        ("/v1/move/", "did you mean /v1/move?"),
        ("/api/v1/move", "did you mean /v1/move?"),
        ("/v1/move&moves=b2", "did you mean /v1/move?moves=b2?"),
        ("/games", "did you mean /v1/games?"),
        ("/openapi.yml", "did you mean /openapi.yaml?"),
    ] {
        let answer = get(&app, path).await;
        assert_eq!(faults(&answer, 404, "not-found"), NONE, "{path}");
        assert_eq!(answer.json()["detail"], format!("there is no {path}; {hint} GET / lists the endpoints"));
    }
    let answer = get(&app, "/nope?a=1").await;
    assert_eq!(answer.json()["detail"], "there is no /nope; GET / lists the endpoints");
    assert_eq!(answer.json()["instance"], "/nope");
    let long = get(&app, &format!("/{}", "a".repeat(99))).await.json()["detail"].take();
    assert_eq!(long, format!("there is no /{}…; GET / lists the endpoints", "a".repeat(63)));
}

/// The type of a problem is a link that works for its reader: on any host, and behind a proxy.
#[tokio::test]
async fn types_of_problems_are_absolute() {
    let own = AppState::new(unhurried(ServerLimits::DEFAULT), Arc::default())
        .unwrap()
        .at(Some("https://a.example".to_owned()));
    let own = http::app(Arc::new(own), http::AppOptions::default());
    let app = app();
    for (app, host, scheme, origin) in [
        (&app, "b.example:8443", None, "http://b.example:8443"),
        (&app, "[::1]:8080", Some("http"), "http://[::1]:8080"),
        (&app, "b.example", Some("https"), "https://b.example"),
        (&app, "b.example", Some("gopher"), "http://b.example"),
        // No link to where nobody can go.
        (&app, "", None, ""),
        (&app, "b\"c", None, ""),
        (&own, "b.example", None, "https://a.example"),
    ] {
        let mut request = Request::get("/nope").header("host", host).body(Body::empty()).unwrap();
        if let Some(scheme) = scheme {
            request.headers_mut().insert("x-forwarded-proto", HeaderValue::from_static(scheme));
        }
        let answer = send(app, request).await;
        faults(&answer, 404, "not-found");
        assert_eq!(answer.json()["type"], format!("{origin}/docs#problem-not-found"), "{host}");
    }
    // Within a batch, too.
    let batch = post(&own, "/v1/batch", r#"{"requests": [{"kind": "move", "depth": 0}]}"#).await.json();
    assert_eq!(batch["results"][0]["problem"]["type"], "https://a.example/docs#problem-invalid-request");
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let app = app();
    for (path, methods) in [("/v1/move", "GET,HEAD,POST"), ("/v1/games", "GET,HEAD"), ("/livez", "GET,HEAD")] {
        for method in [Method::DELETE, Method::PUT, Method::PATCH, Method::TRACE] {
            let answer = send(&app, Request::builder().method(&method).uri(path).body(Body::empty()).unwrap()).await;
            faults(&answer, 405, "method-not-allowed");
            assert_eq!(answer.header("allow"), methods);
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(method.as_str()) && detail.contains("GET, HEAD"), "{detail}");
        }
    }
    faults(&post(&app, "/v1/games", "{}").await, 405, "method-not-allowed");
}

#[tokio::test]
async fn text_that_is_not_json_is_malformed() {
    let app = app();
    let bad: [&[u8]; 9] = [
        b"",
        b" ",
        b"{",
        b"{\"board\":}",
        b"{} {}",
        b"nonsense",
        b"{\"turn\":\"\xff\"}",
        b"{'turn':'X'}",
        b"{\"a\":1,}",
    ];
    for body in bad {
        let answer = post(&app, "/v1/move", body.to_vec()).await;
        assert_eq!(faults(&answer, 400, "malformed-json"), NONE, "{}", String::from_utf8_lossy(body));
    }
    let marked = post(&app, "/v1/move", "\u{feff}{}".as_bytes().to_vec()).await;
    assert_eq!(marked.status, 200, "a byte order mark is none of it: {}", marked.json());
    let deep = "[".repeat(30_000);
    faults(&post(&app, "/v1/move", format!("{{\"board\":{deep}")).await, 400, "malformed-json");
}

#[tokio::test]
async fn a_query_that_cannot_be_decoded_is_malformed() {
    let app = app();
    for query in ["board=%", "board=%4", "board=%zz", "board=%ff", "%c3=1"] {
        faults(&get(&app, &format!("/v1/move?{query}")).await, 400, "malformed-query");
    }
}

#[tokio::test]
async fn other_content_types_are_refused() {
    let app = app();
    let with = async |content_type: Option<&str>| {
        let request = Request::post("/v1/move");
        let request = content_type.into_iter().fold(request, |request, kind| request.header("content-type", kind));
        send(&app, request.body(Body::from("{}")).unwrap()).await
    };
    for bad in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("json"), Some("text/x+json")]
    {
        faults(&with(bad).await, 415, "unsupported-media-type");
    }
    for good in ["application/json", "Application/JSON; charset=utf-8", "application/vnd.game+json"] {
        assert_eq!(with(Some(good)).await.status, 200, "{good}");
    }
}

#[tokio::test]
async fn media_types_that_the_client_does_not_accept_are_not_sent() {
    let app = app();
    let with = async |path: &str, accept: &str| {
        send(&app, Request::get(path).header("accept", accept).body(Body::empty()).unwrap()).await
    };
    for path in ["/v1/move", "/v1/analysis", "/v1/position", "/v1/games", "/v1/heuristics"] {
        faults(&with(path, "text/html").await, 406, "not-acceptable");
        for accept in ["*/*", "application/*", "application/json", "text/html;q=0.9,*/*;q=0.1"] {
            assert_eq!(with(path, accept).await.status, 200, "{path} {accept}");
        }
    }
}

#[tokio::test]
async fn large_bodies_and_queries_are_refused() {
    let app = app_with(ServerLimits { body_bytes_max: 100, query_bytes_max: 50, ..ServerLimits::DEFAULT });
    let fits = format!("{:100}", "{}");
    assert_eq!(post(&app, "/v1/move", fits).await.status, 200);
    let announced = post(&app, "/v1/move", format!("{:101}", "{}")).await;
    faults(&announced, 413, "payload-too-large");
    assert!(announced.json()["detail"].as_str().unwrap().contains("100 bytes"));
    // In pieces and without a length.
    let parts = pieces(vec![Bytes::from(vec![b' '; 60]); 2]).await;
    faults(&post(&app, "/v1/move", parts).await, 413, "payload-too-large");
    for path in ["/v1/move", "/v1/position", "/v1/games", "/openapi.json", "/livez"] {
        faults(&get(&app, &format!("{path}?board={}", "x".repeat(60))).await, 414, "uri-too-long");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_waits_for_leave_to_send_learns_at_once_that_its_body_is_too_long() {
    let app = app_with(ServerLimits { body_bytes_max: 100, ..ServerLimits::DEFAULT });
    for (length, status, code) in [(100, 408, "request-timeout"), (101, 413, "payload-too-large")] {
        // It sends nothing: a request that is not refused at once times out.
        let (_sender, body) = Channel::<Bytes>::new(1);
        let request = Request::post("/v1/move").header("expect", "100-continue").header("content-length", length);
        faults(&send(&app, request.body(Body::new(body)).unwrap()).await, status, code);
    }
}

/// A body that arrives in these pieces, of a length that is not announced.
async fn pieces(pieces: Vec<Bytes>) -> Body {
    let (mut sender, body) = Channel::<Bytes>::new(pieces.len());
    for piece in pieces {
        sender.send_data(piece).await.expect("room for all pieces");
    }
    Body::new(body)
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_arrive_times_out() {
    let connections = ConnectionLimits { body_timeout_ms: 30_000, ..ConnectionLimits::DEFAULT };
    let app = app_with(ServerLimits { connections, ..ServerLimits::DEFAULT });
    let (_sender, body) = Channel::<Bytes>::new(1);
    let start = Instant::now();
    let answer = post(&app, "/v1/move", Body::new(body)).await;
    faults(&answer, 408, "request-timeout");
    assert_eq!(start.elapsed().as_secs(), 30);
    // Each byte comes long before a timeout that began with the byte before it would be over.
    let (mut sender, body) = Channel::<Bytes>::new(1);
    let dripping = tokio::spawn(async move {
        while sender.send_data(Bytes::from_static(b" ")).await.is_ok() {
            sleep(Duration::from_secs(2)).await;
        }
    });
    let start = Instant::now();
    let answer = post(&app, "/v1/move", Body::new(body)).await;
    faults(&answer, 408, "request-timeout");
    assert_eq!(start.elapsed().as_secs(), 30);
    dripping.await.expect("no panic");
}

#[tokio::test]
async fn head_has_the_headers_of_a_problem_and_no_body() {
    let app = app();
    let answer = send(&app, Request::head("/nope").body(Body::empty()).unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (404, "application/problem+json"));
    assert!(answer.body.is_empty());
}
