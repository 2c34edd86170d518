//! A heuristic compiled for the rules: one table look-up per line.

use super::{EmptyLine, HeuristicError, Weights};
use crate::game::{Lines, Player, Position, PureState, Rules};

/// The weight of each line state from X's point of view, for either side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineWeights {
    /// `table[state]` is the weight with X to move and with O to move.
    table: Vec<[i64; 2]>,
}

/// The value from X's point of view, with X to move and with O to move.
pub type Accumulator = [i64; 2];

/// The contribution of one line to a static value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineTerm {
    /// The line's index, see [`Lines::cells`].
    pub line: usize,
    /// X's stones on it.
    pub x: usize,
    /// O's stones on it.
    pub o: usize,
    /// The contribution, from X's point of view.
    pub value: i64,
}

/// Largest integer up to which a double is exact.
const VALUE_MAX: i128 = (1 << 53) - 1;

impl LineWeights {
    pub(super) fn new(name: &'static str, weights: &Weights, rules: &Rules) -> Result<LineWeights, HeuristicError> {
        let k = rules.k();
        let by_stones = weights.by_stones();
        if by_stones.len() != k + 1 {
            return Err(HeuristicError::WeightCount { k, found: by_stones.len() });
        }
        let lines = Lines::count(rules);
        let heaviest = by_stones.iter().map(|weight| i128::from(weight.unsigned_abs())).max().unwrap_or(0);
        if heaviest * i128::from(weights.tempo().max(1)) * lines as i128 > VALUE_MAX {
            return Err(HeuristicError::TooLarge { name, k });
        }
        let mut table = vec![[0; 2]; Lines::state_bound(rules)];
        for PureState { state, owner, stones, shorter } in Lines::pure_states(rules) {
            // A shorter line weighs as much as a longest one that lacks as many stones.
            let weight = by_stones[if stones == 0 { 0 } else { stones + shorter }];
            for turn in Player::ALL {
                let weight = if owner == turn { weight * weights.tempo() } else { weight };
                let signed = if owner == Player::X { weight } else { -weight };
                let counts = match weights.empty_line() {
                    _ if stones > 0 => true,
                    EmptyLine::None => false,
                    EmptyLine::X => owner == Player::X,
                    EmptyLine::Turn => owner == turn,
                };
                if counts {
                    table[state][turn.index()] = signed;
                }
            }
        }
        Ok(LineWeights { table })
    }

    /// The static value of a position from X's point of view. Finished positions have no special value.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i64 {
        self.accumulator(position)[position.turn().index()]
    }

    /// The lines whose weight is not 0, with their contributions to [`LineWeights::evaluate`].
    #[must_use]
    pub fn trace(&self, position: &Position) -> Vec<LineTerm> {
        let states = position.line_states().iter().enumerate();
        let terms = states.map(|(line, &state)| {
            let (x, o) = position.game().lines().counts(state);
            LineTerm { line, x, o, value: self.table[usize::from(state)][position.turn().index()] }
        });
        terms.filter(|term| term.value != 0).collect()
    }

    /// The sums over all lines, for a search, which updates them with each line that a stone changes. Undo restores a copy.
    #[inline]
    #[must_use]
    pub fn accumulator(&self, position: &Position) -> Accumulator {
        position.line_states().iter().fold([0; 2], |[x, o], &state| {
            let [with_x, with_o] = self.table[usize::from(state)];
            [x + with_x, o + with_o]
        })
    }

    /// Updates the accumulator for one line, given its states before and after a stone.
    #[inline]
    pub fn update(&self, accumulator: &mut Accumulator, before: u16, after: u16) {
        let (before, after) = (self.table[usize::from(before)], self.table[usize::from(after)]);
        accumulator[0] += after[0] - before[0];
        accumulator[1] += after[1] - before[1];
    }

    /// The value for the side to move.
    #[inline]
    #[must_use]
    pub fn value(&self, accumulator: Accumulator, turn: Player) -> i64 {
        match turn {
            Player::X => accumulator[0],
            Player::O => -accumulator[1],
        }
    }
}
