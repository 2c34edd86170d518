//! The null-window search.
//!
//! The depth is the number of moves that the attacker, the side that has to prove a win, has for it.

use super::bounds;
use super::history::{History, Situation};
use super::lanes::Lanes;
use super::limits::SolverLimits;
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
    pub(super) history: History,
}

impl Tables {
    #[inline(always)]
    fn at(&mut self, depth: i32) -> &mut Table {
        if depth >= FAR_DEPTH { &mut self.far } else { &mut self.near }
    }
}

/// Whether the processor has vector registers for four bitboards, and instructions that count and find bits.
pub(super) fn has_wide_registers() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// A search from one root. It is `WIDE` if the processor has [vector registers](has_wide_registers) for four bitboards.
pub(super) struct Search<'a, S: Shape, const WIDE: bool> {
    shape: S,
    tables: &'a mut Tables,
    limits: &'a SolverLimits<'a>,
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
    /// The cell of the last move, by empty cells left.
    path: [u8; 66],
    /// The negative distance of each cell's column from the centre.
    centrality: [i32; 64],
}

impl<'a, S: Shape, const WIDE: bool> Search<'a, S, WIDE> {
    /// A search from a root with `left` empty cells.
    pub(super) fn new(
        shape: S,
        tables: &'a mut Tables,
        limits: &'a SolverLimits<'a>,
        left: i32,
        mirror: bool,
    ) -> Search<'a, S, WIDE> {
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
            path: [0; 66],
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
    #[inline(always)]
    fn above_at(&mut self, node: &Node, place: Option<Place>, left: i32, alpha: i32) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if WIDE {
            // SAFETY: a search is wide only where the processor has these features.
            return unsafe { self.above_wide(node, place, left, alpha) };
        }
        self.above_narrow(node, place, left, alpha)
    }

    /// As `above_narrow`, in four fifths of its time.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    #[inline(never)]
    fn above_wide(&mut self, node: &Node, place: Option<Place>, left: i32, alpha: i32) -> i32 {
        self.search(node, place, left, alpha)
    }

    #[inline(never)]
    fn above_narrow(&mut self, node: &Node, place: Option<Place>, left: i32, alpha: i32) -> i32 {
        self.search(node, place, left, alpha)
    }

    #[inline(always)]
    fn search(&mut self, node: &Node, place: Option<Place>, left: i32, alpha: i32) -> i32 {
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
        let (mut lower, mut upper) = (lowest, fastest);
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
            (lower, upper) = (low, high);
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
            let (low, high) = if best > alpha { (best, upper) } else { (lower, best.min(upper)) };
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
            let stones = Lanes::take(&mut rest);
            let children = node.children(self.shape, stones);
            if stones.0.into_iter().zip(children).any(|(stone, child)| stone != 0 && child.moves == 0) {
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
            let stones = Lanes::take(&mut rest);
            for (stone, child) in stones.0.into_iter().zip(node.children(self.shape, stones)) {
                if stone == 0 {
                    break;
                }
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
        }
        if left == 3 {
            return Err(0);
        }
        let situation = self.situation(left, alpha, depth);
        let children = &mut self.children[base..base + count];
        for child in children.iter() {
            let bound = bounds::upper(self.shape, &child.node, left - 1, -alpha - 1);
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
        for i in 0..count {
            let mut child = children[i];
            let cell = child.stone.trailing_zeros() as usize;
            child.order = child.node.theirs.count_ones() as i32 * THREAT_WEIGHT
                + self.tables.history.score(situation, cell) / HISTORY_DIVISOR
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
            self.path[left as usize - 1] = self.children[i].stone.trailing_zeros() as u8;
            let score = -self.above_at(&child, place, left - 1, -alpha - 1);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if best > alpha {
                self.cutoffs += u64::from(i + 1 < base + count);
                if count > 1 {
                    let situation = self.situation(left, alpha, depth);
                    let tried = self.children[base..=i].iter().map(|child| child.stone);
                    self.tables.history.update(situation, tried, depth);
                }
                break;
            }
        }
        best
    }

    #[inline(always)]
    fn situation(&self, left: i32, alpha: i32, depth: i32) -> Situation {
        Situation::new((left & 1) as usize * 2 + usize::from(alpha >= 0), self.path[left as usize], depth)
    }
}
