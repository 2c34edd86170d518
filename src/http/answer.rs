//! The handler of all endpoints that compute: chooses the form of the answer, has the work done, and sends its bytes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use axum::response::Response;
use inarow_api::{Context, Endpoint, Form, Request};

use super::accept::{self, DOT, EVENT_STREAM, JSON, MERMAID, NDJSON, PNG, SGF, SVG, TEXT};
use super::input::Input;
use super::noted::Noted;
use super::problem::Failure;
use super::respond::{self, Document, SERVER_TIMING};
use super::state::{AppState, Shared};
use super::stream::{self, StreamFormat};
use super::work::{Begun, Call, Done, Written, begin, finish, write_answer};

/// Answers a request to an endpoint.
///
/// # Errors
/// A request that is not valid, saturation, work that turns out to be too much.
pub async fn handle(endpoint: Endpoint, State(app): State<Shared>, input: Input) -> Result<Response, Failure> {
    let offered = media_types(endpoint);
    let media_type = accept::choose(input.headers(), offered).ok_or_else(|| {
        let wants_picture = !offered.contains(&SVG) && accept::choose(input.headers(), &[PNG, SVG]).is_some();
        Failure::NotAcceptable { offered, wants_picture }
    })?;
    let stream = StreamFormat::new(media_type).filter(|_| endpoint.progress().is_some());
    let form = match (stream, media_type) {
        (Some(_), _) => Form::FinalRecord,
        (None, NDJSON) => Form::Lines,
        (None, TEXT) => Form::Text,
        (None, SVG) => Form::Svg,
        (None, PNG) => Form::Png,
        (None, SGF) => Form::Sgf,
        (None, DOT) => Form::Dot,
        (None, MERMAID) => Form::Mermaid,
        (None, _) => Form::Document,
    };
    // A position has other fields as a picture.
    let endpoint = match (endpoint, form) {
        (Endpoint::Position, Form::Svg) => Endpoint::Svg,
        (Endpoint::Position, Form::Png) => Endpoint::Png,
        _ => endpoint,
    };
    let call = Call::new(endpoint, form, input, &app);
    let read = {
        let call = Arc::clone(&call);
        move |context: Context<'_>| Ok(call.endpoint.read(call.input.fields()?, context)?)
    };
    let begun = match stream {
        Some(_) => begin(&app, &call, read, |_: &dyn Request, _, _: &AppState| Ok(None)).await?,
        None => begin(&app, &call, read, write_answer).await?,
    };
    match (begun, stream) {
        (Begun::Done(body), _) => {
            into_response(Done { value: body, queued: None, is_least: false, threads: 1 }, &app, &call)
        }
        // Boxed, so that answers found in place do not carry its state.
        (Begun::Unfinished(request), None) => {
            let done = Box::pin(finish(&app, request, Arc::clone(&call), write_answer, |_| {})).await?;
            into_response(done, &app, &call)
        }
        (Begun::Unfinished(request), Some(format)) => Box::pin(stream::respond(app, request, call, format)).await,
    }
}

/// The media types of an endpoint's answers, the default first; text before streams, so that `text/*` gets the text for people.
const fn media_types(endpoint: Endpoint) -> &'static [&'static str] {
    match endpoint {
        Endpoint::Move | Endpoint::Analysis => &[JSON, TEXT, EVENT_STREAM, NDJSON],
        Endpoint::Review => &[JSON, TEXT, EVENT_STREAM, NDJSON, SGF],
        Endpoint::Match => &[JSON, EVENT_STREAM, NDJSON],
        Endpoint::Position => &[JSON, TEXT, SVG, PNG],
        Endpoint::Continuations => &[JSON, NDJSON],
        Endpoint::Tree => &[JSON, SVG, DOT, MERMAID],
        Endpoint::Puzzles => &[JSON, TEXT],
        Endpoint::Batch | Endpoint::Solve => &[JSON],
        Endpoint::Svg => &[SVG],
        Endpoint::Png => &[PNG],
    }
}

/// The response of an answer, with its cache headers.
fn into_response(done: Done<Written>, app: &AppState, call: &Call) -> Result<Response, Failure> {
    let took = call.input.arrival.elapsed();
    let Written { answer, room, hash } = done.value;
    let body = app.count_answer(answer.body, room)?;
    let media_type = match answer.form {
        Form::Document | Form::FinalRecord => JSON,
        Form::Lines => NDJSON,
        Form::Text => respond::TEXT_UTF8,
        Form::Svg => SVG,
        Form::Png => PNG,
        Form::Sgf => SGF,
        Form::Dot => respond::DOT_UTF8,
        Form::Mermaid => respond::MERMAID_UTF8,
    };
    let mut response = if let Some(hash) = hash {
        let document = Document::with_hash(media_type, body, hash);
        let max_age_s = answer.until.map(|until| (until - app.now()).whole_seconds().max(0).unsigned_abs());
        respond::cacheable(&document, max_age_s, call.input.if_none_match().as_ref(), took)
    } else {
        respond::fresh_as(media_type, body)
    };
    if let Some(queued) = done.queued {
        let description = if done.is_least { ";desc=\"depth 1 only: no search thread was free in time\"" } else { "" };
        let threads = if done.threads > 1 { format!(", threads;desc=\"{}\"", done.threads) } else { String::new() };
        let timing = format!("queue;dur={:.3}{description}{threads}", queued.as_secs_f64() * 1e3);
        let search = response.headers().get(SERVER_TIMING).and_then(|timing| timing.to_str().ok());
        let timing = search.map_or_else(|| timing.clone(), |search| format!("{search}, {timing}"));
        if let Ok(timing) = HeaderValue::try_from(timing) {
            response.headers_mut().insert(SERVER_TIMING, timing);
        }
    }
    if answer.failed > 0 {
        response.extensions_mut().insert(Noted::reason(format!("{} failed elements", answer.failed)));
    }
    if let Some(search) = answer.search {
        // A request has one answer.
        let _ = call.input.notes().searched.set(search);
    }
    Ok(response)
}
