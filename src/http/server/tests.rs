//! One connection in memory, on a clock that stands still while anything can be done.

mod body;
mod http1;
mod http2;
mod unread;

use axum::body::Bytes;
use http_body_util::BodyExt as _;
use http_body_util::channel::Channel;
use hyper::client::conn::http2::{Builder, SendRequest};
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
    served: JoinHandle<End>,
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
    let mut builder = Builder::new(TokioExecutor::new());
    builder.initial_stream_window_size(window_bytes);
    let (sender, driver) = builder.handshake(TokioIo::new(client)).await.expect("a connection");
    tokio::spawn(driver);
    (sender, connection)
}

impl Connection {
    /// The phase that was too long, and the time from the beginning to its end.
    async fn expired(self) -> (Option<Phase>, Duration) {
        let phase = match self.served.await.expect("no panic") {
            End::Slow(phase) => Some(phase),
            End::Closed | End::Malformed(_) => None,
        };
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
