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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::zobrist::mix;
    use crate::game::{Game, Overline, RulesSpec, Status};

    /// The fewest stones with which a player completes a line, counted line by line; none if the opponent is on every line.
    fn missing(position: &Position, player: Player) -> Option<u32> {
        let lines = position.game().lines();
        let of_line = |line: usize| {
            let cells = lines.cells(line).iter().map(|&cell| position.cell(usize::from(cell)));
            let is_open = cells.clone().all(|cell| cell != Some(player.opponent()));
            is_open.then(|| cells.filter(Option::is_none).count() as u32)
        };
        (0..lines.len()).filter_map(of_line).min()
    }

    #[test]
    fn lines_that_can_be_completed_are_counted_through_play() {
        let mut answers = [0; 2];
        for (width, height, k, gravity) in [(3, 3, 3, false), (5, 4, 4, false), (6, 6, 5, false), (7, 6, 4, true)] {
            let spec = RulesSpec { width, height, k, gravity, overline: Overline::Allowed, misere: false };
            let rules = Rules::new(spec).expect("valid rules");
            let win_loss = WinLoss::new(rules);
            for seed in 0..20 {
                let mut position = Position::new(Game::shared(rules));
                let mut accumulator = win_loss.accumulator(&position);
                while position.status() == Status::Ongoing {
                    assert_eq!(accumulator, win_loss.accumulator(&position), "{}", position.board());
                    for player in Player::ALL {
                        let missing = missing(&position, player);
                        for stones in 1..=FIELDS as u32 {
                            let expected = missing.is_some_and(|missing| missing <= stones);
                            let found = win_loss.can_complete(accumulator, player, stones);
                            assert_eq!(found, expected, "{player:?} with {stones} on {}", position.board());
                            answers[usize::from(found)] += 1;
                        }
                        assert!(win_loss.can_complete(accumulator, player, FIELDS as u32 + 1), "not counted");
                        assert_eq!(win_loss.value(accumulator, player), 0);
                    }
                    let moves: Vec<_> = position.legal_moves().collect();
                    let draw = mix(seed << 8 | position.stones() as u64) as usize;
                    position.play_observed(moves[draw % moves.len()], |before, after| {
                        win_loss.update(&mut accumulator, before, after);
                    });
                }
            }
        }
        assert!(answers.iter().all(|&count| count > 500), "{answers:?}");
    }
}
