//! Answers to what never became a request: hyper refuses it with a bare status line, a caller gets a problem document.

use axum::http::{HeaderMap, HeaderValue, header};

use super::super::gate::{REQUEST_ID, new_id};
use super::super::problem::Failure;

/// Longest answer of hyper's own, in bytes: a status line and few headers.
const BARE_BYTES_MAX: usize = 256;

/// Why hyper refuses a request, if these bytes do so. The service's own answers all have a request id.
pub fn of_hyper(bytes: &[u8]) -> Option<Failure> {
    let rest = bytes.strip_prefix(b"HTTP/1.1 ")?;
    let id = REQUEST_ID;
    let id = id.as_str().as_bytes();
    if rest.first() != Some(&b'4') || bytes.len() > BARE_BYTES_MAX || bytes.windows(id.len()).any(|part| part == id) {
        return None;
    }
    Some(match rest.get(..3)? {
        b"414" => Failure::LongTarget,
        b"431" => Failure::LargeHead,
        _ => Failure::MalformedHttp,
    })
}

/// A whole answer, after which the connection is closed.
pub fn answer(failure: Failure) -> Vec<u8> {
    let problem = failure.into_problem();
    let status = problem.code.status();
    let mut headers = HeaderMap::new();
    let id = new_id();
    // What has no readable head has no path.
    let body = problem.finish("", "", id.to_str().unwrap_or_default(), &mut headers);
    headers.insert(REQUEST_ID, id);
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let mut answer = format!("HTTP/1.1 {status}\r\n").into_bytes();
    for (name, value) in &headers {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            answer.extend_from_slice(part);
        }
    }
    answer.extend_from_slice(b"\r\n");
    answer.extend_from_slice(&body);
    answer
}
