//! Reachability with gravity: each column is a sequence of stones, and alternate play merges the sequences into one.
//!
//! Two searches look for such an order: one places the stones from the bottom, the other removes them from the top. They
//! alternate with growing step budgets, because most unreachable boards fail near one end. A state is the height of each
//! column. Columns with equal remaining stones are equivalent.

use std::collections::HashSet;

use super::unfinished::{Steps, Unfinished};
use crate::game::zobrist::mix;
use crate::game::{Cell, Overline, Player};
use crate::sort;

/// Most different columns that are tried from one state: more than an ordinary board has. A list of lines may have more; a search
/// that leaves some out decides nothing.
const COLUMNS_MAX: usize = 32;
/// Steps of a state whose moves are checked for complete lines.
const CHECKED_STEPS: usize = 8;

pub(super) fn reachable(board: Unfinished<'_>, steps: &mut Steps) -> Option<bool> {
    let rules = board.position.rules();
    let above_last = board.last.and_then(|last| board.position.game().above(last));
    if above_last.is_some_and(|above| board.stone(above).is_some()) {
        return Some(false); // a stone lies above the last one
    }
    let checks_lines = rules.overline() == Overline::Forbidden && board.full_lines().next().is_some();
    let last_mover = board.last.map_or(board.position.turn().opponent(), |_| board.position.turn());
    let stones = board.position.stones() - usize::from(board.last.is_some());
    let mut searches =
        [(Search::new(board, false, checks_lines), Player::X), (Search::new(board, true, checks_lines), last_mover)];
    let mut budget = 2 * stones * if checks_lines { CHECKED_STEPS } else { 1 } + 1;
    while steps.0 > 0 {
        for (search, first) in &mut searches {
            let mut part = Steps(budget.min(steps.0));
            steps.0 -= part.0;
            let answer = search.finds_order(*first, stones, &mut part);
            steps.0 += part.0;
            if answer.is_some() {
                return answer;
            }
        }
        budget *= 4;
    }
    None
}

/// The search in one direction.
struct Search<'a> {
    board: Unfinished<'a>,
    from_top: bool,
    /// Whether an intermediate board could have a complete line.
    checks_lines: bool,
    columns: Vec<Column>,
    dead_ends: HashSet<u64>,
}

/// The stones of a column in the order of the search.
struct Column {
    stones: Vec<Player>,
    /// The number of stones placed or removed.
    moved: usize,
    /// For each value of `moved`, a hash of the remaining stones.
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
    fn changes_colour(&self) -> bool {
        self.stones.get(self.moved + 1).is_some_and(|&stone| stone != self.stones[self.moved])
    }
}

/// Columns that may be moved.
struct Candidates {
    columns: [u16; COLUMNS_MAX],
    count: usize,
    /// Whether there are no others.
    are_all: bool,
}

impl<'a> Search<'a> {
    fn new(board: Unfinished<'a>, from_top: bool, checks_lines: bool) -> Search<'a> {
        let column = |(column, cells): (usize, &Vec<u16>)| {
            let mut stones: Vec<Player> = cells.iter().map_while(|&cell| board.stone(cell.into())).collect();
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
        let columns = board.position.game().columns().iter().enumerate().map(column).collect();
        Search { board, from_top, checks_lines, columns, dead_ends: HashSet::new() }
    }

    /// Whether the `left` remaining stones can be moved with alternating colours, `turn` first. `None` if the steps run out.
    fn finds_order(&mut self, turn: Player, left: usize, steps: &mut Steps) -> Option<bool> {
        if left == 0 {
            return Some(true);
        }
        let key = self.columns.iter().fold(0, |sum: u64, column| sum.wrapping_add(column.key()));
        if self.dead_ends.contains(&key) {
            return Some(false);
        }
        steps.take(if self.checks_lines { CHECKED_STEPS } else { 1 })?;
        let Candidates { columns, count, are_all } = self.candidates(turn);
        for &column in &columns[..count] {
            let column = usize::from(column);
            if self.checks_lines && self.completes_line(column) {
                continue;
            }
            self.columns[column].moved += 1;
            let answer = self.finds_order(turn.opponent(), left - 1, steps);
            self.columns[column].moved -= 1;
            if answer != Some(false) {
                return answer;
            }
        }
        if !are_all {
            return None;
        }
        self.dead_ends.insert(key);
        Some(false)
    }

    /// The columns whose next stone has this colour, the most promising first, and their number. The search fails when all
    /// columns show the same colour, so that moves which reveal the scarcer colour come first, then longer columns.
    fn candidates(&self, turn: Player) -> Candidates {
        let (mut own, mut other) = (0, 0);
        for next in self.columns.iter().filter_map(Column::next) {
            *(if next == turn { &mut own } else { &mut other }) += 1;
        }
        let mut candidates = [0; COLUMNS_MAX];
        let (mut count, mut are_all) = (0, true);
        for (index, column) in self.columns.iter().enumerate() {
            let is_known =
                || candidates[..count].iter().any(|&known| self.columns[usize::from(known)].key() == column.key());
            if column.next() == Some(turn) && !is_known() {
                if count == COLUMNS_MAX {
                    are_all = false;
                    break;
                }
                candidates[count] = index as u16;
                count += 1;
            }
        }
        let wants_turn = other <= own;
        sort::short_by_key(&mut candidates[..count], |&index| {
            let column = &self.columns[usize::from(index)];
            (column.changes_colour() != wants_turn, column.moved as isize - column.stones.len() as isize)
        });
        Candidates { columns: candidates, count, are_all }
    }

    /// Whether the next stone of a column completes a line at the moment when it is placed.
    fn completes_line(&self, column: usize) -> bool {
        let lines = self.board.position.game().lines();
        let Column { moved, stones, .. } = &self.columns[column];
        let level = if self.from_top { stones.len() - 1 - moved } else { *moved };
        let cell = Cell::from(self.board.position.game().columns()[column][level]);
        let Some(owner) = self.board.stone(cell) else { return false };
        let is_placed = |other: Cell| other == cell || self.is_placed(other);
        lines.through(cell).iter().map(|&line| usize::from(line)).any(|line| {
            lines.lacking(line, owner, 0) == Some(self.board.position.line_states()[line])
                && lines.cells(line).iter().all(|&other| is_placed(other.into()))
                && !lines.beyond(line).any(|other| is_placed(other) && self.board.stone(other) == Some(owner))
        })
    }

    /// Whether the stone on a cell is on the intermediate board.
    fn is_placed(&self, cell: Cell) -> bool {
        let game = self.board.position.game();
        let Some(column) = game.column_of(cell) else { return false };
        let Column { moved, stones, .. } = &self.columns[column];
        let height = if self.from_top { stones.len() - moved } else { *moved };
        game.columns()[column].iter().take(height).any(|&placed| Cell::from(placed) == cell)
    }
}
