//! Boards with gravity: each column is a sequence of stones, and alternate play merges the sequences into one.
//!
//! Two searches look for an order, one puts the stones down from the bottom, the other one takes them back from the top.
//! They take turns with growing numbers of steps, because most boards that cannot be reached show it near one of the two
//! ends. A state is the height of each column; of columns with the same stones ahead one stands for all.

use std::collections::HashSet;

use super::{Earlier, Steps};
use crate::game::zobrist::mix;
use crate::game::{Cell, Overline, Player, Rules};

/// What a state costs whose moves are checked for lines.
const CHECKED_STEPS: usize = 8;

pub(super) fn reachable(board: Earlier<'_>, steps: &mut Steps) -> Option<bool> {
    let rules = board.position.rules();
    if board.last.is_some_and(|last| last >= rules.width() && board.stone(last - rules.width()).is_some()) {
        return Some(false); // another stone lies on the last one
    }
    let checks_lines = rules.overline() == Overline::Forbidden && board.full_lines().next().is_some();
    let last_mover = board.last.map_or(board.position.turn().opponent(), |_| board.position.turn());
    let stones = board.position.stones() - usize::from(board.last.is_some());
    let mut searches =
        [(Search::new(board, false, checks_lines), Player::X), (Search::new(board, true, checks_lines), last_mover)];
    let mut share = 2 * stones * if checks_lines { CHECKED_STEPS } else { 1 } + 1;
    while steps.0 > 0 {
        for (search, first) in &mut searches {
            let mut some = Steps(share.min(steps.0));
            steps.0 -= some.0;
            let answer = search.can_end(*first, stones, &mut some);
            steps.0 += some.0;
            if answer.is_some() {
                return answer;
            }
        }
        share *= 4;
    }
    None
}

/// A search for an order in one direction.
struct Search<'a> {
    board: Earlier<'a>,
    from_top: bool,
    /// Whether a stone could complete a line on the way, so that the order matters beyond the colours.
    checks_lines: bool,
    columns: Vec<Column>,
    dead_ends: HashSet<u64>,
}

/// The stones of a column in the order of the search.
struct Column {
    stones: Vec<Player>,
    /// How many have been moved.
    moved: usize,
    /// For each number of moved stones, what tells the rest from other rests.
    keys: Vec<u64>,
}

impl Column {
    fn next(&self) -> Option<Player> {
        self.stones.get(self.moved).copied()
    }

    fn key(&self) -> u64 {
        self.keys[self.moved]
    }

    /// Whether the stone after the next one has the other colour.
    fn turns(&self) -> bool {
        self.stones.get(self.moved + 1).is_some_and(|&stone| stone != self.stones[self.moved])
    }
}

impl<'a> Search<'a> {
    fn new(board: Earlier<'a>, from_top: bool, checks_lines: bool) -> Search<'a> {
        let rules = board.position.rules();
        let column = |column| {
            let cells = (0..rules.height()).map(|level| cell_at(rules, column, level));
            let mut stones: Vec<Player> = cells.map_while(|cell| board.stone(cell)).collect();
            if from_top {
                stones.reverse();
            }
            let mut key = if checks_lines { mix(column as u64) } else { 0 };
            let mut keys = vec![key];
            for stone in stones.iter().rev() {
                key = mix(key ^ (1 + stone.index() as u64));
                keys.push(key);
            }
            keys.reverse();
            Column { stones, moved: 0, keys }
        };
        let columns = (0..rules.width()).map(column).collect();
        Search { board, from_top, checks_lines, columns, dead_ends: HashSet::new() }
    }

    /// Whether the `left` stones can be moved with alternating colours, `turn` first; `None` if the steps run out.
    fn can_end(&mut self, turn: Player, left: usize, steps: &mut Steps) -> Option<bool> {
        if left == 0 {
            return Some(true);
        }
        let key = self.columns.iter().fold(0, |sum: u64, column| sum.wrapping_add(column.key()));
        if self.dead_ends.contains(&key) {
            return Some(false);
        }
        steps.take(if self.checks_lines { CHECKED_STEPS } else { 1 })?;
        let (candidates, count) = self.candidates(turn);
        for &column in &candidates[..count] {
            if self.checks_lines && self.completes_line(column.into()) {
                continue;
            }
            self.columns[usize::from(column)].moved += 1;
            let answer = self.can_end(turn.opponent(), left - 1, steps);
            self.columns[usize::from(column)].moved -= 1;
            if answer != Some(false) {
                return answer;
            }
        }
        self.dead_ends.insert(key);
        Some(false)
    }

    /// The columns whose next stone has this colour, the most promising first, and how many there are. A search ends when
    /// all columns show the same colour: so the scarcer colour is to be shown next. Then the longer column goes first.
    fn candidates(&self, turn: Player) -> ([u8; Rules::SIDE_MAX], usize) {
        let (mut own, mut other) = (0, 0);
        for next in self.columns.iter().filter_map(Column::next) {
            *(if next == turn { &mut own } else { &mut other }) += 1;
        }
        let mut candidates = [0; Rules::SIDE_MAX];
        let mut count = 0;
        for (index, column) in self.columns.iter().enumerate() {
            let is_known =
                || candidates[..count].iter().any(|&known| self.columns[usize::from(known)].key() == column.key());
            if column.next() == Some(turn) && !is_known() {
                candidates[count] = index as u8;
                count += 1;
            }
        }
        let wants_turn = other <= own;
        candidates[..count].sort_by_key(|&index| {
            let column = &self.columns[usize::from(index)];
            (column.turns() != wants_turn, column.moved as isize - column.stones.len() as isize)
        });
        (candidates, count)
    }

    /// Whether the next stone of a column completes a line when it is put down.
    fn completes_line(&self, column: usize) -> bool {
        let rules = self.board.position.rules();
        let lines = self.board.position.game().lines();
        let Column { moved, stones, .. } = &self.columns[column];
        let level = if self.from_top { stones.len() - 1 - moved } else { *moved };
        let cell = cell_at(rules, column, level);
        let Some(owner) = self.board.stone(cell) else { return false };
        let stands = |other: Cell| other == cell || self.stands(other);
        lines.through(cell).iter().map(|&line| usize::from(line)).any(|line| {
            self.board.position.line_states()[line] == lines.pure(owner, rules.k())
                && lines.cells(line).iter().all(|&other| stands(other.into()))
                && !lines.beyond(line).any(|other| stands(other) && self.board.stone(other) == Some(owner))
        })
    }

    /// Whether the stone on a cell is on the board at the moment.
    fn stands(&self, cell: Cell) -> bool {
        let rules = self.board.position.rules();
        let Column { moved, stones, .. } = &self.columns[cell % rules.width()];
        let height = if self.from_top { stones.len() - moved } else { *moved };
        rules.height() - 1 - cell / rules.width() < height
    }
}

/// The cell of a column (from 0) at a level (from 0, the bottom).
fn cell_at(rules: Rules, column: usize, level: usize) -> Cell {
    (rules.height() - 1 - level) * rules.width() + column
}
