//! The solver: which null windows to search for the exact score.

use super::limits::{Interrupted, Limits};
use super::node::Node;
use super::position::Position;
use super::search::{Search, Tables};
use super::shape::{Fixed, Shape, Sized};
use super::table::Table;

/// The table for shallow results: it fits into the processor's second cache.
const NEAR_TABLE_BYTES: usize = 1 << 20;
/// Mirror images are looked up together up to this number of stones at the root: later they hardly meet.
const MIRROR_STONES_MAX: u32 = 14;
/// How far the first windows are from the extreme scores, and from each other.
const WINDOW_STEP: i32 = 3;
/// Once the score is known to lie within this of a draw, the next window is at the draw.
const NARROW: i32 = 6;

/// Finds exact scores.
///
/// What it proves stays in its table, so that related positions are cheap; answers do not depend on what is there.
#[derive(Debug)]
pub struct Solver {
    tables: Tables,
    shape: Option<Sized>,
    /// Whether mirror images share a key, decided by the first position since the tables were empty.
    mirror: Option<bool>,
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
}

impl Solver {
    /// A solver with a transposition table of at most `table_bytes` (rounded down to a power of two, at least 4 MiB for boards
    /// of more than 60 bits), plus 1 MiB. Memory is touched as it is needed.
    #[must_use]
    pub fn new(table_bytes: usize) -> Solver {
        let tables = Tables { far: Table::new(table_bytes), near: Table::new(NEAR_TABLE_BYTES) };
        Solver { tables, shape: None, mirror: None, nodes: 0, leaves: 0, cutoffs: 0 }
    }

    /// Forgets everything that was proven; the cost is that of the memory used since the last time.
    pub fn clear(&mut self) {
        self.tables.far.clear();
        self.tables.near.clear();
        self.mirror = None;
    }

    /// Nodes searched by the last call.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Of these, how many were valued without searching further, and how many were left before their last stone.
    #[must_use]
    pub fn leaves_and_cutoffs(&self) -> (u64, u64) {
        (self.leaves, self.cutoffs)
    }

    /// The exact score for the side to move.
    ///
    /// 0 is a draw. A win scores half the cells that are empty before the winning stone falls, plus one, rounded down:
    /// on 7×6, 22 minus the number of the winner's last stone. A loss is the same from the other side, negative. A
    /// full board is a draw. [`Position::plies_to_end`] turns it into a distance. (The convention is Pascal Pons's.)
    pub fn solve(&mut self, position: &Position) -> i8 {
        self.solve_with(position, &Limits::NONE).unwrap_or_else(|Interrupted| unreachable!("nothing interrupts it"))
    }

    /// As [`solve`](Solver::solve), within `limits`.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn solve_with(&mut self, position: &Position, limits: &Limits) -> Result<i8, Interrupted> {
        self.within(position, None, limits)
    }

    /// Whether the score is above `alpha`: one null window instead of several.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn is_above(&mut self, position: &Position, alpha: i8, limits: &Limits) -> Result<bool, Interrupted> {
        Ok(self.bound(position, alpha, limits)? > alpha)
    }

    /// A bound of the score: an upper one if it is at most `alpha`, else a lower one.
    pub(in crate::solve) fn bound(
        &mut self,
        position: &Position,
        alpha: i8,
        limits: &Limits,
    ) -> Result<i8, Interrupted> {
        self.within(position, Some(alpha), limits)
    }

    /// The score, or with `alpha` a bound that tells whether it is above.
    fn within(&mut self, position: &Position, alpha: Option<i8>, limits: &Limits) -> Result<i8, Interrupted> {
        (self.nodes, self.leaves, self.cutoffs) = (0, 0, 0);
        let shape = position.shape;
        if self.shape != Some(shape) {
            self.tables.far.reset(shape.key_bits());
            self.tables.near.reset(shape.key_bits());
            self.shape = Some(shape);
            self.mirror = None;
        }
        match (shape.width(), shape.height(), shape.k()) {
            (7, 6, 4) => self.run(Fixed::<7, 6, 4>, position, alpha, limits),
            _ => self.run(shape, position, alpha, limits),
        }
    }

    fn run<S: Shape>(
        &mut self,
        shape: S,
        position: &Position,
        alpha: Option<i8>,
        limits: &Limits,
    ) -> Result<i8, Interrupted> {
        if limits.reached(0) {
            return Err(Interrupted);
        }
        let left = position.cells_left() as i32;
        let node = Node::root(shape, position.mover, position.mask);
        if let Some(score) = at_once(shape, position, &node, left) {
            return Ok(score);
        }
        let mirror = *self.mirror.get_or_insert(position.stones() < MIRROR_STONES_MAX);
        let mut search = Search::new(shape, &mut self.tables, limits, left, mirror);
        let (mut low, mut high) = (-(left - 2) / 2, (left - 1) / 2);
        while low < high {
            let window = match alpha {
                None => next_window(low, high),
                Some(alpha) => i32::from(alpha),
            };
            if window < low || window >= high {
                break;
            }
            let score = search.above(&node, left, window);
            if search.stopped {
                break;
            }
            if score > window { low = score } else { high = score }
        }
        (self.nodes, self.leaves, self.cutoffs) = (search.nodes, search.leaves, search.cutoffs);
        match alpha {
            _ if search.stopped => Err(Interrupted),
            Some(alpha) if high <= i32::from(alpha) => Ok(high as i8),
            _ => Ok(low as i8),
        }
    }
}

/// The score where no search is needed.
fn at_once<S: Shape>(shape: S, position: &Position, node: &Node, left: i32) -> Option<i8> {
    if node.mine & shape.playable(node.mask) != 0 {
        Some(position.score_of_win())
    } else if left < 2 {
        Some(0)
    } else if node.moves == 0 {
        Some((-left / 2) as i8)
    } else if left == 2 {
        Some(0)
    } else {
        None
    }
}

/// The score is in `low..=high`: whether it is above which value is asked next?
///
/// Quick wins and losses are cheap to find or to exclude, and what is learnt orders the moves, so the windows close in
/// from both ends; the last ones are the expensive ones and are halved from the draw on.
fn next_window(low: i32, high: i32) -> i32 {
    if high <= NARROW && low >= -NARROW {
        if low < 0 && high > 0 { 0 } else { low + (high - low) / 2 }
    } else if high >= -low {
        (high - WINDOW_STEP).max(0).max(low)
    } else {
        (low + WINDOW_STEP - 1).min(-1).min(high - 1)
    }
}
