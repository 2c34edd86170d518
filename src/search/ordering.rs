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
        self.sorted_near(position, None, first, moves);
    }

    /// The same for moves near a stone only, if there is a stone.
    pub(super) fn sorted_near(
        &self,
        position: &Position,
        near: Option<&Near>,
        first: Option<Cell>,
        moves: &mut MoveList,
    ) {
        moves.clear();
        let is_near = |cell: &Cell| near.is_none_or(|near| near.is_near(*cell));
        let lines = position.game().lines();
        let (states, turn) = (position.line_states(), position.turn().index());
        // In misère play a line is to be avoided, by both sides.
        let sign = if position.rules().misere() { -1 } else { 1 };
        moves.extend(position.legal_moves().filter(is_near).map(|cell| {
            let through = lines.through(cell).iter();
            let weight: i32 = through.map(|&line| self.weights[usize::from(states[usize::from(line)])][turn]).sum();
            (if first == Some(cell) { i32::MAX } else { sign * weight }, cell as u16)
        }));
        moves.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    }
}

/// Which cells have a stone near them.
#[derive(Debug)]
pub(super) struct Near {
    /// Stones within reach of each cell.
    counts: Vec<u8>,
    width: usize,
    stones: usize,
}

/// Rows and columns that a stone reaches.
const NEAR: usize = 2;

impl Near {
    pub(super) fn of(position: &Position) -> Near {
        let mut near = Near { counts: vec![0; position.rules().cells()], width: position.rules().width(), stones: 0 };
        for (cell, stone) in position.cells().iter().enumerate() {
            if stone.is_some() {
                near.add(cell, true);
            }
        }
        near
    }

    /// Whether the cell is near a stone; on an empty board every cell is.
    #[inline]
    pub(super) fn is_near(&self, cell: Cell) -> bool {
        self.stones == 0 || self.counts[cell] > 0
    }

    /// Counts a stone that is placed, or taken back.
    #[inline]
    pub(super) fn add(&mut self, cell: Cell, placed: bool) {
        let (row, col) = (cell / self.width, cell % self.width);
        let last_row = (row + NEAR).min(self.counts.len() / self.width - 1);
        let last_col = (col + NEAR).min(self.width - 1);
        for row in row.saturating_sub(NEAR)..=last_row {
            let first = row * self.width;
            for count in &mut self.counts[first + col.saturating_sub(NEAR)..=first + last_col] {
                *count = if placed { *count + 1 } else { *count - 1 };
            }
        }
        self.stones = if placed { self.stones + 1 } else { self.stones - 1 };
    }
}
