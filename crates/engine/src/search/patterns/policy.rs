//! The policy: how likely a move is the best one, for move ordering, reductions and pruning.
//!
//! The logarithm of a move's probability is, but for a constant of the position, a sum of weights: of the shapes that the move makes and
//! of those that it prevents, of the kinds of its cell for both sides, and of its distances to the last moves.

use std::sync::LazyLock;

use super::combinations::combination;
use super::kind;
use super::kinds::Key;
use super::policy_weights::{COMBINATION_POLICY, DISTANCE_POLICY, PAIR_POLICY};
use super::shapes::shape;
use crate::game::{Cell, Rules};

/// Units of a weight in one unit of the natural logarithm.
pub const POLICY_UNIT: i32 = 64;
/// The last moves that count.
pub(super) const RECENT: usize = 3;
/// What the opponent threatens: nothing of these; a double threat in two moves; an open four or two fours.
pub(super) const CONTEXTS: usize = 3;
const IN_TWO_MOVES: usize = 1;
const AT_ONCE: usize = 2;
/// Columns and rows below which distances are told apart.
const REACH: usize = 7;
/// Distances that are told apart: by the greater and the lesser of columns and rows.
pub(super) const DISTANCES: usize = REACH * (REACH + 1) / 2;

const KEYS: usize = 1 << 16;
/// Weights by the distance to a move: columns in the upper half of the index, rows in the lower one.
type Around = [i16; Rules::SIDE_MAX << SIDE_BITS];
const SIDE_BITS: u32 = 5;
const _: () = assert!(Rules::SIDE_MAX <= 1 << SIDE_BITS);

/// The weights by the shapes of a cell and by distance.
pub(super) struct Policy {
    shapes: Vec<[i16; 2]>,
    around: [[Around; RECENT]; 2],
}

/// Shared by all boards: the tables do not depend on the rules.
pub(super) static POLICY: LazyLock<Policy> = LazyLock::new(Policy::new);

impl Policy {
    fn new() -> Policy {
        let of_key = |key: usize| {
            // Invalid keys are never looked up.
            COMBINATION_POLICY[combination([0, 4, 8, 12].map(|shift| (key >> shift & 15).min(shape::COUNT - 1)))]
        };
        let around = |weights: &[i16; DISTANCES]| -> Around {
            std::array::from_fn(|index| {
                let (columns, rows) = (index >> SIDE_BITS, index & ((1 << SIDE_BITS) - 1));
                let (greater, lesser) = (columns.max(rows), columns.min(rows));
                if greater < REACH { weights[greater * (greater + 1) / 2 + lesser] } else { 0 }
            })
        };
        Policy {
            shapes: (0..KEYS).map(of_key).collect(),
            around: DISTANCE_POLICY.each_ref().map(|recent| recent.each_ref().map(around)),
        }
    }
}

/// What the moves of one position have in common.
pub struct PolicyContext<'a> {
    shapes: &'a [[i16; 2]],
    pairs: &'a [[i16; kind::COUNT]; kind::COUNT],
    /// The last moves that are known, with their weights by distance.
    recent: [Option<(Place, &'a Around)>; RECENT],
}

/// A column and a row.
pub(super) type Place = [u8; 2];

impl PolicyContext<'_> {
    /// `counts` are the numbers of cells of each kind of the opponent, `recent` the last moves, the last one first.
    pub(super) fn new(counts: &[u16; kind::COUNT], recent: [Option<Place>; RECENT]) -> PolicyContext<'static> {
        let policy = &*POLICY;
        let has = |kind: u8| counts[usize::from(kind)] > 0;
        let threat = if has(kind::FOURS) {
            AT_ONCE
        } else if has(kind::FOUR_THREE) || has(kind::THREES) {
            IN_TWO_MOVES
        } else {
            0
        };
        let around = &policy.around[usize::from(threat == AT_ONCE)];
        PolicyContext {
            shapes: &policy.shapes,
            pairs: &PAIR_POLICY[threat],
            recent: std::array::from_fn(|back| recent[back].map(|place| (place, &around[back]))),
        }
    }

    /// The sum of the weights of a move at a place, whose cell has these shapes and kinds for the mover and for its opponent.
    #[inline]
    pub(super) fn score(&self, place: Place, keys: [Key; 2], kinds: [u8; 2]) -> i32 {
        let [own, other] = keys.map(usize::from);
        let pair = self.pairs[usize::from(kinds[0])][usize::from(kinds[1])];
        let mut score = i32::from(self.shapes[own][0]) + i32::from(self.shapes[other][1]) + i32::from(pair);
        for (last, around) in self.recent.iter().flatten() {
            let [columns, rows] = [0, 1].map(|axis| usize::from(place[axis].abs_diff(last[axis])));
            score += i32::from(around[columns << SIDE_BITS | rows]);
        }
        score
    }
}

/// The column and the row of each cell.
pub(super) fn places(rules: Rules) -> Vec<Place> {
    (0..rules.cells()).map(|cell: Cell| [(cell % rules.width()) as u8, (cell / rules.width()) as u8]).collect()
}
