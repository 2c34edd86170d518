//! Clients that are slow, silent, gone or many, over real sockets. The server's own tests hold each timeout.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, Version};
use http_body_util::BodyExt as _;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use inarow::config::{ConnectionLimits, ServerLimits};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::service::contract::schema_faults;
use crate::service::live::{Client, Live, long_searches, until};

const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: test\r\n\r\n";
/// It takes [`LONG_MS`](crate::service::live::LONG_MS).
const LONG_SEARCH: &str = "GET /v1/move?game=gomoku HTTP/1.1\r\nhost: test\r\n\r\n";

async fn serve(connections: ConnectionLimits) -> Live {
    let limits = ServerLimits { connections, ..long_searches() };
    Live::start(limits, Duration::ZERO, Duration::ZERO).await
}

/// The problem at the end of an answer that closes the connection, which has to satisfy the contract.
fn problem(answer: &str, status: u16, code: &str) -> Value {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer:?}");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let head = head.to_lowercase();
    assert!(head.contains("\r\ncontent-type: application/problem+json"), "{head}");
    assert!(head.contains(&format!("\r\ncontent-length: {}", body.len())), "{head}\n{body}");
    let problem: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(schema_faults("/components/schemas/Problem", &problem), [""; 0]);
    assert_eq!((&problem["code"], &problem["status"]), (&code.into(), &status.into()));
    assert!(head.contains(&format!("\r\nx-request-id: {}", problem["requestId"].as_str().unwrap())), "{head}");
    problem
}

fn timeouts(live: &Live, reason: &str) -> Option<f64> {
    live.state.metrics.value(&format!("inarow_connection_timeouts_total{{reason=\"{reason}\"}}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_head_is_a_timeout() {
    let live = serve(ConnectionLimits { header_timeout_ms: 50, ..ConnectionLimits::DEFAULT }).await;
    assert_eq!(live.send("GET /livez HT").rest(), "");
    until(|| timeouts(&live, "header") == Some(1.0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_body_is_a_timeout() {
    let live = serve(ConnectionLimits { body_timeout_ms: 100, ..ConnectionLimits::DEFAULT }).await;
    for framing in ["content-length: 20\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"] {
        let head = "POST /v1/move HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n";
        let problem = problem(&live.send(format!("{head}{framing}")).rest(), 408, "request-timeout");
        assert_eq!(problem["instance"], "/v1/move");
    }
    assert_eq!(live.metric("inarow_http_requests_total{route=\"/v1/move\",method=\"POST\",status=\"408\"}"), 2.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_connections_are_closed() {
    let live = serve(ConnectionLimits { keep_alive_ms: 50, ..ConnectionLimits::DEFAULT }).await;
    let mut client = live.send(LIVE);
    client.read_to("\"ok\"}");
    assert_eq!(client.rest(), "");
    until(|| timeouts(&live, "keep_alive") == Some(1.0)).await;
    // A connection that never asks anything has the time of a head.
    let live = serve(ConnectionLimits { header_timeout_ms: 50, ..ConnectionLimits::DEFAULT }).await;
    assert_eq!(live.send("").rest(), "");
    until(|| timeouts(&live, "header") == Some(1.0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_cut_off() {
    let live = serve(ConnectionLimits { send_timeout_ms: 100, ..ConnectionLimits::DEFAULT }).await;
    // More than fits into the buffers on the way.
    let client = live.send("GET /openapi.json HTTP/1.1\r\nhost: test\r\n\r\n".repeat(100));
    until(|| timeouts(&live, "send") == Some(1.0)).await;
    drop(client);
    until(|| live.state.metrics.value("inarow_connections_open") == Some(0.0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beyond_the_most_connections_a_client_waits_until_one_ends() {
    let live = serve(ConnectionLimits { connections_max: 3, ..ConnectionLimits::DEFAULT }).await;
    let counted = |name: &str| live.state.metrics.value(&format!("inarow_connections_{name}")).unwrap_or_default();
    let mut served: Vec<Client> = (0..3).map(|_| live.send("GET")).collect();
    until(|| counted("open") == 3.0).await;
    let waiting = live.send("GET /v1/move HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    // Operators have a port of their own, which does not even notice.
    assert_eq!(live.metric("inarow_connections_accepted_total"), 4.0, "this look is one");
    assert_eq!(live.metric("inarow_connections_accepted_total"), 5.0);
    drop(served.pop());
    let answer = waiting.rest();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http2_is_served_by_prior_knowledge() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let stream = TokioIo::new(TcpStream::connect(live.address).await.unwrap());
    let (sender, connection) = http2::handshake(TokioExecutor::new(), stream).await.unwrap();
    tokio::spawn(connection);
    let mut requests = JoinSet::new();
    for _ in 0..20 {
        let mut sender = sender.clone();
        let request = Request::post("http://test/v1/move").header("content-type", "application/json");
        let request = request.body(Body::from(r#"{"board":"XO.......","turn":"X"}"#)).unwrap();
        requests.spawn(async move { sender.send_request(request).await.unwrap() });
    }
    for answer in requests.join_all().await {
        assert_eq!((answer.version(), answer.status()), (Version::HTTP_2, StatusCode::OK));
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        let answer: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(answer["score"]["outcome"], "win");
    }
    assert_eq!(live.metric("inarow_connections_accepted_total"), 2.0, "one for all requests, and this look");
    // The host of a link comes from where HTTP/2 has it.
    let request = Request::get("http://test/nope").body(Body::empty()).unwrap();
    let answer = sender.clone().send_request(request).await.unwrap().into_body().collect().await.unwrap();
    let problem: Value = serde_json::from_slice(&answer.to_bytes()).expect("JSON");
    assert_eq!(problem["type"], "http://test/docs#problem-not-found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_connection_stops_its_search() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let tally = live.state.pool().counters();
    for round in 1..=5 {
        let client = live.send(LONG_SEARCH);
        until(|| tally.running.load(Relaxed) == 1).await;
        drop(client);
        until(|| tally.running.load(Relaxed) == 0).await;
        assert_eq!(live.metric("inarow_searches_cancelled_total"), f64::from(round));
        assert_eq!(live.metric("inarow_searches_in_flight"), 0.0);
    }
    // Each is a request that has an end in the figures, perhaps just after that of its search.
    let closed = "inarow_http_requests_total{route=\"/v1/move\",method=\"GET\",status=\"499\"}";
    until(|| live.metric(closed) == 5.0).await;
    until(|| live.metric("inarow_http_requests_in_flight") == 1.0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_that_waits_leaves_the_queue_with_its_client() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let tally = live.state.pool().counters();
    let running = live.send(LONG_SEARCH);
    until(|| tally.running.load(Relaxed) == 1).await;
    let waiting = live.send(LONG_SEARCH);
    until(|| tally.queued.load(Relaxed) == 1).await;
    drop(waiting);
    until(|| tally.queued.load(Relaxed) == 0).await;
    assert_eq!((tally.running.load(Relaxed), tally.cancelled.load(Relaxed)), (1, 1));
    drop(running);
}

/// With the next request in its buffer the service does not see the end of a connection: the deadline is there for that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_behind_which_more_waits_ends_with_its_time() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let tally = live.state.pool().counters();
    let search = "GET /v1/move?game=gomoku&movetime=300 HTTP/1.1\r\nhost: test\r\n\r\n";
    let client = live.send([search, LIVE].concat());
    until(|| tally.running.load(Relaxed) + tally.completed.load(Relaxed) == 1).await;
    drop(client);
    until(|| tally.running.load(Relaxed) == 0).await;
    until(|| live.state.metrics.value("inarow_connections_open") == Some(0.0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pipelined_requests_are_answered_in_order() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let one = "GET /v1/move?board=XO.......&turn=X HTTP/1.1\r\nhost: t\r\n\r\n";
    let last = "GET /version HTTP/1.1\r\nhost: t\r\nconnection: close\r\n\r\n";
    let answers = live.send([one, LIVE, one, last].concat()).rest();
    let at: Vec<_> = ["\"move\":", "\"ok\"", "\"name\":\"inarow\""].map(|text| answers.find(text)).into();
    assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{at:?} {answers}");
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 4);
}
