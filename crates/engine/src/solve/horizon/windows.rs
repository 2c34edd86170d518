//! Null windows: whether a side forces a win within a number of plies.

use crate::game::{Cell, Position};
use crate::search::{Counts, Limits, Stop};
use crate::solve::Session;
use crate::solve::free::{Memory, Node, Prover};
use crate::solve::gravity::{self, Solver};

/// The answer of a null window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The side wins within the plies.
    Forced,
    /// The side does not win within the plies.
    NotYet,
    /// The side never wins.
    Never,
}

impl Answer {
    /// From a bound for the side that may win: a lower bound if it is above `alpha`, otherwise an upper bound.
    fn of_win(bound: i32, alpha: i32) -> Answer {
        match bound {
            bound if bound > alpha => Answer::Forced,
            1.. => Answer::NotYet,
            _ => Answer::Never,
        }
    }
}

/// Null windows on the unfinished positions of a board. Numbers of plies must be those after which the side in question can
/// win.
pub(super) trait Windows {
    type Node: Copy;

    /// The root position.
    fn root(&self) -> Self::Node;

    /// The position after a move that does not end the game.
    fn play(&self, node: &Self::Node, cell: Cell) -> Self::Node;

    /// Whether the side to move forces a win within this many plies. `None` if a limit was reached.
    fn wins(&mut self, node: &Self::Node, plies: u32) -> Option<Answer>;

    /// Whether the opponent forces a win within this many plies. `None` if a limit was reached.
    fn loses(&mut self, node: &Self::Node, plies: u32) -> Option<Answer>;

    fn counts(&self) -> Counts;

    /// The limit that was reached, if any.
    fn interrupted(&self) -> Option<Stop>;
}

/// Null windows of the gravity solver.
pub(super) struct SolverWindows<'a> {
    start: gravity::Position,
    session: Session<'a>,
}

impl<'a> SolverWindows<'a> {
    pub(super) fn new(start: gravity::Position, solver: &'a mut Solver, limits: &Limits) -> SolverWindows<'a> {
        SolverWindows { start, session: Session::new(solver, limits.clone()) }
    }
}

/// The lowest score of a win within this many plies.
fn least_score(node: &gravity::Position, plies: u32) -> i8 {
    (node.cells_left() + 1).saturating_sub(plies).div_ceil(2).max(1) as i8
}

impl Windows for SolverWindows<'_> {
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

/// Null windows of the prover.
pub(super) struct ProverWindows<'a> {
    prover: Prover<'a>,
}

impl<'a> ProverWindows<'a> {
    pub(super) fn new(position: &Position, memory: &'a mut Memory, limits: &Limits) -> ProverWindows<'a> {
        ProverWindows { prover: Prover::new(memory, position, limits.clone()) }
    }
}

impl Windows for ProverWindows<'_> {
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
