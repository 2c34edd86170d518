//! The null-window search.
//!
//! The depth is the number of moves that the attacker, the side that has to prove a win, has for it.

use super::bounds;
use super::limits::Limits;
use super::node::Node;
use super::shape::Shape;
use super::table::{Place, Table};

/// Nodes between two checks of the limits: well under a millisecond.
const NODES_PER_CHECK: u64 = 1_024;
/// From this depth on, results go to the large table; below, to one that stays in the L2 cache.
const FAR_DEPTH: i32 = 4;
/// From this depth on, the table is probed for all moves before one is searched. Below, probing costs more than it saves.
const PROBE_AHEAD_DEPTH: i32 = 4;
/// From this depth on, nodes check whether the attacker has an open line. Below, the other bounds cover this.
const OPEN_LINES_DEPTH: i32 = 6;
/// Weight of a winning cell in move ordering.
const THREAT_WEIGHT: i32 = 16;
/// Divisor of history scores in move ordering: they decide between equal threats only.
const HISTORY_DIVISOR: i32 = 512;

#[derive(Clone, Copy)]
struct Child {
    node: Node,
    stone: u64,
    /// The place of the node in the table; known only if the table was probed ahead.
    place: Option<Place>,
    order: i32,
}

impl Child {
    const NONE: Child =
        Child { node: Node { mover: 0, mask: 0, mine: 0, theirs: 0, moves: 0 }, stone: 0, place: None, order: 0 };
}

/// The transposition tables of a solver.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) far: Table,
    pub(super) near: Table,
}

impl Tables {
    #[inline(always)]
    fn at(&mut self, depth: i32) -> &mut Table {
        if depth >= FAR_DEPTH { &mut self.far } else { &mut self.near }
    }
}

/// A search from one root.
pub(super) struct Search<'a, S: Shape> {
    shape: S,
    tables: &'a mut Tables,
    limits: &'a Limits<'a>,
    /// Whether mirror images share a key.
    mirror: bool,
    pub(super) nodes: u64,
    /// Nodes evaluated without searching a child, and nodes with a cutoff before the last child.
    pub(super) leaves: u64,
    pub(super) cutoffs: u64,
    /// The node count at which to check the limits.
    next_check: u64,
    pub(super) stopped: bool,
    /// Children of the nodes on the path, `width` slots for each number of empty cells.
    children: Vec<Child>,
    /// History scores of cells, by the side to move and by the attacker.
    history: [[i32; 64]; 4],
    /// The negative distance of each cell's column from the centre.
    centrality: [i32; 64],
}

impl<'a, S: Shape> Search<'a, S> {
    /// A search from a root with `left` empty cells.
    pub(super) fn new(
        shape: S,
        tables: &'a mut Tables,
        limits: &'a Limits<'a>,
        left: i32,
        mirror: bool,
    ) -> Search<'a, S> {
        let mut centrality = [0; 64];
        for column in 0..shape.width() {
            let from_centre = (2 * column as i32 - (shape.width() as i32 - 1)).abs() / 2;
            let start = (column * shape.stride()) as usize;
            centrality[start..start + shape.height() as usize].fill(-from_centre);
        }
        Search {
            shape,
            tables,
            limits,
            mirror,
            nodes: 0,
            leaves: 0,
            cutoffs: 0,
            next_check: NODES_PER_CHECK.min(limits.nodes_max),
            stopped: false,
            children: vec![Child::NONE; shape.width() as usize * (left as usize + 1)],
            history: [[0; 64]; 4],
            centrality,
        }
    }

    /// Whether the score of `node`, with `left` empty cells, is above `alpha`.
    ///
    /// Returns an upper bound of the score if it is at most `alpha`, a lower bound if it is above. Once `stopped`, returns 0
    /// without meaning.
    ///
    /// Asserted: the side to move has no winning move, but a safe one; at least three cells are empty; the number of empty cells
    /// does not decide the window.
    pub(super) fn above(&mut self, node: &Node, left: i32, alpha: i32) -> i32 {
        self.above_at(node, None, left, alpha)
    }

    /// As [`above`](Search::above), with the place of the node in the table, if known.
    fn above_at(&mut self, node: &Node, place: Option<Place>, left: i32, alpha: i32) -> i32 {
        let lowest = -(left - 2) / 2;
        let fastest = (left - 1) / 2;
        debug_assert!(left > 2 && lowest <= alpha && alpha < fastest, "{left} cells left, alpha {alpha}");
        debug_assert!(node.moves != 0 && node.mine & self.shape.playable(node.mask) == 0);
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.next_check = (self.nodes + NODES_PER_CHECK).min(self.limits.nodes_max);
            self.stopped |= self.limits.reached(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        let depth = if alpha >= 0 { fastest - alpha } else { alpha - lowest + 1 };
        if depth == 1 && alpha >= 0 {
            self.leaves += 1;
            return self.double_threat(node, left);
        }
        let mut upper = fastest;
        // A node with a forced reply has one child, which has its own entry.
        let forced = node.moves & (node.moves - 1) == 0;
        let place = if forced { None } else { Some(place.unwrap_or_else(|| self.place(node))) };
        if let Some(place) = place
            && let Some((low, high)) = self.tables.at(depth).probe(place)
        {
            if low > alpha {
                return low;
            }
            if high <= alpha {
                return high;
            }
            upper = high;
        }
        if alpha >= 0
            && depth >= OPEN_LINES_DEPTH
            && !self.shape.has_line(node.mover | (self.shape.board() & !node.mask))
        {
            self.leaves += 1;
            return 0;
        }
        let count = match self.expand(node, left, alpha, depth) {
            Ok(count) => count,
            Err(score) => {
                self.leaves += 1;
                return score;
            }
        };
        let before = self.nodes;
        let best = self.best_child(left, alpha, count, depth);
        if self.stopped {
            return 0;
        }
        if let Some(place) = place {
            // Without a double threat the fastest win is one move later.
            upper = upper.min((left - 3) / 2);
            let (low, high) = if best > alpha { (best, upper) } else { (lowest, best.min(upper)) };
            self.tables.at(depth).store(place, low, high, self.nodes - before);
        }
        best
    }

    #[inline(always)]
    fn place(&self, node: &Node) -> Place {
        self.tables.far.place(node.key(self.shape, self.mirror))
    }

    /// The score if a move makes a double threat; otherwise an upper bound.
    #[inline(always)]
    fn double_threat(&self, node: &Node, left: i32) -> i32 {
        let mut rest = node.moves;
        while rest != 0 {
            let stone = rest & rest.wrapping_neg();
            rest ^= stone;
            if node.child(self.shape, stone).moves == 0 {
                return (left - 1) / 2;
            }
        }
        (left - 3) / 2
    }

    /// Generates the children in search order and returns their number, or a score that decides the window.
    #[inline(always)]
    fn expand(&mut self, node: &Node, left: i32, alpha: i32, depth: i32) -> Result<usize, i32> {
        let base = left as usize * self.shape.width() as usize;
        let mut count = 0;
        let mut rest = node.moves;
        while rest != 0 {
            let stone = rest & rest.wrapping_neg();
            rest ^= stone;
            let child = node.child(self.shape, stone);
            if child.moves == 0 {
                return Err((left - 1) / 2);
            }
            let place = if depth >= PROBE_AHEAD_DEPTH {
                let place = self.place(&child);
                self.tables.at(depth).prefetch(place);
                Some(place)
            } else {
                None
            };
            self.children[base + count] = Child { node: child, stone, place, order: 0 };
            count += 1;
        }
        if left == 3 {
            return Err(0);
        }
        let children = &mut self.children[base..base + count];
        for child in children.iter() {
            let bound = bounds::upper(self.shape, &child.node, -alpha - 1);
            if bound < -alpha {
                return Err(-bound);
            }
        }
        if count == 1 {
            return Ok(1);
        }
        if depth >= PROBE_AHEAD_DEPTH {
            for child in children.iter() {
                if let Some(place) = child.place
                    && let Some((_, high)) = self.tables.at(depth).probe(place)
                    && -high > alpha
                {
                    return Err(-high);
                }
            }
        }
        let history = &self.history[side(left, alpha)];
        for i in 0..count {
            let mut child = children[i];
            let cell = child.stone.trailing_zeros() as usize;
            child.order = child.node.theirs.count_ones() as i32 * THREAT_WEIGHT
                + history[cell] / HISTORY_DIVISOR
                + self.centrality[cell];
            let mut at = i;
            while at > 0 && children[at - 1].order < child.order {
                children[at] = children[at - 1];
                at -= 1;
            }
            children[at] = child;
        }
        Ok(count)
    }

    /// Searches the children until one is above `alpha`. Returns their best score.
    #[inline(always)]
    fn best_child(&mut self, left: i32, alpha: i32, count: usize, depth: i32) -> i32 {
        let base = left as usize * self.shape.width() as usize;
        let mut best = i32::MIN;
        for i in base..base + count {
            let Child { node: child, place, .. } = self.children[i];
            let score = -self.above_at(&child, place, left - 1, -alpha - 1);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if best > alpha {
                self.cutoffs += u64::from(i + 1 < base + count);
                if count > 1 {
                    self.update_history(base, i, side(left, alpha), depth);
                }
                break;
            }
        }
        best
    }

    /// Updates the history after a cutoff by the child at `cut`; `first` is the first child.
    #[inline(always)]
    fn update_history(&mut self, first: usize, cut: usize, side: usize, depth: i32) {
        let history = &mut self.history[side];
        for child in &self.children[first..=cut] {
            let count = &mut history[child.stone.trailing_zeros() as usize];
            *count -= depth * 16 + *count * depth / 64;
        }
        let count = &mut history[self.children[cut].stone.trailing_zeros() as usize];
        *count += depth * 32;
    }
}

#[inline(always)]
fn side(left: i32, alpha: i32) -> usize {
    (left & 1) as usize * 2 + usize::from(alpha >= 0)
}
