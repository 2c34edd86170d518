//! Answers of HTTP/2 that their clients do not read, or not at once.

use axum::http::StatusCode;

use super::*;

/// The reason why the service resets a stream.
async fn reset(answer: Response<Incoming>) -> Option<Reason> {
    let error = answer.into_body().collect().await.err()?;
    std::error::Error::source(&error)?.downcast_ref::<h2::Error>()?.reason()
}

/// The stream ends, the connection stays.
#[tokio::test(start_paused = true)]
async fn a_closed_window_of_http2_counts_as_not_reading() {
    for (window_bytes, path) in [(0, "/large"), (10_000, "/large"), (0, "/"), (1, "/"), (16_385, "/large")] {
        let (mut sender, connection) = connect_http2(window_bytes).await;
        let answer = sender.send_request(get(path)).await.unwrap();
        assert_eq!(connection.exchanges.used(), EXCHANGE_BYTES, "{window_bytes} {path}");
        sleep(LIMITS.send_timeout() - Duration::from_millis(10)).await;
        assert_eq!(connection.exchanges.used(), EXCHANGE_BYTES, "{window_bytes} {path}");
        sleep(Duration::from_millis(20)).await;
        assert_eq!(connection.exchanges.used(), 0, "{window_bytes} {path}");
        assert_eq!(reset(answer).await, Some(Reason::CANCEL));
        assert_eq!(sender.send_request(get("/nothing")).await.unwrap().status(), StatusCode::OK);
        assert!(!connection.served.is_finished());
    }
}

/// A stream that is read says nothing about the others.
#[tokio::test(start_paused = true)]
async fn streams_that_are_not_read_end_beside_one_that_is() {
    let (mut sender, connection) = connect_http2(2_048).await;
    let start = Instant::now();
    let mut unread = Vec::new();
    for _ in 0..30 {
        unread.push(sender.send_request(get("/large")).await.unwrap());
    }
    let mut body = sender.send_request(get("/large")).await.unwrap().into_body();
    let mut read = 0;
    while start.elapsed() < LIMITS.send_timeout() + Duration::from_millis(100) {
        read += body.frame().await.unwrap().unwrap().into_data().unwrap().len();
        sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(connection.exchanges.used(), EXCHANGE_BYTES, "one is left");
    for answer in unread {
        assert_eq!(reset(answer).await, Some(Reason::CANCEL));
    }
    while let Some(frame) = body.frame().await {
        read += frame.unwrap().into_data().unwrap().len();
    }
    assert_eq!(read, LARGE_BYTES);
}

/// A slow service is none of the client's fault.
#[tokio::test(start_paused = true)]
async fn the_time_of_a_stream_begins_with_its_bytes() {
    let (mut sender, _connection) = connect_http2(1 << 10).await;
    let answer = sender.send_request(get("/late")).await.unwrap();
    assert!(LIMITS.keep_alive() * 3 > LIMITS.send_timeout() * 2);
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
}

/// Each answer has room until its last byte is written, and without room there is one at a time.
#[tokio::test(start_paused = true)]
async fn unread_answers_of_http2_are_counted_and_bounded() {
    for (window_bytes, path) in [(0, "/"), (1, "/"), (10_000, "/large")] {
        let exchanges = Budget::new(20 * EXCHANGE_BYTES);
        let (mut first, first_connection) = connect_http2_with(window_bytes, Arc::clone(&exchanges)).await;
        let (mut second, _second_connection) = connect_http2_with(window_bytes, Arc::clone(&exchanges)).await;
        let mut unread = Vec::new();
        for index in 1..=20 {
            unread.push(first.send_request(get(path)).await.unwrap());
            assert_eq!(exchanges.used(), index * EXCHANGE_BYTES);
        }
        let refused = first.send_request(get(path)).await.unwrap_err();
        let reason = std::error::Error::source(&refused).and_then(|error| error.downcast_ref::<h2::Error>());
        assert_eq!(reason.and_then(h2::Error::reason), Some(Reason::REFUSED_STREAM));
        // The first request of a connection is always taken, the second is not.
        unread.push(second.send_request(get(path)).await.unwrap());
        assert_eq!(exchanges.used(), 21 * EXCHANGE_BYTES);
        assert!(second.send_request(get(path)).await.is_err());
        // A connection takes its exchanges with it.
        drop((first, first_connection));
        unread.clear();
        sleep(Duration::from_millis(1)).await;
        assert_eq!(exchanges.used(), 0);
    }
}

/// h2 would keep refused streams, and more with each further request.
#[tokio::test(start_paused = true)]
async fn a_connection_of_http2_that_is_refused_too_often_ends() {
    let (mut sender, connection) = connect_http2_with(0, Budget::new(0)).await;
    let _unread = sender.send_request(get("/")).await.unwrap();
    for _ in 0..HTTP2_REFUSALS_MAX {
        assert!(sender.send_request(get("/")).await.is_err());
        assert!(!connection.served.is_finished());
    }
    assert!(sender.send_request(get("/")).await.is_err());
    assert_eq!(connection.served.await.unwrap(), End::Closed);
    sleep(Duration::from_millis(1)).await;
    assert_eq!(connection.exchanges.used(), 0);
}

/// Nor does h2 hold anything once an answer is read, whether or not it has a body.
#[tokio::test(start_paused = true)]
async fn answers_that_are_read_leave_nothing() {
    let (mut sender, connection) = connect_http2(1 << 20).await;
    for (path, length) in [("/", 2), ("/nothing", 0), ("/large", LARGE_BYTES)] {
        let answer = sender.send_request(get(path)).await.unwrap();
        let announced = answer.headers().get("content-length").map(|length| length.to_str().unwrap().to_owned());
        assert_eq!(announced, (length > 0).then(|| length.to_string()));
        assert_eq!(answer.into_body().collect().await.unwrap().to_bytes().len(), length);
        sleep(Duration::from_millis(1)).await;
        assert_eq!(connection.exchanges.used(), 0, "{path}");
    }
}
