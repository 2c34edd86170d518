//! Principal variations to the horizon: those of minimax, with the lowest of equal cells.

use super::windows::{Answer, Windows};
use super::{Search, State};
use crate::game::{Cell, Status};
use crate::search::Score;

impl<W: Windows> Search<W> {
    /// Extends the variation of a root move to this depth. `None` if a limit was reached.
    pub(super) fn extend_line(&mut self, at: usize, depth: u32) -> Option<()> {
        let root = &mut self.moves[at];
        let (state, before, cell, node) = (root.state, root.pv_depth, root.cell, root.node);
        let mut line = std::mem::take(&mut root.pv);
        let mut done = Some(());
        if let Some(node) = node {
            self.position.play_unchecked(cell);
            let played = self.position.stones();
            done = match state {
                State::Decided(_) if before == u32::MAX => done,
                State::Decided(score) => self.decided(node, score, &mut line),
                _ => self.undecided(node, before, depth, &mut line),
            };
            for _ in played..=self.position.stones() {
                self.position.undo();
            }
        }
        let root = &mut self.moves[at];
        root.pv = line;
        root.pv_depth = if matches!(state, State::Decided(_)) { u32::MAX } else { depth };
        done
    }

    /// Extends a variation without a win from the depth `before` to `depth`. Moves with lower cells than those of the line lost
    /// at `before`, and still lose.
    fn undecided(&mut self, mut node: W::Node, before: u32, depth: u32, line: &mut Vec<Cell>) -> Option<()> {
        let mut at = 1;
        while at < depth && self.goes_on() {
            let known = line.get(at as usize).copied();
            let plies = self.last_win(depth - at - 1);
            let same = before > at && plies == self.last_win(before - at - 1);
            let cell = match known {
                Some(cell) if same => {
                    self.position.play_unchecked(cell);
                    cell
                }
                _ => self.play_holding(&node, known.unwrap_or(0), plies)?,
            };
            if known != Some(cell) {
                line.truncate(at as usize);
                line.push(cell);
            }
            at += 1;
            if at < depth && self.goes_on() {
                node = self.windows.play(&node, cell);
            }
        }
        Some(())
    }

    /// The variation to the end of the game, whose score is known for the side to move at the root.
    fn decided(&mut self, mut node: W::Node, score: Score, line: &mut Vec<Cell>) -> Option<()> {
        line.truncate(1);
        let (mut wins, mut left) = (score < Score::DRAW, score.plies() - 1);
        while left > 0 {
            let cell = match wins {
                true => self.play_winning(&node, left)?,
                false if left > 1 => self.play_holding(&node, 0, left.saturating_sub(3))?,
                // In misère play, the last move has to complete a line.
                false => self.playable(0).inspect(|&cell| self.position.play_unchecked(cell))?,
            };
            line.push(cell);
            left -= 1;
            wins = !wins;
            if left > 0 {
                node = self.windows.play(&node, cell);
            }
        }
        Some(())
    }

    fn goes_on(&self) -> bool {
        self.position.status() == Status::Ongoing && self.position.open_lines() > 0
    }

    /// The greatest number of plies, up to `plies`, after which the side to move can win.
    fn last_win(&self, plies: u32) -> u32 {
        let fits = plies.is_multiple_of(2) == self.misere;
        if fits { plies } else { plies.saturating_sub(1) }
    }

    /// Plays the lowest cell from `first` on after which the opponent does not win within this many plies. One exists.
    fn play_holding(&mut self, node: &W::Node, first: Cell, plies: u32) -> Option<Cell> {
        let mut cell = self.playable(first)?;
        while let Some(next) = self.playable(cell + 1) {
            self.position.play_unchecked(cell);
            let holds = match self.position.status() {
                Status::Ongoing if plies > 0 && self.position.open_lines() > 0 => {
                    let child = self.windows.play(node, cell);
                    self.windows.wins(&child, plies)? != Answer::Forced
                }
                // In misère play a complete line loses.
                status => status != Status::Won,
            };
            if holds {
                return Some(cell);
            }
            self.position.undo();
            cell = next;
        }
        self.position.play_unchecked(cell);
        Some(cell)
    }

    /// Plays the lowest cell that wins in this many plies, the shortest distance.
    fn play_winning(&mut self, node: &W::Node, plies: u32) -> Option<Cell> {
        let mut cell = self.playable(0)?;
        while let Some(next) = self.playable(cell + 1) {
            self.position.play_unchecked(cell);
            let wins = match self.position.status() {
                Status::Ongoing if plies > 1 => {
                    let child = self.windows.play(node, cell);
                    self.windows.loses(&child, plies - 1)? == Answer::Forced
                }
                status => plies == 1 && status == Status::Won,
            };
            if wins {
                return Some(cell);
            }
            self.position.undo();
            cell = next;
        }
        self.position.play_unchecked(cell);
        Some(cell)
    }

    /// The lowest playable cell from `first` on.
    fn playable(&self, first: Cell) -> Option<Cell> {
        (first..self.position.cells().len()).find(|&cell| self.position.playable(cell))
    }
}
