//! The null-window search.

use super::bounds;
use super::shape::Shape;
use super::table::Table;

/// A position inside the search: nobody has a line, and the side to move has no winning stone.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Stones of the side to move.
    pub(super) mover: u64,
    /// Stones of both sides.
    pub(super) mask: u64,
    /// Empty cells that win for the side to move, none of them playable.
    pub(super) mine: u64,
    /// Empty cells that win for the other side.
    pub(super) theirs: u64,
    /// Stones that do not let the other side win at once.
    pub(super) moves: u64,
}

pub(super) struct Search<'a, S: Shape> {
    pub(super) shape: S,
    pub(super) table: &'a mut Table,
    pub(super) near: &'a mut Table,
    pub(super) nodes: u64,
    pub(super) nodes_max: u64,
    pub(super) stop: &'a dyn Fn() -> bool,
    pub(super) stopped: bool,
    pub(super) mirror: bool,
    pub(super) centrality: [u8; 64],
    pub(super) stack: Vec<Child>,
    pub(super) p: [i32; 8],
    pub(super) stat: [u64; 16],
    pub(super) history: [[i32; 64]; 4],
}

#[derive(Clone, Copy)]
pub(super) struct Child {
    node: Node,
    order: i32,
    stone: u64,
}

impl<S: Shape> Search<'_, S> {
    /// Moves of the side to move that leave the other side no winning stone; `theirs` are its winning cells.
    #[inline(always)]
    pub(super) fn safe_moves(&self, mask: u64, theirs: u64) -> u64 {
        let playable = self.shape.playable(mask);
        let forced = playable & theirs;
        let candidates = if forced == 0 {
            playable
        } else if forced & (forced - 1) == 0 {
            forced
        } else {
            0
        };
        candidates & !(theirs >> 1)
    }

    #[inline(always)]
    fn child(&self, node: &Node, stone: u64) -> Node {
        let shape = self.shape;
        let mask = node.mask | stone;
        let theirs = shape.completing(node.mover | stone) & !mask;
        Node {
            mover: node.mover ^ node.mask,
            mask,
            mine: node.theirs & !stone,
            theirs,
            moves: self.safe_moves(mask, theirs),
        }
    }

    #[inline(always)]
    fn key(&self, node: &Node) -> u64 {
        let key = node.mover.wrapping_add(node.mask);
        if self.mirror { key.min(self.shape.mirror(key)) } else { key }
    }

    /// Whether the score of `node` is above `alpha`: the value returned is an upper bound of the score if it is at
    /// most `alpha`, and a lower bound if it is above.
    ///
    /// Asserted: the side to move has no winning stone and at least one that does not lose at once, and more than
    /// two cells are empty.
    pub(super) fn search(&mut self, node: &Node, left: i32, alpha: i32) -> i32 {
        debug_assert!(node.moves != 0 && node.mine & self.shape.playable(node.mask) == 0);
        debug_assert!(left > 2);
        self.nodes += 1;
        if self.nodes & 1023 == 0 && (self.nodes >= self.nodes_max || (self.stop)()) {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let shape = self.shape;
        let lowest = -(left - 2) / 2;
        let mut upper = (left - 1) / 2;
        debug_assert!(lowest <= alpha && alpha < upper);
        // How many own stones the side that must prove a win has for it.
        let depth = if alpha >= 0 { upper - alpha } else { alpha - lowest + 1 };
        let single = node.moves & (node.moves - 1) == 0;
        if depth == 1 && alpha >= 0 {
            let mut rest = node.moves;
            while rest != 0 {
                let stone = rest & rest.wrapping_neg();
                rest ^= stone;
                if self.child(node, stone).moves == 0 {
                    return upper;
                }
            }
            return (left - 3) / 2;
        }
        let place = if depth >= self.p[0] && !single {
            let far = depth >= self.p[2];
            let table = if far { &*self.table } else { &*self.near };
            let place = table.place(self.key(node));
            if let Some((low, high)) = table.probe(place) {
                if low > alpha {
                    return low;
                }
                if high <= alpha {
                    return high;
                }
                upper = high;
            }
            Some((place, far))
        } else {
            None
        };
        if alpha >= 0 && depth >= self.p[3] && !shape.has_line(node.mover | (shape.board() & !node.mask)) {
            self.stat[9] += 1;
            return 0;
        }

        let base = left as usize * shape.width() as usize;
        let mut count = 0;
        let side = (left & 1) as usize * 2 + usize::from(alpha >= 0);
        let mut rest = node.moves;
        while rest != 0 {
            let stone = rest & rest.wrapping_neg();
            rest ^= stone;
            let child = self.child(node, stone);
            if child.moves == 0 {
                // A double threat: won with the next stone but one.
                return (left - 1) / 2;
            }
            self.stack[base + count] = Child { node: child, order: 0, stone };
            count += 1;
        }
        let cap = (left - 3) / 2;
        if left == 3 {
            return 0;
        }
        upper = upper.min(cap);
        for i in 0..count {
            let bound = bounds::upper(shape, &self.stack[base + i].node, -alpha - 1, self.p[4]);
            if bound < -alpha {
                self.stat[10] += 1;
                return -bound;
            }
        }
        if self.p[1] > 0 && depth >= self.p[1] && count > 1 {
            for child in &self.stack[base..base + count] {
                let place = self.table.place(self.key(&child.node));
                if let Some((_, high)) = self.table.probe(place) {
                    if -high > alpha {
                        self.stat[13] += 1;
                        return -high;
                    }
                }
            }
        }
        if count > 1 {
            for i in 0..count {
                let mut child = self.stack[base + i];
                let cell = child.stone.trailing_zeros() as usize;
                child.order = self.history[side][cell] / self.p[6] + child.node.theirs.count_ones() as i32 * self.p[7] + i32::from(self.centrality[cell]);
                let mut at = i;
                while at > 0 && self.stack[base + at - 1].order < child.order {
                    self.stack[base + at] = self.stack[base + at - 1];
                    at -= 1;
                }
                self.stack[base + at] = child;
            }
        }
        let before = self.nodes;
        let mut best = lowest;
        for i in 0..count {
            let child = self.stack[base + i].node;
            let score = -self.search(&child, left - 1, -alpha - 1);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if best > alpha {
                    if count > 1 {
                        self.stat[0] += 1; self.stat[1 + i.min(2)] += 1;
                        let gain = depth;
                        let cell = self.stack[base + i].stone.trailing_zeros() as usize;
                        let h = &mut self.history[side];
                        h[cell] += gain * 16 - h[cell] * gain / 64;
                        for c in &self.stack[base..base + i] {
                            let cell = c.stone.trailing_zeros() as usize;
                            h[cell] -= gain * 16 + h[cell] * gain / 64;
                        }
                    }
                    break;
                }
            }
        }
        if best <= alpha { self.stat[4] += 1; if count == 1 { self.stat[5] += 1; } }
        if let Some((place, far)) = place {
            let (low, high) = if best > alpha { (best, upper) } else { (lowest, best.min(upper)) };
            let table = if far { &mut *self.table } else { &mut *self.near };
            table.store(place, low, high, self.nodes - before);
        }
        best
    }
}

impl Child {
    pub(super) const NONE: Child = Child { node: Node { mover: 0, mask: 0, mine: 0, theirs: 0, moves: 0 }, order: 0, stone: 0 };
}
