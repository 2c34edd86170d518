//! A list of moves in any of the ways of language models as [`Said`](super::moves::Said) takes it.

use std::borrow::Cow;

use serde_json::Value;

use super::column_numbers::doubt;
use super::move_numbers::{leading_number, with_plain_numbers};
use super::players::{without_names, without_player_numbers};
use super::remarks::{is_result, with_sides, without_remarks};
use super::sentences::without_players;
use super::spoken::{is_before_place, spoken};
use crate::read::named::names_in_a_word;
use crate::read::number::whole;
use crate::read::parameters::{is_digits, is_number};
use crate::read::place::{Named, has_letters, is_column_letter};
use inarow_engine::game::{Rules, notation, record};

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
    let nameless = |texts: Vec<&str>| without_names(rules, &texts).or_else(|| without_players(rules, &texts));
    if let Some(nameless) = texts.and_then(nameless) {
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
        number if rules.is_grid() => {
            let column = whole(number).filter(|column| from_1 && (1..=rules.width() as i64).contains(column))?;
            Some(column.to_string().into())
        }
        number => Some(whole(number)?.to_string().into()),
    };
    let plain: Vec<Option<Value>> = moves.iter().map(plain).collect();
    let is_other = moves.len() < items.len() || plain.iter().any(Option::is_some);
    is_other.then(|| moves.iter().zip(plain).map(|(item, plain)| plain.unwrap_or_else(|| item.clone())).collect())
}

/// The other reading of a text of columns, which `is_alone` or an element of a list, with the remedy; `None` where there is none.
pub fn doubt_of(rules: &Rules, text: &str, is_alone: bool) -> Option<String> {
    if with_whole_cells(rules, text).is_some() { None } else { doubt(rules, text, is_alone) }
}

fn plain_text(rules: &Rules, text: &str) -> Option<String> {
    let of_colours = without_player_numbers(rules, text);
    let text = of_colours.as_deref().unwrap_or(text);
    let bare = without_remarks(rules, text).or_else(|| of_colours.clone());
    let text = bare.as_deref().unwrap_or(text);
    let table = of_table(text).or_else(|| record::with_dotted_numbers(text));
    let text = table.as_deref().unwrap_or(text);
    let nameless = without_names(rules, &[text]).or_else(|| without_players(rules, &[text]));
    let nameless = nameless.and_then(|texts| texts.into_iter().next());
    let text = nameless.as_deref().unwrap_or(text);
    with_separators(rules, text)
        .or_else(|| with_dashed_rounds(rules, text))
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
    // Bars within one line alone stand between its moves.
    let has_outer_bars = lines.iter().all(|line| line.starts_with('|') && line.ends_with('|'));
    if lines.len() < 2 && !has_outer_bars {
        return None;
    }
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| table_row(line)).collect::<Option<_>>()?;
    let is_line = |cell: &&str| cell.contains('-') && cell.chars().all(|sign| "-: ".contains(sign));
    let is_rule = |row: &Vec<&str>| !row.is_empty() && row.iter().all(is_line);
    let is_numbered = |row: &Vec<&str>| row.first().is_some_and(|cell| is_number(cell));
    let has_bare_head = || rows.len() > 1 && !is_numbered(&rows[0]) && rows[1..].iter().all(is_numbered);
    let start = rows.iter().position(is_rule).map_or_else(|| usize::from(has_bare_head()), |at| at + 1);
    let line = |row: &Vec<&str>| match row.split_first() {
        Some((number, moves)) if is_number(number) => format!("{number}. {}", moves.join(" ")),
        _ => row.join(" "),
    };
    let told: Vec<String> = rows[start..].iter().map(line).filter(|line| !line.is_empty()).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// The cells of a row of a table, with or without bars at its ends; `None` of a line without a bar.
fn table_row(line: &str) -> Option<Vec<&str>> {
    line.contains('|').then(|| line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect())
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

/// "1.b2-a1 2.c3-a3" with blanks in place of the signs: the two moves of a round, behind its number.
fn with_dashed_rounds(rules: &Rules, text: &str) -> Option<String> {
    let mut plain: Vec<String> = Vec::new();
    let mut has_rounds = false;
    for word in text.split_whitespace() {
        let (number, moves) = word.split_once('.').filter(|(number, _)| is_number(number)).unwrap_or(("", word));
        let moves: Vec<&str> = moves.split(['-', '–']).filter(|_| !moves.is_empty()).collect();
        has_rounds |= moves.len() > 1;
        if !moves.iter().all(|name| notation::parse_cell(rules, name).is_some()) {
            return None;
        }
        plain.extend((!number.is_empty()).then(|| format!("{number}.")));
        plain.extend(moves.into_iter().map(str::to_owned));
    }
    (has_rounds && rules.is_grid()).then(|| plain.join(" "))
}

/// "4-4-5-3" and "b2>a1>c3" with blanks between the moves.
fn with_separators(rules: &Rules, text: &str) -> Option<String> {
    if let Some(moves) = names_in_a_word(rules, text.trim()) {
        return Some(moves.join(" "));
    }
    let plain = text.trim().replace("->", ">");
    let moves: Vec<&str> = plain.split(['-', '–', '>', '→', '/', '|']).map(str::trim).collect();
    let are_digits = has_letters(rules) && moves.iter().all(|word| is_number(word));
    let is_move = |word: &&str| notation::parse_cell(rules, word).is_some() || is_column_letter(rules, word);
    (moves.len() > 1 && (are_digits || moves.iter().all(is_move))).then(|| moves.join(" "))
}

/// A text with a comma at the end of each line, clause or sentence.
pub fn with_commas(text: &str) -> Cow<'_, str> {
    let sentences = without_full_stops(text);
    if !text.contains(['\n', ';']) {
        return sentences;
    }
    let clauses = sentences.split(['\n', ';']).map(|clause| clause.trim().trim_matches(','));
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

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::Preset;

    #[test]
    fn moves_of_chats_are_read() {
        for (game, text, expected) in [
            (Preset::TicTacToe, "Tom: b2\nAnn: a1\nTom: c3", "b2, a1, c3"),
            (Preset::TicTacToe, "User: b2\nAssistant: a1\nUser: c3", "b2, a1, c3"),
            (Preset::TicTacToe, "Me: b2\n\nAI: a1\n", "b2, a1"),
            (Preset::ConnectFour, "You: 4\nAI: 4\nYou: 5", "4, 4, 5"),
            (
                Preset::ConnectFour,
                "Player 1 plays column 4\nPlayer 2 plays column 3",
                "Red plays column 4, Yellow plays column 3",
            ),
            (Preset::TicTacToe, "1.b2-a1 2.c3-a3", "1. b2 a1 2. c3 a3"),
            (Preset::TicTacToe, "1. b2-a1 2. c3", "1. b2 a1 2. c3"),
        ] {
            let plain = plain_text(&game.rules(), text).unwrap_or_else(|| text.to_owned());
            let commas = with_commas(plain.trim());
            assert_eq!(commas.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }

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
