//! Fits the weights of the features to scores: linear least squares.

use inarow_engine::solve::book::format::{FEATURE_BITS, FEATURES, Features, WEIGHT_BITS};

/// Row by row the normal equations, each with its right side at the end.
type Equations = [[f64; FEATURES + 1]; FEATURES];

/// The weights that predict scores best. `samples` passes every board to its argument; the ones without a score do not count.
pub(super) fn weights(samples: impl FnOnce(&mut dyn FnMut(&Features, Option<i8>))) -> [i16; FEATURES] {
    let mut equations = [[0.0; FEATURES + 1]; FEATURES];
    samples(&mut |features, score| {
        if let Some(score) = score {
            for (row, &value) in equations.iter_mut().zip(&features.values).filter(|(_, value)| **value != 0) {
                let value = f64::from(value);
                for (sum, &other) in row.iter_mut().zip(&features.values) {
                    *sum += value * f64::from(other);
                }
                row[FEATURES] += value * f64::from(score);
            }
        }
    });
    // A small term for each weight, so that features which never occur have the weight 0.
    for (i, row) in equations.iter_mut().enumerate() {
        row[i] += 1.0;
    }
    let unit = f64::from(1 << (FEATURE_BITS + WEIGHT_BITS));
    solve(equations).map(|weight| (weight * unit).round() as i16)
}

/// Gauss-Jordan elimination. The matrix is positive definite, so that no pivot is 0.
fn solve(mut equations: Equations) -> [f64; FEATURES] {
    for pivot in 0..FEATURES {
        let scale = equations[pivot][pivot];
        equations[pivot] = equations[pivot].map(|value| value / scale);
        let of_pivot = equations[pivot];
        for (_, row) in equations.iter_mut().enumerate().filter(|&(i, _)| i != pivot) {
            let factor = row[pivot];
            for (value, other) in row.iter_mut().zip(of_pivot) {
                *value -= factor * other;
            }
        }
    }
    equations.map(|row| row[FEATURES])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_weights_are_found() {
        let expected: [i32; FEATURES] = [5, -3, 0, 2, 1, -1, 4, 0, 7, -2, 3];
        let found = weights(|see| {
            for sample in 0..400 {
                let value = |i: usize| (inarow_engine::game::zobrist::mix((sample * FEATURES + i) as u64) % 7) as i32;
                let values: [i32; FEATURES] = std::array::from_fn(value);
                let score: i32 = values.iter().zip(&expected).map(|(value, weight)| value * weight).sum();
                let values = values.map(|value| value * 16);
                see(&Features { values, nearest: 0 }, Some(score as i8));
            }
        });
        assert_eq!(found.map(i32::from), expected.map(|weight| weight << WEIGHT_BITS));
    }
}
