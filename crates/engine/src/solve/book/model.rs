//! What to expect of a score: the statistics of each context.
//!
//! A context is a rough prediction of the score and the score of a similar board in the same block. The prediction is linear in a
//! few [`Features`], with weights fitted to the scores. For each context the file has the frequencies of the scores.

use super::positions::{PLY_MAX, SHAPE};
use super::rank;
use super::statistics::Statistics;
use crate::solve::gravity::{Node, Shape as _};

/// Number of features.
pub const FEATURES: usize = 11;
/// Predictions are told apart by this many steps.
const STEPS: i32 = 16;
/// The steps cover the scores from minus this on to this.
const SPAN: i32 = 13;
/// Fractional bits of features, and of weights.
pub const FEATURE_BITS: u32 = 4;
pub const WEIGHT_BITS: u32 = 8;
/// Scores of similar boards, offset by 16.
const NEAREST: usize = 32;
/// The score that is expected before any is known.
const USUAL: i8 = 1;
/// No score: not decoded yet, or not a position.
const NONE: i8 = i8::MIN;
/// The rows in which the first player's threats count most.
const ODD_ROWS: u64 = 0b001_0101 * SHAPE_BOTTOM;
const SHAPE_BOTTOM: u64 = 0x0000_0408_1020_4081;

/// The facts about a board that predict its score.
pub struct Features {
    /// With [`FEATURE_BITS`] fractional bits.
    pub values: [i32; FEATURES],
    /// The score of the board that differs in two adjacent stones, as far up in the order of cells as there is one.
    pub nearest: i8,
}

/// Calls `score` for the boards of a block whose scores need coding, in order. It gets the rank of the board, the stones of the
/// side to move and the features, and returns the score.
pub fn walk(mask: u64, mut score: impl FnMut(usize, u64, &Features) -> i8) {
    let mut known = [NONE; 1 << PLY_MAX];
    for (rank, word, mover) in rank::boards(mask) {
        let node = Node::root(SHAPE, mover, mask);
        known[word] = match static_score(&node, mask) {
            Some(score) => score,
            None => score(rank, mover, &features(&node, mover, mask, word, &known)),
        };
    }
}

/// The score, if the side to move wins with its next move, or the opponent with the one after that.
pub(super) fn static_score(node: &Node, mask: u64) -> Option<i8> {
    let left = SHAPE.cells() - mask.count_ones() as i32;
    if node.mine & SHAPE.playable(mask) != 0 {
        Some(((left + 1) / 2) as i8)
    } else if node.moves == 0 {
        Some((-left / 2) as i8)
    } else {
        None
    }
}

fn features(node: &Node, mover: u64, mask: u64, word: usize, known: &[i8]) -> Features {
    let (mut sum, mut count, mut nearest) = (0, 0, USUAL);
    // Boards with a stone of the side to move one cell earlier in the order.
    let mut places = word & !(word << 1) & !1;
    while places != 0 {
        let place = places & places.wrapping_neg();
        places ^= place;
        let score = known[word ^ place ^ place >> 1];
        if score != NONE {
            (sum, count, nearest) = (sum + i32::from(score), count + 1, score);
        }
    }
    let mean = if count == 0 { i32::from(USUAL) << FEATURE_BITS } else { (sum << FEATURE_BITS) / count };
    let empty = SHAPE.board() & !mask;
    let own = open_lines(mover, empty);
    let other = open_lines(mover ^ mask, empty);
    let count = |cells: u64| cells.count_ones() as i32;
    let mut values = [
        1,
        0,
        nearest.into(),
        own[0],
        own[1],
        other[0],
        other[1],
        count(node.mine & ODD_ROWS),
        count(node.mine & !ODD_ROWS),
        count(node.theirs & ODD_ROWS),
        count(node.theirs & !ODD_ROWS),
    ]
    .map(|value: i32| value << FEATURE_BITS);
    values[1] = mean;
    Features { values, nearest }
}

/// The number of lines with one stone, and with two, whose other cells are empty.
fn open_lines(stones: u64, empty: u64) -> [i32; 2] {
    let mut counts = [0; 2];
    for step in SHAPE.directions() {
        let free = stones | empty;
        let pairs = free & free >> step;
        let lines = pairs & pairs >> (2 * step);
        let [a, b, c, d] = [stones, stones >> step, stones >> (2 * step), stones >> (3 * step)];
        let any = a | b | c | d;
        let two = a & b | c & d | (a | b) & (c | d);
        let three = a & b & (c | d) | c & d & (a | b);
        counts[0] += (lines & any & !two).count_ones() as i32;
        counts[1] += (lines & two & !three).count_ones() as i32;
    }
    counts
}

/// The statistics of the scores of a ply.
pub struct Model {
    /// Weights of the features, with [`WEIGHT_BITS`] fractional bits.
    pub weights: [i16; FEATURES],
    /// Whether contexts contain the score of the nearest board.
    pub by_nearest: bool,
    /// How often each score occurs in each context.
    pub statistics: Statistics,
}

impl Model {
    /// A model without statistics.
    pub fn new(weights: [i16; FEATURES], by_nearest: bool, symbols: usize) -> Model {
        Model { weights, by_nearest, statistics: Statistics::new(symbols) }
    }

    /// Number of contexts.
    pub fn contexts(&self) -> usize {
        STEPS as usize * if self.by_nearest { NEAREST } else { 1 }
    }

    pub fn context(&self, features: &Features) -> usize {
        let products = features.values.iter().zip(&self.weights).map(|(value, weight)| value * i32::from(*weight));
        let predicted: i32 = products.sum();
        let unit = 1 << (FEATURE_BITS + WEIGHT_BITS);
        let step = ((predicted + SPAN * unit) * STEPS / (2 * SPAN * unit)).clamp(0, STEPS - 1) as usize;
        let nearest = (i32::from(features.nearest) + 16).clamp(0, NEAREST as i32 - 1) as usize;
        if self.by_nearest { step * NEAREST + nearest } else { step }
    }
}
