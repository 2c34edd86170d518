//! The static values of `win-loss` within a search: always 0, with counts of the lines that can still be completed.

use super::Evaluator;
use crate::game::{Lines, Player, Position, Rules};

/// The value 0 for every unfinished position. Counts lines by the number of stones they lack.
///
/// A search scores finished games itself, so that nothing else is left of `win-loss`.
#[derive(Clone, Debug)]
pub struct WinLoss {
    /// `counts[state]`: 1 in the field of the missing stones, for X's and for O's lines.
    counts: Vec<[u64; 2]>,
}

/// Bits of a field. It counts the lines that lack 1, 2, 3 or 4 stones: the largest board has fewer than 2^16 lines.
const FIELD_BITS: usize = 16;
const FIELDS: usize = 64 / FIELD_BITS;

impl WinLoss {
    #[must_use]
    pub fn new(rules: Rules) -> WinLoss {
        let k = rules.k();
        let mut counts = vec![[0; 2]; Lines::state_bound(k)];
        for player in Player::ALL {
            for stones in k.saturating_sub(FIELDS)..k {
                let field = (k - stones - 1) * FIELD_BITS;
                counts[usize::from(Lines::pure_state(k, player, stones))][player.index()] = 1 << field;
            }
        }
        WinLoss { counts }
    }
}

impl Evaluator for WinLoss {
    const ALWAYS_ZERO: bool = true;

    /// X's and O's lines, by missing stones.
    type Accumulator = [u64; 2];

    #[inline]
    fn accumulator(&self, position: &Position) -> [u64; 2] {
        position.line_states().iter().fold([0; 2], |[x, o], &state| {
            let [of_x, of_o] = self.counts[usize::from(state)];
            [x + of_x, o + of_o]
        })
    }

    #[inline]
    fn update(&self, accumulator: &mut [u64; 2], before: u16, after: u16) {
        let (before, after) = (self.counts[usize::from(before)], self.counts[usize::from(after)]);
        // Addition comes first: a field must not become negative in between.
        accumulator[0] = accumulator[0] + after[0] - before[0];
        accumulator[1] = accumulator[1] + after[1] - before[1];
    }

    #[inline]
    fn value(&self, _: [u64; 2], _: Player) -> i64 {
        0
    }

    #[inline]
    fn can_complete(&self, accumulator: [u64; 2], player: Player, stones: u32) -> bool {
        let fields = stones as usize;
        // Lines that lack more stones are not counted.
        if fields > FIELDS {
            return true;
        }
        let within = if fields == FIELDS { u64::MAX } else { (1 << (fields * FIELD_BITS)) - 1 };
        accumulator[player.index()] & within != 0
    }
}
