//! The opening book of Connect Four: the exact scores of all positions up to a ply.
//!
//! The file holds the scores of the plies up to `STORED_MAX` and of the last ply; the scores of plies between follow by playing
//! all moves up to the last ply. It does not hold the positions: `rank` numbers them.
//!
//! | file | contents |
//! |---|---|
//! | `positions`, `rank` | the positions of a ply, and their numbers |
//! | `level` | the scores of a ply |
//! | `model`, `fit` | what to expect of a score: contexts, and their weights |
//! | `variations` | variations of best play, a file of its own |
//! | `codes`, `statistics`, `rans` | blocks of codes, how often symbols occur, the coder |
//! | `file`, `generate`, `generate_variations` | the form of both files, and how they are made |
//!
//! The file of the scores, `C4B2`, contains the levels, by ascending ply.

mod codes;
mod error;
mod file;
mod fit;
mod generate;
mod generate_variations;
mod level;
mod model;
mod positions;
mod rank;
mod rans;
mod statistics;
pub mod variations;

pub use error::BookError;
pub use generate::{Progress, generate, solve_ply};
pub use generate_variations::generate_variations;
pub use positions::positions;

use self::level::Level;
use self::positions::{children, from_key};
use super::gravity::Position;
use std::sync::LazyLock;

const MAGIC: &[u8; 4] = b"C4B2";
/// The plies up to this one are stored, so that no position needs many of the last ply.
const STORED_MAX: u32 = 8;

static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
    Book::from_bytes(include_bytes!("connect-four.book")).expect("the embedded book is whole; a test checks it")
});

/// Exact scores of the positions up to a ply.
pub struct Book<'a> {
    /// By ascending ply, from 0 on.
    levels: Vec<Level<'a>>,
}

impl<'a> Book<'a> {
    /// Reads a book that [`to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are not a book, or damaged.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Book<'a>, BookError> {
        let mut rest = file::open(bytes, MAGIC)?;
        let mut levels: Vec<Level> = Vec::new();
        while !rest.is_empty() {
            let level;
            (level, rest) = Level::from_bytes(rest)?;
            levels.push(level);
        }
        let plies: Vec<u32> = levels.iter().map(|level| level.ply).collect();
        let ply = plies.last().copied().ok_or(BookError::Length)?;
        if plies == stored(ply) { Ok(Book { levels }) } else { Err(BookError::Length) }
    }

    /// The exact score for the side to move, in the convention of [`Solver::solve`](super::gravity::Solver::solve). `None` if
    /// the position is not in the book.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i8> {
        let is_early = position.is_connect_four() && position.stones() <= self.ply_max();
        (is_early && rank::is_reachable(position)).then(|| self.score_of_reachable(position))
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

/// The plies that the file of a book up to `ply` holds.
fn stored(ply: u32) -> Vec<u32> {
    (0..=ply).filter(|&other| other <= STORED_MAX || other == ply).collect()
}

/// The contents of a book file, from the scores of all positions after `ply` stones in the order of [`positions`].
#[must_use]
pub fn to_bytes(ply: u32, scores: &[i8]) -> Vec<u8> {
    let mut levels = Vec::new();
    let mut known: Option<Scored> = None;
    for (ply, keys) in (0..).zip(positions(ply)).collect::<Vec<_>>().into_iter().rev() {
        let scores = match &known {
            None => scores.to_vec(),
            Some(next) => keys.iter().map(|&key| best_score(&from_key(key), next)).collect(),
        };
        let scored = Scored { keys, scores };
        levels.push((ply, level::to_bytes(ply, |position| scored.score(position))));
        known = Some(scored);
    }
    let stored = stored(ply);
    let kept = levels.into_iter().rev().filter(|(ply, _)| stored.contains(ply));
    let levels: Vec<u8> = kept.flat_map(|(_, bytes)| bytes).collect();
    file::with_contents(MAGIC, &levels)
}

/// All positions of a ply, with their scores.
struct Scored {
    keys: Vec<u64>,
    scores: Vec<i8>,
}

impl Scored {
    fn score(&self, position: &Position) -> Option<i8> {
        Some(self.scores[self.keys.binary_search(&position.key()).ok()?])
    }
}

/// The best of the moves, from the scores of the next ply.
fn best_score(position: &Position, next: &Scored) -> i8 {
    if let Some(score) = position.winning_score() {
        return score;
    }
    let scores = children(position).map(|child| -next.score(&child).expect("all children are listed"));
    scores.max().expect("the board is not full this early")
}
