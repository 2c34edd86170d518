//! Moves as people and agents name them: cells and, where stones fall, columns.

use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{At, Shown, shown};
use super::number::whole;
use super::place::{Named, has_letters};
use super::said::coordinates::{have_zero, remedy_for_coordinates};
use super::said::spoken::{bare_number, open_cells, place_member, side_and_number, side_word, spoken, without_side};
use super::suggest::EMPTY_ELEMENT;
use inarow_engine::game::{Cell, MoveError, Player, Position, Preset, Rules, notation};

/// Most moves that a remedy repeats.
const MOVES_SHOWN_MAX: usize = 16;

impl Named {
    /// A cell by its number or its name or, with gravity, a column by its letter.
    pub fn of(rules: &Rules, value: &Value) -> Option<Named> {
        match plain(rules, value) {
            Value::String(text) => Named::of_text(rules, text),
            number => {
                let cell = usize::try_from(whole(number)?).ok()?;
                (cell < rules.cells()).then_some(Named::Cell(cell))
            }
        }
    }

    /// A move as tools take it from this side: by names alone, with gravity also a column by its number from 1, and as people say it.
    pub fn of_tool(rules: &Rules, value: &Value, turn: Player) -> Option<Named> {
        let named = plain(rules, value).as_str().and_then(|text| Named::of_text(rules, text.trim()));
        let is_by_turn = |side: Option<Player>| side.is_none_or(|side| side == turn);
        named.or_else(|| spoken(rules, value).filter(|spoken| is_by_turn(spoken.side)).map(|spoken| spoken.named))
    }
}

/// The name of a move that is sent as answers write it, with its cell, row and column; anything else as it is. An object that
/// contradicts itself, or has more, is no move.
pub fn plain<'v>(rules: &Rules, value: &'v Value) -> &'v Value {
    let Some((members, name)) = value.as_object().and_then(|members| Some((members, members.get("name")?))) else {
        return value;
    };
    let Some(cell) = name.as_str().and_then(|name| notation::parse_cell(rules, name)) else { return value };
    let (row, col) = rules.place(cell);
    let agrees = |(member, sent): (&String, &Value)| match &**member {
        "name" => true,
        "cell" => whole(sent) == Some(cell as i64),
        "row" => whole(sent) == Some(row as i64),
        "col" => whole(sent) == Some(col as i64),
        _ => false,
    };
    if members.iter().all(agrees) { name } else { value }
}

/// The moves from `start`; `None` where something is wrong. `unread` notes an element that `read` does not know; `refuse` the first
/// move that is not legal, if all before it are known.
pub fn replay(
    start: &Position,
    items: &[Value],
    read: impl Fn(&Value, Player) -> Option<Named>,
    refuse: impl Fn(usize, MoveError, &Position),
    unread: impl Fn(usize, &Value, Player),
) -> Option<Vec<Cell>> {
    let mut position = start.clone();
    let (mut cells, mut refused) = (Vec::with_capacity(items.len()), false);
    for (index, item) in items.iter().enumerate() {
        let Some(named) = read(item, position.turn()) else { break };
        let Some(landing) = named.landing(&position) else { break };
        match landing.and_then(|cell| position.play(cell).map(|()| cell)) {
            Ok(cell) => cells.push(cell),
            Err(error) => {
                refuse(index, error, &position);
                refused = true;
                break;
            }
        }
    }
    // All others that cannot be read are found, too.
    let next = cells.len() + usize::from(refused);
    for (index, item) in items.iter().enumerate().skip(next) {
        let turn = if index % 2 == 0 { start.turn() } else { start.turn().opponent() };
        if !matches!(read(item, turn), Some(Named::Cell(_) | Named::Column(_))) {
            unread(index, item, turn);
        }
    }
    (cells.len() == items.len()).then_some(cells)
}

/// The cells that a number or a text of digits may mean where digits are no columns, counted from 0 and from 1, as people do as well;
/// `None` where it can mean none.
fn counted_cells(rules: &Rules, value: &Value) -> Option<[Option<Cell>; 2]> {
    let text = value.as_str().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = text.and_then(|text| text.parse().ok()).or_else(|| usize::try_from(whole(value)?).ok());
    let number = number.filter(|_| rules.is_grid() && !rules.gravity())?;
    let cells = [Some(number), number.checked_sub(1)].map(|cell| cell.filter(|cell| *cell < rules.cells()));
    cells.iter().any(Option::is_some).then_some(cells)
}

/// The cell whose number a text of digits is, and the names of all cells that it may mean, in words.
pub fn cell_of_digits(rules: &Rules, value: &Value) -> Option<(Option<Cell>, String)> {
    let cells = counted_cells(rules, value)?;
    let readings = cells.into_iter().enumerate().filter_map(|(first, cell)| {
        let from = if first == 0 { "0, row by row from the top left," } else { "1" };
        cell.map(|cell| format!("counted from {from} it is \"{}\"", notation::cell_name(rules, cell)))
    });
    Some((cells[0], readings.collect::<Vec<_>>().join(", ")))
}

/// The cell or the column that was meant by a text, as a question; nothing where it is not clear.
pub fn meant(rules: &Rules, value: &Value) -> String {
    let name = value.as_str().filter(|_| rules.is_grid()).and_then(|text| meant_name(rules, text.trim()));
    name.map_or_else(String::new, |name| format!(" did you mean \"{name}\"?"))
}

fn meant_name(rules: &Rules, text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    // "b3 (blocking)" has a remark, and "TL" the first letters of words.
    if let Some(cell) = text.split_once([' ', '(']).and_then(|(name, _)| notation::parse_cell(rules, name)) {
        return Some(notation::cell_name(rules, cell));
    }
    if let Some(Named::Cell(cell)) = of_initials(&lower).and_then(|words| Some(spoken(rules, &words.into())?.named)) {
        return Some(notation::cell_name(rules, cell));
    }
    let digits = lower.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let swapped = format!("{}{digits}", &lower[digits.len()..]);
    if let Some(cell) = notation::parse_cell(rules, &swapped).filter(|_| !digits.is_empty()) {
        return Some(notation::cell_name(rules, cell));
    }
    // "1. b2" has its number, "Xb2" its side, and "left" is a column where stones fall.
    let after_number = lower.trim_start_matches(|letter: char| letter.is_ascii_digit()).strip_prefix(['.', ')']);
    let after_side = lower.strip_prefix(['x', 'o']).filter(|_| lower != "of").map(str::to_owned);
    let as_column = has_letters(rules).then(|| format!("{lower} column"));
    let said = |text: &str| spoken(rules, &text.into()).map(|spoken| spoken.named);
    let named = said(after_number.unwrap_or(&lower)).or_else(|| said(&after_side?)).or_else(|| said(&as_column?));
    match named? {
        Named::Cell(cell) => Some(notation::cell_name(rules, cell)),
        // A digit that is no name is a slip among digits.
        Named::Column(column) if !lower.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(notation::column_letter(column).to_string())
        }
        Named::Column(_) | Named::Above(_) => None,
    }
}

/// The words that two letters begin: "top left" for "tl".
fn of_initials(text: &str) -> Option<String> {
    let mut letters = text.chars();
    let row = match letters.next()? {
        't' => "top",
        'm' | 'c' => "middle",
        'b' => "bottom",
        _ => return None,
    };
    let col = match letters.next()? {
        'l' => "left",
        'm' | 'c' => "middle",
        'r' => "right",
        _ => return None,
    };
    letters.next().is_none().then(|| format!("{row} {col}"))
}

/// A hint that no stone falls, for a caller who names a column of a board of its own, or of one for four in a row: `gravity` may have been
/// forgotten. Nothing for another.
pub fn gravity_hint(rules: &Rules, value: &Value) -> &'static str {
    let letter =
        |text: &str| text.parse::<char>().ok().and_then(|letter| notation::parse_column(rules, letter)).is_some();
    let number = |text: &str| text.parse().is_ok_and(|number: usize| (1..=rules.width()).contains(&number));
    let last = value.as_str().and_then(|text| text.split_whitespace().last());
    let is_column = last.is_some_and(|word| letter(word) || number(word));
    let may_be_own = Preset::of_rules(rules).is_none() || rules.k() == Preset::ConnectFour.rules().k();
    match is_column && rules.is_grid() && !rules.gravity() && may_be_own {
        true => "; a column is a move where stones fall: with \"gravity\": true in game",
        false => "",
    }
}

/// Whether a move is said to be of the side that is not to move.
pub fn is_by_other(rules: &Rules, value: &Value, turn: Player) -> bool {
    spoken(rules, value).and_then(|spoken| spoken.side).is_some_and(|side| side != turn)
}

/// The number from which the coordinates and the cells of a list of moves count, where one of them tells.
#[derive(Clone, Copy)]
pub struct Counts {
    coordinates_from_0: bool,
    cells_from: Option<usize>,
}

impl Counts {
    pub fn of(rules: &Rules, items: &[Value]) -> Counts {
        let number = |item: &Value| match item.as_str() {
            Some(text) => bare_number(rules, text)?.parse().ok(),
            None => usize::try_from(whole(item)?).ok(),
        };
        let has = |wanted: usize| items.iter().any(|item| number(item) == Some(wanted));
        // A single number is no list that could tell.
        let cells_from = match (has(0), has(rules.cells())) {
            (true, false) if items.len() > 1 => Some(0),
            (false, true) if items.len() > 1 => Some(1),
            _ => None,
        };
        Counts { coordinates_from_0: items.iter().any(have_zero), cells_from }
    }
}

/// Notes an element of a tool's moves that names none. The remedy has the forms that the tool's schema allows.
pub fn refuse_of_tool(rules: &Rules, value: &Value, turn: Player, counts: Counts, at: At<'_>) {
    if is_by_other(rules, value, turn) {
        return at.error_with(ErrorCode::NotAlternating, || {
            let (shown, side, turn) = (Shown(value), turn.opponent().name(), turn.name());
            format!(
                "{shown} is by {side}, and it is {turn}'s turn; X (red, black) moves first, then the sides alternate: send all moves in their \
                 order; call the side that began X, or leave the sides out"
            )
        });
    }
    let has_name = ["name", "move"].iter().any(|name| value.get(name).is_some());
    if let Some(remedy) = remedy_for_coordinates(rules, value, counts.coordinates_from_0).filter(|_| !has_name) {
        return at.error(ErrorCode::WrongType, remedy);
    }
    // The place alone may be a number.
    let value = value
        .as_object()
        .and_then(place_member)
        .map(|(_, place)| place)
        .filter(|place| place.is_number())
        .unwrap_or(value);
    let code = if value.is_string() { ErrorCode::NotOnBoard } else { ErrorCode::WrongType };
    at.error_with(code, || {
        // "X5" is a side and the number of a cell, where no column has its letter.
        let number = value.as_str().and_then(|text| Some((text.get(..1)?, text.get(1..)?)));
        let is_column = |letter: char| notation::parse_column(rules, letter).is_some();
        let is_side = |letter: &str| side_word(rules, letter).is_some() && !letter.parse().is_ok_and(is_column);
        let number = number.filter(|(letter, _)| is_side(letter)).map(|(_, number)| number);
        // "cell 5" and "X: 5" have the readings of "5".
        let number =
            value.as_str().and_then(|text| bare_number(rules, text)).or(number.map(str::to_owned)).map(Value::from);
        let of_number = || remedy_for_number(rules, number.as_ref().unwrap_or(value), counts);
        let remedy = remedy(rules, value, false).or_else(of_number);
        remedy.unwrap_or_else(|| detail_of_tool(rules, value))
    });
}

/// The remedy for a number, or for a text that is one.
fn remedy_for_number(rules: &Rules, value: &Value, counts: Counts) -> Option<String> {
    let shown = Shown(value);
    let cell_from = |first: usize| counted_cells(rules, value)?.get(first).copied().flatten();
    if let Some((first, cell)) = counts.cells_from.and_then(|first| Some((first, cell_from(first)?))) {
        let (end, name) = (first * rules.cells(), notation::cell_name(rules, cell));
        return Some(format!(
            "{shown} is not the name of a cell; with {end} among these numbers they count from {first}, row by row from the top left: send \"{name}\"{}",
            gravity_hint(rules, value)
        ));
    }
    if let Some((_, readings)) = cell_of_digits(rules, value) {
        let hint = gravity_hint(rules, value);
        return Some(format!("{shown} is not the name of a cell; {readings}: send the name that is meant{hint}"));
    }
    // "0" or "column 0".
    let is_zero = |text: &str| {
        text.strip_suffix('0').is_some_and(|word| word.is_empty() || word.len() > 2 && word.ends_with(' '))
    };
    if has_letters(rules) && (value.as_str().is_some_and(is_zero) || value.as_u64() == Some(0)) {
        let last = notation::column_letter(rules.width() - 1);
        return Some(format!(
            "{shown} is not a cell of this board; columns count from 1: where yours count from 0, send letters, from \"a\" for 0 to \"{last}\""
        ));
    }
    None
}

/// The error of an element that names no move, with the forms that a tool takes.
fn detail_of_tool(rules: &Rules, value: &Value) -> String {
    if value.as_str().is_some_and(|text| text.trim().is_empty()) {
        return format!("an element without text is no move;{EMPTY_ELEMENT} send the move that is missing");
    }
    let shown = Shown(value);
    if let Some(cells) = open_cells(rules, value) {
        return format!("{shown} may be {}; send the one that is meant", cells.join(", "));
    }
    if !rules.is_grid() {
        let last = rules.cells() - 1;
        if let Some((side, number)) = value.as_str().and_then(|text| side_and_number(rules, text)) {
            let side = side.name();
            return format!(
                "{shown} may be {side} in cell {number}, or the name of a cell as other boards have it; cells are numbers here, from \"0\" \
                 to \"{last}\": send \"{side}: {number}\" or the number of the cell that is meant"
            );
        }
        return format!("{shown} is not a cell of this board; send a number from \"0\" to \"{last}\" as text");
    }
    let last = notation::column_letter(rules.width() - 1);
    let highest = notation::cell_name(rules, rules.width() - 1);
    let or = match rules.gravity() {
        true => format!(", or a column from \"a\" to \"{last}\" or \"1\" to \"{}\"", rules.width()),
        false => String::new(),
    };
    const NO_MOVES: [&str; 6] = ["pass", "passes", "skip", "skips", "resign", "resigns"];
    let said = value.as_str().map(|text| without_side(rules, text).trim_end_matches(['.', '!']).to_lowercase());
    if said.is_some_and(|word| NO_MOVES.contains(&&*word)) {
        return format!("{shown} is no move: nobody passes or resigns in these games; leave it out, and what follows");
    }
    let (meant, hint) = (meant(rules, value), gravity_hint(rules, value));
    format!("{shown} is not a cell of this board;{meant} send a name from \"a1\" to \"{highest}\"{or}{hint}")
}

/// The remedy for an element that holds more than a move: several moves, or all that an answer says of one. Column digits may be one text
/// in place of the list, if `takes_digits`.
pub fn remedy(rules: &Rules, value: &Value, takes_digits: bool) -> Option<String> {
    if let Some((member, name)) =
        value.as_object().and_then(place_member).filter(|(member, _)| !matches!(*member, "move" | "col"))
        && let Some(name) = name.as_str()
    {
        return Some(format!("an object is not a move here; send its {member}: {}", shown(name)));
    }
    if let Some(name) = value.get("name").and_then(Value::as_str) {
        return Some(format!("an object is not a move here; send its name: {}", shown(name)));
    }
    // A ranked move, or the whole answer.
    if let Some(inner) = value.get("move") {
        let name = inner.as_str().or_else(|| inner.get("name")?.as_str())?;
        return Some(format!("an object is not a move here; send its move: {}", shown(name)));
    }
    if let Some(remedy) = remedy_for_pair(rules, value, true).or_else(|| remedy_for_coordinates(rules, value, false)) {
        return Some(remedy);
    }
    let items: Option<Vec<&str>> = value.as_array().and_then(|items| items.iter().map(Value::as_str).collect());
    let list = items.map(|items| items.join(", "));
    let text = list.as_deref().or_else(|| value.as_str())?;
    let moves = several(rules, text)?;
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits && takes_digits && moves.len() <= MOVES_SHOWN_MAX {
        return Some(format!("{} is a text of columns, not an element of a list; send \"moves\": {0}", shown(text)));
    }
    let more = if moves.len() > MOVES_SHOWN_MAX { ", …" } else { "" };
    let list: Vec<String> = moves.iter().take(MOVES_SHOWN_MAX).map(|name| format!("\"{name}\"")).collect();
    Some(format!("{} has {} moves; send each as an element: [{}{more}]", shown(text), moves.len(), list.join(", ")))
}

/// The remedy for a row and a column, counted from 0 as in answers: two numbers in a list, or an object. Where stones fall, a column alone
/// may be a move, if `takes_columns`.
pub fn remedy_for_pair(rules: &Rules, value: &Value, takes_columns: bool) -> Option<String> {
    let [row, col] = match value {
        Value::Array(pair) => <[&Value; 2]>::try_from(pair.iter().collect::<Vec<_>>()).ok()?,
        Value::Object(place) => match [place.get("row"), place.get("col")] {
            [Some(row), Some(col)] => [row, col],
            [None, None] => return None,
            [Some(_), None] if place.contains_key("column") => return None,
            [row, col] => return Some(remedy_for_half(rules, row, col, takes_columns)),
        },
        _ => return None,
    };
    let [row, col] = [whole(row)?, whole(col)?];
    let within = |index: i64, count: usize| usize::try_from(index).ok().filter(|index| *index < count);
    let cell = within(row, rules.height()).zip(within(col, rules.width())).filter(|_| rules.is_grid());
    let cell = cell.map(|(row, col)| notation::cell_name(rules, row * rules.width() + col))?;
    Some(format!("row {row} and col {col}, from 0, are the cell {cell}; send its name: \"{cell}\""))
}

/// The remedy for a row without a column, or a column without a row: the name of the last cell there, as an example.
fn remedy_for_half(rules: &Rules, row: Option<&Value>, col: Option<&Value>, takes_columns: bool) -> String {
    let missing = if row.is_none() { "row" } else { "col" };
    let is_sent = |sent: Option<&Value>, index: usize| sent.is_none_or(|sent| whole(sent) == Some(index as i64));
    let is_there = |cell: &Cell| {
        let (at_row, at_col) = rules.place(*cell);
        is_sent(row, at_row) && is_sent(col, at_col)
    };
    let Some(cell) = (0..rules.cells()).rev().find(is_there) else {
        return format!("\"{missing}\" is missing, and the board has no such place; send the name of a cell");
    };
    let ((row, col), name) = (rules.place(cell), notation::cell_name(rules, cell));
    let column = match takes_columns && has_letters(rules) && missing == "row" {
        true => format!(", or its column, \"{}\"", notation::column_letter(col)),
        false => String::new(),
    };
    format!(
        "\"{missing}\" is missing; send the name of a cell: row {row} and col {col}, from 0, are \"{name}\"{column}"
    )
}

/// The names in a text of several moves: with separators, one after the other, or column digits.
fn several<'t>(rules: &Rules, text: &'t str) -> Option<Vec<&'t str>> {
    let is_move = |name: &&str| Named::of_text(rules, name).is_some();
    let words: Vec<&str> =
        text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty()).collect();
    let is_digit = |digit: &&str| digit.parse().is_ok_and(|column: usize| (1..=rules.width()).contains(&column));
    let moves = match words[..] {
        [word] if has_letters(rules) && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            let digits: Vec<&str> = word.char_indices().map(|(index, _)| &word[index..=index]).collect();
            digits.iter().all(is_digit).then_some(digits)?
        }
        [word] if word.is_ascii() => names_in_a_word(rules, word)?,
        _ if words.iter().all(|word| is_move(word) || has_letters(rules) && is_digit(word)) => words,
        _ => several_said(rules, text)?,
    };
    (moves.len() > 1).then_some(moves)
}

/// The names that follow each other in a word without anything between them: "h8h9i8"; `None` of one name.
pub(super) fn names_in_a_word<'t>(rules: &Rules, word: &'t str) -> Option<Vec<&'t str>> {
    let starts = word.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic()).map(|(index, _)| index);
    let starts: Vec<usize> = starts.chain([word.len()]).collect();
    let names: Vec<&str> = starts.windows(2).map(|ends| &word[ends[0]..ends[1]]).collect();
    let is_move = |name: &&str| Named::of_text(rules, name).is_some();
    (names.len() > 1 && starts[0] == 0 && names.iter().all(is_move)).then_some(names)
}

/// The names in a text of moves as people say them, with commas between them: "X b2, O a1".
fn several_said<'t>(rules: &Rules, text: &'t str) -> Option<Vec<&'t str>> {
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    // Commas within parentheses are those of coordinates.
    let is_whole = |part: &&str| part.matches('(').count() == part.matches(')').count();
    parts.iter().all(|part| is_whole(part) && spoken(rules, &(*part).into()).is_some()).then_some(parts)
}
