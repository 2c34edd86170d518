//! Bodies of requests: complete before a handler sees them, within their limits of length, time and memory.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt as _;

use super::json_rpc::MCP_PATH;
use super::problem::Failure;
use super::state::{AppState, RequestReservation};
use crate::config::ServerLimits;

/// How much of a body that is too long is read and dropped, in bytes: clients that write all of it before they read would
/// otherwise see a broken connection in place of the answer.
const DRAINED_BYTES_MAX: u64 = 16 << 20;
/// Memory of a request besides its head and its body, in bytes.
const REQUEST_BYTES: usize = ServerLimits::REQUEST_BYTES as usize;

/// Reads the whole body, within its limit and time. Until the returned reservation is dropped, head and body count against the
/// bytes of requests in flight: one connection of HTTP/2 may send a hundred of them.
///
/// # Errors
/// A body that is too long, too slow, broken off or encoded, and too many bytes in flight.
pub async fn read_body(app: &AppState, request: &mut Request) -> Result<RequestReservation, Failure> {
    let mut reservation = app.reserve_request();
    if !http_body::Body::is_end_stream(request.body()) {
        let headers = request.headers();
        if headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
            return Err(Failure::UnsupportedEncoding);
        }
        let max = match request.uri().path() {
            MCP_PATH => app.limits.body_bytes_max.min(ServerLimits::MCP_MESSAGE_BYTES_MAX),
            _ => app.limits.body_bytes_max,
        };
        let max_ms = app.limits.connections.body_timeout_ms;
        // A client that waits for a 100 before it sends the body learns at once that it is too long.
        if headers.contains_key(header::EXPECT) && announced_length(headers).is_some_and(|bytes| bytes > max) {
            return Err(Failure::PayloadTooLarge { max });
        }
        reservation.grow(REQUEST_BYTES + head_bytes(request))?;
        let body = collect(request.body_mut(), max, &mut reservation);
        let whole = tokio::time::timeout(Duration::from_millis(max_ms), body).await;
        *request.body_mut() = Body::from(whole.unwrap_or(Err(Failure::RequestTimeout { max_ms }))?);
    }
    request.headers_mut().remove(header::TRANSFER_ENCODING);
    Ok(reservation)
}

fn announced_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn head_bytes(request: &Request) -> usize {
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
    headers.sum::<usize>() + request.uri().path().len() + request.uri().query().map_or(0, str::len)
}

/// All of a body. One that is too long is read on for a while, so that its client gets to see the refusal.
async fn collect(body: &mut Body, max: u64, reservation: &mut RequestReservation) -> Result<Bytes, Failure> {
    let (mut first, mut more, mut length) = (Bytes::new(), Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Failure::BrokenBody)?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len() as u64;
        if length > max {
            more = Vec::new();
            if length > max + DRAINED_BYTES_MAX {
                break;
            }
            continue;
        }
        reservation.grow(data.len())?;
        if first.is_empty() {
            // Small bodies come in one part, which needs no copy.
            first = data;
        } else {
            more.extend_from_slice(&data);
        }
    }
    match length {
        length if length > max => Err(Failure::PayloadTooLarge { max }),
        _ if more.is_empty() => Ok(first),
        _ => Ok([&*first, &*more].concat().into()),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use futures_util::stream;

    use super::*;

    /// A body of these parts, with the number of parts read.
    async fn collected(parts: usize, bytes: usize, max: u64) -> (Result<Bytes, Failure>, usize) {
        let app = AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("threads");
        let read = Arc::new(AtomicUsize::new(0));
        let part = {
            let read = Arc::clone(&read);
            move |part| {
                read.fetch_add(1, Relaxed);
                Ok::<_, Infallible>(part_of(part, bytes))
            }
        };
        let mut body = Body::from_stream(stream::iter((0..parts).map(part)));
        let found = collect(&mut body, max, &mut app.reserve_request()).await;
        (found, read.load(Relaxed))
    }

    fn part_of(part: usize, bytes: usize) -> Bytes {
        vec![b'a' + part as u8 % 26; bytes].into()
    }

    #[tokio::test]
    async fn a_body_may_come_in_parts() {
        let whole: Vec<u8> = (0..3).flat_map(|part| part_of(part, 5)).collect();
        let (found, _) = collected(3, 5, 15).await;
        assert!(found.is_ok_and(|body| body == whole));
    }

    /// As far as a client needs to get to the refusal, and no further.
    #[tokio::test]
    async fn a_body_that_is_too_long_is_read_on_for_a_while() {
        let (found, parts) = collected(1_000_000, 1 << 10, 100).await;
        assert!(matches!(found, Err(Failure::PayloadTooLarge { max: 100 })));
        assert_eq!(parts as u64, (DRAINED_BYTES_MAX + 100) / (1 << 10) + 1);
    }

    /// A target of 40 bytes, 10 kB of headers and 20 kB of body take 34 KiB with the fixed part of each request.
    #[tokio::test]
    async fn a_request_takes_room_for_its_head_and_its_body() {
        for (kib, fits) in [(33, false), (34, true)] {
            let limits = ServerLimits { requests_in_flight_bytes_max: kib << 10, ..ServerLimits::DEFAULT };
            let app = AppState::new(limits, Arc::default()).expect("threads");
            let target = format!("/{}?{}", "p".repeat(9), "q".repeat(30));
            let request =
                Request::post(target).header("x-long", "h".repeat(10_000)).body(Body::from("b".repeat(20_000)));
            let read = read_body(&app, &mut request.expect("a request")).await;
            assert_eq!(read.is_ok(), fits, "{kib} KiB");
        }
    }

    #[test]
    fn the_head_counts_in_full() {
        let request = Request::get("/path?query=1").header("name", "value").body(Body::empty()).expect("a request");
        assert_eq!(head_bytes(&request), "/path".len() + "query=1".len() + "name".len() + "value".len());
    }
}
