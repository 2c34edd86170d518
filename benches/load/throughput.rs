//! 64 clients ask for tic-tac-toe moves, in turn here and at the reference application: the same router and
//! layers around a handler of the same JSON.

use std::net::SocketAddr;
use std::time::Duration;

use super::client::{Client, percentile, post, repeat};
use super::server::Server;
use super::{Extent, Report};

const CLIENTS: usize = 64;
const RATIO_GOAL: f64 = 0.85;
pub const ASKED: &str = r#"{"board":"XO.......","turn":"X"}"#;

pub async fn run(report: &mut Report, extent: Extent) {
    println!("throughput: {CLIENTS} clients on /v1/move, default settings, beside the reference application, in turn");
    let (rounds, time) = match extent {
        Extent::Short => (7, Duration::from_millis(700)),
        Extent::Long => (15, Duration::from_secs(2)),
    };
    let ours = Server::start(&[]);
    let mut client = Client::connect(ours.address).await.expect("a connection");
    let answer = client.ask(&post("/v1/move", ASKED)).await.expect("an answer");
    assert_eq!(answer.status, 200);
    let reference = Server::start_reference(std::str::from_utf8(&answer.body).expect("text"));
    let mut client = Client::connect(reference.address).await.expect("a connection");
    let size = client.ask(&post("/reference", ASKED)).await.expect("an answer").body.len();
    assert!(size.abs_diff(answer.body.len()) <= 4, "the answers are of one size: {size} and {}", answer.body.len());

    let mut ratios = Vec::new();
    let processes = [ours.process(), reference.process()];
    let processor_time = || processes.map(|process| process.processor_time());
    let (mut before, mut answered) = (processor_time(), [0, 0]);
    let (mut rates, mut all, mut errors) = ([0.0, 0.0], Vec::new(), 0);
    for round in 0..=rounds {
        let (rate, times, wrong) = measure(ours.address, &post("/v1/move", ASKED), time).await;
        let (reference_rate, reference_times, reference_wrong) =
            measure(reference.address, &post("/reference", ASKED), time).await;
        if round == 0 {
            before = processor_time();
            continue; // to warm up
        }
        answered = [answered[0] + times.len(), answered[1] + reference_times.len()];
        ratios.push(rate / reference_rate);
        rates = [rates[0] + rate / f64::from(rounds), rates[1] + reference_rate / f64::from(rounds)];
        all.extend(times);
        errors += wrong + reference_wrong;
    }
    ratios.sort_by(f64::total_cmp);
    report.figure("requests a second, service", format!("{:.0}", rates[0]));
    report.figure("requests a second, reference", format!("{:.0}", rates[1]));
    for (index, name) in ["service", "reference"].into_iter().enumerate() {
        let spent = processor_time()[index] - before[index];
        let each = spent / u32::try_from(answered[index].max(1)).unwrap_or(u32::MAX);
        report.figure(&format!("processor time for a request, {name}"), format!("{each:.2?}"));
    }
    report.figure("p99 of the service", format!("{:.2?}", percentile(&mut all, 99)));
    let ratio = ratios[ratios.len() / 2];
    report.timing("ratio, median of the rounds", format!("{ratio:.3}"), ">= 0.85", ratio >= RATIO_GOAL);
    report.goal("errors", errors, "0", errors == 0);
}

/// Requests a second, their times, and how many were not answered with 200.
async fn measure(address: SocketAddr, request: &[u8], time: Duration) -> (f64, Vec<Duration>, usize) {
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let request = request.to_vec();
            tokio::spawn(async move { repeat(address, &request, time, Duration::ZERO).await })
        })
        .collect();
    let mut answers = Vec::new();
    for client in clients {
        answers.extend(client.await.expect("a client"));
    }
    let errors = answers.iter().filter(|answer| answer.status != 200).count();
    let times: Vec<_> = answers.iter().map(|answer| answer.took).collect();
    (times.len() as f64 / time.as_secs_f64(), times, errors)
}
