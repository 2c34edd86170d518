//! Lists of moves as language models write them, with sides and numbers.

use std::borrow::Cow;

use serde_json::Value;

use super::column_numbers::doubt;
use super::coordinates::are_coordinates;
use super::move_numbers::{dotted_number, leading_number, move_number, with_plain_numbers};
use super::remarks::{is_result, with_sides, without_names, without_remarks};
use super::spoken::{is_before_place, side_word, spoken};
use crate::read::error_code::ErrorCode;
use crate::read::errors::{At, Shown};
use crate::read::named::names_in_a_word;
use crate::read::number::whole;
use crate::read::parameters::{elements, is_digits, is_number, items};
use crate::read::place::{Named, has_letters};
use inarow_engine::game::{Position, Rules, notation, record};

/// Moves of a tool before they are played.
pub struct Said<'v> {
    pub items: Cow<'v, [Value]>,
    /// Where a number stands before a move: the index of the move, and the number.
    numbers: Vec<(usize, usize)>,
    /// Whether one of them has several dots, as the second moves of rounds have.
    has_dots: bool,
    /// Whether the first word is one of these.
    begins_with_dots: bool,
}

/// Why a list of moves is not known to be in the order of play.
pub enum Fault {
    /// A move has no side, and one before it has.
    SideMissing { number: usize, text: String },
    /// The first number is not that of the first move.
    StartMissing { found: usize },
    /// A number counts neither moves nor rounds.
    Numbering { number: usize, found: usize },
    /// The dots of the first number stand for a move of X.
    ByOther { found: usize },
    /// No move comes after the last number.
    End { found: usize },
}

impl Fault {
    pub fn note(&self, at: At<'_>) {
        match self {
            Fault::SideMissing { number, text } => at.error(
                ErrorCode::NotAlternating,
                format_args!(
                    "move {number} ({text}) has no side, and one before it has; send all moves in the order of play, a side before each \
                     or before none"
                ),
            ),
            Fault::StartMissing { found } => at.error(
                ErrorCode::Unreadable,
                format_args!("moves are missing before \"{found}.\"; send the whole game, from \"1.\" on"),
            ),
            Fault::ByOther { found } => at.error(
                ErrorCode::NotAlternating,
                format_args!(
                    "\"{found}...\" says that O began, and moves begin with one of X: send such a game as record, or its board and turn"
                ),
            ),
            Fault::End { found } => at.error(
                ErrorCode::Unreadable,
                format_args!("no move comes after \"{found}.\"; send the whole game as a list of names, such as [\"b2\", \"a1\"]"),
            ),
            Fault::Numbering { number, found } => at.error(
                ErrorCode::Unreadable,
                format_args!(
                    "move {number} has the number {found}; a move is missing or repeated: number moves or rounds from 1, or leave the \
                     numbers out"
                ),
            ),
        }
    }
}

impl<'v> Said<'v> {
    pub fn without_numbers(items: Cow<'v, [Value]>) -> Said<'v> {
        Said { items, numbers: Vec::new(), has_dots: false, begins_with_dots: false }
    }

    /// The elements of a list, each with its own number.
    pub fn of_list(items: &'v [Value]) -> Said<'v> {
        let number = |(index, item): (usize, &Value)| Some((index, leading_number(item.as_str()?)?));
        let numbers = items.iter().enumerate().filter_map(number).collect();
        Said { items: Cow::Borrowed(items), numbers, has_dots: false, begins_with_dots: false }
    }

    /// The elements of a text: what is said between two commas may be one move, and a side goes with the word after it.
    pub fn of_text(rules: &Rules, text: &str) -> Said<'static> {
        if !rules.is_grid() && are_coordinates(text) {
            return Said::without_numbers(Cow::Owned(vec![text.trim().into()]));
        }
        if let Some(pairs) = pairs(rules, text) {
            return Said::without_numbers(Cow::Owned(pairs));
        }
        let is_side =
            |item: &Value| item.as_str().is_some_and(|word| side_word(rules, word.trim_end_matches(':')).is_some());
        let text = with_commas(text);
        // What a text ends with is no missing move, as it would be between two others.
        let text = text.trim_end().strip_suffix(',').filter(|rest| !rest.trim().is_empty()).unwrap_or(&text);
        let mut said: Vec<Value> = Vec::new();
        let mut numbers = Vec::new();
        for part in elements(text).filter(|_| !text.trim().is_empty()) {
            let whole = Value::from(part.trim());
            if part.trim().is_empty() || spoken(rules, &whole).is_some() {
                numbers.extend(leading_number(part).map(|number| (said.len(), number)));
                said.push(whole);
                continue;
            }
            if let Some(moves) = numbered_phrases(rules, part) {
                numbers.extend(moves.iter().enumerate().map(|(index, (number, _))| (said.len() + index, *number)));
                said.extend(moves.into_iter().map(|(_, phrase)| phrase));
                continue;
            }
            for item in items(part, true) {
                let word = item.as_str().unwrap_or_default();
                if let Some(number) = move_number(word) {
                    numbers.push((said.len(), number));
                } else if !word.chars().all(|letter| "->→".contains(letter)) {
                    match said.last_mut().filter(|last| is_side(last)) {
                        Some(side) => *side = format!("{} {word}", side.as_str().unwrap_or_default()).into(),
                        None => said.push(item),
                    }
                }
            }
        }
        Said {
            items: Cow::Owned(said),
            numbers,
            has_dots: text.split_whitespace().any(|word| dotted_number(word).is_some()),
            begins_with_dots: text.split_whitespace().next().is_some_and(|word| dotted_number(word).is_some()),
        }
    }

    /// The first move that is not known to be in the order of play.
    pub fn fault(&self, start: &Position) -> Option<(usize, Fault)> {
        let rules = start.rules();
        let mut has_side = false;
        for (index, item) in self.items.iter().enumerate() {
            match spoken(rules, item).map(|spoken| spoken.side) {
                Some(None) if has_side => {
                    return Some((index, Fault::SideMissing { number: index + 1, text: Shown(item).to_string() }));
                }
                side => has_side |= side.flatten().is_some(),
            }
        }
        // A word that is no move may be a part of one: it is what is wrong.
        let is_move = |item: &Value| {
            let named = || item.as_str().and_then(|text| Named::of_text(rules, text.trim()));
            spoken(rules, item).is_some() || named().is_some()
        };
        self.numbering_fault(start.stones()).filter(|_| self.items.iter().all(is_move))
    }

    /// The first number that counts neither moves nor rounds, from the first move or from that after the stones of the start.
    fn numbering_fault(&self, stones: usize) -> Option<(usize, Fault)> {
        let counts = |before: usize, per_round: usize| {
            self.numbers.iter().position(|&(index, number)| number != (before + index) / per_round + 1)
        };
        if let Some(&(index, found)) = self.numbers.last().filter(|(index, _)| *index >= self.items.len()) {
            return Some((index.saturating_sub(1), Fault::End { found }));
        }
        // Where moves are counted, each of them is.
        let counts_moves = |before: usize| {
            let first = self.numbers.first().map_or(0, |(index, _)| *index);
            let gap = (1..self.numbers.len()).find(|&place| self.numbers[place].0 != first + place);
            let is_short = || first + self.numbers.len() < self.items.len();
            // Several dots are those of rounds.
            if self.has_dots {
                return Some(0);
            }
            let last = || (self.numbers.len() > 1 && is_short()).then(|| self.numbers.len() - 1);
            counts(before, 1).or(gap).or_else(last)
        };
        let wrong = [counts_moves(0), counts(0, 2), counts_moves(stones), counts(stones, 2)];
        // The count that goes furthest is the one that was meant.
        let (index, found) = self.numbers[wrong.into_iter().min_by_key(|wrong| match wrong {
            Some(place) => self.numbers.len() - place,
            None => 0,
        })??];
        if self.begins_with_dots {
            return Some((0, Fault::ByOther { found: self.numbers[0].1 }));
        }
        let is_first = self.numbers.first() == Some(&(index, found)) && found > index + 1;
        let fault =
            if is_first { Fault::StartMissing { found } } else { Fault::Numbering { number: index + 1, found } };
        Some((index, fault))
    }
}

/// The moves of a part whose numbers alone stand between them: "1. center 2. top left". `None` where each is a word, and where words
/// between two numbers are several moves.
fn numbered_phrases(rules: &Rules, part: &str) -> Option<Vec<(usize, Value)>> {
    let mut moves: Vec<(usize, Vec<&str>)> = Vec::new();
    for word in part.split_whitespace() {
        match move_number(word) {
            Some(number) => moves.push((number, Vec::new())),
            None => moves.last_mut()?.1.push(word),
        }
    }
    let is_one = |words: &[&str]| spoken(rules, &words.join(" ").into()).is_some();
    let has_phrase = moves.iter().any(|(_, words)| words.len() > 1);
    // Words that are no move are those of one where the others have several words, or where none of them is a move.
    let is_phrased = moves.iter().any(|(_, words)| words.len() > 1 && is_one(words));
    let is_move = |words: &[&str]| {
        let is_name = |word: &&str| Named::of_text(rules, word).is_some();
        let are_several = words.len() > 1 && words.iter().all(|&word| is_one(&[word]));
        !words.is_empty() && !are_several && (is_phrased && words.len() < 3 || !words.iter().any(is_name))
    };
    let are_moves = moves.iter().all(|(_, words)| is_one(words) || is_move(words));
    let phrase = |(number, words): (usize, Vec<&str>)| (number, Value::from(words.join(" ")));
    (has_phrase && are_moves).then(|| moves.into_iter().map(phrase).collect())
}

/// Several pairs of coordinates, each a text, perhaps with sides: "8,8 9,9", "(8, 8); (9, 9)" and "X at 8,8, O at 9,9". `None` of any other
/// text, and where digits are columns or cells.
fn pairs(rules: &Rules, text: &str) -> Option<Vec<Value>> {
    // Where cells are numbers, those of coordinates stand in parentheses.
    if has_letters(rules) || !rules.is_grid() && !text.trim_start().starts_with('(') {
        return None;
    }
    let mut is_within = false;
    let chunks = text.split(|letter: char| {
        is_within = letter == '(' || is_within && letter != ')';
        !is_within && (letter.is_whitespace() || matches!(letter, ';' | ')'))
    });
    let chunks = chunks.map(|chunk| chunk.trim_matches([',', '(']));
    let pair = |chunk: &str| {
        let mut numbers = chunk.split(',').map(str::trim);
        (chunk.contains(',') && numbers.all(is_digits)).then(|| chunk.into())
    };
    let is_said = |chunk: &str| {
        let word = chunk.trim_end_matches(':');
        move_number(chunk).is_some() || side_word(rules, word).is_some() || is_before_place(word)
    };
    let chunks = chunks.filter(|chunk| !chunk.is_empty() && !is_said(chunk));
    chunks.map(pair).collect::<Option<Vec<_>>>().filter(|pairs| pairs.len() > 1)
}

/// A text with a comma at the end of each line, clause or sentence.
fn with_commas(text: &str) -> Cow<'_, str> {
    let sentences = without_full_stops(text);
    if !text.contains(['\n', ';']) {
        return sentences;
    }
    let clauses = sentences.split(['\n', ';']).map(|clause| clause.trim().trim_end_matches(','));
    clauses.filter(|clause| !clause.is_empty()).collect::<Vec<_>>().join(", ").into()
}

/// "Red plays column 4. Yellow plays 3." with commas: after a number in words a full stop ends a sentence, and after a name.
fn without_full_stops(text: &str) -> Cow<'_, str> {
    let mut plain = String::with_capacity(text.len());
    let mut before = "";
    for word in text.trim_end().split_inclusive(char::is_whitespace) {
        let (bare, space) = (word.trim_end(), &word[word.trim_end().len()..]);
        let sentence = bare.strip_suffix('.').filter(|rest| !rest.is_empty() && !rest.ends_with('.'));
        match sentence.filter(|rest| !is_number(rest.trim_start_matches(['#', '(', '['])) || is_before_place(before)) {
            Some(rest) => plain.extend([rest, if space.is_empty() { "" } else { "," }, space]),
            None => plain.push_str(word),
        }
        before = bare;
    }
    if plain == text { text.into() } else { plain.into() }
}

/// A list of rounds, with their numbers or without, as one text: `["1. b2 a1", "2. c3"]`; `None` of any other value.
fn numbered_list(rules: &Rules, value: &Value) -> Option<Value> {
    let texts: Vec<&str> = value.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let is_several = |text: &str| leading_number(text).is_some() || are_names(rules, text);
    let is_round = |text: &&str| is_several(text) && spoken(rules, &(*text).into()).is_none();
    texts.iter().any(is_round).then(|| texts.join(", ").into())
}

/// Names of cells and letters of columns with nothing but blanks or commas between them.
fn are_names(rules: &Rules, text: &str) -> bool {
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
    let is_name = |word: &str| {
        word.starts_with(|letter: char| letter.is_ascii_alphabetic()) && Named::of_text(rules, word).is_some()
    };
    text.contains([' ', ',']) && words.all(is_name)
}

/// Moves of a tool as [`Said`] takes them: without remarks, with plain numbers and separators, rounds as one text, and columns as text.
pub fn plain_moves<'v>(rules: &Rules, value: &'v Value) -> Cow<'v, Value> {
    let with_sides = with_sides(rules, value).map_or(Cow::Borrowed(value), Cow::Owned);
    let plain = match &*with_sides {
        Value::String(text) => plain_text(rules, text).map(Value::from),
        // The digits of several columns.
        Value::Number(number) if has_letters(rules) && number.as_u64().is_some_and(|number| number > 0) => {
            Some(number.to_string().into())
        }
        Value::Array(items) => plain_list(rules, items),
        _ => None,
    };
    let plain = plain.map_or(with_sides, Cow::Owned);
    numbered_list(rules, &plain).map_or(plain, Cow::Owned)
}

fn plain_list(rules: &Rules, items: &[Value]) -> Option<Value> {
    let moves = match items.split_last() {
        Some((last, moves)) if is_result(last) => moves,
        _ => items,
    };
    let texts: Option<Vec<&str>> = moves.iter().map(Value::as_str).collect();
    if let Some(nameless) = texts.and_then(|texts| without_names(rules, &texts)) {
        let items: Vec<Value> = nameless.iter().map(|text| text.trim().into()).collect();
        return plain_list(rules, &items).or_else(|| Some(items.into()));
    }
    // With a 0 among them columns count from 0.
    let from_1 = has_letters(rules) && !items.iter().any(|item| whole(item) == Some(0));
    let plain = |item: &Value| match item {
        Value::String(text) => {
            let bare = without_remarks(rules, text);
            with_plain_numbers(bare.as_deref().unwrap_or(text)).or(bare).map(Value::from)
        }
        number => {
            let column = whole(number).filter(|column| from_1 && (1..=rules.width() as i64).contains(column))?;
            Some(column.to_string().into())
        }
    };
    let plain: Vec<Option<Value>> = moves.iter().map(plain).collect();
    let is_other = moves.len() < items.len() || plain.iter().any(Option::is_some);
    is_other.then(|| moves.iter().zip(plain).map(|(item, plain)| plain.unwrap_or_else(|| item.clone())).collect())
}

/// Why a text of columns, which `is_alone` or an element of a list, may be something else, and what to send; `None` where it is nothing else.
pub fn doubt_of(rules: &Rules, text: &str, is_alone: bool) -> Option<String> {
    if with_whole_cells(rules, text).is_some() { None } else { doubt(rules, text, is_alone) }
}

fn plain_text(rules: &Rules, text: &str) -> Option<String> {
    let bare = without_remarks(rules, text);
    let text = bare.as_deref().unwrap_or(text);
    let table = of_table(text).or_else(|| record::with_dotted_numbers(text));
    let text = table.as_deref().unwrap_or(text);
    let nameless = without_names(rules, &[text]).and_then(|texts| texts.into_iter().next());
    let text = nameless.as_deref().unwrap_or(text);
    with_separators(rules, text)
        .or_else(|| with_dotted_columns(rules, text))
        .or_else(|| with_whole_cells(rules, text))
        .or_else(|| with_plain_numbers(&with_commas(text)))
        .or_else(|| nameless.clone())
        .or_else(|| table.clone())
        .or_else(|| bare.clone())
}

/// "d 1, d 2" as "d1 d2" where a letter alone would be a column. A pair alone may be two columns.
fn with_whole_cells(rules: &Rules, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
    let cell = |pair: &[&str]| {
        let [letter, row] = pair else { return None };
        let is_split = letter.len() == 1 && letter.starts_with(char::is_alphabetic) && is_digits(row);
        Some(format!("{letter}{row}")).filter(|name| is_split && notation::parse_cell(rules, name).is_some())
    };
    let cells: Option<Vec<String>> = words.chunks(2).map(cell).collect();
    cells.filter(|cells| has_letters(rules) && cells.len() > 1).map(|cells| cells.join(" "))
}

/// The rows of a table as lines, `| 1 | b2 | a1 |` as "1. b2 a1", without its head; `None` of any other text.
fn of_table(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let rows: Vec<&str> = lines.iter().map(|line| line.strip_prefix('|')?.strip_suffix('|')).collect::<Option<_>>()?;
    let is_rule = |row: &&str| row.chars().all(|letter| "-:| ".contains(letter)) && row.contains('-');
    let start = rows.iter().position(is_rule).map_or(0, |at| at + 1);
    let line = |row: &&str| {
        let cells: Vec<&str> = row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        match cells.split_first() {
            Some((number, moves)) if is_number(number) => format!("{number}. {}", moves.join(" ")),
            _ => cells.join(" "),
        }
    };
    let told: Vec<String> = rows[start..].iter().map(line).filter(|line| !line.is_empty()).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// "1.4 2.4 3.5" with a blank after each number where stones fall: the numbers are those of the moves. `None` also where all columns are
/// the first, which may be a row as well.
fn with_dotted_columns(rules: &Rules, text: &str) -> Option<String> {
    let pair = |(word, number): (&str, usize)| {
        let (count, column) = word.split_once('.')?;
        (count.parse() == Ok(number) && is_number(column)).then_some((number, column.to_owned()))
    };
    let pairs: Vec<(usize, String)> = text.split_whitespace().zip(1..).map(pair).collect::<Option<_>>()?;
    let has_one_reading = has_letters(rules) && pairs.iter().any(|(_, column)| column != "1");
    let words: Vec<String> = pairs.iter().map(|(number, column)| format!("{number}. {column}")).collect();
    has_one_reading.then(|| words.join(" "))
}

/// "4-4-5-3" and "b2>a1>c3" with blanks between the moves.
fn with_separators(rules: &Rules, text: &str) -> Option<String> {
    if let Some(moves) = names_in_a_word(rules, text.trim()) {
        return Some(moves.join(" "));
    }
    let plain = text.trim().replace("->", ">");
    let moves: Vec<&str> = plain.split(['-', '–', '>', '→', '/', '|']).map(str::trim).collect();
    let are_digits = has_letters(rules) && moves.iter().all(|word| is_number(word));
    let is_column = |word: &str| {
        has_letters(rules) && word.parse().is_ok_and(|letter| notation::parse_column(rules, letter).is_some())
    };
    let is_move = |word: &&str| notation::parse_cell(rules, word).is_some() || is_column(word);
    (moves.len() > 1 && (are_digits || moves.iter().all(is_move))).then(|| moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_stops_end_sentences_and_follow_numbers_of_moves() {
        for (text, expected) in [
            ("Red plays column 4. Yellow plays 3.", "Red plays column 4, Yellow plays 3"),
            ("1. 4 2. 4 3. 5", "1. 4 2. 4 3. 5"),
            ("d1. d2. e1.", "d1, d2, e1"),
        ] {
            assert_eq!(without_full_stops(text), expected);
        }
    }
}
