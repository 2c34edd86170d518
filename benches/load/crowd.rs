//! A thousand idle and half-open connections, of HTTP/1.1 and HTTP/2, and a hundred that send slowly cost others nothing.
//! Once there are as many as may be, the listener for operators still answers.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::task::JoinSet;

use super::client::{Client, get, metric, percentile, post, repeat};
use super::server::Server;
use super::throughput::ASKED;
use super::{Extent, Report};

const SILENT: usize = 500;
const HALF_OPEN: usize = 500;
const SLOW: usize = 100;
/// The first bytes of a client of HTTP/2: the preface, and settings that change nothing.
const HTTP2_HELLO: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
const CLIENTS: usize = 8;
/// Least part of the throughput alone: two equal measurements differ by as much on a machine with other things to do.
const RATIO_GOAL: f64 = 0.9;

pub async fn run(report: &mut Report, extent: Extent) {
    println!(
        "crowd: {CLIENTS} clients alone and beside {SILENT} silent and {HALF_OPEN} half-open connections, \
         {SLOW} slow senders"
    );
    let (rounds, time) = match extent {
        Extent::Short => (4, Duration::from_millis(700)),
        Extent::Long => (10, Duration::from_secs(3)),
    };
    let timeouts = [("INAROW_HEADER_TIMEOUT_MS", "600000"), ("INAROW_BODY_TIMEOUT_MS", "600000")];
    let server = Server::start(&timeouts);
    measure(server.address, time).await;
    let (mut ratios, mut alone, mut crowded) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let before = measure(server.address, time).await;
        let crowd = gather(server.address).await;
        // Connected is not yet accepted.
        while metric(server.operations, "inarow_connections_open").await < (SILENT + HALF_OPEN + SLOW) as f64 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let beside = measure(server.address, time).await;
        drop(crowd);
        ratios.push(beside.len() as f64 / before.len() as f64);
        alone.extend(before);
        crowded.extend(beside);
        while metric(server.operations, "inarow_connections_open").await > 2.0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    ratios.sort_by(f64::total_cmp);
    let p99 = [percentile(&mut alone, 99), percentile(&mut crowded, 99)];
    report.figure("p99 alone, and in the crowd", format!("{:.2?}, {:.2?}", p99[0], p99[1]));
    let ratio = ratios[ratios.len() / 2];
    report.timing("throughput in the crowd, of that alone", format!("{ratio:.3}"), ">= 0.9", ratio >= RATIO_GOAL);

    // With the usual timeouts such clients are gone again by themselves.
    let server = Server::start(&[("INAROW_HEADER_TIMEOUT_MS", "500"), ("INAROW_KEEP_ALIVE_MS", "500")]);
    let crowd = gather(server.address).await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    let open = metric(server.operations, "inarow_connections_open").await;
    report.goal("connections left after the timeouts, with this look", open, "1", open <= 1.0);
    drop(crowd);

    // At the most connections the others wait, and operators do not notice.
    let most = SILENT.to_string();
    let server = Server::start(&[("INAROW_CONNECTIONS_MAX", &most)]);
    let crowd = gather(server.address).await;
    let mut operator = Client::connect(server.operations).await.expect("a connection");
    let ready = operator.ask(&get("/readyz")).await.expect("an answer");
    report.goal("/readyz for operators at the most connections", ready.status, "200", ready.status == 200);
    drop(operator);
    while metric(server.operations, "inarow_connections_open").await < SILENT as f64 + 1.0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let open = metric(server.operations, "inarow_connections_open").await;
    report.goal("connections open, with this look", open, "501", open <= SILENT as f64 + 1.0);
    drop(crowd);
}

async fn measure(address: SocketAddr, time: Duration) -> Vec<Duration> {
    let request = post("/v1/move", ASKED);
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let request = request.clone();
        clients.spawn(async move { repeat(address, &request, time, Duration::ZERO).await });
    }
    let answers = clients.join_all().await.concat();
    assert!(answers.iter().all(|answer| answer.status == 200));
    answers.into_iter().map(|answer| answer.took).collect()
}

/// The crowd; dropping it sends it home.
async fn gather(address: SocketAddr) -> (Vec<Client>, JoinSet<()>) {
    let mut crowd = Vec::new();
    for index in 0..SILENT + HALF_OPEN {
        let mut client = Client::connect(address).await.expect("a connection");
        let said: &[u8] = match index {
            SILENT.. => b"GET /v1/move HTTP/1.1\r\nhost: lo",
            _ if index % 2 == 0 => HTTP2_HELLO,
            _ => b"",
        };
        client.send(said).await.expect("room to send");
        crowd.push(client);
    }
    let mut slow = JoinSet::new();
    for _ in 0..SLOW {
        let mut client = Client::connect(address).await.expect("a connection");
        slow.spawn(async move {
            // A byte every tenth of a second, for ever.
            let request = [post("/v1/move", ASKED), get("/livez")].concat().repeat(100);
            for byte in request {
                if client.send(&[byte]).await.is_err() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
    }
    (crowd, slow)
}
