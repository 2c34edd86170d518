//! Boards that are known under another description.

use std::collections::HashSet;
use std::sync::Arc;

use super::{LineBoard, layout, presets};
use crate::game::{Lines, Overline, Rules, RulesSpec};

/// The rules of a board. An ordinary board in its own numbering becomes one, with everything that is made for it, and a preset's
/// lines become the preset's. A caller's layout that differs from theirs keeps the board as it is.
pub(super) fn rules(board: Arc<LineBoard>, has_layout: bool) -> Rules {
    if let Some(rules) = grid(&board, has_layout) {
        return rules;
    }
    let preset = presets::all().find(|preset| {
        (!has_layout || preset.layout == board.layout)
            && preset.columns == board.columns
            && have_same_lines(preset, &board)
    });
    Rules::of_board(preset.unwrap_or(board))
}

/// The ordinary board with the same lines and columns.
fn grid(board: &LineBoard, has_layout: bool) -> Option<Rules> {
    let k = board.longest();
    let cells = board.cells;
    let widths =
        (1..=Rules::SIDE_MAX).rev().filter(|&width| cells.is_multiple_of(width) && cells / width <= Rules::SIDE_MAX);
    let grids = widths.filter_map(|width| {
        let gravity = !board.columns.is_empty();
        let (width, height) = (width as u64, (cells / width) as u64);
        let spec = RulesSpec { width, height, k: k as u64, gravity, overline: Overline::Allowed, misere: false };
        Rules::new(spec).ok()
    });
    let fits = |rules: &Rules| {
        let has_place = !has_layout || board.layout == layout::of_dimensions(&[rules.width(), rules.height()]);
        let has_columns = board.columns.is_empty() || are_grid_columns(&board.columns, rules);
        has_place && has_columns && Lines::count(rules) == board.line_count() && {
            let lines = Lines::new(rules);
            let known: HashSet<Vec<u16>> = (0..lines.len()).map(|line| sorted(lines.cells(line))).collect();
            board.lines().all(|line| known.contains(&sorted(line)))
        }
    };
    grids.into_iter().find(fits)
}

fn are_grid_columns(columns: &[Vec<u16>], rules: &Rules) -> bool {
    let (width, height) = (rules.width(), rules.height());
    columns.len() == width
        && columns.iter().enumerate().all(|(column, cells)| {
            let expected = (0..height).rev().map(|row| (row * width + column) as u16);
            cells.len() == height && cells.iter().copied().eq(expected)
        })
}

/// Whether two boards without equal lines have the same ones in any order.
fn have_same_lines(a: &LineBoard, b: &LineBoard) -> bool {
    (a.cells, a.line_count(), a.line_cells.len()) == (b.cells, b.line_count(), b.line_cells.len()) && {
        let of_a: HashSet<Vec<u16>> = a.lines().map(sorted).collect();
        b.lines().all(|line| of_a.contains(&sorted(line)))
    }
}

fn sorted(line: &[u16]) -> Vec<u16> {
    let mut line = line.to_vec();
    line.sort_unstable();
    line
}
