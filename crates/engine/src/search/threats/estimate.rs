//! Estimates of a position's value without a search: the static value, corrected by the results of searches of similar positions,
//! and the entry of the transposition table.

use super::Threats;
use super::corrections::Features;
use super::memory::{Bound, Entry};
use super::value::{STATIC_MAX, Value, is_result, value_from_tt};

/// Where the value without the network that knows place is further outside the window than this, it suffices.
const NETWORK_MARGIN: Value = 150;

impl Threats<'_> {
    /// The best estimate of the value without a search, and whether the static value is higher than before the last two moves.
    #[inline]
    pub(super) fn estimate(&mut self, entry: Option<Entry>, alpha: Value, beta: Value, ply: usize) -> (Value, bool) {
        let correction = self.memory.correction(&self.features());
        let cheap = self.board.value();
        // Beyond the limits there is no time for it, and moves that are valued differently would be searched twice.
        let is_near = !self.watch.is_over()
            && cheap + correction > alpha - NETWORK_MARGIN
            && cheap + correction < beta + NETWORK_MARGIN;
        let uncorrected = if is_near { self.board.placed_value() } else { cheap };
        self.uncorrected_values[ply] = uncorrected;
        let static_value = (uncorrected + correction).clamp(-STATIC_MAX, STATIC_MAX);
        self.static_values[ply] = static_value;
        let is_improving = ply >= 2 && static_value > self.static_values[ply - 2];
        let known = entry.map(|entry| (value_from_tt(entry.value, ply), entry.bound));
        let estimate = match known {
            Some((value, _)) if is_result(value) => static_value,
            Some((value, Bound::Exact)) => value,
            Some((value, Bound::Lower)) => static_value.max(value),
            Some((value, Bound::Upper)) => static_value.min(value),
            None => static_value,
        };
        (estimate, is_improving)
    }

    /// Learns from the value of a search of the current position, unless it is a result or a bound that tells nothing.
    pub(super) fn update_corrections(&mut self, value: Value, bound: Bound, depth: i32, ply: usize) {
        let static_value = self.uncorrected_values[ply];
        let says_nothing = match bound {
            Bound::Lower => value <= static_value,
            Bound::Upper => value >= static_value,
            Bound::Exact => false,
        };
        if !says_nothing && !is_result(value) {
            let features = self.features();
            self.memory.correct(&features, value - static_value, depth);
        }
    }

    #[inline]
    fn features(&self) -> Features {
        let board = &self.board;
        Features {
            turn: board.turn(),
            threats: board.threat_counts(),
            moves: [0, 1].map(|back| board.recent_move(back)),
        }
    }
}
