//! The symmetries of a board: reflections and rotations that map lines onto lines.

use super::{Cell, Player, Position, Rules};

/// One symmetry as a permutation of cells.
#[derive(Clone, Debug)]
pub struct Symmetry {
    name: &'static str,
    image: Vec<u16>,
}

impl Symmetry {
    /// What the symmetry does to the board, e.g. `"rotate-90"` (clockwise) or `"mirror"` (left and right swapped).
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Where a cell goes.
    #[inline]
    #[must_use]
    pub fn image(&self, cell: Cell) -> Cell {
        Cell::from(self.image[cell])
    }
}

/// The symmetries of a board, the identity first: 8 on a square, 4 on another rectangle, 2 where stones fall.
/// Permutations that coincide (on boards with a side of one cell) are listed once.
pub(super) fn symmetries(rules: Rules) -> Vec<Symmetry> {
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

/// What a position looks like under the symmetry that makes its board string smallest in the order `.` < `X` < `O`,
/// cell 0 last: the one with the lowest state id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The canonical board, [`super::Rules::cells`] characters.
    pub board: String,
    /// Its base-3 id, where a double holds it exactly.
    pub state_id: Option<u64>,
    /// The symmetry that leads there from the position.
    pub transform: &'static str,
    /// How many different boards the symmetries make of the position.
    pub orbit: usize,
}

/// The symmetries of the board that leave a position as it is, the identity first: moves that they map onto each other are
/// alike.
#[derive(Clone, Debug)]
pub struct Stabiliser<'a> {
    symmetries: Vec<&'a Symmetry>,
}

impl<'a> Stabiliser<'a> {
    /// Whether no two moves are alike.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.symmetries.len() == 1
    }

    /// The lowest of the cells that are like this one: the name of its class.
    #[must_use]
    pub fn class(&self, cell: Cell) -> Cell {
        self.symmetries.iter().map(|symmetry| symmetry.image(cell)).min().unwrap_or(cell)
    }

    /// A symmetry that takes one cell to the other, if they are alike.
    #[must_use]
    pub fn between(&self, from: Cell, to: Cell) -> Option<&'a Symmetry> {
        self.symmetries.iter().copied().find(|symmetry| symmetry.image(from) == to)
    }
}

/// Cells in a base-3 id that a double still holds exactly: 3^33 < 2^53.
const STATE_ID_CELLS_MAX: usize = 33;

impl Position {
    /// The board as a number: digit `c` of its base-3 form is 0 for an empty cell `c`, 1 for X, 2 for O. `None` on
    /// boards of more than 33 cells, whose numbers a double would not hold exactly.
    #[must_use]
    pub fn state_id(&self) -> Option<u64> {
        state_id(self.cells())
    }

    /// A key that the position shares with its images under the board's symmetries, and with (hardly) any other.
    #[must_use]
    pub fn class_key(&self) -> u64 {
        let stones = || self.cells().iter().enumerate().filter_map(|(cell, &stone)| Some((cell, stone?.index())));
        let keys = &self.game().stone_keys;
        let images = self.game().symmetries().iter();
        let of_image =
            |symmetry: &Symmetry| stones().fold(0, |key, (cell, player)| key ^ keys[symmetry.image(cell)][player]);
        let turn = self.turn().index() as u64;
        super::zobrist::mix(images.map(of_image).min().unwrap_or_default() ^ turn)
    }

    /// Whether the symmetry leaves the board as it is.
    #[must_use]
    pub fn is_fixed_by(&self, symmetry: &Symmetry) -> bool {
        self.cells().iter().enumerate().all(|(cell, &stone)| self.cell(symmetry.image(cell)) == stone)
    }

    /// The symmetries that leave the position as it is.
    #[must_use]
    pub fn stabiliser(&self) -> Stabiliser<'_> {
        Stabiliser {
            symmetries: self.game().symmetries().iter().filter(|symmetry| self.is_fixed_by(symmetry)).collect(),
        }
    }

    /// The board under the symmetry that gives it the lowest state id.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        let images = self.game().symmetries().iter().map(|symmetry| {
            let mut image = vec![None; self.cells().len()];
            for (cell, &stone) in self.cells().iter().enumerate() {
                image[symmetry.image(cell)] = stone;
            }
            (image, symmetry.name())
        });
        let mut images: Vec<_> = images.collect();
        // The last cell is the most significant digit; sorting is stable, so that the identity wins a tie.
        images.sort_by(|(a, _), (b, _)| a.iter().rev().map(digit).cmp(b.iter().rev().map(digit)));
        let (cells, transform) = images[0].clone();
        images.dedup_by(|(a, _), (b, _)| a == b);
        Canonical {
            board: cells.iter().map(|cell| cell.map_or('.', Player::symbol)).collect(),
            state_id: state_id(&cells),
            transform,
            orbit: images.len(),
        }
    }
}

fn digit(stone: &Option<Player>) -> u64 {
    stone.map_or(0, |player| player.index() as u64 + 1)
}

fn state_id(cells: &[Option<Player>]) -> Option<u64> {
    (cells.len() <= STATE_ID_CELLS_MAX).then(|| cells.iter().rev().fold(0, |id, stone| 3 * id + digit(stone)))
}
