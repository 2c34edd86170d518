//! Remarks of language models beside the moves: comments, results, words before and between moves, colours of other sets.

use serde_json::{Map, Value};

use super::certain_game::named_game;
use super::directions::is_in_region;
use super::move_numbers::{leading_number, move_number, with_plain_numbers};
use super::players::is_name;
use super::spoken::{contradiction, is_before_place, is_same, may_be_move, side_word, spoken};
use crate::read::errors::shown;
use crate::read::parameters::is_number;
use crate::read::place::{Named, has_letters};
use inarow_engine::game::{Rules, notation, record};

/// Colours of stones.
const COLOURS: [&str; 8] = ["red", "yellow", "black", "white", "blue", "green", "orange", "purple"];
/// Longest part of a remark that may be a place.
const PLACE_CHARS_MAX: usize = 3;

/// The moves of a text alone: without the result at its end and without comments, which stand in braces or, where they say no side and
/// no place, in parentheses; with commas for "then" and "and". `None` where it is nothing else.
pub fn without_remarks(rules: &Rules, text: &str) -> Option<String> {
    let with_parentheses = with_parentheses(rules, text);
    let text_of_moves = with_parentheses.as_deref().unwrap_or(text);
    if text_of_moves.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let text_of_moves = record::trim(text_of_moves);
    let rest = named_game(text_of_moves).filter(|(game, _)| game == rules).map_or(text_of_moves, |(_, rest)| rest);
    let text_of_moves = without_label(rest.trim_start());
    let is_comment = |rest: &str| !rest.split([';', ',']).any(|part| may_be_move(rules, part));
    let bare = record::without_line_comments(text_of_moves, is_comment);
    let bare = bare.as_deref().unwrap_or(text_of_moves);
    let glyphs = record::without_glyphs(bare);
    let bare = without_signs(&without_comments(rules, glyphs.as_deref().unwrap_or(bare)));
    let plain = with_commas_between(without_dots(without_result(&bare)));
    (plain != text && !plain.trim().is_empty()).then_some(plain)
}

/// The text without the words that announce its moves: "moves:", "Game 1:".
fn without_label(text: &str) -> &str {
    const NOUNS: [&str; 5] = ["moves", "game", "record", "history", "sequence"];
    const OTHERS: [&str; 8] = ["the", "my", "our", "of", "played", "so", "far", "list"];
    let Some((label, rest)) = text.split_once(':').filter(|(_, rest)| !rest.trim().is_empty()) else { return text };
    let mut before = String::new();
    let (mut is_said, mut has_other) = (false, false);
    for word in label.split_whitespace().map(str::to_lowercase) {
        let is_noun = NOUNS.contains(&&*word);
        has_other |=
            !(is_noun || OTHERS.contains(&&*word) || before == "game" && is_number(word.trim_start_matches('#')));
        is_said |= is_noun;
        before = word;
    }
    if is_said && !has_other { rest } else { text }
}

/// The text without dots behind its last move, which say that the game goes on.
fn without_dots(text: &str) -> &str {
    let moves = text.trim_end().trim_end_matches(['.', '…']);
    let is_apart = text.trim_end().len() > moves.len() + 1 && moves.ends_with(char::is_whitespace);
    if is_apart { moves.trim_end() } else { text }
}

/// Names of the winner in the words at the end of a text of moves.
const WINNERS: [&str; 6] = ["x", "o", "red", "yellow", "black", "white"];

/// Whether an element of a list is the result of its game.
pub fn is_result(item: &Value) -> bool {
    item.as_str().is_some_and(|text| !text.trim().is_empty() && without_result(text).trim().is_empty())
}

/// The text without the result that it ends with.
pub(super) fn without_result(text: &str) -> &str {
    let text = text.trim_end().trim_end_matches('*');
    let rest = record::without_result(text);
    let bare = rest.trim_end_matches(|letter: char| letter.is_whitespace() || matches!(letter, '.' | '!'));
    let lower = bare.to_ascii_lowercase();
    let of_winner = || {
        let said = [" wins", " won"].iter().find_map(|verb| lower.strip_suffix(verb))?;
        WINNERS.iter().find_map(|side| said.strip_suffix(side))
    };
    let is_apart = |before: &&str| !before.ends_with(char::is_alphanumeric);
    let before = lower.strip_suffix("draw").or_else(of_winner).filter(is_apart).map(|before| &bare[..before.len()]);
    before.map_or(rest, |before| before.trim_end_matches(|letter: char| letter.is_whitespace() || letter == ','))
}

/// The text without comments that are no places.
pub(super) fn without_comments(rules: &Rules, text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    // "(X) b2 (O) a1": each side stands before its move.
    let are_before = first_remark(text).is_some_and(|(before, remark, _)| {
        !before.contains(char::is_alphanumeric) && side_word(rules, remark).is_some()
    });
    while let Some((before, remark, after)) = first_remark(rest) {
        let said = &rest[before.len()..rest.len() - after.len()];
        let spoken = spoken(rules, &remark.into());
        let is_said = spoken.is_some() || side_word(rules, remark).is_some();
        let is_kept = said.starts_with('(') && (is_said || is_number(remark) || may_be_place(remark));
        let is_kept =
            is_kept && !is_variation([&plain, before], remark) && !is_side_again(rules, before, remark, after);
        let lower = remark.to_lowercase();
        let words: Vec<&str> = lower.split([' ', '-']).collect();
        let is_again = named_last(rules, before).is_some_and(|named| {
            let is_said = spoken.is_some_and(|spoken| spoken.side.is_none() && is_same(rules, named, spoken.named));
            is_said || is_in_region(rules, named, &words)
        });
        if let Some((earlier, side)) = side_of_name(rules, before, remark, after).filter(|_| is_kept) {
            plain.extend([earlier, " ", side]);
            rest = after;
            continue;
        }
        let is_side_again = is_side_again(rules, before, remark, after);
        plain += if is_side_again { before.trim_end() } else { before };
        if are_before && is_kept && is_said && plain.trim_end().ends_with(char::is_alphanumeric) {
            plain.truncate(plain.trim_end().len());
            plain += ", ";
        }
        plain += match is_kept && !is_again {
            true => said,
            false if is_side_again => "",
            false => " ",
        };
        // "b2 (X) a1 (O)": the next move follows.
        let is_last =
            after.trim_start_matches(' ').is_empty() || after.trim_start().starts_with([',', ';', '.', ')', ':']);
        let clause = before.rsplit([',', ';', '\n']).next().unwrap_or_default();
        if is_kept
            && is_said
            && !are_before
            && clause.contains(char::is_alphanumeric)
            && !is_last
            && !after.starts_with('\n')
        {
            plain.push(',');
        }
        rest = after;
    }
    plain + rest
}

/// The text without `!` and `?` behind its words.
fn without_signs(text: &str) -> String {
    let mut is_behind_word = false;
    let is_kept = |letter: &char| {
        let is_sign = is_behind_word && matches!(letter, '!' | '?');
        is_behind_word = is_sign || letter.is_alphanumeric();
        !is_sign
    };
    text.chars().filter(is_kept).collect()
}

/// Whether a remark is another way to go on: its moves have a number that came before.
fn is_variation(before: [&str; 2], remark: &str) -> bool {
    let number = leading_number(remark).filter(|_| remark.contains(' '));
    number.is_some_and(|number| {
        before.iter().any(|text| text.split_whitespace().any(|word| move_number(word) == Some(number)))
    })
}

/// Whether a text goes on with the move of a side that was said: ": b2", "-> b2", "plays b2".
fn begins_move(text: &str) -> bool {
    let next = text.split_whitespace().next().unwrap_or_default();
    next.starts_with([':', '-', '–', '→', '=']) || is_before_place(next)
}

/// Whether a remark before a move says the side again: "Player 1 (X): b2".
fn is_side_again(rules: &Rules, before: &str, remark: &str, after: &str) -> bool {
    let said = before.trim_end().rsplit([',', ';', '\n', '.', ':']).next().unwrap_or_default().trim();
    let side = side_word(rules, remark).filter(|_| begins_move(after));
    side.is_some() && side_word(rules, said) == side
}

/// The text before the name of a player whose side a remark says, and the side: "Alice (X): b2" is "X: b2".
fn side_of_name<'t>(rules: &Rules, before: &'t str, remark: &str, after: &str) -> Option<(&'t str, &'static str)> {
    let start = before.rfind([',', ';', '\n', '.', ':', '-']).map_or(0, |at| at + 1);
    let (earlier, name) = before.split_at(start);
    let side = side_word(rules, remark)
        .filter(|_| begins_move(after) && name.split_whitespace().all(|word| is_name(rules, word)))?;
    (!name.trim().is_empty()).then_some((earlier, side.name()))
}

/// Sides in brackets before a move, as in "[X] b2", in parentheses.
fn with_parentheses(rules: &Rules, text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, said)) = rest.split_once('[') {
        let (side, after) = said.split_once(']')?;
        let is_side = side_word(rules, side.trim()).is_some()
            && !after.trim_start().is_empty()
            && !after.trim_start().starts_with('[');
        plain.extend(if is_side { [before, "(", side, ")"] } else { [before, "[", side, "]"] });
        rest = after;
    }
    plain += rest;
    (plain != text).then_some(plain)
}

/// The place whose name a text ends with: "d (center)" says it twice.
fn named_last(rules: &Rules, text: &str) -> Option<Named> {
    let word = text.trim_end().rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    Named::of_text(rules, word)
}

/// The first remark of a text, which may be an element of a list, that contradicts the place beside it, and both readings; `None` where
/// none does.
pub fn contradicting_remark(rules: &Rules, text: &str, is_element: bool) -> Option<String> {
    let told = |text: &str| {
        contradiction(rules, text).map(|readings| format!("{} contradicts itself: {readings}", shown(text)))
    };
    let mut rest = text;
    while let Some((before, remark, after)) = first_remark(rest) {
        let word = before.trim_end().rsplit([' ', ',', ';', '\n', '\t']).next().unwrap_or_default();
        if let Some(detail) = told(&format!("{word} ({remark})")) {
            return Some(detail);
        }
        rest = after;
    }
    // An element of a list is one move; in a text words without a comma may be several.
    let parts = text.split([',', ';', '\n']).filter(|part| is_element || part.contains('('));
    let is_numbered = |part: &str| leading_number(with_plain_numbers(part).as_deref().unwrap_or(part)).is_some();
    parts.filter(|part| !is_numbered(part.trim())).find_map(|part| told(part.trim()))
}

/// The text before the first comment, the comment, and the text after it. Parentheses nest, braces do not.
fn first_remark(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find(['{', '('])?;
    let is_brace = text[start..].starts_with('{');
    let mut depth = 0_usize;
    for (at, letter) in text[start..].char_indices() {
        match letter {
            '(' if !is_brace => depth += 1,
            ')' if !is_brace => depth -= 1,
            '}' if is_brace => {}
            _ => continue,
        }
        if depth == 0 {
            let end = start + at;
            return Some((&text[..start], text[start + 1..end].trim(), &text[end + 1..]));
        }
    }
    None
}

/// Whether a remark may be a place: coordinates, a name of another board, or the number of a cell.
fn may_be_place(remark: &str) -> bool {
    let mut words = remark.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_part = |word: &str| is_number(word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()));
    let is_short = |word: &str| word.len() <= PLACE_CHARS_MAX && (is_part(word) || word.len() == 1);
    remark.contains(|letter: char| letter.is_ascii_digit()) && words.all(is_short)
}

/// A text with a comma in place of the words that stand between two moves.
fn with_commas_between(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        if !matches!(&*bare.trim_end_matches(',').to_lowercase(), "then" | "and") {
            plain += word;
            continue;
        }
        let end = plain.trim_end().len();
        if end > 0 && !plain[..end].ends_with([',', ';', '.']) {
            plain.truncate(end);
            plain.push(',');
        }
        plain += &word[bare.len()..];
        if !plain.ends_with(char::is_whitespace) {
            plain.push(' ');
        }
    }
    plain
}

/// Colours of one set, of which the first is X.
const SETS: [[&str; 2]; 2] = [["red", "yellow"], ["black", "white"]];

/// The two colours that moves are said to be of, that of X first: of colours that are no set the one that comes first. `None` where there
/// are not two.
#[must_use]
pub fn colours(moves: &Value) -> Option<[&'static str; 2]> {
    // JSON has the ends of lines as letters.
    let text = moves.as_str().map_or_else(|| moves.to_string(), str::to_owned).to_lowercase();
    let words = || text.split(|letter: char| !letter.is_alphabetic());
    // Of each set the second letter is no column: "R4, Y4", "Rd, Yd".
    let has = |letter: char| words().any(|word| word.len() <= 2 && word.starts_with(letter));
    if let Some(set) = SETS.into_iter().find(|set| set.iter().all(|colour| colour.chars().next().is_some_and(has))) {
        return Some(set);
    }
    let mut found: Vec<&str> = Vec::new();
    for word in words() {
        let colour = COLOURS.into_iter().find(|colour| *colour == word);
        found.extend(colour.filter(|colour| !found.contains(colour)));
    }
    let pair: [&str; 2] = found.try_into().ok()?;
    Some(SETS.into_iter().find(|set| set.iter().all(|colour| pair.contains(colour))).unwrap_or(pair))
}

/// Moves with X and O in place of two colours that are not those of one set, such as red and black; `None` of others.
pub fn with_sides(rules: &Rules, moves: &Value) -> Option<Value> {
    let pair = colours(moves)?;
    // O may be a column.
    let has_column = has_letters(rules) && notation::parse_column(rules, 'o').is_some();
    (!SETS.contains(&pair) && !has_column).then(|| renamed(moves, pair))
}

fn renamed(value: &Value, pair: [&str; 2]) -> Value {
    let of_text = |text: &str| {
        let words = text.split_inclusive(|letter: char| !letter.is_alphabetic());
        let side = |word: &str| {
            let end = word.trim_end_matches(|letter: char| !letter.is_alphabetic()).len();
            let at = pair.iter().position(|colour| word[..end].eq_ignore_ascii_case(colour));
            at.map_or_else(|| word.to_owned(), |at| format!("{}{}", ["X", "O"][at], &word[end..]))
        };
        words.map(side).collect::<String>()
    };
    match value {
        Value::String(text) => of_text(text).into(),
        Value::Array(items) => items.iter().map(|item| renamed(item, pair)).collect(),
        Value::Object(members) => {
            let renamed: Map<String, Value> =
                members.iter().map(|(name, value)| (of_text(name), renamed(value, pair))).collect();
            renamed.into()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::Preset;

    #[test]
    fn comments_and_results_are_no_moves() {
        for (game, text, expected) in [
            (Preset::TicTacToe, "b2 (center) a1 (corner) c3", Some("b2  , a1   c3")),
            (Preset::TicTacToe, "b2 {good} a1", Some("b2   a1")),
            (Preset::TicTacToe, "b2 (X) a1 (O)", Some("b2 (X), a1 (O)")),
            (Preset::TicTacToe, "(X) b2 (O) a1 (X) c3", Some("(X) b2, (O) a1, (X) c3")),
            (Preset::TicTacToe, "Tic-tac-toe: b2 a1", Some("b2 a1")),
            (Preset::TicTacToe, "b2 {as in tic-tac-toe} a1\nc3", Some("b2   a1\nc3")),
            (Preset::ConnectFour, "Game: Connect Four\nMoves: 4 4 5 3", Some(" 4 4 5 3")),
            (Preset::ConnectFour, "connect four game: d d e c", Some("d d e c")),
            (Preset::TicTacToe, "b2 then a1, and then c3", Some("b2, a1,   c3")),
            (Preset::TicTacToe, "b2 a1 c3 1-0", Some("b2 a1 c3 ")),
            (Preset::TicTacToe, "b2, a1, X wins!", Some("b2, a1")),
            (Preset::ConnectFour, "4435*", Some("4435")),
            (Preset::ConnectFour, "d (center) d2 (column 4) e", Some("d  , d2  , e")),
            (Preset::ConnectFour, "d (column 3)", None),
            (Preset::Gomoku, "(8,8), (9,9)", None),
            (Preset::TicTacToe, "(1) b2 (2) a1", None),
            (Preset::TicTacToe, "b2 {good", None),
            (Preset::TicTacToe, "1-0", None),
        ] {
            assert_eq!(without_remarks(&game.rules(), text).as_deref(), expected, "{text}");
        }
    }
}
