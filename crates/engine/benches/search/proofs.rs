//! Proofs of empty boards: the value, then every root move's exact result with its best play.

use inarow_engine::game::{Game, Overline, Position, Rules, RulesSpec};
use inarow_engine::search::{Limits, Verdict};
use inarow_engine::solve::free::{Memory, Prover};

use super::timing::now;

const MEMORY_BYTES: usize = 64 << 20;
const ROUNDS: usize = 3;

pub fn run() {
    println!("\nproofs of empty boards: the value; every root move's result and line (best of {ROUNDS})");
    let draw = |cells| Verdict::Draw { plies: cells };
    let boards = [
        (3, 3, 3, draw(9)),
        (4, 4, 3, Verdict::Win { plies: 5 }),
        (4, 4, 4, draw(16)),
        (5, 4, 4, draw(20)),
        (6, 4, 4, draw(24)),
        (5, 5, 4, draw(25)),
        (6, 5, 4, Verdict::Win { plies: 11 }),
        (7, 4, 4, draw(28)),
        (5, 5, 5, draw(25)),
        (6, 5, 5, draw(30)),
        (6, 6, 6, draw(36)),
    ];
    let mut memory = Memory::new(MEMORY_BYTES);
    for (width, height, k, value) in boards {
        let empty = empty(width, height, k);
        let moves: Vec<_> = empty.legal_moves().collect();
        let stabiliser = empty.stabiliser();
        let mut best = [f64::MAX; 2];
        let mut nodes = [0; 2];
        for _ in 0..ROUNDS {
            let start = now();
            let mut prover = Prover::new(&mut memory, &empty, Limits::default());
            let score = prover.best_score(&moves).expect("no limit");
            assert_eq!(prover.verdict(score), value, "{width}×{height}, {k} in a row");
            (best[0], nodes[0]) = (best[0].min((now() - start) * 1e3), prover.nodes());
            for &cell in moves.iter().filter(|&&cell| stabiliser.class(cell) == cell) {
                let score = prover.move_score(cell).expect("no limit");
                assert!(!prover.line(cell, score).is_empty());
            }
            (best[1], nodes[1]) = (best[1].min((now() - start) * 1e3), prover.nodes());
        }
        println!(
            "{width}×{height}, {k} in a row: {:>10.3} ms {:>8} nodes; all {:>10.3} ms {:>8} nodes",
            best[0], nodes[0], best[1], nodes[1]
        );
    }

    // Once, and the value alone: it takes seconds.
    let empty = empty(8, 4, 4);
    let moves: Vec<_> = empty.legal_moves().collect();
    let start = now();
    let mut prover = Prover::new(&mut memory, &empty, Limits::default());
    let score = prover.best_score(&moves).expect("no limit");
    assert_eq!(prover.verdict(score), draw(32));
    println!("8×4, 4 in a row: {:>10.3} ms {:>8} nodes", (now() - start) * 1e3, prover.nodes());
}

fn empty(width: u64, height: u64, k: u64) -> Position {
    let spec = RulesSpec { width, height, k, gravity: false, overline: Overline::Allowed, misere: false };
    Position::new(Game::shared(Rules::new(spec).expect("the rules are valid")))
}
