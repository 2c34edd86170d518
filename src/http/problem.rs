//! Everything that can go wrong, and the one place where it becomes `application/problem+json` (RFC 9457).

use std::fmt::Write as _;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::request::{Fault, Faults};
use super::workers::WorkFailure;
use crate::engine::EngineError;

/// The stable names of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    MalformedHttp,
    MalformedJson,
    MalformedQuery,
    Unauthorized,
    NotFound,
    MethodNotAllowed,
    NotAcceptable,
    RequestTimeout,
    PayloadTooLarge,
    UriTooLong,
    HeadersTooLarge,
    UnsupportedMediaType,
    InvalidRequest,
    TooManyRequests,
    Internal,
    Saturated,
    ShuttingDown,
}

impl Code {
    pub const ALL: [Code; 17] = [
        Code::MalformedHttp,
        Code::MalformedJson,
        Code::MalformedQuery,
        Code::Unauthorized,
        Code::NotFound,
        Code::MethodNotAllowed,
        Code::NotAcceptable,
        Code::RequestTimeout,
        Code::PayloadTooLarge,
        Code::UriTooLong,
        Code::HeadersTooLarge,
        Code::UnsupportedMediaType,
        Code::InvalidRequest,
        Code::TooManyRequests,
        Code::Internal,
        Code::Saturated,
        Code::ShuttingDown,
    ];

    /// The name on the wire, the status and the title.
    const fn facts(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Code::MalformedHttp => ("malformed-http", StatusCode::BAD_REQUEST, "The request is not HTTP/1.1"),
            Code::MalformedJson => ("malformed-json", StatusCode::BAD_REQUEST, "The body is not JSON"),
            Code::MalformedQuery => ("malformed-query", StatusCode::BAD_REQUEST, "The query string cannot be decoded"),
            Code::Unauthorized => ("unauthorized", StatusCode::UNAUTHORIZED, "A key is needed"),
            Code::NotFound => ("not-found", StatusCode::NOT_FOUND, "There is nothing at this path"),
            Code::MethodNotAllowed => {
                ("method-not-allowed", StatusCode::METHOD_NOT_ALLOWED, "This path does not take this method")
            }
            Code::NotAcceptable => ("not-acceptable", StatusCode::NOT_ACCEPTABLE, "No acceptable media type"),
            Code::RequestTimeout => {
                ("request-timeout", StatusCode::REQUEST_TIMEOUT, "The request did not arrive in time")
            }
            Code::PayloadTooLarge => ("payload-too-large", StatusCode::PAYLOAD_TOO_LARGE, "The body is too large"),
            Code::UriTooLong => ("uri-too-long", StatusCode::URI_TOO_LONG, "The query string is too long"),
            Code::HeadersTooLarge => (
                "headers-too-large",
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                "The head of the request is too large",
            ),
            Code::UnsupportedMediaType => {
                ("unsupported-media-type", StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body's media type is not JSON")
            }
            Code::InvalidRequest => ("invalid-request", StatusCode::UNPROCESSABLE_ENTITY, "The request is not valid"),
            Code::TooManyRequests => ("too-many-requests", StatusCode::TOO_MANY_REQUESTS, "Too many requests"),
            Code::Internal => ("internal", StatusCode::INTERNAL_SERVER_ERROR, "The service failed"),
            Code::Saturated => ("saturated", StatusCode::SERVICE_UNAVAILABLE, "All searches are busy"),
            Code::ShuttingDown => ("shutting-down", StatusCode::SERVICE_UNAVAILABLE, "The service is shutting down"),
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    #[must_use]
    pub const fn status(self) -> StatusCode {
        self.facts().1
    }

    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().2
    }
}

/// Why a request is not answered as asked.
#[derive(Debug)]
pub enum Failure {
    MalformedHttp,
    Unauthorized {
        has_key: bool,
    },
    MalformedJson(String),
    MalformedQuery(String),
    Invalid(Faults),
    NotFound,
    /// The allowed methods are in the answer's `Allow`.
    MethodNotAllowed,
    NotAcceptable {
        offered: &'static str,
    },
    RequestTimeout {
        part: &'static str,
        max_ms: u64,
    },
    PayloadTooLarge {
        max: u64,
    },
    UriTooLong {
        found: usize,
        max: u64,
    },
    /// A target longer than any server reads.
    LongTarget,
    LargeHead,
    /// The content type sent, if any.
    UnsupportedMediaType(Option<String>),
    TooManyRequests {
        retry_after_s: u64,
    },
    Saturated,
    /// The time was over before the search could begin.
    Expired,
    /// There are more connections than are served.
    Crowded,
    ShuttingDown,
    /// A bug; what it was stays in the log.
    Internal,
}

/// When a client of a saturated service may try again, in seconds.
const RETRY_AFTER_S: u64 = 1;
const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer realm=\"inarow\"");

impl Failure {
    /// The only place where failures get their code, words and headers.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        let (code, detail) = match self {
            Failure::Invalid(faults) => {
                let detail = faults.summary();
                return Problem { errors: faults.into_list(), ..Problem::new(Code::InvalidRequest, detail) };
            }
            Failure::TooManyRequests { retry_after_s } => {
                let detail = format!("this client has sent more than it may; try again in {retry_after_s} s");
                return Problem { retry_after_s, ..Problem::new(Code::TooManyRequests, detail) };
            }
            Failure::MalformedHttp => {
                (Code::MalformedHttp, "the head of the request cannot be read as HTTP/1.1; mend the client".to_owned())
            }
            Failure::Unauthorized { has_key } => {
                let wrong = if has_key { "the key sent is not one of them" } else { "none was sent" };
                (
                    Code::Unauthorized,
                    format!("this service asks for a key and {wrong}; send \"Authorization: Bearer KEY\""),
                )
            }
            Failure::MalformedJson(detail) => (Code::MalformedJson, detail),
            Failure::MalformedQuery(detail) => (Code::MalformedQuery, detail),
            Failure::NotFound => (Code::NotFound, "see / for what there is".to_owned()),
            Failure::MethodNotAllowed => (Code::MethodNotAllowed, String::new()),
            Failure::NotAcceptable { offered } => (
                Code::NotAcceptable,
                format!("the Accept header excludes what this path answers; send \"Accept: {offered}\" or none"),
            ),
            Failure::RequestTimeout { part, max_ms } => {
                (Code::RequestTimeout, format!("the {part} did not arrive within {max_ms} ms; send it again, faster"))
            }
            Failure::PayloadTooLarge { max } => {
                (Code::PayloadTooLarge, format!("the body is longer than {max} bytes; send a shorter one"))
            }
            Failure::UriTooLong { found, max } => (
                Code::UriTooLong,
                format!("the query string has {found} bytes, at most {max} are read; send the fields in a POST"),
            ),
            Failure::LongTarget => (
                Code::UriTooLong,
                "the target has more bytes than any path here is long; send the fields in a POST".to_owned(),
            ),
            Failure::LargeHead => {
                (Code::HeadersTooLarge, "the head has too many bytes or too many headers; send fewer".to_owned())
            }
            Failure::UnsupportedMediaType(sent) => {
                let sent = sent.map_or("missing".to_owned(), |sent| super::request::node::shown(&sent));
                (Code::UnsupportedMediaType, format!("the Content-Type is {sent}; send application/json"))
            }
            Failure::Saturated => {
                (Code::Saturated, "every search thread is busy and the queue is full; try again shortly".to_owned())
            }
            Failure::Expired => (
                Code::Saturated,
                "no search thread was free before the time was over; try again shortly, or allow more movetime"
                    .to_owned(),
            ),
            Failure::Crowded => {
                (Code::Saturated, "there are more connections than are served; try again shortly".to_owned())
            }
            Failure::ShuttingDown => {
                (Code::ShuttingDown, "this instance takes no new work; another one or a restart will".to_owned())
            }
            Failure::Internal => {
                (Code::Internal, "a fault in the service, not in the request; quote the requestId".to_owned())
            }
        };
        Problem::new(code, detail)
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Failure::Invalid(faults)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        let mut faults = Faults::default();
        faults.add(super::request::At::ROOT.key(error.field()), error.to_string());
        Failure::Invalid(faults)
    }
}

impl From<WorkFailure> for Failure {
    fn from(failure: WorkFailure) -> Self {
        match failure {
            WorkFailure::Saturated => Failure::Saturated,
            WorkFailure::Expired => Failure::Expired,
            WorkFailure::Closed => Failure::ShuttingDown,
            WorkFailure::Panicked => Failure::Internal,
        }
    }
}

impl From<serde_json::Error> for Failure {
    /// Writing an answer failed, which its types rule out.
    fn from(error: serde_json::Error) -> Self {
        tracing::error!(%error, "an answer could not be written");
        Failure::Internal
    }
}

/// The answer waits for [`Problem::finish`], which knows the request's path and id.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::empty());
        let problem = self.into_problem();
        *response.status_mut() = problem.code.status();
        response.extensions_mut().insert(problem);
        response
    }
}

/// A problem as it will be told.
#[derive(Clone, Debug)]
pub struct Problem {
    pub code: Code,
    pub detail: String,
    pub errors: Vec<Fault>,
    /// When to try again, for the codes that tell it.
    pub retry_after_s: u64,
}

/// The problem document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'p> {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: &'p str,
    instance: &'p str,
    code: &'static str,
    request_id: &'p str,
    errors: &'p [Fault],
}

impl Problem {
    fn new(code: Code, detail: String) -> Problem {
        Problem { code, detail, errors: Vec::new(), retry_after_s: RETRY_AFTER_S }
    }

    /// The document, for the answer to this path with this id.
    #[must_use]
    pub fn document<'p>(&'p self, instance: &'p str, request_id: &'p str) -> impl Serialize + 'p {
        Document {
            r#type: format!("/docs#problem-{}", self.code.name()),
            title: self.code.title(),
            status: self.code.status().as_u16(),
            detail: &self.detail,
            instance,
            code: self.code.name(),
            request_id,
            errors: &self.errors,
        }
    }

    /// The body and headers of an answer that a handler left as a mere problem.
    pub fn finish(mut self, method: &str, instance: &str, request_id: &str, headers: &mut HeaderMap) -> Vec<u8> {
        if self.code == Code::MethodNotAllowed {
            let allowed = headers.get(header::ALLOW).and_then(|allow| allow.to_str().ok()).unwrap_or_default();
            let _ = write!(self.detail, "{method} is not allowed here; use one of {}", allowed.replace(',', ", "));
        }
        let body = serde_json::to_vec(&self.document(instance, request_id)).unwrap_or_default();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        if matches!(self.code, Code::Saturated | Code::ShuttingDown | Code::TooManyRequests) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(self.retry_after_s));
        }
        if self.code == Code::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, CHALLENGE);
        }
        body
    }
}
