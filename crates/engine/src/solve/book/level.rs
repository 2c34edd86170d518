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

use super::codes::{self, Codes};
use super::error::{BookError, take};
use super::fit;
use super::model::{FEATURES, Features, Model, static_score, walk};
use super::positions::{PLY_MAX, SHAPE, board};
use super::rank::{block_and_word, blocks, rank, words_of_block};
use super::statistics::relative;
use crate::solve::gravity::{Node, Position};

const HEADER_BYTES: usize = 4 + 2 * FEATURES;
const SYMBOLS_MAX: usize = 64;
/// From this ply on there are enough scores for the statistics of more contexts.
const NEAREST_PLY_MIN: u32 = 10;

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

/// The bytes of a level, from the scores of its positions.
///
/// # Panics
/// If the scores span more than 64 values.
pub(super) fn to_bytes(ply: u32, score_of: impl Fn(&Position) -> Option<i8>) -> Vec<u8> {
    let scores = Scores { masks: blocks(ply), score_of };
    let (mut lowest, mut highest) = (i8::MAX, i8::MIN);
    scores.for_each(|_, score| {
        (lowest, highest) = (lowest.min(score.unwrap_or(lowest)), highest.max(score.unwrap_or(highest)));
    });
    if lowest > highest {
        (lowest, highest) = (0, 0);
    }
    let symbols = (highest - lowest) as usize + 1;
    assert!(symbols <= SYMBOLS_MAX, "scores from {lowest} to {highest}");
    let by_nearest = ply >= NEAREST_PLY_MIN;
    let mut model = Model::new(fit::weights(|see| scores.for_each(see)), by_nearest, symbols);
    // At first no code is cheaper than another. Then boards that no game reaches take the likeliest codes, and count as such.
    let mut frequencies = vec![1; model.contexts() * symbols];
    for _ in 0..2 {
        model.statistics.set_frequencies(&frequencies);
        frequencies = scores.frequencies(&model, lowest);
    }
    model.statistics.set_frequencies(&frequencies);
    let codes = codes::to_bytes(scores.masks.iter().map(|&mask| {
        let mut intervals = Vec::new();
        let mut see = |context, symbol| intervals.push(model.statistics.interval(context, symbol));
        scores.for_symbols(mask, &model, lowest, &mut see);
        intervals
    }));
    let mut bytes = vec![ply as u8, lowest as u8, symbols as u8, by_nearest.into()];
    bytes.extend(model.weights.iter().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend(frequencies);
    bytes.extend(codes);
    bytes
}

/// The scores of a ply that are to be coded.
struct Scores<S> {
    masks: Vec<u64>,
    score_of: S,
}

impl<S: Fn(&Position) -> Option<i8>> Scores<S> {
    /// Calls `code` for the boards of a block; it gets the score if a game reaches the board, and returns the one that is coded.
    fn for_block(&self, mask: u64, mut code: impl FnMut(&Features, Option<i8>) -> i8) {
        walk(mask, |_, mover, features| code(features, (self.score_of)(&board(mover, mask))));
    }

    /// As for each block; boards that no game reaches count as their nearest board.
    fn for_each(&self, mut see: impl FnMut(&Features, Option<i8>)) {
        for &mask in &self.masks {
            self.for_block(mask, |features, score| {
                see(features, score);
                score.unwrap_or(features.nearest)
            });
        }
    }

    /// Calls `see` with each context and symbol of a block. Boards that no game reaches take the likeliest symbol.
    fn for_symbols(&self, mask: u64, model: &Model, lowest: i8, mut see: impl FnMut(usize, usize)) {
        self.for_block(mask, |features, score| {
            let context = model.context(features);
            let symbol = score.map_or_else(|| model.statistics.likeliest(context), |score| (score - lowest) as usize);
            see(context, symbol);
            lowest + symbol as i8
        });
    }

    /// For each context the relative frequencies of the symbols.
    fn frequencies(&self, model: &Model, lowest: i8) -> Vec<u8> {
        let symbols = model.statistics.symbols;
        let mut counts = vec![0u32; model.contexts() * symbols];
        for &mask in &self.masks {
            self.for_symbols(mask, model, lowest, |context, symbol| counts[context * symbols + symbol] += 1);
        }
        relative(&counts, symbols)
    }
}
