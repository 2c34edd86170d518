//! What is known of each empty cell, and the totals over them.

use super::kinds::{Key, Kinds, kind};
use crate::game::Cell;

/// What is known of an empty cell; for a cell with a stone, what was known before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellPatterns {
    /// Each side's shapes.
    pub shapes: [Key; 2],
    /// And what they make together.
    pub kinds: [u8; 2],
}

/// Totals over the empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Totals {
    /// How many cells are of each kind, for each side.
    pub counts: [[u16; kind::COUNT]; 2],
    /// What the cells are worth to each side, with that side to move and with the other.
    pub weights: [[i32; 2]; 2],
}

/// The patterns of all cells and what depends on them alone.
#[derive(Clone, Debug)]
pub(super) struct BoardPatterns {
    pub kinds: &'static Kinds,
    pub of: Vec<CellPatterns>,
    pub totals: Totals,
    /// Former patterns, in order of change.
    pub changed: Vec<(u16, CellPatterns)>,
}

impl BoardPatterns {
    /// Notes the shapes of both sides at an empty cell in one direction.
    #[inline]
    pub(super) fn change(&mut self, cell: Cell, direction: usize, found: u8) {
        let former = self.of[cell];
        let shift = 4 * direction;
        // Most stones change nothing for most cells around them.
        if former.shapes[0] >> shift & 15 | (former.shapes[1] >> shift & 15) << 4 == Key::from(found) {
            return;
        }
        let mut spot = former;
        for player in 0..2 {
            let shapes = former.shapes[player] & !(15 << shift) | Key::from(found >> (4 * player) & 15) << shift;
            if shapes != former.shapes[player] {
                spot.shapes[player] = shapes;
                spot.kinds[player] = self.kinds.kind(shapes);
                self.totals.counts[player][usize::from(former.kinds[player])] -= 1;
                self.totals.counts[player][usize::from(spot.kinds[player])] += 1;
                self.add_weight(player, former.shapes[player], -1);
                self.add_weight(player, shapes, 1);
            }
        }
        self.changed.push((cell as u16, former));
        self.of[cell] = spot;
    }

    /// Leaves a cell out of the totals: there is a stone now.
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        let CellPatterns { shapes, kinds } = self.of[cell];
        for player in 0..2 {
            self.totals.counts[player][usize::from(kinds[player])] -= 1;
            self.add_weight(player, shapes[player], -1);
        }
    }

    #[inline]
    fn add_weight(&mut self, player: usize, shapes: Key, sign: i32) {
        let [to_move, waiting] = self.kinds.weights(shapes);
        self.totals.weights[player][0] += sign * i32::from(to_move);
        self.totals.weights[player][1] += sign * i32::from(waiting);
    }

    /// Restores what there was before the changes from this one on.
    #[inline]
    pub(super) fn restore(&mut self, changes: usize, totals: Totals) {
        for &(cell, spot) in self.changed[changes..].iter().rev() {
            self.of[usize::from(cell)] = spot;
        }
        self.changed.truncate(changes);
        self.totals = totals;
    }
}
