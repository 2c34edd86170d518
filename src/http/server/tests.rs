//! One connection in memory, on a clock that stands still while anything can be done.

use axum::body::Bytes;
use axum::http::StatusCode;
use http_body::Body as _;
use http_body_util::BodyExt as _;
use http_body_util::channel::Channel;
use hyper::body::Buf as _;
use hyper::client::conn::http2::{self, SendRequest};
use hyper_util::rt::TokioExecutor;
use metrics::Counter;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::activity::HALF_CLOSED;
use super::exchange::EXCHANGE_BYTES;
use super::*;
use crate::config::ConnectionLimits;

const GET: &str = "GET / HTTP/1.1\r\nhost: test\r\n\r\n";
const GET_LARGE: &str = "GET /large HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
const LARGE_BYTES: usize = 400 << 10;
/// Bytes that are on their way at most.
const NETWORK_BYTES: usize = 4 << 10;
const LIMITS: ConnectionLimits = ConnectionLimits::DEFAULT;

async fn answer(request: Request<Body>) -> Result<Response<Body>, Infallible> {
    let body = match request.uri().path() {
        "/large" => Body::from(Bytes::from_static(&[b'x'; LARGE_BYTES])),
        "/address" => {
            let ConnectInfo(address) = request.extensions().get::<ConnectInfo<SocketAddr>>().expect("an address");
            Body::from(address.to_string())
        }
        "/late" => {
            let (mut sender, body) = Channel::<Bytes, axum::Error>::new(1);
            tokio::spawn(async move {
                sleep(LIMITS.keep_alive() * 3).await;
                sender.send_data("done".into()).await
            });
            Body::new(body)
        }
        "/nothing" => Body::empty(),
        "/body" => Body::from(request.into_body().collect().await.map_or(0, |body| body.to_bytes().len()).to_string()),
        "/thinks" => {
            sleep(HALF_CLOSED / 2).await;
            Body::from("thought")
        }
        "/thinks-long" => {
            sleep(HALF_CLOSED * 2).await;
            Body::from("thought")
        }
        _ => Body::from("ok"),
    };
    Ok(Response::new(body))
}

struct Connection {
    served: JoinHandle<Option<Phase>>,
    exchanges: Arc<Budget>,
    graceful: GracefulShutdown,
    stopping: watch::Sender<bool>,
    start: Instant,
}

fn connect() -> (DuplexStream, Connection) {
    connect_with(Budget::new(1 << 30))
}

fn connect_with(exchanges: Arc<Budget>) -> (DuplexStream, Connection) {
    let (client, server) = tokio::io::duplex(NETWORK_BYTES);
    let graceful = GracefulShutdown::new();
    let (stopping, stops) = watch::channel(false);
    let address = "[::ffff:192.0.2.7]:1234".parse().expect("an address");
    let streams = StreamExecutor { limits: LIMITS, timeouts: Counter::noop() };
    let app = tower::service_fn(answer);
    let served = tokio::spawn(serve(server, address, app, streams, Arc::clone(&exchanges), graceful.watcher(), stops));
    (client, Connection { served, exchanges, graceful, stopping, start: Instant::now() })
}

async fn connect_http2(window_bytes: u32) -> (SendRequest<Body>, Connection) {
    connect_http2_with(window_bytes, Budget::new(1 << 30)).await
}

async fn connect_http2_with(window_bytes: u32, exchanges: Arc<Budget>) -> (SendRequest<Body>, Connection) {
    let (client, connection) = connect_with(exchanges);
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.initial_stream_window_size(window_bytes);
    let (sender, driver) = builder.handshake(TokioIo::new(client)).await.expect("a connection");
    tokio::spawn(driver);
    (sender, connection)
}

impl Connection {
    /// The phase that was too long, and the time from the beginning to its end.
    async fn expired(self) -> (Option<Phase>, Duration) {
        let phase = self.served.await.expect("no panic");
        (phase, self.start.elapsed())
    }
}

async fn read_to(client: &mut DuplexStream, end: &str) -> String {
    let mut text = String::new();
    while !text.ends_with(end) {
        text.push(char::from(client.read_u8().await.expect("more to read")));
    }
    text
}

fn get(path: &str) -> Request<Body> {
    Request::get(format!("http://test{path}")).body(Body::empty()).expect("a request")
}

#[track_caller]
fn assert_about(found: Duration, wanted: Duration) {
    // Tokio's clock has steps of a millisecond.
    assert!(found >= wanted && found < wanted + Duration::from_millis(5), "{found:?} instead of {wanted:?}");
}

#[tokio::test(start_paused = true)]
async fn silence_ends_with_the_keep_alive_time() {
    let (_client, connection) = connect();
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Idle));
    assert_about(time, LIMITS.keep_alive());

    // Each request begins it anew.
    let (mut client, connection) = connect();
    for _ in 0..4 {
        client.write_all(GET.as_bytes()).await.unwrap();
        read_to(&mut client, "ok").await;
        sleep(LIMITS.keep_alive() / 2).await;
    }
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Idle));
    assert_about(time, LIMITS.keep_alive() * 5 / 2);
}

#[tokio::test(start_paused = true)]
async fn half_a_head_ends_with_the_header_timeout() {
    let (mut client, connection) = connect();
    client.write_all(b"GET /livez HT").await.unwrap();
    // More bytes do not help.
    for _ in 0..3 {
        sleep(LIMITS.header_timeout() / 4).await;
        client.write_all(b"T").await.unwrap();
    }
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Head));
    assert_about(time, LIMITS.header_timeout());

    // The second request has its own time, which begins with its first byte.
    let (mut client, connection) = connect();
    client.write_all(GET.as_bytes()).await.unwrap();
    read_to(&mut client, "ok").await;
    sleep(LIMITS.header_timeout() * 2).await;
    client.write_all(b"G").await.unwrap();
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Head));
    assert_about(time, LIMITS.header_timeout() * 3);
}

#[tokio::test(start_paused = true)]
async fn half_a_head_has_a_second_once_the_service_stops() {
    let (mut client, connection) = connect();
    client.write_all(b"GET /live").await.unwrap();
    sleep(Duration::from_millis(100)).await;
    connection.stopping.send_replace(true);
    connection.graceful.shutdown().await;
    assert_eq!(connection.served.await.unwrap(), Some(Phase::Head));
    assert_about(connection.start.elapsed(), Duration::from_secs(1));

    // A head that is complete in time is answered.
    let (mut client, connection) = connect();
    client.write_all(&GET.as_bytes()[..5]).await.unwrap();
    sleep(Duration::from_millis(100)).await;
    connection.stopping.send_replace(true);
    let closed = tokio::spawn(connection.graceful.shutdown());
    sleep(Duration::from_millis(100)).await;
    client.write_all(&GET.as_bytes()[5..]).await.unwrap();
    assert!(read_to(&mut client, "ok").await.to_lowercase().contains("connection: close"));
    closed.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_slow_service_is_no_silence() {
    let (mut client, connection) = connect();
    client.write_all(b"GET /late HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await.unwrap();
    read_to(&mut client, "done\r\n0\r\n\r\n").await;
    assert_eq!(connection.expired().await.0, None);
    let (mut sender, _connection) = connect_http2(1 << 20).await;
    let answer = sender.send_request(get("/late")).await.unwrap();
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_that_progresses_is_not_cut_off() {
    let (mut client, connection) = connect();
    client.write_all(GET_LARGE.as_bytes()).await.unwrap();
    let mut part = [0; 2_048];
    let mut read = 0;
    loop {
        match client.read(&mut part).await.unwrap() {
            0 => break,
            bytes => read += bytes,
        }
        sleep(Duration::from_secs(1)).await;
    }
    assert!(read > LARGE_BYTES, "{read}");
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, None);
    assert!(time > LIMITS.keep_alive() * 2, "{time:?}");
}

#[tokio::test(start_paused = true)]
async fn a_reader_below_the_least_rate_is_cut_off() {
    let (mut client, connection) = connect();
    client.write_all(GET_LARGE.as_bytes()).await.unwrap();
    let reading = tokio::spawn(async move {
        let mut part = [0; 512];
        while client.read_exact(&mut part).await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    });
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Send));
    assert_about(time, LIMITS.send_timeout());
    reading.await.unwrap();
}

/// A client may close its side after its last request, as `nc -N` does.
#[tokio::test(start_paused = true)]
async fn a_client_that_closes_its_side_after_its_last_request_is_answered() {
    let get = "GET / HTTP/1.1\r\nhost: test\r\nconnection: Close\r\n\r\n";
    let old = "GET /thinks HTTP/1.0\r\n\r\n";
    let post = "POST /body HTTP/1.1\r\nhost: test\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello";
    let thinks = "GET /thinks HTTP/1.1\r\nhost: test\r\nconnection: x, close\r\n\r\n";
    for (requests, end) in [
        (get, "ok"),
        (old, "thought"),
        (thinks, "thought"),
        (post, "\r\n\r\n5"),
        (GET_LARGE, "xxx"),
        (&[GET, thinks].concat(), "thought"),
    ] {
        let (mut client, connection) = connect();
        client.write_all(requests.as_bytes()).await.unwrap();
        client.shutdown().await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.") && answer.contains(" 200 OK") && answer.ends_with(end), "{answer:.200}");
        // Nothing more can come, so that the connection ends with the answer.
        let (phase, time) = connection.expired().await;
        assert!(phase.is_none() && time < HALF_CLOSED, "{requests}: {phase:?} {time:?}");
    }
}

/// Nobody can tell it from a client that has gone, whose search has to end.
#[tokio::test(start_paused = true)]
async fn a_client_that_closes_its_side_waits_for_a_bounded_time() {
    for start in [Duration::ZERO, HALF_CLOSED / 3] {
        let (mut client, connection) = connect();
        client.write_all(b"GET /thinks-long HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await.unwrap();
        sleep(start).await;
        client.shutdown().await.unwrap();
        let (phase, time) = connection.expired().await;
        assert_eq!(phase, Some(Phase::Answer));
        assert_about(time, start + HALF_CLOSED);
    }
    // A client that keeps its connection has gone; a stream ends at once, and so does a request that is broken off.
    for request in [
        "GET /thinks HTTP/1.1\r\nhost: test\r\n\r\n",
        "GET /thinks HTTP/1.0\r\nconnection: keep-alive\r\n\r\n",
        "POST /thinks HTTP/1.1\r\nhost: test\r\ncontent-length: 5\r\n\r\nhello",
        "GET /late HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n",
        "POST /body HTTP/1.1\r\nhost: test\r\ncontent-length: 9\r\n\r\nhello",
        "GET / HT",
    ] {
        let (mut client, connection) = connect();
        client.write_all(request.as_bytes()).await.unwrap();
        sleep(Duration::from_millis(1)).await;
        if request.contains("/late") {
            read_to(&mut client, "\r\n\r\n").await;
        }
        client.shutdown().await.unwrap();
        let (phase, time) = connection.expired().await;
        assert!(phase.is_none() && time < Duration::from_millis(10), "{request}: {phase:?} {time:?}");
    }
}

/// Many answers that are short, to a client that reads none of them.
#[tokio::test(start_paused = true)]
async fn a_client_that_only_sends_is_cut_off() {
    let (client, connection) = connect();
    let (_read, mut write) = tokio::io::split(client);
    tokio::spawn(async move { while write.write_all(GET.as_bytes()).await.is_ok() {} });
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Send));
    assert_about(time, LIMITS.send_timeout());
}

#[tokio::test(start_paused = true)]
async fn http2_is_served_by_prior_knowledge() {
    let (mut sender, connection) = connect_http2(1 << 20).await;
    let answer = sender.send_request(get("/address")).await.unwrap();
    assert_eq!((answer.version(), answer.status()), (axum::http::Version::HTTP_2, StatusCode::OK));
    // An IPv4 client of a listener on [::] is one of IPv4.
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "192.0.2.7:1234");
    let large = sender.send_request(get("/large")).await.unwrap();
    assert_eq!(large.into_body().collect().await.unwrap().to_bytes().len(), LARGE_BYTES);
    // Pings are no requests.
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Idle));
    assert_about(time, LIMITS.keep_alive());
}

#[tokio::test(start_paused = true)]
async fn http2_ends_gracefully() {
    let (mut sender, connection) = connect_http2(1 << 20).await;
    let answer = sender.send_request(get("/late")).await.unwrap();
    let closed = tokio::spawn(connection.graceful.shutdown());
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
    closed.await.unwrap();
    assert_eq!(connection.served.await.unwrap(), None);
}

/// The reason why the service resets a stream.
async fn reset(answer: Response<Incoming>) -> Option<Reason> {
    let error = answer.into_body().collect().await.err()?;
    std::error::Error::source(&error)?.downcast_ref::<h2::Error>()?.reason()
}

/// The stream ends, the connection stays.
#[tokio::test(start_paused = true)]
async fn a_closed_window_of_http2_counts_as_not_reading() {
    for (window_bytes, path) in [(0, "/large"), (10_000, "/large"), (0, "/"), (1, "/"), (16_385, "/large")] {
        let (mut sender, connection) = connect_http2(window_bytes).await;
        let answer = sender.send_request(get(path)).await.unwrap();
        assert_eq!(connection.exchanges.used(), EXCHANGE_BYTES, "{window_bytes} {path}");
        sleep(LIMITS.send_timeout() - Duration::from_millis(10)).await;
        assert_eq!(connection.exchanges.used(), EXCHANGE_BYTES, "{window_bytes} {path}");
        sleep(Duration::from_millis(20)).await;
        assert_eq!(connection.exchanges.used(), 0, "{window_bytes} {path}");
        assert_eq!(reset(answer).await, Some(Reason::CANCEL));
        assert_eq!(sender.send_request(get("/nothing")).await.unwrap().status(), StatusCode::OK);
        assert!(!connection.served.is_finished());
    }
}

/// What one stream reads says nothing about the others.
#[tokio::test(start_paused = true)]
async fn streams_that_are_not_read_end_beside_one_that_is() {
    let (mut sender, connection) = connect_http2(2_048).await;
    let start = Instant::now();
    let mut unread = Vec::new();
    for _ in 0..30 {
        unread.push(sender.send_request(get("/large")).await.unwrap());
    }
    let mut body = sender.send_request(get("/large")).await.unwrap().into_body();
    let mut read = 0;
    while start.elapsed() < LIMITS.send_timeout() + Duration::from_millis(100) {
        read += body.frame().await.unwrap().unwrap().into_data().unwrap().len();
        sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(connection.exchanges.used(), EXCHANGE_BYTES, "one is left");
    for answer in unread {
        assert_eq!(reset(answer).await, Some(Reason::CANCEL));
    }
    while let Some(frame) = body.frame().await {
        read += frame.unwrap().into_data().unwrap().len();
    }
    assert_eq!(read, LARGE_BYTES);
}

/// A slow service is none of the client's fault.
#[tokio::test(start_paused = true)]
async fn the_time_of_a_stream_begins_with_its_bytes() {
    let (mut sender, _connection) = connect_http2(1 << 10).await;
    let answer = sender.send_request(get("/late")).await.unwrap();
    assert!(LIMITS.keep_alive() * 3 > LIMITS.send_timeout() * 2);
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
}

/// Each answer has room until its last byte is written, and without room there is one at a time.
#[tokio::test(start_paused = true)]
async fn unread_answers_of_http2_are_counted_and_bounded() {
    for (window_bytes, path) in [(0, "/"), (1, "/"), (10_000, "/large")] {
        let exchanges = Budget::new(20 * EXCHANGE_BYTES);
        let (mut first, first_connection) = connect_http2_with(window_bytes, Arc::clone(&exchanges)).await;
        let (mut second, _second_connection) = connect_http2_with(window_bytes, Arc::clone(&exchanges)).await;
        let mut unread = Vec::new();
        for index in 1..=20 {
            unread.push(first.send_request(get(path)).await.unwrap());
            assert_eq!(exchanges.used(), index * EXCHANGE_BYTES);
        }
        let refused = first.send_request(get(path)).await.unwrap_err();
        let reason = std::error::Error::source(&refused).and_then(|error| error.downcast_ref::<h2::Error>());
        assert_eq!(reason.and_then(h2::Error::reason), Some(Reason::REFUSED_STREAM));
        // The first request of a connection is always taken, the second is not.
        unread.push(second.send_request(get(path)).await.unwrap());
        assert_eq!(exchanges.used(), 21 * EXCHANGE_BYTES);
        assert!(second.send_request(get(path)).await.is_err());
        // A connection takes its exchanges with it.
        drop((first, first_connection));
        unread.clear();
        sleep(Duration::from_millis(1)).await;
        assert_eq!(exchanges.used(), 0);
    }
}

/// Nor does h2 hold anything once an answer is read, whether or not it has a body.
#[tokio::test(start_paused = true)]
async fn answers_that_are_read_leave_nothing() {
    let (mut sender, connection) = connect_http2(1 << 20).await;
    for (path, length) in [("/", 2), ("/nothing", 0), ("/large", LARGE_BYTES)] {
        let answer = sender.send_request(get(path)).await.unwrap();
        let announced = answer.headers().get("content-length").map(|length| length.to_str().unwrap().to_owned());
        assert_eq!(announced, (length > 0).then(|| length.to_string()));
        assert_eq!(answer.into_body().collect().await.unwrap().to_bytes().len(), length);
        sleep(Duration::from_millis(1)).await;
        assert_eq!(connection.exchanges.used(), 0, "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_of_http2_that_progresses_is_not_cut_off() {
    let (mut sender, _connection) = connect_http2(2_048).await;
    let start = Instant::now();
    let mut body = sender.send_request(get("/large")).await.unwrap().into_body();
    let mut read = 0;
    while let Some(frame) = body.frame().await {
        read += frame.unwrap().into_data().unwrap().len();
        sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(read, LARGE_BYTES);
    assert!(start.elapsed() > LIMITS.keep_alive(), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_client_of_http2_that_never_asks_is_silent() {
    for preface in ["PRI * HTTP/2.0\r\n\r\nS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0"] {
        let (mut client, connection) = connect();
        client.write_all(preface.as_bytes()).await.unwrap();
        // It answers no pings either, which may end it earlier.
        let (phase, time) = connection.expired().await;
        assert!(matches!(phase, None | Some(Phase::Idle)), "{phase:?}");
        assert!(time < LIMITS.keep_alive() + Duration::from_millis(5), "{time:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn hyper_refuses_what_is_not_http() {
    let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(2 * HTTP1_BUFFER_BYTES_MAX));
    let many: String = (0..200).map(|index| format!("x-{index}: y\r\n")).collect();
    for (request, status) in [
        ("HELLO\r\n\r\n", 400),
        ("GET / HTTP/9.9\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\u{2}", 400),
        (&format!("GET / HTTP/1.1\r\n{many}\r\n"), 431),
        (&long, 431),
    ] {
        let (client, connection) = connect();
        let (mut read, mut write) = tokio::io::split(client);
        let request = request.to_owned();
        tokio::spawn(async move { write.write_all(request.as_bytes()).await });
        let mut answer = String::new();
        read.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer:?}");
        assert_eq!(connection.expired().await.0, None);
    }
}

/// So that an answer has a `content-length`, and its last frame is known to be the last.
#[tokio::test]
async fn a_body_knows_its_length_and_its_end() {
    let exchange = Exchange::begin(&Activity::new(), &get("/large"), &Budget::new(0)).expect("the first");
    let mut body = TrackedBody::new(Body::from(Bytes::from_static(&[b'x'; LARGE_BYTES])), exchange);
    let mut rest = LARGE_BYTES as u64;
    let mut frames = 0;
    while rest > 0 {
        assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(rest), false));
        let frame = body.frame().await.expect("a frame").expect("no error");
        rest -= frame.into_data().expect("bytes").remaining() as u64;
        frames += 1;
    }
    assert!(frames > 1, "the whole in one frame");
    assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(0), true));
}
