//! Bodies that are too long, too slow or not understood, hosts, and codings of answers: over sockets where it matters.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use inarow::config::{ConnectionLimits, ServerLimits};
use tokio::task::spawn_blocking;
use tower::ServiceExt as _;

use crate::service::live::{Client, Live, PATIENCE, until};
use crate::service::{app, without_accidents};

/// More than a service should wait for and less than it should cut off.
const LONG_BODY: usize = 5_000_000;

async fn serve(connections: ConnectionLimits) -> Live {
    let limits = ServerLimits { workers: 1, table_mib: 1, connections, ..ServerLimits::DEFAULT };
    Live::start(limits, Duration::ZERO, Duration::ZERO).await
}

/// How a client says how long its body is.
#[derive(Clone, Copy, Debug)]
enum Framing {
    Length,
    Chunks,
}

/// A client that writes all of its body before it reads: the answer.
fn write_then_read(address: SocketAddr, line: &str, headers: &str, framing: Framing) -> String {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket.set_write_timeout(Some(PATIENCE)).unwrap();
    let announced = match framing {
        Framing::Length => format!("content-length: {LONG_BODY}"),
        Framing::Chunks => "transfer-encoding: chunked".to_owned(),
    };
    write!(socket, "{line} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}{announced}\r\n\r\n").unwrap();
    let piece = vec![b' '; 50_000];
    for index in 0..LONG_BODY / piece.len() {
        let written = match framing {
            Framing::Length => socket.write_all(&piece),
            Framing::Chunks => write!(socket, "{:x}\r\n", piece.len())
                .and_then(|()| socket.write_all(&piece))
                .and_then(|()| socket.write_all(b"\r\n")),
        };
        written.unwrap_or_else(|error| panic!("{line}, {framing:?}: after {index} pieces of 50 kB: {error}"));
    }
    if matches!(framing, Framing::Chunks) {
        socket.write_all(b"0\r\n\r\n").unwrap();
    }
    let mut answer = String::new();
    let read = socket.read_to_string(&mut answer);
    assert!(!answer.is_empty(), "{line}, {framing:?}: {read:?}");
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_writes_before_it_reads_gets_its_refusal() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let json = "content-type: application/json\r\n";
    for (line, headers, status) in [
        ("POST /v1/move", json, 413),
        ("POST /v1/batch", json, 413),
        // The body is read before the path and the rest of the head count.
        ("POST /nope", json, 413),
        ("PUT /v1/move", json, 413),
        ("POST /v1/move", "content-type: text/plain\r\n", 413),
    ] {
        for framing in [Framing::Length, Framing::Chunks] {
            let address = live.address;
            let answer = spawn_blocking(move || write_then_read(address, line, headers, framing)).await.unwrap();
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{line}, {framing:?}: {answer}");
            assert!(answer.to_lowercase().contains("\r\ncontent-type: application/problem+json"), "{answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endless_body_is_cut_off() {
    const MUCH: usize = 1 << 30;
    let live = serve(ConnectionLimits::DEFAULT).await;
    let mut client = live.send(format!(
        "POST /v1/move HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: {MUCH}\r\n\r\n"
    ));
    let piece = vec![b' '; 1 << 16];
    let cut = spawn_blocking(move || (0..MUCH / piece.len()).find_map(|_| client.more(&piece).err())).await.unwrap();
    assert!(cut.is_some(), "it takes a gigabyte");
}

#[tokio::test]
async fn codings_of_bodies_that_are_not_understood_are_refused() {
    let app = app();
    for (coding, status) in [("x-made-up", 415), ("compress", 415), ("gzip, x-made-up", 415), ("identity", 200)] {
        let request = Request::post("/v1/move")
            .header("host", "test")
            .header("content-type", "application/json")
            .header("content-encoding", coding);
        let answer = ask(&app, request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(answer.0, status, "{coding}");
        if status == 415 {
            assert_eq!(answer.1["content-type"], "application/problem+json", "{coding}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_name_one_valid_host() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let ask = |headers: &str, version: &str| {
        live.send(format!("GET /v1/position {version}\r\n{headers}connection: close\r\n\r\n")).rest()
    };
    for bad in
        ["", "host: a\r\nhost: a\r\n", "host: a\r\nhost: b\r\n", "host: a b\r\n", "host: a/b\r\n", "host: a:b\r\n"]
    {
        let answer = ask(bad, "HTTP/1.1");
        assert!(answer.starts_with("HTTP/1.1 400 "), "{bad:?}: {answer}");
        assert!(answer.to_lowercase().contains("\r\ncontent-type: application/problem+json"), "{bad:?}: {answer}");
    }
    for good in ["test", "test:80", "a-b.c_d.example", "127.0.0.1:8080", "[::1]:8080", "[2001:db8::1]"] {
        let answer = ask(&format!("host: {good}\r\n"), "HTTP/1.1");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{good}: {answer}");
    }
    // HTTP/1.0 has no `Host`.
    assert!(ask("", "HTTP/1.0").starts_with("HTTP/1.0 200 "));
}

#[tokio::test]
async fn known_tags_may_come_on_several_lines() {
    let app = app();
    let target = "/v1/position?board=XO.......";
    let request = || Request::get(target).header("host", "test");
    let (_, headers, _) = ask(&app, request().body(Body::empty()).unwrap()).await;
    let tag = headers["etag"].clone();
    for lines in [[tag.clone(), "\"other\"".parse().unwrap()], ["\"other\"".parse().unwrap(), tag]] {
        let [first, second] = &lines;
        let request = request().header("if-none-match", first).header("if-none-match", second);
        assert_eq!(ask(&app, request.body(Body::empty()).unwrap()).await.0, 304, "{lines:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_without_a_body_claims_no_length_of_nought() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    for method in ["GET", "HEAD"] {
        let known =
            format!("{method} /v1/games HTTP/1.1\r\nhost: test\r\nif-none-match: *\r\nconnection: close\r\n\r\n");
        let answer = live.send(known).rest();
        assert!(answer.starts_with("HTTP/1.1 304 "), "{answer}");
        assert!(!answer.to_lowercase().contains("\r\ncontent-length: 0\r\n"), "{method}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_end_with_the_next_answer_while_the_service_waits_to_stop() {
    let limits = ServerLimits { workers: 1, table_mib: 1, ..ServerLimits::DEFAULT };
    let live = Live::start(limits, PATIENCE, Duration::ZERO).await;
    let mut kept = live.send("GET /livez HTTP/1.1\r\nhost: test\r\n\r\n");
    kept.read_to("\"ok\"}");
    let Live { state, address, stop, serving, .. } = live;
    drop(stop);
    until(|| !state.is_ready()).await;
    kept.more("GET /v1/position HTTP/1.1\r\nhost: test\r\n\r\n").unwrap();
    for answer in [kept.rest(), Client::send(address, "GET /nope HTTP/1.1\r\nhost: test\r\n\r\n").rest()] {
        let (head, _) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.to_lowercase().contains("\r\nconnection: close"), "{head}");
    }
    serving.abort();
}

/// Asks; the status, the headers and the body of the answer as they are.
async fn ask(app: &Router, request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
    let Ok(response) = app.clone().oneshot(request).await;
    let (parts, body) = response.into_parts();
    (parts.status, parts.headers, body.collect().await.expect("a complete body").to_bytes().into())
}

async fn ask_coded(
    app: &Router,
    method: &str,
    target: &str,
    coding: &str,
    accept: &str,
) -> (StatusCode, HeaderMap, Vec<u8>) {
    let request = Request::builder().method(method).uri(target).header("host", "test").header("accept", accept);
    ask(app, request.header("accept-encoding", coding).body(Body::empty()).unwrap()).await
}

/// The text of a coded body.
fn decoded(coding: &str, body: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    match coding {
        "gzip" => flate2::read::GzDecoder::new(body).read_to_end(&mut text).map(drop),
        _ => brotli::Decompressor::new(body, 4_096).read_to_end(&mut text).map(drop),
    }
    .expect("a coded body");
    text
}

#[tokio::test]
async fn long_answers_are_compressed_when_asked_for() {
    let app = app();
    let (dynamic, file) = (["gzip"].as_slice(), ["gzip", "br"].as_slice());
    for (target, codings) in [
        ("/v1/analysis?board=XO.......", dynamic),
        ("/v1/games", dynamic),
        ("/openapi.json", file),
        ("/openapi.yaml", file),
    ] {
        let (_, plain_headers, plain) = ask_coded(&app, "GET", target, "identity", "*/*").await;
        assert!(plain.len() > 1_024 && !plain_headers.contains_key(header::CONTENT_ENCODING), "{target}");
        for &coding in codings {
            let (status, headers, body) = ask_coded(&app, "GET", target, coding, "*/*").await;
            assert_eq!(status, 200);
            assert_eq!(
                headers.get("content-encoding").map(|value| value.as_bytes()),
                Some(coding.as_bytes()),
                "{target}"
            );
            assert!(body.len() < plain.len());
            assert_eq!(decoded(coding, &body), plain, "{target} {coding}");
            if let Some(length) = headers.get(header::CONTENT_LENGTH) {
                assert_eq!(length.to_str().unwrap(), body.len().to_string(), "{target} {coding}");
            }
            let varies = headers
                .get_all(header::VARY)
                .iter()
                .any(|value| value.to_str().is_ok_and(|names| names.to_lowercase().contains("accept-encoding")));
            assert!(varies, "{target} {coding}: {headers:?}");
            // The coded answer has other bytes, so that the tag of the plain one is weak here.
            let tag = headers[header::ETAG].to_str().unwrap();
            let plain_tag = plain_headers[header::ETAG].to_str().unwrap();
            // The contract's files are compressed when the service is built; each form has a tag of its own.
            let has_own_tag = target.starts_with("/openapi") && tag.starts_with('"') && tag != plain_tag;
            assert!(has_own_tag || tag == format!("W/{plain_tag}"), "{target} {coding}: {tag}");
            let request = Request::get(target).header("host", "test").header("accept-encoding", coding);
            let known = ask(&app, request.header("if-none-match", tag).body(Body::empty()).unwrap()).await;
            assert_eq!((known.0.as_u16(), known.2.len()), (304, 0), "{target} {coding}");
            let (head_status, head_headers, nothing) = ask_coded(&app, "HEAD", target, coding, "*/*").await;
            assert_eq!((head_status, nothing.len()), (status, 0));
            for name in [header::CONTENT_TYPE, header::CACHE_CONTROL, header::ETAG, header::CONTENT_ENCODING] {
                assert_eq!(head_headers.get(&name), headers.get(&name), "{target} {coding} {name}");
            }
            // A length that is neither that of the coded nor that of the plain answer would be wrong for both.
            if let Some(length) = head_headers.get(header::CONTENT_LENGTH) {
                assert_eq!(length.to_str().unwrap(), body.len().to_string(), "HEAD {target} {coding}");
            }
        }
    }
}

/// Answers that no cache may keep are compressed part by part while they are sent.
#[tokio::test]
async fn fresh_answers_are_compressed_when_they_are_long() {
    let app = app();
    let heuristics = r#"["lines","tempo-lines","open-pieces"]"#;
    let board = "X".repeat(400);
    let all_lines = format!(r#"{{"game":"gomoku-20","board":"{board}","turn":"X","heuristics":{heuristics}}}"#);
    for (path, body, is_long) in
        [("/v1/position", all_lines.as_str(), true), ("/v1/move", r#"{"board":"XO......."}"#, false)]
    {
        let post = |coding: &str| {
            let request = Request::post(path).header("host", "test").header("content-type", "application/json");
            ask_and_read(&app, request.header("accept-encoding", coding).body(Body::from(body.to_owned())).unwrap())
        };
        let ((_, plain), (coding, coded)) = (post("identity").await, post("gzip").await);
        assert_eq!(coding.as_deref(), is_long.then_some("gzip"), "{path}");
        assert_eq!(plain.len() > 100_000, is_long, "{path}: {} bytes", plain.len());
        let text = if is_long { decoded("gzip", &coded) } else { coded };
        let said = |text: &[u8]| without_accidents(serde_json::from_slice(text).expect("JSON"));
        assert_eq!(said(&text), said(&plain), "{path}");
    }
}

/// Asks; the coding of the answer and its body.
async fn ask_and_read(app: &Router, request: Request<Body>) -> (Option<String>, Vec<u8>) {
    let (status, headers, body) = ask(app, request).await;
    assert_eq!(status, 200);
    (headers.get(header::CONTENT_ENCODING).map(|coding| coding.to_str().expect("text").to_owned()), body)
}

#[tokio::test]
async fn short_answers_streams_and_refused_codings_stay_plain() {
    let app = app();
    for (target, coding, accept) in [
        ("/livez", "gzip, br, zstd", "*/*"),
        ("/v1/position?game=gomoku&strict=maybe", "br", "*/*"),
        ("/v1/analysis?game=gomoku&depth=1", "gzip, br, zstd", "text/event-stream"),
        ("/v1/analysis?game=gomoku&depth=1", "gzip, br, zstd", "application/x-ndjson"),
        ("/v1/games", "gzip;q=0, br;q=0, zstd;q=0", "*/*"),
        ("/v1/games", "x-made-up", "*/*"),
        ("/v1/games", "br, zstd", "*/*"),
    ] {
        let (_, headers, body) = ask_coded(&app, "GET", target, coding, accept).await;
        assert!(!headers.contains_key(header::CONTENT_ENCODING), "{target} {coding} {accept}: {headers:?}");
        assert!(std::str::from_utf8(&body).is_ok(), "{target}");
    }
}

#[tokio::test]
async fn browsers_may_read_every_error() {
    let limits = ServerLimits { body_bytes_max: 100, query_bytes_max: 50, ..ServerLimits::DEFAULT };
    let app = crate::service::app_with(limits);
    let json = Some("application/json");
    for (method, target, content_type, body, status) in [
        ("POST", "/v1/move", json, "{", 400),
        ("GET", "/v1/move?board=%", None, "", 400),
        ("GET", "/nope", None, "", 404),
        ("DELETE", "/v1/move", None, "", 405),
        ("POST", "/v1/move", json, &" ".repeat(101), 413),
        ("GET", &format!("/v1/move?{}", "x".repeat(51)), None, "", 414),
        ("POST", "/v1/move", None, "{}", 415),
        ("POST", "/v1/move", json, "{\"depth\":0}", 422),
        ("GET", "/v1/move?depth=0", None, "", 422),
    ] {
        for origin in [Some("https://example.org"), None] {
            let request = Request::builder().method(method).uri(target).header("host", "test");
            let request = content_type.into_iter().fold(request, |request, kind| request.header("content-type", kind));
            let request = origin.into_iter().fold(request, |request, origin| request.header("origin", origin));
            let (found, headers, _) = ask(&app, request.body(Body::from(body.to_owned())).unwrap()).await;
            assert_eq!(found, status, "{method} {target}");
            assert_eq!(headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*", "{method} {target}, {origin:?}");
            let exposed = headers[header::ACCESS_CONTROL_EXPOSE_HEADERS].to_str().unwrap();
            assert!(exposed.contains("x-request-id") && exposed.contains("retry-after"), "{exposed}");
        }
    }
}
