//! Compresses answers: short ones in place, long ones on the short lane of the search pool, a part at a time. On an async thread a
//! long one would keep all other clients waiting. An answer is compressed as a whole before it is sent, since the encoder
//! takes 30 times as much memory as a short answer, and its client may not read.

use std::io::{self, Write as _};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body::Body as _;
use http_body_util::BodyExt as _;

use super::respond;
use super::search_pool::Lane;
use super::state::AppState;

/// Longest body that is compressed on an async thread, in bytes: at most about 200 µs.
const IN_PLACE_BYTES_MAX: usize = 16 << 10;
/// Bytes that a job of the pool compresses: about 2 ms.
const PART_BYTES: usize = 256 << 10;
/// Memory of an encoder, in bytes.
const ENCODER_BYTES: u64 = 192 << 10;

/// Compresses an answer if its client takes gzip. Where the pool or the memory has no room, it is sent as it is.
pub async fn compress(app: &AppState, takes_gzip: bool, response: Response) -> Response {
    if !is_text(&response) {
        return response;
    }
    // Boxed, so that short answers do not carry its state.
    Box::pin(compressed(app, takes_gzip, response)).await
}

fn is_text(response: &Response) -> bool {
    let headers = response.headers();
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    response.body().size_hint().exact().is_some_and(|bytes| respond::is_compressed(kind, bytes))
        && response.status() != StatusCode::NOT_MODIFIED
        && !headers.contains_key(header::CONTENT_ENCODING)
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
    let coded = match plain.len() {
        ..=IN_PLACE_BYTES_MAX => gzip(&plain).ok().and_then(|coded| app.count_answer(coded, None).ok()),
        _ => gzip_in_parts(app, &plain, app.short_deadline()).await,
    };
    let Some(coded) = coded else { return Response::from_parts(head, Body::from(plain)) };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    weaken_etag(&mut head.headers);
    Response::from_parts(head, Body::from(coded))
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
    encoder.write_all(plain)?;
    encoder.finish()
}

/// The bytes compressed on the short lane, counted among the answers that wait for their clients.
async fn gzip_in_parts(app: &AppState, plain: &Bytes, deadline: Instant) -> Option<Bytes> {
    let mut share = app.answer_budget().take(0)?;
    let _while_it_compresses = app.answer_budget().take(ENCODER_BYTES)?;
    let (mut coded, mut rest) = (Vec::new(), plain.clone());
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    loop {
        let part = rest.split_to(rest.len().min(PART_BYTES));
        let is_last = rest.is_empty();
        let job = move |_: &_, _| {
            encoder.write_all(&part)?;
            if is_last {
                encoder.try_finish()?
            }
            Ok::<_, io::Error>((std::mem::take(encoder.get_mut()), encoder))
        };
        let made;
        (made, encoder) = app.run(Lane::Short, deadline, job).await.ok()?.value.ok()?;
        if !share.grow(made.len() as u64) {
            return None;
        }
        coded.extend_from_slice(&made);
        if is_last {
            return Some(AppState::counted(coded, share));
        }
    }
}

/// Makes the tag of an answer weak: the tag names the answer, not these bytes (RFC 9110, 8.8.1).
fn weaken_etag(headers: &mut HeaderMap) {
    if let Some(etag) = headers.get(header::ETAG).filter(|etag| etag.as_bytes().starts_with(b"\""))
        && let Ok(weak) = HeaderValue::from_bytes(&[b"W/", etag.as_bytes()].concat())
    {
        headers.insert(header::ETAG, weak);
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
        for (length, parts) in
            [(1_024, 0), (16_384, 0), (16_385, 1), (PART_BYTES, 1), (PART_BYTES + 1, 2), (5 * PART_BYTES + 7, 6)]
        {
            let before = app.pool().short_jobs_completed();
            let response = compress(&app, true, answer(length)).await;
            assert_eq!(app.pool().short_jobs_completed() - before, parts, "{length} bytes");
            let headers = response.headers();
            assert!(response.body().size_hint().exact().is_some(), "nothing is left to compress");
            assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
            assert!(headers[header::ETAG].as_bytes().starts_with(b"W/\""));
            assert_eq!(headers[header::VARY], "accept, accept-encoding");
            let coded = bytes(response).await;
            assert!(coded.len() < length);
            let counted = if coded.len() > 2_048 { coded.len() } else { 0 };
            assert_eq!(app.answer_bytes_in_flight() as usize, counted, "what compressed it is gone");
            let mut plain = Vec::new();
            flate2::read::GzDecoder::new(&*coded).read_to_end(&mut plain).expect("one member");
            assert_eq!(plain, text(length));
            drop(coded);
            assert_eq!(app.answer_bytes_in_flight(), 0);
        }
    }

    #[tokio::test]
    async fn answers_that_the_pool_does_not_take_are_sent_as_they_are() {
        let app = app();
        let plain = compress(&app, false, answer(100_000)).await;
        assert_eq!(plain.headers()[header::VARY], "accept, accept-encoding", "caches keep both forms apart");
        for answer in [compress(&app, true, answer(1_023)).await, plain] {
            assert!(!answer.headers().contains_key(header::CONTENT_ENCODING));
        }
        assert_eq!(app.pool().short_jobs_completed(), 0);
        app.pool().close();
        let response = compress(&app, true, answer(100_000)).await;
        assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(bytes(response).await, text(100_000));
        assert_eq!(app.pool().counters().running.load(Relaxed), 0);
    }
}
