//! The Connect Four solver beside the crate `connect-four-ai`: all scores asserted first, then both measured.
//!
//! ```text
//! cargo bench --bench connect_four                 # all sets
//! cargo bench --bench connect_four -- L3_R1        # sets whose name contains this
//! cargo bench --bench connect_four -- empty 192    # the empty board with a table of 192 MiB
//! cargo bench --bench connect_four -- generate 7   # new sets from seed 7, in the format of tests/data/connect-four.txt
//! ```
//!
//! Both solvers run alternately, position by position, without a book, their tables cleared for each position. A first
//! pass, not measured, asserts the scores and has the system hand out the memory of both tables. Times are processor time of this thread
//! where the system tells it (Linux), so that other work on the machine disturbs little.

use inarow::solve::gravity::{Limits, Position, Solver};
use std::time::Instant;

/// As much as the other solver takes.
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
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    let number = |default: u64| {
        args.get(1)
            .and_then(|arg| arg.parse().ok())
            .unwrap_or(default)
    };
    match args.first().map(String::as_str) {
        Some("generate") => generate(number(1)),
        Some("empty") => empty_board(number(192) as usize),
        filter => compare(filter.unwrap_or("")),
    }
}

fn compare(filter: &str) {
    println!(
        "| set | positions | inarow µs | nodes | connect-four-ai µs | nodes | ratio of times | goal |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut ours = Solver::new(TABLE_BYTES);
    let mut theirs = connect_four_ai::Solver::empty();
    for set in sets().iter().filter(|set| set.name.contains(filter)) {
        run(set, &mut ours, &mut theirs, true);
        let mut passes: Vec<_> = (0..PASSES)
            .map(|_| run(set, &mut ours, &mut theirs, false))
            .collect();
        passes.sort_by(|a, b| (a[0] / a[2]).total_cmp(&(b[0] / b[2])));
        let [time, nodes, time_theirs, nodes_theirs] = passes[PASSES / 2];
        println!(
            "| {} | {} | {time:.2} | {nodes:.1} | {time_theirs:.2} | {nodes_theirs:.1} | {:.3} | {} |",
            set.name,
            set.cases.len(),
            time / time_theirs,
            set.goal.map_or("–".into(), |goal| format!("≤ {goal:.2}")),
        );
    }
}

/// Mean time in µs and mean nodes, ours and theirs.
fn run(
    set: &Set,
    ours: &mut Solver,
    theirs: &mut connect_four_ai::Solver,
    check: bool,
) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for case in &set.cases {
        let position = position(&case.moves);
        ours.clear();
        let start = Clock::start();
        let score = ours.solve(&position);
        sums[0] += start.micros();
        sums[1] += ours.nodes() as f64;

        let other = connect_four_ai::Position::from_moves(&case.moves).expect("legal");
        theirs.reset();
        let start = Clock::start();
        let score_theirs = theirs.solve(&other);
        sums[2] += start.micros();
        sums[3] += theirs.explored_positions as f64;
        if check {
            assert_eq!(
                (score, score_theirs),
                (case.score, case.score),
                "{} {}",
                set.name,
                case.moves
            );
        }
    }
    sums.map(|sum| sum / set.cases.len() as f64)
}

fn empty_board(table_mib: usize) {
    let mut solver = Solver::new(table_mib << 20);
    let start = Clock::start();
    let score = solver.solve(&Position::connect_four());
    let seconds = start.micros() / 1e6;
    assert_eq!(score, 1);
    println!(
        "empty board: score {score}, {seconds:.1} s, {} nodes, table {table_mib} MiB",
        solver.nodes()
    );
}

/// The published sets, where they lie beside the checkout, and our own of the same kinds.
fn sets() -> Vec<Set> {
    let mut sets = Vec::new();
    for (name, goal) in [
        ("Test_L3_R1", 0.35),
        ("Test_L2_R1", 0.60),
        ("Test_L1_R1", 0.60),
    ] {
        if let Ok(text) = std::fs::read_to_string(format!("../shared/data/connect-four/{name}")) {
            sets.push(Set {
                name: name.into(),
                goal: Some(goal),
                cases: text.lines().filter_map(case).collect(),
            });
        }
    }
    for line in include_str!("../tests/data/connect-four.txt").lines() {
        match line.strip_prefix("# set ") {
            Some(name) => sets.push(Set {
                name: name.into(),
                goal: goal(name),
                cases: Vec::new(),
            }),
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
    Some(Case {
        moves: moves.into(),
        score: score.trim().parse().ok()?,
    })
}

fn position(moves: &str) -> Position {
    let columns: Vec<usize> = moves
        .bytes()
        .map(|digit| usize::from(digit - b'1'))
        .collect();
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
    let limits = Limits {
        nodes_max: 20_000_000,
        ..Limits::NONE
    };
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

/// Processor time of this thread, or else wall time.
enum Clock {
    Processor(f64),
    Wall(Instant),
}

impl Clock {
    fn start() -> Clock {
        processor_micros().map_or_else(|| Clock::Wall(Instant::now()), Clock::Processor)
    }

    fn micros(&self) -> f64 {
        match self {
            Clock::Processor(start) => processor_micros().unwrap_or(*start) - start,
            Clock::Wall(start) => start.elapsed().as_secs_f64() * 1e6,
        }
    }
}

/// The first number of Linux's `schedstat` is the nanoseconds that the thread has run.
fn processor_micros() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e3)
}
