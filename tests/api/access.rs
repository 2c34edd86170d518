//! Keys and rates.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use governor::clock::{Clock as _, FakeRelativeClock};
use inarow::config::{AccessSettings, ServerLimits};
use inarow::http::auth::{Access, Admission};
use inarow::http::rate_limit::Clock;
use inarow::http::{self, AppState};

use crate::service::{Answer, faults, send, unhurried};

fn guarded(settings: &AccessSettings) -> (Router, Arc<Access>) {
    let (app, access, _) = guarded_with_clock(settings);
    (app, access)
}

/// The service over a clock that stands still until the test moves it.
fn guarded_with_clock(settings: &AccessSettings) -> (Router, Arc<Access>, FakeRelativeClock) {
    let fake = FakeRelativeClock::default();
    let clock = fake.clone();
    let access = Access::with_clock(settings, Clock::new(move || clock.now().into())).unwrap();
    let access = Arc::new(access);
    let state = Arc::new(AppState::new(unhurried(ServerLimits::DEFAULT), Arc::clone(&access)).unwrap());
    let app = http::app(state, http::AppOptions::default());
    (app, access, fake)
}

/// A file of keys of its own for each test.
fn key_file(test: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("keys-{test}"));
    fs::write(&path, text).unwrap();
    path
}

async fn with(app: &Router, target: &str, headers: &[(&str, &str)]) -> Answer {
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
        faults(&answer, 401, "unauthorized");
        assert_eq!(answer.header("www-authenticate"), "Bearer realm=\"inarow\"");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert!(!String::from_utf8_lossy(&answer.body).contains("first-key"));
    }
    for path in ["/v1/move", "/v1/games", "/v1/position.svg", "/v1/position.png", "/solve?pos=4453"] {
        let answer = with(&app, path, &[]).await;
        faults(&answer, 401, "unauthorized");
        assert!(answer.json()["detail"].as_str().unwrap().contains("Authorization: Bearer"));
    }
    for (target, header, fault) in [
        ("/v1/move", ("x-api-key", "first-key"), "one in x-api-key is not read"),
        ("/v1/move", ("authorization", "Basic first-key"), "has another scheme than Bearer"),
        ("/v1/move?api_key=first-key", ("accept", "*/*"), "one in the query is not read"),
        ("/v1/move", ("authorization", "Bearer third-key"), "the key sent is not valid: ask the operator for one"),
        ("/v1/move", ("authorization", "Bearer "), "none was sent"),
    ] {
        let answer = with(&app, target, &[header]).await;
        faults(&answer, 401, "unauthorized");
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(fault) && detail.ends_with("; send \"Authorization: Bearer KEY\""), "{detail}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("first-key"), "{detail}");
    }
    let by_agent = |key: Option<&str>| {
        let request = Request::post("/mcp").header("content-type", "application/json");
        let request = key.into_iter().fold(request, |request, key| request.header("authorization", key));
        request.body(Body::from(r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#)).unwrap()
    };
    let refused = send(&app, by_agent(None)).await;
    assert_eq!((refused.status.as_u16(), refused.header("www-authenticate")), (401, "Bearer realm=\"inarow\""));
    assert_eq!(refused.header("connection"), "close", "its body is not read, so that no other request can follow");
    assert_eq!(with(&app, "/v1/move", &[]).await.header("connection"), "", "nothing is left to read");
    let admitted = send(&app, by_agent(Some("Bearer first-key"))).await;
    assert_eq!((admitted.status.as_u16(), admitted.header("connection")), (200, ""));
    for path in ["/livez", "/healthz", "/readyz", "/version", "/metrics", "/", "/openapi.yaml", "/openapi.json"] {
        assert_eq!(with(&app, path, &[]).await.status, 200, "{path}");
    }
    let preflight = Request::options("/v1/move").header("origin", "https://example.org").body(Body::empty());
    assert_eq!(send(&app, preflight.unwrap()).await.status, 200);
}

/// The address of a picture opens nothing where a key is asked for: agents are not told to hand it to people.
#[tokio::test]
async fn agents_are_offered_pictures_only_where_no_key_is_asked_for() {
    let file = key_file("pictures", "a-key\n");
    let (closed, _) = guarded(&AccessSettings { api_keys_file: Some(file), ..AccessSettings::default() });
    let (open, _) = guarded(&AccessSettings::default());
    for (app, is_offered) in [(closed, false), (open, true)] {
        let hello =
            r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}"#;
        let request = Request::post("/mcp").header("content-type", "application/json");
        let request = request.header("authorization", "Bearer a-key").body(Body::from(hello)).unwrap();
        let answer = send(&app, request).await.json();
        let instructions = answer["result"]["instructions"].as_str().unwrap();
        assert!(instructions.contains("a1 is bottom left"), "{instructions}");
        assert_eq!(instructions.contains("/v1/position.png?"), is_offered, "{instructions}");
    }
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
    assert_eq!(access.reload().unwrap().map(|keys| keys.count), Some(2));
    assert_eq!((status("old").await, status("new").await, status("newer").await), (401, 200, 200));
    for wrong in ["", "# nobody", "two words"] {
        fs::write(&file, wrong).unwrap();
        assert!(access.reload().unwrap_err().to_string().contains("keys-reload"), "{wrong}");
        assert!(Access::new(&settings).is_err(), "{wrong}");
    }
    assert_eq!(status("new").await, 200);
}

/// A new key begins with the whole of its rate, and the others go on with theirs.
#[tokio::test]
async fn a_rate_goes_with_its_key_when_keys_are_read_again() {
    let file = key_file("rates", "alice: one\nbob: two");
    let settings =
        AccessSettings { api_keys_file: Some(file.clone()), rate_per_minute: 1, rate_burst: 1, ..Default::default() };
    let (app, access, _) = guarded_with_clock(&settings);
    let status =
        async |key: &str| with(&app, "/v1/games", &[("authorization", &format!("Bearer {key}"))]).await.status.as_u16();
    assert_eq!((status("one").await, status("one").await, status("two").await), (200, 429, 200));
    fs::write(&file, "carol: three\nbob: two").unwrap();
    access.reload().unwrap();
    assert_eq!((status("three").await, status("two").await, status("one").await), (200, 429, 401));
    fs::write(&file, "bob: two").unwrap();
    access.reload().unwrap();
    assert_eq!(status("two").await, 429);
}

#[tokio::test]
async fn a_client_that_asks_too_often_is_told_when_it_may() {
    let settings = AccessSettings {
        rate_per_minute: 2,
        rate_burst: 3,
        client_header: Some("x-forwarded-for".into()),
        ..AccessSettings::default()
    };
    let (app, _, clock) = guarded_with_clock(&settings);
    let from = async |client: &str| with(&app, "/v1/move", &[("x-forwarded-for", client)]).await;
    for remaining in ["2", "1", "0"] {
        let answer = from("forged, 10.0.0.1").await;
        assert_eq!((answer.status.as_u16(), answer.header("ratelimit-remaining")), (200, remaining));
        assert_eq!(answer.header("ratelimit-limit"), "3");
        assert_eq!(answer.header("ratelimit-policy"), "\"default\";q=3;w=90");
        assert_eq!(answer.header("ratelimit"), format!("\"default\";r={remaining};t=30"));
        clock.advance(Duration::from_millis(10));
    }
    let refused = from("forged otherwise, 10.0.0.1").await;
    faults(&refused, 429, "too-many-requests");
    let seconds = |name: &str| refused.header(name).parse::<u64>().unwrap();
    assert!((29..=30).contains(&seconds("retry-after")), "{}", seconds("retry-after"));
    assert!((89..=90).contains(&seconds("ratelimit-reset")));
    assert_eq!((refused.header("ratelimit-limit"), refused.header("ratelimit-remaining")), ("3", "0"));
    assert_eq!(refused.header("ratelimit"), format!("\"default\";r=0;t={}", seconds("retry-after")));
    for name in ["ratelimit-limit", "retry-after", "ratelimit-policy", "ratelimit"] {
        assert!(refused.header("access-control-expose-headers").contains(name));
    }
    assert_eq!(from("10.0.0.2").await.status, 200, "another client");
    for _ in 0..5 {
        assert_eq!(with(&app, "/livez", &[("x-forwarded-for", "10.0.0.1")]).await.status, 200, "probes are free");
    }
    clock.advance(Duration::from_secs(seconds("retry-after")));
    assert_eq!(from("10.0.0.1").await.status, 200, "after the time that it was told");
    assert_eq!(from("10.0.0.1").await.status, 429);
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

/// A client with an old key and a new one has one rate.
#[tokio::test]
async fn the_keys_of_one_name_have_one_rate() {
    let file = key_file("names", "alice: old\nalice: new\nbob: his");
    let settings =
        AccessSettings { api_keys_file: Some(file.clone()), rate_per_minute: 1, ..AccessSettings::default() };
    let (app, access) = guarded(&settings);
    let status =
        async |key: &str| with(&app, "/v1/games", &[("authorization", &format!("Bearer {key}"))]).await.status.as_u16();
    assert_eq!((status("old").await, status("new").await, status("his").await), (200, 429, 200));
    fs::write(&file, "alice: newest\nbob: his").unwrap();
    access.reload().unwrap();
    assert_eq!((status("newest").await, status("his").await), (429, 429));
}

/// Requests without a valid key have the rate of their address; a valid key does not notice them.
#[tokio::test]
async fn wrong_keys_have_the_rate_of_their_address() {
    let settings = AccessSettings {
        api_keys_file: Some(key_file("guessed", "right")),
        rate_per_minute: 2,
        client_header: Some("x-forwarded-for".into()),
        ..AccessSettings::default()
    };
    let (app, _, clock) = guarded_with_clock(&settings);
    let ask = async |client: &str, key: Option<&str>| {
        let authorization = key.map(|key| format!("Bearer {key}"));
        let mut headers = vec![("x-forwarded-for", client)];
        headers.extend(authorization.as_deref().map(|value| ("authorization", value)));
        with(&app, "/v1/games", &headers).await
    };
    for (key, remaining) in [(Some("wrong"), "1"), (None, "0")] {
        let answer = ask("10.0.0.1", key).await;
        faults(&answer, 401, "unauthorized");
        assert_eq!(answer.header("ratelimit-remaining"), remaining);
    }
    for key in [Some("wrong"), None] {
        let answer = ask("10.0.0.1", key).await;
        faults(&answer, 429, "too-many-requests");
        assert_eq!(answer.header("retry-after"), "30", "{key:?}");
        let why =
            "too many requests without a valid key came from this address; send a valid key, or try again in 30 s";
        assert_eq!(answer.json()["detail"], why);
    }
    // The key that is valid has all of its own rate, behind the same address, too.
    for (address, remaining) in [("10.0.0.1", "1"), ("10.0.0.2", "0")] {
        let answer = ask(address, Some("right")).await;
        assert_eq!((answer.status.as_u16(), answer.header("ratelimit-remaining")), (200, remaining), "{address}");
    }
    let answer = ask("10.0.0.1", Some("right")).await;
    faults(&answer, 429, "too-many-requests");
    assert_eq!(answer.json()["detail"], "rate limit exceeded; try again in 30 s");
    assert_eq!(ask("10.0.0.2", Some("wrong")).await.status, 401, "requests with a key do not count for the address");
    clock.advance(Duration::from_secs(30));
    assert_eq!(ask("10.0.0.1", None).await.status, 401, "after the time that it was told");
    assert_eq!(ask("10.0.0.1", None).await.status, 429);
    assert_eq!(ask("10.0.0.1", Some("right")).await.status, 200);
}

/// Clients of agents read errors of JSON-RPC alone; status and headers are those of every refusal.
#[tokio::test]
async fn agents_read_why_they_are_refused() {
    let settings = AccessSettings {
        api_keys_file: Some(key_file("agents", "key")),
        rate_per_minute: 1,
        ..AccessSettings::default()
    };
    let (app, _) = guarded(&settings);
    let call = async |key: Option<&str>, length: usize| {
        let request = Request::post("/mcp").header("content-type", "application/json");
        let request =
            key.into_iter().fold(request, |request, key| request.header("authorization", format!("Bearer {key}")));
        let message =
            format!(r#"{{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {{"x": "{}"}}}}"#, "x".repeat(length));
        send(&app, request.body(Body::from(message)).unwrap()).await
    };
    let refused = |answer: &Answer, status: u16, code: &str| {
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (status, "application/json"), "{code}");
        assert_eq!(answer.header("cache-control"), "no-store");
        let body = answer.json();
        assert_eq!((&body["jsonrpc"], body.get("id")), (&"2.0".into(), Some(&serde_json::Value::Null)), "{body}");
        let error = &body["error"];
        assert_eq!((&error["code"], &error["message"]), (&(-32000).into(), &error["data"]["detail"]), "{body}");
        assert_eq!((&error["data"]["code"], &error["data"]["status"]), (&code.into(), &status.into()), "{body}");
        assert_eq!(error["data"]["requestId"], answer.header("x-request-id"));
        error["data"]["retryAfter"]
            .as_u64()
            .map(|seconds| (seconds.to_string(), answer.header("retry-after").to_owned()))
    };
    assert_eq!(refused(&call(None, 1).await, 401, "unauthorized"), None);
    let minute = || Some(("60".to_owned(), "60".to_owned()));
    assert_eq!(refused(&call(None, 1).await, 429, "too-many-requests"), minute());
    assert_eq!(call(Some("key"), 1).await.status, 200);
    assert_eq!(refused(&call(Some("key"), 1).await, 429, "too-many-requests"), minute());
    let (app, _) = guarded(&AccessSettings::default());
    let long = Request::post("/mcp").header("content-type", "application/json").body(Body::from("x".repeat(70_000)));
    assert_eq!(refused(&send(&app, long.unwrap()).await, 413, "payload-too-large"), None);
}

#[tokio::test]
async fn answers_behind_a_key_or_a_rate_are_for_the_clients_own_cache() {
    let keys = AccessSettings { api_keys_file: Some(key_file("private", "key")), ..AccessSettings::default() };
    let rate = AccessSettings { rate_per_minute: 100, ..AccessSettings::default() };
    for settings in [keys, rate] {
        let (app, _) = guarded(&settings);
        let key = ("authorization", "Bearer key");
        for (target, max_age) in [("/v1/move?board=XO.......", 86_400), ("/v1/games", 3_600)] {
            let answer = with(&app, target, &[key]).await;
            let private = format!("private, max-age={max_age}");
            assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, &*private), "{target}");
            let known = with(&app, target, &[key, ("if-none-match", answer.header("etag"))]).await;
            assert_eq!((known.status.as_u16(), known.header("cache-control")), (304, &*private), "{target}");
        }
        assert_eq!(with(&app, "/v1/move?skill=10", &[key]).await.header("cache-control"), "no-store");
        assert_eq!(with(&app, "/openapi.json", &[]).await.header("cache-control"), "public, max-age=3600");
    }
}

#[tokio::test]
async fn a_known_tag_does_not_stand_for_a_key() {
    let keys = AccessSettings { api_keys_file: Some(key_file("tag", "key")), ..AccessSettings::default() };
    let (app, _) = guarded(&keys);
    faults(&with(&app, "/v1/games", &[("if-none-match", "*")]).await, 401, "unauthorized");
}

/// Sends a request over a connection from this address.
async fn over(app: &Router, address: &str) -> u16 {
    let connection: SocketAddr = address.parse().unwrap();
    let request =
        Request::get("/v1/games").header("host", "test").extension(ConnectInfo(connection)).body(Body::empty());
    send(app, request.unwrap()).await.status.as_u16()
}

#[tokio::test]
async fn clients_are_told_apart_by_their_addresses() {
    let (app, _) = guarded(&AccessSettings { rate_per_minute: 1, ..AccessSettings::default() });
    for (address, status) in [
        ("10.0.0.1:1000", 200),
        ("10.0.0.1:2000", 429),
        // A listener on [::] sees IPv4 clients like this: each is a client of its own.
        ("[::ffff:10.0.0.1]:1000", 429),
        ("[::ffff:10.0.0.2]:1000", 200),
        ("[::ffff:10.0.0.3]:1000", 200),
        ("10.0.0.3:1000", 429),
        // Loopback has nothing to do with them.
        ("[::1]:1000", 200),
        ("[::1]:2000", 429),
        ("127.0.0.1:1000", 200),
        // A network of 64 bits is one client.
        ("[2001:db8::1]:1000", 200),
        ("[2001:db8::ffff:2]:1000", 429),
        ("[2001:db8:0:1::1]:1000", 200),
    ] {
        assert_eq!(over(&app, address).await, status, "{address}");
    }
}

#[tokio::test]
async fn a_flood_of_clients_lifts_nobodys_limit() {
    let (app, access) = guarded(&AccessSettings { rate_per_minute: 1, ..AccessSettings::default() });
    assert_eq!((over(&app, "10.0.0.1:1").await, over(&app, "10.0.0.1:1").await), (200, 429));
    for bits in 0..100_000_u32 {
        let [_, a, b, c] = bits.to_be_bytes();
        let connection = ConnectInfo(SocketAddr::from(([11, a, b, c], 1)));
        let request = Request::get("/v1/games").extension(connection).body(Body::empty()).unwrap();
        let _ = access.check(&request, &mut Admission::default());
    }
    assert_eq!(over(&app, "10.0.0.1:1").await, 429);
}

/// The real binary, which ends with the test.
struct Binary(Child);

impl Drop for Binary {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_log_names_the_client_behind_the_proxy() {
    let arguments = ["--listen", "127.0.0.1:0", "--client-header", "x-forwarded-for"];
    let mut binary = Command::new(env!("CARGO_BIN_EXE_inarow"));
    let binary = binary.args(arguments).env("INAROW_LOG", "info").stderr(Stdio::piped()).spawn().unwrap();
    let mut binary = Binary(binary);
    let mut log = BufReader::new(binary.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let address = log.find_map(|line| line.split_once("http://").map(|(_, address)| address.to_owned())).unwrap();
    for (forwarded, client) in [("X-Forwarded-For: forged, ::ffff:10.0.0.1\r\n", "10.0.0.1"), ("", "127.0.0.1")] {
        let mut connection = TcpStream::connect(&address).unwrap();
        write!(connection, "GET /v1/games HTTP/1.1\r\nHost: a\r\n{forwarded}Connection: close\r\n\r\n").unwrap();
        connection.read_to_end(&mut Vec::new()).unwrap();
        let line = log.find(|line| line.contains("/v1/games")).unwrap();
        assert!(line.contains(&format!("client={client}")), "{line}");
    }
}
