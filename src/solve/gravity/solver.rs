//! The solver: which null windows to search for the exact score.

use super::limits::{Interrupted, Limits};
use super::position::Position;
use super::search::{Node, Search, Tables};
use super::shape::{Fixed, Shape, Sized};
use super::table::Table;

/// The table for shallow results: it fits into the processor's second cache.
const NEAR_TABLE_BYTES: usize = 256 << 10;
/// Mirror images are looked up together up to this number of stones at the root: later they hardly meet.
const MIRROR_STONES_MAX: u32 = 14;
/// How far the first windows are from the extreme scores, and from each other.
const WINDOW_STEP: i32 = 3;
/// Once the score is known to lie within this of a draw, the next window is at the draw.
const NARROW: i32 = 6;

/// Finds exact scores.
///
/// What it proves stays in its table, so that related positions are cheap; answers do not depend on what is there.
pub struct Solver {
    tables: Tables,
    shape: Option<Sized>,
    nodes: u64,
}

impl Solver {
    /// A solver with a transposition table of at most `table_bytes` (rounded down to a power of two, at least 4 MiB for boards
    /// of more than 60 bits), plus about 256 KiB. Memory is touched as it is needed.
    pub fn new(table_bytes: usize) -> Solver {
        let tables = Tables { far: Table::new(table_bytes), near: Table::new(NEAR_TABLE_BYTES) };
        Solver { tables, shape: None, nodes: 0 }
    }

    /// Forgets everything that was proven.
    pub fn clear(&mut self) {
        self.tables.far.clear();
        self.tables.near.clear();
    }

    /// Nodes searched by the last call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact score for the side to move.
    ///
    /// 0 is a draw. A win scores half the cells that are empty before the winning stone falls, plus one, rounded down:
    /// on 7×6, 22 minus the number of the winner's last stone. A loss is the same from the other side, negative. A
    /// full board is a draw. [`Position::plies_to_end`] turns it into a distance. (The convention is Pascal Pons's.)
    pub fn solve(&mut self, position: &Position) -> i8 {
        self.solve_with(position, &Limits::NONE).expect("nothing interrupts it")
    }

    /// As [`solve`](Solver::solve), within `limits`.
    pub fn solve_with(&mut self, position: &Position, limits: &Limits) -> Result<i8, Interrupted> {
        self.nodes = 0;
        self.score(position, limits)
    }

    /// The exact score of every column for the side to move, the left first; `None` where a column is full.
    pub fn analyse(&mut self, position: &Position) -> Vec<Option<i8>> {
        self.analyse_with(position, &Limits::NONE).expect("nothing interrupts it")
    }

    /// As [`analyse`](Solver::analyse), within `limits`; the nodes count together.
    pub fn analyse_with(&mut self, position: &Position, limits: &Limits) -> Result<Vec<Option<i8>>, Interrupted> {
        self.nodes = 0;
        (0..position.width())
            .map(|column| {
                if !position.is_playable(column) {
                    return Ok(None);
                }
                if position.wins_at(column) {
                    return Ok(Some(position.score_of_win()));
                }
                position.play(column).map(|child| self.score(&child, limits).map(|score| -score)).transpose()
            })
            .collect()
    }

    /// The columns of a game that both sides play best: each takes the leftmost column that keeps the score.
    pub fn principal_variation(&mut self, position: &Position) -> Vec<usize> {
        self.principal_variation_with(position, &Limits::NONE).expect("nothing interrupts it")
    }

    /// As [`principal_variation`](Solver::principal_variation), within `limits`; the nodes count together.
    pub fn principal_variation_with(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Vec<usize>, Interrupted> {
        self.nodes = 0;
        let mut position = *position;
        let mut score = self.score(&position, limits)?;
        let mut columns = Vec::with_capacity(position.cells_left() as usize);
        while position.cells_left() > 0 {
            if let Some(column) = (0..position.width()).find(|&column| position.wins_at(column)) {
                columns.push(column);
                break;
            }
            let mut next = None;
            for column in 0..position.width() {
                if let Some(child) = position.play(column)
                    && !self.is_above(&child, -score, limits)?
                {
                    next = Some((column, child));
                    break;
                }
            }
            let (column, child) = next.expect("one child has the score");
            columns.push(column);
            position = child;
            score = -score;
        }
        Ok(columns)
    }

    fn score(&mut self, position: &Position, limits: &Limits) -> Result<i8, Interrupted> {
        self.within(position, None, limits)
    }

    fn is_above(&mut self, position: &Position, alpha: i8, limits: &Limits) -> Result<bool, Interrupted> {
        Ok(self.within(position, Some(alpha), limits)? > alpha)
    }

    /// The score, or with `alpha` a bound that tells whether it is above.
    fn within(&mut self, position: &Position, alpha: Option<i8>, limits: &Limits) -> Result<i8, Interrupted> {
        if self.shape != Some(position.shape) {
            self.tables.far.reset(position.shape.key_bits());
            self.tables.near.reset(position.shape.key_bits());
            self.shape = Some(position.shape);
        }
        let shape = position.shape;
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
        let left = position.cells_left() as i32;
        let mirror = position.stones() < MIRROR_STONES_MAX;
        let remaining = Limits { nodes_max: limits.nodes_max.saturating_sub(self.nodes), ..*limits };
        if remaining.reached(0) {
            return Err(Interrupted);
        }
        let node = Node::root(shape, position.mover, position.mask);
        if node.mine & shape.playable(node.mask) != 0 {
            return Ok(position.score_of_win());
        }
        if left < 2 {
            return Ok(0);
        }
        if node.moves == 0 {
            return Ok((-left / 2) as i8);
        }
        if left == 2 {
            return Ok(0);
        }
        let mut search = Search::new(shape, &mut self.tables, &remaining, left, mirror);
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
        let stopped = search.stopped;
        self.nodes += search.nodes;
        match alpha {
            _ if stopped => Err(Interrupted),
            Some(alpha) if high <= i32::from(alpha) => Ok(high as i8),
            _ => Ok(low as i8),
        }
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
