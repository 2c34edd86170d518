//! Cells by words of directions: "top left", "center", "corner".

use crate::read::place::Named;
use inarow_engine::game::{Cell, Rules};

/// Words of directions that are also written as one word with another of them.
pub const DIRECTIONS: [&str; 14] = [
    "top", "upper", "bottom", "lower", "left", "right", "north", "south", "east", "west", "center", "centre", "middle",
    "mid",
];

/// The cells that words of directions mean, such as "top left", "center" or "corner"; `None` where another word is among them.
pub fn cells(rules: &Rules, words: &[&str]) -> Option<Vec<Cell>> {
    let (last_row, last_col) = (rules.height() - 1, rules.width() - 1);
    let (mut rows, mut cols, mut middles, mut kind) = (None, None, 0, None);
    // Of an even number of rows two are in the middle.
    let middle = |last: usize| [last / 2, last.div_ceil(2)];
    let is_region = has_regions(rules);
    let mut before = "";
    for word in words.iter().filter(|_| rules.is_grid()) {
        match *word {
            "top" | "upper" | "north" | "northern" => rows = Some([0, 0]),
            "bottom" | "lower" | "south" | "southern" => rows = Some([last_row; 2]),
            "left" | "west" | "western" => cols = Some([0, 0]),
            "right" | "east" | "eastern" => cols = Some([last_col; 2]),
            "nw" => (rows, cols) = (Some([0, 0]), Some([0, 0])),
            "ne" => (rows, cols) = (Some([0, 0]), Some([last_col; 2])),
            "sw" => (rows, cols) = (Some([last_row; 2]), Some([0, 0])),
            "se" => (rows, cols) = (Some([last_row; 2]), Some([last_col; 2])),
            "row" if is_middle(before) && !is_region => (rows, middles) = (Some(middle(last_row)), middles - 1),
            "column" | "col" if is_middle(before) && !is_region => {
                (cols, middles) = (Some(middle(last_col)), middles - 1);
            }
            "row" if matches!(before, "top" | "upper" | "bottom" | "lower") => {}
            "column" | "col" if matches!(before, "left" | "right") => {}
            middle if is_middle(middle) => middles += 1,
            "corner" | "edge" | "side" => kind = Some(*word == "corner"),
            _ => return None,
        }
        before = word;
    }
    if middles > 0 {
        // On a large board "center left" is a region.
        if is_region && (rows.is_some() || cols.is_some()) {
            return None;
        }
        (rows, cols) = match (rows, cols) {
            (Some(rows), None) => (Some(rows), Some(middle(last_col))),
            (None, Some(cols)) => (Some(middle(last_row)), Some(cols)),
            (None, None) => (Some(middle(last_row)), Some(middle(last_col))),
            (Some(_), Some(_)) => return None,
        };
    }
    let within = |range: Option<[usize; 2]>, index: usize| range.is_none_or(|[from, to]| (from..=to).contains(&index));
    let is_meant = |cell: &Cell| {
        let (row, col) = rules.place(*cell);
        let ends = usize::from(row == 0 || row == last_row) + usize::from(col == 0 || col == last_col);
        within(rows, row) && within(cols, col) && kind.is_none_or(|is_corner| ends == 1 + usize::from(is_corner))
    };
    let is_said = rows.is_some() || cols.is_some() || kind.is_some();
    is_said.then(|| (0..rules.cells()).filter(is_meant).collect())
}

/// Whether words name the part of a large board in which a cell lies: c12 of Gomoku is at the top left.
pub fn is_in_region(rules: &Rules, named: Named, words: &[&str]) -> bool {
    let (Named::Cell(cell), true) = (named, has_regions(rules)) else { return false };
    let (row, col) = rules.place(cell);
    let (height, width) = (rules.height(), rules.width());
    let is_there = |word: &&str| match *word {
        "top" | "upper" => 2 * row < height,
        "bottom" | "lower" => 2 * row + 1 >= height,
        "left" => 2 * col < width,
        "right" => 2 * col + 1 >= width,
        _ => false,
    };
    // One word is a side of the board, of which there are many cells.
    words.len() > 1 && words.iter().all(is_there)
}

/// Whether a word says the middle.
pub fn is_middle(word: &str) -> bool {
    matches!(word, "center" | "centre" | "middle" | "central" | "mid")
}

/// Whether "center left" is a part of a board rather than a cell.
fn has_regions(rules: &Rules) -> bool {
    !rules.gravity() && rules.width().max(rules.height()) >= REGIONS_SIDE_MIN
}

/// Shortest longer side of boards on which the middle of a side is no cell.
const REGIONS_SIDE_MIN: usize = 6;
