//! Bounds that a follow-up strategy of the opponent proves, without a search.
//!
//! Follow-up means to answer each move in the same column. The opponent then gets the top cell of each column and every second
//! one below it ([`Shape::follow_up`]), the side to move at most the others. These are claim-even and zugzwang control of
//! Victor Allis, "A Knowledge-based Approach of Connect-Four" (1988), counted from the top, so that they hold for every
//! height, and without the cells that neither side reaches.

use super::node::Node;
use super::shape::Shape;

/// No bound was proven.
pub(super) const NONE: i32 = i32::MAX;

/// An upper bound of the score of `node`, with `left` empty cells, for its side to move, or [`NONE`].
///
/// `wanted` is the highest useful bound: higher ones are not computed.
#[inline(always)]
pub(super) fn upper<S: Shape>(shape: S, node: &Node, left: i32, wanted: i32) -> i32 {
    let empty = shape.board() & !node.mask;
    if left % 2 == 0 { claim(shape, node, empty, wanted) } else { zugzwang(shape, node, empty, wanted) }
}

/// An even number of empty cells: the opponent has an answer to every move.
///
/// The number of columns with an odd number of empty cells is even. The opponent answers a move on the lowest empty cell of one
/// by a move on that of another, so that the side to move may get any of these cells.
#[inline(always)]
fn claim<S: Shape>(shape: S, node: &Node, empty: u64, wanted: i32) -> i32 {
    let playable = shape.playable(node.mask);
    let odd_tops = playable & shape.follow_up();
    let claimed = empty & shape.follow_up() & !odd_tops;
    let wins = node.theirs & claimed;
    if wins == 0 && wanted < -1 {
        return NONE;
    }
    // Cells above a winning cell of the opponent are never reached: the game ends there.
    let reach = node.mover | (empty & !shape.follow_up() & shape.below(wins)) | odd_tops;
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

/// An odd number of empty cells: with a winning cell in an odd column, the opponent follows up until the side to move has to
/// play below that cell.
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
        let elsewhere = (empty & !follow_up & shape.below(wins & !column)) | odd_tops;
        let reach = node.mover | (elsewhere & !column) | (empty & follow_up & below);
        if !shape.has_line(reach) {
            return bound;
        }
    }
    NONE
}

/// The best score of a win on one of `cells` when all other columns are full.
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
