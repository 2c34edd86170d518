//! Names of players before their moves: "Alice: b2, Bob: a1", "Player 1 plays column 4".

use super::spoken::{is_before_place, side_word, spoken};
use crate::read::place::{Named, has_letters};
use inarow_engine::game::Rules;

/// Whether a word may be the name of a player: no side, no place, and no word of a move.
pub(super) fn is_name(rules: &Rules, word: &str) -> bool {
    const OTHERS: [&str; 8] = ["move", "turn", "ply", "round", "row", "line", "result", "winner"];
    let lower = word.to_lowercase();
    word.chars().count() > 1
        && word.chars().all(char::is_alphabetic)
        && !OTHERS.contains(&&*lower)
        && !is_before_place(word)
        && side_word(rules, word).is_none()
        && spoken(rules, &word.into()).is_none()
        && Named::of_text(rules, word).is_none()
}

/// Texts of moves without the names of two players that take turns: "Alice: b2, Bob: a1". `None` of any other texts.
pub fn without_names(rules: &Rules, texts: &[&str]) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    let mut bare = Vec::new();
    for text in texts {
        let mut plain = String::with_capacity(text.len());
        let mut rest = *text;
        while let Some((before, after)) = rest.split_once(':') {
            let start = before
                .rfind(|letter: char| !letter.is_alphabetic())
                .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
            let (earlier, name) = before.split_at(start);
            if is_name(rules, name) {
                // The text before a name without a comma is the move of the other player.
                plain += earlier;
                let end = plain.trim_end().len();
                let has_move = plain[..end].ends_with(|letter: char| letter.is_alphanumeric() || letter == ')');
                if has_move {
                    plain.truncate(end);
                }
                plain += if has_move { ", " } else { " " };
                names.push(name.to_lowercase());
            } else {
                plain.extend([before, ":"]);
            }
            rest = after;
        }
        bare.push(plain + rest);
    }
    let take_turns =
        names.len() > 1 && names[0] != names[1] && names.iter().zip(&names[2..]).all(|(one, next)| one == next);
    take_turns.then_some(bare)
}

/// A text where stones fall with "Red" and "Yellow" in place of the two players with numbers, which no column has then: "Player 1 plays column 4".
/// `None` of any other text.
pub fn without_player_numbers(rules: &Rules, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    let word = |at: usize| words.get(at).map_or("", |word| word.trim_end());
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    while at < words.len() {
        let side = ["Red ", "Yellow "].into_iter().zip(["1", "2"]).find(|(_, number)| word(at + 1) == *number);
        let side = side.filter(|_| word(at).eq_ignore_ascii_case("player") && is_before_place(word(at + 2)));
        plain += side.map_or(words[at], |(colour, _)| colour);
        at += if side.is_some() { 2 } else { 1 };
    }
    (has_letters(rules) && plain != text).then_some(plain)
}
