//! The scores of one ply: a block of codes for each block of boards, decoded when a score in it is first wanted.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | stones on the boards |
//! | 1 | the lowest score that is coded |
//! | 1 | number of scores that are coded, at most 64 |
//! | 1 | whether contexts contain the score of the nearest board |
//! | 2 × features | their weights |
//! | contexts × scores | relative frequencies, at least 1 |
//! | rest | the scores, coded by `codes` |
//!
//! Numbers are little-endian. Boards that no game reaches take the code that costs least. Scores that follow from a win with one
//! of the next two moves have no code.

use std::sync::OnceLock;

use super::codes::Codes;
use super::error::{BookError, take};
use super::model::{FEATURES, Model, static_score, walk};
use super::positions::{PLY_MAX, SHAPE};
use super::rank::{block_and_word, rank, words_of_block};
use crate::solve::gravity::{Node, Position};

const HEADER_BYTES: usize = 4 + 2 * FEATURES;
/// Most values of the scores of a ply.
pub const SYMBOLS_MAX: usize = 64;

pub(super) struct Level<'a> {
    pub(super) ply: u32,
    lowest: i8,
    model: Model,
    codes: Codes<'a>,
    /// Bits of a decoded score.
    width: u32,
    decoded: Vec<OnceLock<Box<[u64]>>>,
}

impl<'a> Level<'a> {
    /// Reads a level, and returns the bytes after it.
    pub(super) fn from_bytes(bytes: &'a [u8]) -> Result<(Level<'a>, &'a [u8]), BookError> {
        let (header, rest) = take(bytes, HEADER_BYTES)?;
        let (ply, symbols) = (u32::from(header[0]), usize::from(header[2]));
        if ply > PLY_MAX as u32 || !(1..=SYMBOLS_MAX).contains(&symbols) {
            return Err(BookError::Header);
        }
        let mut weights = [0; FEATURES];
        for (weight, bytes) in weights.iter_mut().zip(header[4..].chunks_exact(2)) {
            *weight = i16::from_le_bytes([bytes[0], bytes[1]]);
        }
        let mut model = Model::new(weights, header[3] != 0, symbols);
        let (frequencies, rest) = take(rest, model.contexts() * symbols)?;
        model.statistics.set_frequencies(frequencies);
        let (codes, rest) = Codes::from_bytes(ply, rest)?;
        let decoded = codes.masks.iter().map(|_| OnceLock::new()).collect();
        let width = symbols.next_power_of_two().ilog2().max(1);
        Ok((Level { ply, lowest: header[1] as i8, model, codes, width, decoded }, rest))
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
            let context = self.model.context(features);
            let symbol = self.model.statistics.decode(context, &mut decoder);
            let (word, shift) = self.place(rank);
            decoded[word] |= (symbol as u64) << shift;
            self.lowest + symbol as i8
        });
        decoded
    }
}
