//! The definitions of the reasons, written down in the most direct way: windows, whole boards, no shortcuts.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use inarow::engine::Line;
use inarow::game::{Cell, Overline, Player, Rules};

use crate::common::naive::Naive;

/// Kind, cells, moves.
pub type Fact = (&'static str, Vec<Cell>, Vec<Cell>);

/// All facts about a legal move, in the order of the published list.
pub fn facts(board: &Naive, cell: Cell, _known: &[Line]) -> Vec<Fact> {
    let (mover, opponent) = (board.turn, board.turn.opponent());
    let misere = board.rules.misere();
    let after = board.after(cell);
    let goes_on = after.winner().is_none() && !after.moves().is_empty();
    let mut facts: Vec<Fact> = Vec::new();

    facts.extend(completed(board, cell, mover).into_iter().map(|line| ("completes-line", line, vec![])));
    if !misere {
        facts.extend(completed(board, cell, opponent).into_iter().map(|line| ("blocks-line", line, vec![])));
    }
    if goes_on && !misere {
        let fork = fork(&after);
        if !fork.is_empty() {
            facts.push(("makes-fork", fork, vec![]));
        }
        let theirs = forks(&Naive { turn: opponent, ..board.clone() });
        if !theirs.is_empty() && forks(&after).is_empty() && winning_cells(&after, opponent).is_empty() {
            facts.push(("stops-fork", theirs, vec![]));
        }
    }
    if goes_on && (misere || winning_cells(&after, opponent).is_empty()) && after.moves().len() > 1 {
        let holding: Vec<Cell> = after.moves().into_iter().filter(|&reply| !loses_at_once(&after, reply)).collect();
        if holding.len() == 1 {
            facts.push(("forces", holding.clone(), holding));
        }
    }
    facts
}

thread_local! {
    static WINDOWS: RefCell<HashMap<(Rules, Cell), Vec<Vec<Cell>>>> = RefCell::default();
}

/// The windows that contain a cell, ascending, listed once for each game.
fn windows_through(board: &Naive, cell: Cell) -> Vec<Vec<Cell>> {
    let find = || windows(board).into_iter().filter(|window| window.contains(&cell)).collect();
    WINDOWS.with_borrow_mut(|known| known.entry((board.rules, cell)).or_insert_with(find).clone())
}

/// Every window of k cells, ascending.
fn windows(board: &Naive) -> Vec<Vec<Cell>> {
    let (width, height, k) = (board.rules.width() as i32, board.rules.height() as i32, board.rules.k() as i32);
    let directions = if k == 1 { vec![(0, 1)] } else { vec![(0, 1), (1, 0), (1, 1), (1, -1)] };
    let mut windows = Vec::new();
    for (down, right) in directions {
        for row in 0..height {
            for col in 0..width {
                let cells: Vec<_> = (0..k).map(|i| (row + i * down, col + i * right)).collect();
                if cells.iter().all(|&(row, col)| (0..height).contains(&row) && (0..width).contains(&col)) {
                    windows.push(cells.into_iter().map(|(row, col)| (row * width + col) as Cell).collect());
                }
            }
        }
    }
    windows.sort();
    windows
}

/// The cells next to the ends of a window, in its direction.
fn ends(board: &Naive, window: &[Cell]) -> Vec<Cell> {
    let (width, height) = (board.rules.width() as i32, board.rules.height() as i32);
    let place = |cell: Cell| (cell as i32 / width, cell as i32 % width);
    let (first, last) = (place(window[0]), place(window[window.len() - 1]));
    let step = if window.len() == 1 { (0, 1) } else { (place(window[1]).0 - first.0, place(window[1]).1 - first.1) };
    [(first.0 - step.0, first.1 - step.1), (last.0 + step.0, last.1 + step.1)]
        .into_iter()
        .filter(|&(row, col)| (0..height).contains(&row) && (0..width).contains(&col))
        .map(|(row, col)| (row * width + col) as Cell)
        .collect()
}

/// The lines that a stone of the player on this empty cell completes.
fn completed(board: &Naive, cell: Cell, player: Player) -> Vec<Vec<Cell>> {
    let mut with = board.clone();
    with.cells[cell] = Some(player);
    let is_own = |cell: &Cell| with.cells[*cell] == Some(player);
    let complete = |window: &Vec<Cell>| {
        window.iter().all(is_own)
            && (board.rules.overline() == Overline::Allowed || !ends(board, window).iter().any(is_own))
    };
    windows_through(board, cell).into_iter().filter(complete).collect()
}

/// Where the player, as if it were to move, could complete a line.
fn winning_cells(board: &Naive, player: Player) -> Vec<Cell> {
    board.moves().into_iter().filter(|&cell| !completed(board, cell, player).is_empty()).collect()
}

/// The winning cells of a fork of the side that has just moved; none if there is no fork.
fn fork(after: &Naive) -> Vec<Cell> {
    let (opponent, mover) = (after.turn, after.turn.opponent());
    if !winning_cells(after, opponent).is_empty() {
        return Vec::new();
    }
    let mut cells: BTreeSet<Cell> = winning_cells(after, mover).into_iter().collect();
    if after.rules.gravity() {
        for cell in cells.clone() {
            if cell >= after.rules.width() {
                let blocked = after.after(cell);
                let above = cell - after.rules.width();
                if !completed(&blocked, above, mover).is_empty() {
                    cells.insert(above);
                }
            }
        }
    }
    if cells.len() < 2 { Vec::new() } else { cells.into_iter().collect() }
}

/// Where the side to move can make a fork.
fn forks(board: &Naive) -> Vec<Cell> {
    let makes = |&cell: &Cell| {
        let after = board.after(cell);
        after.winner().is_none() && !fork(&after).is_empty()
    };
    board.moves().into_iter().filter(makes).collect()
}

fn loses_at_once(board: &Naive, reply: Cell) -> bool {
    if board.rules.misere() {
        return !completed(board, reply, board.turn).is_empty();
    }
    let after = board.after(reply);
    after.winner().is_none() && !winning_cells(&after, after.turn).is_empty()
}
