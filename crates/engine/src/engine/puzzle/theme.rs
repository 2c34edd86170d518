//! The themes of puzzles, and the games that cannot have them.

use super::{fights, stones_min};
use crate::engine::RankedMove;
use crate::engine::reasons::{Reason, ReasonKind, reasons};
use crate::game::{Cell, Position, Rules};
use crate::names::named_enum;

named_enum! {
    /// The task of a puzzle.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Theme {
        /// One move alone wins, with the mover's second move.
        WinIn2 = "win-in-2",
        /// One move alone wins, with the third move.
        WinIn3 = "win-in-3",
        /// One move alone wins, with the fourth move.
        WinIn4 = "win-in-4",
        /// One move alone wins, with the fifth move.
        WinIn5 = "win-in-5",
        /// One move alone does not lose.
        OnlyMove = "only-move",
        /// One move alone wins, and it makes a fork.
        Fork = "fork",
    }
}

impl Theme {
    /// Moves of the winner, where the theme says how many.
    pub(super) const fn own_moves(self) -> Option<u32> {
        match self {
            Theme::WinIn2 => Some(2),
            Theme::WinIn3 => Some(3),
            Theme::WinIn4 => Some(4),
            Theme::WinIn5 => Some(5),
            Theme::OnlyMove | Theme::Fork => None,
        }
    }

    /// The theme of a win with this number of moves of the winner.
    pub(super) fn win_in(moves: u32) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.own_moves() == Some(moves))
    }

    /// Why no position of a game is such a puzzle, if that is plain without a search.
    #[must_use]
    pub fn obstacle(self, rules: &Rules) -> Option<Obstacle> {
        let Some(own_moves) = self.own_moves() else {
            return match self {
                Theme::Fork => rules.misere().then_some(Obstacle::Misere),
                _ => fights::fit(rules).then_some(Obstacle::OnlyWins),
            };
        };
        // In misère play the loser makes the last move.
        let plies = own_moves as usize * 2 - usize::from(!rules.misere());
        let stones = stones_min(rules);
        (stones + plies > rules.cells()).then_some(Obstacle::FewCells { plies, stones })
    }
}

/// Why a game has no puzzles of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Obstacle {
    /// A completed line loses, so that no move threatens to complete two.
    Misere,
    /// The board is too large to prove anything but wins by fours.
    OnlyWins,
    /// The win takes more plies than there are empty cells once the least stones stand.
    FewCells {
        /// Plies of the win.
        plies: usize,
        /// The least stones of a puzzle.
        stones: usize,
    },
}

/// The themes of a puzzle: that of its result, and a fork where its solution makes one that wins.
pub(super) fn themes(position: &Position, by_result: Theme, solution: Cell, moves: &[RankedMove]) -> Vec<Theme> {
    let makes_fork = |fact: &Reason| fact.kind == ReasonKind::MakesFork;
    let is_fork = by_result != Theme::OnlyMove && reasons(position, solution, moves).iter().any(makes_fork);
    [by_result].into_iter().chain(is_fork.then_some(Theme::Fork)).collect()
}
