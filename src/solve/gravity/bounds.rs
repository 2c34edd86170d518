//! Bounds that a fixed strategy of the side that answers proves, without searching.
//!
//! The strategy is *follow-up*: answer in the same column, right above. In every column the answering side then gets
//! the top cell and every second one below it ([`Shape::follow_up`]), the side to move at most the others. The idea is
//! claim-even and zugzwang of Victor Allis, "A Knowledge-based Approach of Connect-Four" (1988), counted from the top
//! so that it holds for every height, with the cells that neither side ever reaches left out.

use super::node::Node;
use super::shape::Shape;

/// No bound was proven.
pub(super) const NONE: i32 = i32::MAX;

/// An upper bound of the score of `node` for its side to move, or [`NONE`].
///
/// `wanted` is the highest bound that the caller can use: what cannot get that low is not looked for.
#[inline(always)]
pub(super) fn upper<S: Shape>(shape: S, node: &Node, wanted: i32) -> i32 {
    let empty = shape.board() & !node.mask;
    if empty.count_ones().is_multiple_of(2) {
        claim(shape, node, empty, wanted)
    } else {
        zugzwang(shape, node, empty, wanted)
    }
}

/// An even number of empty cells: the other side has an answer to every stone.
///
/// Columns with an odd number of empty cells are even in number; their next cells are answered among each other, so
/// that the side to move may get any of them, and above those its usual cells.
#[inline(always)]
fn claim<S: Shape>(shape: S, node: &Node, empty: u64, wanted: i32) -> i32 {
    let playable = shape.playable(node.mask);
    let odd_tops = playable & shape.follow_up();
    let claimed = empty & shape.follow_up() & !odd_tops;
    let wins = node.theirs & claimed;
    if wins == 0 && wanted < -1 {
        return NONE;
    }
    // What lies above a winning cell of the answering side is never reached: the game ends there.
    let reach = node.mover | (empty & !shape.follow_up() & !shape.above(wins)) | odd_tops;
    if shape.has_line(reach) {
        NONE
    } else if wins != 0 {
        -latest_win(shape, wins)
    } else if shape.has_line((node.mover ^ node.mask) | claimed) {
        -1
    } else {
        0
    }
}

/// An odd number of empty cells: the other side, with a winning cell in an odd column, answers everywhere until the side
/// to move has to play below that cell.
#[inline(always)]
fn zugzwang<S: Shape>(shape: S, node: &Node, empty: u64, wanted: i32) -> i32 {
    let follow_up = shape.follow_up();
    let odd_tops = shape.playable(node.mask) & follow_up;
    let wins = node.theirs & follow_up & !odd_tops;
    let mut threats = node.theirs & !follow_up;
    while threats != 0 {
        let cell = threats & threats.wrapping_neg();
        threats ^= cell;
        let column = shape.column_of(cell);
        let bound = -latest_win(shape, cell);
        if odd_tops & column == 0 || bound > wanted {
            continue;
        }
        let below = column & (cell - 1);
        let elsewhere = (empty & !follow_up & !shape.above(wins & !column)) | odd_tops;
        let reach = node.mover | (elsewhere & !column) | (empty & follow_up & below);
        if !shape.has_line(reach) {
            return bound;
        }
    }
    NONE
}

/// The score of the side that wins on one of `cells` when all other columns are full: the best of them.
#[inline(always)]
fn latest_win<S: Shape>(shape: S, cells: u64) -> i32 {
    let mut score = 1;
    let mut rest = cells;
    while rest != 0 {
        let cell = rest & rest.wrapping_neg();
        rest ^= cell;
        let left_over = shape.column_of(cell) & !(cell - 1) & !cell;
        score = score.max(left_over.count_ones() as i32 / 2 + 1);
    }
    score
}
