//! Suggestions for names that are nearly right.

use serde_json::Value;

use super::number;
use super::parameters::written;
use super::synonyms::{TYPED_BYTES_MAX, plain, synonym};
use inarow_engine::engine::Level;

/// Most edits between a name as typed and the one that was meant.
const EDITS_MAX: usize = 2;

/// The remedy for a value that is empty, and for an element of a list.
pub const EMPTY: &str = " leave it out, or";
pub const EMPTY_ELEMENT: &str = " leave it out with any comma beside it, or";

/// `" did you mean …?"` where one of the names is near, else nothing.
pub fn suggestion(name: &str, names: &[&'static str]) -> String {
    let meant = synonym(name, names).or_else(|| nearest(name, names, 2));
    meant.map_or_else(String::new, |known| format!(" did you mean \"{known}\"?"))
}

/// The suggestion for the name of a field, with the value that was meant if it is a level.
pub fn field_suggestion(name: &str, value: &Value, in_query: bool, names: &[&'static str]) -> String {
    let level = value.as_str().filter(|_| synonym(name, names) == Some("level")).and_then(level);
    match level.map(Level::name) {
        Some(level) => format!(" did you mean {}?", written("level", &level.into(), in_query)),
        None => suggestion(name, names),
    }
}

/// The level that a word means.
fn level(word: &str) -> Option<Level> {
    let names = Level::ALL.map(Level::name);
    let meant = synonym(word, &names).or_else(|| nearest(word, &names, 2))?;
    Level::ALL.into_iter().find(|level| level.name() == meant)
}

/// The nearest of the names, if fewer than one in `share` of its letters differ.
pub fn nearest(typed: &str, names: &[&'static str], share: usize) -> Option<&'static str> {
    let typed = (typed.len() <= TYPED_BYTES_MAX).then(|| Word::new(typed))?;
    let (edits, known) = names.iter().map(|known| (typed.edits(&Word::new(known)), *known)).min()?;
    let is_near = edits <= EDITS_MAX && edits * share < known.len().max(2);
    is_near.then_some(known)
}

/// A name in lower case and without separators.
struct Word {
    letters: String,
    digits: String,
    /// The name with its digits as words, if none of its numbers has more digits than one.
    spelled: Option<String>,
}

impl Word {
    fn new(name: &str) -> Word {
        let plain = plain(name);
        let (digits, letters) = plain.chars().partition(char::is_ascii_digit);
        Word { letters, digits, spelled: spelled(&plain) }
    }

    /// Edits from one name to the other. Another number is no slip of the finger.
    fn edits(&self, other: &Word) -> usize {
        let of_digits = match (&*self.digits, &*other.digits) {
            (one, two) if one == two => 0,
            ("", _) | (_, "") => 1,
            _ => EDITS_MAX + 1,
        };
        // Two letters in the wrong order are one slip of the fingers.
        let edits = strsim::osa_distance(&self.letters, &other.letters) + of_digits;
        match (&self.spelled, &other.spelled) {
            (Some(one), Some(two)) => edits.min(strsim::osa_distance(one, two)),
            _ => edits,
        }
    }
}

/// A name with its digits as words; `None` if one of its numbers has more digits than one.
pub fn spelled(plain: &str) -> Option<String> {
    let mut text = String::new();
    let mut follows_digit = false;
    for character in plain.chars() {
        match character.to_digit(10) {
            Some(_) if follows_digit => return None,
            Some(digit) => text.push_str(number::WORDS[digit as usize]),
            None => text.push(character),
        }
        follows_digit = character.is_ascii_digit();
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::Preset;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let names = ["board", "searchMoves", "seed", "depth", "X", "O"];
        assert_eq!(suggestion("bord", &names), " did you mean \"board\"?");
        assert_eq!(suggestion("search_moves", &names), " did you mean \"searchMoves\"?");
        assert_eq!(suggestion("depth2", &names), " did you mean \"depth\"?");
        assert_eq!(suggestion("x", &names), " did you mean \"X\"?");
        for (typed, meant) in
            [("gmae", "game"), ("bord", "board"), ("sede", "seed"), ("depht", "depth"), ("moev", "move")]
        {
            assert_eq!(
                suggestion(typed, &["game", "board", "seed", "depth", "move"]),
                format!(" did you mean \"{meant}\"?")
            );
        }
        for far in ["Z", "banana", "", &"seed".repeat(50)] {
            assert_eq!(suggestion(far, &names), "", "{far}");
        }
    }

    #[test]
    fn words_of_other_programs_are_known() {
        let names = [
            "game",
            "moves",
            "turn",
            "level",
            "width",
            "height",
            "k",
            "expert",
            "tic-tac-toe",
            "connect-four",
            "gomoku",
        ];
        for (typed, meant) in [
            ("move", "moves"),
            ("history", "moves"),
            ("player", "turn"),
            ("side_to_move", "turn"),
            ("difficulty", "level"),
            ("rows", "height"),
            ("Columns", "width"),
            ("connect", "k"),
            ("hard", "expert"),
            ("ttt", "tic-tac-toe"),
            ("4-in-a-row", "connect-four"),
            ("Four in a row", "connect-four"),
            ("5-in-a-row", "gomoku"),
            ("five_in_a_row", "gomoku"),
            ("Gobang", "gomoku"),
            ("renju", "gomoku"),
            ("15x15", "gomoku"),
            ("3 in a row", "tic-tac-toe"),
        ] {
            assert_eq!(suggestion(typed, &names), format!(" did you mean \"{meant}\"?"));
        }
        assert_eq!(suggestion("history", &["board", "turn"]), "", "nothing that is not there");
    }

    #[test]
    fn names_of_games_are_known_as_people_write_them() {
        let presets = Preset::ALL.map(Preset::name);
        for (typed, meant) in [
            ("connect4", Some("connect-four")),
            ("Connect 4", Some("connect-four")),
            ("connect_four", Some("connect-four")),
            ("conect-four", Some("connect-four")),
            ("tictactoe", Some("tic-tac-toe")),
            ("tick tack toe", Some("tic-tac-toe")),
            ("gomoku-15", Some("gomoku")),
            ("gomoku19", Some("gomoku-19")),
            ("gomoku-standard-15", Some("gomoku-standard")),
            ("4x4", Some("four-by-four")),
            ("5 by 5", Some("five-by-five")),
            ("6 by 6", None),
            ("chess", None),
            ("go", None),
        ] {
            assert_eq!(nearest(typed, &presets, 2), meant, "{typed}");
        }
        assert_eq!(nearest("gomoku-25", &["gomoku-20"], 2), None, "another number is another game");
    }
}
