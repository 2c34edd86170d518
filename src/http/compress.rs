//! Compresses long answers on the short lane of the search pool, a part at a time: on an async thread it would keep all other
//! clients waiting. Short ones are left to the compression layer.

use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use http_body::Body as _;
use http_body_util::BodyExt as _;
use tower_http::compression::predicate::Predicate;

use super::accept::{EVENT_STREAM, NDJSON};
use super::answer::short_deadline;
use super::middleware::weaken_etag;
use super::search_pool::Lane;
use super::state::AppState;

/// Longest body that is compressed on an async thread, in bytes.
pub const SHORT_BYTES_MAX: u64 = 64 << 10;
/// Bytes that a job of the pool compresses: about 2 ms.
const PART_BYTES: usize = 256 << 10;
/// RFC 1952: deflate, no name, no time, compressed fast, by an unknown system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff];
/// A checksum and the length.
const GZIP_TRAILER_BYTES: usize = 8;

/// Bodies that the compression layer may compress.
#[derive(Clone, Copy, Debug)]
pub struct IsShort;

impl Predicate for IsShort {
    fn should_compress<B: http_body::Body>(&self, response: &axum::http::Response<B>) -> bool {
        response.body().size_hint().lower() <= SHORT_BYTES_MAX
    }
}

/// Compresses a long answer if its client takes gzip. Where the pool or the memory has no room, it is sent as it is.
pub async fn compress_long(app: &AppState, takes_gzip: bool, response: Response) -> Response {
    if !is_long_text(&response) {
        return response;
    }
    // Boxed, so that short answers do not carry its state.
    Box::pin(compressed(app, takes_gzip, response)).await
}

fn is_long_text(response: &Response) -> bool {
    let stays_as_it_is = |kind: &HeaderValue| {
        let kind = kind.as_bytes();
        [b"image/", EVENT_STREAM.as_bytes(), NDJSON.as_bytes()].iter().any(|plain| kind.starts_with(plain))
    };
    response.body().size_hint().exact().is_some_and(|bytes| bytes > SHORT_BYTES_MAX)
        && response.status() != StatusCode::NOT_MODIFIED
        && !response.headers().contains_key(header::CONTENT_ENCODING)
        && !response.headers().get(header::CONTENT_TYPE).is_some_and(stays_as_it_is)
}

async fn compressed(app: &AppState, takes_gzip: bool, response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    let varies = head.headers.get_all(header::VARY).iter().any(|vary| {
        vary.to_str().is_ok_and(|vary| vary.split(',').any(|name| name.trim().eq_ignore_ascii_case("accept-encoding")))
    });
    if !varies {
        head.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !takes_gzip {
        return Response::from_parts(head, body);
    }
    // A body of known length is one piece, and is complete.
    let Ok(body) = body.collect().await else { return Response::from_parts(head, Body::empty()) };
    let plain = body.to_bytes();
    let Some(coded) = gzip(app, &plain, short_deadline(app)).await else {
        return Response::from_parts(head, Body::from(plain));
    };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    weaken_etag(&mut head.headers);
    Response::from_parts(head, Body::from(coded))
}

/// The bytes as one gzip member, counted among the answers that wait for their clients. Nothing but the coded bytes and their
/// checksum stays in memory between two parts.
async fn gzip(app: &AppState, plain: &Bytes, deadline: Instant) -> Option<Bytes> {
    let mut share = app.answer_budget().take((GZIP_HEADER.len() + GZIP_TRAILER_BYTES) as u64)?;
    let (mut coded, mut checksum, mut rest) = (GZIP_HEADER.to_vec(), Crc::new(), plain.clone());
    while !rest.is_empty() {
        let part = rest.split_to(rest.len().min(PART_BYTES));
        let is_last = rest.is_empty();
        let job = move |_: &_, _| {
            checksum.update(&part);
            (checksum, deflate(&part, is_last))
        };
        let deflated;
        (checksum, deflated) = app.run(Lane::Short, deadline, job).await.ok()?.value;
        let deflated = deflated?;
        if !share.grow(deflated.len() as u64) {
            return None;
        }
        coded.extend_from_slice(&deflated);
    }
    coded.extend_from_slice(&checksum.sum().to_le_bytes());
    coded.extend_from_slice(&checksum.amount().to_le_bytes());
    Some(AppState::counted(coded, share))
}

/// A part of a deflate stream that refers to no other part and ends at a whole byte.
fn deflate(part: &[u8], is_last: bool) -> Option<Vec<u8>> {
    let flush = if is_last { FlushCompress::Finish } else { FlushCompress::Sync };
    let mut state = Compress::new(Compression::fast(), false);
    let mut coded = Vec::with_capacity(part.len() / 4 + 64);
    loop {
        let done = usize::try_from(state.total_in()).ok()?;
        let status = state.compress_vec(&part[done..], &mut coded, flush).ok()?;
        let is_read = state.total_in() == part.len() as u64;
        if status == Status::StreamEnd || (!is_last && is_read && coded.len() < coded.capacity()) {
            return Some(coded);
        }
        coded.reserve(part.len() / 4 + 64);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;

    use axum::http::HeaderMap;

    use super::*;
    use crate::config::ServerLimits;
    use crate::http::accept::JSON;
    use crate::http::respond::Document;

    fn app() -> AppState {
        AppState::new(ServerLimits { table_mib: 1, ..ServerLimits::DEFAULT }, Arc::default()).expect("threads")
    }

    /// Text that hardly repeats, so that its coded form outgrows the first guess.
    fn text(bytes: usize) -> Bytes {
        let mut random = fastrand::Rng::with_seed(1);
        Bytes::from_iter(std::iter::repeat_with(|| random.u8(b' '..b'~')).take(bytes))
    }

    fn answer(bytes: usize) -> Response {
        Document::new(JSON, text(bytes)).respond(&HeaderMap::new())
    }

    async fn bytes(response: Response) -> Bytes {
        response.into_body().collect().await.expect("a body").to_bytes()
    }

    #[tokio::test]
    async fn long_answers_are_compressed_in_parts_on_the_short_lane() {
        let app = app();
        for (length, parts) in [(65_537, 1), (PART_BYTES, 1), (PART_BYTES + 1, 2), (5 * PART_BYTES + 7, 6)] {
            let before = app.pool().short_jobs_completed();
            let response = compress_long(&app, true, answer(length)).await;
            assert_eq!(app.pool().short_jobs_completed() - before, parts, "{length} bytes");
            let headers = response.headers();
            assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
            assert!(headers[header::ETAG].as_bytes().starts_with(b"W/\""));
            assert!(headers.get_all(header::VARY).iter().any(|vary| vary == "accept-encoding"));
            let coded = bytes(response).await;
            assert!(coded.len() < length && app.answer_bytes_in_flight() as usize == coded.len());
            let mut plain = Vec::new();
            flate2::read::GzDecoder::new(&*coded).read_to_end(&mut plain).expect("one member");
            assert_eq!(plain, text(length));
            drop(coded);
            assert_eq!(app.answer_bytes_in_flight(), 0);
        }
    }

    #[tokio::test]
    async fn what_the_pool_does_not_take_is_sent_as_it_is() {
        let app = app();
        let plain = compress_long(&app, false, answer(100_000)).await;
        assert_eq!(plain.headers().get_all(header::VARY).iter().count(), 2, "caches keep both forms apart");
        for answer in [answer(65_536), plain] {
            assert!(!answer.headers().contains_key(header::CONTENT_ENCODING));
        }
        assert_eq!(app.pool().short_jobs_completed(), 0);
        app.pool().close();
        let response = compress_long(&app, true, answer(100_000)).await;
        assert!(!response.headers().contains_key(header::CONTENT_ENCODING) && !IsShort.should_compress(&response));
        assert_eq!(bytes(response).await, text(100_000));
        assert_eq!(app.pool().counters().running.load(Relaxed), 0);
    }
}
