//! What people write into a list of moves besides the moves: comments and the result.

use std::borrow::Cow;

use super::error::RecordError;
use super::list::is_separator;
use crate::game::Player;

/// Results as records of games end with them; `*` is a game that goes on.
const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// The text without its comments, and without the result that it ends with.
///
/// Comments stand in braces, which do not nest, or in parentheses, which do: variations look like this. They separate moves. The marks of
/// PGN, such as `$1`, are comments, too.
///
/// # Errors
/// A comment without an end.
pub fn remove(text: &str) -> Result<Cow<'_, str>, RecordError> {
    let bare = if text.contains(['{', '(']) { Cow::Owned(without_comments(text)?) } else { Cow::Borrowed(text) };
    let bare = without_glyphs(&bare).map_or(bare, Cow::Owned);
    Ok(match without_result(&bare).len() {
        length if length == bare.len() => bare,
        length => Cow::Owned(bare[..length].to_owned()),
    })
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

fn without_comments(text: &str) -> Result<String, RecordError> {
    let mut bare = String::with_capacity(text.len());
    let (mut in_braces, mut parentheses) = (false, 0_usize);
    for character in text.chars() {
        match character {
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
    match in_braces || parentheses > 0 {
        true => {
            let reason = "a comment is not closed".to_owned();
            Err(RecordError::Malformed { form: "list of moves", reason })
        }
        false => Ok(bare),
    }
}
