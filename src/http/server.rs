//! Serves connections until a stop signal.
//!
//! The accept loop is the service's own, so that the number of connections is bounded and no client is waited for without
//! a bound (see [`activity`]). hyper itself answers bytes that are not HTTP.

mod activity;
mod exchange;
mod places;
#[cfg(test)]
mod tests;
mod trim;

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use h2::Reason;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tower::{Service, ServiceExt as _};

use super::budget::Budget;
use super::state::{AppState, Shared};
use crate::config::ServerLimits;
use crate::log;
use activity::{Activity, Phase, TrackedRequest, TrackedStream};
use exchange::{Exchange, StreamExecutor, TrackedBody};
use places::{Places, ThrottledSum};

/// Most connections of the listener for operators.
const OPERATIONS_CONNECTIONS_MAX: usize = 128;
/// Pause after the system fails to give a connection, most likely for want of descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The last part of the grace time, for the answers of searches that were cancelled.
const LAST_ANSWERS: Duration = Duration::from_millis(ServerLimits::LAST_ANSWERS_MS);
/// Longest head of a request of HTTP/1.1, and most bytes of a body that are read ahead.
const HTTP1_BUFFER_BYTES_MAX: usize = ServerLimits::HEAD_BYTES_MAX as usize;
/// Longest list of headers of HTTP/2, decompressed.
const HTTP2_HEADERS_BYTES_MAX: u32 = ServerLimits::HEAD_BYTES_MAX as u32;
/// Most requests at a time on one connection of HTTP/2. h2 keeps the memory of as many streams as there once were, 0.6 kB each, also
/// where they were refused.
const HTTP2_STREAMS_MAX: u32 = 32;
/// Most requests of a connection of HTTP/2 that are refused for want of memory. One more ends the connection, which gives back all
/// that it holds: h2 keeps 50 streams that were reset beside those in progress.
const HTTP2_REFUSALS_MAX: usize = 8;
/// Bytes that a client of HTTP/2 may send ahead of the service: on one stream, and on all streams of a connection.
const HTTP2_WINDOW_BYTES: [u32; 2] = [64 << 10, 256 << 10];
/// Most bytes of one answer that HTTP/2 buffers.
const HTTP2_SEND_BUFFER_BYTES_MAX: usize = 64 << 10;
/// Silence after which a client of HTTP/2 is pinged, and the time that it has to answer.
const HTTP2_PING: Duration = Duration::from_secs(20);
/// Bytes of answers that the system holds for a client beyond those on the network: few, so that bytes which the system
/// takes are bytes which the client reads.
#[cfg(target_os = "linux")]
const UNSENT_BYTES: u32 = 16 << 10;

/// The service and its listeners.
#[derive(Debug)]
pub struct Serving<S> {
    pub listener: TcpListener,
    pub app: S,
    /// A listener for operators alone.
    pub operations: Option<(TcpListener, S)>,
    pub state: Shared,
    /// How long connections are still taken while `/readyz` fails.
    pub delay: Duration,
    /// How long requests in flight may then take.
    pub grace: Duration,
}

impl<S> Serving<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    /// Serves until `stop` is ready. Then `/readyz` fails; after the delay no new connections are taken and idle ones are
    /// closed; requests in flight have the grace time to end, and shortly before its end searches give their best so far.
    /// Returns when all is answered, or with the grace time.
    ///
    /// # Errors
    /// The accept loop has panicked.
    pub async fn until(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let Serving { listener, app, operations, state, delay, grace } = self;
        let (stopping, stops) = watch::channel(false);
        let serving = tokio::spawn(accept(listener, app, Arc::clone(&state), Audience::Clients, stops));
        // Operators are answered to the very end.
        let (_never, never_stops) = watch::channel(false);
        let operating = operations.map(|(listener, app)| {
            tokio::spawn(accept(listener, app, Arc::clone(&state), Audience::Operators, never_stops))
        });
        let trimming = tokio::spawn(trim::trim(Arc::clone(&state)));
        stop.await;
        trimming.abort();
        state.stop_being_ready();
        sleep(delay).await;
        stopping.send_replace(true);
        let mut closed = pin!(serving.await?.shutdown());
        if timeout(grace.saturating_sub(LAST_ANSWERS), &mut closed).await.is_err() {
            tracing::warn!("requests are still in flight near the end of the grace time; their searches end now");
            state.pool().close();
            if timeout(LAST_ANSWERS.min(grace), closed).await.is_err() {
                tracing::warn!("connections are cut off at the end of the grace time");
            }
        }
        if let Some(operating) = operating {
            operating.abort();
        }
        Ok(())
    }
}

/// The callers of a listener.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Audience {
    Clients,
    Operators,
}

/// Takes connections until told to stop, at most so many at a time, and serves each on a task of its own. Returns the
/// handle that closes them.
async fn accept<S>(
    listener: TcpListener,
    app: S,
    state: Shared,
    audience: Audience,
    stopping: watch::Receiver<bool>,
) -> GracefulShutdown
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let connections_max = match audience {
        Audience::Clients => state.limits.connections.connections_max as usize,
        Audience::Operators => OPERATIONS_CONNECTIONS_MAX,
    };
    let mut places = Places::new(connections_max, Arc::clone(&state));
    let mut failures = ThrottledSum::default();
    let graceful = GracefulShutdown::new();
    let mut stop = stopping.clone();
    loop {
        let next = async {
            let place = places.take().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            _ = stop.wait_for(|stop| *stop) => return graceful,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                state.metrics.connections.failed.increment(1);
                // A client that has gone again is no news.
                if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
                    if let Some(failures) = failures.told(1) {
                        tracing::error!(%error, failures, "connections cannot be accepted");
                    }
                    sleep(ACCEPT_PAUSE).await;
                }
                continue;
            }
        };
        if let Err(error) = prepare(&stream) {
            tracing::debug!(%error, "socket options of a connection cannot be set");
        }
        let open = OpenConnection::new(Arc::clone(&state), audience);
        let limits = state.limits.connections.clone();
        let streams = StreamExecutor { limits, timeouts: state.metrics.connections.stream_timeouts.clone() };
        let exchanges = Arc::clone(state.exchange_budget());
        let served = serve(stream, address, app.clone(), streams, exchanges, graceful.watcher(), stopping.clone());
        tokio::spawn(async move {
            open.count(&served.await, canonical(address));
            drop(place);
        });
    }
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    // Answers are written as a whole: waiting for more to send would only delay them.
    stream.set_nodelay(true)?;
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT_BYTES)?;
    Ok(())
}

/// An IPv4 client of a listener on `[::]` has its own address.
fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

/// How a connection ended.
#[derive(PartialEq, Debug)]
enum End {
    /// By its client or a stop of the service.
    Closed,
    /// The client took too long in this phase.
    Slow(Phase),
    /// The client sent no valid HTTP; why, in hyper's words.
    Malformed(String),
}

impl End {
    /// Reads hyper's result of a connection. How a valid one ends is its client's business.
    fn of(served: Result<(), Box<dyn Error + Send + Sync>>) -> End {
        let Err(error) = served else { return End::Closed };
        let is_no_http1 = error.downcast_ref().is_some_and(hyper::Error::is_parse);
        let h2 = error.source().and_then(<dyn Error>::downcast_ref::<h2::Error>);
        let is_no_http2 = h2.is_some_and(|h2| h2.is_library() && h2.reason() != Some(Reason::NO_ERROR));
        if is_no_http1 || is_no_http2 { End::Malformed(error.to_string()) } else { End::Closed }
    }
}

/// Serves one connection until either side closes it.
async fn serve<I, S>(
    stream: I,
    address: SocketAddr,
    app: S,
    streams: StreamExecutor,
    exchanges: Arc<Budget>,
    graceful: Watcher,
    stopping: watch::Receiver<bool>,
) -> End
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let client = ConnectInfo(canonical(address));
    let activity = Activity::new();
    let stream = TokioIo::new(TrackedStream { stream, activity: Arc::clone(&activity) });
    let requests = Arc::clone(&activity);
    let limits = streams.limits.clone();
    let crowded = Arc::new(Notify::new());
    let (refusals, is_crowded) = (AtomicUsize::new(0), Arc::clone(&crowded));
    let answer = move |mut request: Request<Incoming>| {
        let exchange = Exchange::begin(&requests, &request, &exchanges);
        request.extensions_mut().insert(client);
        let (app, activity) = (app.clone(), Arc::clone(&requests));
        if exchange.is_none() && refusals.fetch_add(1, Relaxed) == HTTP2_REFUSALS_MAX {
            is_crowded.notify_one();
        }
        async move {
            // A reset is the only answer that takes no memory. Clients repeat such a request: nothing has been done for it.
            let Some(exchange) = exchange else { return Err(h2::Error::from(Reason::REFUSED_STREAM)) };
            let Ok(answer) = app.oneshot(request.map(|body| Body::new(TrackedRequest { body, activity }))).await;
            Ok(answer.map(|body| TrackedBody::new(body, exchange)))
        }
    };
    let builder = http(streams);
    tokio::select! {
        biased;
        served = graceful.watch(builder.serve_connection(stream, service_fn(answer))) => End::of(served),
        phase = activity.expired(limits, stopping) => End::Slow(phase),
        () = crowded.notified() => End::Closed,
    }
}

/// The settings of hyper; those that are not named stay at hyper's defaults, e.g. 100 headers for HTTP/1.1.
fn http(streams: StreamExecutor) -> auto::Builder<StreamExecutor> {
    let mut builder = auto::Builder::new(streams);
    builder.http1().header_read_timeout(None).max_buf_size(HTTP1_BUFFER_BYTES_MAX);
    let [stream_window, connection_window] = HTTP2_WINDOW_BYTES;
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HTTP2_PING)
        .keep_alive_timeout(HTTP2_PING)
        .max_concurrent_streams(HTTP2_STREAMS_MAX)
        .max_header_list_size(HTTP2_HEADERS_BYTES_MAX)
        .initial_stream_window_size(stream_window)
        .initial_connection_window_size(connection_window)
        .max_send_buf_size(HTTP2_SEND_BUFFER_BYTES_MAX);
    builder
}

/// Counts an open connection; dropping it ends that. Those of operators take no place of clients, and are not among the open ones.
struct OpenConnection {
    state: Arc<AppState>,
    audience: Audience,
}

impl OpenConnection {
    fn new(state: Shared, audience: Audience) -> OpenConnection {
        let connections = &state.metrics.connections;
        connections.accepted.increment(1);
        if audience == Audience::Clients {
            connections.open.increment(1);
        }
        OpenConnection { state, audience }
    }

    /// Counts how it ended where its client is at fault.
    fn count(&self, end: &End, client: SocketAddr) {
        let connections = &self.state.metrics.connections;
        // As the lines of requests have it; the port leads to the connection in the log of a proxy.
        let (client, port) = (client.ip(), client.port());
        let count = match end {
            End::Malformed(reason) => {
                // hyper has answered 400 or 431 by itself: no other line tells of it.
                tracing::info!(target: log::CONNECTIONS, %client, port, reason, "a client sent no valid HTTP");
                &connections.malformed
            }
            End::Slow(Phase::Head) => {
                // A flood of them would be one of lines: for those who look for it.
                tracing::debug!(target: log::CONNECTIONS, %client, port, "a client sent no whole head in time");
                &connections.header_timeouts
            }
            End::Slow(Phase::Idle) => &connections.keep_alive_timeouts,
            End::Slow(Phase::Send) => &connections.send_timeouts,
            // The second is a client that has gone.
            End::Closed | End::Slow(Phase::Answer) => return,
        };
        count.increment(1);
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let connections = &self.state.metrics.connections;
        if self.audience == Audience::Clients {
            connections.open.decrement(1);
        }
        connections.closed.fetch_add(1, Relaxed);
    }
}
