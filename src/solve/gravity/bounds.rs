//! Static bounds.

use super::search::Node;
use super::shape::Shape;

/// No bound.
pub(super) const NONE: i32 = i32::MAX;

/// An upper bound of the score for the side to move that a fixed strategy of the other side proves.
#[inline(always)]
pub(super) fn upper<S: Shape>(shape: S, node: &Node, target: i32, p: i32) -> i32 {
    let empty = shape.board() & !node.mask;
    let follow = shape.follow_up();
    let mover = node.mover;
    let playable = shape.playable(node.mask);
    let odd = playable & follow;
    if empty.count_ones() % 2 == 0 {
        let wins = node.theirs & follow & !playable;
        if wins == 0 && target < -1 {
            return NONE;
        }
        let above = if p & 2 != 0 { shape.above(wins) } else { 0 };
        let reach = mover | (empty & !follow & !above) | odd;
        if shape.has_line(reach) {
            return NONE;
        }
        if wins != 0 {
            if p & 4 == 0 { return -1; }
            let mut above = 0;
            let mut rest = wins;
            while rest != 0 {
                let cell = rest & rest.wrapping_neg();
                rest ^= cell;
                above = above.max((shape.column_of(cell) & !(cell - 1)).count_ones() as i32 - 1);
            }
            return -(above / 2 + 1);
        }
        if target < 0 || p & 8 != 0 {
            let other = mover ^ node.mask;
            return if shape.has_line(other | (empty & follow & !odd)) { -1 } else { 0 };
        }
        return 0;
    }
    let mut threats = node.theirs & !follow;
    let wins = node.theirs & follow & !playable;
    while threats != 0 {
        let cell = threats & threats.wrapping_neg();
        threats ^= cell;
        let column = shape.column_of(cell);
        if odd & column == 0 {
            continue;
        }
        let above = (column & !(cell - 1)).count_ones() as i32 - 1;
        let bound = -(above / 2 + 1);
        if bound > target { continue; }
        let below = column & (cell - 1);
        let unreachable = if p & 2 != 0 { shape.above(wins & !column) } else { 0 };
        let reach = mover | (empty & !follow & !column & !unreachable) | (odd & !column) | (empty & follow & below);
        if !shape.has_line(reach) {
            return bound;
        }
    }
    NONE
}
