//! The patterns of each cell, and totals over the empty cells.

use super::kind;
use super::kinds::{Key, Kinds};
use crate::game::Cell;

/// The patterns of an empty cell. For a cell with a stone, those before the stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellPatterns {
    /// The shapes of each side.
    pub shapes: [Key; 2],
    /// The kind for each side.
    pub kinds: [u8; 2],
}

/// Totals over the empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Totals {
    /// The number of cells of each kind, for each side.
    pub counts: [[u16; kind::COUNT]; 2],
    /// The sum of the weights for each side, with that side to move and with its opponent to move.
    pub weights: [[i32; 2]; 2],
}

/// The patterns of all cells, and their totals.
#[derive(Clone, Debug)]
pub(super) struct BoardPatterns {
    pub kinds: &'static Kinds,
    pub cells: Vec<CellPatterns>,
    pub totals: Totals,
    /// Former patterns, in order of change, for undo.
    pub changed: Vec<(u16, CellPatterns)>,
}

impl BoardPatterns {
    /// Sets the shapes of both sides at an empty cell in one direction.
    #[inline]
    pub(super) fn change(&mut self, cell: Cell, direction: usize, found: u8) {
        let former = self.cells[cell];
        let shift = 4 * direction;
        // Most stones leave most neighbouring cells unchanged.
        if former.shapes[0] >> shift & 15 | (former.shapes[1] >> shift & 15) << 4 == Key::from(found) {
            return;
        }
        let mut new = former;
        for player in 0..2 {
            let shapes = former.shapes[player] & !(15 << shift) | Key::from(found >> (4 * player) & 15) << shift;
            if shapes != former.shapes[player] {
                new.shapes[player] = shapes;
                new.kinds[player] = self.kinds.kind(shapes);
                self.totals.counts[player][usize::from(former.kinds[player])] -= 1;
                self.totals.counts[player][usize::from(new.kinds[player])] += 1;
                self.add_weight(player, former.shapes[player], -1);
                self.add_weight(player, shapes, 1);
            }
        }
        self.changed.push((cell as u16, former));
        self.cells[cell] = new;
    }

    /// Removes a cell from the totals when a stone is placed on it.
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        let CellPatterns { shapes, kinds } = self.cells[cell];
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

    /// Undoes all changes from this index on.
    #[inline]
    pub(super) fn restore(&mut self, changes: usize, totals: Totals) {
        for &(cell, former) in self.changed[changes..].iter().rev() {
            self.cells[usize::from(cell)] = former;
        }
        self.changed.truncate(changes);
        self.totals = totals;
    }
}
