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
    pub(super) nodes: u64,
    pub(super) nodes_max: u64,
    pub(super) stop: &'a dyn Fn() -> bool,
    pub(super) stopped: bool,
    pub(super) mirror: bool,
    pub(super) centrality: [u8; 64],
    pub(super) p: [i32; 8],
    pub(super) stat: [u64; 16],
}

struct Child {
    node: Node,
    order: i32,
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
        let lowest = -(left - 2) / 2;
        if lowest > alpha {
            return lowest;
        }
        let mut upper = (left - 1) / 2;
        if upper <= alpha {
            return upper;
        }
        // depth: how many own stones the side that must prove something has
        let depth = if alpha >= 0 { upper - alpha } else { alpha - lowest + 1 };
        let place = if depth >= self.p[0] {
            let place = self.table.place(self.key(node));
            if let Some((low, high)) = self.table.probe(place) {
                if low > alpha {
                    return low;
                }
                if high <= alpha {
                    return high;
                }
                upper = high;
            }
            Some(place)
        } else {
            None
        };
        let bound = bounds::upper(self.shape, node);
        if bound < upper {
            if bound <= alpha {
                return bound;
            }
            upper = bound;
        }

        let mut children: [std::mem::MaybeUninit<Child>; 0] = [];
        let _ = &mut children;
        let mut list: [Child; 32] = [const { Child { node: Node { mover: 0, mask: 0, mine: 0, theirs: 0, moves: 0 }, order: 0 } }; 32];
        let mut count = 0;
        let mut rest = node.moves;
        let mut best = lowest;
        while rest != 0 {
            let stone = rest & rest.wrapping_neg();
            rest ^= stone;
            let child = self.child(node, stone);
            if child.moves == 0 && left > 2 {
                // A double threat: won with the next stone but one.
                return (left - 1) / 2;
            }
            let order = child.theirs.count_ones() as i32 * 16 + i32::from(self.centrality[stone.trailing_zeros() as usize]);
            let mut at = count;
            while at > 0 && list[at - 1].order < order {
                list[at] = Child { ..list[at - 1] };
                at -= 1;
            }
            list[at] = Child { node: child, order };
            count += 1;
        }
        let cap = (left - 3) / 2;
        if cap <= alpha {
            return cap;
        }
        if left <= 4 {
            // Two stones each at most, and nobody has a double threat.
            if left == 3 {
                return 0;
            }
        }
        upper = upper.min(cap);
        if self.p[1] > 0 && depth >= self.p[1] {
            for child in &list[..count] {
                let place = self.table.place(self.key(&child.node));
                if let Some((_, high)) = self.table.probe(place) {
                    if -high > alpha {
                        return -high;
                    }
                }
            }
        }
        let before = self.nodes;
        for i in 0..count {
            let child = list[i].node;
            let score = -self.search(&child, left - 1, -alpha - 1);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if best > alpha {
                    break;
                }
            }
        }
        if let Some(place) = place {
            let (low, high) = if best > alpha { (best, upper) } else { (lowest, best.min(upper)) };
            self.table.store(place, low, high, self.nodes - before);
        }
        best
    }
}
