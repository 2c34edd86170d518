//! The null-window search.
//!
//! A depth counts the stones that the side which has to prove a win has for it.

use super::bounds;
use super::limits::Limits;
use super::node::Node;
use super::shape::Shape;
use super::table::{Place, Table};

/// Nodes between two looks at the clock: well under a millisecond.
const NODES_PER_LOOK: u64 = 1_024;
/// From this depth on, results go to the large table; below, to one that stays in the processor's cache.
const FAR_DEPTH: i32 = 4;
/// From this depth on, the table is asked about all moves before one is searched: below, asking costs more than it saves.
const LOOK_AHEAD_DEPTH: i32 = 4;
/// From this depth on, a side is asked whether any line is still open for it: below, the other bounds see it as well.
const OPEN_LINES_DEPTH: i32 = 6;
/// What one more winning cell is worth when moves are ordered.
const THREAT_WEIGHT: i32 = 16;
/// History counts are divided by this: enough to choose between neighbours of equal threats, not to overrule threats.
const HISTORY_SHARE: i32 = 512;

#[derive(Clone, Copy)]
struct Child {
    node: Node,
    stone: u64,
    /// Where the table has the node; known only where the table is asked ahead.
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

/// One solving run: the same root, the same board.
pub(super) struct Search<'a, S: Shape> {
    shape: S,
    tables: &'a mut Tables,
    limits: &'a Limits<'a>,
    /// Whether mirror images share a key: it pays while a position can still become its own mirror image.
    mirror: bool,
    pub(super) nodes: u64,
    /// Nodes valued without searching a child, and those left before the last one.
    pub(super) leaves: u64,
    pub(super) cutoffs: u64,
    /// When to look at the limits again.
    next_look: u64,
    pub(super) stopped: bool,
    /// Children of the nodes on the path, `width` slots for each number of empty cells.
    children: Vec<Child>,
    /// Which cells caused cutoffs: by whose turn it is and who has to prove something.
    history: [[i32; 64]; 4],
    /// How near to the centre a cell's column is.
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
            next_look: NODES_PER_LOOK.min(limits.nodes_max),
            stopped: false,
            children: vec![Child::NONE; shape.width() as usize * (left as usize + 1)],
            history: [[0; 64]; 4],
            centrality,
        }
    }

    /// Whether the score of `node`, with `left` empty cells, is above `alpha`.
    ///
    /// The value returned is an upper bound of the score if it is at most `alpha`, and a lower bound if it is above;
    /// 0 and meaningless once `stopped`.
    ///
    /// Asserted: the side to move has no winning stone and one that does not lose at once, at least three cells are
    /// empty, and the answer is not plain from the number of empty cells.
    pub(super) fn above(&mut self, node: &Node, left: i32, alpha: i32) -> i32 {
        self.above_at(node, None, left, alpha)
    }

    /// As [`above`](Search::above), where the node's place in the table may be known already.
    fn above_at(&mut self, node: &Node, place: Option<Place>, left: i32, alpha: i32) -> i32 {
        let lowest = -(left - 2) / 2;
        let fastest = (left - 1) / 2;
        debug_assert!(left > 2 && lowest <= alpha && alpha < fastest, "{left} cells left, alpha {alpha}");
        debug_assert!(node.moves != 0 && node.mine & self.shape.playable(node.mask) == 0);
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.next_look = (self.nodes + NODES_PER_LOOK).min(self.limits.nodes_max);
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
        // A forced reply has but one child, which has its own entry.
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
            // Without a double threat the fastest win is one stone later.
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

    /// Whether a stone wins against every reply; the score that follows, exact or an upper bound.
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

    /// Puts the children into their slots, in the order to search them, and returns their number, or the score where
    /// a look at them decides.
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
            let place = if depth >= LOOK_AHEAD_DEPTH {
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
        if depth >= LOOK_AHEAD_DEPTH {
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
                + history[cell] / HISTORY_SHARE
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

    /// Searches the children until one is above `alpha`; their best value.
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
                    self.learn(base, i, side(left, alpha), depth);
                }
                break;
            }
        }
        best
    }

    /// Remembers that child `cut` refuted the parent and those from `first` before it did not.
    #[inline(always)]
    fn learn(&mut self, first: usize, cut: usize, side: usize, depth: i32) {
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
