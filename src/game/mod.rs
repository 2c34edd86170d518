//! What a game is: rules, lines, positions, symmetry, notation.
//!
//! Cells count from 0, row by row from the top left.

mod cache;
mod error;
mod lines;
pub mod notation;
mod perft;
mod player;
mod position;
mod reach;
mod rules;
mod setup;
mod symmetry;
pub mod zobrist;

use std::sync::Arc;

pub use error::{MoveError, SetupError};
pub use lines::Lines;
pub use perft::perft;
pub use player::Player;
pub use position::{Position, Status};
pub use rules::{Overline, Preset, Rules, RulesError, RulesSpec};
pub use setup::{Setup, SetupErrors};
pub use symmetry::{Canonical, Stabiliser, Symmetry};

/// Index of a cell: 0 is the top left, then row by row; below [`Rules::cells`].
pub type Cell = usize;

/// Rules compiled into the tables that play needs: lines, symmetries, keys.
#[derive(Debug)]
pub struct Game {
    rules: Rules,
    lines: Lines,
    symmetries: Vec<Symmetry>,
    stone_keys: Vec<[u64; 2]>,
}

impl Game {
    /// Compiles the rules. Callers that meet the same rules again use [`Game::shared`].
    #[must_use]
    pub fn new(rules: Rules) -> Game {
        Game {
            rules,
            lines: Lines::new(rules),
            symmetries: symmetry::symmetries(rules),
            stone_keys: zobrist::stone_keys(rules.cells()),
        }
    }

    /// The compiled rules from a cache: presets stay, other rules while those in use fit into a few megabytes.
    #[must_use]
    pub fn shared(rules: Rules) -> Arc<Game> {
        cache::shared(rules)
    }

    /// Bytes that the tables take on the heap.
    fn heap_bytes(&self) -> usize {
        let symmetries = self.symmetries.len() * self.rules.cells() * size_of::<u16>();
        self.lines.heap_bytes() + symmetries + self.stone_keys.len() * size_of::<[u64; 2]>()
    }

    #[inline]
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

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
