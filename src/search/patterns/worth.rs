//! What patterns are worth, for the side to move and for the other; fitted to games by `tools/fit_patterns.py`.

use super::kinds::kind;
use super::shapes::shape;

/// Being to move.
pub const TEMPO: i32 = 25;

/// A shape at a cell.
pub const SHAPE_WORTH: [[i16; 2]; shape::COUNT] =
    [[0, 0], [0, 0], [0, 0], [3, 2], [15, 18], [16, 19], [24, 29], [28, 46], [39, 37], [36, 55], [0, 110], [0, 0]];

/// A kind of cell, beyond its shapes.
pub const KIND_WORTH: [[i16; 2]; kind::COUNT] =
    [[0, 0], [-15, -19], [-18, -30], [2, -17], [25, -2], [45, 14], [10, -11], [42, 20], [182, 99], [0, 81], [0, 0]];

/// Numbers of cells of a kind that are told apart.
pub const COUNTS: usize = 8;

/// So many cells of a kind, or more for the last, beyond their shapes and kinds: the second is seldom worth as much as the first.
pub const COUNT_WORTH: [[[i16; COUNTS]; kind::COUNT]; 2] = [
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, -1, -1, 0, 1, 29],
        [0, -21, 10, -3, 20, 44, 52, 57],
        [0, 12, 9, 20, 8, 4, 3, -13],
        [0, 36, 74, 60, 40, 19, -14, -61],
        [0, 5, -13, 7, -2, 0, 0, 0],
        [0, 21, 50, 25, 45, 19, -5, -43],
        [0, 37, 11, 1, -15, 8, -4, 0],
        [0, -15, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, -1, -1, 2, 0, 0, 2, -30],
        [0, -19, -25, -16, -2, 12, 19, 37],
        [0, 9, 5, 15, 15, 12, 2, -8],
        [0, 1, 44, 53, 37, 19, 2, -39],
        [0, 3, -11, 1, -1, 1, -1, 0],
        [0, 12, 44, 22, 33, 18, 3, -40],
        [0, 17, 1, -7, -1, 13, -1, -6],
        [0, 17, 9, 1, 0, 0, 0, 0],
        [0, -1, -2, 4, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
];
