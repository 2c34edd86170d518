//! Move ordering by the lines through a cell.

use crate::game::{Cell, Lines, Player, Position, PureState, Rules};
use crate::sort;

/// Ordering weights of lines, by state and side to move: 4^n for n stones of one colour, half as much again for own
/// stones. Cells that a line is shorter than the longest count as stones.
#[derive(Debug)]
pub(super) struct LineOrder {
    weights: Vec<[i32; 2]>,
}

/// The moves of a position with their ordering weights, best first.
pub(super) type MoveList = Vec<(i32, u16)>;

impl LineOrder {
    pub(super) fn new(rules: &Rules) -> LineOrder {
        let mut weights = vec![[0; 2]; Lines::state_bound(rules)];
        for PureState { state, owner, stones, shorter } in Lines::pure_states(rules) {
            if stones + shorter == rules.k() {
                continue; // a complete line has no empty cell
            }
            // The cap keeps sums far from overflow.
            let weight = 2 << (2 * (stones + shorter).min(12));
            for turn in Player::ALL {
                let own = i32::from(stones > 0 && owner == turn);
                weights[state][turn.index()] = weight + own * (weight / 2);
            }
        }
        LineOrder { weights }
    }

    /// Fills `moves` with the legal moves: `first`, if legal, then by descending weight, then by ascending cell.
    pub(super) fn sorted(&self, position: &Position, first: Option<Cell>, moves: &mut MoveList) {
        moves.clear();
        let lines = position.game().lines();
        let (states, turn) = (position.line_states(), position.turn().index());
        // In misère play both sides avoid lines.
        let sign = if position.rules().misere() { -1 } else { 1 };
        moves.extend(position.legal_moves().map(|cell| {
            let through = lines.through(cell).iter();
            let weight: i32 = through.map(|&line| self.weights[usize::from(states[usize::from(line)])][turn]).sum();
            (if first == Some(cell) { i32::MAX } else { sign * weight }, cell as u16)
        }));
        sort::heaviest_first(moves);
    }
}
