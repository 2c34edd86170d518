//! Everything that can go wrong, and the one place where it becomes `application/problem+json` (RFC 9457).

use axum::body::Body;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use inarow_api::problem::{Code, Origin, Problem};
use inarow_api::read::shown;
use inarow_api::{FieldErrors, Refusal, Unreadable};
use serde_json::json;

use super::auth::sent::KeySent;
use super::json_rpc;
use super::noted::Noted;
use super::search_pool::PoolError;

/// Why a request is not answered as asked.
#[derive(Debug)]
pub enum Failure {
    Unauthorized(KeySent),
    /// The contract's own refusal.
    Refused(Refusal),
    NotFound {
        /// The path that was asked for; empty where the caller is a page.
        path: String,
        /// The path that may have been meant.
        near: Option<String>,
        /// Whether the path has its version twice.
        is_twice: bool,
    },
    MethodNotAllowed {
        method: Method,
        allowed: &'static [&'static str],
    },
    NotAcceptable {
        offered: &'static [&'static str],
        /// Whether the caller asked for a picture.
        wants_picture: bool,
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
        /// Whether the address is refused since none of its requests had a valid key.
        lacks_key: bool,
    },
    Saturated,
    /// The body ended before its end.
    BrokenBody,
    /// The fault of the `Host` header.
    BadHost(&'static str),
    UnsupportedEncoding,
    /// Too many bytes of answers wait for their clients.
    AnswersInFlight,
    /// Too many bytes of requests are in memory.
    RequestsInFlight,
    ShuttingDown,
    /// A bug; its details stay in the log.
    Internal,
}

/// When a client of a saturated service may try again, in seconds.
pub const RETRY_AFTER_S: u64 = 1;
/// The remedy for refused requests for pictures.
const PICTURES: &str = "/v1/position.png?game=…&moves=… draws a position; that of a puzzle has its moves";
const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer realm=\"inarow\"");

impl Failure {
    /// There is no such file of the page.
    #[must_use]
    pub const fn no_file() -> Failure {
        Failure::NotFound { path: String::new(), near: None, is_twice: false }
    }

    /// The time was over before there was any answer.
    #[allow(non_upper_case_globals, reason = "it is used like a variant")]
    pub const Expired: Failure = Failure::Refused(Refusal::Expired);

    /// The only place where failures get their code, words and headers.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        let (code, detail) = match self {
            Failure::Refused(refusal) => return refusal.into_problem(),
            Failure::TooManyRequests { retry_after_s, lacks_key } => {
                let detail = match lacks_key {
                    true => "too many requests without a valid key came from this address; send a valid key, or",
                    false => "rate limit exceeded;",
                };
                (Code::TooManyRequests, format!("{detail} try again in {retry_after_s} s"))
            }
            Failure::Unauthorized(sent) => (
                Code::Unauthorized,
                format!("this service requires a key, and {}; send \"Authorization: Bearer KEY\"", sent.fault()),
            ),
            Failure::BrokenBody => (Code::MalformedJson, "the body ended too early; send all of it".to_owned()),
            Failure::NotFound { path, near, is_twice } => {
                let missing = if path.is_empty() { String::new() } else { format!("there is no {path}; ") };
                let twice =
                    if is_twice { "the path has its version twice, as when a base address ends in /v1; " } else { "" };
                let is_picture = path.starts_with("/v1/") && [".png", ".svg"].iter().any(|end| path.ends_with(end));
                let hint = match near {
                    Some(path) => format!("did you mean {path}? "),
                    None if is_picture => format!("{PICTURES}; "),
                    None => String::new(),
                };
                (Code::NotFound, format!("{missing}{twice}{hint}GET / lists the endpoints"))
            }
            Failure::MethodNotAllowed { method, allowed } => {
                let remedy = match allowed {
                    ["POST"] => "send a POST with a JSON body".to_owned(),
                    others => format!("use one of {}", others.join(", ").replace("GET", "GET, HEAD")),
                };
                (Code::MethodNotAllowed, format!("{method} is not allowed here; {remedy}"))
            }
            Failure::NotAcceptable { offered, wants_picture } => {
                let offered = offered.join(", ");
                let pictures = if wants_picture { format!("; {PICTURES}") } else { String::new() };
                let detail = format!(
                    "the Accept header excludes the media types of this path; send \"Accept: {offered}\" or none{pictures}"
                );
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
                (
                    Code::UnsupportedMediaType,
                    format!("the Content-Type is {sent}; send application/json (curl: --json in place of -d)"),
                )
            }
            Failure::Saturated => {
                (Code::Saturated, "every search thread is busy and the queue is full; try again shortly".to_owned())
            }
            Failure::BadHost(why) => {
                (Code::MalformedHttp, format!("the Host header {why}; send the service's name and port once"))
            }
            Failure::UnsupportedEncoding => (
                Code::UnsupportedMediaType,
                "compressed bodies are not supported; send the body without Content-Encoding".to_owned(),
            ),
            Failure::RequestsInFlight => {
                (Code::Saturated, "too many bytes of requests are in memory; try again shortly".to_owned())
            }
            Failure::AnswersInFlight => {
                (Code::Saturated, "too many bytes of answers wait for their clients; try again shortly".to_owned())
            }
            Failure::ShuttingDown => (Code::ShuttingDown, "this instance is shutting down; try again".to_owned()),
            Failure::Internal => {
                (Code::Internal, "an error in the service, not in the request; report it with the requestId".to_owned())
            }
        };
        Problem::new(code, detail)
    }

    /// The cause that tells failures of one code apart, for the log.
    const fn reason(&self) -> Option<&'static str> {
        Some(match self {
            Failure::Unauthorized(sent) => sent.reason(),
            Failure::TooManyRequests { lacks_key: true, .. } => "no-valid-key",
            Failure::Saturated => "queue-full",
            Failure::Refused(Refusal::Expired) => "time-over",
            Failure::AnswersInFlight => "answers-in-flight",
            Failure::RequestsInFlight => "requests-in-flight",
            Failure::BrokenBody => "broken-body",
            Failure::UnsupportedEncoding => "content-encoding",
            _ => return None,
        })
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        if let Refusal::Unwritable(error) = &refusal {
            tracing::error!(%error, "an answer could not be written");
        }
        Failure::Refused(refusal)
    }
}

impl From<FieldErrors> for Failure {
    fn from(errors: FieldErrors) -> Self {
        Refusal::from(errors).into()
    }
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Self {
        Refusal::from(unreadable).into()
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Refusal::from(error).into()
    }
}

impl From<PoolError> for Failure {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Saturated => Failure::Saturated,
            PoolError::Expired(_) => Failure::Expired,
            PoolError::Closed => Failure::ShuttingDown,
            PoolError::Panicked => Failure::Internal,
        }
    }
}

/// A problem in a response, until [`Unwritten::write`] knows the request.
#[derive(Clone, Debug)]
pub struct Unwritten {
    pub problem: Problem,
    /// The value of `Retry-After`, for the codes that have it.
    retry_after_s: u64,
    reason: Option<&'static str>,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::empty());
        let retry_after_s = match self {
            Failure::TooManyRequests { retry_after_s, .. } => retry_after_s,
            _ => RETRY_AFTER_S,
        };
        let reason = self.reason();
        let problem = self.into_problem();
        *response.status_mut() =
            StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.extensions_mut().insert(Unwritten { problem, retry_after_s, reason });
        response
    }
}

/// Whether the same request may succeed a little later.
#[must_use]
pub fn is_temporary(code: Code) -> bool {
    matches!(code, Code::Saturated | Code::ShuttingDown | Code::TooManyRequests)
}

/// The format of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Document,
    /// An error of JSON-RPC with the document as its `data`, for agents: their clients show nothing of other bodies.
    Rpc,
}

impl Form {
    /// The form that the client of a request reads.
    #[must_use]
    pub fn of(method: &Method, path: &str) -> Form {
        if method == Method::POST && path == json_rpc::MCP_PATH { Form::Rpc } else { Form::Document }
    }

    const fn media_type(self) -> HeaderValue {
        match self {
            Form::Document => HeaderValue::from_static("application/problem+json"),
            Form::Rpc => HeaderValue::from_static("application/json"),
        }
    }
}

impl Unwritten {
    /// Writes the document into the answer that a handler left empty. Returns its notes for the log.
    pub fn write(self, form: Form, origin: &Origin<'_>, response: &mut Response) -> Noted {
        let Unwritten { problem, retry_after_s, reason } = self;
        let body = match form {
            Form::Document => problem.line(origin),
            Form::Rpc => {
                let retry_after_s = is_temporary(problem.code).then_some(retry_after_s);
                serde_json::to_vec(&json_rpc::refusal(&problem.detail, json!(problem.document(origin)), retry_after_s))
            }
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, form.media_type());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if is_temporary(problem.code) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(retry_after_s));
        }
        if problem.code == Code::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, CHALLENGE);
        }
        *response.body_mut() = Body::from(body.unwrap_or_default());
        Noted::of(&problem, reason)
    }
}
