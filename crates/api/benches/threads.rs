//! The gain by a second thread for reviews, batches, matches, puzzles and proofs of all moves: the time on two threads as a part of that on
//! one, alternating.
//!
//! First 5,000 random requests have the same answers on eight threads as on one.
//!
//! ```text
//! cargo bench --bench threads                # all
//! cargo bench --bench threads -- analysis    # only the times, of works whose name contains this
//! ```

#[path = "../tests/threads/requests.rs"]
mod requests;

use std::time::{Duration, Instant};

use inarow_api::Endpoint;
use inarow_engine::engine::{Engine, EngineConfig};
use inarow_engine::parts::{InPlace, Threads};
use requests::{Lender, Seeded, answer, moves, request};
use serde_json::{Value, json};

const RANDOM: usize = 5_000;
const ROUNDS: usize = 5;

fn main() {
    let engine = Engine::new(EngineConfig { table_bytes: 16 << 20 });
    // `cargo test --benches` passes this and wants no figures.
    let is_short = !std::env::args().any(|argument| argument == "--bench");
    let filter = std::env::args().skip(1).find(|argument| argument != "--bench");
    if !is_short && let Some(filter) = filter {
        return measure(&engine, &filter, &mut Seeded(5_000));
    }
    let random = &mut Seeded(5_000);
    let (eight, unsteady) = (Lender::new(7, false), Lender::new(7, true));
    for number in 0..if is_short { 20 } else { RANDOM } {
        let (endpoint, body) = request(random);
        let threads = if number % 2 == 0 { &eight } else { &unsteady };
        let (alone, shared) = (answer(&engine, endpoint, &body, &InPlace), answer(&engine, endpoint, &body, threads));
        assert_eq!(alone, shared, "{} {body}", endpoint.path());
    }
    if is_short {
        return;
    }
    assert_eq!((eight.free(), unsteady.free()), (7, 7), "all threads are back");
    println!("{RANDOM} random requests have the same answers on eight threads as on one");
    measure(&engine, "", random);
}

/// Measures the works whose name contains `filter`.
fn measure(engine: &Engine, filter: &str, random: &mut Seeded) {
    println!("{:44} {:>9} {:>9} {:>6}", "", "one, ms", "two, ms", "ratio");
    for (name, endpoint, body) in works(random).into_iter().filter(|(name, ..)| name.contains(filter)) {
        let two = Lender::new(1, false);
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            let threads: [&dyn Threads; 2] = [&InPlace, &two];
            let answers = [0, 1].map(|which| {
                let start = Instant::now();
                let answers: Vec<_> = body.iter().map(|body| answer(engine, endpoint, body, threads[which])).collect();
                times[which].push(start.elapsed());
                answers
            });
            assert_eq!(answers[0], answers[1], "{name}");
        }
        let [one, two] = times.map(|mut times| {
            times.sort();
            times[ROUNDS / 2]
        });
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!("{name:44} {:9.1} {:9.1} {:6.2}", ms(one), ms(two), ms(two) / ms(one));
    }
}

/// The measured works: a name, and the requests of an endpoint.
fn works(random: &mut Seeded) -> Vec<(&'static str, Endpoint, Vec<Value>)> {
    let mut of = |count: usize, game: &str, plies: usize| -> Vec<Vec<usize>> {
        (0..count).map(|_| moves(random, game, plies)).collect()
    };
    let reviews = of(20, "connect-four", 42).into_iter().map(|moves| json!({"game": "connect-four", "moves": moves}));
    let gomoku =
        of(4, "gomoku", 24).into_iter().map(|moves| json!({"game": "gomoku", "moves": moves, "nodes": 20_000}));
    let element = |moves: Vec<usize>| json!({"kind": "analysis", "game": "gomoku", "moves": moves, "nodes": 30_000});
    let batch = json!({"requests": of(16, "gomoku", 12).into_iter().map(element).collect::<Vec<_>>()});
    let player = |depth: u32| json!({"heuristic": "lines", "depth": depth, "skill": 90});
    let games = json!({"game": "connect-four", "games": 20, "seed": 7, "players": [player(6), player(7)]});
    let proof = |width: u64| {
        vec![json!({"game": {"width": width, "height": 5, "k": 4}, "movetime": requests::LIMITS.movetime_ms_max})]
    };
    let puzzle = |seed: u64| json!({"game": "connect-four", "seed": seed, "theme": "win-in-4", "solution": true});
    vec![
        ("review of 20 games of Connect Four", Endpoint::Review, reviews.collect()),
        ("review of 4 games of Gomoku, 20,000 nodes", Endpoint::Review, gomoku.collect()),
        ("batch of 16 analyses of Gomoku, 30,000 nodes", Endpoint::Batch, vec![batch]),
        ("match of 20 games of Connect Four", Endpoint::Match, vec![games]),
        ("40 puzzles of Connect Four, win in 4", Endpoint::Puzzles, (0..40).map(puzzle).collect()),
        ("analysis of 5×5, four in a row, all moves", Endpoint::Analysis, proof(5)),
        ("analysis of 6×5, four in a row, all moves", Endpoint::Analysis, proof(6)),
    ]
}
