//! What values of a search are worth: self-play, and the scale that turns a value into an expected result.
//!
//! ```text
//! cargo run --profile matches --bin expectation -- GAME HEURISTIC DEPTH GAMES
//! ```
//!
//! GAME is the name of a preset, HEURISTIC that of a heuristic. Both sides search to DEPTH; the first plies and one move in ten
//! are random, so that games differ. Every unproven value counts with the result of its game for the side to move. The scale is
//! the one with the least logarithmic loss; tables compare what the engine expects with what came, early and late in the games.

use std::env;
use std::process::ExitCode;

use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Engine, EngineConfig, Query};
use inarow_engine::game::zobrist::mix;
use inarow_engine::game::{Game, Player, Position, Preset, Status};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{Limits, Verdict};

/// Plies that are random in every game.
const OPENING_PLIES: usize = 4;
/// One later move in so many is random.
const RANDOM_MOVES: u64 = 10;
/// No result is taken for surer than this.
const DOUBT: f64 = 0.02;
/// Rows of the table.
const BINS: usize = 10;

/// Positions with fewer stones are early.
const LATE_STONES: usize = 24;

/// A value, what its side got (1, ½ or 0), and the stones on the board.
struct Sample {
    value: i64,
    result: f64,
    stones: usize,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let [game, heuristic, depth, games] = args[..] else { return usage() };
    let preset = Preset::ALL.into_iter().find(|preset| preset.name() == game);
    let named = Named::ALL.into_iter().find(|named| named.name() == heuristic);
    let (Some(preset), Some(named), Ok(depth), Ok(games)) = (preset, named, depth.parse(), games.parse()) else {
        return usage();
    };
    let engine = Engine::new(EngineConfig { table_bytes: 8 << 20 });
    let samples: Vec<Sample> = (0..games).flat_map(|number| play(&engine, preset, named, depth, number)).collect();
    let scale = fit(&samples);
    println!("{} values of {games} games; scale {scale:.0}", samples.len());
    let engines = Expectation::of_heuristic(Some(&Heuristic::Named(named)), &preset.rules());
    let (early, late): (Vec<Sample>, Vec<Sample>) = samples.into_iter().partition(|sample| sample.stones < LATE_STONES);
    for (name, part) in [("early", early), ("late", late)] {
        println!("{name}: {} values; their own scale {:.0}", part.len(), fit(&part));
        compare(&part, engines);
    }
    ExitCode::SUCCESS
}

/// Prints what is expected of the values in each bin, and what came.
fn compare(samples: &[Sample], expectation: Expectation) {
    let expected = |sample: &Sample| expectation.of(Verdict::Unknown { value: sample.value });
    for bin in 0..BINS {
        let is_here = |sample: &&Sample| ((expected(sample) * BINS as f64) as usize).min(BINS - 1) == bin;
        let here: Vec<&Sample> = samples.iter().filter(is_here).collect();
        let mean = |sum: f64| sum / here.len().max(1) as f64;
        let wanted: f64 = here.iter().map(|sample| expected(sample)).sum();
        let came: f64 = here.iter().map(|sample| sample.result).sum();
        println!("{:6}  expected {:.3}  came {:.3}", here.len(), mean(wanted), mean(came));
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: expectation GAME HEURISTIC DEPTH GAMES");
    ExitCode::FAILURE
}

/// The unproven values of one game.
fn play(engine: &Engine, preset: Preset, named: Named, depth: u32, number: u64) -> Vec<Sample> {
    let mut position = Position::new(Game::shared(preset.rules()));
    let mut values: Vec<(Player, i64, usize)> = Vec::new();
    while position.status() == Status::Ongoing {
        let random = mix(mix(number) ^ position.stones() as u64);
        let moves: Vec<_> = position.legal_moves().collect();
        let is_random = position.stones() < OPENING_PLIES || (random >> 32).is_multiple_of(RANDOM_MOVES);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let heuristic = Some(Heuristic::Named(named));
        let Ok((best, _)) = engine.choose(&Query { heuristic, limits, ..Query::new(position.clone()) }) else { break };
        if let Verdict::Unknown { value } = best.verdict
            && position.stones() >= OPENING_PLIES
        {
            values.push((position.turn(), value, position.stones()));
        }
        let cell = if is_random { moves[random as usize % moves.len()] } else { best.cell };
        position.play_unchecked(cell);
    }
    let result = |turn: Player| position.winner().map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
    let sample = |(turn, value, stones)| Sample { value, result: result(turn), stones };
    values.into_iter().map(sample).collect()
}

/// The scale with the least logarithmic loss, by golden-section search on its logarithm.
fn fit(samples: &[Sample]) -> f64 {
    let loss = |log_scale: f64| -> f64 {
        let expectation = Expectation::new(log_scale.exp());
        let term = |&Sample { value, result, .. }: &Sample| {
            // One random move turns the surest game: such games must not decide the scale.
            let expected = expectation.of(Verdict::Unknown { value }).clamp(DOUBT, 1.0 - DOUBT);
            -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
        };
        samples.iter().map(term).sum()
    };
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0_f64, 20.0_f64);
    for _ in 0..60 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    f64::midpoint(low, high).exp()
}
