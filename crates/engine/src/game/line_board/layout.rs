//! The places of cells in pictures.

use std::collections::HashMap;

use super::{LineBoard, LinesError, LinesErrors};

/// Row and column of each cell.
pub(super) type Layout = Vec<[u8; 2]>;

/// Checks the places of a caller.
pub(super) fn checked(places: &[[u64; 2]], cells: usize, errors: &mut LinesErrors) -> Layout {
    if places.len() != cells {
        errors.add(LinesError::LayoutLength { cells, found: places.len() });
    }
    let mut first_at = HashMap::new();
    for (cell, place) in places.iter().enumerate().take(cells) {
        for (index, &value) in place.iter().enumerate().filter(|&(_, &value)| value > LineBoard::PLACE_MAX as u64) {
            errors.add(LinesError::PlaceOutOfRange { cell, index, value });
        }
        let earlier = *first_at.entry(*place).or_insert(cell);
        if earlier != cell {
            errors.add(LinesError::SamePlace { cell, earlier });
        }
    }
    places.iter().map(|place| place.map(|value| value as u8)).collect()
}

/// A layout in rows, about as wide as high.
pub(super) fn square(cells: usize) -> Layout {
    let width = (1..).find(|width| width * width >= cells).unwrap_or(1);
    (0..cells).map(|cell| [(cell / width) as u8, (cell % width) as u8]).collect()
}

/// Cells of any dimensions, of which the first runs fastest: rows of the first, columns of the second; then layers side by side
/// and one below the other in turn, with gaps between them. Boards that would be too long in one direction are squares.
pub(super) fn of_dimensions(dimensions: &[usize]) -> Layout {
    // The extents of the board so far, in rows and in columns.
    let mut extents = [1, 1];
    let mut strides = Vec::with_capacity(dimensions.len());
    for (dimension, &size) in dimensions.iter().enumerate() {
        // The first, third, fifth dimension runs along the columns.
        let extent = &mut extents[usize::from(dimension % 2 == 0)];
        let stride = *extent + dimension / 2;
        strides.push(stride);
        *extent += stride * (size - 1);
    }
    let cells = dimensions.iter().product();
    if extents.iter().any(|&extent| extent > LineBoard::PLACE_MAX + 1) {
        return square(cells);
    }
    let place = |cell: usize| {
        let mut place = [0; 2];
        let mut rest = cell;
        for (dimension, (&size, stride)) in dimensions.iter().zip(&strides).enumerate() {
            place[usize::from(dimension % 2 == 0)] += (rest % size * stride) as u8;
            rest /= size;
        }
        place
    };
    (0..cells).map(place).collect()
}
