//! A game: its rules compiled into tables.

use super::symmetry::{Symmetry, symmetries};
use super::{Lines, Rules, zobrist};

/// The rules with their tables: lines, symmetries, Zobrist keys.
#[derive(Debug)]
pub struct Game {
    rules: Rules,
    lines: Lines,
    symmetries: Vec<Symmetry>,
    pub(super) stone_keys: Vec<[u64; 2]>,
}

impl Game {
    /// Compiles the rules. [`Game::shared`] compiles the same rules once.
    #[must_use]
    pub fn new(rules: &Rules) -> Game {
        Game {
            lines: Lines::new(rules),
            symmetries: symmetries(rules),
            stone_keys: zobrist::stone_keys(rules.cells()),
            rules: rules.clone(),
        }
    }

    /// Bytes of the tables on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        let symmetries = self.symmetries.len() * self.rules.cells() * size_of::<u16>();
        self.lines.heap_bytes() + symmetries + self.stone_keys.len() * size_of::<[u64; 2]>()
    }

    /// The rules.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The lines of the board.
    #[inline]
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The symmetries of the board, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}
