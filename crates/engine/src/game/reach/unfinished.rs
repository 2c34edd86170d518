//! Definitions for all searches of reachability.

use crate::game::{Cell, Player, Position};

/// Three-valued "or": true if an answer is, else unknown if an answer is, else false.
pub(super) fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(false);
    for answer in answers {
        match answer {
            Some(true) => return answer,
            Some(false) => {}
            None => all = None,
        }
    }
    all
}

/// A board without complete lines: that of an unfinished game, or that of a finished game without its last stone.
#[derive(Clone, Copy)]
pub(super) struct Unfinished<'a> {
    pub position: &'a Position,
    /// The last stone of a finished game.
    pub last: Option<Cell>,
}

impl Unfinished<'_> {
    /// The stone on a cell.
    pub fn stone(self, cell: Cell) -> Option<Player> {
        if self.last == Some(cell) { None } else { self.position.cell(cell) }
    }

    /// The lines full of one colour: on a board without complete lines, parts of overlines.
    pub fn full_lines(self) -> impl Iterator<Item = usize> {
        let lines = self.position.game().lines();
        let is_full = |line, state| Player::ALL.iter().any(|&player| lines.lacking(line, player, 0) == Some(state));
        let states = self.position.line_states().iter().enumerate();
        let is_without_last = move |line: &usize| lines.cells(*line).iter().all(|&cell| self.last != Some(cell.into()));
        states.filter(move |&(line, &state)| is_full(line, state)).map(|(line, _)| line).filter(is_without_last)
    }
}

/// The steps left of a bounded search.
pub(super) struct Steps(pub usize);

impl Steps {
    /// Takes `count` steps; `None` if fewer are left.
    pub fn take(&mut self, count: usize) -> Option<()> {
        self.0 = self.0.checked_sub(count)?;
        Some(())
    }
}
