//! Numbers of tic-tac-toe as published.

/// Games: all, won by X, won by O, drawn.
pub const GAMES: [u64; 4] = [255_168, 131_184, 77_904, 46_080];
/// Games by their length, from 5 moves on.
pub const GAMES_BY_LENGTH: [u64; 5] = [1_440, 5_328, 47_952, 72_576, 127_872];
/// Games of which no two are images of each other move by move: all, won by X, won by O, drawn.
pub const GAMES_BY_PATHS: [u64; 4] = [26_830, 13_957, 8_005, 4_868];
/// Positions, finished ones and the empty board included.
pub const POSITIONS: usize = 5_478;
/// Positions of which none is an image of another.
pub const CLASSES: usize = 765;
