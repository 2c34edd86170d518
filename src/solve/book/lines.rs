//! Lines of best play from the opening, where solving takes longest.
//!
//! For every position after [`PLY`] stones, by ascending key, the file holds the moves from [`STORED_FROM`] stones up to
//! [`STONES_MAX`]; from there solving is quick, and the moves before follow from the book. A move is stored as its index among
//! the moves that do not lose at once, in as few bits as their number needs, the lowest bits of a byte first. A single choice
//! takes no bits.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | `C4L2` |
//! | 4 | number of lines, little-endian |
//! | 8 | checksum, little-endian: XXH3, 64 bits, of the rest |
//! | 1 a line | number of its bits |
//! | rest | the moves |
//!
//! An empty file holds no lines. A new book starts with an empty file.

use std::sync::LazyLock;

use super::positions::{from_key, positions};
use super::{Book, BookError, checksum};
use crate::solve::gravity::Position;

/// Stones of the positions that have a line.
pub const PLY: u32 = 6;
/// The moves up to this many stones follow from the book: of the best ones the lowest cell.
pub const STORED_FROM: u32 = 8;
/// Stones of the positions where the lines end.
pub const STONES_MAX: u32 = 22;

const MAGIC: &[u8; 4] = b"C4L2";
const HEADER_BYTES: usize = 16;

static EMBEDDED: LazyLock<Lines<'static>> = LazyLock::new(|| {
    Lines::from_bytes(include_bytes!("connect-four.lines"), Book::embedded())
        .expect("the embedded lines are whole; a test checks it")
});

/// The lines of best play from the positions after [`PLY`] stones.
pub struct Lines<'a> {
    book: &'a Book<'a>,
    /// The keys of the positions that have a line, ascending.
    keys: Vec<u64>,
    /// The first bit of each line, and the end of the last.
    starts: Vec<u32>,
    packed: &'a [u8],
}

impl Lines<'static> {
    /// The embedded lines.
    #[must_use]
    pub fn embedded() -> &'static Lines<'static> {
        &EMBEDDED
    }
}

impl<'a> Lines<'a> {
    /// Reads lines that [`to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are damaged, or not lines of this book.
    pub fn from_bytes(bytes: &'a [u8], book: &'a Book<'a>) -> Result<Lines<'a>, BookError> {
        if bytes.is_empty() {
            return Ok(Lines { book, keys: Vec::new(), starts: vec![0], packed: &[] });
        }
        let (header, rest) = bytes.split_at_checked(HEADER_BYTES).ok_or(BookError::Header)?;
        if &header[..4] != MAGIC {
            return Err(BookError::Header);
        }
        if header[8..] != checksum(rest).to_le_bytes() {
            return Err(BookError::Checksum);
        }
        let keys: Vec<u64> = starts().map(|start| start.key()).collect();
        let (lengths, packed) = rest.split_at_checked(keys.len()).ok_or(BookError::Length)?;
        let mut starts = vec![0];
        let mut end = 0;
        for &length in lengths {
            end += u32::from(length);
            starts.push(end);
        }
        let is_whole = header[4..8] == (keys.len() as u32).to_le_bytes() && packed.len() == end.div_ceil(8) as usize;
        if is_whole { Ok(Lines { book, keys, starts, packed }) } else { Err(BookError::Length) }
    }

    /// All lines, by ascending key.
    #[must_use]
    pub fn columns(&self) -> Vec<Vec<u8>> {
        (0..self.keys.len()).filter_map(|index| self.unpack(index)).collect()
    }

    /// The line of a position, as columns. Mirror images have mirrored lines.
    #[must_use]
    pub fn line(&self, position: &Position) -> Option<Vec<usize>> {
        if position.stones() != PLY || !position.is_connect_four() {
            return None;
        }
        let index = self.keys.binary_search(&position.key()).ok()?;
        let last = position.width() - 1;
        let image =
            |&column: &u8| if position.is_mirrored() { last - usize::from(column) } else { usize::from(column) };
        Some(self.unpack(index)?.iter().map(image).collect())
    }

    /// The columns of a line. `None` if its bits are no line of this book.
    fn unpack(&self, index: usize) -> Option<Vec<u8>> {
        let mut at = self.starts[index] as usize;
        let mut number = |count: usize| {
            let width = width(count);
            let value = (at..at + width).rev().fold(0, |value, bit| {
                let byte = self.packed.get(bit / 8).copied().unwrap_or_default();
                value << 1 | usize::from(byte >> (bit % 8) & 1)
            });
            at += width;
            value
        };
        let mut line = opening(self.book, from_key(self.keys[index]));
        let mut position = line.end;
        while let Some(choices) = choices(&position) {
            let column = *choices.get(number(choices.len()))?;
            line.columns.push(column as u8);
            let Some(next) = position.play(column) else { break };
            position = next;
        }
        (at == self.starts[index + 1] as usize).then_some(line.columns)
    }
}

/// The contents of a file with these lines, in the order of the book.
///
/// # Panics
/// If a line contradicts the book, or contains an avoidable move that loses at once.
#[must_use]
pub fn to_bytes(lines: &[Vec<u8>], book: &Book) -> Vec<u8> {
    let (mut bits, mut lengths) = (Vec::new(), Vec::new());
    for (start, line) in starts().zip(lines) {
        let opening = opening(book, start);
        let before = bits.len();
        let mut position = opening.end;
        let mut rest = line.iter().skip(opening.columns.len());
        assert!(line.starts_with(&opening.columns), "the book begins otherwise");
        while let Some(choices) = choices(&position) {
            let column = usize::from(*rest.next().expect("the line goes on"));
            let place = choices.iter().position(|&choice| choice == column).expect("a sensible move");
            bits.extend((0..width(choices.len())).map(|bit| place >> bit & 1 == 1));
            let Some(next) = position.play(column) else { break };
            position = next;
        }
        lengths.push((bits.len() - before) as u8);
    }
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
    let mut bytes = MAGIC.to_vec();
    bytes.extend((lengths.len() as u32).to_le_bytes());
    let rest: Vec<u8> = lengths.into_iter().chain(bits.chunks(8).map(byte)).collect();
    bytes.extend(checksum(&rest).to_le_bytes());
    bytes.extend(rest);
    bytes
}

/// The positions that have a line, by ascending key.
pub(super) fn starts() -> impl Iterator<Item = Position> {
    positions(PLY).pop().unwrap_or_default().into_iter().map(from_key)
}

/// The part of a line that follows from the book.
pub(super) struct Opening {
    pub columns: Vec<u8>,
    pub end: Position,
    /// The score of the end, for the side to move.
    pub score: i8,
}

/// Best play according to the book; of equal moves the lowest cell.
pub(super) fn opening(book: &Book, start: Position) -> Opening {
    let mut opening = Opening { columns: Vec::new(), end: start, score: book.score(&start).unwrap_or_default() };
    while opening.end.stones() < STORED_FROM.min(book.ply_max()) && opening.end.winning_score().is_none() {
        let keeps =
            |&column: &usize| opening.end.play(column).and_then(|next| book.score(&next)) == Some(-opening.score);
        let Some(column) = opening.end.columns_by_cell().find(keeps) else { break };
        let Some(next) = opening.end.play(column) else { break };
        opening.columns.push(column as u8);
        (opening.end, opening.score) = (next, -opening.score);
    }
    opening
}

/// The candidates for the next move of a line, by ascending cell; `None` at the end of the line.
pub(super) fn choices(position: &Position) -> Option<Vec<usize>> {
    let ends = position.stones() >= STONES_MAX || position.winning_score().is_some() || !position.has_open_line();
    if ends {
        return None;
    }
    let choices: Vec<usize> = position.columns_by_cell().filter(|&column| !position.loses_at(column)).collect();
    // If every move loses at once, the lowest cell is played.
    Some(if choices.is_empty() { position.columns_by_cell().take(1).collect() } else { choices })
}

/// Bits for the numbers below `count`.
fn width(count: usize) -> usize {
    count.next_power_of_two().ilog2() as usize
}
