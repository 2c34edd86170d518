//! Classes of moves that are equivalent under the symmetries of the position. One of each class is searched; the others get
//! its mapped variation.

use super::RankedMove;
use crate::game::{Cell, Position, Stabiliser};
use crate::sort;

/// The classes of some moves.
pub(super) struct Classes<'a> {
    stabiliser: Stabiliser<'a>,
    moves: &'a [Cell],
}

impl<'a> Classes<'a> {
    /// `moves` are ascending.
    pub(super) fn of(position: &'a Position, moves: &'a [Cell]) -> Classes<'a> {
        Classes { stabiliser: position.stabiliser(), moves }
    }

    /// The lowest move of each class, ascending. The lowest of the best moves is always among them.
    pub(super) fn representatives(&self) -> Vec<Cell> {
        if self.stabiliser.is_trivial() {
            return self.moves.to_vec();
        }
        let mut seen = Vec::new();
        let is_first = |cell: &Cell| {
            let class = self.stabiliser.class(*cell);
            let is_new = !seen.contains(&class);
            if is_new {
                seen.push(class);
            }
            is_new
        };
        self.moves.iter().copied().filter(is_first).collect()
    }

    /// The moves of the representatives and of all equivalent moves, best first.
    pub(super) fn expand(&self, mut ranked: Vec<RankedMove>) -> Vec<RankedMove> {
        if self.stabiliser.is_trivial() {
            return ranked;
        }
        let mut equivalent = Vec::new();
        for known in &ranked {
            for &cell in self.moves.iter().filter(|&&cell| cell != known.cell) {
                if let Some(symmetry) = self.stabiliser.between(known.cell, cell) {
                    let pv = known.pv.iter().map(|&cell| symmetry.image(cell)).collect();
                    equivalent.push(RankedMove { cell, verdict: known.verdict, pv });
                }
            }
        }
        ranked.append(&mut equivalent);
        sort::short_by(&mut ranked, RankedMove::rank);
        ranked
    }
}
