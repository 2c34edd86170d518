//! The worth of values of a search: self-play, and the scale that turns a value into an expected result.
//!
//! ```text
//! cargo run --profile matches --bin expectation -- gomoku threats --nodes 25000 --games 1000
//! cargo run --profile matches --bin expectation -- connect-four lines --depth 4 --random-moves 10 --games 600
//! ```
//!
//! Games differ by random stones at their beginning, and with `--random-moves` by a share of random moves. Every unproven value counts with the
//! result of its game for the side to move. The scale is the one with the least logarithmic loss; tables compare the results that the engine
//! expects with those that came, early and late in the games.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Engine, EngineConfig, Query};
use inarow_engine::game::zobrist::mix;
use inarow_engine::game::{Game, Player, Position, Preset, Rules, Status};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{Limits, Verdict};
use inarow_workbench::openings::{Random, opening};

/// Games on more cells begin with stones near the middle, on others with random plies.
const SMALL_CELLS: usize = 64;
/// Plies that are random in every game on a small board.
const OPENING_PLIES: usize = 4;
/// No result is taken for surer than this.
const DOUBT: f64 = 0.02;
/// Rows of the table.
const BINS: usize = 10;
/// Positions with fewer stones are early.
const LATE_STONES: usize = 24;
/// Stones of a row in the table of scales.
const STONES_STEP: usize = 8;

/// Compares the results that the engine expects by its values with those of games against itself.
#[derive(Parser)]
struct Args {
    /// The name of a preset.
    #[arg(value_parser = |name: &str| Preset::from_name(name).ok_or("no such preset"))]
    game: Preset,
    /// The name of a heuristic.
    #[arg(value_parser = named)]
    heuristic: Named,
    /// Plies of each search.
    #[arg(long, required_unless_present = "nodes")]
    depth: Option<u32>,
    /// Positions that each search visits.
    #[arg(long)]
    nodes: Option<u64>,
    #[arg(long)]
    games: u64,
    /// The number of the first game: other numbers are other games.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// One move in so many is random.
    #[arg(long)]
    random_moves: Option<NonZeroU64>,
    /// Writes a line for each value: the number of the game, the stones, the value, the result.
    #[arg(long)]
    samples: Option<PathBuf>,
}

/// A value, what its side got (1, ½ or 0), and the stones on the board.
struct Sample {
    game: u64,
    value: i64,
    result: f64,
    stones: usize,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let rules = args.game.rules();
    let engine = Engine::new(EngineConfig { table_bytes: 8 << 20 });
    let samples: Vec<Sample> =
        (args.first..args.first + args.games).flat_map(|number| play(&engine, &args, number)).collect();
    if let Some(path) = &args.samples
        && let Err(fault) = write(path, &samples)
    {
        eprintln!("{}: {fault}", path.display());
        return ExitCode::FAILURE;
    }
    println!("{} values of {} games; scale {:.0}", samples.len(), args.games, fit(&samples));
    print_scales(&samples);
    let (early, late): (Vec<Sample>, Vec<Sample>) = samples.into_iter().partition(|sample| sample.stones < LATE_STONES);
    for (name, part) in [("early", early), ("late", late)] {
        println!("{name}: {} values; their own scale {:.0}", part.len(), fit(&part));
        compare(&part, args.heuristic, &rules);
    }
    ExitCode::SUCCESS
}

fn named(name: &str) -> Result<Named, &'static str> {
    Named::ALL.into_iter().find(|named| named.name() == name).ok_or("no such heuristic")
}

fn write(path: &PathBuf, samples: &[Sample]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for Sample { game, stones, value, result } in samples {
        writeln!(file, "{game} {stones} {value} {result}")?;
    }
    file.flush()
}

/// Prints the scale that fits by the number of stones.
fn print_scales(samples: &[Sample]) {
    let most = samples.iter().map(|sample| sample.stones).max().unwrap_or(0);
    for first in (0..=most).step_by(STONES_STEP) {
        let is_here = |sample: &&Sample| (first..first + STONES_STEP).contains(&sample.stones);
        let here: Vec<&Sample> = samples.iter().filter(is_here).collect();
        println!("stones {first:3} to {:3}: {:6} values, scale {:.0}", first + STONES_STEP - 1, here.len(), fit(here));
    }
}

/// Prints the expected and the actual results of the values in each bin.
fn compare(samples: &[Sample], heuristic: Named, rules: &Rules) {
    let heuristic = Heuristic::Named(heuristic);
    let expected = |sample: &Sample| {
        Expectation::of_heuristic(Some(&heuristic), rules, sample.stones).of(Verdict::Unknown { value: sample.value })
    };
    for bin in 0..BINS {
        let is_here = |sample: &&Sample| ((expected(sample) * BINS as f64) as usize).min(BINS - 1) == bin;
        let here: Vec<&Sample> = samples.iter().filter(is_here).collect();
        let mean = |sum: f64| sum / here.len().max(1) as f64;
        let wanted: f64 = here.iter().map(|sample| expected(sample)).sum();
        let came: f64 = here.iter().map(|sample| sample.result).sum();
        println!("{:6}  expected {:.3}  came {:.3}", here.len(), mean(wanted), mean(came));
    }
}

/// The beginning of a game.
fn beginning(rules: &Rules, number: u64) -> Position {
    let mut random = Random(mix(number));
    loop {
        if rules.cells() > SMALL_CELLS {
            if let Some(position) = opening(rules, &mut random) {
                return position;
            }
            continue;
        }
        let mut position = Position::new(Game::shared(rules));
        while position.stones() < OPENING_PLIES && position.status() == Status::Ongoing {
            let moves: Vec<_> = position.legal_moves().collect();
            position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
        }
        if position.status() == Status::Ongoing {
            return position;
        }
    }
}

/// The unproven values of one game.
fn play(engine: &Engine, args: &Args, number: u64) -> Vec<Sample> {
    let mut position = beginning(&args.game.rules(), number);
    let mut values: Vec<(Player, i64, usize)> = Vec::new();
    let limits = Limits { depth: args.depth, nodes: args.nodes, ..Limits::default() };
    while position.status() == Status::Ongoing {
        let random = mix(mix(number) ^ position.stones() as u64);
        let is_random = args.random_moves.is_some_and(|moves| (random >> 32).is_multiple_of(moves.get()));
        let heuristic = Some(Heuristic::Named(args.heuristic));
        let Ok((best, _)) = engine.choose(&Query { heuristic, limits: limits.clone(), ..Query::new(position.clone()) })
        else {
            break;
        };
        if let Verdict::Unknown { value } = best.verdict {
            values.push((position.turn(), value, position.stones()));
        }
        let moves: Vec<_> = position.legal_moves().collect();
        let cell = if is_random { moves[random as usize % moves.len()] } else { best.cell };
        position.play_unchecked(cell);
    }
    let result = |turn: Player| position.winner().map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
    let sample = |(turn, value, stones)| Sample { game: number, value, result: result(turn), stones };
    values.into_iter().map(sample).collect()
}

/// The scale with the least logarithmic loss, by golden-section search on its logarithm.
fn fit<'a>(samples: impl IntoIterator<Item = &'a Sample> + Clone) -> f64 {
    let loss = |log_scale: f64| -> f64 {
        let expectation = Expectation::new(log_scale.exp());
        let term = |&Sample { value, result, .. }: &Sample| {
            // One random move turns the surest game: such games must not decide the scale.
            let expected = expectation.of(Verdict::Unknown { value }).clamp(DOUBT, 1.0 - DOUBT);
            -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
        };
        samples.clone().into_iter().map(term).sum()
    };
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0_f64, 20.0_f64);
    for _ in 0..60 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    f64::midpoint(low, high).exp()
}
