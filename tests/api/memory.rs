//! Answers that nobody reads, and answers that grow without end, cost a bounded number of bytes.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::Request;
use http_body_util::{BodyExt as _, Channel};
use inarow::config::ServerLimits;
use inarow_engine::heuristic::Named;
use serde_json::{Value, json};
use tokio::task::{JoinSet, block_in_place};
use tower::ServiceExt as _;

use crate::service::live::{Live, PATIENCE};
use crate::service::{app_with, post};

const MIB: u64 = 1 << 20;

/// A batch whose answer has about 15 MB.
fn large_batch() -> String {
    let item = |index: usize| {
        let board = "X".repeat(400 - index) + &".".repeat(index);
        let heuristics = Named::ALL.map(Named::name);
        json!({"kind": "position", "game": "gomoku-20", "board": board, "turn": "X", "heuristics": heuristics})
    };
    json!({ "requests": (0..44).map(item).collect::<Vec<Value>>() }).to_string()
}

/// A match of more than a megabyte: each of its games fills a board.
fn large_match() -> String {
    let players = [json!({"depth": 1}), json!({"depth": 1})];
    json!({"game": {"width": 20, "height": 20, "k": 20}, "games": 30, "players": players}).to_string()
}

#[tokio::test]
async fn an_answer_beyond_the_limit_is_refused() {
    let app = app_with(ServerLimits { answer_bytes_max: MIB, ..ServerLimits::DEFAULT });
    for (path, body) in [("/v1/match", large_match()), ("/v1/batch", large_batch())] {
        let answer = post(&app, path, body).await;
        let length = answer.body.len();
        assert!(length as u64 <= MIB, "{path}: {length} bytes");
        // A match may also end early and say so.
        let ended_early = answer.status == 200 && answer.json()["complete"] == false;
        assert!(ended_early || answer.status.as_u16() >= 400, "{path}: {}", answer.status);
    }
}

#[tokio::test]
async fn a_stream_beyond_the_limit_ends() {
    let app = app_with(ServerLimits { answer_bytes_max: MIB, ..ServerLimits::DEFAULT });
    let request = Request::post("/v1/match")
        .header("host", "test")
        .header("content-type", "application/json")
        .header("accept", "application/x-ndjson");
    let Ok(response) = app.clone().oneshot(request.body(Body::from(large_match())).unwrap()).await;
    let (mut body, mut bytes) = (response.into_body(), 0);
    while let Some(Ok(frame)) = body.frame().await {
        bytes += frame.data_ref().map_or(0, Bytes::len) as u64;
        assert!(bytes <= 2 * MIB, "{bytes} bytes so far");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_nobody_reads_are_bounded_and_leave_with_their_clients() {
    const CLIENTS_MAX: usize = 12;
    let limits =
        ServerLimits { workers: 1, table_mib: 1, answers_in_flight_bytes_max: 32 * MIB, ..ServerLimits::DEFAULT };
    let live = Live::start(limits, Duration::ZERO, Duration::ZERO).await;
    let body = large_batch();
    let request = format!(
        "POST /v1/batch HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let address = live.address;
    let ask = || block_in_place(|| head_of_answer(address, &request));
    let mut unread = Vec::new();
    let refused = loop {
        assert!(unread.len() < CLIENTS_MAX, "{} answers of 15 MB wait for their clients", unread.len());
        let (head, socket) = ask();
        if !head.starts_with("HTTP/1.1 200 ") {
            break head;
        }
        unread.push(socket);
    };
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.to_lowercase().contains("\r\nretry-after: "), "{refused}");
    assert!(unread.len() >= 2, "the limit allows two such answers");
    // A small answer still finds room.
    assert!(live.ask("/v1/move?board=XO.......", "*/*").read_until("HTTP/1.1 ").contains(" 200 "));
    drop(unread);
    let start = Instant::now();
    while !ask().0.starts_with("HTTP/1.1 200 ") {
        assert!(start.elapsed() < PATIENCE, "their room is not free again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Sends a request and reads no more of its answer than the head.
fn head_of_answer(address: SocketAddr, request: &str) -> (String, TcpStream) {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket.write_all(request.as_bytes()).unwrap();
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        socket.read_exact(&mut byte).expect("an answer");
        head.extend(byte);
    }
    (String::from_utf8(head).expect("text"), socket)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_that_nobody_reads_are_bounded_too() {
    const STREAMS: usize = 4;
    let limits = ServerLimits {
        workers: 1,
        table_mib: 1,
        answer_bytes_max: 2 * MIB,
        answers_in_flight_bytes_max: 4 * MIB,
        ..ServerLimits::DEFAULT
    };
    let app = app_with(limits);
    // Its answer has about 1.3 MB.
    let quick = json!({"games": 1000, "players": [{"depth": 1, "skill": 0}, {"depth": 1, "skill": 0}]}).to_string();
    let mut unread = Vec::new();
    for _ in 0..STREAMS {
        let request = Request::post("/v1/match")
            .header("host", "test")
            .header("content-type", "application/json")
            .header("accept", "application/x-ndjson");
        let Ok(response) = app.clone().oneshot(request.body(Body::from(quick.clone())).unwrap()).await;
        unread.push(response);
    }
    // The one search thread has done all of them before it comes to this one.
    let refused = post(&app, "/v1/match", quick.clone()).await;
    assert_eq!(refused.status, 503, "{} bytes", refused.body.len());
    drop(unread);
    assert_eq!(post(&app, "/v1/match", quick).await.status, 200);
}

/// One connection of HTTP/2 may send a hundred bodies at a time.
#[tokio::test]
async fn bodies_that_do_not_end_are_bounded() {
    const CLIENTS: usize = 64;
    const REFUSED_AT_LEAST: usize = 40;
    let app = app_with(ServerLimits { requests_in_flight_bytes_max: MIB, ..ServerLimits::DEFAULT });
    let (mut senders, mut requests) = (Vec::new(), JoinSet::new());
    for _ in 0..CLIENTS {
        let (mut sender, body) = Channel::<Bytes>::new(1);
        sender.send_data(Bytes::from(vec![b' '; 60_000])).await.unwrap();
        senders.push(sender);
        let request = Request::post("/v1/move").header("content-type", "application/json").body(Body::new(body));
        requests.spawn(app.clone().oneshot(request.unwrap()));
    }
    for _ in 0..REFUSED_AT_LEAST {
        let Ok(response) = requests.join_next().await.expect("a request").unwrap();
        assert_eq!(response.status(), 503);
        assert!(response.headers().contains_key("retry-after"));
    }
    // The bodies that are let in break off, and make room again.
    drop(senders);
    while requests.join_next().await.is_some() {}
    assert_eq!(post(&app, "/v1/move", format!("{:60000}", "{}")).await.status, 200);
}

#[tokio::test]
async fn small_answers_are_bounded_too() {
    let limits = ServerLimits { answer_bytes_max: MIB, answers_in_flight_bytes_max: MIB, ..ServerLimits::DEFAULT };
    let app = app_with(limits);
    let mut unread = Vec::new();
    // Each has about 10 kB.
    let ask = || Request::get("/v1/analysis?game=gomoku&depth=1&multiPv=50").body(Body::empty()).unwrap();
    loop {
        let Ok(response) = app.clone().oneshot(ask()).await;
        if response.status() == 503 {
            break;
        }
        unread.push(response);
        assert!(unread.len() < 200, "200 answers wait");
    }
    assert!(unread.len() > 20, "{} answers", unread.len());
    unread.clear();
    let Ok(response) = app.oneshot(ask()).await;
    assert_eq!(response.status(), 200);
}
