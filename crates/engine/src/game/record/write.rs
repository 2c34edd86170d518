//! The moves of a game in each form; [`super::parse`] reads them back.

use crate::game::{Cell, Overline, Player, Rules, notation};

/// The words of the rules in the property `RU` of SGF files.
pub mod rules_text {
    pub const IN_A_ROW: &str = "in a row";
    pub const NO_OVERLINES: &str = "no overlines";
    pub const GRAVITY: &str = "gravity";
    pub const MISERE: &str = "misere";
}

/// Names of cells, separated by spaces: `b2 a1 c3`, or in a list of lines `17 3 5`.
#[must_use]
pub fn list(rules: &Rules, moves: &[Cell]) -> String {
    names(rules, moves).join(" ")
}

/// The names of cells of a game that O began, with the numbers of rounds, which say so: `1... a1 2. b2 a3`.
#[must_use]
pub fn list_by_o(rules: &Rules, moves: &[Cell]) -> String {
    let names = names(rules, moves);
    let number = |(index, name): (usize, &String)| match index {
        0 => format!("1... {name}"),
        _ if index % 2 == 1 => format!("{}. {name}", index / 2 + 2),
        _ => name.clone(),
    };
    names.iter().enumerate().map(number).collect::<Vec<_>>().join(" ")
}

/// Names of cells, one after the other: `h8h9i8`; of an ordinary board.
#[must_use]
pub fn compact(rules: &Rules, moves: &[Cell]) -> Option<String> {
    rules.is_grid().then(|| names(rules, moves).concat())
}

/// Column digits from 1: `4453`; for ordinary boards with gravity of at most 9 columns.
#[must_use]
pub fn columns(rules: &Rules, moves: &[Cell]) -> Option<String> {
    const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    let digit = |&cell: &Cell| DIGITS.get(cell % rules.width());
    (rules.is_grid() && rules.gravity() && rules.width() <= DIGITS.len())
        .then(|| moves.iter().filter_map(digit).collect())
}

/// An SGF file (`FF[4]`, `GM[4]`) with the size and the rules; of an ordinary board.
#[must_use]
pub fn sgf(rules: &Rules, moves: &[Cell]) -> Option<String> {
    sgf_by(rules, Player::X, moves)
}

/// The same of a game that this side began.
#[must_use]
pub fn sgf_by(rules: &Rules, first: Player, moves: &[Cell]) -> Option<String> {
    if !rules.is_grid() {
        return None;
    }
    let mut file = format!("({}{}", sgf_root(rules), if first == Player::X { "" } else { "PL[W]" });
    for (index, &cell) in moves.iter().enumerate() {
        let side = if (index % 2 == 0) == (first == Player::X) { 'B' } else { 'W' };
        file.push_str(&format!(";{side}[{}]", sgf_point(rules, cell)));
    }
    file.push(')');
    Some(file)
}

/// The first node of an SGF file of an ordinary board, which may be continued: `;FF[4]GM[4]SZ[7:6]RU[4 in a row, gravity]`.
#[must_use]
pub fn sgf_root(rules: &Rules) -> String {
    let (width, height) = (rules.width(), rules.height());
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let mut words = format!("{} {}", rules.k(), rules_text::IN_A_ROW);
    for (word, is_said) in [
        (rules_text::NO_OVERLINES, rules.overline() == Overline::Forbidden),
        (rules_text::GRAVITY, rules.gravity()),
        (rules_text::MISERE, rules.misere()),
    ] {
        if is_said {
            words.extend([", ", word]);
        }
    }
    format!(";FF[4]GM[4]SZ[{size}]RU[{words}]")
}

/// The point of a cell of an ordinary board in SGF: two letters, column and row from the top left.
#[must_use]
pub fn sgf_point(rules: &Rules, cell: Cell) -> String {
    [letter(cell % rules.width()), letter(cell / rules.width())].iter().collect()
}

/// Text as the value of an SGF property: `]`, `\` and `:` are escaped.
#[must_use]
pub fn sgf_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// The letter of a column or a row in SGF, from 0.
fn letter(index: usize) -> char {
    let base = if index < 26 { b'a' } else { b'A' - 26 };
    (base + index as u8) as char
}

/// A Piskvork file; for five in a row on an ordinary board where stones are placed freely.
#[must_use]
pub fn piskvork(rules: &Rules, moves: &[Cell]) -> Option<String> {
    if !rules.is_grid() || rules.gravity() || rules.misere() || rules.k() != 5 {
        return None;
    }
    let (width, height) = (rules.width(), rules.height());
    let mut file = format!("Piskvorky {width}x{height}, 11:11, 0\n");
    for cell in moves {
        file.push_str(&format!("{},{},0\n", cell % width + 1, cell / width + 1));
    }
    Some(file)
}

fn names(rules: &Rules, moves: &[Cell]) -> Vec<String> {
    moves.iter().map(|&cell| notation::cell_name(rules, cell)).collect()
}
