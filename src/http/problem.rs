//! Everything that can go wrong, and the one place where it becomes `application/problem+json` (RFC 9457).

use std::fmt::Display;

use axum::body::Body;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use strum::VariantArray as _;

use super::request::{ErrorCode, FieldError, FieldErrors, Pointer, Unreadable, shown};
use super::search_pool::PoolError;

/// The stable names of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
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
    UnsupportedMediaType,
    InvalidRequest,
    AnswerTooLarge,
    TooManyRequests,
    Internal,
    Saturated,
    ShuttingDown,
}

impl Code {
    pub const ALL: &'static [Code] = Code::VARIANTS;

    /// The status and the title.
    const fn facts(self) -> (StatusCode, &'static str) {
        match self {
            Code::MalformedHttp => (StatusCode::BAD_REQUEST, "The request is not HTTP/1.1"),
            Code::MalformedJson => (StatusCode::BAD_REQUEST, "The body is not JSON"),
            Code::MalformedQuery => (StatusCode::BAD_REQUEST, "The query string cannot be decoded"),
            Code::Unauthorized => (StatusCode::UNAUTHORIZED, "A key is needed"),
            Code::NotFound => (StatusCode::NOT_FOUND, "There is nothing at this path"),
            Code::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "This path does not take this method"),
            Code::NotAcceptable => (StatusCode::NOT_ACCEPTABLE, "No acceptable media type"),
            Code::RequestTimeout => (StatusCode::REQUEST_TIMEOUT, "The request did not arrive in time"),
            Code::PayloadTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "The body is too large"),
            Code::UriTooLong => (StatusCode::URI_TOO_LONG, "The query string is too long"),
            Code::UnsupportedMediaType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body's media type is not JSON"),
            Code::InvalidRequest => (StatusCode::UNPROCESSABLE_ENTITY, "The request is not valid"),
            Code::AnswerTooLarge => (StatusCode::UNPROCESSABLE_ENTITY, "The answer would be too large"),
            Code::TooManyRequests => (StatusCode::TOO_MANY_REQUESTS, "Too many requests"),
            Code::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "The service failed"),
            Code::Saturated => (StatusCode::SERVICE_UNAVAILABLE, "All searches are busy"),
            Code::ShuttingDown => (StatusCode::SERVICE_UNAVAILABLE, "The service is shutting down"),
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.into_str()
    }

    #[must_use]
    pub const fn status(self) -> StatusCode {
        self.facts().0
    }

    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().1
    }
}

/// Why a request is not answered as asked.
#[derive(Debug)]
pub enum Failure {
    Unauthorized {
        has_key: bool,
    },
    MalformedJson(String),
    MalformedQuery(String),
    Invalid(FieldErrors),
    /// The path that may have been meant.
    NotFound {
        near: Option<&'static str>,
    },
    MethodNotAllowed {
        method: Method,
        allowed: &'static [&'static str],
    },
    NotAcceptable {
        offered: &'static [&'static str],
    },
    RequestTimeout {
        max_ms: u64,
    },
    PayloadTooLarge {
        max: u64,
    },
    UriTooLong {
        found: usize,
        max: u64,
    },
    /// The content type sent, if any.
    UnsupportedMediaType(Option<String>),
    TooManyRequests {
        retry_after_s: u64,
    },
    Saturated,
    /// The time was over before there could be a whole answer: no thread was free, or there is too much to do.
    Expired,
    /// What is wrong with the `Host` header.
    BadHost(&'static str),
    UnsupportedEncoding,
    /// The answer would have more bytes than any may have.
    AnswerTooLarge {
        max: u64,
    },
    /// Too many bytes of answers wait for their clients.
    AnswersInFlight,
    /// Too many bytes of requests are in memory.
    RequestsInFlight,
    ShuttingDown,
    /// A bug; what it was stays in the log.
    Internal,
}

/// When a client of a saturated service may try again, in seconds.
const RETRY_AFTER_S: u64 = 1;
const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer realm=\"inarow\"");

impl Failure {
    /// One error of a field.
    pub(super) fn of_field(at: Pointer<'_>, code: impl Into<ErrorCode>, detail: impl Display) -> Failure {
        let mut errors = FieldErrors::default();
        errors.add(at, code, detail);
        Failure::Invalid(errors)
    }

    /// The only place where failures get their code, words and headers.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        let (code, detail) = match self {
            Failure::Invalid(errors) => {
                let detail = errors.summary();
                return Problem { errors: errors.into_list(), ..Problem::new(Code::InvalidRequest, detail) };
            }
            Failure::TooManyRequests { retry_after_s } => {
                let detail = format!("this client has sent more than it may; try again in {retry_after_s} s");
                return Problem { retry_after_s, ..Problem::new(Code::TooManyRequests, detail) };
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
            Failure::NotFound { near } => {
                let hint = near.map_or_else(String::new, |path| format!("did you mean {path}? "));
                (Code::NotFound, format!("{hint}see / for what there is"))
            }
            Failure::MethodNotAllowed { method, allowed } => {
                let allowed = allowed.join(", ").replace("GET", "GET, HEAD");
                (Code::MethodNotAllowed, format!("{method} is not allowed here; use one of {allowed}"))
            }
            Failure::NotAcceptable { offered } => {
                let offered = offered.join(", ");
                let detail =
                    format!("the Accept header excludes what this path answers; send \"Accept: {offered}\" or none");
                (Code::NotAcceptable, detail)
            }
            Failure::RequestTimeout { max_ms } => {
                (Code::RequestTimeout, format!("the body did not arrive within {max_ms} ms; send it again, faster"))
            }
            Failure::PayloadTooLarge { max } => {
                (Code::PayloadTooLarge, format!("the body is longer than {max} bytes; send a shorter one"))
            }
            Failure::UriTooLong { found, max } => (
                Code::UriTooLong,
                format!("the query string has {found} bytes, at most {max} are read; send the fields in a POST"),
            ),
            Failure::UnsupportedMediaType(sent) => {
                let sent = sent.map_or("missing".to_owned(), |sent| shown(&sent));
                (Code::UnsupportedMediaType, format!("the Content-Type is {sent}; send application/json"))
            }
            Failure::Saturated => {
                (Code::Saturated, "every search thread is busy and the queue is full; try again shortly".to_owned())
            }
            Failure::Expired => (
                Code::Saturated,
                "the time was over before the request could be answered; try again shortly, or allow more movetime"
                    .to_owned(),
            ),
            Failure::BadHost(why) => {
                (Code::MalformedHttp, format!("the Host header {why}; send the service's name and port once"))
            }
            Failure::UnsupportedEncoding => (
                Code::UnsupportedMediaType,
                "the body has a Content-Encoding; send it as it is, without one".to_owned(),
            ),
            Failure::AnswerTooLarge { max } => (
                Code::AnswerTooLarge,
                format!(
                    "the answer would be longer than {max} bytes; ask for less: fewer requests in a batch, a smaller \
                     multiPv, a smaller tree or page"
                ),
            ),
            Failure::RequestsInFlight => {
                (Code::Saturated, "too many bytes of requests are on their way; try again shortly".to_owned())
            }
            Failure::AnswersInFlight => {
                (Code::Saturated, "too many bytes of answers are on their way to clients; try again shortly".to_owned())
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

impl From<FieldErrors> for Failure {
    fn from(errors: FieldErrors) -> Self {
        Failure::Invalid(errors)
    }
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Self {
        match unreadable {
            Unreadable::Json(detail) => Failure::MalformedJson(detail),
            Unreadable::Query(detail) => Failure::MalformedQuery(detail),
            Unreadable::NoObject(errors) => Failure::Invalid(errors),
        }
    }
}

impl From<PoolError> for Failure {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Saturated => Failure::Saturated,
            PoolError::Expired => Failure::Expired,
            PoolError::Closed => Failure::ShuttingDown,
            PoolError::Panicked => Failure::Internal,
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

/// The answer waits for [`Problem::write`], which knows the request.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::empty());
        let problem = self.into_problem();
        *response.status_mut() = problem.code.status();
        response.extensions_mut().insert(problem);
        response
    }
}

/// A problem before it is written.
#[derive(Clone, Debug)]
pub struct Problem {
    pub code: Code,
    pub detail: String,
    pub errors: Vec<FieldError>,
    /// The value of `Retry-After`, for the codes that have it.
    pub retry_after_s: u64,
}

/// The request that met a problem.
#[derive(Clone, Debug)]
pub struct Occurrence<'r> {
    /// The origin of the service, such as `https://a.example`; `""` where it is not known.
    pub origin: &'r str,
    pub path: &'r str,
    pub request_id: &'r str,
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
    errors: &'p [FieldError],
}

impl Problem {
    fn new(code: Code, detail: String) -> Problem {
        Problem { code, detail, errors: Vec::new(), retry_after_s: RETRY_AFTER_S }
    }

    /// The document, in the answer to this request.
    #[must_use]
    pub fn document<'p>(&'p self, occurrence: &Occurrence<'p>) -> impl Serialize + 'p {
        let Occurrence { origin, path, request_id } = *occurrence;
        Document {
            r#type: format!("{origin}/docs#problem-{}", self.code.name()),
            title: self.code.title(),
            status: self.code.status().as_u16(),
            detail: &self.detail,
            instance: path,
            code: self.code.name(),
            request_id,
            errors: &self.errors,
        }
    }

    /// Writes the document into the answer that a handler left empty.
    pub fn write(self, occurrence: &Occurrence<'_>, response: &mut Response) {
        let body = serde_json::to_vec(&self.document(occurrence)).unwrap_or_default();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if matches!(self.code, Code::Saturated | Code::ShuttingDown | Code::TooManyRequests) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(self.retry_after_s));
        }
        if self.code == Code::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, CHALLENGE);
        }
        *response.body_mut() = Body::from(body);
    }
}
