//! How the service ends.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use inarow::config::{ConnectionLimits, ServerLimits};

use crate::service::live::{Client, Live, PATIENCE, until};

/// Longer than any test.
const LONG_MS: u64 = 3_600_000;

async fn serve(delay: u64, grace: u64) -> Live {
    let connections = ConnectionLimits { send_timeout_ms: LONG_MS, ..ConnectionLimits::DEFAULT };
    let limits = ServerLimits { workers: 1, table_mib: 1, connections, ..ServerLimits::DEFAULT };
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_connection_is_taken_after_the_delay() {
    let live = serve(200, LONG_MS).await;
    let start = Instant::now();
    drop(live.stop);
    end(live.serving).await;
    assert!(start.elapsed() >= Duration::from_millis(200), "{:?}", start.elapsed());
    assert!(std::net::TcpStream::connect(live.address).is_err(), "the door is closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_in_flight_is_finished_and_the_idle_go() {
    let live = serve(0, LONG_MS).await;
    let mut idle = live.send("GET /livez HTTP/1.1\r\nhost: t\r\n\r\n");
    idle.read_to("{\"status\":\"ok\"}");
    let silent = live.send("");
    let search = live.ask("/v1/move?game=gomoku&movetime=2000", "*/*");
    until(|| live.state.pool().counters().running.load(Relaxed) == 1).await;
    until(|| live.state.metrics.value("inarow_connections_open") == Some(3.0)).await;
    drop(live.stop);
    assert_eq!(idle.rest(), "");
    assert_eq!(silent.rest(), "");
    let answer = search.rest();
    assert!(answer.contains("\"stop\":\"movetime\""), "{answer}");
    end(live.serving).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_the_end_of_the_grace_time_searches_return_their_best() {
    let live = serve(0, 1_000).await;
    let search = live.ask("/v1/analysis?game=gomoku&movetime=10000", "*/*");
    until(|| live.state.pool().counters().running.load(Relaxed) == 1).await;
    let waiting = live.ask("/v1/move?game=gomoku&movetime=10000", "*/*");
    until(|| live.state.pool().counters().queued.load(Relaxed) == 1).await;
    // A client that never ends its head does not hold anybody up.
    let _half = live.send("GET /live");
    let start = Instant::now();
    drop(live.stop);
    let answer = search.rest();
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("\"stop\":\"cancelled\""), "{answer:.400}");
    let refused = waiting.rest();
    assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("\"shutting-down\""), "{refused}");
    end(live.serving).await;
    assert!(start.elapsed() >= Duration::from_millis(500), "{:?}", start.elapsed());
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
