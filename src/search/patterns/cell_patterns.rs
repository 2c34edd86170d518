//! The patterns of each cell, and totals over the empty cells.

use super::geometry::DIRECTIONS;
use super::kind;
use super::kinds::{Key, Kinds, PairWeights, Properties, Weights};
use crate::game::Cell;

/// The patterns of an empty cell. For a cell with a stone, those before the stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellPatterns {
    /// The shapes in each direction: X's in the low four bits, O's in the high four.
    pub directions: [u8; DIRECTIONS],
    /// The same by side.
    pub shapes: [Key; 2],
    /// What follows from them, for each side.
    pub properties: [Properties; 2],
}

/// Totals over the empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Totals {
    /// The number of cells of each kind, for each side.
    pub counts: [[u16; kind::COUNT]; 2],
    /// The sum of the weights for each side.
    pub weights: [Weights; 2],
    /// The sum of the weights of both sides' kinds together.
    pub pairs: PairWeights,
}

impl Totals {
    #[inline]
    pub(super) fn add(&mut self, player: usize, of: Properties) {
        self.counts[player][usize::from(of.kind)] += 1;
        self.weights[player].0 += of.weights.0;
    }

    #[inline]
    fn remove(&mut self, player: usize, of: Properties) {
        self.counts[player][usize::from(of.kind)] -= 1;
        self.weights[player].0 -= of.weights.0;
    }
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
        let of = &mut self.cells[cell];
        let changes = of.directions[direction] ^ found;
        // Most stones leave most neighbouring cells unchanged.
        if changes == 0 {
            return;
        }
        self.changed.push((cell as u16, *of));
        of.directions[direction] = found;
        for player in 0..2 {
            let change = Key::from(changes >> (4 * player) & 15);
            if change != 0 {
                of.shapes[player] ^= change << (4 * direction);
                let former = of.properties;
                of.properties[player] = self.kinds.properties(of.shapes[player]);
                self.totals.weights[player].0 += of.properties[player].weights.0 - former[player].weights.0;
                // Most changes leave the kind as it is.
                if of.properties[player].kind != former[player].kind {
                    self.totals.counts[player][usize::from(former[player].kind)] -= 1;
                    self.totals.counts[player][usize::from(of.properties[player].kind)] += 1;
                    self.totals.pairs.0 += self.kinds.pair(&of.properties).0 - self.kinds.pair(&former).0;
                }
            }
        }
    }

    /// Removes a cell from the totals when a stone is placed on it.
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        for player in 0..2 {
            self.totals.remove(player, self.cells[cell].properties[player]);
        }
        self.totals.pairs.0 -= self.kinds.pair(&self.cells[cell].properties).0;
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
