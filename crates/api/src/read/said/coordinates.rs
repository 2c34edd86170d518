//! Coordinates in place of a name: `(1,1)`, `1,1,1`, `R1C1`, `[0, 2]`, `{"x": 1, "y": 1}`. They may count from 0 or from 1, rows from the
//! top or from the bottom, so that mostly they have more than one reading.

use serde_json::Value;

use super::spoken::without_side;
use crate::read::errors::Shown;
use crate::read::number::whole;
use crate::read::place::has_letters;
use inarow_engine::game::{Cell, LinesOrigin, Rules, notation};

/// The order of coordinates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    RowFirst,
    ColumnFirst,
    /// A layer, a row and a column, the other way round than x, y and z.
    LayerFirst,
    Unknown,
}

/// Numbers that may be a place on the board.
struct Coordinates {
    numbers: Vec<i64>,
    order: Order,
}

/// Whether a text is written as coordinates with words are, such as `R1C1`: they name no cell of another board.
pub fn are_coordinates(text: &str) -> bool {
    of_text(text).is_some_and(|coordinates| coordinates.order != Order::Unknown)
}

/// Whether a value is coordinates with a 0 among them: all of its list count from 0 then.
pub fn have_zero(value: &Value) -> bool {
    of_value(value).is_some_and(|coordinates| coordinates.numbers.contains(&0))
}

/// The remedy for coordinates, which may be known to count from 0; `None` where a value is none of this game.
pub fn remedy_for_coordinates(rules: &Rules, value: &Value, are_from_0: bool) -> Option<String> {
    if let Some((column, row)) = column_letter_and_row(rules, value) {
        return remedy_for_letter(rules, value, column, row);
    }
    let enough = || format!("{} is not a move, and a column is enough", Shown(value));
    if let Some(column) = column_alone(value).filter(|_| has_letters(rules)) {
        let is_bare = value.is_number();
        let begin = if is_bare { format!("{column} is a number, and moves are text here") } else { enough() };
        return remedy_for_column(rules, &begin, column);
    }
    let after_side = || of_text(without_side(rules, value.as_str()?));
    let Coordinates { numbers, order } = of_value(value).or_else(after_side)?;
    // Two cells of a board that has columns of these letters.
    if value.is_string() && order != Order::Unknown && notation::parse_column(rules, 'r').is_some() {
        return None;
    }
    let shown = Shown(value);
    if !rules.is_grid() {
        let sizes = dimensions(rules).filter(|sizes| sizes.len() == numbers.len())?;
        let firsts = [0, 1].into_iter().take(if are_from_0 { 1 } else { 2 });
        let cells = firsts.map(|first| Some((cell_of(&sizes, &numbers, first)?.to_string(), from(first))));
        return remedy(&format!("{shown} is not the number of a cell; as coordinates it"), cells.flatten());
    }
    let [first, second] = numbers[..] else { return None };
    if has_letters(rules) {
        return match order {
            Order::RowFirst => remedy_for_column(rules, &enough(), second),
            Order::ColumnFirst => remedy_for_column(rules, &enough(), first),
            Order::LayerFirst | Order::Unknown => Some(remedy_for_columns(rules, &shown, numbers)),
        };
    }
    let cell = |row: i64, col: i64| {
        let row = usize::try_from(row).ok().filter(|row| *row < rules.height())?;
        let col = usize::try_from(col).ok().filter(|col| *col < rules.width())?;
        Some(notation::cell_name(rules, row * rules.width() + col))
    };
    let from_1 = |cell: Option<String>| cell.filter(|_| !are_from_0);
    let from_bottom = |row: i64, col: i64| cell(rules.height() as i64 - row, col - 1);
    // In words a row has the number that it has here.
    let is_in_words = value.is_string() && order == Order::RowFirst;
    let row_first = [
        (cell(first, second), "row and column from 0"),
        (from_1(cell(first - 1, second - 1)), "row and column from 1"),
        (from_1(from_bottom(first, second)).filter(|_| is_in_words), "row and column from 1, rows from the bottom"),
    ];
    let column_first = [
        (cell(second, first), "column and row from 0"),
        (from_1(cell(second - 1, first - 1)).filter(|_| order != Order::Unknown), "column and row from 1"),
        (from_1(from_bottom(second, first)), "column and row from 1, rows from the bottom"),
    ];
    let readings = row_first.into_iter().filter(|_| order != Order::ColumnFirst);
    let readings = readings.chain(column_first.into_iter().filter(|_| order != Order::RowFirst));
    remedy(&format!("{shown} is not the name of a cell; it"), readings.filter_map(|(cell, how)| Some((cell?, how))))
}

/// The remedy for two numbers, which may be two columns as well where stones fall.
fn remedy_for_columns(rules: &Rules, shown: &Shown<'_>, numbers: Vec<i64>) -> String {
    let letters: Option<Vec<String>> =
        numbers.into_iter().map(|column| Some(format!("\"{}\"", column_letter(rules, column, 1)?))).collect();
    let columns = letters.map_or_else(String::new, |letters| format!(", [{}]", letters.join(", ")));
    format!(
        "{shown} is not a move; send two columns as two elements{columns}, and of a row and a column the column alone"
    )
}

/// The columns that a number may mean.
fn remedy_for_column(rules: &Rules, begin: &str, column: i64) -> Option<String> {
    let columns = [0, 1].map(|first| Some((column_letter(rules, column, first)?.to_string(), from(first))));
    remedy(&format!("{begin}; it"), columns.into_iter().flatten())
}

/// The letter of a column by its number, which counts from `first`.
fn column_letter(rules: &Rules, column: i64, first: i64) -> Option<char> {
    let index = usize::try_from(column - first).ok().filter(|index| *index < rules.width())?;
    Some(notation::column_letter(index))
}

/// The letter of a column beside the number of a row, from the bottom as in names or from the top.
fn remedy_for_letter(rules: &Rules, value: &Value, column: usize, row: usize) -> Option<String> {
    let (shown, letter) = (Shown(value), notation::column_letter(column));
    if has_letters(rules) {
        return Some(format!("{shown} is not a move, and a column is enough: send \"{letter}\""));
    }
    let readings = [(Some(row), "rows from the bottom"), ((rules.height() + 1).checked_sub(row), "rows from the top")];
    let cell = |row: usize| notation::parse_cell(rules, &format!("{letter}{row}"));
    let cells = readings.map(|(row, how)| Some((notation::cell_name(rules, cell(row?)?), how)));
    remedy(&format!("{shown} is not the name of a cell; it"), cells.into_iter().flatten())
}

/// A column that is named by its letter beside the number of a row: `{"column": "b", "row": 2}` or `row 2, column b`.
fn column_letter_and_row(rules: &Rules, value: &Value) -> Option<(usize, usize)> {
    let text = match value {
        Value::String(text) => text.to_lowercase(),
        Value::Object(members) if members.len() < MEMBERS_MAX => {
            let of = |(name, value): (&String, &Value)| match value {
                Value::String(text) => format!("{name} {text}"),
                other => format!("{name} {other}"),
            };
            members.iter().map(of).collect::<Vec<_>>().join(" ").to_lowercase()
        }
        _ => return None,
    };
    let words: Vec<&str> =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let after = |names: [&str; 2]| words.windows(2).find(|pair| names.contains(&pair[0])).map(|pair| pair[1]);
    let column = notation::parse_column(rules, after(["column", "col"])?.parse().ok()?)?;
    Some((column, after(["row", "rank"])?.parse().ok()?))
}

/// Most members of an object that is read as a row and a column, perhaps with the side.
const MEMBERS_MAX: usize = 5;

/// A number, or the column of an object that has no row.
fn column_alone(value: &Value) -> Option<i64> {
    if value.is_number() {
        return whole(value);
    }
    let members = value.as_object().filter(|members| !members.contains_key("row"))?;
    number(["column", "col"].iter().find_map(|name| members.get(*name))?)
}

/// A whole number, also as text.
fn number(value: &Value) -> Option<i64> {
    whole(value).or_else(|| value.as_str()?.trim().parse().ok())
}

fn from(first: i64) -> &'static str {
    if first == 0 { "numbers from 0" } else { "numbers from 1" }
}

/// The readings in words, each cell once; `None` where there is none.
fn remedy(begin: &str, readings: impl Iterator<Item = (String, &'static str)>) -> Option<String> {
    let mut told: Vec<(String, &str)> = Vec::new();
    for (cell, how) in readings {
        if !told.iter().any(|(other, _)| *other == cell) {
            told.push((cell, how));
        }
    }
    if let [(cell, how)] = &told[..] {
        return Some(format!("{begin} is \"{cell}\" with {how}: send \"{cell}\" if that is meant"));
    }
    let texts: Vec<String> = told.iter().map(|(cell, how)| format!("\"{cell}\" ({how})")).collect();
    (!texts.is_empty()).then(|| format!("{begin} may be {}: send the one that is meant", texts.join(" or ")))
}

/// The sizes of a board that has dimensions.
fn dimensions(rules: &Rules) -> Option<Vec<usize>> {
    match rules.line_board()?.origin() {
        LinesOrigin::Dimensions { dimensions, .. } => Some(dimensions.clone()),
        _ => None,
    }
}

/// The cell at coordinates that count from `first`; the first of them counts fastest.
fn cell_of(sizes: &[usize], numbers: &[i64], first: i64) -> Option<Cell> {
    sizes.iter().zip(numbers).rev().try_fold(0, |cell, (&size, number)| {
        let index = usize::try_from(number - first).ok().filter(|index| *index < size)?;
        Some(cell * size + index)
    })
}

fn of_value(value: &Value) -> Option<Coordinates> {
    match value {
        Value::String(text) => of_text(text),
        Value::Array(items) => {
            let numbers: Vec<i64> = items.iter().map(whole).collect::<Option<_>>()?;
            (numbers.len() > 1).then_some(Coordinates { numbers, order: Order::Unknown })
        }
        Value::Object(members) => {
            let of = |names: &[&str]| names.iter().map(|name| number(members.get(*name)?)).collect::<Option<Vec<_>>>();
            let x_y = of(&["x", "y", "z"]).or_else(|| of(&["x", "y"]));
            let x_y = x_y.or_else(|| {
                let columns = ["column", "col"].iter();
                let mut places =
                    columns.flat_map(|column| ["layer", "level", "z"].map(|layer| [*column, "row", layer]));
                places.find_map(|names| of(&names))
            });
            let x_y = x_y.map(|numbers| Coordinates { numbers, order: Order::ColumnFirst });
            let row_first = [["row", "col"], ["row", "column"], ["r", "c"]];
            let row_col =
                || Some(Coordinates { numbers: row_first.iter().find_map(|names| of(names))?, order: Order::RowFirst });
            x_y.or_else(row_col)
        }
        _ => None,
    }
}

/// Numbers with commas between them, or with the words of rows and columns before them.
fn of_text(text: &str) -> Option<Coordinates> {
    let lower = text.to_ascii_lowercase();
    let bare = lower.trim().trim_matches(|letter| "()[]{}<>".contains(letter));
    let words: Vec<&str> =
        bare.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| !word.is_empty()).collect();
    let order = match words[..] {
        [] if bare.contains(',') => Order::Unknown,
        ["row" | "r", "column" | "col" | "c"] => Order::RowFirst,
        ["column" | "col" | "c", "row" | "r"] | ["x", "y"] | ["x", "y", "z"] => Order::ColumnFirst,
        ["layer" | "level" | "block", "row", "column" | "col"] | ["z", "y", "x"] => Order::LayerFirst,
        _ => return None,
    };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " ,:=-_".contains(letter);
    let parts = bare.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut numbers: Vec<i64> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    if order == Order::LayerFirst {
        numbers.reverse();
    }
    (bare.chars().all(is_plain) && numbers.len() >= words.len().max(2)).then_some(Coordinates { numbers, order })
}
