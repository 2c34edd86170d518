//! The opening book of Connect Four: the exact scores of all positions up to a ply.
//!
//! The file holds the scores of the plies up to `STORED_MAX` and of the last ply; the scores of plies between follow by playing
//! all moves up to the last ply. It does not hold the positions: `rank` numbers them.
//!
//! | file | contents |
//! |---|---|
//! | `positions`, `rank` | the positions of a ply, and their numbers |
//! | `level` | the scores of a ply |
//! | `model`, `prediction` | the facts about a board, and how likely they make each score |
//! | `variations` | variations of best play, a file of its own |
//! | `codes`, `statistics`, `rans` | blocks of codes, how often the symbols of variations occur, the decoder |
//! | `file` | the form of both files |
//!
//! The file of the scores, `C4B3`, contains the levels, by ascending ply. The crate `inarow-workbench` makes both files.

mod codes;
mod error;
mod file;
mod level;
mod model;
mod positions;
mod prediction;
mod rank;
mod rans;
mod statistics;
mod variations;

pub use error::BookError;
pub use positions::positions;
pub use variations::Variations;

/// The form of the files, for the crate `inarow-workbench`, which makes them. Other callers have no use for it, and it may
/// change with every version.
#[doc(hidden)]
pub mod format {
    pub use super::file::{BOOK_MAGIC, VARIATIONS_MAGIC, checksum, stored};
    pub use super::model::{Features, GROUPS, walk};
    pub use super::positions::{board, children, from_key};
    pub use super::prediction::{Likelihoods, Prediction, STEPS_OF_BIT, SYMBOLS_MAX, likelihood};
    pub use super::rank::{blocks, is_reachable};
    pub use super::rans::{Decoder, Interval, SCALE_BITS, STATE_MIN};
    pub use super::statistics::Statistics;
    pub use super::variations::{COLUMNS, SPANS, Span, goes_on, opening, starts, starts_of_block};
}

use self::file::BOOK_MAGIC;
use self::level::Level;
use self::positions::{children, from_key};
use super::gravity::Position;
use std::sync::LazyLock;

static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
    Book::from_bytes(include_bytes!("connect-four.book")).expect("the embedded book is whole; a test checks it")
});

/// Exact scores of the positions up to a ply.
pub struct Book<'a> {
    /// The levels by ascending ply, from 0 on.
    levels: Vec<Level<'a>>,
}

impl<'a> Book<'a> {
    /// Reads the file of a book.
    ///
    /// # Errors
    /// The bytes are not a book, or damaged.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Book<'a>, BookError> {
        let mut rest = file::open(bytes, BOOK_MAGIC)?;
        let mut levels: Vec<Level> = Vec::new();
        while !rest.is_empty() {
            let level;
            (level, rest) = Level::from_bytes(rest)?;
            levels.push(level);
        }
        let plies: Vec<u32> = levels.iter().map(|level| level.ply).collect();
        let ply = plies.last().copied().ok_or(BookError::Length)?;
        if plies == file::stored(ply) { Ok(Book { levels }) } else { Err(BookError::Length) }
    }

    /// The exact score for the side to move, in the convention of [`Solver::solve`](super::gravity::Solver::solve). `None` if
    /// the position is not in the book.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i8> {
        let is_early = position.is_connect_four() && position.stones() <= self.ply_max();
        (is_early && rank::is_reachable(position)).then(|| self.score_of_reachable(position))
    }

    /// Whether every position after one move is in the book.
    #[must_use]
    pub fn has_next(&self, position: &Position) -> bool {
        position.is_connect_four() && position.stones() < self.ply_max() && rank::is_reachable(position)
    }

    fn score_of_reachable(&self, position: &Position) -> i8 {
        if let Some(score) = position.winning_score() {
            return score;
        }
        let ply = position.stones();
        if let Ok(at) = self.levels.binary_search_by_key(&ply, |level| level.ply) {
            return self.levels[at].score(position);
        }
        children(position).map(|child| -self.score_of_reachable(&child)).max().unwrap_or_default()
    }

    /// The last ply whose positions are in the book.
    #[must_use]
    pub fn ply_max(&self) -> u32 {
        self.levels.last().map_or(0, |level| level.ply)
    }

    /// The scores of the positions after `ply` stones, in the order of [`positions`]. Enumerates the positions.
    #[must_use]
    pub fn scores(&self, ply: u32) -> Vec<i8> {
        let keys = if ply <= self.ply_max() { positions(ply).pop().unwrap_or_default() } else { Vec::new() };
        keys.into_iter().map(|key| self.score_of_reachable(&from_key(key))).collect()
    }
}

impl Book<'static> {
    /// The embedded book.
    #[must_use]
    pub fn embedded() -> &'static Book<'static> {
        &EMBEDDED
    }
}
