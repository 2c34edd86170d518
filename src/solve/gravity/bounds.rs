//! Static bounds.

use super::search::Node;
use super::shape::Shape;

/// An upper bound of the score for the side to move that a fixed strategy of the other side proves, or a large number.
#[inline(always)]
pub(super) fn upper<S: Shape>(shape: S, node: &Node) -> i32 {
    let empty = shape.board() & !node.mask;
    let follow = shape.follow_up();
    if !shape.has_line(node.mover | empty) {
        return 0;
    }
    let playable = shape.playable(node.mask);
    let odd = playable & follow;
    if empty.count_ones() % 2 == 0 {
        let reach = node.mover | (empty & !follow) | odd;
        if !shape.has_line(reach) {
            return 0;
        }
    }
    i32::MAX
}
