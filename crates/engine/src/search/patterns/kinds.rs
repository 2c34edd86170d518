//! Tables by the shapes of the four directions: kind, weights and urgency of a cell.

use std::sync::LazyLock;

use super::combination_weights::COMBINATION_WEIGHTS;
use super::combinations::combination;
use super::kind;
use super::shapes::shape;
use super::weights::PAIR_WEIGHTS;
use crate::game::Rules;

/// The shapes of one side at a cell, four bits for each direction.
pub(super) type Key = u16;

const KEYS: usize = 1 << 16;

/// The properties of a cell for a side, or their sum over cells, in one word for play and undo: the weight with the side to move, the
/// weight with its opponent to move, and the kind, from the highest bits to the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Properties(pub i64);

/// Bits of a kind: enough for the sum over all cells, which has no meaning.
const KIND_BITS: u32 = 12;
/// Bits of each weight.
const WEIGHT_BITS: u32 = 26;
const _: () = assert!(Rules::CELLS_MAX * (kind::COUNT - 1) < 1 << KIND_BITS && 2 * WEIGHT_BITS + KIND_BITS == 64);
const _: () = assert!(Rules::CELLS_MAX << i16::BITS < 1 << WEIGHT_BITS);

impl Properties {
    fn new([to_move, waiting]: [i16; 2], kind: usize) -> Properties {
        let weights = (i64::from(to_move) << WEIGHT_BITS) + i64::from(waiting);
        Properties((weights << KIND_BITS) + kind as i64)
    }

    /// The kind of one cell.
    #[inline]
    pub(super) fn kind(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(super) fn waiting(self) -> i32 {
        (self.0 << WEIGHT_BITS >> (WEIGHT_BITS + KIND_BITS)) as i32
    }

    #[inline]
    pub(super) fn to_move(self) -> i32 {
        (((self.0 >> KIND_BITS) - i64::from(self.waiting())) >> WEIGHT_BITS) as i32
    }
}

/// Weights of the kinds of both sides together, or a sum of them: for the side to move, with X to move in the upper half, with O
/// to move in the lower half.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct PairWeights(pub i64);

impl PairWeights {
    fn new([x_to_move, o_to_move]: [i16; 2]) -> PairWeights {
        PairWeights((i64::from(x_to_move) << 32) + i64::from(o_to_move))
    }

    /// The weight with this side to move.
    #[inline]
    pub(super) fn of(self, turn: usize) -> i32 {
        let o_to_move = self.0 as i32;
        if turn == 0 { ((self.0 - i64::from(o_to_move)) >> 32) as i32 } else { o_to_move }
    }
}

/// Properties of a cell, for each combination of shapes.
#[derive(Debug)]
pub(super) struct Kinds {
    properties: Box<[Properties; KEYS]>,
    /// By X's kind in the high four bits, O's in the low four.
    pairs: [PairWeights; 256],
    /// Urgency of a move that makes these shapes, and of one that prevents them.
    urgency: Vec<[i16; 2]>,
}

/// Shared by all boards: the tables do not depend on the rules.
pub(super) static KINDS: LazyLock<Kinds> = LazyLock::new(Kinds::new);

const SHAPE_URGENCY: [[i16; 2]; shape::COUNT] =
    [[0, 0], [1, 0], [4, 3], [8, 5], [24, 18], [28, 21], [26, 18], [70, 50], [80, 56], [60, 45], [0, 0], [0, 0]];
const KIND_URGENCY: [[i16; 2]; kind::COUNT] = [
    [0, 0],
    [0, 0],
    [30, 20],
    [100, 70],
    [200, 130],
    [1000, 600],
    [60, 60],
    [200, 140],
    [2500, 1500],
    [6000, 4000],
    [9000, 8000],
];

impl Kinds {
    fn new() -> Kinds {
        let mut kinds = Kinds {
            properties: Box::new([Properties::default(); KEYS]),
            pairs: [PairWeights(0); 256],
            urgency: Vec::new(),
        };
        for (x, row) in PAIR_WEIGHTS.iter().enumerate() {
            for (o, &x_to_move) in row.iter().enumerate() {
                kinds.pairs[x << 4 | o] = PairWeights::new([x_to_move, PAIR_WEIGHTS[o][x]]);
            }
        }
        for key in 0..KEYS {
            // Invalid keys are never looked up.
            let shapes = [0, 4, 8, 12].map(|shift| (key >> shift & 15).min(shape::COUNT - 1));
            let kind = usize::from(combined_kind(shapes.map(|shape| shape as u8)));
            kinds.properties[key] = Properties::new(COMBINATION_WEIGHTS[combination(shapes)], kind);
            let add = |[a, b]: [i16; 2], shape: &usize| [a + SHAPE_URGENCY[*shape][0], b + SHAPE_URGENCY[*shape][1]];
            kinds.urgency.push(shapes.iter().fold(KIND_URGENCY[kind], add));
        }
        kinds
    }

    #[inline]
    pub(super) fn properties(&self, key: Key) -> Properties {
        self.properties[usize::from(key)]
    }

    /// The weights of a cell by the kinds of both sides.
    #[inline]
    pub(super) fn pair(&self, [x, o]: [u8; 2]) -> PairWeights {
        self.pairs[usize::from(x << 4 | o)]
    }

    #[inline]
    pub(super) fn urgency(&self, key: Key) -> [i16; 2] {
        self.urgency[usize::from(key)]
    }
}

/// The kind of a cell with these shapes.
fn combined_kind(shapes: [u8; 4]) -> u8 {
    let count = |least: u8, most: u8| shapes.iter().filter(|&&shape| least <= shape && shape <= most).count();
    let fours = count(shape::FOUR, shape::FOUR);
    let threes = count(shape::OPEN_THREE, shape::WIDE_THREE);
    let others = count(shape::OPEN_TWO, shape::THREE);
    match () {
        () if count(shape::FIVE, shape::FIVE) > 0 => kind::FIVE,
        () if fours > 1 || count(shape::OPEN_FOUR, shape::OPEN_FOUR) > 0 => kind::FOURS,
        () if fours > 0 && threes > 0 => kind::FOUR_THREE,
        () if fours > 0 && others > 0 => kind::FOUR_PLUS,
        () if fours > 0 => kind::FOUR,
        () if threes > 1 => kind::THREES,
        () if threes > 0 && others > 0 => kind::THREE_PLUS,
        () if threes > 0 => kind::THREE,
        () if others > 1 => kind::SEVERAL,
        () if others > 0 => kind::SOME,
        () => kind::NONE,
    }
}
