//! The body of an answer on its way to hyper.

use std::task::{Context, Poll, Wake, Waker};

use http_body::Body as _;
use hyper::body::Buf as _;

use super::*;

/// So that an answer has a `content-length`, and its last frame is known to be the last.
#[tokio::test]
async fn a_body_knows_its_length_and_its_end() {
    let exchange = Exchange::begin(&Activity::new(), &get("/large"), &Budget::new(0)).expect("the first");
    let mut body = TrackedBody::new(Body::from(Bytes::from_static(&[b'x'; LARGE_BYTES])), exchange);
    let mut rest = LARGE_BYTES as u64;
    let mut frames = 0;
    while rest > 0 {
        assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(rest), false));
        let frame = body.frame().await.expect("a frame").expect("no error");
        rest -= frame.into_data().expect("bytes").remaining() as u64;
        frames += 1;
    }
    assert!(frames > 1, "the whole in one frame");
    assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(0), true));
}

/// A long answer over a fast connection would keep the others on its thread waiting.
#[tokio::test]
async fn a_long_answer_gives_way_between_its_parts() {
    let exchange = Exchange::begin(&Activity::new(), &get("/large"), &Budget::new(0)).expect("the first");
    let mut body = pin!(TrackedBody::new(Body::from(Bytes::from_static(&[b'x'; LARGE_BYTES])), exchange));
    let (waker, wakes) = counting_waker();
    let cx = &mut Context::from_waker(&waker);
    let (mut in_a_row, mut pauses, mut left) = (0, 0, LARGE_BYTES);
    while left > 0 {
        match body.as_mut().poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.into_data().expect("bytes").remaining();
                (in_a_row, left) = (in_a_row + bytes, left - bytes);
                assert!(in_a_row <= 80 << 10, "{in_a_row} bytes in a row");
            }
            Poll::Ready(_) => panic!("{left} bytes are missing"),
            Poll::Pending => {
                (in_a_row, pauses) = (0, pauses + 1);
                assert_eq!(wakes.0.load(Relaxed), pauses, "it is its turn again");
            }
        }
    }
    assert_eq!(pauses, (LARGE_BYTES - (80 << 10)) / (16 << 10), "one between two parts");
}

/// Counts how often it is woken.
struct Wakes(std::sync::atomic::AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Relaxed);
    }
}

fn counting_waker() -> (Waker, Arc<Wakes>) {
    let wakes = Arc::new(Wakes(0.into()));
    (Arc::clone(&wakes).into(), wakes)
}
