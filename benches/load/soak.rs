//! Mixed traffic with disconnects: the resources of a server must not grow.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::client::{Client, get, metric, post};
use super::server::{Server, Usage};
use super::throughput::ASKED;
use super::{Extent, Report};

const CLIENTS: u64 = 24;
/// The bound of `main.rs` on two cores: four threads of the search pool and sixteen others.
const BLOCKING_THREADS_MAX: f64 = 20.0;
/// How much allocators and caches may still grow once everything has been used.
const GROWTH_MIB_MAX: f64 = 8.0;

pub async fn run(report: &mut Report, extent: Extent) {
    let (time, settled) = match extent {
        Extent::Short => (Duration::from_secs(15), Duration::from_secs(6)),
        Extent::Long => (Duration::from_secs(600), Duration::from_secs(60)),
    };
    println!("soak: mixed traffic of {CLIENTS} clients with disconnects for {} s", time.as_secs());
    // Memory of a table counts once it has been written to: small ones are full before the first minute is over.
    let server = Server::start(&[("INAROW_TABLE_MIB", "4")]);
    let idle = server.process().usage();
    let start = Instant::now();
    let mut clients = JoinSet::new();
    for seed in 0..CLIENTS {
        clients.spawn(mixed(server.address, seed, start + time));
    }
    let mut samples: Vec<(Duration, Usage)> = Vec::new();
    while start.elapsed() < time {
        tokio::time::sleep(Duration::from_millis(250)).await;
        samples.push((start.elapsed(), server.process().usage()));
    }
    let (mut requests, mut wrong) = (0, 0);
    for (asked, bad) in clients.join_all().await {
        requests += asked;
        wrong += bad;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let end = server.process().usage();

    report.figure("requests", requests);
    report.goal("answers that were not as expected", wrong, "0", wrong == 0);
    let most = |from: Duration, to: Duration, what: fn(&Usage) -> f64| {
        let within = samples.iter().filter(|(at, _)| (from..to).contains(at));
        within.map(|(_, usage)| what(usage)).fold(0.0, f64::max)
    };
    let memory: fn(&Usage) -> f64 = |usage| usage.resident_mib;
    let (early, late) = (most(Duration::ZERO, settled, memory), most(settled, time, memory));
    report.figure(
        "memory: idle, most before, most after settling",
        format!("{:.1}, {early:.1}, {late:.1} MiB", idle.resident_mib),
    );
    let grown = late - early;
    report.goal("growth after settling", format!("{grown:.1} MiB"), "<= 8 MiB", grown <= GROWTH_MIB_MAX);
    let threads = most(Duration::ZERO, time, |usage| usage.threads as f64);
    let threads_max = idle.threads as f64 + BLOCKING_THREADS_MAX;
    report.goal("most threads", threads, &format!("<= {threads_max} (idle {})", idle.threads), threads <= threads_max);
    let descriptors = format!("{} (idle {})", end.descriptors, idle.descriptors);
    report.goal("descriptors once all have gone", descriptors, "idle", end.descriptors <= idle.descriptors);
    for gauge in ["inarow_searches_in_flight", "inarow_searches_queued"] {
        let left = metric(server.operations, gauge).await;
        report.goal(gauge, left, "0", left == 0.0);
    }
    let panics = metric(server.operations, "inarow_panics_total").await;
    report.goal("panics", panics, "0", panics == 0.0);
    report.figure("searches cancelled", metric(server.operations, "inarow_searches_cancelled_total").await);
    report.goal("it stops gracefully", "", "yes", server.stop());
}

/// Sends requests of all kinds by one client after another; returns their number and that of unexpected answers.
async fn mixed(address: SocketAddr, seed: u64, end: Instant) -> (u64, u64) {
    let (mut asked, mut wrong, mut chance) = (0, 0, seed);
    while Instant::now() < end {
        let Ok(mut client) = Client::connect(address).await else {
            wrong += 1;
            continue;
        };
        for _ in 0..20 {
            // A linear congruential generator: every run does the same.
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (chance >> 33) % 16;
            asked += 1;
            if choice < 3 {
                // Gone in the middle of a search, of a stream, or of a head.
                let stream = "GET /v1/analysis?game=gomoku HTTP/1.1\r\nhost: load\r\naccept: text/event-stream\r\n\r\n";
                let search = get("/v1/move?game=gomoku&movetime=1000");
                let begun = [&search[..], stream.as_bytes(), &search[..20]][choice as usize];
                let _ = client.send(begun).await;
                tokio::time::sleep(Duration::from_millis((chance >> 40) % 30)).await;
                break;
            }
            let (request, expected) = request(choice);
            match client.ask(&request).await {
                Ok(answer) if answer.status == expected || answer.status == 503 => {}
                _ => {
                    wrong += 1;
                    break;
                }
            }
        }
    }
    (asked, wrong)
}

/// A request and the status of its answer.
fn request(choice: u64) -> (Vec<u8>, u16) {
    match choice {
        3..6 => (post("/v1/move", ASKED), 200),
        6 => (get("/v1/move?game=connect-four&movetime=20"), 200),
        7 => (get("/v1/move?game=gomoku-19&movetime=10"), 200),
        8 => (get("/v1/analysis?game=connect-four&depth=5"), 200),
        9 => (get("/v1/position?board=XO......."), 200),
        10 => (post("/v1/tree", r#"{"depth":2}"#), 200),
        11 => (post("/v1/batch", r#"{"requests":[{"kind":"move"},{"kind":"move","game":"gomoku","depth":1}]}"#), 200),
        12 => (post("/v1/move", r#"{"board":"???"}"#), 422),
        13 => (post("/v1/move", "no JSON"), 400),
        14 => (get("/nowhere"), 404),
        _ => (get("/v1/continuations"), 405),
    }
}
