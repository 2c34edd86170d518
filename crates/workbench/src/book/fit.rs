//! Fits the weights of the facts to scores: stochastic gradient descent on the length of the code, with the step of each weight by
//! its earlier gradients (AdaGrad: Duchi, Hazan and Singer, 2011).
//!
//! It takes likelihoods as the decoder does, and besides these only operations that IEEE 754 rounds in one way, so that every
//! machine finds the same weights.

use inarow_engine::solve::book::format::{Features, GROUPS, Prediction, likelihood};

/// Passes over the samples.
const PASSES: u32 = 3;
/// The first step of a weight, in steps of a bit.
const RATE: f32 = 2.3;
/// The growth, with each pass, of the divisor of steps.
const DECAY: f32 = 0.7;
/// The sum of squared gradients that every weight starts with, so that rare facts weigh little.
const SQUARES: f32 = 1.0;
/// The step between two samples that are taken, a prime, as neighbours are alike.
const STRIDE: usize = 2_654_435_761;

/// The samples to which weights are fitted: the rows of the facts of boards, and their symbols.
#[derive(Default)]
pub(super) struct Samples {
    rows: Vec<[u16; GROUPS]>,
    symbols: Vec<u8>,
}

impl Samples {
    pub(super) fn push(&mut self, features: &Features, symbol: usize) {
        self.rows.push(features.rows);
        self.symbols.push(symbol as u8);
    }

    /// The weights of the first `groups` groups of facts for `symbols` symbols, row by row.
    pub(super) fn weights(&self, symbols: usize, groups: usize) -> Vec<i8> {
        let size = Prediction::size(symbols, groups);
        let mut fit =
            Fit { symbols, weights: vec![0.0; size], squares: vec![SQUARES; size], gradients: vec![0.0; symbols] };
        let count = self.rows.len();
        for pass in 0..PASSES {
            let rate = RATE / (1.0 + DECAY * pass as f32);
            let mut at = 0;
            for _ in 0..count {
                at = (at + STRIDE) % count;
                fit.see(&self.rows[at][..groups], self.symbols[at].into(), rate);
            }
        }
        let limit = f32::from(i8::MAX);
        fit.weights.iter().map(|weight| weight.round().clamp(-limit, limit) as i8).collect()
    }
}

struct Fit {
    symbols: usize,
    weights: Vec<f32>,
    squares: Vec<f32>,
    gradients: Vec<f32>,
}

impl Fit {
    fn see(&mut self, rows: &[u16], symbol: usize, rate: f32) {
        let places = |row: &u16| usize::from(*row) * self.symbols..(usize::from(*row) + 1) * self.symbols;
        self.gradients.fill(0.0);
        for row in rows {
            for (sum, weight) in self.gradients.iter_mut().zip(&self.weights[places(row)]) {
                *sum += weight;
            }
        }
        let greatest = self.gradients.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for sum in &mut self.gradients {
            *sum = likelihood((greatest - *sum).round() as usize) as f32;
            total += *sum;
        }
        for gradient in &mut self.gradients {
            *gradient /= total;
        }
        self.gradients[symbol] -= 1.0;
        for row in rows {
            let (weights, squares) = (&mut self.weights[places(row)], &mut self.squares[places(row)]);
            for ((weight, square), gradient) in weights.iter_mut().zip(squares).zip(&self.gradients) {
                *square += gradient * gradient;
                *weight -= rate * gradient / square.sqrt();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::zobrist::mix;

    /// The second row of the second fact makes the last symbol eight times as likely as the others.
    #[test]
    fn known_likelihoods_are_found() {
        const SYMBOLS: usize = 3;
        let mut samples = Samples::default();
        for sample in 0..20_000 {
            let mut features = Features { rows: [0; GROUPS], nearest: 0 };
            let is_second = mix(sample).is_multiple_of(2);
            features.rows[1] = if is_second { 2 } else { 1 };
            let draw = mix(sample + 1_000_000) as usize;
            samples.push(&features, if is_second { (draw % 10).min(2) } else { draw % 3 });
        }
        let weights = samples.weights(SYMBOLS, 2);
        let of = |row: u16| {
            let mut features = Features { rows: [0; GROUPS], nearest: 0 };
            features.rows[1] = row;
            let likelihoods = Prediction::new(SYMBOLS, 2, &weights).of(&features);
            [0, 1, 2].map(|symbol| f64::from(likelihoods.interval(symbol).frequency) / f64::from(1 << 14))
        };
        for (row, expected) in [(1, [1.0 / 3.0; 3]), (2, [0.1, 0.1, 0.8])] {
            for (found, expected) in of(row).into_iter().zip(expected) {
                assert!((found - expected).abs() < 0.03, "row {row}: {found}, not {expected}");
            }
        }
    }
}
