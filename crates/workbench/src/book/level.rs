//! The scores of one ply as bytes; the engine's `level` describes the form.

use inarow_engine::solve::book::format::{Features, Model, SYMBOLS_MAX, blocks, board, walk};
use inarow_engine::solve::gravity::Position;

use super::statistics::{likeliest, relative};
use super::{codes, fit};

/// From this ply on there are enough scores for the statistics of more contexts.
const NEAREST_PLY_MIN: u32 = 10;

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
            let symbol = score.map_or_else(|| likeliest(&model.statistics, context), |score| (score - lowest) as usize);
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
