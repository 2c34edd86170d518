//! A list of moves that is sorted as far as needed.

use std::sync::LazyLock;

use crate::game::{Cell, Rules};
use crate::search::patterns::POLICY_UNIT;

/// The moves of a position with their urgency: the logarithm of the probability to be the best, in units of [`POLICY_UNIT`], but for a
/// constant. Picking sorts them step by step.
#[derive(Debug, Default)]
pub(super) struct MoveList {
    moves: Vec<Move>,
    /// The logarithm of the sum of the probabilities before the constant.
    total: i32,
}

/// A move: the urgency in the upper bits; below it the cell, counted downwards, so that of equally urgent moves the lowest cell is
/// the greatest.
type Move = i32;
const CELL_BITS: u32 = 9;
const CELL_MASK: Move = (1 << CELL_BITS) - 1;
/// The greatest urgency.
pub(super) const URGENCY_MAX: i32 = 1 << 20;
const _: () = assert!(Rules::SIDE_MAX * Rules::SIDE_MAX <= 1 << CELL_BITS && URGENCY_MAX.ilog2() + CELL_BITS < 30);

#[inline]
fn cell_of(item: Move) -> Cell {
    (CELL_MASK - (item & CELL_MASK)) as Cell
}

/// Powers of e for the exponents -4 i / [`POLICY_UNIT`], in this part of 1.
static POWERS: LazyLock<[u32; 256]> = LazyLock::new(|| {
    let power = |index: usize| f64::from(POWER_ONE) * (-(4.0 * index as f64) / f64::from(POLICY_UNIT)).exp();
    std::array::from_fn(|index| power(index).round() as u32)
});
const POWER_ONE: u32 = 1 << 16;
/// Logarithms of 1 + i / 32, in units of [`POLICY_UNIT`].
static LOGARITHMS: LazyLock<[i32; 32]> = LazyLock::new(|| {
    std::array::from_fn(|index| (f64::from(POLICY_UNIT) * (1.0 + index as f64 / 32.0).ln()).round() as i32)
});
/// The logarithm of 2.
const LN_2: i32 = 44;

/// The logarithm of a number of [`POWER_ONE`] or more, in parts of it.
#[inline]
fn logarithm(number: u32) -> i32 {
    let exponent = number.ilog2();
    LN_2 * (exponent - POWER_ONE.ilog2()) as i32 + LOGARITHMS[(number >> (exponent - 5) & 31) as usize]
}

impl MoveList {
    /// Sums up the probabilities. The hash move counts as much as all others together.
    pub(super) fn weigh(&mut self) {
        let urgencies = || self.moves.iter().map(|item| item >> CELL_BITS).filter(|&urgency| urgency < URGENCY_MAX);
        let Some(greatest) = urgencies().max() else {
            self.total = 0;
            return;
        };
        let (powers, mut sum, mut count) = (&*POWERS, 0, 0);
        for urgency in urgencies() {
            sum += powers[((greatest - urgency) as usize / 4).min(powers.len() - 1)];
            count += 1;
        }
        let hint = if count < self.moves.len() { LN_2 } else { 0 };
        self.total = greatest + logarithm(sum) + hint;
    }

    /// The logarithm of the probability of a picked move, negated; 0 for the hash move.
    #[inline]
    pub(super) fn rarity(&self, index: usize) -> i32 {
        (self.total - (self.moves[index] >> CELL_BITS)).max(0)
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    #[inline]
    pub(super) fn push(&mut self, urgency: i32, cell: Cell) {
        debug_assert!(urgency.abs() <= URGENCY_MAX);
        self.moves.push((urgency << CELL_BITS) | (CELL_MASK - cell as Move));
    }

    /// Keeps the moves for which this holds.
    #[inline]
    pub(super) fn retain(&mut self, keep: impl Fn(Cell) -> bool) {
        self.moves.retain(|&item| keep(cell_of(item)));
    }

    /// Copies the moves of a list, but one.
    pub(super) fn copy_without(&mut self, list: &MoveList, without: Cell) {
        self.moves.clear();
        self.total = list.total;
        self.moves.extend(list.moves.iter().filter(|&&item| cell_of(item) != without));
    }

    /// A picked move.
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        cell_of(self.moves[index])
    }

    /// Moves the most urgent of the moves from `index` on to `index`; of equal ones the lowest cell.
    #[inline]
    pub(super) fn pick(&mut self, index: usize) -> Cell {
        let rest = &mut self.moves[index..];
        let best = rest.iter().fold(Move::MIN, |best, &item| best.max(item));
        if let Some(at) = rest.iter().position(|&item| item == best) {
            rest.swap(0, at);
        }
        cell_of(best)
    }
}
