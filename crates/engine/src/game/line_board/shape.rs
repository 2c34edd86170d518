//! Boards on which the copies of a polyomino are the lines: animals of Harary (Gardner 1979).

use std::collections::BTreeSet;

use super::{LineBoard, LinesError, LinesErrors, LinesOrigin, layout};
use crate::game::Rules;

/// An unchecked board with a polyomino, see [`Rules::from_shape`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ShapeSpec {
    /// Columns of the board.
    pub width: u64,
    /// Rows of the board.
    pub height: u64,
    /// The rows of the polyomino from the top, separated by `/`: `X` for a cell, `.` for none, as in `.XX/XX.`. All its turned and
    /// reflected copies are lines, wherever they fit. Its cells need not be connected.
    pub shape: String,
    /// Whether a complete line loses instead of winning.
    pub misere: bool,
}

/// Row and column of the cells of a shape, ascending, from row 0 and column 0.
type Cells = Vec<(usize, usize)>;

/// Checks a specification and generates its lines.
pub(super) fn board(spec: &ShapeSpec) -> Result<LineBoard, LinesErrors> {
    let mut errors = LinesErrors::default();
    let sides = 1..=Rules::SIDE_MAX as u64;
    for (side, error) in [(spec.width, LinesError::Width(spec.width)), (spec.height, LinesError::Height(spec.height))] {
        if !sides.contains(&side) {
            errors.add(error);
        }
    }
    let shape = read(&spec.shape, &mut errors);
    errors.into_result()?;
    let (width, height) = (spec.width as usize, spec.height as usize);
    let lines: Vec<Vec<u16>> = copies(&shape).iter().flat_map(|copy| places(copy, width, height)).collect();
    if lines.is_empty() {
        let (height, width) = extent(&shape);
        return Err(LinesError::ShapeTooLarge { width, height }.into());
    }
    let layout = layout::of_dimensions(&[width, height]);
    let origin = LinesOrigin::Shape { width, height, shape: text(&shape) };
    Ok(LineBoard::new(width * height, &lines, Vec::new(), layout, origin))
}

/// Reads a shape and moves it to the top left.
fn read(text: &str, errors: &mut LinesErrors) -> Cells {
    let mut cells = Vec::new();
    let mut found = 0;
    let (mut row, mut col) = (0, 0);
    for (index, character) in text.chars().enumerate() {
        match character {
            '/' | '\n' => {
                (row, col) = (row + 1, 0);
                continue;
            }
            'X' | 'x' => {
                found += 1;
                // More are counted but not kept.
                if found <= LineBoard::LINE_CELLS_MAX {
                    cells.push((row, col));
                }
            }
            '.' | '-' | '_' => {}
            _ => errors.add(LinesError::ShapeCharacter { index, character }),
        }
        col += 1;
    }
    if !(LineBoard::LINE_CELLS_MIN..=LineBoard::LINE_CELLS_MAX).contains(&found) {
        errors.add(LinesError::ShapeCells(found));
    }
    to_corner(cells)
}

/// Moves a shape to the top left.
fn to_corner(mut cells: Cells) -> Cells {
    let top = cells.iter().map(|&(row, _)| row).min().unwrap_or_default();
    let left = cells.iter().map(|&(_, col)| col).min().unwrap_or_default();
    cells.iter_mut().for_each(|cell| *cell = (cell.0 - top, cell.1 - left));
    cells.sort_unstable();
    cells
}

/// Rows and columns of a shape in its corner.
fn extent(cells: &Cells) -> (usize, usize) {
    let last = |of: fn(&(usize, usize)) -> usize| cells.iter().map(of).max().unwrap_or_default();
    (last(|cell| cell.0) + 1, last(|cell| cell.1) + 1)
}

/// The turned and reflected copies that differ.
fn copies(shape: &Cells) -> BTreeSet<Cells> {
    let mut copies = BTreeSet::new();
    let mut turned = shape.clone();
    for _ in 0..4 {
        let (height, width) = extent(&turned);
        copies.insert(to_corner(turned.iter().map(|&(row, col)| (row, width - 1 - col)).collect()));
        copies.insert(turned.clone());
        turned = to_corner(turned.iter().map(|&(row, col)| (col, height - 1 - row)).collect());
    }
    copies
}

/// A line for each place where a copy fits.
fn places(copy: &Cells, width: usize, height: usize) -> Vec<Vec<u16>> {
    let (rows, cols) = extent(copy);
    let mut lines = Vec::new();
    for down in 0..(height + 1).saturating_sub(rows) {
        for right in 0..(width + 1).saturating_sub(cols) {
            lines.push(copy.iter().map(|&(row, col)| ((row + down) * width + col + right) as u16).collect());
        }
    }
    lines
}

/// A shape as text, without empty rows and columns around it.
fn text(cells: &Cells) -> String {
    let (rows, cols) = extent(cells);
    let row = |row: usize| (0..cols).map(|col| if cells.contains(&(row, col)) { 'X' } else { '.' }).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}
