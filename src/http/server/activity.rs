//! Finds clients that take too long.
//!
//! The stream, the requests and the answers of a connection report to its [`Activity`]; [`Activity::expired`] runs beside
//! the connection and reads it. hyper's own timer for heads is off: it also runs between two requests, and it neither
//! covers HTTP/2 nor the first bytes, which tell the version of HTTP.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::Version;
use http_body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::config::ConnectionLimits;

/// First bytes of a connection that speaks HTTP/2.
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2";
/// Time for the rest of a head once the service stops, in milliseconds.
const HEADER_TIMEOUT_STOPPING_MS: u64 = 1_000;
/// Most bytes of an answer that hyper takes at a time. The rest waits here, where it counts as not yet taken.
const FRAME_BYTES_MAX: usize = 16 << 10;

/// What a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first byte of a request.
    Idle,
    /// The rest of a head; HTTP/1.1 only.
    Head,
    /// The service.
    Answer,
    /// The client: it does not take all bytes at once.
    Send,
}

/// What a connection is doing.
#[derive(Debug)]
pub struct Activity(Mutex<State>);

#[derive(Debug)]
struct State {
    /// Unknown before the first byte.
    is_http2: Option<bool>,
    has_head_begun: bool,
    /// Requests whose answers hyper has not taken as a whole.
    requests: usize,
    /// Answers of which hyper has taken a part and not asked for more.
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
            () if self.has_head_begun => Phase::Head,
            () => Phase::Idle,
        }
    }

    fn restart(&mut self, now: Instant) {
        (self.since, self.bytes_written_before) = (now, self.bytes_written);
    }

    fn received(&mut self, bytes: &[u8]) {
        let is_http2 = *self.is_http2.get_or_insert_with(|| bytes.starts_with(HTTP2_PREFACE));
        // Between the requests of HTTP/2 there are frames that belong to none.
        self.has_head_begun |= !is_http2 && self.requests == 0;
    }

    /// The end of the phase, if it has one; an error once it is over.
    fn deadline(&mut self, limits: &ConnectionLimits, now: Instant) -> Result<Option<Instant>, Phase> {
        let time = match self.phase {
            Phase::Idle => limits.keep_alive(),
            Phase::Head => limits.header_timeout(),
            Phase::Answer => return Ok(None),
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
        Arc::new(Activity(Mutex::new(State {
            is_http2: None,
            has_head_begun: false,
            requests: 0,
            answers_waiting: 0,
            is_write_pending: false,
            bytes_written: 0,
            phase: Phase::Idle,
            since: Instant::now(),
            bytes_written_before: 0,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state; a new phase begins now.
    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let phase = state.phase();
        if phase != state.phase {
            state.phase = phase;
            state.restart(Instant::now());
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
        if let bytes @ [_, ..] = &into.filled()[before..] {
            self.activity.update(|state| state.received(bytes));
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
pub struct InProgress {
    activity: Arc<Activity>,
    is_waiting: bool,
}

impl InProgress {
    /// Begins a request.
    pub fn begin(activity: &Arc<Activity>, version: Version) -> InProgress {
        activity.update(|state| {
            state.is_http2 = Some(version == Version::HTTP_2);
            state.has_head_begun = false;
            state.requests += 1;
        });
        InProgress { activity: Arc::clone(activity), is_waiting: false }
    }

    fn set_waiting(&mut self, is_waiting: bool) {
        if self.is_waiting != is_waiting {
            self.is_waiting = is_waiting;
            let change = if is_waiting { 1 } else { -1 };
            self.activity.update(|state| state.answers_waiting = state.answers_waiting.saturating_add_signed(change));
        }
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        self.set_waiting(false);
        self.activity.update(|state| state.requests -= 1);
    }
}

/// The body of an answer, in frames of bounded length; it reports whether the client takes them.
#[derive(Debug)]
pub struct TrackedBody {
    body: Body,
    /// The rest of a longer frame.
    rest: Bytes,
    request: InProgress,
}

impl TrackedBody {
    /// Wraps the body of the answer to a request.
    pub fn new(body: Body, request: InProgress) -> TrackedBody {
        TrackedBody { body, rest: Bytes::new(), request }
    }
}

impl http_body::Body for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        if this.rest.is_empty() {
            let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else {
                this.request.set_waiting(false);
                return Poll::Pending;
            };
            match frame.transpose()?.map(Frame::into_data) {
                Some(Ok(bytes)) => this.rest = bytes,
                Some(Err(trailers)) => return Poll::Ready(Some(Ok(trailers))),
                None => return Poll::Ready(None),
            }
        }
        // Until hyper asks for more.
        this.request.set_waiting(true);
        let length = this.rest.len().min(FRAME_BYTES_MAX);
        Poll::Ready(Some(Ok(Frame::data(this.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(body.lower() + rest);
        hint
    }
}
