//! A neural network with one hidden layer: the worth of the numbers of cells of each kind together. A double three wins unless
//! the opponent has a four, and so on: sums of weights do not express that.

use super::kind;
use super::network_weights::{BIASES, COUNT_WEIGHTS, OUTPUT_WEIGHTS, STONE_WEIGHTS, SUM_WEIGHTS};
use super::network_weights::{COUNTS, STONE_STEPS, SUMS, Units};

/// Stones in a step.
const STONES_IN_STEP: usize = 4;
/// Units of a sum's weight in one unit of the hidden layer for each unit of the sum, as a power of two.
const SUM_SHIFT: u32 = 16;
/// Units of a weight of the output in one unit of value, as a power of two.
const OUTPUT_SHIFT: u32 = 12;

/// The sum of the output fits, whatever the units are.
const _: () = {
    let (mut sum, mut unit) = (0, 0);
    while unit < OUTPUT_WEIGHTS.len() {
        sum += OUTPUT_WEIGHTS[unit].unsigned_abs() as i64;
        unit += 1;
    }
    assert!(sum * (i16::MAX as i64) <= i32::MAX as i64);
};

/// The inputs of the network.
pub(super) struct Inputs<'a> {
    /// The numbers of cells of each kind, of the side to move and of its opponent.
    pub counts: [&'a [u16; kind::COUNT]; 2],
    /// The sums of weights, those of the opponent negated.
    pub sums: [i32; SUMS],
    pub stones: usize,
}

/// The value for the side to move. The first unit counts as it is, the others if they are above zero.
#[inline]
pub(super) fn value(of: &Inputs) -> i32 {
    let mut units = BIASES;
    add(&mut units, &STONE_WEIGHTS[(of.stones / STONES_IN_STEP).min(STONE_STEPS - 1)]);
    for (counts, weights) in of.counts.into_iter().zip(&COUNT_WEIGHTS) {
        for (&count, weights) in counts.iter().zip(weights) {
            add(&mut units, &weights[usize::from(count).min(COUNTS - 1)]);
        }
    }
    for (sum, weights) in of.sums.into_iter().zip(&SUM_WEIGHTS) {
        let sum = sum.clamp(i16::MIN.into(), i16::MAX.into());
        let scaled = weights.map(|weight| ((sum * i32::from(weight)) >> SUM_SHIFT) as i16);
        add(&mut units, &scaled);
    }
    let linear = std::mem::take(&mut units[0]);
    let products = units.iter().zip(&OUTPUT_WEIGHTS).map(|(&unit, &weight)| i32::from(unit.max(0)) * i32::from(weight));
    i32::from(linear) + (products.sum::<i32>() >> OUTPUT_SHIFT)
}

/// Adds up to the limits of the type, which only positions unlike those of games reach.
#[inline]
fn add(units: &mut Units, weights: &Units) {
    for (unit, weight) in units.iter_mut().zip(weights) {
        *unit = unit.saturating_add(*weight);
    }
}
