//! Keys of all images of a position under the symmetries of the board. Positions that are equal up to symmetry have equal
//! values and share an entry of the transposition table.

use crate::game::zobrist::mix;
use crate::game::{Cell, Player, Position, subgroup};

/// The symmetries of a square. A list of lines may have more: then a group of this size is used.
const SYMMETRIES_MAX: usize = 8;
/// Larger boards do not use symmetry: images hardly ever meet there.
const SYMMETRIC_CELLS_MAX: usize = 64;

/// The keys of one position, updated stone by stone. They leave out the side to move: within a search the number of stones
/// determines it.
#[derive(Debug)]
pub(super) struct Images {
    /// `stones[cell][player][symmetry]`; empty if symmetry is not used.
    stones: Vec<[[u64; SYMMETRIES_MAX]; 2]>,
    /// `images[symmetry][cell]`, and the inverse permutations.
    images: Vec<Vec<u16>>,
    origins: Vec<Vec<u16>>,
    keys: [u64; SYMMETRIES_MAX],
}

/// The canonical image of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    pub key: u64,
    symmetry: usize,
}

impl Images {
    pub(super) fn of(position: &Position) -> Images {
        let mut found =
            Images { stones: Vec::new(), images: Vec::new(), origins: Vec::new(), keys: [0; SYMMETRIES_MAX] };
        let cells = position.rules().cells();
        if cells > SYMMETRIC_CELLS_MAX {
            return found;
        }
        for symmetry in subgroup(position.game().symmetries(), SYMMETRIES_MAX) {
            let image: Vec<u16> = (0..cells).map(|cell| symmetry.image(cell) as u16).collect();
            let mut origin = vec![0; cells];
            for (cell, &to) in image.iter().enumerate() {
                origin[usize::from(to)] = cell as u16;
            }
            found.images.push(image);
            found.origins.push(origin);
        }
        found.stones = vec![[[0; SYMMETRIES_MAX]; 2]; cells];
        for (cell, stones) in found.stones.iter_mut().enumerate() {
            for (player, keys) in stones.iter_mut().enumerate() {
                for (key, image) in keys.iter_mut().zip(&found.images) {
                    *key = mix(2 * u64::from(image[cell]) + player as u64);
                }
            }
        }
        for (cell, stone) in position.cells().iter().enumerate() {
            if let Some(player) = *stone {
                found.toggle(cell, player);
            }
        }
        found
    }

    /// Adds or removes a stone.
    #[inline]
    pub(super) fn toggle(&mut self, cell: Cell, player: Player) {
        if let Some(stones) = self.stones.get(cell) {
            for (key, stone) in self.keys.iter_mut().zip(&stones[player.index()]) {
                *key ^= stone;
            }
        }
    }

    /// The canonical image: the one with the lowest key.
    #[inline]
    pub(super) fn canonical(&self, position: &Position) -> Image {
        if self.stones.is_empty() {
            return Image { key: position.key(), symmetry: 0 };
        }
        let mut least = Image { key: self.keys[0], symmetry: 0 };
        for (symmetry, &key) in self.keys.iter().enumerate().take(self.images.len()).skip(1) {
            if key < least.key {
                least = Image { key, symmetry };
            }
        }
        least
    }

    /// Maps a cell of the position to the image.
    #[inline]
    pub(super) fn image_cell(&self, image: Image, cell: Cell) -> Cell {
        self.images.get(image.symmetry).map_or(cell, |images| Cell::from(images[cell]))
    }

    /// Maps a cell of the image to the position.
    #[inline]
    pub(super) fn original_cell(&self, image: Image, cell: Cell) -> Cell {
        self.origins.get(image.symmetry).map_or(cell, |origins| Cell::from(origins[cell]))
    }
}
