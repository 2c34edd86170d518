//! How late the moves of a session come: the least of some rounds, which other work on the machine disturbs least.
//!
//! `cargo bench --package pbrain-inarow`

use std::time::{Duration, Instant};

const ROUNDS: usize = 8;
const TURN: Duration = Duration::from_millis(150);
/// The latest that a move may come.
const LATE_MAX: Duration = Duration::from_millis(5);

fn main() {
    let script = format!("START 15\nINFO timeout_turn {}\nTURN 7,7\nEND\n", TURN.as_millis());
    let late = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        let mut output = Vec::new();
        pbrain_inarow::play(script.as_bytes(), &mut output).expect("reading and writing memory");
        assert!(String::from_utf8_lossy(&output).lines().last().is_some_and(|line| line.contains(',')), "no move");
        start.elapsed().saturating_sub(TURN)
    });
    let late = late.min().expect("some rounds");
    println!("a session with {TURN:?} a move: {:.3} ms late", late.as_secs_f64() * 1e3);
    assert!(late < LATE_MAX, "{late:?} late");
}
