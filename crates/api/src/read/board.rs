//! `board` in each of its forms.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::error_code::ErrorCode;
use super::errors::{At, Path, Pointer, Shown, shown};
use inarow_engine::game::{Game, LinesOrigin, Player, Rules, Setup, SetupError, SetupErrors, notation};

/// Row by row from the top left.
pub type Cells = Vec<Option<Player>>;

fn note(error: SetupError, at: At<'_>) {
    at.error(&error, &error);
}

/// The cells of a board: one string, a list of cells, a list of row strings, or a list of lists of cells.
pub fn cells(game: &Game, board: &Value, at: At<'_>) -> Option<Cells> {
    if let Some(cells) = drawn_list(board).and_then(|text| Setup::parse(game, &text).ok()) {
        return Some(cells);
    }
    if let Some(cells) = of_layers(game, board) {
        return Some(cells);
    }
    if let Some(moves) = moves_of(game.rules(), board) {
        let detail = format!("{} is no board but names of cells; send them as moves", shown(&moves));
        at.error(ErrorCode::WrongType, detail);
        return None;
    }
    match board {
        Value::String(text) => Setup::parse(game, text).map_err(|found| note_text(game, text, &found, at)).ok(),
        Value::Array(list) => {
            let cells = match is_flat(game.rules(), list) {
                true => flat(game.rules(), list, at),
                false => rows_of_cells(game.rules(), list, at),
            };
            let of_numbers = of_list_of_numbers(board).filter(|(_, text)| Setup::parse(game, text).is_ok());
            if let Some((second, text)) = of_numbers.filter(|_| cells.is_none()) {
                at.amend(|error| {
                    let is_here = error.code == ErrorCode::WrongType && error.pointer.is_within(&at.path());
                    is_here.then(|| format!("{}; where 1 is X and {second} is O, send \"{text}\"", error.detail))
                });
            }
            cells
        }
        other => {
            let text = by_names(game.rules(), other);
            if let Some(text) = text.as_deref().or_else(|| other.get("board")?.as_str()) {
                at.error(
                    ErrorCode::WrongType,
                    format_args!("an object is not a board; send its board: {}", shown(text)),
                );
                return None;
            }
            let remedy = "send a string such as \"XO.......\", a list of rows or a list of cells";
            at.error(ErrorCode::WrongType, format_args!("{} is not a board; {remedy}", Shown(other)));
            None
        }
    }
}

/// The names of cells that stand in place of a board, with blanks between them; `None` of any other value.
fn moves_of(rules: &Rules, board: &Value) -> Option<String> {
    let words: Vec<&str> = match board {
        Value::String(text) => text.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect(),
        Value::Array(list) => list.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    // On a long board without letters a number may be an empty cell's.
    let is_name = |word: &&str| {
        word.starts_with(char::is_alphabetic) && word.len() > 1 && notation::parse_cell(rules, word).is_some()
    };
    (!words.is_empty() && words.iter().all(is_name)).then(|| words.join(" "))
}

/// The cells of a board in three dimensions as layers: below headings such as "Layer 1:", with bars between them, or as lists of rows.
/// `None` of any other board.
fn of_layers(game: &Game, board: &Value) -> Option<Cells> {
    if !matches!(game.rules().line_board()?.origin(), LinesOrigin::Dimensions { dimensions, .. } if dimensions.len() == 3)
    {
        return None;
    }
    match board {
        Value::String(text) => Setup::parse(game, &without_headings(text)?).ok(),
        Value::Array(layers) => {
            let rows: Vec<&Vec<Value>> = layers.iter().map(Value::as_array).collect::<Option<_>>()?;
            let is_row = |row: &Value| row.is_array() || row.as_str().is_some_and(|row| row.len() > 1);
            let rows: Value = rows.into_iter().flatten().cloned().collect();
            let errors = RefCell::default();
            let are_rows = rows.as_array()?.iter().all(is_row);
            are_rows.then(|| cells(game, &rows, At::of(Pointer::ROOT, &errors))).flatten()
        }
        _ => None,
    }
}

/// A text of layers with blank lines between them in place of their headings, which count from 0 or 1, or of bars; `None` of any other text.
fn without_headings(text: &str) -> Option<String> {
    const WORDS: [&str; 6] = ["layer", "level", "plane", "floor", "block", "z"];
    if !text.contains('\n') && text.contains('|') {
        return Some(text.replace(' ', "").replace('|', "\n\n").replace('/', "\n"));
    }
    let mut numbers: Vec<usize> = Vec::new();
    let mut layers: Vec<Vec<String>> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let lower = line.to_lowercase();
        let words: Vec<&str> =
            lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [word, number] if WORDS.contains(&word) => {
                numbers.push(number.parse().ok()?);
                layers.push(Vec::new());
            }
            _ => layers.last_mut()?.push(line.replace(' ', "")),
        }
    }
    let counts = numbers.iter().zip(numbers.first().copied()?..).all(|(number, count)| *number == count);
    let layers = layers.into_iter().map(|rows| rows.join("\n"));
    (counts && numbers[0] < 2).then(|| layers.collect::<Vec<_>>().join("\n\n"))
}

/// Cells of a board in any of its forms.
pub fn cell_count(board: &Value) -> usize {
    match board {
        Value::String(text) => text.chars().filter(|letter| *letter != '/' && !letter.is_whitespace()).count(),
        Value::Array(rows) => rows.iter().map(|row| cell_count(row).max(1)).sum(),
        _ => 1,
    }
}

/// A board of 1, -1 and 0 as text: these can only be the sides and empty cells. `None` of any other.
#[must_use]
pub fn of_signed_numbers(board: &Value) -> Option<String> {
    of_numbers(board.as_array()?).filter(|_| has_minus(board))
}

/// The number that is O where 1 is X, and the text of a board, of one in numbers; `None` of any other.
pub fn of_list_of_numbers(board: &Value) -> Option<(&'static str, String)> {
    let text = of_numbers(board.as_array()?).filter(|text| !text.is_empty())?;
    Some((if has_minus(board) { "-1" } else { "2" }, text))
}

/// Whether the numbers of a board have -1, and not 2.
fn has_minus(board: &Value) -> bool {
    let is = |value: &Value, number: i64| value.as_i64() == Some(number);
    let has = |number: i64| {
        let rows = board.as_array().into_iter().flatten();
        rows.flat_map(|row| row.as_array().map_or(std::slice::from_ref(row), Vec::as_slice))
            .any(|value| is(value, number))
    };
    has(-1) && !has(2)
}

/// A board of numbers, in rows or not, as programs hold it: 0 is empty, 1 is X, and 2 or -1 is O; `None` of any other.
fn of_numbers(list: &[Value]) -> Option<String> {
    let signs = |list: &[Value]| -> Option<String> {
        let sign = |value: &Value| match value.as_i64()? {
            0 => Some('.'),
            1 => Some('X'),
            2 | -1 => Some('O'),
            _ => None,
        };
        list.iter().map(sign).collect()
    };
    signs(list).or_else(|| {
        let rows: Option<Vec<String>> = list.iter().map(|row| signs(row.as_array()?)).collect();
        rows.map(|rows| rows.join("/"))
    })
}

/// The board of an object that has a stone for names of cells, or the names of both sides, as text; `None` of any other value.
pub fn by_names(rules: &Rules, board: &Value) -> Option<String> {
    let members = board.as_object().filter(|members| !members.is_empty())?;
    let mut cells = vec!['.'; rules.cells()];
    if members.keys().all(|name| matches!(&**name, "X" | "O")) {
        for (side, names) in members {
            for name in names.as_array()? {
                let cell = &mut cells[notation::parse_cell(rules, name.as_str()?)?];
                // A cell with two stones is no board.
                (*cell == '.').then_some(())?;
                *cell = side.parse().ok()?;
            }
        }
        return Some(cells.into_iter().collect());
    }
    for (name, sent) in members {
        let stone = if sent.is_null() { None } else { named_stone(sent.as_str()?)? };
        cells[notation::parse_cell(rules, name)?] = stone.unwrap_or('.');
    }
    Some(cells.into_iter().collect())
}

/// Notes the error of a board that should have a stone for names of cells.
pub fn refuse_names(rules: &Rules, board: &Map<String, Value>, at: At<'_>) {
    let is_cell = |name: &str| notation::parse_cell(rules, name).is_some();
    let wrong = match board.iter().find(|(name, _)| !is_cell(name)) {
        Some((name, _)) => format!("{} is not a cell of this board", shown(name)),
        None => "not all of these are stones".to_owned(),
    };
    at.error(
        ErrorCode::WrongType,
        format_args!("{wrong}; send a stone for each cell that has one, such as {{\"a1\": \"X\"}}"),
    );
}

/// The sign of a stone, also one of the colours, which a drawing may have as well; nothing for an empty cell.
fn named_stone(text: &str) -> Option<Option<char>> {
    let colour = text.parse().ok().filter(|letter| "RrYy".contains(*letter));
    colour.map(Some).or_else(|| Some(known_cell(text)?.map(Player::symbol)))
}

/// A list of lines or of cells as the text of a drawing, if it has characters that are no cells; `None` of any other board.
pub fn drawn_list(board: &Value) -> Option<String> {
    let text = |value: &Value| if value.is_null() { Some(String::new()) } else { value.as_str().map(str::to_owned) };
    let texts = |list: &[Value]| list.iter().map(text).collect::<Option<Vec<_>>>();
    let list = board.as_array()?;
    let rows = match texts(list) {
        Some(cells) if cells.iter().all(|cell| cell.chars().count() <= CELL_CHARS_MAX) => vec![cells.join("|")],
        Some(lines) => lines,
        None => list.iter().map(|row| Some(texts(row.as_array()?)?.join("|"))).collect::<Option<_>>()?,
    };
    let is_cell = |letter: char| letter == ' ' || Setup::parse_cell(letter).is_some();
    let is_plain = match list.first() {
        Some(Value::Array(_)) | None => list
            .iter()
            .flat_map(|row| row.as_array().into_iter().flatten())
            .all(|cell| cell.as_str().is_none_or(|cell| cell.chars().all(is_cell))),
        Some(_) => list.iter().all(|line| line.as_str().is_none_or(|line| line.chars().all(is_cell))),
    };
    (!is_plain).then(|| rows.join("\n"))
}

/// Most characters of a cell in a list of cells: an emoji may have a second one.
const CELL_CHARS_MAX: usize = 2;

/// The remedy for signs between the cells of a board that is a text, or in their place.
const SAMPLE: &str = "send the rows from the top with / between them, such as X.O/.X./...";

/// The remedy for a drawing beside others, or beside other text.
pub const ALONE: &str = "send one drawing alone";

/// Whether one of several parts of a text, with blank lines between them, is a board.
pub fn has_more(game: &Game, text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let mut parts = lines.split(|line| line.trim().is_empty()).filter(|part| !part.is_empty());
    parts.clone().nth(1).is_some() && parts.any(|part| Setup::parse(game, &part.join("\n")).is_ok())
}

/// The error of a text whose legend gives its letters another meaning than here; `None` where there is none.
pub fn refused_legend(text: &str) -> Option<String> {
    let line = shown(Setup::other_legend(text)?);
    let rule = "X, R and B are the side that began, O, Y and W the other";
    Some(format!(
        "{line} says something else than is read here, where {rule}: write X and O so, and leave this line out"
    ))
}

/// Notes the errors of a text: one for all characters that are no cells, which makes the number of cells uncertain.
fn note_text(game: &Game, text: &str, found: &SetupErrors, at: At<'_>) {
    if let (Some(detail), Some(first)) = (refused_legend(text), found.listed.first()) {
        return at.error(first, detail);
    }
    let turn = if text.contains(" to move") { "; whose turn it is goes into turn" } else { "" };
    if has_more(game, text) {
        at.error(ErrorCode::UnknownCharacter, format_args!("the text has more than a board; {ALONE}{turn}"));
        return;
    }
    let fences = text.matches("```").count();
    let text = Setup::drawing(game.rules(), text);
    let is_character = |error: &&SetupError| matches!(error, SetupError::UnknownCharacter { .. });
    let characters = found.listed.iter().filter(is_character).count();
    if let Some(first) = found.listed.iter().find(is_character) {
        let count = characters + found.count - found.listed.len();
        let several = if count > 1 { many(count, "characters") } else { String::new() };
        let digits = of_digits(game, text);
        let of_empty_words = of_empty_words(game, text);
        let has = |letters: &[char]| text.chars().any(|letter| letters.contains(&letter.to_ascii_uppercase()));
        let other = matches!(first, SetupError::UnknownCharacter { character, .. } if "RrYyBbWw".contains(*character));
        // Labels are single letters.
        let is_word = |word: &str| {
            word.len() > 1 && word.contains(|letter: char| !"XORYBW".contains(letter.to_ascii_uppercase()))
        };
        let more = match () {
            () if fences > 2 => "; there is more than one board: send the last one",
            () if of_empty_words.is_some() => of_empty_words.as_deref().unwrap_or_default(),
            () if text.split(|letter: char| !letter.is_ascii_alphabetic()).any(is_word) => {
                "; words are no part of a board: leave them out"
            }
            () if has(&['R']) && has(&['B']) => {
                "; R and B are both names of the side that began: write X for the one that did and O for the other"
            }
            () if other && has(&['X', 'O']) => "; stones have two kinds of letters: write all of them as X and O",
            () if has(&['⚫', '⚪', '⬛', '⬜']) => {
                "; ⚫, ⚪, ⬛ and ⬜ may be stones or empty cells here: write X, O and ."
            }
            () if has(&['🔵']) => "; 🔵 may be a stone or an empty cell here: write X, O and .",
            () => "",
        };
        at.error(first, format_args!("{several}{first}; {SAMPLE}{turn}{digits}{more}"));
        return;
    }
    let remedy = if text.contains(' ') { "; a space is no cell: write . for an empty one" } else { "" };
    found.listed.iter().for_each(|error| at.error(error, format_args!("{error}{remedy}")));
    at.unlisted_errors(found.count - found.listed.len());
}

/// The board that a text of 0, 1 and 2 or -1 is if 1 is X; nothing for another text.
fn of_digits(game: &Game, text: &str) -> String {
    let is_signed = text.contains("-1") && !text.contains('2');
    let (other, digits) = if is_signed { ("-1", text.replace("-1", "2")) } else { ("2", text.to_owned()) };
    if !digits.chars().all(|letter| "012,;/|[] \n".contains(letter)) {
        return String::new();
    }
    match with_slashes(game, &digits.replace('0', ".").replace('1', "X").replace('2', "O")) {
        Some(board) => format!("; where 1 is X and {other} is O, send \"{board}\""),
        None => format!("; write X for 1, O for {other} and . for 0, if 1 is the side that moves first"),
    }
}

/// The remedy for a board with a word for its empty cells; `None` of any other.
fn of_empty_words(game: &Game, text: &str) -> Option<String> {
    const WORDS: [&str; 4] = ["empty", "blank", "none", "null"];
    let lower = text.to_lowercase();
    let word = WORDS.into_iter().find(|word| lower.contains(word))?;
    let board = with_slashes(game, &lower.replace(word, ".").to_uppercase());
    let example = board.map_or_else(String::new, |board| format!(": send \"{board}\""));
    Some(format!("; write . for an empty cell{example}"))
}

/// The rows of a board with nothing but / between them: a line end is no character of a JSON string. `None` where it is no board.
fn with_slashes(game: &Game, text: &str) -> Option<String> {
    let cells = |row: &str| row.replace([' ', ',', '|', '[', ']'], "");
    let rows: Vec<String> = text.split(['\n', '/', ';']).map(cells).filter(|row| !row.is_empty()).collect();
    let board = rows.join("/");
    Setup::parse(game, &board).is_ok().then_some(board)
}

/// The number of wrong parts of a board, before the text of the first of them.
fn many(count: usize, parts: &str) -> String {
    format!("{count} {parts} of the board are neither X, O nor an empty cell: ")
}

/// The faults of the cells of a list: the first fault of each kind is noted, and the others of this kind are counted.
#[derive(Default)]
struct CellFaults(RefCell<Vec<(ErrorCode, Path, usize)>>);

impl CellFaults {
    fn note(&self, code: ErrorCode, at: At<'_>, detail: impl FnOnce() -> String) {
        let mut found = self.0.borrow_mut();
        match found.iter_mut().find(|(other, ..)| *other == code) {
            Some((.., count)) => *count += 1,
            None => {
                at.error_with(code, detail);
                found.push((code, at.path(), 1));
            }
        }
    }

    /// Adds the number of faults of each kind that has more than one to its error.
    fn tell(self, at: At<'_>) {
        for (code, first, count) in self.0.into_inner().into_iter().filter(|(.., count)| *count > 1) {
            let parts = if code == ErrorCode::UnknownCharacter { "characters" } else { "values" };
            at.amend(|error| {
                (error.code == code && error.pointer == first).then(|| many(count, parts) + &error.detail)
            });
        }
    }
}

/// Whether a list is one of cells, not of rows: it has as many elements as the board has cells, or none is longer than a cell.
fn is_flat(rules: &Rules, list: &[Value]) -> bool {
    let is_cell = |value: &Value| value.as_str().map_or(value.is_null(), |text| text.chars().nth(1).is_none());
    let has_all = list.len() == rules.cells() && (rules.width() > 1 || !rules.is_grid());
    has_all && !list[0].is_array() || !list.is_empty() && list.iter().all(is_cell)
}

fn flat(rules: &Rules, list: &[Value], at: At<'_>) -> Option<Cells> {
    let before = at.error_count();
    if list.len() != rules.cells() {
        note(SetupError::CellCount { expected: rules.cells(), found: list.len() }, at);
    }
    let faults = CellFaults::default();
    let cells = list.iter().enumerate().map(|(index, value)| one_cell(value, &faults, at.index(index))).collect();
    faults.tell(at);
    (at.error_count() == before).then_some(cells)
}

fn rows_of_cells(rules: &Rules, rows: &[Value], at: At<'_>) -> Option<Cells> {
    let before = at.error_count();
    let mut cells = Vec::with_capacity(rules.cells());
    // A game of lines has no rows: its cells may be sent in any.
    let has_rows = rules.is_grid();
    let faults = CellFaults::default();
    if has_rows && rows.len() != rules.height() {
        note(SetupError::RowCount { expected: rules.height(), found: rows.len() }, at);
    }
    for (row, value) in rows.iter().enumerate() {
        let at = at.index(row);
        let start = cells.len();
        match value {
            Value::String(text) => {
                let characters = text.chars().enumerate().filter(|(_, character)| !has_rows || *character != ' ');
                cells.extend(characters.map(|(index, character)| {
                    Setup::parse_cell(character).unwrap_or_else(|| {
                        let error = SetupError::UnknownCharacter { index, character };
                        faults.note(ErrorCode::from(&error), at, || error.to_string());
                        None
                    })
                }));
            }
            Value::Array(row) => {
                cells.extend(row.iter().enumerate().map(|(col, value)| one_cell(value, &faults, at.index(col))));
            }
            other => {
                let remedy = "send a string such as \"X.O\" or a list such as [\"X\",\"\",\"O\"]";
                at.error(ErrorCode::WrongType, format_args!("{} is not a row; {remedy}", Shown(other)));
                continue;
            }
        }
        let length = cells.len() - start;
        if has_rows && length != rules.width() {
            note(SetupError::RowLength { row, expected: rules.width(), found: length }, at);
        }
    }
    faults.tell(at);
    if !has_rows && at.error_count() == before && cells.len() != rules.cells() {
        note(SetupError::CellCount { expected: rules.cells(), found: cells.len() }, at);
    }
    (at.error_count() == before).then_some(cells)
}

fn one_cell(value: &Value, faults: &CellFaults, at: At<'_>) -> Option<Player> {
    let known = match value {
        Value::Null => Some(None),
        Value::String(text) => known_cell(text),
        _ => None,
    };
    known.unwrap_or_else(|| {
        let code = match value {
            Value::String(text) if text.chars().count() == 1 => ErrorCode::UnknownCharacter,
            Value::String(_) => ErrorCode::WrongLength,
            _ => ErrorCode::WrongType,
        };
        let remedy = "send \"X\", \"O\", or \"\" for an empty one";
        faults.note(code, at, || format!("{} is not a cell; {remedy}", Shown(value)));
        None
    })
}

/// The cell that a text in a list stands for.
fn known_cell(text: &str) -> Option<Option<Player>> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some(None),
        _ if text.trim().is_empty() => Some(None),
        (Some(character), None) => Setup::parse_cell(character),
        _ => None,
    }
}
