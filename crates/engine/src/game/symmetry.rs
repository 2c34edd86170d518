//! The symmetries of a board: reflections and rotations that map lines to lines.

use super::{Cell, Rules};

/// A permutation of the cells.
#[derive(Clone, Debug)]
pub struct Symmetry {
    name: &'static str,
    image: Vec<u16>,
}

impl Symmetry {
    /// The name, e.g. `"rotate-90"` (clockwise) or `"mirror"` (left and right swapped).
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The image of a cell.
    #[inline]
    #[must_use]
    pub fn image(&self, cell: Cell) -> Cell {
        Cell::from(self.image[cell])
    }
}

/// The symmetries of a board, the identity first: 8 for a square, 4 for another rectangle, 2 with gravity. Boards with a
/// side of one cell have fewer: equal permutations are listed once.
pub(super) fn symmetries(rules: &Rules) -> Vec<Symmetry> {
    type Map = fn(usize, usize, usize, usize) -> (usize, usize);
    const IDENTITY: (&str, Map) = ("identity", |r, c, _, _| (r, c));
    const MIRROR: (&str, Map) = ("mirror", |r, c, _, w| (r, w - 1 - c));
    const FLIP: (&str, Map) = ("flip", |r, c, h, _| (h - 1 - r, c));
    const HALF_TURN: (&str, Map) = ("rotate-180", |r, c, h, w| (h - 1 - r, w - 1 - c));
    const QUARTER_TURN: (&str, Map) = ("rotate-90", |r, c, h, _| (c, h - 1 - r));
    const BACK_TURN: (&str, Map) = ("rotate-270", |r, c, _, w| (w - 1 - c, r));
    const TRANSPOSE: (&str, Map) = ("transpose", |r, c, _, _| (c, r));
    const ANTITRANSPOSE: (&str, Map) = ("antitranspose", |r, c, h, w| (w - 1 - c, h - 1 - r));

    let (width, height) = (rules.width(), rules.height());
    let maps: &[(&'static str, Map)] = if rules.gravity() {
        &[IDENTITY, MIRROR]
    } else if width == height {
        &[IDENTITY, MIRROR, FLIP, HALF_TURN, QUARTER_TURN, BACK_TURN, TRANSPOSE, ANTITRANSPOSE]
    } else {
        &[IDENTITY, MIRROR, FLIP, HALF_TURN]
    };
    let mut found: Vec<Symmetry> = Vec::new();
    for &(name, map) in maps {
        let image: Vec<u16> = (0..rules.cells())
            .map(|cell| {
                let (row, col) = map(cell / width, cell % width, height, width);
                (row * width + col) as u16
            })
            .collect();
        if found.iter().all(|other| other.image != image) {
            found.push(Symmetry { name, image });
        }
    }
    found
}
