//! The scores of one ply as bytes; the engine's `level` describes the form.

use inarow_engine::solve::book::format::{Features, GROUPS, Prediction, SYMBOLS_MAX, blocks, board, walk};
use inarow_engine::solve::gravity::Position;

use super::codes;
use super::fit::Samples;

/// The number of facts that predict the scores of a ply: those whose weights take fewer bytes than they spare.
fn groups(ply: u32) -> usize {
    match ply {
        0..=4 => 1,
        5..=8 => 4,
        _ => GROUPS,
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
    let groups = groups(ply);
    let mut samples = Samples::default();
    scores.for_each(|features, score| {
        if let Some(score) = score {
            samples.push(features, (score - lowest) as usize);
        }
    });
    let weights = samples.weights(symbols, groups);
    let prediction = Prediction::new(symbols, groups, &weights);
    let codes = codes::to_bytes(scores.masks.iter().map(|&mask| {
        let mut intervals = Vec::new();
        scores.for_block(mask, |features, score| {
            let likelihoods = prediction.of(features);
            // Boards that no game reaches take the likeliest symbol.
            let symbol = score.map_or_else(|| likelihoods.likeliest(), |score| (score - lowest) as usize);
            intervals.push(likelihoods.interval(symbol));
            lowest + symbol as i8
        });
        intervals
    }));
    let mut bytes = vec![ply as u8, lowest as u8, symbols as u8, groups as u8];
    bytes.extend(weights.iter().map(|&weight| weight as u8));
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
}
