//! The solver.

use super::position::Position;
use super::search::{Node, Search};
use super::shape::{Fixed, Shape};
use super::table::Table;

/// Solves positions.
pub struct Solver {
    table: Table,
    near: Table,
    shape: Option<super::shape::Sized>,
    /// Nodes searched by the last call.
    pub nodes: u64,
    /// h
    pub hint: i32,
    /// h
    pub budget: u64,
    /// Experiment.
    pub p: [i32; 8],
    /// Statistics.
    pub stat: [u64; 16],
}

impl Solver {
    /// A solver with a table of at most `table_bytes`.
    pub fn new(table_bytes: usize) -> Solver {
        Solver { table: Table::new(table_bytes), near: Table::new(256 << 10), shape: None, budget: u64::MAX, hint: 0, nodes: 0, p: [1, 3, 3, 30, 15, 98, 64, 16], stat: [0; 16] }
    }

    /// Forget everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.near.clear();
    }

    /// The exact score.
    pub fn solve(&mut self, position: &Position) -> i8 {
        if self.shape != Some(position.shape) {
            self.table.reset(position.shape.key_bits());
            self.near.reset(position.shape.key_bits());
            self.shape = Some(position.shape);
        }
        match (position.shape.width(), position.shape.height(), position.shape.k()) {
            (7, 6, 4) => self.run(Fixed::<7, 6, 4>, position),
            _ => self.run(position.shape, position),
        }
    }

    fn run<S: Shape>(&mut self, shape: S, position: &Position) -> i8 {
        let left = position.cells_left() as i32;
        let (mover, mask) = (position.mover, position.mask);
        let playable = shape.playable(mask);
        let mine = shape.completing(mover) & !mask;
        self.nodes = 0;
        if mine & playable != 0 {
            return ((left + 1) / 2) as i8;
        }
        let mut centrality = [0; 64];
        for column in 0..shape.width() {
            for row in 0..shape.height() {
                let out = (2 * column as i32 - (shape.width() as i32 - 1)).unsigned_abs();
                centrality[(column * shape.stride() + row) as usize] = (15 - (out / 2).min(15)) as u8;
            }
        }
        let mut search = Search {
            shape,
            table: &mut self.table,
            near: &mut self.near,
            nodes: 0,
            nodes_max: self.budget,
            stop: &|| false,
            stopped: false,
            mirror: position.stones() < 14,
            centrality,
            p: self.p,
            stack: vec![super::search::Child::NONE; (shape.width() * (shape.width() * shape.height() + 1)) as usize],
            stat: [0; 16],
            history: [[0; 64]; 4],
        };
        let theirs = shape.completing(mover ^ mask) & !mask;
        let node = Node { mover, mask, mine, theirs, moves: search.safe_moves(mask, theirs) };
        if left <= 1 {
            return 0;
        }
        if node.moves == 0 {
            return (-left / 2) as i8;
        }
        if left <= 2 {
            return 0;
        }
        let (mut low, mut high) = (-(left - 2) / 2, (left - 1) / 2);
        let mut step = 1;
        while low < high {
            let alpha = match self.p[5] {
                0 => {
                    let mid = low + (high - low).div_euclid(2);
                    if mid <= 0 && low / 2 < mid {
                        low / 2
                    } else if mid >= 0 && high / 2 > mid {
                        high / 2
                    } else {
                        mid
                    }
                }
                999 => if self.hint < high && self.hint >= low { self.hint } else { self.hint - 1 },
                _ if high <= self.p[5] % 32 && low >= -self.p[5] % 32 => {
                    let mid = low + (high - low).div_euclid(2);
                    if low < 0 && high > 0 { if self.p[5] & 1 == 0 { 0 } else { -1 } } else { mid.clamp(low, high - 1) }
                }
                _ => {
                    // from the outside to the inside
                    if high > 0 && high >= -low {
                        (high - self.p[5] / 32).max(0).max(low)
                    } else if low < 0 {
                        (low + self.p[5] / 32 - 1).min(-1).min(high - 1)
                    } else { low }
                }
            };
            step += 1;
            let score = search.search(&node, left, alpha);
            if search.stopped { break; }
            if std::env::var("TRACE").is_ok() { eprintln!("alpha {alpha} score {score} nodes {}", search.nodes); }
            if score > alpha { low = score } else { high = score }
        }
        let _ = step;
        self.nodes = search.nodes;
        for (a, b) in self.stat.iter_mut().zip(search.stat) {
            *a += b;
        }
        low as i8
    }
}
