//! Remarks that people write into a list of moves: comments and the result.

use std::borrow::Cow;

use super::error::RecordError;
use super::list::{self, is_separator};
use crate::game::{Player, Setup};

/// Results as records of games end with them; `*` is a game that goes on.
const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// The text without its comments, and without the result that it ends with.
///
/// Comments stand in braces, which do not nest, in parentheses, which do, since variations look like this, or behind a semicolon. They separate
/// moves. The marks of PGN, such as `$1`, are comments, too. A place in parentheses right behind a side is its move: `X(b2)`.
///
/// # Errors
/// A comment without an end.
pub fn remove(text: &str) -> Result<Cow<'_, str>, RecordError> {
    let bare = without_line_comments(text, |_| true).map_or(Cow::Borrowed(text), Cow::Owned);
    let bare = if bare.contains(['{', '(']) { Cow::Owned(without_comments(&bare)?) } else { bare };
    let bare = without_glyphs(&bare).map_or(bare, Cow::Owned);
    Ok(match without_result(&bare).len() {
        length if length == bare.len() => bare,
        length => Cow::Owned(bare[..length].to_owned()),
    })
}

/// The text without the end of each line from a semicolon on behind which words come at once, and no digits, and which `is_comment`; `None`
/// where none is so. Between moves and between the rows of boards a semicolon separates.
#[must_use]
pub fn without_line_comments(text: &str, is_comment: impl Fn(&str) -> bool) -> Option<String> {
    let is_other = |letter: char| letter.is_alphabetic() && Setup::parse_cell(letter).is_none();
    let is_side = |word: &str| list::side_of(word.trim_end_matches(':')).is_some();
    let is_word = |word: &str| {
        word.chars().filter(|letter| letter.is_alphabetic()).count() > 1 && word.contains(is_other) && !is_side(word)
    };
    let are_words =
        |rest: &str| !rest.contains(|letter: char| letter.is_ascii_digit()) && rest.split_whitespace().any(is_word);
    let begins_with_words = |rest: &str| are_words(rest.split(';').next().unwrap_or_default());
    let bare = text.lines().map(|line| {
        let mut parts = line.match_indices(';').map(|(at, _)| (&line[..at], &line[at + 1..]));
        let comment = parts.find(|(_, rest)| begins_with_words(rest) && are_words(rest) && is_comment(rest));
        comment.map_or(line, |(moves, _)| moves)
    });
    let bare: Vec<&str> = bare.collect();
    text.lines().ne(bare.iter().copied()).then(|| bare.join("\n"))
}

/// The text with a dot behind the number that each line begins with, `1 h8` as `1. h8`; `None` where they do not count from 1, and a name
/// does not follow each.
#[must_use]
pub fn with_dotted_numbers(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let dotted = |(line, count): (&&str, usize)| {
        let (number, moves) = line.split_once([' ', '\t'])?;
        let name = moves.trim_start().split(is_separator).next()?;
        let row = name.strip_prefix(|letter: char| letter.is_ascii_alphabetic())?;
        let is_name = row.starts_with(|digit: char| digit.is_ascii_digit());
        (number.parse() == Ok(count) && is_name).then(|| format!("{number}. {}", moves.trim_start()))
    };
    let lines: Vec<String> = lines.iter().zip(1..).map(dotted).collect::<Option<_>>()?;
    (lines.len() > 1).then(|| lines.join("\n"))
}

/// The text without the marks of moves as PGN has them, such as `$1`; `None` where it has none.
#[must_use]
pub fn without_glyphs(text: &str) -> Option<String> {
    let mut parts = text.split('$');
    let mut bare = parts.next()?.to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        bare += if rest.len() < part.len() { " " } else { "$" };
        bare += rest;
    }
    (bare.len() < text.len()).then_some(bare)
}

/// The text without the result that it ends with.
#[must_use]
pub fn without_result(text: &str) -> &str {
    let rest = text.trim_end_matches(is_separator);
    let start =
        rest.rfind(is_separator).map_or(0, |index| index + rest[index..].chars().next().map_or(0, char::len_utf8));
    if RESULTS.contains(&&rest[start..]) { &rest[..start] } else { text }
}

/// The board where a game began, and its side to move, as the text of a review ends with them: `{From the board XO......., O to move}`.
#[must_use]
pub fn start(text: &str) -> Option<(&str, Player)> {
    let (_, rest) = text.split_once("{From the board ")?;
    let (board, side) = rest.split_once('}')?.0.rsplit_once(", ")?;
    let side = Player::ALL.into_iter().find(|player| side.strip_suffix(" to move") == Some(player.name()))?;
    Some((board, side))
}

/// Whether a text ends with the letter of a side, and no other letter or digit before it.
fn ends_with_side(text: &str) -> bool {
    let mut letters = text.chars().rev();
    letters.next().is_some_and(|letter| matches!(letter, 'X' | 'x' | 'O' | 'o'))
        && letters.next().is_none_or(|before| before.is_whitespace() || is_separator(before))
}

fn without_comments(text: &str) -> Result<String, RecordError> {
    let mut bare = String::with_capacity(text.len());
    let (mut in_braces, mut parentheses, mut is_move) = (false, 0_usize, false);
    for character in text.chars() {
        match character {
            '(' if parentheses == 0 && !in_braces && ends_with_side(&bare) => is_move = true,
            ')' if is_move => is_move = false,
            '}' if in_braces => in_braces = false,
            _ if in_braces => {}
            '{' => in_braces = true,
            '(' => parentheses += 1,
            ')' if parentheses > 0 => parentheses -= 1,
            _ if parentheses > 0 => {}
            _ => {
                bare.push(character);
                continue;
            }
        }
        // A remark separates moves, so that "h8{…}h9" has two moves.
        bare.push(' ');
    }
    match in_braces || parentheses > 0 || is_move {
        true => {
            let reason = "a comment is not closed".to_owned();
            Err(RecordError::Malformed { form: "list of moves", reason })
        }
        false => Ok(bare),
    }
}
