//! Answers as streams: a progress event for each completed depth, then the whole answer, as server-sent events or as lines
//! of JSON, with heartbeats in between.
//!
//! The search never waits for its reader: it leaves out a progress event for which there is no room, never the last event.
//! A reader that goes away drops the body and with it the future of the search, which cancels it.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::sse::{self, Sse};
use axum::response::{IntoResponse as _, Response};
use axum_extra::json_lines::JsonLines;
use futures_util::{Stream, StreamExt as _};
use http_body_util::BodyExt as _;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

use super::accept::{EVENT_STREAM, NDJSON};
use super::budget::Share;
use super::client_address::ClientAddress;
use super::metrics::CLIENT_CLOSED;
use super::problem::Failure;
use super::state::{AppState, Shared};
use super::work::{Call, Written, finish, write_answer};
use crate::log;
use inarow_api::problem::{Code, Origin, Problem};
use inarow_api::{MakeRecord, Request, Run, Searched};

/// Keeps proxies (nginx and those that learned from it) from collecting events before they pass them on.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// The id of the last event: a browser that reconnects with it has everything.
const FINAL_ID: &str = "final";
/// Progress events that wait for a slow reader.
const EVENTS_MAX: usize = 32;

/// How the events of a stream follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamFormat {
    /// Server-sent events.
    Events,
    /// One JSON document a line.
    Lines,
}

impl StreamFormat {
    /// The format of this media type, `None` if it is no stream.
    #[must_use]
    pub fn new(media_type: &str) -> Option<StreamFormat> {
        match media_type {
            EVENT_STREAM => Some(StreamFormat::Events),
            NDJSON => Some(StreamFormat::Lines),
            _ => None,
        }
    }
}

/// One event of a stream.
enum Event {
    Heartbeat,
    /// A record, with the room that it takes until it is sent.
    Progress(Box<RawValue>, Option<Share>),
    /// The last record, with the room that it takes until it is sent, if it is not small.
    Final(Box<RawValue>, Option<Share>),
    Problem(Box<RawValue>),
}

impl Event {
    /// The room that its bytes take from now on.
    fn take_share(&mut self) -> Option<Share> {
        match self {
            Event::Progress(_, share) | Event::Final(_, share) => share.take(),
            Event::Heartbeat | Event::Problem(_) => None,
        }
    }
}

/// The log line of a stream's end: that of its request is written when it begins.
struct StreamEnd {
    call: Arc<Call>,
    client: Option<ClientAddress>,
    /// Whether an event was sent. Without one, the line of the request says all.
    has_begun: bool,
    /// 499 until all is found: its client leaves first.
    status: u16,
    code: Option<Code>,
    searched: Option<Searched>,
}

impl StreamEnd {
    fn new(call: Arc<Call>, app: &AppState) -> StreamEnd {
        let client = app.access.client_address(call.input.headers(), call.input.connection());
        StreamEnd { call, client, has_begun: false, status: CLIENT_CLOSED, code: None, searched: None }
    }
}

impl Drop for StreamEnd {
    fn drop(&mut self) {
        if !self.has_begun {
            return;
        }
        let key = self.call.input.key();
        let notes = self.call.input.notes();
        let (waited, end) = (notes.waited.get(), self.searched.and_then(|searched| searched.end));
        tracing::info!(
            target: log::STREAMS,
            path = self.call.endpoint.path(),
            status = self.status,
            code = self.code.map(Code::name),
            key = key.and_then(|key| key.name.as_deref()),
            key_line = key.map(|key| key.line),
            micros = self.call.input.arrival.elapsed().as_micros() as u64,
            queue_micros = waited.and_then(|waited| waited.queued).map(|queued| queued.as_micros() as u64),
            movetime_ms = waited.and_then(|waited| waited.movetime).map(|time| time.as_millis() as u64),
            game = notes.game.get().map(|game| &**game),
            algorithm = end.map(|end| end.algorithm),
            nodes = self.searched.map(|searched| searched.nodes),
            depth = end.map(|end| end.depth),
            stop = end.map(|end| end.stop),
            id = self.call.input.request_id(),
            client = self.client.as_ref().map(tracing::field::display),
        );
    }
}

/// The room of the event that is being written, on its way to the bytes of the event.
type Reserved = Arc<Mutex<Option<Share>>>;

/// Starts a job and streams its records. An error before the first event is an answer of its own.
///
/// # Errors
/// Refusals of the engine, and saturation.
pub(super) async fn respond(
    app: Shared,
    request: Arc<dyn Request>,
    call: Arc<Call>,
    format: StreamFormat,
) -> Result<Response, Failure> {
    let has_final = call.input.headers().get(LAST_EVENT_ID).is_some_and(|id| id == FINAL_ID);
    if format == StreamFormat::Events && has_final {
        return Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response());
    }
    let stream_share = app.reserve_event_stream()?;
    let mut outcomes = Box::pin(outcomes(app, request, Arc::clone(&call)));
    let first = match outcomes.next().await {
        Some(Err(failure)) => return Err(failure),
        Some(Ok(event)) => event,
        None => return Err(Failure::Internal),
    };
    let name = call.endpoint.progress().unwrap_or_default();
    let _ = call.input.notes().streamed.set(());
    // Only the first outcome can be a failure.
    let rest = outcomes.filter_map(async |outcome| outcome.ok());
    let reserved = Reserved::default();
    let slot = Arc::clone(&reserved);
    let events = futures_util::stream::iter([first]).chain(rest).map(move |mut event| {
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = event.take_share();
        event
    });
    let response = match format {
        StreamFormat::Events => Sse::new(server_sent(name, events)).into_response(),
        StreamFormat::Lines => JsonLines::new(events.map(line)).into_response(),
    };
    let mut response = response.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _held_to_the_end = &stream_share;
            frame.map_data(|data| bind(data, &reserved))
        }))
    });
    let headers = response.headers_mut();
    if format == StreamFormat::Lines {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    headers.insert(ACCEL_BUFFERING, HeaderValue::from_static("no"));
    Ok(response)
}

/// The events of a job; a failure before the first of them is an answer of its own. Dropping the stream cancels the job.
fn outcomes(
    app: Shared,
    request: Arc<dyn Request>,
    call: Arc<Call>,
) -> impl Stream<Item = Result<Event, Failure>> + Send {
    let (sender, mut events) = mpsc::channel(EVENTS_MAX);
    let state = Arc::clone(&app);
    let on_progress = move |make: MakeRecord<'_>| {
        // Writing fails for no answer of this service; the last event would say so.
        if let Ok(place) = sender.try_reserve()
            && let Ok(record) = make()
            && let Some(room) = state.reserve_record(record.get().len())
        {
            place.send(Event::Progress(record, Some(room)));
        }
    };
    let silence = Duration::from_millis(app.limits.heartbeat_ms);
    async_stream::stream! {
        let mut end = StreamEnd::new(Arc::clone(&call), &app);
        let mut search = Box::pin(finish(&app, request, call, final_record, on_progress));
        let found = loop {
            let event = tokio::select! {
                biased;
                Some(event) = events.recv() => event,
                found = &mut search => break found,
                () = tokio::time::sleep(silence) => Event::Heartbeat,
            };
            end.has_begun = true;
            yield Ok(event);
        };
        while let Ok(event) = events.try_recv() {
            end.has_begun = true;
            yield Ok(event);
        }
        match found.map(|done| done.value) {
            Ok((event, searched)) => {
                (end.has_begun, end.status, end.searched) = (true, StatusCode::OK.as_u16(), searched);
                yield Ok(event);
            }
            Err(failure) if end.has_begun => {
                let problem = failure.into_problem();
                app.metrics.problem_answered(problem.code);
                (end.status, end.code) = (StatusCode::OK.as_u16(), Some(problem.code));
                yield Ok(Event::Problem(final_problem(&problem, &end.call.origin())));
            }
            Err(failure) => yield Err(failure),
        }
    }
}

/// The last event, made on the thread of the search: a long answer takes milliseconds to check.
fn final_record(
    request: &dyn Request,
    run: &mut Run<'_>,
    app: &AppState,
) -> Result<Option<(Event, Option<Searched>)>, Failure> {
    let Some(Written { answer, room, .. }) = write_answer(request, run, app)? else { return Ok(None) };
    let record = RawValue::from_string(String::from_utf8(answer.body).unwrap_or_default())?;
    Ok(Some((Event::Final(record, room), answer.search)))
}

/// The last event of a stream that fails on its way.
fn final_problem(problem: &Problem, origin: &Origin<'_>) -> Box<RawValue> {
    let record = serde_json::json!({ "final": true, "problem": problem.document(origin) });
    to_raw_value(&record).unwrap_or_default()
}

fn server_sent(
    event: &'static str,
    events: impl Stream<Item = Event>,
) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    events.enumerate().map(move |(index, next)| {
        let named = |id: &str, name: &str, data: &RawValue| sse::Event::default().id(id).event(name).data(data.get());
        Ok(match next {
            Event::Heartbeat => sse::Event::default().comment("heartbeat"),
            Event::Progress(record, _) => named(&(index + 1).to_string(), event, &record),
            Event::Final(record, _) => named(FINAL_ID, "final", &record),
            Event::Problem(record) => named(FINAL_ID, "problem", &record),
        })
    })
}

fn line(event: Event) -> Result<Box<RawValue>, serde_json::Error> {
    match event {
        Event::Heartbeat => to_raw_value(&serde_json::json!({ "heartbeat": true })),
        Event::Progress(record, _) | Event::Final(record, _) | Event::Problem(record) => Ok(record),
    }
}

/// Binds the memory that an event reserved to its bytes, so that it is free again when they have been sent.
fn bind(data: Bytes, reserved: &Reserved) -> Bytes {
    struct Counted(Bytes, #[allow(dead_code, reason = "held until the bytes are dropped")] Share);
    impl AsRef<[u8]> for Counted {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    match reserved.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(permit) => Bytes::from_owner(Counted(data, permit)),
        None => data,
    }
}
