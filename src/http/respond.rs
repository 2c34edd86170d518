//! Answers: bytes with their cache headers.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::stream;
use headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use serde::Serialize;
use twox_hash::XxHash3_64;

use super::accept::{EVENT_STREAM, JSON, NDJSON, SVG};

pub(super) const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
/// Text for people, whose letters go beyond ASCII.
pub(super) const TEXT_UTF8: &str = "text/plain; charset=utf-8";
/// Graphs, whose labels do as well.
pub(super) const DOT_UTF8: &str = "text/vnd.graphviz; charset=utf-8";
pub(super) const MERMAID_UTF8: &str = "text/vnd.mermaid; charset=utf-8";
/// Answers that are a pure function of their URL stay right until the next version of the service.
const ANSWER_CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=86400");
/// Documents about the service change with its configuration.
pub(super) const DOCUMENT_CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// Most answers fit without growing.
const BODY_BYTES_USUAL: usize = 1024;

/// Shortest body that is compressed, in bytes.
const COMPRESSED_BYTES_MIN: u64 = 1 << 10;

/// Whether a body of this media type is compressed for clients that take it: long text.
pub(super) fn is_compressed(media_type: &[u8], bytes: u64) -> bool {
    let is = |kind: &&str| media_type.starts_with(kind.as_bytes());
    let stays_as_it_is = !is(&SVG) && ["image/", "font/", EVENT_STREAM, NDJSON].iter().any(is);
    bytes >= COMPRESSED_BYTES_MIN && !stays_as_it_is
}

/// The JSON of an answer.
///
/// # Errors
/// Those of the value's `Serialize`; the answers of this service have none.
pub fn to_json(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut body = Vec::with_capacity(BODY_BYTES_USUAL);
    serde_json::to_writer(&mut body, value)?;
    Ok(body)
}

/// A 200 of this media type that no cache may keep.
#[must_use]
pub fn fresh_as(media_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    response
}

/// The hash of a body, from which its tag is made: the same on every machine of a fleet.
#[must_use]
pub fn hash(body: &[u8]) -> u64 {
    XxHash3_64::oneshot(body)
}

/// An answer that is a pure function of its URL, perhaps for so many seconds only: 200 with a strong `ETag`, or 304 if the client has
/// it. The time that it took is no part of it and goes into a header.
#[must_use]
pub fn cacheable(
    answer: &Document,
    max_age_s: Option<u64>,
    if_none_match: Option<&IfNoneMatch>,
    took: Duration,
) -> Response {
    let limited = max_age_s.and_then(|seconds| HeaderValue::try_from(format!("public, max-age={seconds}")).ok());
    let mut response = answer.respond_with(if_none_match, limited.unwrap_or(ANSWER_CACHE_CONTROL));
    let timing = format!("search;dur={}.{:03}", took.as_millis(), took.subsec_micros() % 1000);
    if let Ok(timing) = HeaderValue::try_from(timing) {
        response.headers_mut().insert(SERVER_TIMING, timing);
    }
    response
}

/// A document made once and answered many times.
#[derive(Clone, Debug)]
pub struct Document {
    body: Bytes,
    etag: Option<ETag>,
    media_type: &'static str,
}

impl Document {
    /// A document whose tag is a hash of its bytes.
    #[must_use]
    pub fn new(media_type: &'static str, body: impl Into<Bytes>) -> Document {
        let body = body.into();
        let hash = hash(&body);
        Document::with_hash(media_type, body, hash)
    }

    /// The JSON of a value, whose `Serialize` has no errors.
    #[must_use]
    pub fn json(value: &impl Serialize) -> Document {
        Document::new(JSON, serde_json::to_vec(value).unwrap_or_default())
    }

    /// A document whose hash is known already.
    #[must_use]
    pub fn with_hash(media_type: &'static str, body: impl Into<Bytes>, hash: u64) -> Document {
        Document { etag: format!("\"{hash:016x}\"").parse().ok(), body: body.into(), media_type }
    }

    /// The bytes of the document.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// 200, or 304 if the client has it.
    #[must_use]
    pub fn respond(&self, headers: &HeaderMap) -> Response {
        self.respond_with(headers.typed_get().as_ref(), DOCUMENT_CACHE_CONTROL)
    }

    /// [`Document::respond`] with another `Cache-Control`.
    #[must_use]
    pub fn respond_with(&self, if_none_match: Option<&IfNoneMatch>, cache_control: HeaderValue) -> Response {
        let known = match (if_none_match, &self.etag) {
            (Some(condition), Some(etag)) => !condition.precondition_passes(etag),
            _ => false,
        };
        // A body without a known length, so that a 304 carries no `content-length: 0`.
        let nothing = || Body::from_stream(stream::empty::<Result<Bytes, Infallible>>());
        let mut response = Response::new(if known { nothing() } else { Body::from(self.body.clone()) });
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        }
        let headers = response.headers_mut();
        if let Some(etag) = &self.etag {
            headers.typed_insert(etag.clone());
        }
        headers.insert(header::CACHE_CONTROL, cache_control);
        // The `Vary` of a 304 is that of the whole answer.
        let is_compressed = is_compressed(self.media_type.as_bytes(), self.body.len() as u64);
        let vary = if is_compressed { "accept, accept-encoding" } else { "accept" };
        headers.insert(header::VARY, HeaderValue::from_static(vary));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(lines: &[&'static str]) -> u16 {
        let lines = lines.iter().map(|&line| (header::IF_NONE_MATCH, HeaderValue::from_static(line)));
        let mut headers = HeaderMap::new();
        lines.for_each(|(name, value)| _ = headers.append(name, value));
        Document::with_hash(JSON, "{}", 10).respond(&headers).status().as_u16()
    }

    #[test]
    fn if_none_match_is_a_list_compared_weakly() {
        const TAG: &str = "\"000000000000000a\"";
        let lists = [TAG, "\"b\", \"000000000000000a\"", "W/\"000000000000000a\"", "*", "\"b,c\",\"000000000000000a\""];
        for list in lists {
            assert_eq!(status(&[list]), 304, "{list}");
        }
        assert_eq!(status(&["\"b\"", TAG]), 304, "on two lines");
        for other in ["\"b\"", "000000000000000a", "", "\"000000000000000A\""] {
            assert_eq!(status(&[other]), 200, "{other}");
        }
        assert_eq!(status(&[]), 200);
    }
}
