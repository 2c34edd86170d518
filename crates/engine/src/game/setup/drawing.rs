//! Boards as they are drawn: with spaces between the cells, and labels.

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
