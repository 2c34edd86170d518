//! Finds clients that take too long.
//!
//! The stream, the requests and the answers of a connection report to its [`Activity`]; [`Activity::expired`] runs beside
//! the connection and reads it. hyper's own timer for heads is off: it also runs between two requests, and it neither
//! covers HTTP/2 nor the first bytes, which tell the version of HTTP.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::http::{HeaderMap, Request, Version};
use headers::{Connection, HeaderMapExt as _};
use http_body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until};

use crate::config::ConnectionLimits;

/// First bytes of a connection that speaks HTTP/2.
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2";
/// Time for the rest of a head once the service stops, in milliseconds.
const HEADER_TIMEOUT_STOPPING_MS: u64 = 1_000;
/// How long a client that has closed its side of the connection may wait for its answer to begin. A connection that is closed
/// as a whole looks the same until something is sent, and its searches should not go on for longer.
pub(super) const HALF_CLOSED: Duration = Duration::from_secs(2);

/// The phase of a connection, by the side or the bytes that it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first byte of a further request.
    Idle,
    /// The first byte of a connection, or the rest of a head; the latter on HTTP/1.1 only.
    Head,
    /// The service.
    Answer,
    /// The client: it does not take all bytes at once. The streams of HTTP/2 have a time each; this is that of the connection.
    Send,
}

/// The activity of a connection, and the time at which it has lasted too long.
#[derive(Debug)]
pub struct Activity {
    state: Mutex<State>,
    /// Tells [`Activity::expired`] of a new deadline.
    closed: Notify,
}

#[derive(Debug)]
struct State {
    /// Unknown before the first byte.
    is_http2: Option<bool>,
    has_head_begun: bool,
    /// Requests whose answers hyper has not taken as a whole, or on HTTP/2 not written as a whole.
    requests: usize,
    /// Whether the client sends no request after the one in progress; HTTP/1.1 only.
    is_last: bool,
    /// Whether the request in progress has come as a whole; HTTP/1.1 only.
    is_received: bool,
    /// Whether the head of the answer in progress is there; HTTP/1.1 only.
    has_answer_begun: bool,
    /// Whether the end of the client's bytes was kept back once, so that the rest of the request could be read.
    was_end_deferred: bool,
    /// When the client closed its side of the connection while it waited for an answer.
    closed: Option<Instant>,
    /// The reader from which the end was kept; another phase wakes it to look again.
    reader: Option<Waker>,
    /// Answers of which hyper has taken a part and not asked for more; HTTP/1.1 only.
    answers_waiting: usize,
    /// Whether the stream takes no more bytes.
    is_write_pending: bool,
    bytes_written: u64,
    phase: Phase,
    /// When the phase began, or in [`Phase::Send`] when the client had last taken enough.
    since: Instant,
    /// Bytes written until then.
    bytes_written_before: u64,
}

impl State {
    fn phase(&self) -> Phase {
        match () {
            () if self.is_write_pending || self.answers_waiting > 0 => Phase::Send,
            () if self.requests > 0 => Phase::Answer,
            // A client that connects has something to ask: one that is silent holds the place of others.
            () if self.has_head_begun || self.is_http2.is_none() => Phase::Head,
            () => Phase::Idle,
        }
    }

    fn restart(&mut self, now: Instant) {
        (self.since, self.bytes_written_before) = (now, self.bytes_written);
    }

    fn received(&mut self, bytes: &[u8]) {
        if self.is_http2.is_none() {
            // The time of a head begins with its first byte.
            self.restart(Instant::now());
        }
        let is_http2 = *self.is_http2.get_or_insert_with(|| bytes.starts_with(HTTP2_PREFACE));
        // Between the requests of HTTP/2 there are frames that belong to none.
        self.has_head_begun |= !is_http2 && self.requests == 0;
    }

    /// Whether the end of the client's bytes is to be kept from hyper, which ends the connection otherwise: while the answer
    /// to a whole request has not begun that the client called its last, and while the client is sent bytes, which tell whether
    /// it is still there. Any other client that closes its side is gone. A stream whose client closes its side ends: nobody reads
    /// most of them.
    fn keeps_end(&mut self, reader: &Waker) -> bool {
        let is_kept = match self.phase {
            _ if self.is_http2 != Some(false) => false,
            _ if self.requests > 0 && !self.is_received => {
                // The handler has yet to look at the last part of the body, or the body is broken off.
                if !std::mem::replace(&mut self.was_end_deferred, true) {
                    reader.wake_by_ref();
                    return true;
                }
                false
            }
            Phase::Answer => self.is_last && !self.has_answer_begun,
            Phase::Send => true,
            Phase::Idle | Phase::Head => false,
        };
        if is_kept {
            self.reader = Some(reader.clone());
        }
        is_kept
    }

    /// The end of the phase, if it has one; an error once it is over.
    fn deadline(&mut self, limits: &ConnectionLimits, now: Instant) -> Result<Option<Instant>, Phase> {
        let time = match self.phase {
            Phase::Idle => limits.keep_alive(),
            Phase::Head => limits.header_timeout(),
            Phase::Answer => {
                let end = self.closed.map(|closed| closed + HALF_CLOSED);
                return if end.is_some_and(|end| now >= end) { Err(self.phase) } else { Ok(end) };
            }
            Phase::Send => limits.send_timeout(),
        };
        let bytes_taken = self.bytes_written - self.bytes_written_before;
        if now >= self.since + time {
            if self.phase != Phase::Send || bytes_taken < limits.send_bytes_min() {
                return Err(self.phase);
            }
            self.restart(now);
        }
        Ok(Some(self.since + time))
    }
}

impl Activity {
    /// A connection that begins now.
    pub fn new() -> Arc<Activity> {
        let state = Mutex::new(State {
            is_http2: None,
            has_head_begun: false,
            requests: 0,
            is_last: false,
            is_received: false,
            has_answer_begun: false,
            was_end_deferred: false,
            closed: None,
            reader: None,
            answers_waiting: 0,
            is_write_pending: false,
            bytes_written: 0,
            phase: Phase::Head,
            since: Instant::now(),
            bytes_written_before: 0,
        });
        Arc::new(Activity { state, closed: Notify::new() })
    }

    /// Whether the connection has no request in progress.
    pub fn is_free(&self) -> bool {
        self.state().requests == 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// See [`State::keeps_end`].
    fn keeps_end(&self, reader: &Waker) -> bool {
        let mut state = self.state();
        let is_kept = state.keeps_end(reader);
        // Once: the waiter is on the same task as the reader, which reads again then.
        if is_kept && state.is_received && state.closed.is_none() {
            state.closed = Some(Instant::now());
            self.closed.notify_one();
        }
        is_kept
    }

    /// Changes the state; a new phase begins now.
    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let phase = state.phase();
        if phase != state.phase {
            state.phase = phase;
            state.restart(Instant::now());
            if let Some(reader) = state.reader.take() {
                reader.wake();
            }
        }
    }

    /// Waits until a phase lasts longer than the limits allow, and returns it.
    pub async fn expired(&self, mut limits: ConnectionLimits, mut stopping: watch::Receiver<bool>) -> Phase {
        let mut is_stopping = false;
        loop {
            let now = Instant::now();
            let deadline = match self.state().deadline(&limits, now) {
                Ok(deadline) => deadline,
                Err(phase) => return phase,
            };
            // A phase that begins while this sleeps ends later than that.
            let latest = now + limits.header_timeout().min(limits.keep_alive()).min(limits.send_timeout());
            tokio::select! {
                () = sleep_until(deadline.map_or(latest, |deadline| deadline.min(latest))) => {}
                () = self.closed.notified() => {}
                _ = stopping.wait_for(|stopping| *stopping), if !is_stopping => {
                    is_stopping = true;
                    limits.header_timeout_ms = limits.header_timeout_ms.min(HEADER_TIMEOUT_STOPPING_MS);
                }
            }
        }
    }
}

/// A stream that reports to an [`Activity`].
#[derive(Debug)]
pub struct TrackedStream<I> {
    pub stream: I,
    pub activity: Arc<Activity>,
}

impl<I> TrackedStream<I> {
    fn written(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Ready(Ok(bytes)) => self.activity.state().bytes_written += *bytes as u64,
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.activity.update(|state| state.is_write_pending = true),
        }
        written
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for TrackedStream<I> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        match &into.filled()[before..] {
            [] if matches!(read, Poll::Ready(Ok(()))) && into.remaining() > 0 => {
                if self.activity.keeps_end(cx.waker()) {
                    return Poll::Pending;
                }
            }
            [] => {}
            bytes => self.activity.update(|state| state.received(bytes)),
        }
        read
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for TrackedStream<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Flushes the stream. hyper does this once it has written all that it had.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.activity.update(|state| state.is_write_pending = false);
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A request in progress; dropping it ends the request.
#[derive(Debug)]
pub struct InProgress(Arc<Activity>);

impl InProgress {
    /// Begins a request.
    pub fn begin<B: http_body::Body>(activity: &Arc<Activity>, request: &Request<B>) -> InProgress {
        let (is_received, is_last) = (request.body().is_end_stream(), is_last(request.version(), request.headers()));
        activity.update(|state| {
            state.is_http2 = Some(request.version() == Version::HTTP_2);
            state.has_head_begun = false;
            state.requests += 1;
            (state.is_received, state.is_last) = (is_received, is_last);
            (state.has_answer_begun, state.was_end_deferred) = (false, false);
        });
        InProgress(Arc::clone(activity))
    }

    /// The head of its answer is there.
    pub fn answer(&self) {
        self.0.state().has_answer_begun = true;
    }

    /// The connection of the request.
    pub fn activity(&self) -> &Arc<Activity> {
        &self.0
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.update(|state| state.requests -= 1);
    }
}

/// Whether the client says that it sends no more requests on its connection.
fn is_last(version: Version, headers: &HeaderMap) -> bool {
    let options: Option<Connection> = headers.typed_get();
    let has = |option| options.as_ref().is_some_and(|options| options.contains(option));
    has("close") || (version == Version::HTTP_10 && !has("keep-alive"))
}

/// An answer of HTTP/1.1 that may wait for its client; dropping it ends that.
#[derive(Debug)]
pub struct Waiting {
    activity: Arc<Activity>,
    is_waiting: bool,
}

impl Waiting {
    /// An answer that does not wait.
    pub fn new(activity: &Arc<Activity>) -> Waiting {
        Waiting { activity: Arc::clone(activity), is_waiting: false }
    }

    /// Whether the client has yet to take a part of the answer.
    pub fn set(&mut self, is_waiting: bool) {
        if self.is_waiting != is_waiting {
            self.is_waiting = is_waiting;
            let change = if is_waiting { 1 } else { -1 };
            self.activity.update(|state| state.answers_waiting = state.answers_waiting.saturating_add_signed(change));
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.set(false);
    }
}

/// The body of a request, which reports when all of it has come.
#[derive(Debug)]
pub struct TrackedRequest<B> {
    pub body: B,
    pub activity: Arc<Activity>,
}

impl<B: http_body::Body + Unpin> http_body::Body for TrackedRequest<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.activity.state().is_received = true;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
