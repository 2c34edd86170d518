//! Weights of patterns, for the side to move and for its opponent; `tools/fit_patterns.py` fits them to games.

use super::kind;

/// Bonus of the side to move.
pub const TEMPO: i32 = 7;

/// Numbers of cells of a kind with weights of their own.
pub const COUNTS: usize = 8;

/// Weights of the number of cells of a kind, in addition to their shapes. The last stands for all greater numbers.
pub const COUNT_WEIGHTS: [[[i16; COUNTS]; kind::COUNT]; 2] = [
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 5, -2, 0, 10, 28],
        [0, 37, 76, 107, 131, 144, 153, 174],
        [0, 18, 11, 13, 9, 16, 16, 4],
        [0, 63, 99, 96, 79, 51, 6, -79],
        [0, 5, -24, 8, -3, -1, 0, 0],
        [0, 9, 9, 19, 30, 26, 32, -40],
        [0, 13, 12, 5, -9, 14, -8, -1],
        [0, -34, 1, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, -2, -3, -1, -3, -3, -1, -37],
        [0, -25, -13, 20, 36, 48, 53, 69],
        [0, 16, 16, 17, 12, 20, 20, 14],
        [0, 54, 87, 89, 81, 60, 29, -40],
        [0, 32, -6, -11, 0, 1, -3, 0],
        [0, -20, -8, 7, 18, 28, 31, -25],
        [0, -16, -25, -3, 7, 24, 4, -10],
        [0, -3, 53, 1, 0, 0, 0, 0],
        [0, 53, -46, 13, 3, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
];

/// Weights of a cell by its kind for the side to move and its kind for the opponent, in addition to its weights for each side:
/// one stone there both makes a threat and prevents one.
pub const PAIR_WEIGHTS: [[i16; kind::COUNT]; kind::COUNT] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 6, 3, 10, -4, 2, -7, 16, 0],
    [0, -1, 1, 23, 16, 29, 0, 18, 18, 48, 0],
    [0, -2, -16, 0, -22, -12, 15, 24, 57, 122, 0],
    [0, -2, -8, 20, -1, 5, 25, 34, 41, 165, 0],
    [0, -13, -9, -5, -7, -1, -10, 1, 1, 8, 0],
    [0, 2, -4, 2, -7, 14, 21, 37, 5, 68, 0],
    [0, -4, -23, 10, 1, 7, 2, 4, 6, 34, 0],
    [0, 1, 2, 2, -2, 1, -1, 0, 0, -1, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
];
