//! How late answers come whose time is over: the least of some rounds, which other work on the machine disturbs least.

use std::time::{Duration, Instant};

use inarow_engine::engine::{Engine, EngineConfig, Query};
use inarow_engine::game::{Game, Position, Preset};
use inarow_engine::search::Limits;

const ROUNDS: usize = 8;
const MOVETIME: Duration = Duration::from_millis(60);
/// The latest that an answer may come.
const LATE_MAX: Duration = Duration::from_millis(5);

pub fn run() {
    println!("\nanswers with {MOVETIME:?}, how late (least of {ROUNDS})");
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    for preset in [Preset::Gomoku, Preset::Gomoku19, Preset::ConnectFour] {
        let cells = preset.rules().cells();
        let start = if preset == Preset::ConnectFour { vec![] } else { vec![cells / 2, cells / 2 + 1] };
        let position = Position::from_moves(Game::shared(preset.rules()), &start).expect("legal");
        let late = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            let limits = Limits { deadline: Some(start + MOVETIME), ..Limits::default() };
            let query = Query { limits, ..Query::new(position.clone()) };
            engine.choose(&query).expect("unfinished");
            start.elapsed().saturating_sub(MOVETIME)
        });
        report(preset.name(), late.min());
    }
}

fn report(name: &str, late: Option<Duration>) {
    let late = late.expect("some rounds");
    println!("{name:>12}  {:.3} ms", late.as_secs_f64() * 1e3);
    assert!(late < LATE_MAX, "{name}: {late:?} late");
}
