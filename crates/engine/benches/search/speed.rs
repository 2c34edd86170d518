//! Positions a second, for each heuristic on a small, a middling and a large board, as a request for a depth is
//! answered.
//!
//! `cargo bench --bench search -- once lines gomoku 3` runs one such search three times and prints its nodes. Counted
//! with `valgrind --tool=callgrind`, the excess of three over one is the instructions of two.

use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query};
use inarow_engine::game::{Game, Position, Preset};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::Limits;

use super::timing::now;

const BOARDS: [(Preset, u32); 3] = [(Preset::TicTacToe, 9), (Preset::ConnectFour, 8), (Preset::Gomoku, 3)];
const ROUNDS: usize = 5;

pub fn run() {
    let engine = Engine::new(EngineConfig::default());
    println!("\nalpha-beta, million positions a second");
    for named in Named::ALL {
        let speeds = BOARDS.map(|(preset, depth)| {
            let query = question(named, preset, depth);
            let rounds = (0..ROUNDS).map(|_| search(&engine, &query));
            let (nodes, best) = rounds.fold((0, f64::MAX), |(_, best), (nodes, s)| (nodes, best.min(s)));
            format!("{} {:.2} ({nodes} nodes)", preset.name(), nodes as f64 / best / 1e6)
        });
        println!("{:>12}  {}", named.name(), speeds.join("  "));
    }
}

/// Some searches, as `once NAME BOARD ROUNDS` asks for them; whether the arguments did.
pub fn once(arguments: &[String]) -> bool {
    let Some(at) = arguments.iter().position(|argument| argument == "once") else { return false };
    let named = arguments
        .get(at + 1)
        .and_then(|name| Named::ALL.into_iter().find(|named| named.name() == name))
        .expect("a heuristic's name");
    let preset = arguments.get(at + 2).and_then(|name| Preset::from_name(name)).expect("a game's name");
    let rounds = arguments.get(at + 3).map_or(1, |rounds| rounds.parse().expect("a number of rounds"));
    let (_, depth) = BOARDS.into_iter().find(|&(board, _)| board == preset).expect("one of the three boards");
    let (engine, query) = (Engine::new(EngineConfig::default()), question(named, preset, depth));
    for _ in 0..rounds {
        println!("{} nodes", search(&engine, &query).0);
    }
    true
}

fn question(named: Named, preset: Preset, depth: u32) -> Query {
    let mut position = Position::new(Game::shared(preset.rules()));
    let middle = position.rules().cells() / 2;
    if preset == Preset::Gomoku {
        position.play(middle).expect("the middle is free");
    }
    Query {
        algorithm: Algorithm::AlphaBeta,
        heuristic: Some(Heuristic::Named(named)),
        limits: Limits { depth: Some(depth), ..Limits::default() },
        ..Query::new(position)
    }
}

/// Nodes and seconds of one search.
fn search(engine: &Engine, query: &Query) -> (u64, f64) {
    let start = now();
    let (_, report) = engine.choose(query).expect("the game is not over");
    (report.counts.nodes, now() - start)
}
