//! Moves that are alike under the position's own symmetries: one of each class is searched, the others get its line,
//! mapped.

use super::Line;
use crate::game::{Cell, Position, Stabiliser};

/// The classes of some moves of a position.
pub(super) struct Classes<'a> {
    stabiliser: Stabiliser<'a>,
    moves: &'a [Cell],
}

impl<'a> Classes<'a> {
    /// `moves` are ascending.
    pub(super) fn of(position: &'a Position, moves: &'a [Cell]) -> Classes<'a> {
        Classes { stabiliser: position.stabiliser(), moves }
    }

    /// The lowest move of each class, ascending. Scores within a class are equal, so that the lowest of the best moves is
    /// always among them.
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

    /// The lines of the representatives and those of all moves like them, best first.
    pub(super) fn expand(&self, mut lines: Vec<Line>) -> Vec<Line> {
        if self.stabiliser.is_trivial() {
            return lines;
        }
        let mut alike = Vec::new();
        for line in &lines {
            for &cell in self.moves.iter().filter(|&&cell| cell != line.cell) {
                if let Some(symmetry) = self.stabiliser.between(line.cell, cell) {
                    let pv = line.pv.iter().map(|&cell| symmetry.image(cell)).collect();
                    alike.push(Line { cell, verdict: line.verdict, pv });
                }
            }
        }
        lines.append(&mut alike);
        lines.sort_by(Line::rank);
        lines
    }
}
