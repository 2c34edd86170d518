//! The one way from a request to its answer, for all endpoints that compute.
//!
//! A small request about a small board is read and attempted in place, which takes at most about 100 µs. All others are
//! read and attempted on the short lane of the search pool. What the attempt does not finish becomes a search.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

use super::accept;
use super::compress::SHORT_BYTES_MAX;
use super::input::Input;
use super::job::{Answer, Attempt, Job, Pending, Run, short_deadline};
use super::problem::Failure;
use super::respond::{self, PacedBody};
use super::search_pool::{Cancel, Lane};
use super::state::{AppState, Shared};
use super::stream::{self, StreamFormat};
use crate::engine::Engine;

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
/// Longest body or query string that is read in place, in bytes.
const IN_PLACE_BYTES_MAX: usize = 1 << 10;

/// Answers a request.
///
/// # Errors
/// A request that is not valid, saturation, what the job refuses.
pub async fn answer<J: Job>(State(app): State<Shared>, input: Input) -> Result<Response, Failure> {
    let media_type =
        accept::choose(input.headers(), J::MEDIA_TYPES).ok_or(Failure::NotAcceptable { offered: J::MEDIA_TYPES })?;
    let input = Arc::new(input);
    let stream = StreamFormat::new(media_type).filter(|_| J::MEDIA_TYPES.contains(&accept::EVENT_STREAM));
    let begin = {
        let (app, input, is_stream) = (Arc::clone(&app), Arc::clone(&input), stream.is_some());
        move |engine: &Engine, cancel| begin::<J>(&app, &input, media_type, is_stream, engine, cancel)
    };
    let attempt = if input.len() <= IN_PLACE_BYTES_MAX && J::fits_in_place(&input) {
        begin(&app.engine, Cancel::default())?
    } else {
        Box::pin(app.run(Lane::Short, short_deadline(&app), begin)).await?.value?
    };
    match attempt {
        Attempt::Finished(answer) => into_response(answer, &app, &input),
        // Boxed, so that answers found in place do not carry its state.
        Attempt::Search(job) => Box::pin(search(app, job, input, media_type, stream)).await,
    }
}

/// Answers by a search, as one document or as a stream.
async fn search<J: Job>(
    app: Shared,
    job: J,
    input: Arc<Input>,
    media_type: &'static str,
    stream: Option<StreamFormat>,
) -> Result<Response, Failure> {
    let cacheable = stream.is_none() && input.is_cacheable();
    let pending = Pending { job, arrival: input.arrival, cacheable, media_type, is_stream: stream.is_some() };
    match stream {
        Some(format) => stream::respond(app, pending, &input, format).await,
        None => into_response(pending.run(&app, |_| {}).await?, &app, &input),
    }
}

fn begin<J: Job>(
    app: &AppState,
    input: &Input,
    media_type: &'static str,
    is_stream: bool,
    engine: &Engine,
    cancel: Cancel,
) -> Result<Attempt<J>, Failure> {
    let job = J::read(input, app)?;
    job.check(engine)?;
    if is_stream {
        return Ok(Attempt::Search(job));
    }
    let mut run = Run {
        engine,
        arrival: input.arrival,
        cacheable: input.is_cacheable(),
        cancel,
        limits: &app.limits,
        media_type,
        on_progress: &mut |_| {},
    };
    let attempt = job.attempt(&mut run)?;
    if matches!(&attempt, Attempt::Finished(answer) if answer.is_quick_search) {
        app.pool().counters().in_place.fetch_add(1, Relaxed);
    }
    Ok(attempt)
}

/// The response of an answer, with its cache headers.
fn into_response(answer: Answer, app: &AppState, input: &Input) -> Result<Response, Failure> {
    let took = input.arrival.elapsed();
    let body = app.count_answer(answer.body, answer.room)?;
    let mut response = if answer.is_pure && input.is_cacheable() {
        respond::cacheable(body, input.if_none_match().as_ref(), took)
    } else {
        let is_compressed =
            body.len() as u64 <= SHORT_BYTES_MAX && input.headers().contains_key(header::ACCEPT_ENCODING);
        let body = if is_compressed { Body::new(PacedBody::new(body)) } else { Body::from(body) };
        respond::fresh_as(answer.media_type, body)
    };
    if let Some(queued) = answer.queued {
        let description =
            if answer.is_fallback { ";desc=\"depth 1 only: no search thread was free in time\"" } else { "" };
        let timing = format!("queue;dur={:.3}{description}", queued.as_secs_f64() * 1e3);
        let search = response.headers().get(SERVER_TIMING).and_then(|timing| timing.to_str().ok());
        let timing = search.map_or_else(|| timing.clone(), |search| format!("{search}, {timing}"));
        if let Ok(timing) = HeaderValue::try_from(timing) {
            response.headers_mut().insert(SERVER_TIMING, timing);
        }
    }
    Ok(response)
}
