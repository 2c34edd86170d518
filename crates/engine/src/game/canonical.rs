//! Positions up to symmetry: canonical boards, classes of equivalent moves.

use std::borrow::Cow;

use super::symmetry::Symmetry;
use super::{Cell, Player, Position, zobrist};
use crate::sort;

/// The image of a position with the lowest state id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// Its board string.
    pub board: String,
    /// Its state id, see [`Position::state_id`].
    pub state_id: Option<u64>,
    /// The name of the symmetry that maps the position to it.
    pub transform: Cow<'static, str>,
    /// The number of different images of the position.
    pub orbit: usize,
}

/// The stabiliser of a position: the symmetries that map it to itself, the identity first. Moves that they map to each
/// other are equivalent.
#[derive(Clone, Debug)]
pub struct Stabiliser<'a> {
    symmetries: Vec<&'a Symmetry>,
}

impl<'a> Stabiliser<'a> {
    /// Whether no two moves are equivalent.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.symmetries.len() == 1
    }

    /// The lowest equivalent cell. It identifies the equivalence class.
    #[must_use]
    pub fn class(&self, cell: Cell) -> Cell {
        self.symmetries.iter().map(|symmetry| symmetry.image(cell)).min().unwrap_or(cell)
    }

    /// A symmetry that maps `from` to `to`, if they are equivalent.
    #[must_use]
    pub fn between(&self, from: Cell, to: Cell) -> Option<&'a Symmetry> {
        self.symmetries.iter().copied().find(|symmetry| symmetry.image(from) == to)
    }
}

/// Most cells of a board whose state ids a double holds exactly: 3^33 < 2^53.
const STATE_ID_CELLS_MAX: usize = 33;

impl Position {
    /// The board as a number in base 3: digit `c` is 0 if cell `c` is empty, 1 for X, 2 for O. `None` for boards of more than
    /// 33 cells, whose numbers a double does not hold exactly.
    #[must_use]
    pub fn state_id(&self) -> Option<u64> {
        state_id(self.cells())
    }

    /// A hash that the position shares with its images under the symmetries of the board.
    #[must_use]
    pub fn class_key(&self) -> u64 {
        let stones = || self.cells().iter().enumerate().filter_map(|(cell, &stone)| Some((cell, stone?.index())));
        let keys = &self.game().stone_keys;
        let images = self.game().symmetries().iter();
        let of_image =
            |symmetry: &Symmetry| stones().fold(0, |key, (cell, player)| key ^ keys[symmetry.image(cell)][player]);
        let turn = self.turn().index() as u64;
        zobrist::mix(images.map(of_image).min().unwrap_or_default() ^ turn)
    }

    /// Whether the symmetry maps the position to itself.
    #[must_use]
    pub fn is_fixed_by(&self, symmetry: &Symmetry) -> bool {
        self.cells().iter().enumerate().all(|(cell, &stone)| self.cell(symmetry.image(cell)) == stone)
    }

    /// The symmetries that map the position to itself.
    #[must_use]
    pub fn stabiliser(&self) -> Stabiliser<'_> {
        Stabiliser {
            symmetries: self.game().symmetries().iter().filter(|symmetry| self.is_fixed_by(symmetry)).collect(),
        }
    }

    /// The image with the lowest state id.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        let images = self.game().symmetries().iter().map(|symmetry| {
            let mut image = vec![None; self.cells().len()];
            for (cell, &stone) in self.cells().iter().enumerate() {
                image[symmetry.image(cell)] = stone;
            }
            (image, symmetry.to_name())
        });
        let mut images: Vec<_> = images.collect();
        // The last cell is the most significant digit. The sort is stable, so that the identity wins ties.
        sort::short_by(&mut images, |(a, _), (b, _)| a.iter().rev().map(digit).cmp(b.iter().rev().map(digit)));
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
