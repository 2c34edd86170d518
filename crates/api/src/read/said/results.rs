//! The result of a game, which language models write behind its moves, or in the head of a file.

use serde_json::Value;

use super::remarks::{is_result, with_sides, without_comments, without_result};
use super::spoken::side;
use inarow_engine::game::{Player, Rules, record};

/// The result of a game; without a winner it is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaidResult {
    pub winner: Option<Player>,
}

/// The result at the end of a text or of a list of moves, or in the head of an SGF file.
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

/// Reads a result of PGN or in words.
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

/// Reads the result of an SGF file: black is X.
fn of_file(text: &str) -> Option<SaidResult> {
    let winner = match text.split('+').next()?.trim() {
        "B" => Some(Player::X),
        "W" => Some(Player::O),
        "0" | "Draw" => None,
        _ => return None,
    };
    Some(SaidResult { winner })
}
