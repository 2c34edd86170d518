//! Combinations of the shapes of the four directions, in any order.

use super::shapes::shape;
use crate::sort;

/// The number of combinations of four shapes, in any order.
pub(super) const COMBINATIONS: usize = choose(shape::COUNT + 3, 4);

/// The index of a combination of shapes. With the shapes in ascending order, combinations ascend by the last shape, then by
/// the one before it, and so on.
pub(super) fn combination(mut shapes: [usize; 4]) -> usize {
    sort::short_by(&mut shapes, Ord::cmp);
    // The combinatorial number system: the shapes become distinct numbers by adding the index of each.
    shapes.iter().enumerate().map(|(at, shape)| choose(shape + at, at + 1)).sum()
}

/// The binomial coefficient.
const fn choose(from: usize, count: usize) -> usize {
    let (mut product, mut at) = (1, 0);
    while at < count {
        product = product * (from - at) / (at + 1);
        at += 1;
    }
    product
}
