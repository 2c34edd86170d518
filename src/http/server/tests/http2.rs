//! Connections of HTTP/2.

use axum::http::StatusCode;

use super::*;

#[tokio::test(start_paused = true)]
async fn http2_is_served_by_prior_knowledge() {
    let (mut sender, connection) = connect_http2(1 << 20).await;
    let answer = sender.send_request(get("/address")).await.unwrap();
    assert_eq!((answer.version(), answer.status()), (axum::http::Version::HTTP_2, StatusCode::OK));
    // An IPv4 client of a listener on [::] is one of IPv4.
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "192.0.2.7:1234");
    let large = sender.send_request(get("/large")).await.unwrap();
    assert_eq!(large.into_body().collect().await.unwrap().to_bytes().len(), LARGE_BYTES);
    // Pings are no requests.
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Idle));
    assert_about(time, LIMITS.keep_alive());
}

#[tokio::test(start_paused = true)]
async fn http2_ends_gracefully() {
    let (mut sender, connection) = connect_http2(1 << 20).await;
    let answer = sender.send_request(get("/late")).await.unwrap();
    let closed = tokio::spawn(connection.graceful.shutdown());
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
    closed.await.unwrap();
    assert_eq!(connection.served.await.unwrap(), End::Closed);
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_of_http2_that_progresses_is_not_cut_off() {
    let (mut sender, _connection) = connect_http2(2_048).await;
    let start = Instant::now();
    let mut body = sender.send_request(get("/large")).await.unwrap().into_body();
    let mut read = 0;
    while let Some(frame) = body.frame().await {
        read += frame.unwrap().into_data().unwrap().len();
        sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(read, LARGE_BYTES);
    assert!(start.elapsed() > LIMITS.keep_alive(), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_client_of_http2_that_never_asks_is_silent() {
    for preface in ["PRI * HTTP/2.0\r\n\r\nS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0"] {
        let (mut client, connection) = connect();
        client.write_all(preface.as_bytes()).await.unwrap();
        // It answers no pings either, which may end it earlier.
        let (phase, time) = connection.expired().await;
        assert!(matches!(phase, None | Some(Phase::Idle)), "{phase:?}");
        assert!(time < LIMITS.keep_alive() + Duration::from_millis(5), "{time:?}");
    }
}

#[tokio::test]
async fn bytes_that_are_no_http2_are_told() {
    let (mut client, connection) = connect();
    client
        .write_all(
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nthis is no frame of HTTP/2 at all, and long enough to be read as one",
        )
        .await
        .unwrap();
    assert!(matches!(connection.served.await.unwrap(), End::Malformed(_)));
}
