//! Reasons: checkable facts about a move.
//!
//! Each kind has one exact definition, that of [`ReasonKind`], in these terms:
//!
//! - A *line* is a window of k cells in a row, column or diagonal.
//! - A side *completes* a line with a stone that makes it k stones of its own. Where overlines are forbidden, a run of more than
//!   k does not count.
//! - A *winning cell* of a side is a cell where it could play at once and complete a line, as if it were to move.
//!
//! The facts about outcomes follow from verdicts that the caller knows. Where it does not know enough, they are left out.

mod board;
mod columns;
mod contrast;
mod forks;
mod kind;
mod outcomes;
mod places;
mod threats;

pub(super) use board::longest_open_line;
pub use board::sound_plies;
pub use contrast::{Contrast, ContrastKind, Directness, contrasts};
pub(super) use forks::fork_of_mover;
pub use kind::{Reason, ReasonKind};
pub(super) use places::{from_centre, has_places};
pub use threats::{Threat, shape, threat};

use crate::engine::RankedMove;
use crate::game::{Cell, Position, Status};
use crate::sort;
use outcomes::Outcomes;
use places::Places;

/// The facts about playing `cell` in an unfinished position, in the order of [`ReasonKind::ALL`]; none if the move is illegal.
/// `known` holds moves of the position with their verdicts, as many as are known.
#[must_use]
pub fn reasons(position: &Position, cell: Cell, known: &[RankedMove]) -> Vec<Reason> {
    Reasons::new(position, known).of(cell)
}

/// The reasons for several moves of one position, with the work that they share.
#[derive(Debug)]
pub struct Reasons<'a> {
    position: &'a Position,
    /// The same position, to play the moves in.
    after: Position,
    places: Places,
    outcomes: Outcomes<'a>,
    /// The cells where the opponent could make a fork if it were to move.
    opponent_forks: Vec<Cell>,
    /// The reply that would be forced if the opponent were to move now, once it is needed.
    forced_now: Option<Option<Cell>>,
}

impl<'a> Reasons<'a> {
    /// The reasons for moves of an unfinished position; see [`reasons`].
    #[must_use]
    pub fn new(position: &'a Position, known: &'a [RankedMove]) -> Reasons<'a> {
        Reasons {
            position,
            after: position.clone(),
            places: Places::of(position),
            outcomes: Outcomes::new(position, known),
            opponent_forks: forks::forks_of_opponent(position),
            forced_now: None,
        }
    }

    /// The facts about playing `cell`.
    #[must_use]
    pub fn of(&mut self, cell: Cell) -> Vec<Reason> {
        let mut found = Vec::new();
        if self.after.play(cell).is_err() {
            return found;
        }
        board::completed_lines(self.position, cell, &mut found);
        self.places.add(self.position, cell, &mut found);
        self.outcomes.add(self.position, cell, &mut found);
        let goes_on = self.after.status() == Status::Ongoing;
        if !self.position.rules().misere() {
            board::blocked_lines(self.position, cell, &mut found);
            if goes_on {
                self.add_plans(cell, &mut found);
            }
        }
        if goes_on
            && let Some(reply) = board::forced_reply(&mut self.after)
            && self.forced_now() != Some(reply)
        {
            found.push(Reason { kind: ReasonKind::Forces, cells: vec![reply], moves: vec![reply] });
        }
        self.after.undo();
        sort::short_by_key(&mut found, |reason| reason.kind);
        found
    }

    fn forced_now(&mut self) -> Option<Cell> {
        *self.forced_now.get_or_insert_with(|| {
            let mut passed = self.position.clone();
            passed.null_move();
            board::forced_reply(&mut passed)
        })
    }

    /// The facts about lines after a move that does not end the game, where lines win.
    fn add_plans(&mut self, cell: Cell, found: &mut Vec<Reason>) {
        let after = &mut self.after;
        let fork = forks::fork_made(self.position, after);
        if !fork.is_empty() {
            found.push(Reason::of_cells(ReasonKind::MakesFork, fork));
        }
        let stops = |after: &mut Position| {
            forks::is_out_of_reach(after, &self.opponent_forks) && forks::stays_out_of_reach(after)
        };
        if !self.opponent_forks.is_empty() && stops(after) {
            found.push(Reason::of_cells(ReasonKind::StopsFork, self.opponent_forks.clone()));
        }
        if let Some((_, line)) = board::longest_open_line(self.position, cell) {
            found.push(Reason::of_cells(ReasonKind::OpensLine, line));
        }
        if self.position.rules().gravity() {
            columns::zugzwang_columns(self.position, after, found);
            columns::threats_above(self.position, after, cell, found);
        }
        threats::open_threes(self.position, cell, found);
    }
}
