//! Beside the crate `minimax`: the same games to the same depth, valued zero outside finished games.
//!
//! Values are asserted equal first. This engine is asked as a request asks it, for `win-loss` and a depth. Its nodes
//! are the positions entered by the search, those of the crate all moves played on a board.

use std::hint::black_box;

use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query};
use inarow_engine::game::{Game, Overline, Position, Rules, RulesSpec};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{Limits, Verdict};
use minimax::{Evaluation, IterativeOptions, IterativeSearch, Negamax, Strategy};

use super::peer::{self, Board, InARow, Zero};
use super::timing::alternate;

/// Size of the transposition table of each side.
const TABLE_BYTES: usize = 64 << 20;
/// Above this depth plain alpha-beta takes seconds.
const NEGAMAX_DEPTH_MAX: u8 = 12;

pub fn run() {
    println!("\nbeside the crate minimax 0.6, zero outside finished games (best times)");
    println!(
        "{:24} {:>14} {:>24} {:>24} {:>7} {:>7}",
        "", "this engine", "IterativeSearch", "Negamax", "time", "nodes"
    );
    case::<3, 3, 3, false>("tic-tac-toe", 9, 21);
    for depth in [8, 10, 12, 14] {
        case::<7, 6, 4, true>("Connect Four", depth, if depth < 12 { 11 } else { 5 });
    }
    case::<4, 4, 4, false>("4×4, four in a row", 16, 5);
}

fn case<const W: u32, const H: u32, const K: u32, const GRAVITY: bool>(name: &str, depth: u8, rounds: usize) {
    let rules = Rules::new(RulesSpec {
        width: W.into(),
        height: H.into(),
        k: K.into(),
        gravity: GRAVITY,
        overline: Overline::Allowed,
        misere: false,
    });
    let empty = Position::new(Game::shared(rules.expect("the rules are valid")));
    let engine = Engine::new(EngineConfig { table_bytes: TABLE_BYTES });
    let query = Query {
        algorithm: Algorithm::AlphaBeta,
        heuristic: Some(Heuristic::Named(Named::WinLoss)),
        limits: Limits { depth: Some(depth.into()), ..Limits::default() },
        ..Query::new(empty)
    };
    let ours = || engine.choose(&query).expect("the game is not over");

    let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let (line, report) = ours();
    let found = sign(line.verdict);
    let mut counting = IterativeSearch::new(Zero::<InARow<W, H, K, GRAVITY, true>>::default(), options);
    counting.set_max_depth(depth);
    peer::nodes();
    counting.choose_move(&Board::EMPTY);
    let iterative_nodes = peer::nodes();
    assert_eq!(found, counting.root_value().signum(), "{name} at depth {depth}");
    let negamax_nodes = (depth <= NEGAMAX_DEPTH_MAX).then(|| {
        let mut counting = Negamax::new(Zero::<InARow<W, H, K, GRAVITY, true>>::default(), depth);
        counting.choose_move(&Board::EMPTY);
        assert_eq!(found, counting.root_value().signum(), "{name} at depth {depth}");
        peer::nodes()
    });

    // Each of its runs has a table of its own, made outside the time measured.
    let mut fresh: Vec<_> = (0..rounds)
        .map(|_| {
            let mut search = IterativeSearch::new(Zero::<InARow<W, H, K, GRAVITY, false>>::default(), options);
            search.set_max_depth(depth);
            search
        })
        .collect();
    let mut fresh = fresh.iter_mut();
    let mut iterative = || {
        black_box(fresh.next().map(|search| search.choose_move(&Board::EMPTY)));
    };
    let mut plain = Negamax::new(Zero::<InARow<W, H, K, GRAVITY, false>>::default(), depth);
    let mut negamax = || {
        if negamax_nodes.is_some() {
            black_box(plain.choose_move(&Board::EMPTY));
        }
    };
    let [our_us] = alternate(rounds, [&mut || drop(black_box(ours()))]);
    let [iterative_us, negamax_us] = alternate(rounds, [&mut iterative, &mut negamax]);
    let nodes = report.counts.nodes;
    let negamax = negamax_nodes.map_or(String::from("-"), |nodes| format!("{negamax_us:.0} µs {nodes} n"));
    let best_us = if negamax_nodes.is_some() { iterative_us.min(negamax_us) } else { iterative_us };
    let fewest = negamax_nodes.unwrap_or(u64::MAX).min(iterative_nodes);
    println!(
        "{:24} {:>14} {:>24} {negamax:>24} {:>6.1}x {:>6.1}x",
        format!("{name}, depth {depth}"),
        format!("{our_us:.0} µs {nodes} n"),
        format!("{iterative_us:.0} µs {iterative_nodes} n"),
        best_us / our_us,
        fewest as f64 / nodes as f64,
    );
}

/// 1 for a win, −1 for a loss, 0 for anything else.
fn sign(verdict: Verdict) -> Evaluation {
    match verdict {
        Verdict::Win { .. } => 1,
        Verdict::Loss { .. } => -1,
        Verdict::Draw { .. } | Verdict::Unknown { .. } => 0,
    }
}
