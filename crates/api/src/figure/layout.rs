//! The places of the parts of a figure: each above the middle of its children, and nothing touches.

use super::outline::Outline;

/// The places of the middles of the parts, from the left edge of the figure on.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// One for each part.
    pub middles: Vec<f32>,
    /// The width of all of them.
    pub width: f32,
}

/// The outline of a subtree on each of its levels: its left and its right edge, seen from the middle of its root.
type Contour = Vec<(f32, f32)>;

impl Layout {
    /// Places parts that are all `width` wide, at least `gap` apart.
    pub fn new(outline: &Outline, width: f32, gap: f32) -> Layout {
        let mut middles = vec![0.0; outline.parts.len()];
        if middles.is_empty() {
            return Layout { middles, width };
        }
        let contour = arrange(outline, 0, width, gap, &mut middles);
        let left = contour.iter().map(|edges| edges.0).fold(0.0, f32::min);
        let right = contour.iter().map(|edges| edges.1).fold(0.0, f32::max);
        middles[0] = -left;
        // Parents precede their children.
        for at in 1..middles.len() {
            if let Some(parent) = outline.parts[at].parent {
                middles[at] += middles[parent];
            }
        }
        middles.iter_mut().for_each(|middle| *middle = middle.round());
        Layout { middles, width: (right - left).ceil() }
    }
}

/// Places the subtree of a part: the offsets of its children from their parents. At most as deep as a figure has levels.
fn arrange(outline: &Outline, at: usize, width: f32, gap: f32, offsets: &mut [f32]) -> Contour {
    let children = &outline.parts[at].children;
    let mut merged: Contour = Vec::new();
    for &child in children {
        let contour = arrange(outline, child, width, gap, offsets);
        let pairs = merged.iter().zip(&contour);
        let shift = pairs.map(|(left, right)| left.1 + gap - right.0).reduce(f32::max).unwrap_or(0.0);
        offsets[child] = shift;
        for (level, (left, right)) in contour.into_iter().enumerate() {
            match merged.get_mut(level) {
                Some(edges) => edges.1 = right + shift,
                None => merged.push((left + shift, right + shift)),
            }
        }
    }
    let ends = children.first().zip(children.last()).map_or(0.0, |(&first, &last)| offsets[first] + offsets[last]);
    let middle = ends / 2.0;
    children.iter().for_each(|&child| offsets[child] -= middle);
    let below = merged.into_iter().map(|(left, right)| (left - middle, right - middle));
    std::iter::once((-width / 2.0, width / 2.0)).chain(below).collect()
}
