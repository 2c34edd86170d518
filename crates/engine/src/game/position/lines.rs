//! Lines that are complete or lack one stone.
//!
//! Where overlines are forbidden, a full line that is part of a longer run is not complete.

use super::Position;
use crate::game::{Cell, Overline, Player};

impl Position {
    /// The cells of each complete line.
    #[must_use]
    pub fn winning_lines(&self) -> Vec<Vec<Cell>> {
        let cells = |line| self.game.lines().cells(line).iter().map(|&cell| Cell::from(cell)).collect();
        self.complete_lines().map(cells).collect()
    }

    /// The indices of the complete lines.
    pub(in crate::game) fn complete_lines(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = if self.line_owner.is_some() { self.states.len() } else { 0 };
        (0..lines).filter(|&line| self.line_owner.is_some_and(|owner| self.is_complete(line, owner)))
    }

    /// The playable cells that complete a line of the player. A cell may be listed more than once.
    #[inline]
    pub fn completions(&self, player: Player) -> impl Iterator<Item = Cell> + '_ {
        let lines = self.game.lines();
        let short = lines.pure(player, self.rules().k() - 1);
        let has_length_k = lines.are_equally_long();
        let strict = self.rules().overline() == Overline::Forbidden;
        let is_short = move |line: u16| {
            self.states[usize::from(line)] == if has_length_k { short } else { lines.full_and_short(line, player).1 }
        };
        self.threats.iter().filter(move |&&line| is_short(line)).filter_map(move |&line| {
            let cells = lines.cells(usize::from(line)).iter().map(|&cell| Cell::from(cell));
            let gap = cells.into_iter().find(|&cell| self.cells[cell].is_none())?;
            (self.playable(gap) && !(strict && self.is_overline(line, player))).then_some(gap)
        })
    }

    /// Whether the line, full of stones of the player, is part of a longer run.
    #[inline]
    pub(super) fn is_overline(&self, line: u16, player: Player) -> bool {
        self.game.lines().beyond(usize::from(line)).any(|cell| self.cells[cell] == Some(player))
    }

    fn is_complete(&self, line: usize, player: Player) -> bool {
        let lines = self.game.lines();
        lines.lacking(line, player, 0) == Some(self.states[line])
            && (self.rules().overline() == Overline::Allowed || !self.is_overline(line as u16, player))
    }

    /// Whether the player has a complete line. Looks at every line.
    pub(in crate::game) fn has_line(&self, player: Player) -> bool {
        (0..self.states.len()).any(|line| self.is_complete(line, player))
    }
}
