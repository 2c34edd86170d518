//! The opening book of Connect Four: the exact scores of all positions up to a ply.
//!
//! The file holds the scores of the last ply, six bits each, by ascending key of the position. It does not hold the keys:
//! [`positions`] enumerates them. Scores of earlier plies follow from those of their children.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | `C4B1` |
//! | 1 | ply |
//! | 4 | number of scores, little-endian |
//! | 8 | checksum of the scores, little-endian: FNV-1a, 64 bits, of the packed bytes |
//! | rest | score + 32, six bits each, the lowest bits of a byte first |

mod generate;
mod generate_lines;
pub mod lines;

pub use generate::{Progress, generate, solve_ply};
pub use generate_lines::generate_lines;

use super::gravity::Position;
use std::fmt;
use std::sync::LazyLock;

const MAGIC: &[u8; 4] = b"C4B1";
const HEADER_BYTES: usize = 17;
const SCORE_BITS: usize = 6;
const SCORE_OFFSET: i8 = 32;
/// Greatest ply of a book; a file that claims more is damaged.
const PLY_MAX: u32 = 12;

static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
    Book::from_bytes(include_bytes!("connect-four.book")).expect("the embedded book is whole; a test checks it")
});

/// Exact scores of the positions up to a ply.
pub struct Book {
    /// For each ply, the keys in ascending order and the score for each.
    levels: Vec<Level>,
}

pub(super) struct Level {
    pub(super) keys: Vec<u64>,
    pub(super) scores: Vec<i8>,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The header is wrong.
    Header,
    /// The number of scores is not the number of positions, or the file is truncated.
    Length,
    /// The checksum of the scores is wrong.
    Checksum,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BookError::Header => "not an opening book: wrong header",
            BookError::Length => "the opening book is cut short or has scores for another number of positions",
            BookError::Checksum => "the opening book is damaged: wrong checksum",
        })
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The embedded book. The first call enumerates its positions, which takes tens of milliseconds.
    pub fn embedded() -> &'static Book {
        &EMBEDDED
    }

    /// Reads a book that [`to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let (header, packed) = bytes.split_at_checked(HEADER_BYTES).ok_or(BookError::Header)?;
        let ply = u32::from(header[4]);
        if &header[..4] != MAGIC || ply > PLY_MAX {
            return Err(BookError::Header);
        }
        let count = u32::from_le_bytes(header[5..9].try_into().expect("four bytes")) as usize;
        if packed.len() != (count * SCORE_BITS).div_ceil(8) {
            return Err(BookError::Length);
        }
        if header[9..] != checksum(packed).to_le_bytes() {
            return Err(BookError::Checksum);
        }
        let levels = positions(ply);
        if levels.last().map(Vec::len) != Some(count) {
            return Err(BookError::Length);
        }
        Ok(Book { levels: propagate(levels, unpack(packed, count)) })
    }

    /// The exact score for the side to move, in the convention of [`Solver::solve`](super::gravity::Solver::solve). `None` if
    /// the position is not in the book.
    pub fn score(&self, position: &Position) -> Option<i8> {
        if !position.is_connect_four() {
            return None;
        }
        let level = self.levels.get(position.stones() as usize)?;
        let index = level.keys.binary_search(&position.key()).ok()?;
        Some(level.scores[index])
    }

    /// The last ply whose positions are in the book.
    pub fn ply_max(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// The scores of the positions after `ply` stones, by ascending key.
    pub fn scores(&self, ply: u32) -> &[i8] {
        self.levels.get(ply as usize).map_or(&[], |level| &level.scores)
    }
}

/// The contents of a book file, from the scores of all positions after `ply` stones in the order of [`positions`].
pub fn to_bytes(ply: u32, scores: &[i8]) -> Vec<u8> {
    let mut packed = vec![0; (scores.len() * SCORE_BITS).div_ceil(8)];
    for (i, score) in scores.iter().enumerate() {
        let value = u16::from((score + SCORE_OFFSET) as u8) << (i * SCORE_BITS % 8);
        let at = i * SCORE_BITS / 8;
        packed[at] |= value as u8;
        if value > 0xFF {
            packed[at + 1] |= (value >> 8) as u8;
        }
    }
    let mut bytes = MAGIC.to_vec();
    bytes.push(ply as u8);
    bytes.extend((scores.len() as u32).to_le_bytes());
    bytes.extend(checksum(&packed).to_le_bytes());
    bytes.extend(packed);
    bytes
}

/// For each ply from 0 to `ply`, the ascending keys of the unfinished positions, mirror images once.
pub fn positions(ply: u32) -> Vec<Vec<u64>> {
    let mut levels = vec![vec![Position::connect_four().key()]];
    for _ in 0..ply {
        let last = levels.last().expect("the empty board is there");
        let mut next = Vec::with_capacity(last.len() * 7);
        for position in last.iter().map(|&key| from_key(key)) {
            next.extend(children(&position).map(|child| child.key()));
        }
        next.sort_unstable();
        next.dedup();
        levels.push(next);
    }
    levels
}

/// The positions after each move that does not win.
fn children(position: &Position) -> impl Iterator<Item = Position> {
    (0..position.width()).filter(|&column| !position.wins_at(column)).filter_map(|column| position.play(column))
}

fn from_key(key: u64) -> Position {
    Position::connect_four().with_key(key).expect("keys come from positions")
}

/// Computes the scores of all plies from those of the last: the score of a position is the best of its moves.
fn propagate(positions: Vec<Vec<u64>>, last: Vec<i8>) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::with_capacity(positions.len());
    let mut scores = last;
    for keys in positions.into_iter().rev() {
        if let Some(next) = levels.last() {
            scores = keys.iter().map(|&key| best_score(&from_key(key), next)).collect();
        }
        levels.push(Level { keys, scores: std::mem::take(&mut scores) });
    }
    levels.reverse();
    levels
}

fn best_score(position: &Position, next: &Level) -> i8 {
    if let Some(score) = position.winning_score() {
        return score;
    }
    children(position)
        .map(|child| -next.scores[next.keys.binary_search(&child.key()).expect("all children are listed")])
        .max()
        .expect("the board is not full this early")
}

fn unpack(packed: &[u8], count: usize) -> Vec<i8> {
    (0..count)
        .map(|i| {
            let at = i * SCORE_BITS / 8;
            let pair = u16::from_le_bytes([packed[at], packed.get(at + 1).copied().unwrap_or(0)]);
            (pair >> (i * SCORE_BITS % 8) & 63) as i8 - SCORE_OFFSET
        })
        .collect()
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
