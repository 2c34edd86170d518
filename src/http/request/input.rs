//! What arrived: the extractor that every resource with a request uses, for GET and POST alike.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::request;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use http_body::{Body as _, Frame};
use http_body_util::BodyExt as _;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;

use super::super::accept;
use super::super::problem::Failure;
use super::super::state::Shared;
use super::super::stream::Wishes;
use super::node::Members;
use super::{At, Faults, Fields};
use crate::config::ServerLimits;

/// A request as it arrived, its body complete and within the limits.
#[derive(Debug)]
pub struct Input {
    /// From here on its time counts.
    pub arrival: Instant,
    /// `If-None-Match` of a GET or HEAD.
    pub if_none_match: Option<HeaderValue>,
    payload: Payload,
}

#[derive(Debug)]
enum Payload {
    /// A GET or HEAD: the fields are in the query string.
    Uri(Uri),
    /// A POST: the fields are in the JSON body.
    Json(Bytes),
}

impl Input {
    /// Whether a cache may answer the same request again: only then does an answer carry an `ETag`.
    #[must_use]
    pub fn is_cacheable(&self) -> bool {
        matches!(self.payload, Payload::Uri(_))
    }

    /// The fields, not yet looked at.
    ///
    /// # Errors
    /// A body that is not JSON or no object; a query string that cannot be decoded.
    pub fn fields(&self) -> Result<Fields<'_>, Failure> {
        match &self.payload {
            Payload::Uri(uri) => Fields::from_query(uri.query().unwrap_or_default())
                .map_err(|error| Failure::MalformedQuery(error.to_string())),
            Payload::Json(body) => parse(body),
        }
    }

    /// The members of a POST's body, whatever their names.
    ///
    /// # Errors
    /// A body that is not JSON or no object.
    pub fn members(&self) -> Result<Members<'_>, Failure> {
        match &self.payload {
            Payload::Uri(_) => Ok(Members::default()),
            Payload::Json(body) => parse(body),
        }
    }
}

fn parse<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|error| match error.classify() {
        // The reader stops where it finds no object: what follows may not even be JSON.
        Category::Data => match serde_json::from_slice::<IgnoredAny>(body) {
            Ok(_) => not_an_object(&error),
            Err(error) => Failure::MalformedJson(format!("the body is not JSON: {error}")),
        },
        _ if body.is_empty() => Failure::MalformedJson("the body is empty; send a JSON object, {} at least".to_owned()),
        _ => Failure::MalformedJson(format!("the body is not JSON: {error}")),
    })
}

fn not_an_object(error: &serde_json::Error) -> Failure {
    let mut faults = Faults::default();
    faults.add(At::ROOT, format!("the body is no JSON object ({error}); send one such as {{\"board\":\"XO.......\"}}"));
    Failure::Invalid(faults)
}

/// A request for an answer that may also be streamed while it is found.
#[derive(Debug)]
pub struct Streamable {
    pub input: Input,
    /// How to stream it; `None` for one JSON document.
    pub wishes: Option<Box<Wishes>>,
}

impl FromRequest<Shared> for Input {
    type Rejection = Failure;

    // Not an `async fn`: the future then holds what is left to do, and not the whole request, twice.
    fn from_request(request: Request, app: &Shared) -> impl Future<Output = Result<Self, Failure>> + Send {
        let reading = if accept::json(request.headers()) {
            Reading::begin(request, &app.limits)
        } else {
            Err(Failure::NotAcceptable { offered: accept::JSON })
        };
        let max_ms = app.limits.connections.body_timeout_ms;
        async move { reading?.end(max_ms).await }
    }
}

impl FromRequest<Shared> for Streamable {
    type Rejection = Failure;

    fn from_request(request: Request, app: &Shared) -> impl Future<Output = Result<Self, Failure>> + Send {
        let begun = Wishes::of(request.headers())
            .and_then(|wishes| Ok((wishes.map(Box::new), Reading::begin(request, &app.limits)?)));
        let max_ms = app.limits.connections.body_timeout_ms;
        async move {
            let (wishes, reading) = begun?;
            Ok(Streamable { input: reading.end(max_ms).await?, wishes })
        }
    }
}

/// A request for a list: one JSON document, or one a line.
#[derive(Debug)]
pub struct Listing {
    pub input: Input,
    pub media_type: &'static str,
}

impl FromRequest<Shared> for Listing {
    type Rejection = Failure;

    fn from_request(request: Request, app: &Shared) -> impl Future<Output = Result<Self, Failure>> + Send {
        let begun = accept::choose(request.headers(), &[accept::JSON, accept::NDJSON])
            .ok_or(Failure::NotAcceptable { offered: accept::JSON })
            .and_then(|media_type| Ok((media_type, Reading::begin(request, &app.limits)?)));
        let max_ms = app.limits.connections.body_timeout_ms;
        async move {
            let (media_type, reading) = begun?;
            Ok(Listing { input: reading.end(max_ms).await?, media_type })
        }
    }
}

/// How far a request has been read without waiting.
enum Reading {
    Done(Input),
    Waiting(Box<Rest>),
}

impl Reading {
    /// Checks the head of a request and reads what is here of its body.
    fn begin(request: Request, limits: &ServerLimits) -> Result<Reading, Failure> {
        let arrival = Instant::now();
        let (parts, body) = request.into_parts();
        check_query(&parts)?;
        if parts.method != Method::POST {
            let if_none_match = parts.headers.get(header::IF_NONE_MATCH).cloned();
            return Ok(Reading::Done(Input { arrival, if_none_match, payload: Payload::Uri(parts.uri) }));
        }
        check_content_type(&parts.headers)?;
        check_length(&parts.headers, limits.body_bytes_max)?;
        let mut rest = Rest { arrival, body, first: Bytes::new(), more: Vec::new(), max: limits.body_bytes_max };
        Ok(if rest.take_what_is_here()? {
            Reading::Done(Input { arrival, if_none_match: None, payload: Payload::Json(rest.join()) })
        } else {
            Reading::Waiting(Box::new(rest))
        })
    }

    /// Waits for what is not here yet.
    async fn end(self, max_ms: u64) -> Result<Input, Failure> {
        match self {
            Reading::Done(input) => Ok(input),
            Reading::Waiting(rest) => Box::pin(rest.wait(max_ms)).await,
        }
    }
}

fn check_query(parts: &request::Parts) -> Result<(), Failure> {
    let query = parts.uri.query().unwrap_or_default();
    if parts.method == Method::POST && !query.is_empty() {
        let mut faults = Faults::default();
        faults.add(At::ROOT, "a POST takes its fields from the body alone; move those of the query string there");
        return Err(Failure::Invalid(faults));
    }
    Ok(())
}

/// `application/json` or `application/…+json`, with any parameters.
fn check_content_type(headers: &HeaderMap) -> Result<(), Failure> {
    let sent = headers.get(header::CONTENT_TYPE);
    let essence =
        sent.map(|value| value.as_bytes().split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii());
    let is_json = essence.is_some_and(|essence| {
        let suffix = essence.len().checked_sub("+json".len()).map(|start| &essence[start..]);
        let application = essence.get(.."application/".len());
        essence.eq_ignore_ascii_case(b"application/json")
            || suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(b"+json"))
                && application.is_some_and(|kind| kind.eq_ignore_ascii_case(b"application/"))
    });
    if is_json {
        return Ok(());
    }
    Err(Failure::UnsupportedMediaType(sent.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())))
}

/// Refuses a body that announces itself as too long.
fn check_length(headers: &HeaderMap, max: u64) -> Result<(), Failure> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > max) { Err(Failure::PayloadTooLarge { max }) } else { Ok(()) }
}

/// A body and what has arrived of it; one that comes in a single part, as small ones do, is not copied.
struct Rest {
    arrival: Instant,
    body: Body,
    first: Bytes,
    more: Vec<u8>,
    max: u64,
}

type Arrived = Option<Result<Frame<Bytes>, axum::Error>>;

impl Rest {
    /// Takes what has arrived already; says whether that was all.
    fn take_what_is_here(&mut self) -> Result<bool, Failure> {
        // Nobody is to be woken: what is not here yet is waited for afterwards.
        let mut context = Context::from_waker(Waker::noop());
        while let Poll::Ready(arrived) = Pin::new(&mut self.body).poll_frame(&mut context) {
            if !self.take(arrived)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Waits for the rest; boxed and with a timer only here: small requests do not pay for them.
    async fn wait(self: Box<Self>, max_ms: u64) -> Result<Input, Failure> {
        let arrival = self.arrival;
        let body = tokio::time::timeout(Duration::from_millis(max_ms), self.collect()).await;
        let body = body.unwrap_or(Err(Failure::RequestTimeout { part: "body", max_ms }))?;
        Ok(Input { arrival, if_none_match: None, payload: Payload::Json(body) })
    }

    async fn collect(mut self: Box<Self>) -> Result<Bytes, Failure> {
        loop {
            let arrived = self.body.frame().await;
            if !self.take(arrived)? {
                return Ok(self.join());
            }
        }
    }

    /// Adds a part; `false` at the end of the body.
    fn take(&mut self, arrived: Arrived) -> Result<bool, Failure> {
        let Some(frame) = arrived else { return Ok(false) };
        let frame = frame.map_err(|error| Failure::MalformedJson(format!("the body broke off: {error}")))?;
        let Ok(data) = frame.into_data() else { return Ok(true) };
        if (self.first.len() + self.more.len() + data.len()) as u64 > self.max {
            return Err(Failure::PayloadTooLarge { max: self.max });
        }
        if self.first.is_empty() {
            self.first = data;
        } else {
            self.more.extend_from_slice(&data);
        }
        Ok(true)
    }

    fn join(mut self) -> Bytes {
        let first = std::mem::take(&mut self.first);
        if self.more.is_empty() { first } else { [&*first, &*self.more].concat().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The handlers' futures are allocated for each request, and the allocator is slow beyond about a kibibyte.
    #[test]
    fn a_request_is_read_in_little_space() {
        let size = std::mem::size_of::<Input>();
        assert!(size <= 200, "{size} bytes");
    }
}
