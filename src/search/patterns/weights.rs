//! Weights of patterns, for the side to move and for its opponent; `tools/fit_patterns.py` fits them to games.

use super::kind;
use super::shapes::shape;

/// Bonus of the side to move.
pub const TEMPO: i32 = 12;

/// Weights of the shapes at a cell.
pub const SHAPE_WEIGHTS: [[i16; 2]; shape::COUNT] =
    [[0, 0], [0, 0], [0, 0], [1, 1], [20, 22], [19, 20], [26, 30], [26, 40], [24, 28], [23, 39], [0, 132], [0, 0]];

/// Weights of the kind of a cell, in addition to its shapes.
pub const KIND_WEIGHTS: [[i16; 2]; kind::COUNT] =
    [[0, 0], [-19, -21], [-28, -34], [6, -14], [30, 1], [45, 16], [18, 2], [48, 30], [154, 125], [0, 75], [0, 0]];

/// Numbers of cells of a kind with weights of their own.
pub const COUNTS: usize = 8;

/// Weights of the number of cells of a kind, in addition to shapes and kinds. The last stands for all greater numbers.
pub const COUNT_WEIGHTS: [[[i16; COUNTS]; kind::COUNT]; 2] = [
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 2, -2, 0, 7, 31],
        [0, -1, 39, 59, 73, 96, 107, 114],
        [0, 26, 14, 23, 5, 14, 16, -12],
        [0, 62, 109, 90, 65, 39, -25, -76],
        [0, 18, -28, 11, 0, -1, 0, 0],
        [0, 24, 43, 37, 70, 29, 2, -59],
        [0, 47, 15, 8, -14, 9, -9, -2],
        [0, -43, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, -2, -3, 1, -2, -1, 1, -39],
        [0, -25, -29, 2, 23, 24, 37, 52],
        [0, 19, 11, 21, 12, 18, 17, 5],
        [0, 27, 73, 79, 63, 42, 0, -36],
        [0, 17, -28, 1, 3, 3, -2, 0],
        [0, 26, 38, 45, 46, 31, 1, -53],
        [0, -6, -9, -1, 6, 20, -1, -11],
        [0, 4, 27, 2, 0, 0, 0, 0],
        [0, 21, -25, 8, 1, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
];
