//! 32 clients keep the search threads busy; one more asks for small things.

use std::time::Duration;

use super::client::{Client, get, percentile, post, repeat};
use super::server::Server;
use super::throughput::ASKED;
use super::{Extent, Report};

const CLIENTS: usize = 32;
const SEARCH: Duration = Duration::from_millis(50);
const GOAL: Duration = Duration::from_millis(10);

pub async fn run(report: &mut Report, extent: Extent) {
    println!("beside: one prober beside {CLIENTS} clients whose searches take {SEARCH:?} each");
    let time = if extent == Extent::Short { Duration::from_secs(5) } else { Duration::from_secs(30) };
    let server = Server::start(&[]);
    let search = fifty_milliseconds(&server).await;
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (search, address) = (search.clone(), server.address);
            tokio::spawn(async move { repeat(address, &search, time, Duration::ZERO).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let time = time.saturating_sub(Duration::from_millis(300));
    let (move_request, live_request) = (post("/v1/move", ASKED), get("/livez"));
    let pause = Duration::from_millis(2);
    // In the middle of a Connect Four game: a search, but one that takes no thread.
    let winning = post("/v1/move", r#"{"game":"connect-four","moves":"112233","depth":4}"#);
    let (moves, lives, wins) = tokio::join!(
        repeat(server.address, &move_request, time, pause),
        repeat(server.address, &live_request, time, pause),
        repeat(server.address, &winning, time, pause),
    );
    let mut searches = Vec::new();
    for client in clients {
        searches.extend(client.await.expect("a client"));
    }
    let good: Vec<_> = searches.iter().filter(|answer| answer.status == 200).map(|answer| answer.took).collect();
    assert!(good.iter().min() > Some(&(SEARCH / 5)), "all of them are searches");
    report.figure("searches answered a second", format!("{:.1}", good.len() as f64 / time.as_secs_f64()));
    for (name, answers) in [("tic-tac-toe move", moves), ("/livez", lives), ("Connect Four, a win at once", wins)] {
        assert!(answers.iter().all(|answer| answer.status == 200));
        let mut times: Vec<_> = answers.iter().map(|answer| answer.took).collect();
        let (p50, p99) = (percentile(&mut times, 50), percentile(&mut times, 99));
        let text = format!("{p99:.2?} (p50 {p50:.2?})");
        report.timing(&format!("p99 of {name}, {} answers", times.len()), text, "< 10 ms", p99 < GOAL);
    }
}

/// A search of as many nodes as take that long on this machine.
async fn fifty_milliseconds(server: &Server) -> Vec<u8> {
    const NODES: u32 = 100_000;
    let search = |nodes: u32| post("/v1/move", &format!(r#"{{"game":"gomoku","heuristic":"lines","nodes":{nodes}}}"#));
    let mut client = Client::connect(server.address).await.expect("a connection");
    let mut times = Vec::new();
    for _ in 0..5 {
        let answer = client.ask(&search(NODES)).await.expect("an answer");
        assert_eq!(answer.status, 200);
        times.push(answer.took);
    }
    let nodes = SEARCH.as_secs_f64() / percentile(&mut times, 50).as_secs_f64() * f64::from(NODES);
    search(nodes as u32)
}
