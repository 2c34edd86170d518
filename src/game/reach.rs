//! Decides whether alternate play could have led to a board.
//!
//! - Without gravity the order of the stones matters only where overlines are forbidden: see [`overlines`].
//! - With gravity each column fixes the order of its stones: see [`columns`].

mod columns;
mod overlines;

use super::{Cell, Overline, Player, Position, Status};

/// Most steps of one decision. A step takes 20 to 100 ns; boards of Connect Four take about as many as they have stones.
const STEPS_MAX: usize = 10_000;

/// Whether alternate play from the empty board, X first, could have led to the position; `None` if [`STEPS_MAX`] steps
/// do not decide it.
pub(super) fn reachable(position: &Position) -> Option<bool> {
    if !counts_alternate(position) {
        return Some(false);
    }
    let mut steps = Steps(STEPS_MAX);
    if position.status() != Status::Won {
        return Earlier { position, last: None }.reachable(&mut steps);
    }
    // The last stone completed every line at once.
    let lines = position.winning_lines();
    let last = lines[0].iter().copied().filter(|cell| lines.iter().all(|line| line.contains(cell)));
    any(last.map(|last| Earlier { position, last: Some(last) }.reachable(&mut steps)))
}

/// Whether the sides have as many stones as alternate play gives them, X first.
fn counts_alternate(position: &Position) -> bool {
    let x = position.cells().iter().filter(|&&stone| stone == Some(Player::X)).count();
    let o = position.stones() - x;
    match position.turn() {
        Player::X => x == o && position.line_owner() != Some(Player::X),
        Player::O => x == o + 1 && position.line_owner() != Some(Player::O),
    }
}

/// True if one is, else unknown if one is, else false.
fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
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

/// The unfinished board before the last stone of a finished game, or the whole board of an unfinished one.
#[derive(Clone, Copy)]
struct Earlier<'a> {
    position: &'a Position,
    last: Option<Cell>,
}

impl Earlier<'_> {
    fn reachable(self, steps: &mut Steps) -> Option<bool> {
        let rules = self.position.rules();
        if rules.gravity() {
            columns::reachable(self, steps)
        } else if rules.overline() == Overline::Forbidden {
            overlines::reachable(self, steps)
        } else {
            // No part of the board has a complete line, so that every order of the stones will do.
            Some(true)
        }
    }

    fn stone(self, cell: Cell) -> Option<Player> {
        if self.last == Some(cell) { None } else { self.position.cell(cell) }
    }

    /// The lines full of one colour. On a board without complete lines they are parts of overlines.
    fn full_lines(self) -> impl Iterator<Item = usize> {
        let (lines, k) = (self.position.game().lines(), self.position.rules().k());
        let full = Player::ALL.map(|player| lines.pure(player, k));
        let states = self.position.line_states().iter().enumerate();
        let is_old = move |line: &usize| lines.cells(*line).iter().all(|&cell| self.last != Some(cell.into()));
        states.filter(move |(_, state)| full.contains(state)).map(|(line, _)| line).filter(is_old)
    }
}

/// Steps that are left.
struct Steps(usize);

impl Steps {
    /// Takes some; `None` if fewer are left.
    fn take(&mut self, count: usize) -> Option<()> {
        self.0 = self.0.checked_sub(count)?;
        Some(())
    }
}
