//! Problem documents (RFC 9457): replies to requests that are not answered as asked.

use serde::Serialize;
use strum::VariantArray as _;

use crate::read::{FieldError, FieldErrors};

/// The stable names of problems, each with its HTTP status.
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
    /// This code and the next are those of a proxy, as in the recipes for nginx: the service never answers so.
    Unavailable,
    GatewayTimeout,
}

impl Code {
    pub const ALL: &'static [Code] = Code::VARIANTS;

    /// The status and the title.
    const fn facts(self) -> (u16, &'static str) {
        match self {
            Code::MalformedHttp => (400, "The request is no valid HTTP"),
            Code::MalformedJson => (400, "The body is not JSON"),
            Code::MalformedQuery => (400, "The query string cannot be decoded"),
            Code::Unauthorized => (401, "A key is needed"),
            Code::NotFound => (404, "There is nothing at this path"),
            Code::MethodNotAllowed => (405, "This path does not take this method"),
            Code::NotAcceptable => (406, "No acceptable media type"),
            Code::RequestTimeout => (408, "The request did not arrive in time"),
            Code::PayloadTooLarge => (413, "The body is too large"),
            Code::UriTooLong => (414, "The query string is too long"),
            Code::UnsupportedMediaType => (415, "The body's media type is not JSON"),
            Code::InvalidRequest => (422, "The request is not valid"),
            Code::AnswerTooLarge => (422, "The answer would be too large"),
            Code::TooManyRequests => (429, "Too many requests"),
            Code::Internal => (500, "The service failed"),
            Code::Saturated => (503, "All searches are busy"),
            Code::ShuttingDown => (503, "The service is shutting down"),
            Code::Unavailable => (503, "The service cannot be reached"),
            Code::GatewayTimeout => (504, "The service did not answer in time"),
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.into_str()
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        self.facts().0
    }

    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().1
    }
}

/// A problem before it is written.
#[derive(Clone, Debug)]
pub struct Problem {
    pub code: Code,
    pub detail: String,
    pub errors: Vec<FieldError>,
}

/// The request that met a problem.
#[derive(Clone, Copy, Default, Debug)]
pub struct Origin<'r> {
    /// The origin of the service, such as `https://a.example`; `""` where it is not known.
    pub service: &'r str,
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
    /// A problem without errors of fields.
    #[must_use]
    pub fn new(code: Code, detail: String) -> Problem {
        Problem { code, detail, errors: Vec::new() }
    }

    /// The document, in the answer to this request.
    #[must_use]
    pub fn document<'p>(&'p self, origin: &Origin<'p>) -> impl Serialize + use<'p> {
        let Origin { service, path, request_id } = *origin;
        Document {
            r#type: format!("{service}/docs#problem-{}", self.code.name()),
            title: self.code.title(),
            status: self.code.status(),
            detail: &self.detail,
            instance: path,
            code: self.code.name(),
            request_id,
            errors: &self.errors,
        }
    }

    /// The document as a whole answer: a line, as people at terminals read it.
    ///
    /// # Errors
    /// None that is known.
    pub fn line(&self, origin: &Origin<'_>) -> serde_json::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(&self.document(origin))?;
        line.push(b'\n');
        Ok(line)
    }
}

impl From<FieldErrors> for Problem {
    fn from(errors: FieldErrors) -> Self {
        Problem { errors: errors.list().to_vec(), ..Problem::new(Code::InvalidRequest, errors.summary()) }
    }
}
