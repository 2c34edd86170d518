//! The cost of an ordinary board that is given as a list of lines: the same searches on the board and on its list, without recognition.
//!
//! ```text
//! cargo bench --bench line_games          # 9 rounds
//! cargo bench --bench line_games -- 21    # so many rounds
//! ```
//!
//! First the answers are asserted to be the same: moves, scores, and the nodes of alpha-beta. Then both take turns, and the table has
//! the medians and their ratio. The goal is at most 1.5. Compiling, which happens once for each game, looks for symmetries that a board
//! is known to have.

use std::time::{Duration, Instant};

use inarow_engine::game::{Game, LinesSpec, Overline, Position, Rules, RulesSpec};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{AlphaBeta, Limits, Table, Wanted};
use inarow_engine::solve::Retrograde;
use inarow_engine::solve::free::{Memory, Prover};

/// The timed work.
#[derive(Clone, Copy)]
enum Work {
    AlphaBeta(Named, u32),
    Prover,
    Table,
    Compile,
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(9);
    println!("| board | work | board ms | list ms | ratio |");
    println!("|---|---|---|---|---|");
    for (size, gravity, work, what) in [
        ((5, 5, 4), false, Work::AlphaBeta(Named::Lines, 8), "alpha-beta to 8"),
        ((7, 6, 4), true, Work::AlphaBeta(Named::Lines, 11), "alpha-beta to 11"),
        ((8, 8, 5), false, Work::AlphaBeta(Named::TempoLines, 6), "alpha-beta to 6"),
        ((15, 15, 5), false, Work::AlphaBeta(Named::Lines, 3), "alpha-beta to 3"),
        ((5, 4, 4), false, Work::Prover, "prover"),
        ((6, 5, 3), true, Work::Prover, "prover"),
        ((4, 3, 3), false, Work::Table, "table"),
        ((4, 3, 3), true, Work::Table, "table"),
        ((15, 15, 5), false, Work::Compile, "compile"),
    ] {
        let board = rules(size, gravity);
        let list = listed(&board);
        assert_eq!(run(&board, work), run(&list, work), "{size:?} {what}");
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            for (times, rules) in times.iter_mut().zip([&board, &list]) {
                let start = Instant::now();
                run(rules, work);
                times.push(start.elapsed());
            }
        }
        let [board, list] = times.map(median);
        let name = format!("{}×{} k {}{}", size.0, size.1, size.2, if gravity { " gravity" } else { "" });
        let ratio = list.as_secs_f64() / board.as_secs_f64();
        println!("| {name} | {what} | {:.2} | {:.2} | {ratio:.2} |", milliseconds(board), milliseconds(list));
    }
}

fn rules((width, height, k): (u64, u64, u64), gravity: bool) -> Rules {
    let spec = RulesSpec { width, height, k, gravity, overline: Overline::Allowed, misere: false };
    Rules::new(spec).expect("valid rules")
}

/// The board as a list of its lines.
fn listed(rules: &Rules) -> Rules {
    let game = Game::new(rules);
    let list = |cells: &[u16]| cells.iter().map(|&cell| u64::from(cell)).collect::<Vec<_>>();
    let (lines, width) = (game.lines(), rules.width() as u64);
    let spec = LinesSpec {
        cells: rules.cells() as u64,
        lines: (0..lines.len()).map(|line| list(lines.cells(line))).collect(),
        above: rules.gravity().then(|| game.columns().iter().map(|column| list(column)).collect()),
        layout: Some((0..rules.cells() as u64).map(|cell| [cell / width, cell % width]).collect()),
        misere: false,
    };
    Rules::from_lines_as_they_are(spec).expect("valid lines")
}

/// Does the work, and returns a text that must be the same for both.
fn run(rules: &Rules, work: Work) -> String {
    let position = Position::new(rules);
    let moves: Vec<_> = position.legal_moves().collect();
    match work {
        Work::AlphaBeta(named, depth) => {
            let weights = Heuristic::Named(named).compile(rules).expect("the heuristic fits");
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut table = Table::new(4 << 20);
            let search = AlphaBeta::new(&position, &weights, &mut table, &limits);
            let found = search.run(&moves, Wanted::Best(1), &mut |_| {});
            format!("{:?} {:?}", found.moves, found.counts)
        }
        Work::Prover => {
            let mut memory = Memory::new(4 << 20);
            let mut prover = Prover::new(&mut memory, &position, Limits::default());
            let score = prover.best_score(&moves);
            format!("{score:?} {}", prover.nodes())
        }
        Work::Table => {
            let table = Retrograde::new(position.game()).expect("small enough");
            format!("{:?}", table.moves(&position, &moves).collect::<Vec<_>>())
        }
        Work::Compile => format!("{}", Game::new(rules).lines().len()),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
