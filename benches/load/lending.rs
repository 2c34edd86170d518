//! Ten times more clients than search threads, with requests of many parts among them: the cost of lending idle threads where none is idle.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::client::{Client, percentile, post};
use super::server::Server;
use super::{Extent, Report};

const CLIENTS_A_THREAD: usize = 10;
/// How far throughput and percentile may be from those of a service that lends no thread.
const DIFFERENCE_MAX: f64 = 0.03;

/// Requests of one part and of many, each of a few milliseconds, bounded by nodes so that all do the same work.
fn mix() -> Vec<Vec<u8>> {
    let analysis = r#"{"kind":"analysis","game":"gomoku","moves":"h8 i9 h9 h10","nodes":2000}"#;
    [
        ("/v1/review", r#"{"game":"gomoku","moves":"h8 i9 h9 h10 g8 i10 i8 j7 g10 f11","nodes":1000}"#.to_owned()),
        ("/v1/batch", format!(r#"{{"requests":[{analysis},{analysis},{analysis},{analysis}]}}"#)),
        ("/v1/match", r#"{"game":"gomoku","players":[{"nodes":200},{"nodes":200}],"games":2,"seed":1}"#.to_owned()),
        ("/v1/move", r#"{"game":"gomoku","moves":"h8 i9","nodes":8000}"#.to_owned()),
        ("/v1/move", r#"{"game":"connect-four","moves":"4444","depth":12,"heuristic":"lines"}"#.to_owned()),
        ("/v1/analysis", r#"{"game":"five-by-five","moves":"c3 b2 d4"}"#.to_owned()),
    ]
    .map(|(path, body)| post(path, &body))
    .to_vec()
}

pub async fn run(report: &mut Report, extent: Extent) {
    let (rounds, time) = match extent {
        Extent::Short => (7, Duration::from_millis(1500)),
        Extent::Long => (15, Duration::from_secs(4)),
    };
    println!("lending: {CLIENTS_A_THREAD} clients for each search thread, without and with lent threads, in turn");
    let servers = ["1", "0"].map(|most| Server::start(&[("INAROW_THREADS_PER_REQUEST_MAX", most)]));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut ratios, mut times, mut errors) = (Vec::new(), [Vec::new(), Vec::new()], 0);
    for round in 0..=rounds {
        let mut rates = [0.0; 2];
        for (index, server) in servers.iter().enumerate() {
            let (rate, of_round, wrong) = measure(server.address, threads * CLIENTS_A_THREAD, time).await;
            errors += wrong;
            rates[index] = rate;
            if round > 0 {
                times[index].extend(of_round);
            }
        }
        // The first is to warm up.
        if round > 0 {
            ratios.push(rates[1] / rates[0]);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ratios.len() / 2];
    let [without, with] = times.each_mut().map(|times| percentile(times, 99));
    let slower = with.as_secs_f64() / without.as_secs_f64();
    report.figure("answers in all", times.iter().map(Vec::len).sum::<usize>());
    report.figure("p99 without, with", format!("{without:.1?}, {with:.1?}"));
    report.timing(
        "throughput with lent threads, median of the rounds",
        format!("{ratio:.3}"),
        ">= 0.97",
        ratio >= 1.0 - DIFFERENCE_MAX,
    );
    report.timing("p99 with lent threads", format!("{slower:.3}"), "<= 1.03", slower <= 1.0 + DIFFERENCE_MAX);
    report.goal("answers other than 200", errors, "0", errors == 0);
}

/// Answers a second, their times, and how many were not 200. Each client begins at another request of the mix.
async fn measure(address: SocketAddr, clients: usize, time: Duration) -> (f64, Vec<Duration>, usize) {
    let start = Instant::now();
    let clients: Vec<_> = (0..clients)
        .map(|first| {
            tokio::spawn(async move {
                let (mix, mut answers) = (mix(), Vec::new());
                let mut client = Client::connect(address).await.expect("a connection");
                for request in mix.iter().cycle().skip(first % mix.len()) {
                    if start.elapsed() >= time {
                        break;
                    }
                    let answer = client.ask(request).await.expect("an answer");
                    answers.push((answer.status, answer.took));
                }
                answers
            })
        })
        .collect();
    let mut answers = Vec::new();
    for client in clients {
        answers.extend(client.await.expect("a client"));
    }
    let errors = answers.iter().filter(|(status, _)| *status != 200).count();
    let rate = answers.len() as f64 / start.elapsed().as_secs_f64();
    (rate, answers.into_iter().map(|(_, took)| took).collect(), errors)
}
