//! Scores: a proven result with its distance, or a heuristic value.

/// What is known of a position, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// A proven win; the game ends after this many plies with best play.
    Win { plies: u32 },
    /// A proven draw; the board is full after this many plies.
    Draw { plies: u32 },
    /// A proven loss; the game ends after this many plies with best play.
    Loss { plies: u32 },
    /// Nothing is proven; the heuristic's value at the end of the principal variation.
    Unknown { value: i64 },
}

impl Verdict {
    /// The same from the other side's point of view.
    #[must_use]
    pub fn flip(self) -> Verdict {
        match self {
            Verdict::Win { plies } => Verdict::Loss { plies },
            Verdict::Loss { plies } => Verdict::Win { plies },
            Verdict::Draw { plies } => Verdict::Draw { plies },
            Verdict::Unknown { value } => Verdict::Unknown { value: -value },
        }
    }

    /// The verdict for the side that has just moved, before its move: the other side's, and the end one ply further off.
    #[must_use]
    pub fn before_move(self) -> Verdict {
        match self {
            Verdict::Win { plies } => Verdict::Loss { plies: plies + 1 },
            Verdict::Loss { plies } => Verdict::Win { plies: plies + 1 },
            Verdict::Draw { plies } => Verdict::Draw { plies: plies + 1 },
            Verdict::Unknown { value } => Verdict::Unknown { value: -value },
        }
    }

    /// The score that orders verdicts: a draw ranks with the value 0.
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

/// A totally ordered score for the side to move: losses (sooner is worse), heuristic values with the draw among them as
/// 0, wins (sooner is better). Negation is the other side's view and exact. All zeros are a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, bytemuck::Zeroable)]
pub struct Score(i64);

/// Heuristic values are at most this far from 0: doubles hold them exactly.
const VALUE_MAX: i64 = (1 << 53) - 1;
/// A win in 0 plies.
const WIN: i64 = 1 << 60;
/// No game is longer: the largest board has 361 cells.
const PLIES_MAX: u32 = 361;

// The bands do not overlap, and bounds around them fit, too.
const _: () = assert!(VALUE_MAX < WIN - 2 * PLIES_MAX as i64 - 2 && WIN < i64::MAX - 2);

impl Score {
    /// A proven draw, and the heuristic value 0.
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

    /// Whether this is a win or a loss with its distance.
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > VALUE_MAX
    }

    /// Of a win or a loss: the plies to the end of the game.
    #[inline]
    #[must_use]
    pub(crate) const fn plies(self) -> u32 {
        debug_assert!(self.is_decided());
        (WIN - self.0.abs()) as u32
    }

    /// The next lower score: a window above it lets an equal score through.
    #[inline]
    #[must_use]
    pub(super) const fn just_below(self) -> Score {
        Score(self.0 - 1)
    }

    /// The next higher score: the upper end of a null window.
    #[inline]
    #[must_use]
    pub(super) const fn just_above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The same result seen `plies` later: distances are that much shorter.
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

    /// The same result seen `plies` earlier: distances are that much longer. The inverse of [`Score::value_to_tt`].
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

    /// What the score says. `complete`: no heuristic value took part, so that 0 is a draw; `empties`: cells left, the
    /// length of a drawn game.
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
