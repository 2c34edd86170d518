//! Boards of any dimensions: `k` cells in a row in every direction.

use std::collections::HashSet;

use super::{LineBoard, LinesError, LinesErrors, LinesOrigin, layout};
use crate::game::Rules;

/// An unchecked board of any dimensions, see [`Rules::from_dimensions`].
///
/// Cells are numbered along the first dimension, then the second, and so on: cell x + w·(y + h·z) of w × h × d cells. A line is
/// k cells in a row in one of the directions {−1, 0, 1}^n; without wrapping, k^n cells have ((k + 2)^n − k^n) / 2 lines
/// (Hales and Jewett 1963).
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct DimensionsSpec {
    /// The size of each of 1 to [`LineBoard::DIMENSIONS_MAX`] dimensions. Their product is the number of cells.
    pub dimensions: Vec<u64>,
    /// Cells of a line.
    pub k: u64,
    /// Whether each dimension wraps around; empty if none does. A line that would have a cell twice is no line.
    pub wrap: Vec<bool>,
    /// The axis along which stones fall, towards its largest index; `None` where they do not fall.
    pub gravity: Option<u64>,
    /// Whether a complete line loses instead of winning.
    pub misere: bool,
}

/// Checks a specification and generates its lines.
pub(super) fn board(spec: &DimensionsSpec) -> Result<LineBoard, LinesErrors> {
    check(spec)?;
    let dimensions: Vec<usize> = spec.dimensions.iter().map(|&size| size as usize).collect();
    let wrap = if spec.wrap.is_empty() { vec![false; dimensions.len()] } else { spec.wrap.clone() };
    let (k, gravity) = (spec.k as usize, spec.gravity.map(|axis| axis as usize));
    let cells = dimensions.iter().product();
    let lines = lines(&dimensions, k, &wrap).ok_or(LinesError::TooManyLines { found: None })?;
    let columns = gravity.map(|axis| columns(&dimensions, axis)).unwrap_or_default();
    let layout = layout::of_dimensions(&dimensions);
    Ok(LineBoard::new(cells, &lines, columns, layout, LinesOrigin::Dimensions { dimensions, k, wrap, gravity }))
}

fn check(spec: &DimensionsSpec) -> Result<(), LinesErrors> {
    let mut errors = LinesErrors::default();
    let count = spec.dimensions.len();
    if !(1..=LineBoard::DIMENSIONS_MAX).contains(&count) {
        errors.add(LinesError::DimensionCount(count));
        return Err(errors);
    }
    let sizes = 1..=Rules::CELLS_MAX as u64;
    for (dimension, &size) in spec.dimensions.iter().enumerate().filter(|(_, size)| !sizes.contains(size)) {
        errors.add(LinesError::DimensionSize { dimension, size });
    }
    if !spec.wrap.is_empty() && spec.wrap.len() != count {
        errors.add(LinesError::WrapCount { expected: count, found: spec.wrap.len() });
    }
    if let Some(axis) = spec.gravity.filter(|&axis| axis >= count as u64) {
        errors.add(LinesError::Axis { axis, dimensions: count });
    }
    if errors.count == 0 {
        let product = spec.dimensions.iter().map(|&size| u128::from(size)).product();
        if product > Rules::CELLS_MAX as u128 {
            errors.add(LinesError::DimensionProduct(product));
        }
    }
    let k_max = k_max(spec);
    if !(LineBoard::LINE_CELLS_MIN as u64..=k_max).contains(&spec.k) {
        errors.add(LinesError::K { k: spec.k, max: k_max });
    }
    errors.into_result()
}

/// The longest line: along the longest dimension, or through all that wrap around, which it leaves after their least common
/// multiple.
fn k_max(spec: &DimensionsSpec) -> u64 {
    let longest = spec.dimensions.iter().copied().max().unwrap_or_default();
    let longest_max = LineBoard::LINE_CELLS_MAX as u64;
    let wrapped = spec.dimensions.iter().zip(&spec.wrap).filter(|(size, wraps)| **wraps && **size > 0);
    let period = wrapped.fold(1, |period: u64, (&size, _)| {
        (1..=longest_max).map(|times| period.saturating_mul(times)).find(|all| all % size == 0).unwrap_or(longest_max)
    });
    longest.max(period).min(longest_max)
}

/// The lines, in the order of an ordinary board's; `None` if there are too many.
fn lines(dimensions: &[usize], k: usize, wrap: &[bool]) -> Option<Vec<Vec<u16>>> {
    let cells: usize = dimensions.iter().product();
    let wraps = wrap.contains(&true);
    let mut known = HashSet::new();
    let mut lines = Vec::new();
    for direction in directions(dimensions, k, wrap) {
        for start in 0..cells {
            let Some(line) = line(dimensions, wrap, k, &direction, start) else { continue };
            if wraps {
                let mut set = line.clone();
                set.sort_unstable();
                if set.windows(2).any(|pair| pair[0] == pair[1]) || !known.insert(set) {
                    continue;
                }
            }
            if lines.len() == LineBoard::LINES_MAX {
                return None;
            }
            lines.push(line);
        }
    }
    Some(lines)
}

/// The directions in which lines can lie, one of each two opposite ones: the last step that is not 0 leads forwards.
fn directions(dimensions: &[usize], k: usize, wrap: &[bool]) -> Vec<Vec<isize>> {
    let mut all: Vec<Vec<isize>> = vec![Vec::new()];
    for (&size, &wraps) in dimensions.iter().zip(wrap) {
        let steps: &[isize] = if size > 1 && (wraps || size >= k) { &[0, 1, -1] } else { &[0] };
        all = steps
            .iter()
            .flat_map(|&step| {
                all.iter().map(move |earlier| {
                    let mut direction = earlier.clone();
                    direction.push(step);
                    direction
                })
            })
            .collect();
    }
    all.retain(|direction| direction.iter().rev().find(|&&step| step != 0) == Some(&1));
    all
}

/// The line from a cell in a direction, if it stays on the board.
fn line(dimensions: &[usize], wrap: &[bool], k: usize, direction: &[isize], start: usize) -> Option<Vec<u16>> {
    let mut line = Vec::with_capacity(k);
    for along in 0..k as isize {
        let (mut rest, mut cell, mut stride) = (start, 0, 1);
        for ((&size, &wraps), step) in dimensions.iter().zip(wrap).zip(direction) {
            let at = (rest % size) as isize + along * step;
            let size_signed = size as isize;
            let at = if wraps { at.rem_euclid(size_signed) } else { at };
            if !(0..size_signed).contains(&at) {
                return None;
            }
            cell += at as usize * stride;
            stride *= size;
            rest /= size;
        }
        line.push(cell as u16);
    }
    Some(line)
}

/// The columns along an axis, from its largest index, the bottom.
fn columns(dimensions: &[usize], axis: usize) -> Vec<Vec<u16>> {
    let cells: usize = dimensions.iter().product();
    let stride: usize = dimensions[..axis].iter().product();
    let size = dimensions[axis];
    let tops = (0..cells).filter(|cell| (cell / stride).is_multiple_of(size));
    tops.map(|top| (0..size).rev().map(|level| (top + level * stride) as u16).collect()).collect()
}
