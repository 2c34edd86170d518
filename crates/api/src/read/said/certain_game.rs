//! Games as people say them that can be no others: "noughts and crosses", "gomoku 9x9", "5x5, 4 in a row".

use super::game::{SAID_BYTES_MAX, named_preset, said_rules, size_and_rest, tokens};
use super::spoken::number;
use crate::read::parameters::is_number;
use crate::read::synonyms::{other_rules, synonym};
use inarow_engine::game::{Preset, Rules};

/// Words of games whose rules are certain with a size.
const CERTAIN_WORDS: [&str; 31] = [
    "five",
    "in",
    "row",
    "gomoku",
    "tic",
    "tac",
    "toe",
    "tictactoe",
    "freestyle",
    "connect",
    "four",
    "x",
    "by",
    "on",
    "a",
    "an",
    "the",
    "board",
    "game",
    "with",
    "of",
    "gravity",
    "without",
    "no",
    "line",
    "stones",
    "fall",
    "k",
    "m",
    "n",
    "mnk",
];

/// Whether a text is nothing but sizes.
fn is_size(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_alphabetic() && !matches!(letter, 'x' | 'X'))
}

/// The rules that a text can only mean: those of a game that others call so, or of Connect Four or Gomoku on a board of this size. `None`
/// where it may mean other ones, and for the name of a preset.
pub fn certain_rules(text: &str) -> Option<Rules> {
    let names = Preset::ALL.map(Preset::name);
    let has_variant = !other_rules(text).is_empty();
    if text.len() > SAID_BYTES_MAX || has_variant || names.contains(&text) {
        return None;
    }
    if let Some(name) = synonym(text, &names) {
        // A size alone may belong to several games; that of a cube or of 3×3 belongs to one.
        let is_one = text.matches(['x', 'X']).count() > 1 || name == Preset::TicTacToe.name();
        return Preset::from_name(name).filter(|_| is_one || !is_size(text)).map(Preset::rules);
    }
    let tokens = tokens(text);
    let is_known = |token: &String| CERTAIN_WORDS.contains(&&**token) || is_number(token);
    let is_five_in_a_row = |four: &[String]| matches!(&*four[0], "5" | "five") && four[1..] == ["in", "a", "row"];
    let is_gomoku = tokens.iter().any(|token| token == "gomoku") || tokens.windows(4).any(is_five_in_a_row);
    let is_four = tokens.windows(2).any(|pair| pair[0] == "connect" && matches!(&*pair[1], "4" | "four"));
    let is_said = says_rules(&tokens);
    let base = match () {
        () if is_gomoku => Some(Preset::Gomoku),
        () if is_four => Some(Preset::ConnectFour),
        () if tokens.iter().any(|token| matches!(&**token, "toe" | "tictactoe")) => Some(Preset::TicTacToe),
        () if is_said => None,
        () => return None,
    };
    let (rules, base) = (said_rules(text)?.ok()?, base.map(Preset::rules));
    // Of two sides either may be the columns, except that boards of Connect Four are wide.
    let is_wide = base.as_ref().is_some_and(Rules::gravity) && rules.width() > rules.height();
    let is_one_size = rules.width() == rules.height() || is_wide || Preset::of_rules(&rules).is_some();
    let is_denied = tokens.windows(2).any(|pair| matches!(&*pair[0], "no" | "without") && pair[1] == "gravity");
    let is_base =
        base.is_none_or(|base| (is_said || rules.k() == base.k()) && (is_denied || rules.gravity() == base.gravity()));
    Some(rules).filter(|_| is_one_size && is_base && tokens.iter().all(is_known))
}

/// Whether a text says a size and the length of a line: "5x5, 4 in a row" or "m,n,k = 5,5,4".
fn says_rules(tokens: &[String]) -> bool {
    let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let (size, rest) = size_and_rest(&words);
    let is_k = |pair: &[&str]| pair[0] == "k" && number(pair[1]).is_some();
    let is_line = |words: &[&str]| number(words[0]).is_some() && matches!(words[1..], ["in", "a", "row" | "line"]);
    match size.len() {
        2 => rest.windows(4).any(is_line) || rest.windows(2).any(is_k),
        3 => rest.contains(&"k") || rest.contains(&"mnk"),
        _ => false,
    }
}

/// The game that a text names before its moves, in its first line or before a colon, and the text after it: "Connect Four" in a line of its
/// own, "connect four game: d d e c", "Game: Connect Four". `None` where moves or comments stand before the name.
pub fn named_game(text: &str) -> Option<(Rules, &str)> {
    let line = text.lines().next()?;
    let (head, rest) = match line.split_once(':') {
        Some((label, after)) if label.trim().eq_ignore_ascii_case("game") => (after, &text[line.len()..]),
        Some((label, _)) => (label, &text[label.len() + 1..]),
        None => (line, &text[line.len()..]),
    };
    let head = head.trim();
    let has_word = head.split(|letter: char| !letter.is_alphabetic()).any(|word| word.chars().count() > 2);
    let preset = || Preset::from_name(&head.to_lowercase()).or_else(|| named_preset(head)).map(Preset::rules);
    let is_cell = |word: &str| word.strip_prefix(|letter: char| letter.is_ascii_alphabetic()).is_some_and(is_number);
    let has_moves = head.contains(['{', '[', ';']) || head.split([' ', ',']).any(is_cell);
    let is_head = has_word && !has_moves && head.len() <= SAID_BYTES_MAX && !rest.trim().is_empty();
    Some((is_head.then(|| certain_rules(head).or_else(preset)).flatten()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::said::game::rules_text;

    #[test]
    fn only_what_has_one_reading_is_certain() {
        for (said, expected) in [
            ("noughts and crosses", Some("tic-tac-toe")),
            ("four in a row", Some("connect-four")),
            ("4-in-a-row", Some("connect-four")),
            ("Five in a Row", Some("gomoku")),
            ("reverse tic tac toe", Some("misere-tic-tac-toe")),
            ("losing tic-tac-toe", Some("misere-tic-tac-toe")),
            ("suicide tic-tac-toe", Some("misere-tic-tac-toe")),
            ("toroidal tic tac toe", Some("torus")),
            ("Gobang", Some("gomoku")),
            ("3D tic-tac-toe", Some("qubic")),
            ("gomoku 9x9", Some(r#"{"width":9,"height":9,"k":5}"#)),
            ("gomoku on a 13 by 13 board", Some(r#"{"width":13,"height":13,"k":5}"#)),
            ("5 in a row on 10x10", Some(r#"{"width":10,"height":10,"k":5}"#)),
            ("10x10 five in a row", Some(r#"{"width":10,"height":10,"k":5}"#)),
            ("four in a row 6x6", Some(r#"{"width":6,"height":6,"k":4}"#)),
            ("5x5 4 in a row", Some("five-by-five")),
            ("5x5 four in a row with gravity", Some(r#"{"width":5,"height":5,"k":4,"gravity":true}"#)),
            ("7x7, 4 in a row, no gravity", Some(r#"{"width":7,"height":7,"k":4}"#)),
            ("tic-tac-toe 5x5, 4 in a row", Some("five-by-five")),
            ("mnk 5,5,4", Some("five-by-five")),
            ("6x6 k=4", Some(r#"{"width":6,"height":6,"k":4}"#)),
            ("4 in a row 6x5", None),
            ("Connect 4 (6x7)", Some("connect-four")),
            ("5x5 connect 4 with gravity", Some(r#"{"width":5,"height":5,"k":4,"gravity":true}"#)),
            ("connect four 8x7", Some(r#"{"width":8,"height":7,"k":4,"gravity":true}"#)),
            ("connect four 7x8", None),
            ("Tic-Tac-Toe (3x3)", Some("tic-tac-toe")),
            ("standard gomoku", Some("gomoku-standard")),
            ("4x4x4", Some("qubic")),
            ("connect-5", None),
            ("renju", None),
            ("Pente", None),
            ("standard gomoku 9x9", None),
            ("tic tac toe 4x4", None),
            ("3D connect four", None),
            ("connect four popout", None),
            ("3x3", Some("tic-tac-toe")),
            ("15x15", None),
            ("7x6", None),
            ("chess", None),
            ("gomoku", None),
        ] {
            let name = |rules: Rules| {
                Preset::of_rules(&rules).map_or_else(|| rules_text(&rules), |preset| preset.name().to_owned())
            };
            assert_eq!(certain_rules(said).map(name).as_deref(), expected, "{said}");
        }
    }
}
