//! `/livez` beside the worst requests that there are, one kind after another.

use std::time::Duration;

use tokio::task::JoinSet;

use super::client::{Client, get, percentile, post, repeat};
use super::server::Server;
use super::worst::{self, Worst};
use super::{Extent, Report};

/// Clients that send the same worst request over and over.
const SENDERS: usize = 4;
/// Every answer of `/livez` beside them.
const GOAL: Duration = Duration::from_millis(20);
/// How many of the slowest kinds are shown.
const SHOWN: usize = 12;

pub async fn run(report: &mut Report, extent: Extent) {
    let time = if extent == Extent::Short { Duration::from_millis(300) } else { Duration::from_secs(3) };
    println!("fairness: /livez beside {SENDERS} clients that send the worst there is, {time:?} each kind");
    let server = Server::start(&[]);
    let live = get("/livez");
    let pause = Duration::from_millis(1);
    let mut alone: Vec<_> = repeat(server.address, &live, time * 5, pause).await.iter().map(|one| one.took).collect();
    let alone = percentile(&mut alone, 99);
    report.figure("p99 alone", format!("{alone:.2?}"));
    let mut kinds = Vec::new();
    for worst in worst::all() {
        let mut senders = JoinSet::new();
        for _ in 0..SENDERS {
            senders.spawn(send(server.address, bytes(&worst)));
        }
        let probe = repeat(server.address, &live, time, pause).await;
        assert!(probe.iter().all(|answer| answer.status == 200));
        let mut times: Vec<_> = probe.iter().map(|answer| answer.took).collect();
        senders.shutdown().await;
        kinds.push((percentile(&mut times, 99), times.last().copied().unwrap_or_default(), worst.name));
    }
    kinds.sort();
    kinds.reverse();
    for (p99, longest, name) in &kinds[..SHOWN.min(kinds.len())] {
        let ratio = p99.as_secs_f64() / alone.as_secs_f64();
        report.figure(name, format!("p99 {p99:.2?}, {ratio:.0} times that alone; longest {longest:.2?}"));
    }
    let p99 = kinds.first().map_or(Duration::ZERO, |(p99, ..)| *p99);
    report.timing("p99 of /livez beside the worst kind", format!("{p99:.2?}"), "< 20 ms", p99 < GOAL);
}

/// Sends the same request until it is stopped, after any answer.
async fn send(address: std::net::SocketAddr, request: Vec<u8>) {
    loop {
        let Ok(mut client) = Client::connect(address).await else { return };
        // A stream announces no length, and its connection is given up with it.
        while let Ok(Ok(_)) = tokio::time::timeout(Duration::from_millis(200), client.ask(&request)).await {}
    }
}

fn bytes(worst: &Worst) -> Vec<u8> {
    let plain = match &worst.body {
        Some(body) => post(&worst.target, body),
        None => get(&worst.target),
    };
    let plain = String::from_utf8(plain).expect("text");
    let (line, rest) = plain.split_once("\r\n").expect("a request line");
    let headers: String = worst.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("{line}\r\n{headers}{rest}").into_bytes()
}
