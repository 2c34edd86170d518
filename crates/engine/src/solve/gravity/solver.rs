//! The solver: finds exact scores by null windows.

use super::history::History;
use super::limits::{Interrupted, SolverLimits};
use super::node::Node;
use super::position::Position;
use super::search::{Search, Tables, has_wide_registers};
use super::shape::{Fixed, Shape, Sized};
use super::table::Table;

/// Size of the table for shallow results: it fits into the L2 cache.
const NEAR_TABLE_BYTES: usize = 1 << 20;
/// The distance of the first windows from the extreme scores, and from each other.
const WINDOW_STEP: i32 = 3;
/// Once the score is known to be within this distance of 0, or less where few cells are empty and wins are quick, the windows go
/// outwards from the draw.
const NARROW: i32 = 10;

/// Finds exact scores.
///
/// Its table keeps proven bounds, which make related positions cheap. Answers do not depend on the contents of the table.
#[derive(Debug)]
pub struct Solver {
    tables: Tables,
    shape: Option<Sized>,
    /// Whether mirror images share a key; the first position after the tables were cleared decides.
    mirror: Option<bool>,
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
}

impl Solver {
    /// A solver with a transposition table of at most `table_bytes`, rounded down to a power of two, plus 1 MiB. Boards of more
    /// than 60 bits need at least 4 MiB. Memory is touched on use.
    #[must_use]
    pub fn new(table_bytes: usize) -> Solver {
        let tables =
            Tables { far: Table::new(table_bytes), near: Table::new(NEAR_TABLE_BYTES), history: History::new() };
        Solver { tables, shape: None, mirror: None, nodes: 0, leaves: 0, cutoffs: 0 }
    }

    /// Clears the tables, at the cost of the memory used since they were last cleared.
    pub fn clear(&mut self) {
        self.tables.far.clear();
        self.tables.near.clear();
        self.tables.history.clear();
        self.mirror = None;
    }

    /// Nodes searched by the last call.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The leaves and cutoffs among these nodes.
    #[must_use]
    pub fn leaves_and_cutoffs(&self) -> (u64, u64) {
        (self.leaves, self.cutoffs)
    }

    /// The exact score for the side to move.
    ///
    /// The convention is that of Pascal Pons. A draw scores 0. A win scores half the number of empty cells before the winning
    /// move, plus one, rounded down: on 7×6, 22 minus the number of stones of the winner. A loss scores the negative of the
    /// opponent's win. [`Position::plies_to_end`] gives the distance.
    pub fn solve(&mut self, position: &Position) -> i8 {
        self.solve_with(position, &SolverLimits::NONE)
            .unwrap_or_else(|Interrupted| unreachable!("nothing interrupts it"))
    }

    /// As [`solve`](Solver::solve), within `limits`.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn solve_with(&mut self, position: &Position, limits: &SolverLimits) -> Result<i8, Interrupted> {
        self.within(position, None, limits)
    }

    /// Whether the score is above `alpha`: one null window instead of several.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn is_above(&mut self, position: &Position, alpha: i8, limits: &SolverLimits) -> Result<bool, Interrupted> {
        Ok(self.bound(position, alpha, limits)? > alpha)
    }

    /// A bound of the score: an upper bound if it is at most `alpha`, else a lower bound.
    pub(in crate::solve) fn bound(
        &mut self,
        position: &Position,
        alpha: i8,
        limits: &SolverLimits,
    ) -> Result<i8, Interrupted> {
        self.within(position, Some(alpha), limits)
    }

    /// The score, or with `alpha` a bound as in [`Solver::bound`].
    fn within(&mut self, position: &Position, alpha: Option<i8>, limits: &SolverLimits) -> Result<i8, Interrupted> {
        (self.nodes, self.leaves, self.cutoffs) = (0, 0, 0);
        let shape = position.shape;
        if self.shape != Some(shape) {
            self.tables.far.reset(shape.key_bits());
            self.tables.near.reset(shape.key_bits());
            self.tables.history.clear();
            self.shape = Some(shape);
            self.mirror = None;
        }
        // Only for the size that most ask for: the program has a limit of its size.
        match (shape.width(), shape.height(), shape.k()) {
            (7, 6, 4) if has_wide_registers() => self.run::<_, true>(Fixed::<7, 6, 4>, position, alpha, limits),
            (7, 6, 4) => self.run::<_, false>(Fixed::<7, 6, 4>, position, alpha, limits),
            _ => self.run::<_, false>(shape, position, alpha, limits),
        }
    }

    fn run<S: Shape, const WIDE: bool>(
        &mut self,
        shape: S,
        position: &Position,
        alpha: Option<i8>,
        limits: &SolverLimits,
    ) -> Result<i8, Interrupted> {
        if limits.reached(0) {
            return Err(Interrupted);
        }
        let left = position.cells_left() as i32;
        let node = Node::root(shape, position.mover, position.mask);
        if let Some(score) = static_score(shape, position, &node, left) {
            return Ok(score);
        }
        // A stone against one of the other side in the mirrored cell stays, so that no position of the search is another's image.
        let theirs = position.mover ^ position.mask;
        let mirror = *self.mirror.get_or_insert(shape.mirror(position.mover) & theirs == 0);
        let mut search = Search::<_, WIDE>::new(shape, &mut self.tables, limits, left, mirror);
        let (mut low, mut high) = (-(left - 2) / 2, (left - 1) / 2);
        while low < high {
            let window = match alpha {
                None => next_window(low, high, NARROW.min(left / 3 - 2)),
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

/// The score, if no search is needed.
fn static_score<S: Shape>(shape: S, position: &Position, node: &Node, left: i32) -> Option<i8> {
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

/// The next null window for a score in `low..=high`.
///
/// Quick wins and losses are cheap to find or to exclude, and their history orders the moves, so that the windows close in
/// from both ends, until the score is within `narrow`. Then comes the draw, and from there one window after the other, each with
/// the proofs of the one before: to bisect takes fewer windows, but a sixth more nodes.
fn next_window(low: i32, high: i32, narrow: i32) -> i32 {
    if high > narrow || low < -narrow {
        if high >= -low { (high - WINDOW_STEP).max(0).max(low) } else { (low + WINDOW_STEP - 1).min(-1).min(high - 1) }
    } else if low < 0 && high > 0 {
        0
    } else if low >= 0 {
        low
    } else {
        high - 1
    }
}
