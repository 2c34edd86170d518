//! Values of this search: proven results, unproven results, static values.

use crate::search::Score;

/// A value for the side to move. In descending order: proven wins (sooner is higher), unproven wins, static values, unproven
/// losses, proven losses.
pub(super) type Value = i32;

/// A win in 0 plies.
pub(super) const WIN: Value = 32_000;
/// Above every value.
pub(super) const INFINITY: Value = WIN + 1;
/// Length of the longest game.
const PLIES_MAX: Value = 400;
/// The lowest proven win.
pub(super) const PROVEN: Value = WIN - PLIES_MAX;
/// An unproven win in 0 plies.
const UNPROVEN: Value = PROVEN - 1;
/// The lowest unproven win.
pub(super) const RESULT: Value = UNPROVEN - PLIES_MAX;
/// Largest absolute static value.
pub(super) const STATIC_MAX: Value = RESULT - 1;

const _: () = assert!(INFINITY <= i16::MAX as Value && STATIC_MAX > 30_000);

#[inline]
pub(super) const fn win_in(plies: usize) -> Value {
    WIN - plies as Value
}

#[inline]
pub(super) const fn loss_in(plies: usize) -> Value {
    plies as Value - WIN
}

#[inline]
pub(super) const fn is_proven(value: Value) -> bool {
    value.abs() >= PROVEN
}

/// Whether the value is a win or a loss, proven or not.
#[inline]
pub(super) const fn is_result(value: Value) -> bool {
    value.abs() >= RESULT
}

/// Turns a proven loss into an unproven one: not all moves were searched. Keeps other values.
#[inline]
pub(super) const fn unproven_loss(value: Value) -> Value {
    if value <= -PROVEN { value + (WIN - UNPROVEN) } else { value }
}

/// The value relative to a node `plies` below the root, as the transposition table stores it.
#[inline]
pub(super) const fn value_to_tt(value: Value, plies: usize) -> Value {
    if !is_result(value) {
        value
    } else if value > 0 {
        value + plies as Value
    } else {
        value - plies as Value
    }
}

/// The value relative to the root: the inverse of [`value_to_tt`].
#[inline]
pub(super) const fn value_from_tt(value: Value, plies: usize) -> Value {
    if !is_result(value) {
        value
    } else if value > 0 {
        value - plies as Value
    } else {
        value + plies as Value
    }
}

/// Turns a proven result into an unproven one.
pub(super) const fn unproven(value: Value) -> Value {
    if value > 0 { -unproven_loss(-value) } else { unproven_loss(value) }
}

/// The score that the search reports.
pub(super) fn score(value: Value) -> Score {
    if !is_proven(value) {
        Score::value(i64::from(value))
    } else if value > 0 {
        Score::win_in((WIN - value) as u32)
    } else {
        Score::loss_in((WIN + value) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_overlap_and_shifts_are_exact() {
        assert!(win_in(400) > -unproven_loss(loss_in(0)) && -unproven_loss(loss_in(400)) > STATIC_MAX);
        assert!(
            is_proven(win_in(400)) && !is_proven(unproven_loss(loss_in(0))) && is_result(unproven_loss(loss_in(400)))
        );
        for value in [win_in(9), loss_in(8), unproven_loss(loss_in(6)), -unproven_loss(loss_in(6)), 17, -STATIC_MAX] {
            assert_eq!(value_from_tt(value_to_tt(value, 5), 5), value);
        }
        assert_eq!((value_to_tt(win_in(9), 4), value_to_tt(loss_in(8), 4)), (win_in(5), loss_in(4)));
        assert_eq!(
            (score(win_in(3)), score(loss_in(4)), score(-7)),
            (Score::win_in(3), Score::loss_in(4), Score::value(-7))
        );
    }
}
