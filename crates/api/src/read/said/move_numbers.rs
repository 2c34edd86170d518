//! The numbers of moves and rounds in a text: "1. b2", "Move 1: X b2", "1... a1".

use crate::read::parameters::{is_digits, is_number};

/// "Move 1: X b2", "1: X b2" and "#1 X b2" as "1. X b2", and without "1..." before the second move of a round.
pub fn with_plain_numbers(text: &str) -> Option<String> {
    const WORDS: [&str; 4] = ["move", "turn", "ply", "round"];
    let number = |word: &str| {
        let bare = word.trim_start_matches(['#', '[', '(']).trim_end_matches([':', '.', ')', ']']);
        (bare.len() < word.len() && is_number(bare)).then(|| format!("{bare}."))
    };
    let words: Vec<&str> = text.split_whitespace().flat_map(apart).collect();
    // "Move 1 - X b2".
    let has_dash = |at: usize| words.get(at + 1).is_some_and(|next| matches!(*next, "-" | "–" | "—"));
    let is_before_number = |at: usize| {
        let is_number = |next: &&str| number(next).is_some() || is_number(next) && has_dash(at + 1);
        WORDS.contains(&&*words[at].to_lowercase()) && words.get(at + 1).is_some_and(is_number)
    };
    let is_after_number =
        |at: usize| at > 1 && has_dash(at - 1) && is_number(words[at - 1]) && is_before_number(at - 2);
    // It has a move before it and one after it: dots for another reason tell no more of the game than the moves do.
    let is_second = |at: usize| {
        let of_round = dotted_number(words[at]);
        let is_begun = || {
            words[..at]
                .iter()
                .any(|word| !is_dotted(word) && move_number(word.trim_start_matches(['#', '(', '['])) == of_round)
        };
        of_round.is_some() && at + 1 < words.len() && is_begun()
    };
    let has_colon = |word: &&str| word.strip_suffix(':').is_some_and(is_number);
    let is_series = words.first().is_some_and(has_colon);
    let mut plain = String::with_capacity(text.len());
    for at in (0..words.len()).filter(|&at| !is_before_number(at) && !is_after_number(at) && !is_second(at)) {
        // "Player 1: 4" has no number of a move.
        let is_first = at == 0
            || plain.ends_with([',', ';'])
            || words[at].starts_with(['#', '[', '('])
            || is_before_number(at - 1)
            || is_series && has_colon(&words[at]);
        let is_other = !words[at].ends_with(['.', ')']) || at > 0 && is_before_number(at - 1);
        let of_dash = || (at > 0 && is_before_number(at - 1)).then(|| format!("{}.", words[at]));
        // Alone "#5" is a cell rather than the number of a move.
        let number = number(words[at]).or_else(of_dash).filter(|_| is_first && is_other && words.len() > 1);
        plain += match (plain.is_empty(), number.is_some() && !plain.ends_with([',', ';'])) {
            (true, _) => "",
            (false, true) => ", ",
            (false, false) => " ",
        };
        plain += number.as_deref().unwrap_or(words[at]);
    }
    (plain != words.join(" ") || words.len() > text.split_whitespace().count()).then_some(plain)
}

/// A number and the move that follows it without a blank: "1.b2" and "1...a1". Behind several dots a digit is a move, too.
fn apart(word: &str) -> impl Iterator<Item = &str> {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = after.trim_start_matches(['.', ')', ':', '…']);
    let (number, is_numbered) =
        (&word[..word.len() - rest.len()], after.len() < word.len() && rest.len() < after.len());
    let is_move = |letter: char| letter.is_alphabetic() || letter.is_ascii_digit() && is_dotted(number);
    let end = if is_numbered && rest.starts_with(is_move) { number.len() } else { word.len() };
    [&word[..end], &word[end..]].into_iter().filter(|part| !part.is_empty())
}

/// Whether a text has the numbers of moves among these: "1. b2 2. a1".
pub fn has_numbers(text: &str) -> bool {
    text.split_whitespace().flat_map(apart).any(|word| move_number(word).is_some())
}

/// The number that a text begins with, as in "1. b2".
pub fn leading_number(text: &str) -> Option<usize> {
    move_number(text.split_whitespace().next()?)
}

/// The number of a move that a word is, such as "1.", "2)" or "3...".
pub fn move_number(word: &str) -> Option<usize> {
    dotted_number(word).or_else(|| word.strip_suffix(['.', ')']).filter(|number| is_digits(number))?.parse().ok())
}

/// The number of a round whose second move comes: "3...".
pub fn dotted_number(word: &str) -> Option<usize> {
    word.trim_end_matches(['.', '…']).parse().ok().filter(|_| is_dotted(word))
}

fn is_dotted(word: &str) -> bool {
    word.ends_with("..") || word.ends_with('…')
}
