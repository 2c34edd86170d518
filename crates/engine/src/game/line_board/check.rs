//! Checks of a list of lines. All errors are found in one pass, within bounds that the limits of a board set.

use std::collections::HashMap;

use super::{LineBoard, LinesError, LinesErrors, LinesOrigin, LinesSpec, layout};
use crate::game::Rules;

/// A set of cells.
type CellBits = [u64; Rules::CELLS_MAX.div_ceil(64)];

/// Checks a list of lines.
pub(super) fn board(spec: &LinesSpec) -> Result<LineBoard, LinesErrors> {
    let mut errors = LinesErrors::default();
    if !(1..=Rules::CELLS_MAX as u64).contains(&spec.cells) {
        errors.add(LinesError::Cells(spec.cells));
        return Err(errors);
    }
    let cells = spec.cells as usize;
    let lines = lines(&spec.lines, cells, &mut errors);
    let columns = spec.above.as_ref().map(|above| columns(above, cells, &mut errors)).unwrap_or_default();
    let layout = match &spec.layout {
        Some(places) => layout::checked(places, cells, &mut errors),
        None => layout::square(cells),
    };
    errors.into_result()?;
    Ok(LineBoard::new(cells, &lines, columns, layout, LinesOrigin::List))
}

fn lines(given: &[Vec<u64>], cells: usize, errors: &mut LinesErrors) -> Vec<Vec<u16>> {
    if given.is_empty() {
        errors.add(LinesError::NoLine);
    }
    if given.len() > LineBoard::LINES_MAX {
        errors.add(LinesError::TooManyLines { found: Some(given.len()) });
        return Vec::new();
    }
    let mut lines = Vec::with_capacity(given.len());
    for (line, given) in given.iter().enumerate() {
        let before = errors.count;
        let is_short = given.len() < LineBoard::LINE_CELLS_MIN;
        if is_short || given.len() > LineBoard::LINE_CELLS_MAX {
            errors.add(LinesError::LineLength { line, found: given.len() });
        }
        for (index, &cell) in given.iter().enumerate().take(LineBoard::LINE_CELLS_MAX) {
            if cell >= cells as u64 {
                errors.add(LinesError::CellOutOfRange { line, index, cell, cells });
            } else if given[..index].contains(&cell) {
                errors.add(LinesError::RepeatedCell { line, index, cell });
            }
        }
        // A line with an error is compared with no other.
        let is_valid = errors.count == before;
        lines.push(if is_valid { given.iter().map(|&cell| cell as u16).collect() } else { Vec::new() });
    }
    compare(&lines, cells, errors);
    lines
}

/// Finds lines with the same cells, and lines that contain another.
///
/// A line is compared only with the longer lines through its rarest cell.
fn compare(lines: &[Vec<u16>], cells: usize, errors: &mut LinesErrors) {
    let sets: Vec<CellBits> = lines.iter().map(|line| bits(line)).collect();
    let size = |line: usize| sets[line].iter().map(|word| word.count_ones()).sum::<u32>();
    let mut first_of = HashMap::new();
    let mut through = vec![Vec::new(); cells];
    let mut different = Vec::new();
    for line in (0..lines.len()).filter(|&line| !lines[line].is_empty()) {
        let first = *first_of.entry(sets[line]).or_insert(line);
        if first != line {
            errors.add(LinesError::SameLine { line, earlier: first });
            continue;
        }
        different.push(line);
        lines[line].iter().for_each(|&cell| through[usize::from(cell)].push((line, size(line))));
    }
    let mut inner_of = vec![None; lines.len()];
    for &inner in &different {
        let rarest = lines[inner].iter().min_by_key(|&&cell| through[usize::from(cell)].len());
        let Some(&rarest) = rarest else { continue };
        let own = size(inner);
        for &(outer, _) in through[usize::from(rarest)].iter().filter(|&&(_, size)| size > own) {
            if inner_of[outer].is_none()
                && sets[inner].iter().zip(&sets[outer]).all(|(inner, outer)| inner & !outer == 0)
            {
                inner_of[outer] = Some(inner);
            }
        }
    }
    for (line, inner) in inner_of.into_iter().enumerate() {
        if let Some(inner) = inner {
            errors.add(LinesError::ContainsLine { line, inner });
        }
    }
}

fn bits(line: &[u16]) -> CellBits {
    let mut set = CellBits::default();
    line.iter().for_each(|&cell| set[usize::from(cell) / 64] |= 1 << (cell % 64));
    set
}

fn columns(given: &[Vec<u64>], cells: usize, errors: &mut LinesErrors) -> Vec<Vec<u16>> {
    let mut column_of = vec![None; cells];
    for (column, given) in given.iter().enumerate() {
        if given.is_empty() {
            errors.add(LinesError::EmptyColumn { column });
        }
        for (index, &cell) in given.iter().enumerate() {
            match column_of.get_mut(usize::try_from(cell).unwrap_or(usize::MAX)) {
                None => errors.add(LinesError::ColumnOutOfRange { column, index, cell, cells }),
                Some(Some(earlier)) => {
                    errors.add(LinesError::RepeatedInColumns { column, index, cell, earlier: *earlier });
                }
                Some(of_cell) => *of_cell = Some(column),
            }
        }
    }
    for (cell, _) in column_of.iter().enumerate().filter(|(_, column)| column.is_none()) {
        errors.add(LinesError::OutsideColumns { cell });
    }
    given.iter().map(|column| column.iter().map(|&cell| cell as u16).collect()).collect()
}
