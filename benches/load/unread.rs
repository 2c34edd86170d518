//! Clients that ask for the longest answers and do not read them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::client::{Client, get, percentile, post, repeat};
use super::server::Server;
use super::{Extent, Report, worst};

const CLIENTS: usize = 200;
/// The memory limit of `deploy/kubernetes/deployment.yaml`, whose settings the server has.
const LIMIT_MIB: f64 = 512.0;
const PATIENCE: Duration = Duration::from_secs(30);
const GOAL: Duration = Duration::from_millis(20);

pub async fn run(report: &mut Report, extent: Extent) {
    let rounds = if extent == Extent::Short { 2 } else { 10 };
    println!("unread: {CLIENTS} clients ask for the longest answers and read nothing, {rounds} times");
    let server = Server::start(&[("INAROW_WORKERS", "2")]);
    let request = longest();
    let idle = server.process().usage().resident_mib;
    let (mut peak, mut statuses, mut waits) = (idle, BTreeMap::<String, usize>::new(), Vec::new());
    for _ in 0..rounds {
        let mut clients = Vec::new();
        for _ in 0..CLIENTS {
            let mut socket = TcpStream::connect(server.address).await.expect("a connection");
            socket.write_all(&request).await.expect("room to send");
            clients.push(socket);
            peak = f64::max(peak, server.process().usage().resident_mib);
        }
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(3) {
            peak = f64::max(peak, server.process().usage().resident_mib);
            let beside = repeat(server.address, &get("/livez"), Duration::from_millis(20), Duration::ZERO).await;
            waits.extend(beside.iter().map(|answer| answer.took));
        }
        for socket in &mut clients {
            *statuses.entry(status(socket).await).or_default() += 1;
        }
    }
    report.figure("beginnings of answers", format!("{statuses:?}"));
    report.goal("most memory in hand", format!("{peak:.0} MiB"), "< 512 MiB", peak < LIMIT_MIB);
    let p99 = percentile(&mut waits, 99);
    report.timing("p99 of /livez meanwhile", format!("{p99:.2?}"), "< 20 ms", p99 < GOAL);

    // They have all gone.
    let start = Instant::now();
    let mut client = Client::connect(server.address).await.expect("a connection");
    let answered = loop {
        let answer = client.ask(&request).await.expect("an answer");
        if answer.status == 200 || start.elapsed() > PATIENCE {
            break answer.status;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    report.goal("the same request once they have gone", answered, "200", answered == 200);
    report.figure("  answered after", format!("{:.1?}", start.elapsed()));
    report.figure("memory in hand idle, and at the end", {
        format!("{idle:.0} MiB, {:.0} MiB", server.process().usage().resident_mib)
    });
    report.goal("it stops gracefully", "", "yes", server.stop());
}

/// The first bytes of the answer, up to its status.
async fn status(socket: &mut TcpStream) -> String {
    let mut line = [0; 12];
    match tokio::time::timeout(Duration::from_millis(100), socket.read_exact(&mut line)).await {
        Ok(Ok(_)) => String::from_utf8_lossy(&line).into_owned(),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "nothing yet".to_owned(),
    }
}

/// The request with the longest answer.
fn longest() -> Vec<u8> {
    let worst = worst::all().into_iter().find(|worst| worst.name == worst::LONGEST_ANSWER).expect("there is one");
    post(&worst.target, &worst.body.unwrap_or_default())
}
