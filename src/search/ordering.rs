//! Which moves to try first: those on the lines that matter most.

use crate::game::{Cell, Lines, Player, Position, Rules};

/// Weight of a line for ordering, by state and side to move. A line with n stones of one colour weighs 4^n, own stones
/// a little more: four lines of one stone less are as urgent as one line.
#[derive(Debug)]
pub(super) struct LineOrder {
    weights: Vec<[i32; 2]>,
}

/// Moves of one position with their ordering weight, best first.
pub(super) type MoveList = Vec<(i32, u16)>;

impl LineOrder {
    pub(super) fn new(rules: Rules) -> LineOrder {
        let k = rules.k();
        let mut weights = vec![[0; 2]; Lines::state_bound(k)];
        for owner in Player::ALL {
            for n in 0..k {
                // Beyond 4^12 the order of magnitude is enough, and sums stay far from overflow.
                let weight = 2 << (2 * n.min(12));
                for turn in Player::ALL {
                    let own = i32::from(n > 0 && owner == turn);
                    weights[usize::from(Lines::pure_state(k, owner, n))][turn.index()] = weight + own * (weight / 2);
                }
            }
        }
        LineOrder { weights }
    }

    /// Fills `moves` with the legal moves, best first; `first` is put before all others if it is legal. Of equal
    /// weights, the lowest cell comes first.
    pub(super) fn sorted(&self, position: &Position, first: Option<Cell>, moves: &mut MoveList) {
        moves.clear();
        let lines = position.game().lines();
        let (states, turn) = (position.line_states(), position.turn().index());
        // In misère play a line is to be avoided, by both sides.
        let sign = if position.rules().misere() { -1 } else { 1 };
        moves.extend(position.legal_moves().map(|cell| {
            let through = lines.through(cell).iter();
            let weight: i32 = through.map(|&line| self.weights[usize::from(states[usize::from(line)])][turn]).sum();
            (if first == Some(cell) { i32::MAX } else { sign * weight }, cell as u16)
        }));
        moves.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    }
}
