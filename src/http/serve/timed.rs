//! A client's connection that does not wait for ever: not for the next request, nor for the rest of a head, nor for
//! room to send. (The bodies of requests have a time of their own, since running out of it is answered.)
//!
//! One timer for each connection, which is not set back by each request but looks, when it fires, whether there is still
//! time: a request costs it next to nothing.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep_until};

use super::super::problem::Failure;
use super::super::state::Shared;
use super::refusal;
use crate::config::ConnectionLimits;

/// Parts of an answer that are no longer than this together are cheaper to copy than to gather in the system.
const JOINED_BYTES_MAX: usize = 4096;

/// What a connection is doing, as far as its stream cannot see it.
#[derive(Debug, Default)]
pub struct Progress {
    begun: AtomicU32,
    /// Requests that were begun and have no complete answer yet.
    open: AtomicU32,
    stopping: AtomicBool,
}

impl Progress {
    /// The head of a request is complete.
    pub fn begin(&self) {
        self.begun.fetch_add(1, Relaxed);
        self.open.fetch_add(1, Relaxed);
    }

    /// All of an answer is known, though perhaps not yet sent.
    pub fn end(&self) {
        self.open.fetch_sub(1, Relaxed);
    }

    /// The service stops: there is no time left for heads that do not arrive.
    pub fn stop(&self) {
        self.stopping.store(true, Relaxed);
    }
}

/// How long a client is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the rest of a head.
    pub header: Duration,
    /// For the next request.
    pub keep_alive: Duration,
    /// For room to send.
    pub send: Duration,
}

impl Patience {
    /// With clients that only ask how the service is, of which there may be many, and with all when the service stops.
    pub const SHORT: Patience =
        Patience { header: Duration::from_secs(1), keep_alive: Duration::from_secs(1), send: Duration::from_secs(1) };

    /// As the settings say.
    pub fn new(limits: &ConnectionLimits) -> Patience {
        Patience { header: limits.header_timeout(), keep_alive: limits.keep_alive(), send: limits.send_timeout() }
    }
}

/// What the stream waits for from its client.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    Nothing,
    /// The first byte of a request, since then.
    Request(Instant),
    /// The rest of its head, since there was no more of it; a head that comes at once needs no clock.
    Head(Option<Instant>),
}

/// The stream.
pub struct Timed {
    stream: TcpStream,
    state: Shared,
    progress: Arc<Progress>,
    patience: Patience,
    waiting: Waiting,
    /// How many requests had begun at the last look.
    begun: u32,
    /// Since when there has been no room to send.
    stuck: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
    /// Whether the client has been given up.
    is_over: bool,
    /// Where small parts are put together.
    joined: Vec<u8>,
}

impl Timed {
    pub fn new(stream: TcpStream, state: Shared, progress: Arc<Progress>, patience: Patience) -> Timed {
        Timed {
            stream,
            state,
            progress,
            patience,
            waiting: Waiting::Nothing,
            begun: 0,
            stuck: None,
            timer: None,
            is_over: false,
            joined: Vec::new(),
        }
    }

    /// Forgets what was waited for before the last request began.
    fn catch_up(&mut self) {
        let begun = self.progress.begun.load(Relaxed);
        if begun != self.begun {
            self.begun = begun;
            self.waiting = Waiting::Nothing;
        }
    }

    /// Something has come.
    fn received(&mut self) {
        self.catch_up();
        let is_head = self.progress.open.load(Relaxed) == 0;
        if is_head && !matches!(self.waiting, Waiting::Head(_)) {
            self.waiting = Waiting::Head(None);
        }
    }

    /// Nothing is there: whether that has lasted too long.
    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        self.catch_up();
        if self.progress.open.load(Relaxed) > 0 {
            self.waiting = Waiting::Nothing;
            return Poll::Pending;
        }
        // Told once: what hyper still does to close the connection is not late.
        if self.is_over {
            return Poll::Pending;
        }
        if matches!(self.waiting, Waiting::Nothing) {
            self.waiting = Waiting::Request(Instant::now());
        }
        let stopping = self.progress.stopping.load(Relaxed);
        let header = if stopping { self.patience.header.min(Patience::SHORT.header) } else { self.patience.header };
        let (since, patience) = match &mut self.waiting {
            Waiting::Nothing => return Poll::Pending,
            Waiting::Request(since) => (*since, self.patience.keep_alive),
            Waiting::Head(since) => (*since.get_or_insert_with(Instant::now), header),
        };
        ready!(self.poll_timer(cx, since + patience));
        self.is_over = true;
        let tally = &self.state.metrics.connections;
        if let Waiting::Head(_) = self.waiting {
            tally.late_heads.fetch_add(1, Relaxed);
            let failure = Failure::RequestTimeout { part: "head", max_ms: header.as_millis() as u64 };
            // Best effort: if there is no room for so few bytes, nobody reads them either.
            let _ = self.stream.try_write(&refusal::answer(failure));
        } else {
            tally.idle.fetch_add(1, Relaxed);
        }
        Poll::Ready(io::ErrorKind::TimedOut.into())
    }

    /// Ready at the deadline.
    fn poll_timer(&mut self, cx: &mut Context<'_>, deadline: Instant) -> Poll<()> {
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline.into())));
        if timer.deadline() > deadline.into() {
            timer.as_mut().reset(deadline.into());
        }
        while timer.as_mut().poll(cx).is_ready() {
            if timer.deadline() >= deadline.into() {
                return Poll::Ready(());
            }
            timer.as_mut().reset(deadline.into());
        }
        Poll::Pending
    }

    /// Passes on how sending went, unless it has been stuck for too long.
    fn sent<T>(&mut self, cx: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.stuck = None;
            return sent;
        }
        let since = *self.stuck.get_or_insert_with(Instant::now);
        ready!(self.poll_timer(cx, since + self.patience.send));
        self.state.metrics.connections.unread.fetch_add(1, Relaxed);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// What to send in place of these bytes, if they are hyper's own refusal.
    fn instead(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        if self.progress.open.load(Relaxed) > 0 {
            return None;
        }
        let failure = refusal::of_hyper(bytes)?;
        self.state.metrics.connections.malformed.fetch_add(1, Relaxed);
        Some(refusal::answer(failure))
    }
}

impl AsyncRead for Timed {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = into.filled().len();
        match Pin::new(&mut this.stream).poll_read(cx, into) {
            Poll::Pending => this.poll_silence(cx).map(Err),
            Poll::Ready(read) => {
                if into.filled().len() > before {
                    this.received();
                }
                Poll::Ready(read)
            }
        }
    }
}

impl AsyncWrite for Timed {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if let Some(instead) = this.instead(bytes) {
            let _ = this.stream.try_write(&instead);
            return Poll::Ready(Ok(bytes.len()));
        }
        let sent = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.sent(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if let [bytes] = parts
            && let Some(instead) = this.instead(bytes)
        {
            let _ = this.stream.try_write(&instead);
            return Poll::Ready(Ok(bytes.len()));
        }
        let length = parts.iter().map(|part| part.len()).sum::<usize>();
        let sent = if length <= JOINED_BYTES_MAX {
            this.joined.clear();
            parts.iter().for_each(|part| this.joined.extend_from_slice(part));
            Pin::new(&mut this.stream).poll_write(cx, &this.joined)
        } else {
            Pin::new(&mut this.stream).poll_write_vectored(cx, parts)
        };
        this.sent(cx, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        ready!(Pin::new(&mut this.stream).poll_flush(cx))?;
        // The last look for something to read may have been while the answer that is sent now was being made. If it was
        // later, the timer is set.
        this.catch_up();
        if !matches!(this.waiting, Waiting::Nothing) {
            return Poll::Ready(Ok(()));
        }
        match this.poll_silence(cx) {
            Poll::Ready(error) => Poll::Ready(Err(error)),
            Poll::Pending => Poll::Ready(Ok(())),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
