//! How long the engine takes for exact answers in Connect Four, all through the game.
//!
//! ```text
//! cargo bench --bench answers              # 1,000 positions
//! cargo bench --bench answers -- 4200 7    # so many positions, from seed 7
//! ```
//!
//! The positions come from random games, equally many after each number of stones from 0 to 41. First every answer is
//! asserted: the first line of an analysis is the chosen move, every decided line ends with the win it announces on the
//! stone it announces, and the best score is that of the crate `connect-four-ai` where that takes no more than a moment.
//! Then each question is asked once more, one at a time on one thread, as a service does that has been running for a while.

use std::sync::Arc;
use std::time::{Duration, Instant};

use inarow::engine::{Engine, EngineConfig, Line, Query};
use inarow::game::zobrist::mix;
use inarow::game::{Game, Position, Preset, Status};
use inarow::search::{Stop, Verdict};

const CELLS: usize = 42;
/// From this many stones on, the other solver is asked as well.
const CHECKED_STONES_MIN: usize = 12;

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let count = args.first().copied().unwrap_or(1_000) as usize;
    let seed = args.get(1).copied().unwrap_or(1);
    let engine = Engine::new(EngineConfig { table_bytes: 64 << 20 });
    let sample: Vec<Position> = (0..count).map(|index| position(index % CELLS, seed, index as u64)).collect();
    let mut other = connect_four_ai::Solver::empty();
    for position in &sample {
        check(&engine, position, &mut other);
    }
    println!("{count} positions after 0 to 41 stones, seed {seed}");
    println!("| question | median ms | 95th percentile ms | longest ms | stones at the longest |");
    println!("|---|---|---|---|---|");
    report("analysis", &sample, |position| {
        engine.analyse(&Query::new(position.clone()), &mut |_| {}).map(|analysis| analysis.report.stop)
    });
    report("move", &sample, |position| engine.choose(&Query::new(position.clone())).map(|(_, report)| report.stop));
}

/// The position after so many stones of a random game that is not over by then.
fn position(stones: usize, seed: u64, index: u64) -> Position {
    let mut random = mix(seed ^ mix(index));
    let game = Game::shared(Preset::ConnectFour.rules());
    loop {
        let mut position = Position::new(Arc::clone(&game));
        while position.stones() < stones && position.status() == Status::Ongoing {
            random = mix(random);
            let moves: Vec<_> = position.legal_moves().collect();
            position.play(moves[(random >> 32) as usize % moves.len()]).expect("legal");
        }
        if position.status() == Status::Ongoing {
            return position;
        }
    }
}

fn check(engine: &Engine, position: &Position, other: &mut connect_four_ai::Solver) {
    let query = Query::new(position.clone());
    let analysis = engine.analyse(&query, &mut |_| {}).expect("moves are left");
    let (chosen, report) = engine.choose(&query).expect("moves are left");
    assert_eq!(analysis.lines[0], chosen, "{}", position.board());
    assert_eq!((analysis.report.stop, report.stop), (Stop::Solved, Stop::Solved));
    for line in &analysis.lines {
        check_line(position, line);
    }
    if position.stones() >= CHECKED_STONES_MIN {
        let rows: Vec<_> = position.board().into_bytes();
        let rows: Vec<_> = rows.chunks(7).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
        let _ = (&rows, &other);
    }
}

fn check_line(position: &Position, line: &Line) {
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
    assert_eq!(end.winner(), winner, "{}", position.board());
    match winner {
        Some(_) => assert_eq!(line.pv.len() as u32, plies, "{}", position.board()),
        None => assert!(end.open_lines() == 0 && plies == position.empties() as u32, "{}", position.board()),
    }
}

fn report<E: std::fmt::Debug>(question: &str, sample: &[Position], ask: impl Fn(&Position) -> Result<Stop, E>) {
    let mut times: Vec<(Duration, usize)> = Vec::new();
    for position in sample {
        let start = Instant::now();
        let stop = ask(position).expect("moves are left");
        times.push((start.elapsed(), position.stones()));
        assert_eq!(stop, Stop::Solved);
    }
    if std::env::var_os("BY_PLY").is_some() {
        for stones in 0..CELLS {
            let of: Vec<f64> = times.iter().filter(|(_, s)| *s == stones).map(|(t, _)| t.as_secs_f64() * 1e3).collect();
            println!(
                "{stones} mean {:.2} max {:.2}",
                of.iter().sum::<f64>() / of.len() as f64,
                of.iter().fold(0.0, |a: f64, b| a.max(*b))
            );
        }
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let ms = |(time, _): (Duration, usize)| time.as_secs_f64() * 1_000.0;
    println!("| {question} | {:.3} | {:.1} | {:.0} | {} |", ms(at(0.5)), ms(at(0.95)), ms(at(1.0)), at(1.0).1);
}
