//! Kinds of cells: the threat that a stone on the cell makes in all directions together. Higher kinds are stronger; from
//! [`FOUR`] on the opponent must reply at once.

pub const NONE: u8 = 0;
/// A three or an open two.
pub const SOME: u8 = 1;
/// Several threes or open twos.
pub const SEVERAL: u8 = 2;
/// An open three.
pub const THREE: u8 = 3;
/// An open three, and a three or an open two.
pub const THREE_PLUS: u8 = 4;
/// Several open threes.
pub const THREES: u8 = 5;
/// A four.
pub const FOUR: u8 = 6;
/// A four, and a three or an open two.
pub const FOUR_PLUS: u8 = 7;
/// A four and an open three.
pub const FOUR_THREE: u8 = 8;
/// An open four, or two fours: several cells complete a row.
pub const FOURS: u8 = 9;
pub const FIVE: u8 = 10;
/// The number of kinds.
pub const COUNT: usize = 11;
