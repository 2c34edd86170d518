//! Connections of HTTP/1.1: their timeouts, clients that close their side, and bytes that are not HTTP.

use tokio::io::AsyncReadExt as _;

use super::*;

#[tokio::test(start_paused = true)]
async fn silence_ends_with_the_keep_alive_time_and_before_the_first_byte_sooner() {
    let (_client, connection) = connect();
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Head));
    assert_about(time, LIMITS.header_timeout());

    // The first head has its own time, which begins with its first byte.
    let (mut client, connection) = connect();
    sleep(LIMITS.header_timeout() / 2).await;
    client.write_all(b"GET").await.unwrap();
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Head));
    assert_about(time, LIMITS.header_timeout() * 3 / 2);

    // Each request begins it anew.
    let (mut client, connection) = connect();
    for _ in 0..4 {
        client.write_all(GET.as_bytes()).await.unwrap();
        read_to(&mut client, "ok").await;
        sleep(LIMITS.keep_alive() / 2).await;
    }
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Idle));
    assert_about(time, LIMITS.keep_alive() * 5 / 2);
}

#[tokio::test(start_paused = true)]
async fn half_a_head_ends_with_the_header_timeout() {
    let (mut client, connection) = connect();
    client.write_all(b"GET /livez HT").await.unwrap();
    // More bytes do not help.
    for _ in 0..3 {
        sleep(LIMITS.header_timeout() / 4).await;
        client.write_all(b"T").await.unwrap();
    }
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Head));
    assert_about(time, LIMITS.header_timeout());

    // The second request has its own time, which begins with its first byte.
    let (mut client, connection) = connect();
    client.write_all(GET.as_bytes()).await.unwrap();
    read_to(&mut client, "ok").await;
    sleep(LIMITS.header_timeout() * 2).await;
    client.write_all(b"G").await.unwrap();
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Head));
    assert_about(time, LIMITS.header_timeout() * 3);
}

#[tokio::test(start_paused = true)]
async fn half_a_head_has_a_second_once_the_service_stops() {
    let (mut client, connection) = connect();
    client.write_all(b"GET /live").await.unwrap();
    sleep(Duration::from_millis(100)).await;
    connection.stopping.send_replace(true);
    connection.graceful.shutdown().await;
    assert_eq!(connection.served.await.unwrap(), End::Slow(Phase::Head));
    assert_about(connection.start.elapsed(), Duration::from_secs(1));

    // A head that is complete in time is answered.
    let (mut client, connection) = connect();
    client.write_all(&GET.as_bytes()[..5]).await.unwrap();
    sleep(Duration::from_millis(100)).await;
    connection.stopping.send_replace(true);
    let closed = tokio::spawn(connection.graceful.shutdown());
    sleep(Duration::from_millis(100)).await;
    client.write_all(&GET.as_bytes()[5..]).await.unwrap();
    assert!(read_to(&mut client, "ok").await.to_lowercase().contains("connection: close"));
    closed.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_slow_service_is_no_silence() {
    let (mut client, connection) = connect();
    client.write_all(b"GET /late HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await.unwrap();
    read_to(&mut client, "done\r\n0\r\n\r\n").await;
    assert_eq!(connection.expired().await.0, None);
    let (mut sender, _connection) = connect_http2(1 << 20).await;
    let answer = sender.send_request(get("/late")).await.unwrap();
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_that_progresses_is_not_cut_off() {
    let (mut client, connection) = connect();
    client.write_all(GET_LARGE.as_bytes()).await.unwrap();
    let mut part = [0; 2_048];
    let mut read = 0;
    loop {
        match client.read(&mut part).await.unwrap() {
            0 => break,
            bytes => read += bytes,
        }
        sleep(Duration::from_secs(1)).await;
    }
    assert!(read > LARGE_BYTES, "{read}");
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, None);
    assert!(time > LIMITS.keep_alive() * 2, "{time:?}");
}

#[tokio::test(start_paused = true)]
async fn a_reader_below_the_least_rate_is_cut_off() {
    let (mut client, connection) = connect();
    client.write_all(GET_LARGE.as_bytes()).await.unwrap();
    let reading = tokio::spawn(async move {
        let mut part = [0; 512];
        while client.read_exact(&mut part).await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    });
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Send));
    assert_about(time, LIMITS.send_timeout());
    reading.await.unwrap();
}

/// Many answers that are short, to a client that reads none of them.
#[tokio::test(start_paused = true)]
async fn a_client_that_only_sends_is_cut_off() {
    let (client, connection) = connect();
    let (_read, mut write) = tokio::io::split(client);
    tokio::spawn(async move { while write.write_all(GET.as_bytes()).await.is_ok() {} });
    let (phase, time) = connection.expired().await;
    assert_eq!(phase, Some(Phase::Send));
    assert_about(time, LIMITS.send_timeout());
}

/// A client may close its side after its last request, as `nc -N` does.
#[tokio::test(start_paused = true)]
async fn a_client_that_closes_its_side_after_its_last_request_is_answered() {
    let get = "GET / HTTP/1.1\r\nhost: test\r\nconnection: Close\r\n\r\n";
    let old = "GET /thinks HTTP/1.0\r\n\r\n";
    let post = "POST /body HTTP/1.1\r\nhost: test\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello";
    let thinks = "GET /thinks HTTP/1.1\r\nhost: test\r\nconnection: x, close\r\n\r\n";
    for (requests, end) in [
        (get, "ok"),
        (old, "thought"),
        (thinks, "thought"),
        (post, "\r\n\r\n5"),
        (GET_LARGE, "xxx"),
        (&[GET, thinks].concat(), "thought"),
    ] {
        let (mut client, connection) = connect();
        client.write_all(requests.as_bytes()).await.unwrap();
        client.shutdown().await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.") && answer.contains(" 200 OK") && answer.ends_with(end), "{answer:.200}");
        // Nothing more can come, so that the connection ends with the answer.
        let (phase, time) = connection.expired().await;
        assert!(phase.is_none() && time < HALF_CLOSED, "{requests}: {phase:?} {time:?}");
    }
}

/// Nobody can tell it from a client that has gone, whose search has to end.
#[tokio::test(start_paused = true)]
async fn a_client_that_closes_its_side_waits_for_a_bounded_time() {
    for start in [Duration::ZERO, HALF_CLOSED / 3] {
        let (mut client, connection) = connect();
        client.write_all(b"GET /thinks-long HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await.unwrap();
        sleep(start).await;
        client.shutdown().await.unwrap();
        let (phase, time) = connection.expired().await;
        assert_eq!(phase, Some(Phase::Answer));
        assert_about(time, start + HALF_CLOSED);
    }
    // A client that keeps its connection has gone; a stream ends at once, and so does a request that is broken off.
    for request in [
        "GET /thinks HTTP/1.1\r\nhost: test\r\n\r\n",
        "GET /thinks HTTP/1.0\r\nconnection: keep-alive\r\n\r\n",
        "POST /thinks HTTP/1.1\r\nhost: test\r\ncontent-length: 5\r\n\r\nhello",
        "GET /late HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n",
        "POST /body HTTP/1.1\r\nhost: test\r\ncontent-length: 9\r\n\r\nhello",
        "GET / HT",
    ] {
        let (mut client, connection) = connect();
        client.write_all(request.as_bytes()).await.unwrap();
        sleep(Duration::from_millis(1)).await;
        if request.contains("/late") {
            read_to(&mut client, "\r\n\r\n").await;
        }
        client.shutdown().await.unwrap();
        let (phase, time) = connection.expired().await;
        assert!(phase.is_none() && time < Duration::from_millis(10), "{request}: {phase:?} {time:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn hyper_refuses_what_is_not_http() {
    let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(2 * HTTP1_BUFFER_BYTES_MAX));
    let many: String = (0..200).map(|index| format!("x-{index}: y\r\n")).collect();
    for (request, status) in [
        ("HELLO\r\n\r\n", 400),
        ("GET / HTTP/9.9\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\u{2}", 400),
        (&format!("GET / HTTP/1.1\r\n{many}\r\n"), 431),
        (&long, 431),
    ] {
        let (client, connection) = connect();
        let (mut read, mut write) = tokio::io::split(client);
        let request = request.to_owned();
        tokio::spawn(async move { write.write_all(request.as_bytes()).await });
        let mut answer = String::new();
        read.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer:?}");
        assert_eq!(connection.expired().await.0, None);
    }
}

#[tokio::test]
async fn bytes_that_are_no_http_are_answered_and_told() {
    let head = format!("GET / HTTP/1.1\r\nhost: test\r\nx-long: {}\r\n\r\n", "x".repeat(HTTP1_BUFFER_BYTES_MAX));
    let sent: [(&[u8], &str); 4] = [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a hello of TLS", "HTTP/1.1 400 "),
        (b"GARBAGE\r\n\r\n", "HTTP/1.1 400 "),
        (b"GET / HTTP/1.1\r\nhost: test\r\nx: \x1b[31m\r\n\r\n", "HTTP/1.1 400 "),
        (head.as_bytes(), "HTTP/1.1 431 "),
    ];
    for (bytes, status) in sent {
        let (mut client, connection) = connect();
        // It need not read all that it refuses.
        drop(client.write_all(bytes).await);
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(status), "{answer}");
        assert!(matches!(connection.served.await.unwrap(), End::Malformed(_)), "{status}");
    }
    // A client that leaves in the middle of a request has sent nothing wrong.
    let (mut client, connection) = connect();
    client.write_all(b"GET /live").await.unwrap();
    drop(client);
    assert_eq!(connection.served.await.unwrap(), End::Closed);
}
