//! How long the engine takes for exact answers in Connect Four, all through the game.
//!
//! ```text
//! cargo bench --bench answers              # 1,000 positions
//! cargo bench --bench answers -- 4200 7    # so many positions, from seed 7
//! cargo bench --bench answers -- 900 7 10 18   # after 10 to 18 stones
//! ```
//!
//! The positions come from random games, equally many after each number of stones. First every answer is
//! asserted: the first line of an analysis is the chosen move and goes on to the end of the game, as all do that were
//! not cut short for their cost; a decided line ends with the win it announces on the stone it announces, and from
//! 12 stones on every score is that of the crate `connect-four-ai`. Then each question is asked once more, one at a
//! time on one thread, as a service does that has been running for a while.

use std::sync::Arc;
use std::time::{Duration, Instant};

use inarow_engine::engine::{Engine, EngineConfig, Query, RankedMove};
use inarow_engine::game::zobrist::mix;
use inarow_engine::game::{Game, Position, Preset, Status};
use inarow_engine::search::{Stop, Verdict};
use inarow_engine::solve::gravity;

const CELLS: usize = 42;
/// From this many stones on, the other solver is asked as well.
const CHECKED_STONES_MIN: usize = 12;

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let count = args.first().copied().unwrap_or(1_000) as usize;
    let seed = args.get(1).copied().unwrap_or(1);
    let first = args.get(2).copied().unwrap_or(0) as usize;
    let last = args.get(3).copied().map_or(CELLS - 1, |last| last as usize);
    let stones = |index: usize| first + index % (last - first + 1);
    let engine = Engine::new(EngineConfig { table_bytes: 64 << 20 });
    let sample: Vec<Case> = (0..count).map(|index| case(stones(index), seed, index as u64)).collect();
    let mut other = connect_four_ai::Solver::empty();
    let whole: Vec<bool> = sample.iter().flat_map(|case| check(&engine, case, &mut other)).collect();
    let share = whole.iter().filter(|&&whole| whole).count() as f64 / whole.len() as f64 * 100.0;
    println!(
        "{count} positions after {first} to {last} stones, seed {seed}; {share:.1} % of their lines go to the end"
    );
    println!("| question | median ms | 95th percentile ms | longest ms | stones at the longest |");
    println!("|---|---|---|---|---|");
    report("analysis", &sample, |position| {
        engine.analyse(&Query::new(position.clone())).map(|analysis| analysis.report.stop)
    });
    report("move", &sample, |position| engine.choose(&Query::new(position.clone())).map(|(_, report)| report.stop));
}

/// A position and the columns that lead to it, as digits.
struct Case {
    position: Position,
    columns: String,
}

/// The position after `stones` stones of a random game that is not over by then.
fn case(stones: usize, seed: u64, index: u64) -> Case {
    let mut random = mix(seed ^ mix(index));
    let game = Game::shared(Preset::ConnectFour.rules());
    loop {
        let (mut position, mut columns) = (Position::new(Arc::clone(&game)), String::new());
        while position.stones() < stones && position.status() == Status::Ongoing {
            random = mix(random);
            let moves: Vec<_> = position.legal_moves().collect();
            let cell = moves[(random >> 32) as usize % moves.len()];
            position.play(cell).expect("legal");
            columns.push(digit(cell));
        }
        if position.status() == Status::Ongoing {
            return Case { position, columns };
        }
    }
}

fn digit(cell: usize) -> char {
    char::from(b'1' + (cell % 7) as u8)
}

/// Whether each line of the ranking goes on to the end.
fn check(engine: &Engine, Case { position, columns }: &Case, other: &mut connect_four_ai::Solver) -> Vec<bool> {
    let query = Query::new(position.clone());
    let analysis = engine.analyse(&query).expect("moves are left");
    let (chosen, report) = engine.choose(&query).expect("moves are left");
    assert_eq!(analysis.moves[0], chosen, "{columns}");
    assert_eq!((analysis.report.stop, report.stop), (Stop::Solved, Stop::Solved));
    let mut whole = Vec::new();
    for line in &analysis.moves {
        whole.push(check_line(position, line));
        let mut end = position.clone();
        end.play(line.cell).expect("legal");
        if position.stones() >= CHECKED_STONES_MIN && end.status() == Status::Ongoing {
            let columns = format!("{columns}{}", digit(line.cell));
            let score = other.solve(&connect_four_ai::Position::from_moves(&columns).expect("legal"));
            assert_eq!(line.verdict, verdict(&columns, score).before_move(), "{columns}");
        }
    }
    assert!(whole[0], "{columns}");
    whole
}

/// The verdict for the side to move by a score of the other solver, which follows the same convention.
fn verdict(columns: &str, score: i8) -> Verdict {
    let columns: Vec<usize> = columns.bytes().map(|digit| usize::from(digit - b'1')).collect();
    let plies = gravity::Position::after(7, 6, 4, &columns).expect("legal").plies_to_end(score);
    match score {
        1.. => Verdict::Win { plies },
        0 => Verdict::Draw { plies },
        _ => Verdict::Loss { plies },
    }
}

/// Whether a line goes on to the end.
fn check_line(position: &Position, line: &RankedMove) -> bool {
    let mut end = position.clone();
    for &cell in &line.pv {
        end.play(cell).expect("lines are legal");
    }
    let (winner, plies) = match line.verdict {
        Verdict::Win { plies } => (Some(position.turn()), plies),
        Verdict::Loss { plies } => (Some(position.turn().opponent()), plies),
        Verdict::Draw { plies } => (None, plies),
        Verdict::Unknown { .. } => panic!("nothing proven in {}", position.board()),
    };
    if end.status() == Status::Ongoing && end.open_lines() > 0 {
        assert!((line.pv.len() as u32) < plies, "{}", position.board());
        return false;
    }
    assert_eq!(end.winner(), winner, "{}", position.board());
    match winner {
        Some(_) => assert_eq!(line.pv.len() as u32, plies, "{}", position.board()),
        None => assert!(end.open_lines() == 0 && plies == position.empties() as u32, "{}", position.board()),
    }
    true
}

fn report<E: std::fmt::Debug>(question: &str, sample: &[Case], ask: impl Fn(&Position) -> Result<Stop, E>) {
    let time = |case: &Case| {
        let start = Instant::now();
        let stop = ask(&case.position).expect("moves are left");
        assert_eq!(stop, Stop::Solved);
        (start.elapsed(), case.position.stones())
    };
    let mut times: Vec<(Duration, usize)> = sample.iter().map(time).collect();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let ms = |(time, _): (Duration, usize)| time.as_secs_f64() * 1_000.0;
    let (median, high, longest) = (at(0.5), at(0.95), at(1.0));
    println!("| {question} | {:.3} | {:.0} | {:.0} | {} |", ms(median), ms(high), ms(longest), longest.1);
}
