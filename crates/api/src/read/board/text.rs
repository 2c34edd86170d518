//! The errors of a board that is a text, each with the board or the words to send in its place.

use crate::read::error_code::ErrorCode;
use crate::read::errors::{At, shown};
use inarow_engine::game::{Game, Setup, SetupError, SetupErrors};

/// The remedy for signs between the cells of a board that is a text, or in their place.
const SAMPLE: &str = "send the rows from the top with / between them, such as X.O/.X./...";

/// The remedy for a drawing beside others, or beside other text.
pub const ALONE: &str = "send one drawing alone";

/// Whether one of several parts of a text, with blank lines between them, is a board.
pub fn has_more(game: &Game, text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let mut parts = lines.split(|line| line.trim().is_empty()).filter(|part| !part.is_empty());
    parts.clone().nth(1).is_some() && parts.any(|part| Setup::parse(game, &part.join("\n")).is_ok())
}

/// The error of a text whose legend gives its letters another meaning than here; `None` where there is none.
pub fn refused_legend(text: &str) -> Option<String> {
    let line = shown(Setup::other_legend(text)?);
    let rule = "X, R and B are the side that began, O, Y and W the other";
    Some(format!(
        "{line} says something else than is read here, where {rule}: write X and O so, and leave this line out"
    ))
}

/// Notes the errors of a text: one for all characters that are no cells, which makes the number of cells uncertain.
pub fn note_text(game: &Game, text: &str, found: &SetupErrors, at: At<'_>) {
    if let (Some(detail), Some(first)) = (refused_legend(text), found.listed.first()) {
        return at.error(first, detail);
    }
    let turn = if text.contains(" to move") { "; whose turn it is goes into turn" } else { "" };
    if has_more(game, text) {
        at.error(ErrorCode::UnknownCharacter, format_args!("the text has more than a board; {ALONE}{turn}"));
        return;
    }
    let fences = text.matches("```").count();
    let text = Setup::drawing(game.rules(), text);
    let is_character = |error: &&SetupError| matches!(error, SetupError::UnknownCharacter { .. });
    let characters = found.listed.iter().filter(is_character).count();
    if let Some(first) = found.listed.iter().find(is_character) {
        let count = characters + found.count - found.listed.len();
        let several = if count > 1 { many(count, "characters") } else { String::new() };
        let digits = of_digits(game, text);
        let of_empty_words = of_empty_words(game, text);
        let has = |letters: &[char]| text.chars().any(|letter| letters.contains(&letter.to_ascii_uppercase()));
        let other = matches!(first, SetupError::UnknownCharacter { character, .. } if "RrYyBbWw".contains(*character));
        // Labels are single letters.
        let is_word = |word: &str| {
            word.len() > 1 && word.contains(|letter: char| !"XORYBW".contains(letter.to_ascii_uppercase()))
        };
        let more = match () {
            () if fences > 2 => "; there is more than one board: send the last one",
            () if of_empty_words.is_some() => of_empty_words.as_deref().unwrap_or_default(),
            () if text.split(|letter: char| !letter.is_ascii_alphabetic()).any(is_word) => {
                "; words are no part of a board: leave them out"
            }
            () if has(&['R']) && has(&['B']) => {
                "; R and B are both names of the side that began: write X for the one that did and O for the other"
            }
            () if other && has(&['X', 'O']) => "; stones have two kinds of letters: write all of them as X and O",
            () if has(&['⚫', '⚪', '⬛', '⬜']) => {
                "; ⚫, ⚪, ⬛ and ⬜ may be stones or empty cells here: write X, O and ."
            }
            () if has(&['🔵']) => "; 🔵 may be a stone or an empty cell here: write X, O and .",
            () => "",
        };
        at.error(first, format_args!("{several}{first}; {SAMPLE}{turn}{digits}{more}"));
        return;
    }
    let remedy = if text.contains(' ') { "; a space is no cell: write . for an empty one" } else { "" };
    found.listed.iter().for_each(|error| at.error(error, format_args!("{error}{remedy}")));
    at.unlisted_errors(found.count - found.listed.len());
}

/// The board that a text of 0, 1 and 2 or -1 is if 1 is X; nothing for another text.
fn of_digits(game: &Game, text: &str) -> String {
    let is_signed = text.contains("-1") && !text.contains('2');
    let (other, digits) = if is_signed { ("-1", text.replace("-1", "2")) } else { ("2", text.to_owned()) };
    if !digits.chars().all(|letter| "012,;/|[] \n".contains(letter)) {
        return String::new();
    }
    match with_slashes(game, &digits.replace('0', ".").replace('1', "X").replace('2', "O")) {
        Some(board) => format!("; where 1 is X and {other} is O, send \"{board}\""),
        None => format!("; write X for 1, O for {other} and . for 0, if 1 is the side that moves first"),
    }
}

/// The remedy for a board with a word for its empty cells; `None` of any other.
fn of_empty_words(game: &Game, text: &str) -> Option<String> {
    const WORDS: [&str; 4] = ["empty", "blank", "none", "null"];
    let lower = text.to_lowercase();
    let word = WORDS.into_iter().find(|word| lower.contains(word))?;
    let board = with_slashes(game, &lower.replace(word, ".").to_uppercase());
    let example = board.map_or_else(String::new, |board| format!(": send \"{board}\""));
    Some(format!("; write . for an empty cell{example}"))
}

/// The rows of a board with nothing but / between them: a line end is no character of a JSON string. `None` where it is no board.
fn with_slashes(game: &Game, text: &str) -> Option<String> {
    let cells = |row: &str| row.replace([' ', ',', '|', '[', ']'], "");
    let rows: Vec<String> = text.split(['\n', '/', ';']).map(cells).filter(|row| !row.is_empty()).collect();
    let board = rows.join("/");
    Setup::parse(game, &board).is_ok().then_some(board)
}

/// The number of wrong parts of a board, before the text of the first of them.
pub fn many(count: usize, parts: &str) -> String {
    format!("{count} {parts} of the board are neither X, O nor an empty cell: ")
}
