//! The id of a request: its client's or a new one. The log, the answer and problem documents have it.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use tower_http::request_id::{MakeRequestId, RequestId};

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest id that is taken over from a client, in characters.
const REQUEST_ID_CHARS_MAX: usize = 128;

/// Drops an unusable id, so that the request gets a new one.
pub fn drop_unusable<B>(mut request: axum::http::Request<B>) -> axum::http::Request<B> {
    let is_usable = |id: &HeaderValue| {
        (1..=REQUEST_ID_CHARS_MAX).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    if request.headers().get(REQUEST_ID).is_some_and(|id| !is_usable(id)) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

/// The id of a request, which its headers carry from the first layer on.
#[must_use]
pub fn request_id(headers: &HeaderMap) -> &str {
    headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default()
}

/// Makes request ids of 16 hexadecimal digits.
#[derive(Clone, Copy, Debug)]
pub struct NewRequestId;

impl MakeRequestId for NewRequestId {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        HeaderValue::try_from(format!("{:016x}", fastrand::u64(..))).ok().map(RequestId::new)
    }
}
