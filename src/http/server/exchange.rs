//! A request and its answer: their memory until the last byte is written, and the time that their client takes.
//!
//! Of an answer of HTTP/2, h2 holds one part at a time, and the task of the stream lives until all but the end is written.
//! So a stream that its client does not read has one place that bounds it, and ends when its task does. hyper takes no notice
//! of a body while it waits for room in the client's window; only the end of the task ends such a stream.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::body::{Body, Bytes};
use axum::http::Request;
use http_body::{Frame, SizeHint};
use hyper::body::Buf;
use hyper::rt::Executor;
use metrics::Counter;
use tokio::time::{Instant, sleep_until};

use super::activity::{Activity, InProgress, Waiting};
use crate::config::ConnectionLimits;
use crate::http::budget::{Budget, Share};

/// Most bytes of an answer that hyper takes at a time. The rest waits here, where it counts as not yet taken.
const PART_BYTES_MAX: usize = 16 << 10;
/// Bytes of an answer after which other tasks get their turn between two parts. On HTTP/2 each part waits for the one before.
const IN_ONE_TURN_BYTES: usize = 64 << 10;
/// Most memory of a request and a small answer while the client does not read, in bytes: the task, the stream and its head.
pub(super) const EXCHANGE_BYTES: u64 = 6 << 10;

tokio::task_local! {
    /// The stream whose task runs.
    static STREAM: Arc<StreamProgress>;
}

/// A request in progress with its room in memory.
#[derive(Debug)]
pub struct Exchange {
    request: InProgress,
    _room: Share,
}

impl Exchange {
    /// Begins a request. `None` if there is no room; the first on a connection needs none, so that every connection is served.
    pub fn begin<B: http_body::Body>(
        activity: &Arc<Activity>,
        request: &Request<B>,
        exchanges: &Arc<Budget>,
    ) -> Option<Exchange> {
        let room = match exchanges.take(EXCHANGE_BYTES) {
            None if activity.is_free() => exchanges.charge(EXCHANGE_BYTES),
            room => room?,
        };
        Some(Exchange { request: InProgress::begin(activity, request), _room: room })
    }
}

/// How far the client has taken the answer on a stream of HTTP/2.
#[derive(Debug)]
pub struct StreamProgress(Mutex<Progress>);

#[derive(Debug)]
struct Progress {
    /// Whether the answer has bytes for the client.
    is_waiting: bool,
    /// Whether a part is with h2.
    has_part: bool,
    /// When it began to wait, or had last taken enough.
    since: Instant,
    /// Bytes taken since then.
    bytes_taken: u64,
    /// The body that has the next part.
    body: Option<Waker>,
}

impl StreamProgress {
    fn new() -> Arc<StreamProgress> {
        let progress =
            Progress { is_waiting: false, has_part: false, since: Instant::now(), bytes_taken: 0, body: None };
        Arc::new(StreamProgress(Mutex::new(progress)))
    }

    fn state(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the client takes too little of its answer in the send timeout.
    async fn stalled(&self, limits: &ConnectionLimits) {
        loop {
            let now = Instant::now();
            let deadline = {
                let mut state = self.state();
                if state.is_waiting && now >= state.since + limits.send_timeout() {
                    if state.bytes_taken < limits.send_bytes_min() {
                        return;
                    }
                    (state.since, state.bytes_taken) = (now, 0);
                }
                // A part that begins to wait while this sleeps has its end later.
                let begin = if state.is_waiting { state.since } else { now };
                begin + limits.send_timeout()
            };
            sleep_until(deadline).await;
        }
    }

    /// Ready once h2 has written the part that it had.
    fn poll_written(&self, cx: &Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if state.has_part {
            state.body = Some(cx.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(())
    }

    fn hand_over(&self) {
        let mut state = self.state();
        state.has_part = true;
        if !state.is_waiting {
            state.is_waiting = true;
            (state.since, state.bytes_taken) = (Instant::now(), 0);
        }
    }
}

/// Runs the streams of HTTP/2, and resets each whose client takes too little of its answer.
#[derive(Clone, Debug)]
pub struct StreamExecutor {
    pub limits: ConnectionLimits,
    /// Streams that were reset.
    pub timeouts: Counter,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for StreamExecutor {
    fn execute(&self, stream: F) {
        let StreamExecutor { limits, timeouts } = self.clone();
        tokio::spawn(async move {
            let progress = StreamProgress::new();
            tokio::select! {
                biased;
                () = STREAM.scope(Arc::clone(&progress), stream) => {}
                // Dropping the stream resets it with CANCEL, and h2 drops its part.
                () = progress.stalled(&limits) => timeouts.increment(1),
            }
        });
    }
}

/// The side that waits for the client.
#[derive(Debug)]
enum Sender {
    Connection {
        waiting: Waiting,
        /// Bytes handed over in this turn.
        bytes: usize,
    },
    Stream(Arc<StreamProgress>),
}

/// The body of an answer, in parts of bounded length; it reports whether the client takes them.
#[derive(Debug)]
pub struct TrackedBody {
    body: Body,
    /// The rest of a longer frame.
    rest: Bytes,
    sender: Sender,
    exchange: Arc<Exchange>,
    /// Whether the last part of a stream has been handed over.
    has_ended: bool,
}

impl TrackedBody {
    /// Wraps the body of the answer to a request; on HTTP/2 on the task of its stream.
    pub fn new(body: Body, exchange: Exchange) -> TrackedBody {
        exchange.request.answer();
        let sender = STREAM
            .try_with(|progress| Sender::Stream(Arc::clone(progress)))
            .unwrap_or_else(|_| Sender::Connection { waiting: Waiting::new(exchange.request.activity()), bytes: 0 });
        TrackedBody { body, rest: Bytes::new(), sender, exchange: Arc::new(exchange), has_ended: false }
    }

    /// Hands over a part. On HTTP/2 it holds the exchange until it is written.
    fn part(&mut self, bytes: Bytes) -> Frame<Part> {
        let held = match &mut self.sender {
            Sender::Connection { waiting, bytes: handed } => {
                // Until hyper asks for more.
                waiting.set(true);
                *handed += bytes.len();
                None
            }
            Sender::Stream(progress) => {
                progress.hand_over();
                Some((Arc::clone(progress), Arc::clone(&self.exchange)))
            }
        };
        Frame::data(Part { bytes, held })
    }
}

impl http_body::Body for TrackedBody {
    type Data = Part;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Part>, axum::Error>>> {
        let this = &mut *self;
        match &mut this.sender {
            Sender::Stream(progress) => std::task::ready!(progress.poll_written(cx)),
            Sender::Connection { bytes, .. } if *bytes > IN_ONE_TURN_BYTES => {
                *bytes -= PART_BYTES_MAX;
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            Sender::Connection { .. } => {}
        }
        if this.rest.is_empty() {
            let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else {
                match &mut this.sender {
                    Sender::Connection { waiting, bytes } => {
                        waiting.set(false);
                        *bytes = 0;
                    }
                    Sender::Stream(progress) => progress.state().is_waiting = false,
                }
                return Poll::Pending;
            };
            match frame.transpose()?.map(Frame::into_data) {
                Some(Ok(bytes)) => this.rest = bytes,
                // No answer of the service has trailers.
                Some(Err(_)) => {}
                None if matches!(this.sender, Sender::Connection { .. }) || this.has_ended => return Poll::Ready(None),
                None => {
                    // An empty part holds the exchange until the head and the end are written, too.
                    this.has_ended = true;
                    return Poll::Ready(Some(Ok(this.part(Bytes::new()))));
                }
            }
        }
        let length = this.rest.len().min(PART_BYTES_MAX);
        let bytes = this.rest.split_to(length);
        Poll::Ready(Some(Ok(this.part(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        match self.sender {
            Sender::Connection { .. } => self.rest.is_empty() && self.body.is_end_stream(),
            Sender::Stream(_) => self.has_ended,
        }
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = SizeHint::new();
        // hyper would write the length of an answer that has no body, as 204 and 304.
        if self.body.is_end_stream() && self.rest.is_empty() && !self.is_end_stream() {
            return hint;
        }
        let (body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(body.lower() + rest);
        hint
    }
}

/// A part of an answer on its way.
#[derive(Debug)]
pub struct Part {
    bytes: Bytes,
    /// On HTTP/2, the progress to tell when the client takes bytes, and the exchange that stays in memory until then.
    held: Option<(Arc<StreamProgress>, Arc<Exchange>)>,
}

impl Buf for Part {
    fn remaining(&self) -> usize {
        self.bytes.len()
    }

    fn chunk(&self) -> &[u8] {
        &self.bytes
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        if let Some((progress, _)) = &self.held {
            progress.state().bytes_taken += count as u64;
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some((progress, _)) = &self.held {
            let mut state = progress.state();
            state.has_part = false;
            let body = state.body.take();
            drop(state);
            if let Some(body) = body {
                body.wake();
            }
        }
    }
}
