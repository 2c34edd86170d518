//! The null windows that a horizon asks: does a side force its win within so many plies?

use crate::game::{Cell, Position};
use crate::search::{Counts, Limits, Stop};
use crate::solve::Session;
use crate::solve::free::{Memory, Node, Prover};
use crate::solve::gravity::{self, Solver};

/// What a null window says of a forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// It comes within the plies asked about.
    Forced,
    /// It does not.
    NotYet,
    /// Nor does it come later.
    Never,
}

impl Answer {
    /// `bound` is above `alpha`, as is the score of the side that is to win, or both are not.
    fn of_win(bound: i32, alpha: i32) -> Answer {
        match bound {
            bound if bound > alpha => Answer::Forced,
            1.. => Answer::NotYet,
            _ => Answer::Never,
        }
    }
}

/// Positions of one board, none of them finished, and windows on their values. A number of plies is one after which the
/// side in question can have won.
pub(super) trait Windows {
    type Node: Copy;

    /// The position that the search starts from.
    fn root(&self) -> Self::Node;

    /// The position after a move that does not end the game.
    fn play(&self, node: &Self::Node, cell: Cell) -> Self::Node;

    /// Whether the side to move forces its win within so many plies; `None` if a limit was reached.
    fn wins(&mut self, node: &Self::Node, plies: u32) -> Option<Answer>;

    /// Whether the other side does.
    fn loses(&mut self, node: &Self::Node, plies: u32) -> Option<Answer>;

    fn counts(&self) -> Counts;

    /// The limit that was reached.
    fn interrupted(&self) -> Option<Stop>;
}

/// Boards where stones fall, by the solver.
pub(super) struct Falling<'a> {
    start: gravity::Position,
    session: Session<'a>,
}

impl<'a> Falling<'a> {
    pub(super) fn new(start: gravity::Position, solver: &'a mut Solver, limits: &Limits) -> Falling<'a> {
        Falling { start, session: Session::new(solver, limits.clone()) }
    }
}

/// The least score of a side that places its last stone after so many plies.
fn least_score(node: &gravity::Position, plies: u32) -> i8 {
    (node.cells_left() + 1).saturating_sub(plies).div_ceil(2).max(1) as i8
}

impl Windows for Falling<'_> {
    type Node = gravity::Position;

    fn root(&self) -> gravity::Position {
        self.start
    }

    fn play(&self, node: &gravity::Position, cell: Cell) -> gravity::Position {
        let Some(next) = node.play(cell % node.width()) else { unreachable!("a move falls into a column with room") };
        next
    }

    fn wins(&mut self, node: &gravity::Position, plies: u32) -> Option<Answer> {
        let alpha = least_score(node, plies) - 1;
        let bound = self.session.bound(node, alpha).ok()?;
        Some(Answer::of_win(bound.into(), alpha.into()))
    }

    fn loses(&mut self, node: &gravity::Position, plies: u32) -> Option<Answer> {
        let alpha = -least_score(node, plies);
        let bound = self.session.bound(node, alpha).ok()?;
        Some(Answer::of_win(-i32::from(bound), -i32::from(alpha) - 1))
    }

    fn counts(&self) -> Counts {
        self.session.counts()
    }

    fn interrupted(&self) -> Option<Stop> {
        self.session.interrupted()
    }
}

/// Any board of a bit for each cell, by the proof search.
pub(super) struct Placed<'a> {
    prover: Prover<'a>,
}

impl<'a> Placed<'a> {
    pub(super) fn new(position: &Position, memory: &'a mut Memory, limits: &Limits) -> Placed<'a> {
        Placed { prover: Prover::new(memory, position, limits.clone()) }
    }
}

impl Windows for Placed<'_> {
    type Node = Node;

    fn root(&self) -> Node {
        self.prover.root()
    }

    fn play(&self, node: &Node, cell: Cell) -> Node {
        self.prover.play(node, cell)
    }

    fn wins(&mut self, node: &Node, plies: u32) -> Option<Answer> {
        let alpha = self.prover.least_score(node, plies) - 1;
        let bound = self.prover.bound(node, alpha).ok()?;
        Some(Answer::of_win(bound, alpha))
    }

    fn loses(&mut self, node: &Node, plies: u32) -> Option<Answer> {
        let alpha = -self.prover.least_score(node, plies);
        let bound = self.prover.bound(node, alpha).ok()?;
        Some(Answer::of_win(-bound, -alpha - 1))
    }

    fn counts(&self) -> Counts {
        self.prover.counts()
    }

    fn interrupted(&self) -> Option<Stop> {
        self.prover.interrupted()
    }
}
