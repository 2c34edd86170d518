//! The Connect Four solver beside the crate `connect-four-ai`: all scores asserted first, then both measured.
//!
//! ```text
//! cargo bench --bench connect_four                 # all sets
//! cargo bench --bench connect_four -- L3_R1        # sets whose name contains this
//! cargo bench --bench connect_four -- empty 192    # the empty board, table of 192 MiB; a position: empty 192 4444
//! cargo bench --bench connect_four -- sizes        # other sizes of the board, with the results that others published
//! cargo bench --bench connect_four -- book 500 7 12  # so many positions after 12 stones, of the book, solved again; seed 7
//! cargo bench --bench connect_four -- results 10   # wins, draws and losses after 10 stones, of the book
//! cargo bench --bench connect_four -- generate 7   # new sets from seed 7, as in tests/data/connect-four.txt
//! ```
//!
//! Both solvers run alternately, position by position, without a book, their tables cleared for each position. A first
//! pass, not measured, asserts the scores and has the system hand out the memory of both tables. Then each position
//! counts with the quickest of three passes, so that other work on the machine disturbs little.

use std::time::Instant;

use inarow_engine::game::zobrist::mix;
use inarow_engine::solve::book::{self, Book};
use inarow_engine::solve::gravity::{Position, Solver, SolverLimits};

/// Size of our table, the same as that of the other solver.
const TABLE_BYTES: usize = 64 << 20;
const PASSES: usize = 3;

struct Case {
    moves: String,
    score: i8,
}

struct Set {
    name: String,
    goal: Option<f64>,
    cases: Vec<Case>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |default: u64| args.get(1).and_then(|arg| arg.parse().ok()).unwrap_or(default);
    match args.first().map(String::as_str) {
        Some("generate") => generate(number(1)),
        Some("empty") => one(number(192) as usize, args.get(2).map_or("", String::as_str)),
        Some("sizes") => sizes(),
        Some("book") => {
            let later = |at: usize, default| args.get(at).and_then(|arg| arg.parse().ok()).unwrap_or(default);
            book_again(number(500), later(2, 1), later(3, 12) as u32);
        }
        Some("results") => results(number(10) as u32),
        filter => compare(filter.unwrap_or("")),
    }
}

fn compare(filter: &str) {
    println!("| set | positions | inarow µs | nodes | connect-four-ai µs | nodes | ratio of times | goal |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut ours = Solver::new(TABLE_BYTES);
    let mut theirs = connect_four_ai::Solver::empty();
    for set in sets().iter().filter(|set| set.name.contains(filter)) {
        let checked = run(set, &mut ours, &mut theirs);
        for (case, run) in set.cases.iter().zip(&checked) {
            assert_eq!((run.score, run.score_theirs), (case.score, case.score), "{} {}", set.name, case.moves);
        }
        let mut best = checked;
        for pass in 0..PASSES {
            for (best, run) in best.iter_mut().zip(run(set, &mut ours, &mut theirs)) {
                let worst = if pass == 0 { f64::INFINITY } else { 0.0 };
                best.micros = run.micros.min(best.micros.max(worst));
                best.micros_theirs = run.micros_theirs.min(best.micros_theirs.max(worst));
            }
        }
        let mean = |value: fn(&Run) -> f64| best.iter().map(value).sum::<f64>() / best.len() as f64;
        let (time, time_theirs) = (mean(|run| run.micros), mean(|run| run.micros_theirs));
        println!(
            "| {} | {} | {time:.2} | {:.1} | {time_theirs:.2} | {:.1} | {:.3} | {} |",
            set.name,
            best.len(),
            mean(|run| run.nodes as f64),
            mean(|run| run.nodes_theirs as f64),
            time / time_theirs,
            set.goal.map_or("–".into(), |goal| format!("≤ {goal:.2}")),
        );
    }
}

struct Run {
    score: i8,
    score_theirs: i8,
    micros: f64,
    micros_theirs: f64,
    nodes: u64,
    nodes_theirs: usize,
}

/// Solves every position of the set with both solvers.
fn run(set: &Set, ours: &mut Solver, theirs: &mut connect_four_ai::Solver) -> Vec<Run> {
    let run = |case: &Case| {
        let position = position(&case.moves);
        let start = Instant::now();
        ours.clear();
        let score = ours.solve(&position);
        let micros = start.elapsed().as_secs_f64() * 1e6;

        let other = connect_four_ai::Position::from_moves(&case.moves).expect("legal");
        let start = Instant::now();
        theirs.reset();
        let score_theirs = theirs.solve(&other);
        let micros_theirs = start.elapsed().as_secs_f64() * 1e6;
        let (nodes, nodes_theirs) = (ours.nodes(), theirs.explored_positions);
        Run { score, score_theirs, micros, micros_theirs, nodes, nodes_theirs }
    };
    set.cases.iter().map(run).collect()
}

/// Solves the empty board, or the one after some moves.
fn one(table_mib: usize, moves: &str) {
    let mut solver = Solver::new(table_mib << 20);
    let start = Instant::now();
    let score = solver.solve(&position(moves));
    let seconds = start.elapsed().as_secs_f64();
    assert!(!moves.is_empty() || score == 1);
    println!("{moves:?}: score {score}, {seconds:.2} s, {} nodes, table {table_mib} MiB", solver.nodes());
}

/// The winner (1: the first player, -1: the second) and with which stone, by John Tromp, tromp.github.io/c4/c4.html.
/// Smaller boards are among the tests.
const SIZES: [(u32, u32, i8, u32); 13] = [
    (6, 5, 0, 30),
    (5, 6, 0, 30),
    (4, 9, 0, 36),
    (4, 10, 0, 40),
    (8, 4, -1, 32),
    (9, 4, -1, 36),
    (10, 4, -1, 40),
    (7, 5, 0, 35),
    (8, 5, 1, 39),
    (6, 6, -1, 36),
    (5, 7, 0, 35),
    (5, 8, 0, 40),
    (6, 7, 1, 41),
];

fn sizes() {
    println!("| board | winner | last stone | s | nodes |");
    println!("|---|---|---|---|---|");
    for (width, height, winner, last_stone) in SIZES {
        let position = Position::empty(width, height, 4).expect("it fits");
        let mut solver = Solver::new(192 << 20);
        let start = Instant::now();
        let score = solver.solve(&position);
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!((score.signum(), position.plies_to_end(score)), (winner, last_stone), "{width}×{height}");
        let name = ["second", "none", "first"][(winner + 1) as usize];
        println!("| {width}×{height} | {name} | {last_stone} | {seconds:.1} | {} |", solver.nodes());
    }
}

/// Solves positions of the book again. Their table is kept, which changes no score.
fn book_again(count: u64, seed: u64, ply: u32) {
    let keys = book::positions(ply).pop().expect("a ply of positions");
    let mut solver = Solver::new(512 << 20);
    let (start, mut nodes) = (Instant::now(), 0);
    for draw in 0..count {
        let index = (mix(seed ^ mix(draw)) % keys.len() as u64) as usize;
        let position = Position::connect_four().with_key(keys[index]).expect("a key of its own");
        assert_eq!(Book::embedded().score(&position), Some(solver.solve(&position)), "index {index}");
        nodes += solver.nodes();
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{count} positions after {ply} stones hold: {:.1} ms and {} nodes each",
        seconds * 1e3 / count as f64,
        nodes / count
    );
}

/// Counts the results after `ply` stones for the side to move: unfinished positions, mirror images once.
fn results(ply: u32) {
    let scores = Book::embedded().scores(ply);
    let [wins, draws, losses] = [1, 0, -1].map(|sign| scores.iter().filter(|score| score.signum() == sign).count());
    println!("{} positions after {ply} stones: {wins} wins, {draws} draws, {losses} losses", scores.len());
}

/// The published sets, where they lie beside the checkout, and our own of the same kinds.
fn sets() -> Vec<Set> {
    let mut sets = Vec::new();
    for (name, goal) in [("Test_L3_R1", 0.35), ("Test_L2_R1", 0.60), ("Test_L1_R1", 0.60)] {
        if let Ok(text) = std::fs::read_to_string(format!("../../../shared/data/connect-four/{name}")) {
            sets.push(Set { name: name.into(), goal: Some(goal), cases: text.lines().filter_map(case).collect() });
        }
    }
    for line in include_str!("../tests/data/connect-four.txt").lines() {
        match line.strip_prefix("# set ") {
            Some(name) => sets.push(Set { name: name.into(), goal: goal(name), cases: Vec::new() }),
            None => {
                if let (Some(set), Some(case)) = (sets.last_mut(), case(line)) {
                    set.cases.push(case);
                }
            }
        }
    }
    sets
}

fn goal(name: &str) -> Option<f64> {
    match name {
        "own L3_R1" => Some(0.35),
        "own L2_R1" | "own L1_R1" => Some(0.60),
        "own L2_R2" => Some(0.35),
        "own L1_R2" => Some(0.50),
        _ => None,
    }
}

fn case(line: &str) -> Option<Case> {
    let (moves, score) = line.split_once(' ')?;
    Some(Case { moves: moves.into(), score: score.trim().parse().ok()? })
}

fn position(moves: &str) -> Position {
    let columns: Vec<usize> = moves.bytes().map(|digit| usize::from(digit - b'1')).collect();
    Position::after(7, 6, 4, &columns).expect("legal")
}

/// Prints sets of random positions: stones on the board and plies to the end within the set's ranges.
fn generate(seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    };
    let mut solver = Solver::new(TABLE_BYTES);
    // Positions that take longer would be left out of the last sets; it keeps generating them bearable.
    let limits = SolverLimits { nodes_max: 20_000_000, ..SolverLimits::NONE };
    for (name, stones, plies, count) in [
        ("own L3_R1", 29..42, 0..14, 100),
        ("own L2_R1", 15..29, 0..14, 100),
        ("own L1_R1", 4..15, 0..14, 100),
        ("own L2_R2", 15..28, 14..28, 200),
        ("own L1_R2", 7..14, 14..28, 40),
    ] {
        println!("# set {name}");
        let mut found = 0;
        while found < count {
            let length = stones.start + random(stones.end - stones.start) as usize as u64;
            let mut moves = String::new();
            let mut position = Position::connect_four();
            while (moves.len() as u64) < length {
                let column = random(7) as usize;
                if position.wins_at(column) || position.cells_left() == 0 {
                    break;
                }
                if let Some(next) = position.play(column) {
                    position = next;
                    moves.push((b'1' + column as u8) as char);
                }
            }
            if (moves.len() as u64) < length {
                continue;
            }
            if let Ok(score) = solver.solve_with(&position, &limits)
                && plies.contains(&position.plies_to_end(score))
            {
                println!("{moves} {score}");
                found += 1;
            }
        }
    }
}
