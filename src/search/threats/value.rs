//! Values of this search: proven results with their distance, results that are only believed, and static values.

use crate::search::Score;

/// For the side to move. From the highest down: proven wins (sooner is higher), believed wins, static values, and the same
/// for losses.
pub(super) type Value = i32;

/// A win in 0 plies.
pub(super) const WIN: Value = 32_000;
/// Above every value.
pub(super) const INFINITY: Value = WIN + 1;
/// No game is longer.
const PLIES_MAX: Value = 361;
/// Wins from here on are proven.
pub(super) const PROVEN: Value = WIN - PLIES_MAX;
/// All moves that were tried lose in 0 plies, but not all were tried.
const UNPROVEN: Value = PROVEN - 1;
/// Results, proven or not, are beyond.
const RESULT: Value = UNPROVEN - PLIES_MAX;
/// Static values are at most so far from 0.
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

/// Whether the value is that of a win or a loss, proven or believed.
#[inline]
pub(super) const fn is_result(value: Value) -> bool {
    value.abs() >= RESULT
}

/// What a loss is worth that is not proven, because not all moves were tried.
#[inline]
pub(super) const fn unproven_loss(value: Value) -> Value {
    if value <= -PROVEN { value + (WIN - UNPROVEN) } else { value }
}

/// The value seen `plies` later: distances are that much shorter.
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

/// The inverse of [`later`].
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

/// The same result, no longer proven.
pub(super) const fn unproven(value: Value) -> Value {
    if value > 0 { -unproven_loss(-value) } else { unproven_loss(value) }
}

/// The value as others see it.
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
        assert!(win_in(361) > -unproven_loss(loss_in(0)) && -unproven_loss(loss_in(361)) > STATIC_MAX);
        assert!(
            is_proven(win_in(361)) && !is_proven(unproven_loss(loss_in(0))) && is_result(unproven_loss(loss_in(361)))
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
