//! How long the engine takes, and the part of the tree that it visits. Each answer is asserted before it is timed, and
//! times are those of the best of runs that alternate between the two sides of a ratio.

mod beside;
mod deadlines;
mod peer;
mod proofs;
mod speed;
mod timing;

use std::hint::black_box;

use inarow_engine::game::{Game, Position, Preset};
use inarow_engine::heuristic::{Heuristic, LineWeights, Named};
use inarow_engine::search::{AlphaBeta, Counts, Limits, Score, Table, Wanted, minimax};
use inarow_engine::solve::Retrograde;
use timing::alternate;

const ROUNDS: usize = 21;

fn main() {
    if speed::once(&std::env::args().collect::<Vec<_>>()) {
        return;
    }
    let empty = Position::new(Game::shared(Preset::TicTacToe.rules()));
    let moves: Vec<_> = empty.legal_moves().collect();
    let limits = Limits { depth: Some(9), ..Limits::default() };

    println!("tic-tac-toe, empty board, depth 9 (best of {ROUNDS})");
    for named in Named::ALL {
        let weights = weights(named, &empty);
        let mut table = Table::new(256 << 10);
        let mut pruned =
            || AlphaBeta::new(&empty, &weights, &mut table, &limits).run(&moves, Wanted::Best(1), &mut |_| {});
        let full = || minimax(&empty, &weights, &moves, Wanted::Best(1), &limits, &mut |_| {});
        let (fast, slow) = (pruned(), full());
        for result in [&fast, &slow] {
            assert_eq!((result.moves[0].cell, result.moves[0].score), (0, Score::DRAW));
            assert!(result.complete);
        }
        assert_eq!(slow.counts.nodes, 549_946, "the whole tree");
        let [fast_us, slow_us] =
            alternate(ROUNDS, [&mut || drop(black_box(pruned())), &mut || drop(black_box(full()))]);
        report(named.name(), "alpha-beta", fast.counts, fast_us);
        report(named.name(), "minimax", slow.counts, slow_us);
        println!(
            "{:>12}  alpha-beta to minimax: {:.5} of the nodes, {:.5} of the time",
            "",
            ratio(fast.counts, slow.counts),
            fast_us / slow_us
        );
    }

    let solve = || Retrograde::new(empty.game()).expect("3×3 fits");
    assert_eq!(solve().verdict(&empty), inarow_engine::search::Verdict::Draw { plies: 9 });
    let [us] = alternate(ROUNDS, [&mut || drop(black_box(solve()))]);
    println!("retrograde table of 3×3, all 39,366 states: {us:.0} µs");
    beside::run();
    proofs::run();
    speed::run();
    deadlines::run();
}

fn weights(named: Named, position: &Position) -> LineWeights {
    Heuristic::Named(named).compile(position.rules()).expect("published heuristics fit")
}

fn ratio(a: Counts, b: Counts) -> f64 {
    a.nodes as f64 / b.nodes as f64
}

fn report(heuristic: &str, algorithm: &str, counts: Counts, us: f64) {
    let Counts { nodes, leaves, cutoffs } = counts;
    println!("{heuristic:>12}  {algorithm:<10} {nodes:>7} nodes {leaves:>7} leaves {cutoffs:>6} cutoffs {us:>9.1} µs");
}
