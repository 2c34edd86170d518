//! Answers told while they are found: one record for each completed depth, then the whole answer, as server-sent events
//! or as lines of JSON.
//!
//! The search never waits for its reader: a record for which there is no room is left out, never the last one. A reader
//! that goes away drops the body, and with it the ticket, which ends the search.

mod body;
mod format;

use std::future::poll_fn;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use tokio::sync::mpsc;

use super::problem::Failure;
use super::question::{self, Job};
use super::state::State;
use body::{Ending, Event, Records, Running};
use format::Teller;
pub use format::Wishes;

/// Keeps proxies (nginx and those that learned from it) from collecting records before they pass them on.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
/// Records that wait for a slow reader; a search of more depths leaves some out.
const RECORDS_MAX: usize = 32;

/// Begins to do a job that arrived at `arrival`. What goes wrong before the first record is an answer of its own.
///
/// # Errors
/// What the engine refuses, and saturation.
pub async fn respond<J: Job>(
    app: &State,
    job: J,
    arrival: Instant,
    path: &'static str,
    wishes: Box<Wishes>,
) -> Result<Response, Failure> {
    if wishes.has_all {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    let every = Duration::from_millis(app.limits.heartbeat_ms);
    let mut running = start(app, job, arrival)?;
    let first = match tokio::time::timeout(every, poll_fn(|cx| running.poll_event(cx))).await {
        Ok(Event::End(Err(failure))) => return Err(failure),
        Ok(event) => Some(event),
        Err(_) => None,
    };
    let Wishes { format, id, .. } = *wishes;
    let records = Records::new(running, first, every, Teller::new(format, path, id.clone()));
    let mut response = Response::new(Body::new(records));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.media_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    headers.insert(ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response.extensions_mut().insert(id);
    Ok(response)
}

/// Answers in place where that takes microseconds, else on a search thread.
fn start<J: Job>(app: &State, mut job: J, arrival: Instant) -> Result<Running, Failure> {
    job.check(app.engine())?;
    let (sender, records) = mpsc::channel(RECORDS_MAX);
    let mut tell = move |record: question::Record<'_>| {
        if let Ok(room) = sender.try_reserve() {
            // Writing fails for no answer of this service; the last record would say so.
            let _ = record().map(|record| room.send(record));
        }
    };
    let deadline = app.job_deadline(&job);
    let ending = if job.is_instant(app.engine()) {
        Ending::Here(job.work(app.engine(), arrival, &mut tell))
    } else {
        let engine = std::sync::Arc::clone(app.engine());
        let run = move |cancel| {
            job.set_cancel(cancel);
            job.work(&engine, arrival, &mut tell)
        };
        Ending::Coming(app.workers().submit(deadline, run)?)
    };
    Ok(Running::new(records, ending, deadline))
}
