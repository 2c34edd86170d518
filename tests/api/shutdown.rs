//! How the service ends.

use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use inarow::config::{ConnectionLimits, ServerLimits};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{Instant, advance};

use crate::service::live::{Client, LONG_MS, Live, PATIENCE, long_searches, until};

async fn serve(delay: u64, grace: u64) -> Live {
    let connections = ConnectionLimits { send_timeout_ms: LONG_MS, ..ConnectionLimits::DEFAULT };
    let limits = ServerLimits { connections, ..long_searches() };
    Live::start(limits, Duration::from_millis(delay), Duration::from_millis(grace)).await
}

async fn end(serving: tokio::task::JoinHandle<std::io::Result<()>>) {
    tokio::time::timeout(PATIENCE, serving).await.expect("it ends").unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_fails_first_while_requests_are_still_answered() {
    let live = serve(LONG_MS, LONG_MS).await;
    live.ask("/readyz", "*/*").read_to("\"ready\"}");
    let Live { state, address, operations, stop, serving } = live;
    drop(stop);
    until(|| !state.is_ready()).await;
    let ask = |address, path: &str| {
        Client::send(address, format!("GET {path} HTTP/1.1\r\nhost: t\r\nconnection: close\r\n\r\n")).rest()
    };
    for at in [address, operations] {
        let ready = ask(at, "/readyz");
        assert!(ready.starts_with("HTTP/1.1 503 ") && ready.contains("\"shutting-down\""), "{ready}");
        assert!(ask(at, "/livez").starts_with("HTTP/1.1 200 "));
        assert!(ask(at, "/metrics").contains("\ninarow_ready 0\n"));
    }
    assert!(ask(address, "/v1/move?game=gomoku&depth=2").starts_with("HTTP/1.1 200 "));
    assert!(!serving.is_finished());
    serving.abort();
}

#[tokio::test(start_paused = true)]
async fn no_connection_is_taken_after_the_delay() {
    // An address that no other test listens on, also once its port is free again.
    let long = Duration::from_millis(LONG_MS);
    let live = Live::start_on("127.0.0.2", long_searches(), long, long).await;
    let start = Instant::now();
    drop(live.stop);
    live.serving.await.expect("no panic").expect("no error");
    assert_eq!(start.elapsed().as_millis() as u64, LONG_MS);
    assert!(std::net::TcpStream::connect(live.address).is_err(), "the door is closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_in_flight_are_finished_and_idle_connections_go() {
    let live = serve(0, LONG_MS).await;
    let mut idle = live.send("GET /livez HTTP/1.1\r\nhost: t\r\n\r\n");
    idle.read_to("{\"status\":\"ok\"}");
    let silent = live.send("");
    let search = live.ask("/v1/move?game=gomoku&nodes=100000", "*/*");
    // On a busy machine the search may end before anybody looks.
    let counters = live.state.pool().counters();
    until(|| counters.running.load(Relaxed) + counters.completed.load(Relaxed) == 1).await;
    until(|| live.state.metrics.value("inarow_connections_open") == Some(3.0)).await;
    drop(live.stop);
    assert_eq!(idle.rest(), "");
    assert_eq!(silent.rest(), "");
    let answer = search.rest();
    assert!(answer.contains("\"stop\":\"nodes\""), "{answer}");
    end(live.serving).await;
}

/// While a search runs, the paused clock stands still unless the test moves it.
#[tokio::test(start_paused = true)]
async fn at_the_end_of_the_grace_time_searches_return_their_best() {
    let live = serve(0, 1_000).await;
    let counters = live.state.pool().counters();
    let search = ask(live.address, "/v1/analysis?game=gomoku");
    no_clock_until(|| counters.running.load(Relaxed) == 1).await;
    let waiting = ask(live.address, "/v1/move?game=gomoku");
    no_clock_until(|| counters.queued.load(Relaxed) == 1).await;
    // A client that never ends its head does not hold anybody up.
    let mut half = TcpStream::connect(live.address).await.expect("a connection");
    half.write_all(b"GET /live").await.expect("sent");
    drop(live.stop);
    no_clock_until(|| !live.state.is_ready()).await;
    pass(490).await;
    assert!(!search.is_finished() && !waiting.is_finished(), "half of the grace time is for answers");
    pass(110).await;
    let refused = waiting.await.expect("no panic");
    assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("\"shutting-down\""), "{refused}");
    let answer = search.await.expect("no panic");
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("\"stop\":\"cancelled\""), "{answer:.400}");
    live.serving.await.expect("no panic").expect("no error");
}

/// A part of a review would look like the whole of a shorter game.
#[tokio::test(start_paused = true)]
async fn a_review_that_the_end_cuts_off_is_refused() {
    let live = serve(0, 1_000).await;
    let counters = live.state.pool().counters();
    let review = ask(live.address, "/v1/review?game=gomoku&moves=h8,i9,h7,h9");
    no_clock_until(|| counters.running.load(Relaxed) == 1).await;
    drop(live.stop);
    no_clock_until(|| !live.state.is_ready()).await;
    pass(600).await;
    let refused = review.await.expect("no panic").to_lowercase();
    assert!(refused.starts_with("http/1.1 503 ") && refused.contains("\"shutting-down\""), "{refused:.400}");
    assert!(refused.contains("\ncache-control: no-store") && !refused.contains("\netag:"), "{refused:.400}");
    live.serving.await.expect("no panic").expect("no error");
}

/// A GET and all of its answer.
fn ask(address: SocketAddr, target: &str) -> JoinHandle<String> {
    let request = format!("GET {target} HTTP/1.1\r\nhost: test\r\n\r\n");
    tokio::spawn(async move {
        let mut socket = TcpStream::connect(address).await.expect("a connection");
        socket.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.expect("text");
        answer
    })
}

/// Lets so much time pass, in steps that leave everything its turn.
async fn pass(milliseconds: u64) {
    for _ in 0..milliseconds / 10 {
        advance(Duration::from_millis(10)).await;
    }
}

/// Waits, without a clock, until the condition holds.
async fn no_clock_until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_stretch_the_grace_time() {
    let live = serve(0, 200).await;
    // An answer that nobody reads.
    let mut unread = live.send("GET /openapi.json HTTP/1.1\r\nhost: test\r\n\r\n".repeat(100));
    unread.read_to("HTTP/1.1 200 OK");
    drop(live.stop);
    end(live.serving).await;
}
