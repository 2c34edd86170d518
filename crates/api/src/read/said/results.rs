//! The result of a game, which language models write behind its moves.

use serde_json::Value;

#[cfg(feature = "tools")]
use super::remarks::{with_sides, without_comments};
#[cfg(feature = "tools")]
use super::spoken::side;
use inarow_engine::game::record;
#[cfg(feature = "tools")]
use inarow_engine::game::{Player, Rules};

/// Who wins in the words that a text of moves ends with.
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

/// Who won in a game, by its result; without a winner it was a draw.
#[cfg(feature = "tools")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaidResult {
    pub winner: Option<Player>,
}

/// The result at the end of a text or of a list of moves, or in the head of an SGF file.
#[cfg(feature = "tools")]
#[must_use]
pub fn said_result(rules: &Rules, moves: &Value) -> Option<SaidResult> {
    let with_sides = with_sides(rules, moves);
    match with_sides.as_ref().unwrap_or(moves) {
        Value::Array(items) => result(items.last().filter(|last| is_result(last))?.as_str()?),
        Value::String(text) if !matches!(record::rules(text), Ok(None)) => {
            let (_, result) = text.split_once("RE[")?;
            of_file(result.split(']').next()?)
        }
        Value::String(text) => {
            let text = without_comments(rules, text);
            result(&text[without_result(&text).len()..])
        }
        _ => None,
    }
}

/// What a result of PGN or in words says.
#[cfg(feature = "tools")]
#[must_use]
pub fn result(text: &str) -> Option<SaidResult> {
    let lower = text.to_lowercase();
    let mut words = lower.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    let winner = match () {
        () if lower.contains("1/2") || lower.contains('½') || lower.contains("draw") => None,
        () if lower.contains("1-0") => Some(Player::X),
        () if lower.contains("0-1") => Some(Player::O),
        () => Some(side(words.next()?)?),
    };
    Some(SaidResult { winner })
}

/// What the result of an SGF file says: black is X.
#[cfg(feature = "tools")]
fn of_file(text: &str) -> Option<SaidResult> {
    let winner = match text.split('+').next()?.trim() {
        "B" => Some(Player::X),
        "W" => Some(Player::O),
        "0" | "Draw" => None,
        _ => return None,
    };
    Some(SaidResult { winner })
}
