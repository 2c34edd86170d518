//! Results of best play from the rules alone, each found once for all tests of a program.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use inarow_engine::game::{Cell, Player, Rules};
use inarow_engine::search::Verdict;

use super::naive::Naive;

static KNOWN: LazyLock<Mutex<HashMap<Rules, HashMap<u64, Verdict>>>> = LazyLock::new(Mutex::default);

/// The result of best play for the side to move.
pub fn solve(board: &Naive) -> Verdict {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    find(board, known.entry(board.rules.clone()).or_default())
}

/// The result of a move for its side.
pub fn of_move(board: &Naive, cell: Cell) -> Verdict {
    solve(&board.after(cell)).before_move()
}

fn find(board: &Naive, known: &mut HashMap<u64, Verdict>) -> Verdict {
    match board.winner() {
        Some(winner) if winner == board.turn => return Verdict::Win { plies: 0 },
        Some(_) => return Verdict::Loss { plies: 0 },
        None => {}
    }
    let key = key(board);
    if let Some(&verdict) = known.get(&key) {
        return verdict;
    }
    let values = board.moves().into_iter().map(|cell| find(&board.after(cell), known).before_move());
    let best = values.max_by_key(|value| value.score()).unwrap_or(Verdict::Draw { plies: 0 });
    known.insert(key, best);
    best
}

/// Another number for each board of up to 40 cells and side to move.
pub fn key(board: &Naive) -> u64 {
    let digit = |player: Option<Player>| player.map_or(0, |player| player.index() as u64 + 1);
    board.cells.iter().fold(1 + board.turn.index() as u64, |key, &stone| 3 * key + digit(stone))
}
