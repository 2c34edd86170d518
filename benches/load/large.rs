//! Clients that fetch answers of 5.6 MB all the time, plain and compressed; one more asks for `/livez`.
//!
//! Measures how long async threads are busy while `/livez` waits, in processor time, so that other work of the machine does not
//! count. The same without the other clients stands beside it.

use std::time::{Duration, Instant};

use super::client::{Client, get, percentile, post};
use super::server::{Process, Server};
use super::{Extent, Report};

const GOAL: Duration = Duration::from_millis(10);
const TREE: &str = r#"{"game":{"width":9,"height":9,"k":5},"depth":2,"maxNodes":10000,"trace":false}"#;

pub async fn run(report: &mut Report, extent: Extent) {
    let time = if extent == Extent::Short { Duration::from_secs(3) } else { Duration::from_secs(20) };
    println!("large: processor time of the busiest async thread while one /livez waits");
    let item = |index: usize| {
        let board = "X".repeat(400 - index) + &".".repeat(index);
        format!(r#"{{"kind":"position","game":"gomoku-20","board":"{board}","turn":"X"}}"#)
    };
    let batch = format!(r#"{{"requests":[{}]}}"#, (0..16).map(item).collect::<Vec<_>>().join(","));
    let (batch, tree) = (post("/v1/batch", &batch), post("/v1/tree", TREE));
    let (mut alone, _) = measure(&batch, 0, time).await;
    let unit = percentile(&mut alone, 50).max(Duration::from_micros(1));
    report.figure("alone, median", format!("{unit:.2?}"));
    for (name, request) in
        [("plain", &batch), ("gzip", &gzip(&batch)), ("a tree", &tree), ("a tree, gzip", &gzip(&tree))]
    {
        for clients in [8, 32, 100] {
            let (mut busy, fetched) = measure(request, clients, time).await;
            let (median, most) = (percentile(&mut busy, 50), percentile(&mut busy, 100));
            let ratio = median.as_secs_f64() / unit.as_secs_f64();
            let text = format!("{median:.2?} ({ratio:.0} times), at most {most:.2?}");
            let name = format!("{name}, {clients} clients, {fetched} answers, {} times /livez", busy.len());
            report.timing(&name, text, "< 10 ms", most < GOAL);
        }
    }
}

/// The same request with gzip accepted.
fn gzip(request: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(request).replacen("\r\n", "\r\naccept-encoding: gzip\r\n", 1).into_bytes()
}

/// The time of each `/livez` beside so many clients, and how many answers those got.
async fn measure(request: &[u8], clients: usize, time: Duration) -> (Vec<Duration>, usize) {
    let server = Server::start(&[("INAROW_ANSWERS_IN_FLIGHT_BYTES_MAX", "4294967296"), ("INAROW_QUEUE_MAX", "1000")]);
    let mut prober = Client::connect(server.address).await.expect("a connection");
    let live = get("/livez");
    // Threads have their names once they run.
    assert_eq!(prober.ask(&live).await.expect("an answer").status, 200);
    let workers = server.process().async_threads();
    let start = Instant::now();
    let fetching: Vec<_> = (0..clients)
        .map(|_| {
            let (request, address) = (request.to_vec(), server.address);
            tokio::spawn(async move {
                let mut client = Client::connect(address).await.expect("a connection");
                let mut answers = 0;
                while start.elapsed() < time {
                    // On a busy machine, the time of some is over before their turn.
                    let status = client.ask(&request).await.expect("an answer").status;
                    assert!(matches!(status, 200 | 503), "{status}");
                    answers += usize::from(status == 200);
                }
                answers
            })
        })
        .collect();
    let mut busy = Vec::new();
    while start.elapsed() < time {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let before: Vec<Duration> = workers.iter().map(|worker| Process::thread_time(worker)).collect();
        assert_eq!(prober.ask(&live).await.expect("an answer").status, 200);
        let used =
            workers.iter().zip(before).map(|(worker, before)| Process::thread_time(worker).saturating_sub(before));
        busy.push(used.max().unwrap_or_default());
    }
    let mut fetched = 0;
    for client in fetching {
        fetched += client.await.expect("a client");
    }
    (busy, fetched)
}
