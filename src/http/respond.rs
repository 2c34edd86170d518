//! Answers: bytes with their cache headers.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

use super::accept::JSON;

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
/// Answers that are a pure function of their URL stay right until the next version of the service.
const ANSWER_CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=86400");
/// Documents about the service change with its configuration.
const DOCUMENT_CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
// Room for the headers of an answer and for those that the gate adds, so that no map grows.
const HEADERS_FRESH: usize = 6;
const HEADERS_USUAL: usize = 10;
/// Most answers fit without growing.
const BODY_BYTES_USUAL: usize = 1024;

/// The JSON of an answer.
///
/// # Errors
/// Those of the value's `Serialize`; the answers of this service have none.
pub fn to_json(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut body = Vec::with_capacity(BODY_BYTES_USUAL);
    serde_json::to_writer(&mut body, value)?;
    Ok(body)
}

/// A 200 that no cache may keep.
#[must_use]
pub fn fresh(body: Vec<u8>) -> Response {
    fresh_as(JSON, body)
}

/// The same with another media type.
#[must_use]
pub fn fresh_as(media_type: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.reserve(HEADERS_FRESH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    response
}

/// An answer that is a pure function of its URL: 200 with a strong `ETag`, or 304 if the client has it. The time that it
/// took is no part of it and goes into a header.
#[must_use]
pub fn cacheable(body: Vec<u8>, if_none_match: Option<&HeaderValue>, took: Duration) -> Response {
    let document = Document { etag: etag(&body), body: body.into(), media_type: JSON };
    let mut response = document.respond_with(if_none_match, ANSWER_CACHE_CONTROL);
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
    etag: Option<HeaderValue>,
    media_type: &'static str,
}

impl Document {
    #[must_use]
    pub fn new(media_type: &'static str, body: impl Into<Bytes>) -> Document {
        let body = body.into();
        Document { etag: etag(&body), body, media_type }
    }

    /// One whose tag was worked out when the service was built.
    #[must_use]
    pub fn of_build(media_type: &'static str, body: &'static [u8], etag: &'static str) -> Document {
        Document { etag: Some(HeaderValue::from_static(etag)), body: Bytes::from_static(body), media_type }
    }

    /// 200, or 304 if the client has it.
    #[must_use]
    pub fn respond(&self, headers: &HeaderMap) -> Response {
        self.respond_with(headers.get(header::IF_NONE_MATCH), DOCUMENT_CACHE_CONTROL)
    }

    /// The same with another `Cache-Control`.
    #[must_use]
    pub fn respond_with(&self, if_none_match: Option<&HeaderValue>, cache_control: HeaderValue) -> Response {
        let known = match (if_none_match, &self.etag) {
            (Some(list), Some(etag)) => names(list, etag),
            _ => false,
        };
        let mut response = if known {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            let mut response = Response::new(Body::from(self.body.clone()));
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
            response
        };
        let headers = response.headers_mut();
        headers.reserve(HEADERS_USUAL);
        if let Some(etag) = &self.etag {
            headers.insert(header::ETAG, etag.clone());
        }
        headers.insert(header::CACHE_CONTROL, cache_control);
        headers.insert(header::VARY, HeaderValue::from_static("accept"));
        response
    }
}

/// Whether an `If-None-Match` names the tag; `*` names every one, and weak tags count, as RFC 9110 says for it.
fn names(list: &HeaderValue, etag: &HeaderValue) -> bool {
    let tags = list.as_bytes().split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
    tags.map(|tag| tag.strip_prefix(b"W/").unwrap_or(tag)).any(|tag| tag == b"*" || tag == etag.as_bytes())
}

fn etag(body: &[u8]) -> Option<HeaderValue> {
    let mut tag = *b"\"0000000000000000\"";
    write_hex(hash(body), &mut tag[1..17]);
    HeaderValue::from_bytes(&tag).ok()
}

/// Writes the lowest digits of a number, as many as there is room for.
pub(super) fn write_hex(number: u64, out: &mut [u8]) {
    for (shift, digit) in (0..).step_by(4).zip(out.iter_mut().rev()) {
        *digit = b"0123456789abcdef"[(number >> shift) as usize & 15];
    }
}

/// A 64-bit hash, the same on every machine of a fleet. Each step is the folded 128-bit product of wyhash, which mixes
/// well at eight bytes a multiplication; it need not resist an attacker, who could only spoil his own cache.
fn hash(bytes: &[u8]) -> u64 {
    const SECRET: [u64; 2] = [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];
    let fold = |left: u64, right: u64| {
        let product = u128::from(left) * u128::from(right);
        product as u64 ^ (product >> 64) as u64
    };
    let (words, tail) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..tail.len()].copy_from_slice(tail);
    let state = words.iter().fold(bytes.len() as u64 ^ SECRET[0], |state, word| {
        fold(state ^ u64::from_le_bytes(*word), SECRET[1]).wrapping_add(state.rotate_left(23))
    });
    fold(fold(state ^ u64::from_le_bytes(last), SECRET[1]), SECRET[0] ^ state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_single_bit_counts_in_the_tag() {
        let base: Vec<u8> = (0..100).collect();
        let mut seen = std::collections::HashSet::from([hash(&base), hash(&base[..99])]);
        for bit in 0..800 {
            let mut other = base.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(hash(&other)), "bit {bit}");
        }
    }

    #[test]
    fn if_none_match_is_a_list_compared_weakly() {
        let etag = HeaderValue::from_static("\"a\"");
        for (list, known) in
            [("\"a\"", true), ("\"b\", \"a\"", true), ("W/\"a\"", true), ("*", true), ("\"b\"", false), ("a", false)]
        {
            assert_eq!(names(&HeaderValue::from_static(list), &etag), known, "{list}");
        }
    }
}
