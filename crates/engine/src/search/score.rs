//! Scores: proven results with their distance, and heuristic values.

use std::fmt;

use crate::game::{Player, Position};

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// A proven win; with best play the game ends after this many plies.
    Win {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// A proven draw; the board is full after this many plies.
    Draw {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// A proven loss; with best play the game ends after this many plies.
    Loss {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// Unproven; the heuristic value at the end of the principal variation.
    Unknown {
        /// The value for the side to move.
        value: i64,
    },
}

/// In words, e.g. `win in 5 plies`, `draw` or `value -12`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |plies: u32| if plies == 1 { "ply" } else { "plies" };
        match *self {
            Verdict::Win { plies } => write!(f, "win in {plies} {}", plural(plies)),
            Verdict::Draw { .. } => f.write_str("draw"),
            Verdict::Loss { plies } => write!(f, "loss in {plies} {}", plural(plies)),
            Verdict::Unknown { value } => write!(f, "value {value}"),
        }
    }
}

impl Verdict {
    /// The result of a finished game for a side.
    #[must_use]
    pub fn of_finished(position: &Position, side: Player) -> Verdict {
        match position.winner() {
            Some(winner) if winner == side => Verdict::Win { plies: 0 },
            Some(_) => Verdict::Loss { plies: 0 },
            None => Verdict::Draw { plies: 0 },
        }
    }

    /// Whether it is a result and not a heuristic value.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Verdict::Unknown { .. })
    }

    /// The heuristic value of an unproven verdict.
    #[must_use]
    pub const fn value(self) -> Option<i64> {
        match self {
            Verdict::Unknown { value } => Some(value),
            _ => None,
        }
    }

    /// The plies to the end of the game, where that is proven.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Verdict::Win { plies } | Verdict::Draw { plies } | Verdict::Loss { plies } => Some(plies),
            Verdict::Unknown { .. } => None,
        }
    }

    /// The same from the opponent's point of view.
    #[must_use]
    pub fn flip(self) -> Verdict {
        match self {
            Verdict::Win { plies } => Verdict::Loss { plies },
            Verdict::Loss { plies } => Verdict::Win { plies },
            Verdict::Draw { plies } => Verdict::Draw { plies },
            Verdict::Unknown { value } => Verdict::Unknown { value: -value },
        }
    }

    /// The verdict for the side that has just moved, as of before its move: one more ply, from the opponent's point of view.
    #[must_use]
    pub fn before_move(self) -> Verdict {
        self.flip().with_plies(|plies| plies + 1)
    }

    /// The verdict for the side to move after a move of this verdict, which is proven: one ply less, from the opponent's point of view.
    #[must_use]
    pub(crate) fn after_move(self) -> Verdict {
        self.flip().with_plies(|plies| plies.saturating_sub(1))
    }

    /// The same outcome with another distance, where it has one.
    fn with_plies(self, change: impl FnOnce(u32) -> u32) -> Verdict {
        match self {
            Verdict::Win { plies } => Verdict::Win { plies: change(plies) },
            Verdict::Loss { plies } => Verdict::Loss { plies: change(plies) },
            Verdict::Draw { plies } => Verdict::Draw { plies: change(plies) },
            unknown @ Verdict::Unknown { .. } => unknown,
        }
    }

    /// The score, which orders verdicts. A draw equals the heuristic value 0.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            Verdict::Win { plies } => Score::win_in(plies),
            Verdict::Draw { .. } => Score::DRAW,
            Verdict::Loss { plies } => -Score::win_in(plies),
            Verdict::Unknown { value } => Score::value(value),
        }
    }
}

/// A totally ordered score for the side to move: losses (sooner is lower), then heuristic values and the draw, which is 0,
/// then wins (sooner is higher). Negation gives the opponent's score exactly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i64);

/// Largest absolute heuristic value; a double holds it exactly.
const VALUE_MAX: i64 = (1 << 53) - 1;
/// A win in 0 plies.
const WIN: i64 = 1 << 60;
/// Length of the longest game: the largest board has 400 cells.
const PLIES_MAX: u32 = 400;

// The bands do not overlap, and bounds around them fit.
const _: () = assert!(VALUE_MAX < WIN - 2 * PLIES_MAX as i64 - 2 && WIN < i64::MAX - 2);

impl Score {
    /// A draw, or the heuristic value 0.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITY: Score = Score(WIN + 2);

    /// The side to move wins after this many plies.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i64)
    }

    /// The side to move loses after this many plies.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i64 - WIN)
    }

    /// A heuristic value.
    #[inline]
    #[must_use]
    pub const fn value(value: i64) -> Score {
        debug_assert!(value.abs() <= VALUE_MAX);
        Score(value)
    }

    /// Whether this is a win or a loss.
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > VALUE_MAX
    }

    /// The plies to the end of the game, for a win or a loss.
    #[inline]
    #[must_use]
    pub(crate) const fn plies(self) -> u32 {
        debug_assert!(self.is_decided());
        (WIN - self.0.abs()) as u32
    }

    /// The next lower score: as alpha, it lets an equal score pass.
    #[inline]
    #[must_use]
    pub(super) const fn just_below(self) -> Score {
        Score(self.0 - 1)
    }

    /// The next higher score: beta of a null window.
    #[inline]
    #[must_use]
    pub(super) const fn just_above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score relative to a node `plies` below the root: distances count from the node, as the transposition table
    /// stores them.
    #[inline]
    #[must_use]
    pub(super) const fn value_to_tt(self, plies: u32) -> Score {
        if self.0 > VALUE_MAX {
            Score(self.0 + plies as i64)
        } else if self.0 < -VALUE_MAX {
            Score(self.0 - plies as i64)
        } else {
            self
        }
    }

    /// The score relative to the root: the inverse of [`Score::value_to_tt`].
    #[inline]
    #[must_use]
    pub(super) const fn value_from_tt(self, plies: u32) -> Score {
        if self.0 > VALUE_MAX {
            Score(self.0 - plies as i64)
        } else if self.0 < -VALUE_MAX {
            Score(self.0 + plies as i64)
        } else {
            self
        }
    }

    /// The verdict of the score. With `complete` the score is free of heuristic values, so that 0 is a draw; it takes
    /// `empties` plies to fill the board.
    #[must_use]
    pub fn verdict(self, complete: bool, empties: usize) -> Verdict {
        match self.0 {
            score if score > VALUE_MAX => Verdict::Win { plies: (WIN - score) as u32 },
            score if score < -VALUE_MAX => Verdict::Loss { plies: (WIN + score) as u32 },
            0 if complete => Verdict::Draw { plies: empties as u32 },
            value => Verdict::Unknown { value },
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}
