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
//! | 2 × blocks | words of each block |
//! | 2 × words | the blocks |
//!
//! Numbers are little-endian. Boards that no game reaches take the code that costs least. Scores that follow from a win with one
//! of the next two moves have no code.

use std::sync::OnceLock;

use super::error::BookError;
use super::fit;
use super::model::{FEATURES, Features, Model, static_score, walk};
use super::positions::{PLY_MAX, SHAPE, board};
use super::rank::{block_and_word, blocks, rank, words_of_block};
use super::rans::{self, Decoder};
use crate::solve::gravity::{Node, Position};

const HEADER_BYTES: usize = 4 + 2 * FEATURES;
const SYMBOLS_MAX: usize = 64;
/// From this ply on there are enough scores for the statistics of more contexts.
const NEAREST_PLY_MIN: u32 = 10;

pub(super) struct Level<'a> {
    pub(super) ply: u32,
    lowest: i8,
    model: Model,
    /// The occupied cells of each block.
    masks: Vec<u64>,
    /// Where each block starts among the codes, and their end.
    starts: Vec<u32>,
    codes: &'a [u8],
    /// Bits of a decoded score.
    width: u32,
    decoded: Vec<OnceLock<Box<[u64]>>>,
}

impl<'a> Level<'a> {
    /// Reads a level, and returns the bytes after it.
    pub(super) fn from_bytes(bytes: &'a [u8]) -> Result<(Level<'a>, &'a [u8]), BookError> {
        let take = |bytes: &'a [u8], count: usize| bytes.split_at_checked(count).ok_or(BookError::Length);
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
        model.set_frequencies(frequencies);
        let masks = blocks(ply);
        let (sizes, rest) = take(rest, 2 * masks.len())?;
        let mut starts = vec![0];
        let mut end = 0;
        for size in sizes.chunks_exact(2) {
            end += 2 * u32::from(u16::from_le_bytes([size[0], size[1]]));
            starts.push(end);
        }
        let (codes, rest) = take(rest, end as usize)?;
        let decoded = masks.iter().map(|_| OnceLock::new()).collect();
        let width = symbols.next_power_of_two().ilog2().max(1);
        Ok((Level { ply, lowest: header[1] as i8, model, masks, starts, codes, width, decoded }, rest))
    }

    /// The score of a position of this ply that a game reaches.
    pub(super) fn score(&self, position: &Position) -> i8 {
        let node = Node::root(SHAPE, position.mover, position.mask);
        if let Some(score) = static_score(&node, position.mask) {
            return score;
        }
        let (mask, word) = block_and_word(position);
        let Ok(block) = self.masks.binary_search(&mask) else { unreachable!("each set of heights has a block") };
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
        let codes = &self.codes[self.starts[block] as usize..self.starts[block + 1] as usize];
        let mut decoder = Decoder::new(codes);
        let (last, _) = self.place(words_of_block(self.ply) - 1);
        let mut decoded = vec![0; last + 1].into_boxed_slice();
        walk(self.masks[block], |rank, _, features| {
            let context = self.model.context(features);
            let symbol = self.model.symbol_at(context, decoder.slot());
            decoder.advance(self.model.interval(context, symbol));
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
        model.set_frequencies(&frequencies);
        frequencies = scores.frequencies(&model, lowest);
    }
    model.set_frequencies(&frequencies);

    let (mut sizes, mut codes) = (Vec::new(), Vec::new());
    for &mask in &scores.masks {
        let mut intervals = Vec::new();
        scores.for_symbols(mask, &model, lowest, |context, symbol| intervals.push(model.interval(context, symbol)));
        let words = rans::encode(&intervals);
        sizes.extend((words.len() as u16).to_le_bytes());
        codes.extend(words.into_iter().flat_map(u16::to_le_bytes));
    }
    let mut bytes = vec![ply as u8, lowest as u8, symbols as u8, by_nearest.into()];
    bytes.extend(model.weights.iter().flat_map(|weight| weight.to_le_bytes()));
    for part in [frequencies, sizes, codes] {
        bytes.extend(part);
    }
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
            let symbol = score.map_or_else(|| model.likeliest(context), |score| (score - lowest) as usize);
            see(context, symbol);
            lowest + symbol as i8
        });
    }

    /// For each context the relative frequencies of the symbols.
    fn frequencies(&self, model: &Model, lowest: i8) -> Vec<u8> {
        let mut counts = vec![0u32; model.contexts() * model.symbols];
        for &mask in &self.masks {
            self.for_symbols(mask, model, lowest, |context, symbol| counts[context * model.symbols + symbol] += 1);
        }
        let relative = |of_context: &[u32]| {
            let most = f64::from(of_context.iter().copied().max().unwrap_or_default().max(1));
            let relative = |&count: &u32| (f64::from(count) * 255.0 / most).round().max(1.0) as u8;
            of_context.iter().map(relative).collect::<Vec<u8>>()
        };
        counts.chunks_exact(model.symbols).flat_map(relative).collect()
    }
}
