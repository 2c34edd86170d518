//! Fits the network that knows place to games that `value_games` has written, and writes its weights to
//! `crates/engine/src/search/patterns/place_weights.rs`.
//!
//! ```text
//! cargo run --release --bin value_games -- 1 21000 > games-1.txt
//! cargo run --release --bin fit_place -- EPOCHS games-1.txt ... > crates/engine/src/search/patterns/place_weights.rs
//! ```
//!
//! The value of a position is its static value without the network, corrected by the network. Divided by a scale that grows with the
//! stones, it is taken as the log-odds of a win; the target is the result that the search expected. One block of games in ten is kept apart.
//! After each epoch, the loss on it is printed to the standard error: of all positions, of those without a proven result, and of these by
//! their stones, each for targets that are the mean of the result and the expected one, and for the latter alone. Games, shuffling
//! and the start are drawn from fixed seeds. `RUSTFLAGS="-C target-cpu=native"` makes it several times as fast.

mod data;
mod model;
mod weights;

use std::env;
use std::fs;
use std::process::ExitCode;

use data::Data;
use inarow_workbench::openings::Random;
use model::{Network, PARAMETERS, Run};

const BATCH: usize = 1024;
/// Adam (Kingma and Ba, "Adam: a method for stochastic optimization"): the largest rate, and the decay of both means.
const RATE: f32 = 0.006;
const DECAYS: [f32; 2] = [0.9, 0.999];
/// The part of all steps in which the rate rises.
const WARM_UP: f32 = 0.05;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let Some(Ok(epochs)) = arguments.next().map(|text| text.parse::<usize>()) else {
        eprintln!("usage: fit_place EPOCHS FILE...");
        return ExitCode::FAILURE;
    };
    let mut data = Data::default();
    for path in arguments {
        let read = fs::read_to_string(&path).map_err(|fault| fault.to_string()).and_then(|text| data.read(&text));
        if let Err(fault) = read {
            eprintln!("{path}: {fault}");
            return ExitCode::FAILURE;
        }
    }
    let (test, train): (Vec<usize>, Vec<usize>) =
        (0..data.positions.len()).partition(|&at| data.positions[at].is_apart());
    if train.len() < BATCH || test.is_empty() {
        eprintln!("{} positions are too few", data.positions.len());
        return ExitCode::FAILURE;
    }
    eprintln!(
        "{} positions of {} games, without the network: {}",
        data.positions.len(),
        data.games,
        report(&data, &test, |at| { data.positions[at].odds_without })
    );
    let network = fit(&data, train, &test, epochs);
    match weights::source(&network) {
        Ok(text) => print!("{text}"),
        Err(fault) => {
            eprintln!("{fault}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn fit(data: &Data, mut train: Vec<usize>, test: &[usize], epochs: usize) -> Network {
    let mut network = Network::new(&mut Random(1));
    let mut shuffle = Random(7);
    let mut adam = Adam { means: [vec![0.0; PARAMETERS], vec![0.0; PARAMETERS]], steps: 0 };
    let mut run = Run::default();
    let mut slope = vec![0.0; PARAMETERS];
    let steps = epochs * (train.len() / BATCH);
    for epoch in 0..epochs {
        for at in (1..train.len()).rev() {
            train.swap(at, shuffle.below(at as u64 + 1) as usize);
        }
        let mut total = 0.0;
        for batch in train.chunks_exact(BATCH) {
            slope.fill(0.0);
            for position in batch.iter().map(|&at| &data.positions[at]) {
                let odds = network.odds(data, position, &mut run);
                total += loss(odds, position.expected);
                let down = (1.0 / (1.0 + (-odds).exp()) - position.expected) / BATCH as f32;
                network.add_slope(data, position, &mut run, down, &mut slope);
            }
            adam.step(&mut network.parameters, &slope, steps);
        }
        let mean = total / (train.len() / BATCH * BATCH) as f64;
        let report = report(data, test, |at| network.odds(data, &data.positions[at], &mut run));
        eprintln!("epoch {epoch}, fitted {mean:.4}, kept apart: {report}");
    }
    network
}

/// The means of slopes and of their squares.
struct Adam {
    means: [Vec<f32>; 2],
    steps: usize,
}

impl Adam {
    /// One of `of` steps: the rate rises to its maximum and falls to almost nothing.
    fn step(&mut self, parameters: &mut [f32], slope: &[f32], of: usize) {
        self.steps += 1;
        let progress = self.steps as f32 / of as f32;
        let fall = 0.51 + 0.5 * (progress * std::f32::consts::PI).cos();
        let rate = RATE * (progress / WARM_UP).min(1.0) * fall;
        let seen = DECAYS.map(|decay| 1.0 - decay.powi(self.steps.min(i32::MAX as usize) as i32));
        let [means, squares] = &mut self.means;
        for (((parameter, slope), mean), square) in parameters.iter_mut().zip(slope).zip(means).zip(squares) {
            *mean += (1.0 - DECAYS[0]) * (slope - *mean);
            *square += (1.0 - DECAYS[1]) * (slope * slope - *square);
            *parameter -= rate * (*mean / seen[0]) / ((*square / seen[1]).sqrt() + 1e-8);
        }
    }
}

/// The negative logarithm of the likelihood.
fn loss(odds: f32, target: f32) -> f64 {
    let odds = f64::from(odds);
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - f64::from(target) * odds
}

/// Losses of groups of positions, for the mean of result and expectation, and for the expectation.
fn report(data: &Data, test: &[usize], mut odds: impl FnMut(usize) -> f32) -> String {
    const GROUPS: [(&str, f32, f32); 4] =
        [("unproven", 0.0, f32::MAX), ("to 15", 0.0, 16.0), ("16 to 23", 16.0, 24.0), ("from 24", 24.0, f32::MAX)];
    let odds: Vec<f32> = test.iter().map(|&at| odds(at)).collect();
    let mean = |is_in: &dyn Fn(&data::Position) -> bool| {
        let group = test
            .iter()
            .zip(&odds)
            .map(|(&at, &odds)| (&data.positions[at], odds))
            .filter(|(position, _)| is_in(position));
        let (mut sums, mut count) = ([0.0; 2], 0.0_f64);
        for (position, odds) in group {
            sums[0] += loss(odds, position.mixed);
            sums[1] += loss(odds, position.expected);
            count += 1.0;
        }
        format!("{:.4} {:.4}", sums[0] / count, sums[1] / count)
    };
    let groups = GROUPS.iter().map(|&(name, least, below)| {
        let found = mean(&|position| position.is_unproven && (least..below).contains(&position.stones));
        format!(", {name} {found}")
    });
    format!("all {}{}", mean(&|_| true), groups.collect::<String>())
}
