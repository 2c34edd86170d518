//! Ranks of boards: a board is its column heights, and the stones of the side to move among the occupied cells.
//!
//! Boards with equal heights are one block. Within a block the occupied cells are numbered column by column from the left, each
//! from the bottom; the cells of the side to move are a word of bits, and the words ascend. The rank of a word is its place
//! among the words with equally many bits: the combinatorial number system. So the rank needs no list of positions. A block
//! contains some boards that no game reaches; see [`is_reachable`].

use super::positions::{PLY_MAX, SHAPE};
use crate::solve::gravity::{Position, Shape as _};

const WIDTH: usize = 7;
const HEIGHT: u32 = 6;
const STRIDE: usize = 7;

/// `BINOMIAL[n][k]`: subsets with `k` elements of a set with `n`.
const BINOMIAL: [[u16; PLY_MAX + 1]; PLY_MAX + 1] = {
    let mut rows = [[0; PLY_MAX + 1]; PLY_MAX + 1];
    let mut n = 0;
    while n <= PLY_MAX {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// The occupied cells of every block with `stones` stones, in order. Of mirror images only the one whose heights come first.
pub fn blocks(stones: u32) -> Vec<u64> {
    let mut prefixes = vec![(0u64, stones)];
    for column in 0..WIDTH {
        let extend = |(mask, left): (u64, u32)| {
            (0..=left.min(HEIGHT)).map(move |height| (mask | ((1 << height) - 1) << (column * STRIDE), left - height))
        };
        prefixes = prefixes.into_iter().flat_map(extend).collect();
    }
    let whole = prefixes.into_iter().filter(|&(_, left)| left == 0).map(|(mask, _)| mask);
    let mut blocks: Vec<u64> = whole.filter(|&mask| mask <= SHAPE.mirror(mask)).collect();
    blocks.sort_unstable();
    blocks
}

/// The words of a block with `stones` stones, ascending.
fn words(stones: u32) -> impl Iterator<Item = usize> {
    let first = (1 << movers(stones)) - 1;
    let next = |&word: &usize| {
        // The next larger number with as many bits.
        let lowest = word & word.wrapping_neg();
        let carried = word + lowest;
        (word != 0).then(|| (((carried ^ word) >> 2) / lowest) | carried)
    };
    std::iter::successors(Some(first), next).take_while(move |word| word >> stones == 0)
}

/// The boards of a block, in order: rank, word and stones of the side to move. Leaves out boards with a line, and some that no
/// game reaches.
pub(super) fn boards(mask: u64) -> impl Iterator<Item = (usize, usize, u64)> {
    let spread = Spread::new(mask);
    words(mask.count_ones()).enumerate().map(move |(rank, word)| (rank, word, spread.stones(word))).filter(
        move |&(_, _, mover)| !(SHAPE.has_line(mover) || SHAPE.has_line(mover ^ mask) || lacks_an_end(mover, mask)),
    )
}

/// The number of words of a block.
pub(super) fn words_of_block(stones: u32) -> usize {
    BINOMIAL[stones as usize][movers(stones) as usize].into()
}

/// The rank of a word among those with equally many bits.
pub(super) fn rank(word: usize) -> usize {
    let (mut rank, mut rest, mut chosen) = (0, word, 0);
    while rest != 0 {
        chosen += 1;
        rank += usize::from(BINOMIAL[rest.trailing_zeros() as usize][chosen]);
        rest &= rest - 1;
    }
    rank
}

/// The stones of the side to move, from a word. Splits the word, as half a word has few values.
struct Spread {
    low: [u64; 64],
    high: [u64; 64],
}

impl Spread {
    /// The spread for the block with these occupied cells.
    fn new(mask: u64) -> Spread {
        let (mut low, mut high) = ([0; 64], [0; 64]);
        let (mut rest, mut place) = (mask, 0);
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            let half = if place < 6 { &mut low } else { &mut high };
            for (word, stones) in half.iter_mut().enumerate() {
                *stones |= if word >> (place % 6) & 1 == 1 { cell } else { 0 };
            }
            place += 1;
        }
        Spread { low, high }
    }

    fn stones(&self, word: usize) -> u64 {
        self.low[word & 63] | self.high[word >> 6 & 63]
    }
}

/// The occupied cells of the block of a position or of its mirror image, and the word within the block.
pub(super) fn block_and_word(position: &Position) -> (u64, usize) {
    let (mut mover, mut mask) = (position.mover, position.mask);
    let mirrored = SHAPE.mirror(mask);
    if mirrored < mask {
        (mover, mask) = (SHAPE.mirror(mover), mirrored);
    }
    let (mut word, mut place) = (0, 0);
    for column in 0..WIDTH {
        let stones = mask >> (column * STRIDE) & 63;
        word |= ((mover >> (column * STRIDE) & 63) as usize) << place;
        place += stones.count_ones();
    }
    (mask, word)
}

/// Whether no stone of this board can have been the first, or none the last: a quick sign that no game reaches it.
#[inline(always)]
fn lacks_an_end(mover: u64, mask: u64) -> bool {
    let other = mover ^ mask;
    let first_players = if mask.count_ones().is_multiple_of(2) { mover } else { other };
    mask != 0 && (first_players & SHAPE.bottom() == 0 || other & !(mask >> 1) == 0)
}

/// Whether a game leads to this position: whether its stones can be taken off in turns.
pub fn is_reachable(position: &Position) -> bool {
    position.mover.count_ones() == movers(position.stones()) && leads_back(position, position.mask, &mut Vec::new())
}

/// Whether the stones of `mask` can be taken off in turns. `dead` collects the sets that cannot.
fn leads_back(position: &Position, mask: u64, dead: &mut Vec<u64>) -> bool {
    if mask == 0 {
        return true;
    }
    // The stone before the side to move is the opponent's, the one before that its own.
    let is_movers = (position.stones() - mask.count_ones()) % 2 == 1;
    let owned = if is_movers { position.mover } else { position.mover ^ position.mask };
    let mut tops = mask & !(mask >> 1) & owned;
    while tops != 0 {
        let top = tops & tops.wrapping_neg();
        tops ^= top;
        if !dead.contains(&(mask ^ top)) && leads_back(position, mask ^ top, dead) {
            return true;
        }
    }
    dead.push(mask);
    false
}

/// Stones of the side to move among `stones`.
fn movers(stones: u32) -> u32 {
    stones / 2
}

#[cfg(test)]
mod tests {
    use super::super::positions::board;
    use super::*;

    #[test]
    fn words_are_ranked_in_order() {
        for stones in 0..=PLY_MAX as u32 {
            let ranks: Vec<usize> = words(stones).map(rank).collect();
            assert_eq!(ranks, (0..words_of_block(stones)).collect::<Vec<_>>(), "{stones} stones");
        }
    }

    #[test]
    fn a_word_stands_for_its_stones() {
        for mask in blocks(9).into_iter().step_by(37) {
            let spread = Spread::new(mask);
            for word in words(9) {
                let position = board(spread.stones(word), mask);
                assert_eq!(block_and_word(&position), (mask, word));
            }
        }
    }

    #[test]
    fn stones_that_nobody_could_play_are_found() {
        let own = [0b11, 0b10 | 0b10 << STRIDE];
        let masks = [0b1111, 0b11 | 0b11 << STRIDE];
        for (mover, mask) in own.into_iter().zip(masks) {
            let position = board(mover, mask);
            assert!(!is_reachable(&position), "{mover:b} of {mask:b}");
        }
        let played = Position::after(7, 6, 4, &[3, 3, 2, 3, 2]).expect("nobody has won");
        assert!(is_reachable(&played));
        assert!(!is_reachable(&board(played.mover ^ played.mask, played.mask)));
    }
}
