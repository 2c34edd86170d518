//! Could alternate play have led to a board? Answered by taking stones back.

use std::collections::HashSet;

use super::{Cell, Overline, Player, Position, Status};

/// Boards looked at before the answer is "nothing speaks against it". Boards of Connect Four stay well below.
const BOARDS_MAX: usize = 20_000;

/// Whether alternate play from the empty board, X first, could have led to the position.
pub(super) fn reachable(position: &Position) -> bool {
    let count = |player| position.cells().iter().filter(|&&stone| stone == Some(player)).count();
    let (x, o) = (count(Player::X), count(Player::O));
    let expected = if x == o { Player::X } else { Player::O };
    if x != o && x != o + 1 || position.turn() != expected {
        return false;
    }
    let rules = position.rules();
    // Without gravity and overlines every order of taking stones back succeeds.
    let order_matters = rules.gravity() || (rules.overline() == Overline::Forbidden && has_full_line(position));
    let (turn, last, stones) = (position.turn(), position.turn().opponent(), position.stones());
    let retraction =
        || Retraction { position, cells: position.cells().to_vec(), order_matters, dead_ends: HashSet::new() };
    if position.status() != Status::Won {
        return !order_matters || retraction().reaches_empty(turn, stones);
    }
    // The last stone completed every line at once.
    let lines = position.winning_lines();
    let mut common = lines[0].iter().copied().filter(|cell| lines.iter().all(|line| line.contains(cell)));
    common
        .any(|cell| position.cell(cell) == Some(last) && (!order_matters || retraction().take_back(cell, turn, stones)))
}

/// Whether some line is full of one colour: a part of an overline on an unfinished board.
fn has_full_line(position: &Position) -> bool {
    let (lines, k) = (position.game().lines(), position.rules().k());
    let full = Player::ALL.map(|player| lines.pure(player, k));
    position.line_states().iter().any(|state| full.contains(state))
}

/// Depth-first search for an order of taking stones back that meets no finished game.
struct Retraction<'a> {
    position: &'a Position,
    cells: Vec<Option<Player>>,
    /// Whether some orders may fail.
    order_matters: bool,
    dead_ends: HashSet<Vec<Option<Player>>>,
}

impl Retraction<'_> {
    /// Whether the board, not finished, can be taken back to the empty one; `turn` is to move on it.
    fn reaches_empty(&mut self, turn: Player, stones: usize) -> bool {
        if stones == 0 || !self.order_matters || self.dead_ends.len() >= BOARDS_MAX {
            return true;
        }
        if self.dead_ends.contains(&self.cells) {
            return false;
        }
        let last = turn.opponent();
        let found =
            (0..self.cells.len()).any(|cell| self.cells[cell] == Some(last) && self.take_back(cell, turn, stones));
        if !found {
            self.dead_ends.insert(self.cells.clone());
        }
        found
    }

    /// Whether the stone on this cell can have been the last one.
    fn take_back(&mut self, cell: Cell, turn: Player, stones: usize) -> bool {
        let rules = self.position.rules();
        let covered = rules.gravity() && cell >= rules.width() && self.cells[cell - rules.width()].is_some();
        if covered {
            return false;
        }
        let stone = self.cells[cell].take();
        // A board without a complete line has none with a stone less, unless part of an overline becomes one.
        let may_complete = self.position.status() == Status::Won || rules.overline() == Overline::Forbidden;
        let possible = !(may_complete && self.has_complete_line()) && self.reaches_empty(turn.opponent(), stones - 1);
        self.cells[cell] = stone;
        possible
    }

    fn has_complete_line(&self) -> bool {
        let (lines, rules) = (self.position.game().lines(), self.position.rules());
        (0..lines.len()).any(|line| {
            let window = lines.cells(line);
            let owner = self.cells[usize::from(window[0])];
            owner.is_some()
                && window.iter().all(|&cell| self.cells[usize::from(cell)] == owner)
                && (rules.overline() == Overline::Allowed || lines.beyond(line).all(|cell| self.cells[cell] != owner))
        })
    }
}
