//! Remarks above and below a board that people paste: a heading, the side to move, a legend of the letters.

use super::labels::is_head;
use crate::game::{Player, Rules};

/// Letters that stand for stones.
pub const LETTERS: &str = "XxOoRrYyBbWw";
/// Words of empty cells.
const EMPTY: [&str; 8] = ["empty", "blank", "free", "open", "none", "unoccupied", "nothing", "space"];
/// Words of the side that began, and of the other one.
const FIRST: [&str; 7] = ["first", "starts", "started", "began", "begins", "p1", "player1"];
const SECOND: [&str; 3] = ["second", "p2", "player2"];
/// Words that say who moves first or second, and no more, where one of [`FIRST`] or [`SECOND`] is among them.
const OF_ORDER: [&str; 9] = ["player", "side", "move", "moves", "mover", "to", "the", "goes", "is"];
/// Colours of stones.
const COLOURS: [&str; 8] = ["red", "yellow", "black", "white", "blue", "green", "orange", "purple"];
/// Colours that name a side.
const SIDES: [&str; 4] = ["red", "black", "yellow", "white"];
/// Words for a board before its rows on the same line.
const TITLES: [&str; 4] = ["board", "position", "grid", "state"];

/// The rows of a board with their labels: the text without the lines above and below them that are in words. All of the text where that
/// would leave nothing, and where a line says that the letters mean something else than here.
pub fn drawing<'t>(rules: &Rules, board: &'t str) -> &'t str {
    let lines: Vec<&str> = board.split_inclusive('\n').collect();
    let is_outside = |line: &&&str| line.trim().is_empty() || line.trim().starts_with("```") || is_remark(rules, line);
    let (above, below) =
        (lines.iter().take_while(is_outside).count(), lines.iter().rev().take_while(is_outside).count());
    let is_said = lines.iter().any(|line| is_remark(rules, line) || title(line) > 0);
    if above == lines.len() || !is_said || other_legend(board).is_some() {
        return board;
    }
    let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
    let start = length(&lines[..above]) + title(lines[above]);
    &board[start..board.len() - length(&lines[lines.len() - below..])]
}

/// The lines of a board in words, without the space around them.
pub fn lines_in_words(board: &str) -> impl Iterator<Item = &str> {
    board.lines().map(str::trim).filter(|line| has_words(line))
}

/// The lines that say whose turn it is, each with the side; `None` for the side where they say it by colours that the stones of the board's
/// rows do not have.
pub fn said_turns<'t>(lines: Vec<&'t str>, stones: &str) -> Vec<(&'t str, Option<Player>)> {
    let said = |line: &'t str| Some((line.trim_end_matches(['.', ':', '!']), turn(line, stones)?));
    lines.into_iter().filter_map(said).collect()
}

/// The first line that gives a letter another meaning than here: `O = first player`, `R = yellow`, `X = empty`.
pub fn other_legend(board: &str) -> Option<&str> {
    lines_in_words(board).find(|line| parts(line).iter().any(|part| contradicts(part)))
}

/// Whether a line is in words, so that it can be no row.
fn is_remark(rules: &Rules, line: &str) -> bool {
    let told = ["Row ", "row "].iter().find_map(|word| line.trim_start().strip_prefix(word)).unwrap_or(line);
    has_words(&told[title(told)..]) && !(rules.is_grid() && is_head(rules, line))
}

/// Whether a text has a word: letters that follow each other, one of which is no stone.
fn has_words(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphabetic())
        .any(|word| word.chars().nth(1).is_some() && word.contains(|letter| !LETTERS.contains(letter)))
}

/// The length of a title before the rows of the same line: of `Board: X.O/.X./...`.
fn title(line: &str) -> usize {
    let Some((title, rows)) = line.split_once(':') else { return 0 };
    let last = title.split_whitespace().last().unwrap_or_default();
    let is_title = TITLES.iter().any(|word| last.eq_ignore_ascii_case(word));
    if is_title && !rows.trim().is_empty() && !has_words(rows) { title.len() + 1 } else { 0 }
}

/// The words of a text in lower case, with the number of a player in one word with it.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace("player 1", "player1").replace("player 2", "player2");
    let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The side to move by the words of a line, beside these stones; an outer `None` where it says nothing of it.
fn turn(line: &str, stones: &str) -> Option<Option<Player>> {
    let words = words(line);
    let has = |word: &str| words.iter().any(|other| other == word);
    let has_pair =
        |first: &str, seconds: &[&str]| words.windows(2).any(|pair| pair[0] == first && seconds.contains(&&*pair[1]));
    let is_said = has("turn")
        || has("next")
        || has_pair("to", &["move", "play", "go"])
        || has_pair("your", &["move"])
        || has_pair("s", &["move"]) && !has("after")
        || has_pair("current", &["player", "side"]);
    if !is_said || has("last") || has("previous") {
        return None;
    }
    let has_stone = |signs: &str| stones.contains(|sign: char| signs.contains(sign));
    let has_marks = has_stone("XxOo❌⭕");
    let (are_coloured, are_black_and_white) =
        (!has_marks && has_stone("RrYy🔴🟡🟥🟨"), !has_marks && has_stone("BbWw⚫⚪●○"));
    let side = |word: &String| match &**word {
        "x" | "player1" | "p1" => Some(Some(Player::X)),
        "o" | "player2" | "p2" => Some(Some(Player::O)),
        "red" | "yellow" => Some(are_coloured.then(|| colour(word))),
        "black" | "white" => Some(are_black_and_white.then(|| colour(word))),
        "r" | "y" if are_coloured => Some(Some(colour(word))),
        "b" | "w" if are_black_and_white => Some(Some(colour(word))),
        _ => None,
    };
    let sides: Vec<Option<Player>> = words.iter().filter_map(side).collect();
    let first = *sides.first()?;
    sides.iter().all(|side| *side == first).then_some(first)
}

/// The side of a letter, or of a colour by its first letter.
fn colour(word: &str) -> Player {
    if word.starts_with(['x', 'r', 'b']) { Player::X } else { Player::O }
}

/// The parts of a line, each of which may give the meaning of one sign: "O (black)" as "O = black", and "first player" with the part
/// before it.
fn parts(line: &str) -> Vec<String> {
    let mut line = line.trim_start_matches(['-', '*', '•']).replace(')', ",");
    for between in [" and ", " vs ", " vs. ", " versus "] {
        line = line.replace(between, ",");
    }
    let parts = line.split([',', ';', '|']);
    let opened = parts.flat_map(|part| match part.split_once('(') {
        Some((name, said)) if name.contains(['=', ':']) || name.contains(" is ") => vec![name.into(), said.into()],
        _ => vec![part.replacen('(', "=", 1)],
    });
    let mut told: Vec<String> = Vec::new();
    for part in opened {
        let words = words(&part);
        let is_order = |word: &String| FIRST.contains(&&**word) || SECOND.contains(&&**word);
        let is_of_last =
            words.iter().any(is_order) && words.iter().all(|word| is_order(word) || OF_ORDER.contains(&&**word));
        match told.last_mut().filter(|_| is_of_last) {
            Some(last) => *last = format!("{last} {part}"),
            None => told.push(part.trim().to_owned()),
        }
    }
    told
}

/// Whether a part of a line gives a sign another meaning than here.
fn contradicts(part: &str) -> bool {
    let said = words(part);
    let has_any = |of: &[&str]| said.iter().any(|word| of.contains(&&**word));
    let is_side = |word: &&String| LETTERS.contains(word.as_str()) && word.len() == 1;
    let named: Vec<Player> =
        said.iter().filter(|word| is_side(word) || SIDES.contains(&word.as_str())).map(|word| colour(word)).collect();
    let are_all = |side: Player| !named.is_empty() && named.iter().all(|other| *other == side);
    let Some((sign, words)) = sign_and_words(part) else {
        return has_any(&FIRST) && are_all(Player::O) || has_any(&SECOND) && are_all(Player::X);
    };
    let is_empty = EMPTY.iter().any(|word| words.iter().any(|other| other == word));
    let side = colour(&sign.to_lowercase().to_string());
    let is_stone = LETTERS.contains(sign);
    let initial = sign.to_ascii_lowercase();
    let is_other_colour = words.iter().any(|word| match &**word {
        word if "xo".contains(initial) => SIDES.contains(&word) && colour(word) != side,
        word => COLOURS.contains(&word) && !word.starts_with(initial),
    });
    match sign {
        '.' | '-' | '_' => !is_empty,
        _ if !is_stone => false,
        _ => {
            is_empty || is_other_colour || side == Player::O && has_any(&FIRST) || side == Player::X && has_any(&SECOND)
        }
    }
}

/// The one sign of a part, and the words beside it: of `R = red` and `me: X`.
fn sign_and_words(part: &str) -> Option<(char, Vec<String>)> {
    let (left, right) = part.split_once(['=', ':']).or_else(|| part.split_once(" is "))?;
    let sign = |text: &str| text.trim_matches(|letter: char| " '\"`".contains(letter)).parse::<char>().ok();
    match (sign(left), sign(right)) {
        (Some(sign), None) => Some((sign, words(right))),
        (None, Some(sign)) => Some((sign, words(left))),
        _ => None,
    }
}
