//! The two sides.

use crate::names::named_enum;

named_enum! {
    /// One of the two sides. X moves first on the empty board.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Player {
        /// The side that begins.
        X = "X",
        /// The other side.
        O = "O",
    }
}

impl Player {
    /// The other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }

    /// 0 for X, 1 for O.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `'X'` or `'O'`, as in a board string.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Player::X => 'X',
            Player::O => 'O',
        }
    }
}
