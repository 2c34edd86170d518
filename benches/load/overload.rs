//! Ten times more searches than the threads can do.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::client::{Client, metric, percentile, post};
use super::server::Server;
use super::{Extent, Report};

const MOVETIME: Duration = Duration::from_millis(200);
const SLACK: Duration = Duration::from_millis(50);
const TIMES_TOO_MUCH: f64 = 10.0;
const TABLE_MIB: f64 = 64.0;
const MEMORY_SLACK_MIB: f64 = 64.0;

pub async fn run(report: &mut Report, extent: Extent) {
    let server = Server::start(&[]);
    let threads = metric(server.operations, "inarow_search_threads").await;
    let rate = TIMES_TOO_MUCH * threads / MOVETIME.as_secs_f64();
    println!("overload: {rate:.0} searches of {MOVETIME:?} a second for {threads} threads, whoever is answered or not");
    let time = if extent == Extent::Short { Duration::from_secs(6) } else { Duration::from_secs(60) };
    let idle = server.process().usage();
    let peak = watch(&server, time);

    let mut asked = Vec::new();
    let mut clock = tokio::time::interval(Duration::from_secs_f64(1.0 / rate));
    let games = ["connect-four", "gomoku", "five-by-five", "gomoku-19"];
    for index in 0..(rate * time.as_secs_f64()) as usize {
        clock.tick().await;
        let (game, movetime) = (games[index % games.len()], MOVETIME.as_millis());
        let request = post("/v1/move", &format!(r#"{{"game":"{game}","movetime":{movetime}}}"#));
        let address = server.address;
        asked.push(tokio::spawn(async move { Client::connect(address).await?.ask(&request).await }));
    }
    let (mut statuses, mut times) = (BTreeMap::<u16, usize>::new(), Vec::new());
    let mut errors = 0;
    for answer in asked {
        match answer.await.expect("a client") {
            Ok(answer) => {
                *statuses.entry(answer.status).or_default() += 1;
                times.push(answer.took);
                errors += usize::from(answer.status == 503 && !answer.has_retry_after);
            }
            Err(_) => errors += 1,
        }
    }
    errors += statuses.iter().filter(|(status, _)| !matches!(status, 200 | 503)).map(|(_, count)| count).sum::<usize>();
    let peak = peak.await.expect("a watch");
    report.figure("answers by status", format!("{statuses:?}"));
    report.figure("p50, p99", format!("{:.1?}, {:.1?}", percentile(&mut times, 50), percentile(&mut times, 99)));
    report.goal("answers other than 200 or 503 with Retry-After", errors, "0", errors == 0);
    let slowest = times.last().copied().unwrap_or_default();
    report.timing("slowest answer", format!("{slowest:.1?}"), "<= 250 ms", slowest <= MOVETIME + SLACK);
    let (grown, bound) = (peak - idle.resident_mib, threads * TABLE_MIB + MEMORY_SLACK_MIB);
    let goal = format!("<= {bound:.0} MiB");
    report.goal("memory beyond that of an idle server", format!("{grown:.1} MiB"), &goal, grown <= bound);
    let alive = metric(server.operations, "inarow_search_threads").await;
    report.goal("search threads that live", alive, &threads.to_string(), alive == threads);
    report.goal("it stops gracefully", "", "yes", server.stop());
}

/// The most memory that the server has in hand during this time, in MiB.
fn watch(server: &Server, time: Duration) -> tokio::task::JoinHandle<f64> {
    let process = server.process();
    tokio::spawn(async move {
        let (start, mut peak) = (Instant::now(), 0.0_f64);
        while start.elapsed() < time {
            peak = peak.max(process.usage().resident_mib);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        peak
    })
}
