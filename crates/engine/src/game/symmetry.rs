//! The symmetries of a board: permutations of its cells that map lines to lines, and columns to columns.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Cell, Rules, automorphisms};

/// A permutation of the cells.
#[derive(Clone, Debug)]
pub struct Symmetry {
    name: Cow<'static, str>,
    image: Vec<u16>,
}

impl Symmetry {
    /// The names of the symmetries of a square board without gravity: all that ordinary boards have.
    pub const OF_SQUARE: [&'static str; 8] =
        ["identity", "mirror", "flip", "rotate-180", "rotate-90", "rotate-270", "transpose", "antitranspose"];

    /// The name, e.g. `"rotate-90"` (clockwise) or `"mirror"` (left and right swapped); those of a list of lines are numbered, from
    /// `"symmetry-2"` on, after `"identity"`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name, for an answer that outlives the game.
    pub(super) fn to_name(&self) -> Cow<'static, str> {
        self.name.clone()
    }

    /// The image of a cell.
    #[inline]
    #[must_use]
    pub fn image(&self, cell: Cell) -> Cell {
        Cell::from(self.image[cell])
    }
}

/// The symmetries of a board, the identity first: 8 for a square, 4 for another rectangle, 2 with gravity. Boards with a
/// side of one cell have fewer: equal permutations are listed once. The symmetries of a list of lines are all that there are, or
/// the identity alone where they are too many or too hard to find.
pub(super) fn symmetries(rules: &Rules) -> Vec<Symmetry> {
    let Some(board) = rules.line_board() else { return of_grid(rules) };
    let name = |index: usize| match index {
        0 => Cow::Borrowed("identity"),
        _ => Cow::Owned(format!("symmetry-{}", index + 1)),
    };
    let mut images = automorphisms::find(board);
    // Reflections and rotations of a layout in rows come first, so that a list of an ordinary board's lines is searched as the board.
    let in_rows = (0..board.cells()).all(|cell| board.place(cell) == (cell / rules.width(), cell % rules.width()));
    if in_rows && rules.width() * rules.height() == board.cells() {
        let of_grid = of_grid(rules);
        images.sort_by_key(|image| of_grid.iter().position(|known| known.image == *image).unwrap_or(usize::MAX));
    }
    let images = images.into_iter().enumerate();
    images.map(|(index, image)| Symmetry { name: name(index), image }).collect()
}

/// The symmetries among these, which form a group, that form a group of at most `most`: for searches, which look at all images of
/// each position. The identity comes first.
pub(crate) fn subgroup(all: &[Symmetry], most: usize) -> Vec<&Symmetry> {
    if all.len() <= most {
        return all.iter().collect();
    }
    let index_of: HashMap<&[u16], usize> =
        all.iter().enumerate().map(|(index, symmetry)| (&symmetry.image[..], index)).collect();
    let product = |a: usize, b: usize| {
        let image: Vec<u16> = all[a].image.iter().map(|&cell| all[b].image[usize::from(cell)]).collect();
        index_of.get(&image[..]).copied()
    };
    let mut group = vec![0];
    for candidate in 1..all.len() {
        if !group.contains(&candidate)
            && let Some(larger) = closure(&group, candidate, most, &product)
        {
            group = larger;
        }
    }
    group.sort_unstable();
    group.into_iter().map(|index| &all[index]).collect()
}

/// The group of some elements and one more; `None` if it has more than `most`.
fn closure(
    group: &[usize],
    more: usize,
    most: usize,
    product: &impl Fn(usize, usize) -> Option<usize>,
) -> Option<Vec<usize>> {
    let generators = [group, &[more]].concat();
    let mut closed = generators.clone();
    let mut at = 0;
    while let Some(&element) = closed.get(at) {
        for &generator in &generators {
            let image = product(element, generator)?;
            if !closed.contains(&image) {
                if closed.len() == most {
                    return None;
                }
                closed.push(image);
            }
        }
        at += 1;
    }
    Some(closed)
}

fn of_grid(rules: &Rules) -> Vec<Symmetry> {
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
            found.push(Symmetry { name: Cow::Borrowed(name), image });
        }
    }
    found
}
