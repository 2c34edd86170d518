//! Weights of patterns, for the side to move and for its opponent; `tools/fit_patterns.py` fits them to games.

use super::kind;

/// Bonus of the side to move.
pub const TEMPO: i32 = 15;

/// Units of the weights of cells in one unit of value, as a power of two: a sum over many cells needs the precision.
pub const WEIGHT_SHIFT: u32 = 3;

/// Weights of a cell by its kind for the side to move and its kind for the opponent, in addition to its weights for each side:
/// one stone there both makes a threat and prevents one.
pub const PAIR_WEIGHTS: [[i16; kind::COUNT]; kind::COUNT] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, -1, 27, 44, 75, 13, 49, 86, 118, 0],
    [0, -5, -1, 75, 98, 180, 70, 122, 259, 300, 0],
    [0, 17, -2, 116, 87, 68, 230, 333, 632, 882, 0],
    [0, 22, 14, 149, 114, 90, 305, 304, 545, 1236, 0],
    [0, -9, 0, 7, 1, -12, -21, 34, 14, 144, 0],
    [0, 25, 14, 75, 47, 179, 159, 307, 120, 767, 0],
    [0, 20, 8, 37, -46, 115, 150, 89, 73, 515, 0],
    [0, 40, 0, -17, -17, 8, 0, 10, -3, 4, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
];
