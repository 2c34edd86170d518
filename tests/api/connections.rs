//! Clients that are slow, silent, gone or speak no HTTP, over real sockets.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use inarow::config::{ConnectionLimits, ServerLimits};
use serde_json::Value;

use crate::service::contract::schema_faults;
use crate::service::live::{Client, Live, until};

const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: test\r\n\r\n";
const LONG_SEARCH: &str = "GET /v1/move?game=gomoku&movetime=10000 HTTP/1.1\r\nhost: test\r\n\r\n";

async fn serve(connections: ConnectionLimits) -> Live {
    let limits = ServerLimits { workers: 1, table_mib: 1, connections, ..ServerLimits::DEFAULT };
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_head_is_a_timeout() {
    let live = serve(ConnectionLimits { header_timeout_ms: 400, ..ConnectionLimits::DEFAULT }).await;
    let start = Instant::now();
    let mut client = live.send("GET /livez HT");
    // A byte now and then does not help.
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        client.more("T").unwrap();
    }
    problem(&client.rest(), 408, "request-timeout");
    assert!((390..2_000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    assert_eq!(live.metric("inarow_connection_timeouts_total{reason=\"header\"}"), 1.0);

    // The second request of a connection has its own time.
    let mut client = live.send(LIVE);
    client.read_to("\"ok\"}");
    tokio::time::sleep(Duration::from_millis(450)).await;
    client.more("GET /li").unwrap();
    problem(&client.rest(), 408, "request-timeout");
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
    let live = serve(ConnectionLimits { keep_alive_ms: 100, ..ConnectionLimits::DEFAULT }).await;
    let start = Instant::now();
    assert_eq!(live.send("").rest(), "");
    assert!((90..1_000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    // Requests keep a connection open for longer than that.
    let mut client = live.send(LIVE);
    for _ in 0..4 {
        client.read_to("\"ok\"}");
        tokio::time::sleep(Duration::from_millis(50)).await;
        client.more(LIVE).unwrap();
    }
    client.read_to("\"ok\"}");
    assert_eq!(client.rest(), "");
    assert_eq!(live.metric("inarow_connection_timeouts_total{reason=\"keep_alive\"}"), 2.0);
    // A search is no silence.
    let answer = live.ask("/v1/move?game=gomoku&movetime=300", "*/*").read_to("\"stop\":\"movetime\"");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_cut_off() {
    let live = serve(ConnectionLimits { send_timeout_ms: 100, ..ConnectionLimits::DEFAULT }).await;
    // More than fits into the buffers on the way.
    let client = live.send("GET /openapi.json HTTP/1.1\r\nhost: test\r\n\r\n".repeat(100));
    until(|| live.state.metrics.connections.unread.load(Relaxed) == 1).await;
    drop(client);
    until(|| live.state.metrics.connections.open.load(Relaxed) == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_http_is_a_problem_too() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let many_headers: String = (0..200).map(|index| format!("x-{index}: y\r\n")).collect();
    for (request, status, code) in [
        ("HELLO\r\n\r\n".to_owned(), 400, "malformed-http"),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), 400, "malformed-http"),
        ("GET / HTTP/1.1\r\nbad header\r\n\r\n".to_owned(), 400, "malformed-http"),
        ("\u{16}\u{3}\u{1}\u{2}".to_owned(), 400, "malformed-http"),
        (format!("GET /livez HTTP/1.1\r\n{many_headers}\r\n"), 431, "headers-too-large"),
        (format!("GET /livez HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(100_000)), 431, "headers-too-large"),
    ] {
        let problem = problem(&live.send(&request).rest(), status, code);
        assert_eq!(problem["instance"], "", "{request:.40}");
    }
    assert_eq!(live.metric("inarow_http_malformed_total"), 6.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn probes_come_through_when_there_are_too_many_connections() {
    let live = serve(ConnectionLimits { connections_max: 5, ..ConnectionLimits::DEFAULT }).await;
    let open = || live.state.metrics.connections.open.load(Relaxed);
    let served: Vec<Client> = (0..5).map(|_| live.send("GET")).collect();
    until(|| open() == 5).await;
    for path in ["/livez", "/healthz", "/readyz", "/version", "/metrics"] {
        let answer = live.send(format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n")).rest();
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("\r\nconnection: close\r\n"), "{answer:.300}");
    }
    let refused = live.send("GET /v1/move HTTP/1.1\r\nhost: test\r\n\r\n").rest();
    problem(&refused, 503, "saturated");
    assert!(
        refused.contains("\r\nretry-after: 1\r\n") && refused.contains("access-control-allow-origin: *"),
        "{refused}"
    );

    // Those who fill the reserve as well are gone within a second or so, and probes come through again.
    let _crowd: Vec<Client> = (0..60).map(|_| live.send("GET")).collect();
    let start = Instant::now();
    assert!(live.send(LIVE).rest().starts_with("HTTP/1.1 200 "));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    // Operators' own port does not even notice.
    let start = Instant::now();
    assert!(live.metric("inarow_connections_crowded_total") >= 66.0);
    assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());

    drop(served);
    until(|| open() < 5).await;
    let answer = live.send("GET /v1/move HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").rest();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_connection_stops_its_search() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let tally = live.state.workers().tally();
    let mut times = Vec::new();
    for round in 1..=5 {
        let client = live.send(LONG_SEARCH);
        until(|| tally.running.load(Relaxed) == 1).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(client);
        times.push(until(|| tally.running.load(Relaxed) == 0).await);
        assert_eq!(live.metric("inarow_searches_cancelled_total"), f64::from(round));
        assert_eq!(live.metric("inarow_searches_in_flight"), 0.0);
    }
    // The median, for the tests beside this one may need the processor.
    times.sort_unstable();
    assert!(times[2] < Duration::from_millis(50), "{times:?}");
    // Each is a request that has an end in the figures.
    let closed = "inarow_http_requests_total{route=\"/v1/move\",method=\"GET\",status=\"499\"}";
    assert_eq!(live.metric(closed), 5.0);
    assert_eq!(live.metric("inarow_http_requests_in_flight"), 1.0, "this look alone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_that_waits_leaves_the_queue_with_its_client() {
    let live = serve(ConnectionLimits::DEFAULT).await;
    let tally = live.state.workers().tally();
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
    let tally = live.state.workers().tally();
    let search = "GET /v1/move?game=gomoku&movetime=300 HTTP/1.1\r\nhost: test\r\n\r\n";
    let client = live.send([search, LIVE].concat());
    until(|| tally.running.load(Relaxed) == 1).await;
    let start = Instant::now();
    drop(client);
    until(|| tally.running.load(Relaxed) == 0).await;
    // How exactly deadlines are kept is measured where nothing else runs, by the load suite.
    assert!(start.elapsed() < Duration::from_millis(600), "{:?}", start.elapsed());
    until(|| live.state.metrics.connections.open.load(Relaxed) == 0).await;
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
