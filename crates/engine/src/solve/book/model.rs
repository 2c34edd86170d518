//! The facts about a board that predict its score.
//!
//! Most of them are scores of similar boards in the same block: boards that differ in the owners of two stones. The others are
//! threats, moves, lines, and the stones of each column.

use super::positions::{PLY_MAX, SHAPE};
use super::rank;
use crate::solve::gravity::{Node, Shape as _};

const WIDTH: usize = 7;
const STRIDE: u64 = 7;
/// Scores and means of scores, offset by 19.
const SCORES: usize = 40;
/// The score that is expected before any is known.
const USUAL: i8 = 1;
/// No score: not decoded yet, or not a position.
const NONE: i8 = i8::MIN;
/// The rows in which the first player's threats count most.
const ODD_ROWS: u64 = 0b001_0101 * SHAPE_BOTTOM;
const SHAPE_BOTTOM: u64 = 0x0000_0408_1020_4081;
/// The weight of a similar board, by the distance of the two stones in the order of cells.
const WEIGHTS: [i32; PLY_MAX] = [0, 32, 8, 4, 2, 2, 1, 1, 1, 1, 1, 1];

/// Number of values of each fact. Plies with few positions use the first facts only.
const SIZES: [usize; GROUPS] = [
    1,      // the same for all boards
    SCORES, // the nearest score
    SCORES, // the last one where both stones are in one row
    SCORES, // the mean of all similar boards, by their distance
    SCORES, // the second nearest
    SCORES, // the third
    SCORES, // the fourth
    64,     // differences of the nearest three
    SCORES, // the mean of stones side by side in the order
    SCORES, // the mean of stones at least three apart
    SCORES, // the last score of stones two apart
    256,    // threats of both sides in odd and even rows, each up to 3
    16,     // moves after which the opponent does not win, and whether a move is forced
    8,      // moves that give neither side a win above them
    12,     // open lines with two stones of the side to move
    12,     // those of the opponent
    24,     // open lines with one stone
    24,     // those of the opponent
    128,    // the stones of each column
    128, 128, 128, 128, 128, 128,
];
/// Number of facts.
pub const GROUPS: usize = 25;

/// The rows of weights of the facts before each fact, and of all.
pub const ROWS_BEFORE: [usize; GROUPS + 1] = {
    let mut before = [0; GROUPS + 1];
    let mut group = 0;
    while group < GROUPS {
        before[group + 1] = before[group] + SIZES[group];
        group += 1;
    }
    before
};

/// The facts about a board that predict its score.
pub struct Features {
    /// For each fact its row of weights.
    pub rows: [u16; GROUPS],
    /// The score of the board that differs in two adjacent stones, as far up in the order of cells as there is one.
    pub nearest: i8,
}

/// Calls `score` for the boards of a block whose scores need coding, in order. It gets the rank of the board, the stones of the
/// side to move and the features, and returns the score.
pub fn walk(mask: u64, mut score: impl FnMut(usize, u64, &Features) -> i8) {
    let block = Block::new(mask);
    let mut known = [NONE; 1 << PLY_MAX];
    for (rank, word, mover) in rank::boards(mask) {
        let node = Node::root(SHAPE, mover, mask);
        known[word] = match static_score(&node, mask) {
            Some(score) => score,
            None => score(rank, mover, &block.features(&node, mover, word, &known)),
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

/// The common layout of the boards of a block.
struct Block {
    mask: u64,
    /// For each place in the order of cells, the places in its row.
    rows: [usize; PLY_MAX],
    /// For each column its first place in the order, and its height.
    columns: [(u32, u32); WIDTH],
}

impl Block {
    fn new(mask: u64) -> Block {
        let mut columns = [(0, 0); WIDTH];
        let mut row_of = Vec::with_capacity(PLY_MAX);
        for (column, place) in columns.iter_mut().enumerate() {
            let height = (mask >> (column as u64 * STRIDE) & 63).count_ones();
            *place = (row_of.len() as u32, height);
            row_of.extend(0..height);
        }
        let mut rows = [0; PLY_MAX];
        for (row, places) in row_of.iter().zip(&mut rows) {
            *places = row_of.iter().enumerate().map(|(place, other)| usize::from(other == row) << place).sum();
        }
        Block { mask, rows, columns }
    }

    fn features(&self, node: &Node, mover: u64, word: usize, known: &[i8; 1 << PLY_MAX]) -> Features {
        let similar = self.similar(word, known);
        let (empty, playable) = (SHAPE.board() & !self.mask, SHAPE.playable(self.mask));
        let (own, other) = (open_lines(mover, empty), open_lines(mover ^ self.mask, empty));
        let threats = [node.mine & ODD_ROWS, node.mine & !ODD_ROWS, node.theirs & ODD_ROWS, node.theirs & !ODD_ROWS];
        let is_forced = playable & node.theirs != 0;
        let quiet = playable & !(node.mine >> 1) & !(node.theirs >> 1);
        let [first, second, third, fourth] = similar.nearest;
        let mut features = Features { rows: [0; GROUPS], nearest: first };
        let mut group = 1;
        let mut put = |value: usize| {
            features.rows[group] = (ROWS_BEFORE[group] + value.min(SIZES[group] - 1)) as u16;
            group += 1;
        };
        put(score_row(first));
        put(score_row(similar.in_row));
        put(similar.all.row());
        put(score_row(second));
        put(score_row(third));
        put(score_row(fourth));
        put(difference(first, second) * 8 + difference(second, third));
        put(similar.adjacent.row());
        put(similar.far.row());
        put(score_row(similar.two_apart));
        put(threats.into_iter().fold(0, |sum, cells| sum * 4 + cells.count_ones().min(3) as usize));
        put(node.moves.count_ones() as usize * 2 + usize::from(is_forced));
        put(quiet.count_ones() as usize);
        put(own[1]);
        put(other[1]);
        put(own[0]);
        put(other[0]);
        for (place, height) in self.columns {
            let full = (1 << height) - 1;
            put(full + (word >> place & full));
        }
        features
    }

    /// The scores of boards where a stone of the side to move and one of the opponent, earlier in the order, have changed owners.
    fn similar(&self, word: usize, known: &[i8; 1 << PLY_MAX]) -> Similar {
        let score = |upper: usize, lower: usize| known[(word ^ upper ^ lower) & ((1 << PLY_MAX) - 1)];
        let mut similar = Similar { nearest: [USUAL; 4], in_row: USUAL, two_apart: USUAL, ..Similar::default() };
        // One distance after the other, so that the weight of a score is known ahead.
        for (distance, weight) in WEIGHTS.into_iter().enumerate().skip(1) {
            let mut uppers = word & !word << distance & usize::MAX << distance;
            while uppers != 0 {
                let upper = uppers & uppers.wrapping_neg();
                uppers ^= upper;
                let score = score(upper, upper >> distance);
                if score != NONE {
                    similar.see(score, distance, weight);
                }
            }
        }
        similar.in_row = self.in_row(word, score);
        similar
    }

    /// The score of the last of the similar boards where both stones are in one row.
    fn in_row(&self, word: usize, score: impl Fn(usize, usize) -> i8) -> i8 {
        let mut uppers = word;
        while uppers != 0 {
            let place = uppers.ilog2();
            let upper = 1 << place;
            uppers ^= upper;
            let mut lowers = self.rows[place as usize] & !word & (upper - 1);
            while lowers != 0 {
                let lower = 1 << lowers.ilog2();
                lowers ^= lower;
                if score(upper, lower) != NONE {
                    return score(upper, lower);
                }
            }
        }
        USUAL
    }
}

/// The known scores of similar boards, the last ones first.
#[derive(Default)]
struct Similar {
    nearest: [i8; 4],
    in_row: i8,
    two_apart: i8,
    all: Mean,
    adjacent: Mean,
    far: Mean,
}

impl Similar {
    #[inline(always)]
    fn see(&mut self, score: i8, distance: usize, weight: i32) {
        self.all.add(score, weight);
        match distance {
            1 => {
                let [first, second, third, _] = self.nearest;
                self.nearest = [score, first, second, third];
                self.adjacent.add(score, 1);
            }
            2 => self.two_apart = score,
            _ => self.far.add(score, 1),
        }
    }
}

/// A weighted mean of scores.
#[derive(Default)]
struct Mean {
    sum: i32,
    weight: i32,
}

impl Mean {
    #[inline(always)]
    fn add(&mut self, score: i8, weight: i32) {
        self.sum += weight * i32::from(score);
        self.weight += weight;
    }

    /// The nearest score to it, as a row.
    fn row(&self) -> usize {
        let Mean { sum, weight } = *self;
        score_row(if weight == 0 { USUAL } else { (2 * sum + weight).div_euclid(2 * weight) as i8 })
    }
}

fn score_row(score: i8) -> usize {
    (i32::from(score) + 19).clamp(0, SCORES as i32 - 1) as usize
}

fn difference(one: i8, other: i8) -> usize {
    one.abs_diff(other).min(7).into()
}

/// The number of lines with one stone, and with two, whose other cells are empty.
fn open_lines(stones: u64, empty: u64) -> [usize; 2] {
    let mut counts = [0; 2];
    for step in SHAPE.directions() {
        let free = stones | empty;
        let pairs = free & free >> step;
        let lines = pairs & pairs >> (2 * step);
        let [a, b, c, d] = [stones, stones >> step, stones >> (2 * step), stones >> (3 * step)];
        let any = a | b | c | d;
        let two = a & b | c & d | (a | b) & (c | d);
        let three = a & b & (c | d) | c & d & (a | b);
        counts[0] += (lines & any & !two).count_ones() as usize;
        counts[1] += (lines & two & !three).count_ones() as usize;
    }
    counts
}
