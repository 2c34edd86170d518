//! Keys and rates.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, Request};
use inarow::config::{AccessSettings, ServerLimits};
use inarow::http::access::Access;
use inarow::http::{self, App, State};

use crate::service::{Answer, pointers, send};

fn guarded(settings: &AccessSettings) -> (App, Arc<Access>) {
    let access = Arc::new(Access::new(settings).unwrap());
    let state = Arc::new(State::new(ServerLimits::DEFAULT).unwrap());
    let app = http::guarded_app(state, &[HeaderValue::from_static("*")], Arc::clone(&access), false);
    (app, access)
}

/// A file of keys of its own for each test.
fn key_file(test: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("keys-{test}"));
    fs::write(&path, text).unwrap();
    path
}

async fn with(app: &App, target: &str, headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(Request::get(target), |request, (name, value)| request.header(*name, *value));
    send(app, request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn keys_open_what_is_closed_without_them() {
    let file = key_file("open", "# those who may\nfirst-key\n\n  second-key  \n");
    let (app, _) = guarded(&AccessSettings { api_keys_file: Some(file), ..AccessSettings::default() });
    for key in ["first-key", "second-key"] {
        for scheme in ["Bearer", "bearer"] {
            let answer = with(&app, "/v1/move", &[("authorization", &format!("{scheme} {key}"))]).await;
            assert_eq!(answer.status, 200, "{scheme} {key}");
        }
    }
    for bad in
        ["Bearer third-key", "Bearer first-ke", "Bearer first-keyy", "Bearer ", "Basic first-key", "first-key", ""]
    {
        let answer = with(&app, "/v1/move", &[("authorization", bad), ("origin", "https://example.org")]).await;
        pointers(&answer, 401, "unauthorized");
        assert_eq!(answer.header("www-authenticate"), "Bearer realm=\"inarow\"");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert!(!String::from_utf8_lossy(&answer.body).contains("first-key"));
    }
    for path in ["/v1/move", "/v1/games"] {
        let answer = with(&app, path, &[]).await;
        pointers(&answer, 401, "unauthorized");
        assert!(answer.json()["detail"].as_str().unwrap().contains("Authorization: Bearer"));
    }
    for path in ["/livez", "/healthz", "/readyz", "/version", "/metrics", "/", "/openapi.yaml", "/openapi.json"] {
        assert_eq!(with(&app, path, &[]).await.status, 200, "{path}");
    }
    let preflight = Request::options("/v1/move").header("origin", "https://example.org").body(Body::empty());
    assert_eq!(send(&app, preflight.unwrap()).await.status, 200);
}

#[tokio::test]
async fn keys_are_read_again_and_the_former_stay_if_that_fails() {
    let file = key_file("reload", "old");
    let settings = AccessSettings { api_keys_file: Some(file.clone()), ..AccessSettings::default() };
    let (app, access) = guarded(&settings);
    let status =
        async |key: &str| with(&app, "/v1/games", &[("authorization", &format!("Bearer {key}"))]).await.status.as_u16();
    assert_eq!((status("old").await, status("new").await), (200, 401));
    fs::write(&file, "new\nnewer\n").unwrap();
    assert_eq!(access.reload().unwrap(), Some(2));
    assert_eq!((status("old").await, status("new").await, status("newer").await), (401, 200, 200));
    for wrong in ["", "# nobody", "two words"] {
        fs::write(&file, wrong).unwrap();
        assert!(access.reload().unwrap_err().to_string().contains("keys-reload"), "{wrong}");
        assert!(Access::new(&settings).is_err(), "{wrong}");
    }
    assert_eq!(status("new").await, 200);
}

#[tokio::test]
async fn a_client_that_asks_too_often_is_told_when_it_may() {
    let settings = AccessSettings {
        rate_per_minute: 2,
        rate_burst: 3,
        client_header: Some("x-forwarded-for".into()),
        ..AccessSettings::default()
    };
    let (app, _) = guarded(&settings);
    let from = async |client: &str| with(&app, "/v1/move", &[("x-forwarded-for", client)]).await;
    for remaining in ["2", "1", "0"] {
        let answer = from("forged, 10.0.0.1").await;
        assert_eq!((answer.status.as_u16(), answer.header("ratelimit-remaining")), (200, remaining));
        assert_eq!(answer.header("ratelimit-limit"), "3");
    }
    let refused = from("forged otherwise, 10.0.0.1").await;
    pointers(&refused, 429, "too-many-requests");
    let seconds = |name: &str| refused.header(name).parse::<u64>().unwrap();
    assert!((29..=30).contains(&seconds("retry-after")), "{}", seconds("retry-after"));
    assert!((89..=90).contains(&seconds("ratelimit-reset")));
    assert_eq!((refused.header("ratelimit-limit"), refused.header("ratelimit-remaining")), ("3", "0"));
    for name in ["ratelimit-limit", "retry-after"] {
        assert!(refused.header("access-control-expose-headers").contains(name));
    }
    assert_eq!(from("10.0.0.2").await.status, 200, "another client");
    for _ in 0..5 {
        assert_eq!(with(&app, "/livez", &[("x-forwarded-for", "10.0.0.1")]).await.status, 200, "probes are free");
    }
}

#[tokio::test]
async fn with_keys_each_key_has_its_own_rate() {
    let file = key_file("rate", "a\nb");
    let settings = AccessSettings { api_keys_file: Some(file), rate_per_minute: 1, ..AccessSettings::default() };
    let (app, _) = guarded(&settings);
    let status =
        async |key: &str| with(&app, "/v1/games", &[("authorization", &format!("Bearer {key}"))]).await.status.as_u16();
    assert_eq!((status("a").await, status("a").await, status("b").await), (200, 429, 200));
    assert_eq!(status("c").await, 401, "strangers use up nobody's rate");
}
