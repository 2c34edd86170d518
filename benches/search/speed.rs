//! Positions a second, for each heuristic on a small, a middling and a large board.
//!
//! `cargo bench --bench search -- once lines gomoku` runs one such search and prints its nodes, to be counted by instruction.

use inarow::game::{Game, Position, Preset};
use inarow::heuristic::{Heuristic, Named};
use inarow::search::{AlphaBeta, Limits, Memory, Table, Threats, Wanted};

use super::timing::now;

const BOARDS: [(Preset, u32); 3] = [(Preset::TicTacToe, 9), (Preset::ConnectFour, 8), (Preset::Gomoku, 3)];

pub fn run() {
    println!("\nalpha-beta, million positions a second");
    for named in Named::ALL {
        let speeds = BOARDS.map(|(preset, depth)| {
            let best =
                (0..5).map(|_| search(named, preset, depth)).fold(0.0, |best: f64, (nodes, s)| best.max(nodes / s));
            format!("{} {:.2}", preset.name(), best / 1e6)
        });
        println!("{:>12}  {}", named.name(), speeds.join("  "));
    }
    let best = (0..5).map(|_| by_patterns()).fold(0.0, |best: f64, (nodes, s)| best.max(nodes / s));
    println!("{:>12}  gomoku {:.2}, by patterns", Named::Threats.name(), best / 1e6);
}

/// Nodes and seconds of a search on patterns in the middle of an opening.
fn by_patterns() -> (f64, f64) {
    let moves = [112, 97, 98, 113, 99, 100, 114, 96, 128];
    let position = Position::from_moves(Game::shared(Preset::Gomoku.rules()), &moves).expect("legal");
    let moves: Vec<_> = position.legal_moves().collect();
    let limits = Limits { nodes: Some(500_000), ..Limits::default() };
    let mut memory = Memory::new(16 << 20);
    let start = now();
    let found = Threats::new(&position, &mut memory, &limits).run(&moves, Wanted::Best(1), &mut |_| {});
    (found.counts.nodes as f64, (now() - start))
}

/// One search, as `once NAME BOARD` asks for; whether the arguments did.
pub fn once(arguments: &[String]) -> bool {
    let Some(at) = arguments.iter().position(|argument| argument == "once") else { return false };
    let named = arguments.get(at + 1).and_then(|name| Named::from_name(name)).expect("a heuristic's name");
    let preset = arguments.get(at + 2).and_then(|name| Preset::from_name(name)).expect("a game's name");
    let (_, depth) = BOARDS.into_iter().find(|&(board, _)| board == preset).expect("one of the three boards");
    println!("{} nodes", search(named, preset, depth).0);
    true
}

/// Nodes and seconds of one search.
fn search(named: Named, preset: Preset, depth: u32) -> (f64, f64) {
    let mut position = Position::new(Game::shared(preset.rules()));
    let middle = position.rules().cells() / 2;
    if preset == Preset::Gomoku {
        position.play(middle).expect("the middle is free");
    }
    let weights = Heuristic::Named(named).compile(position.rules()).expect("it fits");
    let moves: Vec<_> = position.legal_moves().collect();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut table = Table::new(1 << 20);
    let start = now();
    let found = AlphaBeta::new(&position, &weights, &mut table, &limits).run(&moves, Wanted::Best(1), &mut |_| {});
    (found.counts.nodes as f64, (now() - start))
}
