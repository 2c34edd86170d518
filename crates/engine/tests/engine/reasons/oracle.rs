//! The definitions of the reasons, written down in the most direct way: windows, whole boards, no shortcuts.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use inarow_engine::engine::RankedMove;
use inarow_engine::game::{Cell, Overline, Player, Rules};
use inarow_engine::search::Verdict;

use crate::common::naive::Naive;

/// Kind, cells, moves.
pub type Fact = (&'static str, Vec<Cell>, Vec<Cell>);

/// All facts about a legal move, in the order of the published list.
pub fn facts(board: &Naive, cell: Cell, known: &[RankedMove]) -> Vec<Fact> {
    let after = board.after(cell);
    let goes_on = after.winner().is_none() && !after.moves().is_empty();
    let mut facts: Vec<Fact> = Vec::new();
    let lines = |kind, lines: Vec<Vec<Cell>>| lines.into_iter().map(move |line| (kind, line, vec![]));

    facts.extend(lines("completes-line", completed(board, cell, board.turn)));
    if !board.rules.misere() {
        facts.extend(lines("blocks-line", completed(board, cell, board.turn.opponent())));
    }
    if goes_on && !board.rules.misere() {
        facts.extend(plans(board, &after));
    }
    facts.extend(places(board, cell));
    if goes_on && !board.rules.misere() {
        facts.extend(open_line(board, cell).map(|line| ("opens-line", line, vec![])));
    }
    let is_3x3 = (board.rules.width(), board.rules.height(), board.rules.gravity()) == (3, 3, false);
    if !is_3x3 && board.moves().iter().all(|&other| distance(board, other) >= distance(board, cell)) {
        facts.push(("near-centre", vec![cell], vec![]));
    }
    if goes_on {
        let now = forced(&Naive { turn: after.turn, ..board.clone() });
        facts.extend(forced(&after).filter(|forced| now.as_ref() != Some(forced)));
    }
    facts.extend(by_outcome(board, cell, known));
    if goes_on && !board.rules.misere() && board.rules.gravity() {
        facts.extend(on_top(board, &after, cell));
    }
    if goes_on && !board.rules.misere() && !board.rules.gravity() && board.rules.k() > 4 {
        let (mover, opponent) = (board.turn, after.turn);
        facts.extend(open_threes(board, cell, mover).into_iter().map(|cells| ("makes-open-three", cells, vec![])));
        facts.extend(open_threes(board, cell, opponent).into_iter().map(|cells| ("stops-open-three", cells, vec![])));
    }
    facts
}

/// For each direction in which a stone of the player on this cell makes an open three: where one more makes the open four.
fn open_threes(board: &Naive, cell: Cell, player: Player) -> Vec<Vec<Cell>> {
    let width = board.rules.width();
    let with = |board: &Naive, cell: Cell| {
        let mut with = board.clone();
        with.cells[cell] = Some(player);
        with
    };
    let three = with(board, cell);
    let threes = [1, width, width + 1, width - 1].map(|step| {
        // Windows through the stone in this direction, complete with a stone here.
        let completes = |board: &Naive, last: Cell| {
            completed(board, last, player).iter().any(|line| line.contains(&cell) && line[1] - line[0] == step)
        };
        let ways = |board: &Naive| board.moves().into_iter().filter(|&last| completes(board, last)).count();
        if completes(board, cell) || ways(&three) > 0 {
            return Vec::new();
        }
        let is_open = |&next: &Cell| !completes(&three, next) && ways(&with(&three, next)) > 1;
        three.moves().into_iter().filter(is_open).collect()
    });
    threes.into_iter().filter(|cells: &Vec<Cell>| !cells.is_empty()).collect()
}

/// Forks made and stopped.
fn plans(board: &Naive, after: &Naive) -> Vec<Fact> {
    let (mut facts, opponent) = (Vec::new(), after.turn);
    let fork = fork_made(board, after);
    if !fork.is_empty() {
        facts.push(("makes-fork", fork, vec![]));
    }
    let theirs = forks(&Naive { turn: opponent, ..board.clone() });
    let is_harmless = |board: &Naive| winning_cells(board, opponent).is_empty() && forks(board).is_empty();
    // Where the mover would complete a line first, the opponent's fork is not stopped.
    let is_possible = |board: &Naive, cell: Cell| {
        completed(board, cell, opponent).is_empty() && threats(&board.after(cell), opponent).len() > 1
    };
    let is_stopped = |end: &Naive| {
        winning_cells(end, opponent).is_empty() && !end.moves().into_iter().any(|cell| is_possible(end, cell))
    };
    if !theirs.is_empty() && is_harmless(after) && after_forced(after).is_none_or(|end| is_stopped(&end)) {
        facts.push(("stops-fork", theirs, vec![]));
    }
    facts
}

/// The position with the opponent to move once all forced replies are made, if the game goes on there.
fn after_forced(after: &Naive) -> Option<Naive> {
    let mut end = after.clone();
    while let Some((_, reply, _)) = forced(&end) {
        end = end.after(reply[0]);
    }
    (end.winner().is_none() && !end.moves().is_empty()).then_some(Naive { turn: after.turn, ..end })
}

/// The places of the old advice, on a picture of the board.
fn places(board: &Naive, cell: Cell) -> Vec<Fact> {
    if (board.rules.width(), board.rules.height(), board.rules.gravity()) != (3, 3, false) {
        return Vec::new();
    }
    match ["corner", "side", "corner", "side", "centre", "side", "corner", "side", "corner"][cell] {
        "corner" => {
            let across = [8, 0, 6, 0, 0, 0, 2, 0, 0][cell];
            let opposite = board.cells[across] == Some(board.turn.opponent());
            let opposite = opposite.then(|| ("opposite-corner", vec![across], vec![]));
            opposite.into_iter().chain([("corner", vec![cell], vec![])]).collect()
        }
        kind => vec![(kind, vec![cell], vec![])],
    }
}

/// The square of the distance from the centre, in halves of a cell; with gravity, in its row.
fn distance(board: &Naive, cell: Cell) -> i64 {
    let (width, height) = (board.rules.width() as i64, board.rules.height() as i64);
    let (row, col) = (cell as i64 / width, cell as i64 % width);
    let (down, right) = (2 * row + 1 - height, 2 * col + 1 - width);
    if board.rules.gravity() { right * right } else { down * down + right * right }
}

/// The line with most stones that the move makes longer.
fn open_line(board: &Naive, cell: Cell) -> Option<Vec<Cell>> {
    let after = board.after(cell);
    let is_own = |cell: &Cell| after.cells[*cell] == Some(board.turn);
    let stones = |line: &Vec<Cell>| line.iter().filter(|cell| is_own(cell)).count();
    let is_open = |line: &Vec<Cell>| {
        !line.iter().any(|&cell| after.cells[cell] == Some(after.turn))
            && (board.rules.overline() == Overline::Allowed || !ends(board, line).iter().any(is_own))
            && (2..board.rules.k()).contains(&stones(line))
    };
    let mut open: Vec<_> = windows_through(board, cell).iter().filter(|line| is_open(line)).cloned().collect();
    // The sort is stable, so that equal lines stay in ascending order.
    open.sort_by_key(|line| std::cmp::Reverse(stones(line)));
    open.into_iter().next()
}

/// The reply that a move forces.
fn forced(after: &Naive) -> Option<Fact> {
    let replies = after.moves();
    if replies.len() < 2 || !after.rules.misere() && !winning_cells(after, after.turn).is_empty() {
        return None;
    }
    let holding: Vec<Cell> = replies.into_iter().filter(|&reply| !loses_at_once(after, reply)).collect();
    (holding.len() == 1).then(|| ("forces", holding.clone(), holding))
}

/// Facts that follow from the known outcomes: 1 for a win, 0 for a draw, -1 for a loss.
fn by_outcome(board: &Naive, cell: Cell, known: &[RankedMove]) -> Vec<Fact> {
    let outcome = |cell: Cell| match known.iter().find(|line| line.cell == cell)?.verdict {
        Verdict::Win { .. } => Some(1),
        Verdict::Draw { .. } => Some(0),
        Verdict::Loss { .. } => Some(-1),
        Verdict::Unknown { .. } => None,
    };
    let own = outcome(cell);
    let others: Vec<Cell> = board.moves().into_iter().filter(|&other| other != cell).collect();
    let worse = |other: &Cell| matches!((outcome(*other), own), (Some(theirs), Some(own)) if theirs < own);
    let mut facts = Vec::new();
    if others.iter().all(worse) {
        facts.push(("only-move", vec![cell], vec![]));
    }
    let losing: Vec<Cell> = others.iter().copied().filter(|&other| outcome(other) == Some(-1)).collect();
    let none_wins = others.iter().all(|&other| outcome(other).is_some_and(|theirs| theirs < 1));
    if own == Some(0) && none_wins && !losing.is_empty() {
        facts.push(("keeps-draw", losing, vec![]));
    }
    if own == Some(-1) && others.iter().any(|&other| outcome(other).is_some_and(|theirs| theirs > -1)) {
        let pv = &known.iter().find(|line| line.cell == cell).expect("it is known").pv;
        let mut end = board.clone();
        for &cell in pv {
            assert!(end.winner().is_none() && end.moves().contains(&cell), "{pv:?}");
            end = end.after(cell);
        }
        let last = end.turn.opponent();
        let before = pv.last().map(|&last_cell| {
            let mut before = end.clone();
            before.cells[last_cell] = None;
            completed(&before, last_cell, last)
        });
        let line = before.into_iter().flatten().min().unwrap_or_default();
        facts.push(("gives-win", line, pv[1..].to_vec()));
    }
    facts
}

/// Facts about the cells on top of stones.
fn on_top(board: &Naive, after: &Naive, cell: Cell) -> Vec<Fact> {
    let (mover, opponent, width) = (board.turn, after.turn, board.rules.width());
    let mut facts = Vec::new();
    for column in 0..width {
        let closed = |board: &Naive| {
            let lower = board.moves().into_iter().find(|lower| lower % width == column)?;
            let upper = lower.checked_sub(width)?;
            let quiet = completed(board, lower, mover).is_empty() && completed(board, lower, opponent).is_empty();
            let mut entered = board.clone();
            entered.cells[lower] = Some(opponent);
            (quiet && !completed(&entered, upper, mover).is_empty()).then(|| vec![lower, upper])
        };
        if let Some(pair) = closed(after).filter(|pair| closed(board).as_ref() != Some(pair)) {
            facts.push(("zugzwang-column", pair.clone(), pair));
        }
    }
    if cell >= width {
        let above = cell - width;
        let threats = [completed(after, above, opponent), completed(board, above, mover)];
        let lines = threats.into_iter().filter_map(|lines| lines.into_iter().min());
        facts.extend(lines.map(|line| ("plays-under-threat", line, vec![above])));
    }
    facts
}

pub type Windows = Rc<Vec<Vec<Cell>>>;

thread_local! {
    static WINDOWS: RefCell<HashMap<(Rules, Cell), Windows>> = RefCell::default();
}

/// The windows that contain a cell, ascending, listed once for each game.
pub fn windows_through(board: &Naive, cell: Cell) -> Windows {
    let find = || Rc::new(windows(board).into_iter().filter(|window| window.contains(&cell)).collect());
    WINDOWS.with_borrow_mut(|known| Rc::clone(known.entry((board.rules.clone(), cell)).or_insert_with(find)))
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
pub fn completed(board: &Naive, cell: Cell, player: Player) -> Vec<Vec<Cell>> {
    let mut with = board.clone();
    with.cells[cell] = Some(player);
    let is_own = |cell: &Cell| with.cells[*cell] == Some(player);
    let complete = |window: &&Vec<Cell>| {
        window.iter().all(is_own)
            && (board.rules.overline() == Overline::Allowed || !ends(board, window).iter().any(is_own))
    };
    windows_through(board, cell).iter().filter(complete).cloned().collect()
}

/// The cells where the player, as if it were to move, could complete a line.
fn winning_cells(board: &Naive, player: Player) -> Vec<Cell> {
    board.moves().into_iter().filter(|&cell| !completed(board, cell, player).is_empty()).collect()
}

/// The winning cells of a fork that the side that has just moved has made; none if there is no fork, or if it had all of them before.
fn fork_made(board: &Naive, after: &Naive) -> Vec<Cell> {
    let (opponent, mover) = (after.turn, after.turn.opponent());
    let cells = threats(after, mover);
    if !winning_cells(after, opponent).is_empty() || cells.len() < 2 || cells.is_subset(&threats(board, mover)) {
        return Vec::new();
    }
    cells.into_iter().collect()
}

/// The winning cells of a player and, with gravity, those on top of them where it would complete a line next.
fn threats(board: &Naive, player: Player) -> BTreeSet<Cell> {
    let mut cells: BTreeSet<Cell> = winning_cells(board, player).into_iter().collect();
    if board.rules.gravity() {
        for cell in cells.clone().into_iter().filter(|cell| *cell >= board.rules.width()) {
            let blocked = Naive { turn: player.opponent(), ..board.clone() }.after(cell);
            let above = cell - board.rules.width();
            if !completed(&blocked, above, player).is_empty() {
                cells.insert(above);
            }
        }
    }
    cells
}

/// The cells where the side to move can make a fork.
fn forks(board: &Naive) -> Vec<Cell> {
    let makes = |&cell: &Cell| {
        completed(board, cell, board.turn).is_empty() && !fork_made(board, &board.after(cell)).is_empty()
    };
    board.moves().into_iter().filter(makes).collect()
}

fn loses_at_once(board: &Naive, reply: Cell) -> bool {
    if board.rules.misere() {
        return !completed(board, reply, board.turn).is_empty();
    }
    let after = board.after(reply);
    completed(board, reply, board.turn).is_empty() && !winning_cells(&after, after.turn).is_empty()
}
