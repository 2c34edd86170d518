//! Reasons: checkable facts about a move.
//!
//! Each kind has one exact definition, that of [`ReasonKind`], in these terms:
//!
//! - A *line* is a window of k cells in a row, column or diagonal.
//! - A side *completes* a line with a move that makes it the last of k stones of its own. Where overlines are forbidden, a run of
//!   more than k is not complete.
//! - A *winning cell* of a side is a cell where it could play at once and complete a line, as if it were to move.
//!
//! The facts about outcomes follow from verdicts that the caller knows. Where it does not know enough, they are left out.

mod board;
mod forks;
mod kind;

pub use kind::{Reason, ReasonKind};

use super::Line;
use crate::game::{Cell, Position, Status};
use forks::Forks;

/// The facts about playing `cell` in an unfinished position, in the order of [`ReasonKind::ALL`]; none if the move is illegal.
/// `known` holds moves of the position with their verdicts, as many as are known.
#[must_use]
pub fn reasons(position: &Position, cell: Cell, known: &[Line]) -> Vec<Reason> {
    Reasons::new(position, known).of(cell)
}

/// What the facts about several moves of one position share.
#[derive(Debug)]
pub struct Reasons<'a> {
    position: &'a Position,
    #[allow(dead_code, reason = "the facts about outcomes follow")]
    known: &'a [Line],
    /// The cells where the opponent could make a fork if it were to move.
    opponent_forks: Vec<Cell>,
}

impl<'a> Reasons<'a> {
    /// The reasons for moves of an unfinished position; see [`reasons`].
    #[must_use]
    pub fn new(position: &'a Position, known: &'a [Line]) -> Reasons<'a> {
        Reasons { position, known, opponent_forks: Forks::of_opponent(position) }
    }

    /// The facts about playing `cell`.
    #[must_use]
    pub fn of(&self, cell: Cell) -> Vec<Reason> {
        let mut found = Vec::new();
        let mut after = self.position.clone();
        if after.play(cell).is_err() {
            return found;
        }
        board::completed_lines(self.position, cell, &mut found);
        if !self.position.rules().misere() {
            board::blocked_lines(self.position, cell, &mut found);
        }
        if after.status() == Status::Ongoing {
            self.add_plans(&mut after, &mut found);
        }
        found.sort_by_key(|reason| reason.kind);
        found
    }

    /// The facts about the position after a move that does not end the game.
    fn add_plans(&self, after: &mut Position, found: &mut Vec<Reason>) {
        if !self.position.rules().misere() {
            let fork = Forks::fork_of_mover(after);
            if !fork.is_empty() {
                found.push(Reason::of_cells(ReasonKind::MakesFork, fork));
            }
            if !self.opponent_forks.is_empty() && Forks::has_none_left(after) {
                found.push(Reason::of_cells(ReasonKind::StopsFork, self.opponent_forks.clone()));
            }
        }
        if let Some(reply) = board::forced_reply(after) {
            found.push(Reason { kind: ReasonKind::Forces, cells: vec![reply], moves: vec![reply] });
        }
    }
}
