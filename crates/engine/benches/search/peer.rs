//! Games for the crate `minimax`: bit sets, one bit a cell and an empty row above each column's top.

use std::cell::Cell;

use minimax::{Evaluation, Evaluator, Game, Winner};

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
}

/// Positions visited since the last call, where the game counts them.
pub fn nodes() -> u64 {
    NODES.replace(0)
}

/// K in a row on W × H; with `COUNTS` every move played is counted, which costs time.
pub struct InARow<const W: u32, const H: u32, const K: u32, const GRAVITY: bool, const COUNTS: bool>;

#[derive(Clone)]
pub struct Board {
    own: u64,
    other: u64,
    stones: u32,
    hash: u64,
}

impl Board {
    pub const EMPTY: Board = Board { own: 0, other: 0, stones: 0, hash: 0 };
}

/// The bit of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub u8);

impl<const W: u32, const H: u32, const K: u32, const GRAVITY: bool, const COUNTS: bool>
    InARow<W, H, K, GRAVITY, COUNTS>
{
    const COLUMN: u64 = (1 << H) - 1;

    fn has_line(stones: u64) -> bool {
        // Along the columns, the rows and both diagonals.
        [1, H + 1, H, H + 2].into_iter().any(|step| (1..K).fold(stones, |run, i| run & stones >> (step * i)) != 0)
    }
}

impl<const W: u32, const H: u32, const K: u32, const GRAVITY: bool, const COUNTS: bool> Game
    for InARow<W, H, K, GRAVITY, COUNTS>
{
    type S = Board;
    type M = Place;

    fn generate_moves(board: &Board, moves: &mut Vec<Place>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_some() {
            return winner;
        }
        let taken = board.own | board.other;
        for column in 0..W {
            let bottom = column * (H + 1);
            let mut free = !(taken >> bottom) & Self::COLUMN;
            if GRAVITY {
                free &= free.wrapping_neg();
            }
            while free != 0 {
                moves.push(Place((bottom + free.trailing_zeros()) as u8));
                free &= free - 1;
            }
        }
        None
    }

    fn apply(board: &mut Board, place: Place) -> Option<Board> {
        if COUNTS {
            NODES.set(NODES.get() + 1);
        }
        let key = inarow_engine::game::zobrist::mix(u64::from(place.0) * 2 + u64::from(board.stones & 1));
        Some(Board {
            own: board.other,
            other: board.own | 1 << place.0,
            stones: board.stones + 1,
            hash: board.hash ^ key,
        })
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        if Self::has_line(board.other) {
            return Some(Winner::PlayerJustMoved);
        }
        (board.stones == W * H).then_some(Winner::Draw)
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash
    }
}

/// Zero outside finished games.
pub struct Zero<G>(pub std::marker::PhantomData<G>);

impl<G: Game> Evaluator for Zero<G> {
    type G = G;

    fn evaluate(&self, _: &G::S) -> Evaluation {
        0
    }
}

impl<G> Default for Zero<G> {
    fn default() -> Self {
        Zero(std::marker::PhantomData)
    }
}
