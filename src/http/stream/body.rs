//! The body of a stream: what a running search tells, with heartbeats in its silences.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use http_body::Frame;
use tokio::sync::mpsc::Receiver;
use tokio::time::{Sleep, sleep, sleep_until};

use super::super::problem::Failure;
use super::super::workers::Ticket;
use super::format::Teller;

type Answer = Result<Vec<u8>, Failure>;

/// Something to tell.
#[derive(Debug)]
pub enum Event {
    Depth(Vec<u8>),
    End(Answer),
}

/// Where the answer comes from.
pub enum Ending {
    Coming(Ticket<Answer>),
    Here(Answer),
}

/// A search and what it has told. Dropping it ends the search.
pub struct Running {
    records: Receiver<Vec<u8>>,
    /// `None` after the end was told.
    ending: Option<Ending>,
    /// Until the search's time is over.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Running {
    pub fn new(records: Receiver<Vec<u8>>, ending: Ending, deadline: Instant) -> Running {
        let deadline = matches!(ending, Ending::Coming(_)).then(|| Box::pin(sleep_until(deadline.into())));
        Running { records, ending: Some(ending), deadline }
    }

    /// The next event; never ready after the end.
    pub fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Event> {
        loop {
            if let Poll::Ready(Some(record)) = self.records.poll_recv(cx) {
                return Poll::Ready(Event::Depth(record));
            }
            match self.ending.take() {
                None => return Poll::Pending,
                Some(Ending::Here(answer)) => return Poll::Ready(Event::End(answer)),
                Some(Ending::Coming(mut ticket)) => match Pin::new(&mut ticket).poll(cx) {
                    // Records told since the look above come first.
                    Poll::Ready(answer) => {
                        let answer = answer.unwrap_or_else(|failure| Err(failure.into()));
                        self.ending = Some(Ending::Here(answer));
                    }
                    Poll::Pending if self.is_late(cx) && ticket.expire() => {
                        self.ending = Some(Ending::Here(Err(Failure::Expired)));
                    }
                    Poll::Pending => {
                        self.ending = Some(Ending::Coming(ticket));
                        return Poll::Pending;
                    }
                },
            }
        }
    }

    /// Whether the time is over, which is told once: a search that runs by then ends by itself.
    fn is_late(&mut self, cx: &mut Context<'_>) -> bool {
        let late = self.deadline.as_mut().is_some_and(|deadline| deadline.as_mut().poll(cx).is_ready());
        if late {
            self.deadline = None;
        }
        late
    }

    fn has_ended(&self) -> bool {
        self.ending.is_none()
    }
}

/// The body.
pub struct Records {
    running: Running,
    /// What came before the answer began.
    first: Option<Event>,
    teller: Teller,
    every: Duration,
    heartbeat: Pin<Box<Sleep>>,
}

impl Records {
    /// `first` is what the search has told already; without it the stream begins with a heartbeat, and there is one after
    /// each silence as long as `every`.
    pub fn new(running: Running, first: Option<Event>, every: Duration, teller: Teller) -> Records {
        let silence = if first.is_some() { every } else { Duration::ZERO };
        Records { running, first, teller, every, heartbeat: Box::pin(sleep(silence)) }
    }

    fn write(&mut self, event: Event) -> Bytes {
        match event {
            Event::Depth(record) => self.teller.depth(&record),
            Event::End(answer) => self.teller.last(answer),
        }
    }
}

impl http_body::Body for Records {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        let event = match this.first.take() {
            Some(event) => Poll::Ready(event),
            None if this.running.has_ended() => return Poll::Ready(None),
            None => this.running.poll_event(cx),
        };
        let bytes = match event {
            Poll::Ready(event) => this.write(event),
            Poll::Pending if this.heartbeat.as_mut().poll(cx).is_ready() => this.teller.heartbeat(),
            Poll::Pending => return Poll::Pending,
        };
        this.heartbeat.as_mut().reset(tokio::time::Instant::now() + this.every);
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }
}
