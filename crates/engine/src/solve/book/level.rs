//! The scores of one ply: a block of codes for each block of boards, decoded when a score in it is first wanted.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | stones on the boards |
//! | 1 | the lowest score that is coded |
//! | 1 | number of scores that are coded, at most 64 |
//! | 1 | number of facts that predict a score, at most `GROUPS` |
//! | rows of these facts × scores | their weights, signed |
//! | rest | the scores, coded by `codes` |
//!
//! Numbers are little-endian. Boards that no game reaches take the code that costs least. Scores that follow from a win with one
//! of the next two moves have no code.

use std::sync::OnceLock;

use super::codes::Codes;
use super::error::{BookError, take};
use super::model::{GROUPS, static_score, walk};
use super::positions::{PLY_MAX, SHAPE};
use super::prediction::{Prediction, SYMBOLS_MAX};
use super::rank::{block_and_word, rank, words_of_block};
use crate::solve::gravity::{Node, Position};

const HEADER_BYTES: usize = 4;

pub(super) struct Level<'a> {
    pub(super) ply: u32,
    lowest: i8,
    prediction: Prediction,
    codes: Codes<'a>,
    /// Bits of a decoded score.
    width: u32,
    decoded: Vec<OnceLock<Box<[u64]>>>,
}

impl<'a> Level<'a> {
    /// Reads a level, and returns the bytes after it.
    pub(super) fn from_bytes(bytes: &'a [u8]) -> Result<(Level<'a>, &'a [u8]), BookError> {
        let (header, rest) = take(bytes, HEADER_BYTES)?;
        let (ply, symbols, groups) = (u32::from(header[0]), usize::from(header[2]), usize::from(header[3]));
        if ply > PLY_MAX as u32 || !(1..=SYMBOLS_MAX).contains(&symbols) || groups > GROUPS {
            return Err(BookError::Header);
        }
        let (weights, rest) = take(rest, Prediction::size(symbols, groups))?;
        let prediction = Prediction::new(symbols, groups, bytemuck::cast_slice(weights));
        let (codes, rest) = Codes::from_bytes(ply, rest)?;
        let decoded = codes.masks.iter().map(|_| OnceLock::new()).collect();
        let width = symbols.next_power_of_two().ilog2().max(1);
        Ok((Level { ply, lowest: header[1] as i8, prediction, codes, width, decoded }, rest))
    }

    /// The score of a position of this ply that a game reaches.
    pub(super) fn score(&self, position: &Position) -> i8 {
        let node = Node::root(SHAPE, position.mover, position.mask);
        if let Some(score) = static_score(&node, position.mask) {
            return score;
        }
        let (mask, word) = block_and_word(position);
        let block = self.codes.block(mask);
        let decoded = self.decoded[block].get_or_init(|| self.decode(block));
        let (word, shift) = self.place(rank(word));
        let symbol = decoded[word] >> shift & ((1 << self.width) - 1);
        self.lowest + symbol as i8
    }

    /// The word of a decoded block with the score of a rank, and its first bit.
    fn place(&self, rank: usize) -> (usize, u32) {
        let in_word = (u64::BITS / self.width) as usize;
        (rank / in_word, (rank % in_word) as u32 * self.width)
    }

    fn decode(&self, block: usize) -> Box<[u64]> {
        let mut decoder = self.codes.decoder(block);
        let (last, _) = self.place(words_of_block(self.ply) - 1);
        let mut decoded = vec![0; last + 1].into_boxed_slice();
        walk(self.codes.masks[block], |rank, _, features| {
            let symbol = self.prediction.of(features).decode(&mut decoder);
            let (word, shift) = self.place(rank);
            decoded[word] |= (symbol as u64) << shift;
            self.lowest + symbol as i8
        });
        decoded
    }
}
