//! Boards as they are drawn: with spaces or bars between the cells, and labels.

use super::Setup;
use crate::game::{Cell, Player, Rules, notation};

/// The drawing of an ordinary board with spaces in place of its labels, so that characters keep their indices. Digits and letters of
/// columns are no cells, hence nothing else can be meant.
pub fn without_labels(rules: &Rules, board: &str) -> String {
    let mut text: Vec<char> = board.trim_end().chars().collect();
    let ends = (0..text.len()).filter(|&end| matches!(text[end], '/' | '\n')).chain([text.len()]);
    let mut start = 0;
    let lines: Vec<_> = ends.map(|end| std::mem::replace(&mut start, end + 1)..end).collect();
    for (row, line) in lines.into_iter().enumerate() {
        let line = &mut text[line];
        let length = row.checked_sub(rules.height()).map_or_else(
            || row_label(line, rules.height() - row),
            |beyond| if beyond == 0 && are_columns(line, rules) { line.len() } else { 0 },
        );
        line[..length].fill(' ');
    }
    let text: String = text.into_iter().collect();
    text.trim_end().to_owned()
}

/// Length of the number in front of a row, if it is the row's own.
fn row_label(line: &[char], number: usize) -> usize {
    let start = line.iter().take_while(|letter| **letter == ' ').count();
    let digits: String = line[start..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
    if digits == number.to_string() { start + digits.len() } else { 0 }
}

/// Whether a line has the letter of each column, and nothing else.
fn are_columns(line: &[char], rules: &Rules) -> bool {
    let letters = line.iter().filter(|letter| !letter.is_whitespace());
    letters.copied().eq((0..rules.width()).map(notation::column_letter))
}

/// The bars that people draw between two cells of a row.
const BARS: [char; 2] = ['|', '│'];

/// Whether a board has bars between its cells.
pub fn has_bars(board: &str) -> bool {
    board.contains(BARS)
}

/// The rows of an ordinary board that is drawn with bars, such as `X | O |  `, as text without them; a line between two rows is none.
/// `None` if a line is neither, if it is not clear which cells it has, or if the rows are not as many as the board has.
pub fn without_bars(rules: &Rules, board: &str) -> Option<String> {
    let mut rows = Vec::new();
    for line in board.split(['/', '\n']).filter(|line| !line.trim().is_empty() && !is_between_rows(line)) {
        let line: Vec<char> = line.chars().collect();
        let is_below = rows.len() == rules.height() && are_columns(&line, rules);
        if !is_below {
            let number = rules.height().saturating_sub(rows.len());
            rows.push(row_with_bars(rules, &line[row_label(&line, number)..])?);
        }
    }
    (rows.len() == rules.height()).then(|| rows.join("/"))
}

/// Whether a line is drawn between two rows: without a bar, or with more between two bars than a cell, which may be a dash.
fn is_between_rows(line: &str) -> bool {
    let is_drawn = |letter: char| BARS.contains(&letter) || "-+=─┼ \t\r".contains(letter);
    let is_row = has_bars(line) && !line.contains("--") && !line.contains(['+', '=', '─', '┼']);
    !is_row && line.chars().all(is_drawn)
}

/// The cells of a row. Bars may stand at its ends, too.
fn row_with_bars(rules: &Rules, line: &[char]) -> Option<String> {
    let parts: Vec<String> = line.split(|letter| BARS.contains(letter)).map(|part| part.iter().collect()).collect();
    let may_be_frame = may_be_frame(&parts);
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).collect();
    let (starts, ends) = (parts.first()?.is_empty(), parts.last()?.is_empty());
    let cells = match parts.len().checked_sub(rules.width()) {
        Some(2) if starts && ends => 1..parts.len() - 1,
        // A bar at one end, and nothing in the cell at the other, or at the other end: both are possible.
        Some(1) if starts && ends => return None,
        Some(0) if starts && ends && may_be_frame => return None,
        Some(1) if starts => 1..parts.len(),
        Some(1) if ends => 0..parts.len() - 1,
        _ => 0..parts.len(),
    };
    let cell = |part: &str| {
        let mut characters = part.chars();
        match (characters.next(), characters.next()) {
            (None, _) => Some('.'),
            (Some(character), None) => Setup::parse_cell(character).map(|_| character),
            _ => None,
        }
    };
    parts[cells].iter().map(|part| cell(part)).collect()
}

/// Whether the bars of a row may be a frame around three cells as well as the bars between three: "|  X|".
pub fn may_be_frame(parts: &[impl AsRef<str>]) -> bool {
    let middle = parts.get(1).map_or("", AsRef::as_ref);
    let is_aside = !middle.starts_with(' ') || !middle.ends_with(' ');
    parts.len() == 3 && middle.chars().count() == 3 && is_aside
}

/// The cells of a game of lines that is drawn by its layout, empty cells as `.` or as their numbers; `None` if it is not exactly that.
pub fn by_layout(rules: &Rules, board: &str) -> Option<Vec<Option<Player>>> {
    let mut places: Vec<Cell> = (0..rules.cells()).collect();
    places.sort_unstable_by_key(|&cell| rules.place(cell));
    let rows = places.chunk_by(|&one, &other| rules.place(one).0 == rules.place(other).0);
    let mut lines = board.lines().filter(|line| !line.trim().is_empty());
    let mut cells = vec![None; rules.cells()];
    for row in rows {
        let mut words = lines.next()?.split_whitespace();
        for &cell in row {
            let word = words.next()?;
            let mut characters = word.chars();
            let read = characters.next().and_then(Setup::parse_cell).filter(|_| characters.next().is_none());
            cells[cell] = match read {
                Some(read) => read,
                None if word == cell.to_string() => None,
                None => return None,
            };
        }
        if words.next().is_some() {
            return None;
        }
    }
    lines.next().is_none().then_some(cells)
}
