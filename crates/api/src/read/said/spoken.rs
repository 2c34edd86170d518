//! Moves as people say them: "center", "top left", "X b2", "column 4", or an object with the side and the cell.

use serde_json::{Map, Value};

use super::directions::{DIRECTIONS, cells, is_in_region, is_middle};
use crate::read::number::WORDS as NUMBERS;
use crate::read::place::{Named, has_letters, is_column_letter};
use inarow_engine::game::{Cell, LinesOrigin, Player, Rules, notation};

/// A move that words mean, and the side that is said to make it.
#[derive(Clone, Copy)]
pub struct Spoken {
    pub named: Named,
    pub side: Option<Player>,
}

/// Members of an object that hold the place of a move, as programs name them.
const PLACES: [&str; 11] =
    ["name", "move", "cell", "position", "square", "column", "col", "location", "place", "coordinate", "at"];
/// Members that hold the side.
const SIDES: [&str; 7] = ["player", "side", "turn", "mark", "symbol", "piece", "by"];
/// Words of a move that say nothing of its place.
const FILLERS: [&str; 55] = [
    "move", "play", "plays", "drop", "drops", "place", "places", "put", "puts", "in", "into", "at", "on", "to", "the",
    "cell", "square", "position", "disc", "piece", "player", "goes", "takes", "took", "played", "marks", "chooses",
    "picks", "stone", "with", "go", "went", "take", "moved", "dropped", "placed", "marked", "choose", "chose", "pick",
    "picked", "answer", "answers", "answered", "reply", "replies", "replied", "respond", "responds", "opens", "opened",
    "started", "block", "blocks", "blocked",
];
/// Most words of a place that is said twice: a whole game has more.
const WORDS_MAX: usize = 4;
const ORDINALS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// The one move that a value means; `None` where it means none, or more than one.
pub fn spoken(rules: &Rules, value: &Value) -> Option<Spoken> {
    match value {
        Value::String(text) => of_text(rules, text),
        Value::Object(members) => of_object(rules, members).or_else(|| of_side_and_place(rules, members.iter())),
        Value::Array(pair) => match &pair[..] {
            [Value::String(name), place] => of_side_and_place(rules, std::iter::once((name, place))),
            _ => None,
        },
        _ => None,
    }
}

/// The only pair of a side and a place: `{"X": "b2"}` or `["X", "b2"]`.
fn of_side_and_place<'v>(rules: &Rules, mut pairs: impl Iterator<Item = (&'v String, &'v Value)>) -> Option<Spoken> {
    let (name, place) = pairs.next().filter(|_| pairs.next().is_none())?;
    let (side, spoken) = (side_word(rules, name)?, of_text(rules, place.as_str()?)?);
    spoken.side.is_none_or(|other| other == side).then_some(Spoken { side: Some(side), ..spoken })
}

/// The member of an object that alone holds a place, beside the side.
pub fn place_member(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut places = members.iter().filter(|(name, _)| !SIDES.contains(&name.as_str()));
    let (name, value) = places.next()?;
    (PLACES.contains(&name.as_str()) && places.next().is_none()).then_some((name, value))
}

fn of_object(rules: &Rules, members: &Map<String, Value>) -> Option<Spoken> {
    let (name, place) = place_member(members)?;
    // "col" counts from 0 in answers. In a game of lines a cell is a number.
    let is_number =
        if rules.is_grid() { name == "column" && has_letters(rules) } else { !matches!(name, "column" | "col") };
    let number = place.as_u64().filter(|_| is_number).map(|number| number.to_string());
    let mut spoken = of_text(rules, place.as_str().or(number.as_deref())?)?;
    for (_, sent) in members.iter().filter(|(name, _)| SIDES.contains(&name.as_str())) {
        let side = side(sent.as_str()?)?;
        if spoken.side.is_some_and(|other| other != side) {
            return None;
        }
        spoken.side = Some(side);
    }
    Some(spoken)
}

/// The side that a word is.
pub(super) fn side(word: &str) -> Option<Player> {
    let word = word.to_lowercase();
    match word.strip_prefix("player").map_or(&*word, str::trim_start) {
        "x" | "r" | "b" | "red" | "black" => Some(Player::X),
        "o" | "y" | "w" | "yellow" | "white" => Some(Player::O),
        "1" if word.len() > 1 => Some(Player::X),
        "2" if word.len() > 1 => Some(Player::O),
        "p1" => Some(Player::X),
        "p2" => Some(Player::O),
        _ => None,
    }
}

/// The side that a word is, unless it is the letter of a column, or "P1" a cell, as well.
pub fn side_word(rules: &Rules, word: &str) -> Option<Player> {
    side(word).filter(|_| !is_column_letter(rules, word) && notation::parse_cell(rules, word).is_none())
}

/// A text of one move without the side and the words before its place: "2,2" of "X at 2,2".
pub fn without_side<'t>(rules: &Rules, text: &'t str) -> &'t str {
    let mut rest = text.trim();
    while let Some((word, after)) = rest.split_once([' ', ':']) {
        let is_said = word.is_empty() || side_word(rules, word).is_some() || FILLERS.contains(&&*word.to_lowercase());
        if !is_said {
            break;
        }
        rest = after;
    }
    rest.trim_start()
}

fn of_text(rules: &Rules, text: &str) -> Option<Spoken> {
    let lower = without_number(text.trim()).to_lowercase().replace("player ", "player");
    // A number below 0 is no move.
    let words = if lower.starts_with('-') { Vec::new() } else { words(&lower) };
    let by = |word: &str, place: &[&str]| {
        let side = side_word(rules, word)?;
        Some(Spoken { named: of_words(rules, place)?, side: Some(side) })
    };
    let alone = || of_words(rules, &words).map(|named| Spoken { named, side: None });
    match &words[..] {
        // Where cells are numbers, "b2" is the name of a cell elsewhere rather than a side and a number.
        _ if !rules.is_grid() && !lower.contains([' ', ':', '=', '(']) => alone(),
        // The sign may stand at the place: "X4", "Rd". "of" is a word rather than O in f.
        [word] => alone().or_else(|| by(word.get(..1)?, &[word.get(1..)?]).filter(|_| text.trim() != "of")),
        [first, .., last] => by(first, &words[1..]).or_else(|| by(last, &words[..words.len() - 1])).or_else(alone),
        [] => None,
    }
}

/// The side and the number that a letter and digits may be where cells are numbers: "b2".
pub fn side_and_number<'t>(rules: &Rules, text: &'t str) -> Option<(Player, &'t str)> {
    let (letter, number) = (text.get(..1)?, text.get(1..)?.trim_start_matches(['-', '_', '.']));
    let is_cell = !rules.is_grid() && notation::parse_cell(rules, number).is_some();
    Some((side(letter).filter(|_| is_cell)?, number))
}

/// The place that words mean.
fn of_words(rules: &Rules, words: &[&str]) -> Option<Named> {
    let of_cells = || match cells(rules, words)?[..] {
        [cell] => Some(Named::Cell(cell)),
        _ => None,
    };
    let once = |words: &[&str]| of_word(rules, words).or_else(|| of_column(rules, words));
    if let [word] = words
        && is_middle(word)
        && let Some(cell) = middle_of_dimensions(rules)
    {
        return Some(Named::Cell(cell));
    }
    once(words).or_else(of_cells).or_else(|| of_both(rules, words))
}

/// The cell in the middle of a board of dimensions in which every side is odd and no stone falls: it is the middle of all cells.
fn middle_of_dimensions(rules: &Rules) -> Option<Cell> {
    let LinesOrigin::Dimensions { dimensions, wrap, gravity: None, .. } = rules.line_board()?.origin() else {
        return None;
    };
    let has_middle = dimensions.iter().all(|size| size % 2 == 1) && !wrap.iter().any(|wraps| *wraps);
    has_middle.then(|| rules.cells() / 2)
}

/// The place that is said twice, by its name and in words: "center (b2)". Two names, or a name and a number, are two moves.
fn of_both(rules: &Rules, words: &[&str]) -> Option<Named> {
    // Numbers may be coordinates.
    let is_name =
        |word: &str| word.starts_with(|letter: char| letter.is_alphabetic()) && of_word(rules, &[word]).is_some();
    // Where stones fall, "center d" may be two moves, the one above the other.
    let is_word = |word: &&str| number(word).is_none() && of_word(rules, &[word]).is_none();
    let is_in_words = |words: &[&str]| match has_letters(rules) {
        true => words.iter().any(|word| is_marker(word)),
        false => words.iter().any(is_word),
    };
    let (name, words) = match words {
        _ if words.len() > WORDS_MAX => return None,
        [first, rest @ ..] if is_name(first) && is_in_words(rest) => (first, rest),
        [rest @ .., last] if is_name(last) && is_in_words(rest) => (last, rest),
        _ => return None,
    };
    let name = of_word(rules, &[name])?;
    if is_in_region(rules, name, words) {
        return Some(name);
    }
    match (name, of_words(rules, words)?) {
        (Named::Cell(one), Named::Cell(other)) if one == other => Some(name),
        (Named::Column(one), Named::Column(other)) if one == other => Some(name),
        (Named::Cell(cell), Named::Column(column)) if rules.place(cell).1 == column => Some(name),
        _ => None,
    }
}

/// The contradiction in a text that says a place twice, by its name and in words, with both readings: "a1 (top left)". `None` of any
/// other text.
pub fn contradiction(rules: &Rules, text: &str) -> Option<String> {
    let lower = without_number(text.trim()).to_lowercase().replace("player ", "player");
    let mut words = words(&lower);
    words.retain(|word| side_word(rules, word).is_none());
    let is_name =
        |word: &str| word.starts_with(|letter: char| letter.is_alphabetic()) && of_word(rules, &[word]).is_some();
    let (name, said) = match &words[..] {
        words if words.len() > WORDS_MAX => return None,
        [first, said @ ..] if is_name(first) => (*first, said),
        [said @ .., last] if is_name(last) => (*last, said),
        _ => return None,
    };
    let named = of_word(rules, &[name])?;
    // Where stones fall, words of directions alone may be those of a comment.
    let places = match has_letters(rules) {
        true if said.iter().any(|word| is_name(word)) => return None,
        true => vec![of_column(rules, said).or_else(|| of_words(rules, said))?],
        false => cells(rules, said)?.into_iter().map(Named::Cell).collect(),
    };
    let is_said = is_in_region(rules, named, said) || places.iter().any(|place| is_same(rules, named, *place));
    if places.is_empty() || places.len() > CELLS_SHOWN_MAX || is_said {
        return None;
    }
    let said = said.join(" ");
    let others: Vec<String> = places.iter().map(|place| name_of(rules, *place)).collect();
    let own = words_of(rules, named).unwrap_or_else(|| format!("not {said}"));
    Some(format!("{name} is {own}, and {said} is {}: send the one that is meant", others.join(", ")))
}

/// Whether two places can be one: of a cell and a column the cell lies in it.
pub fn is_same(rules: &Rules, one: Named, other: Named) -> bool {
    let column = |named: Named| match named {
        Named::Cell(cell) => rules.place(cell).1,
        Named::Column(column) | Named::Above(column) => column,
    };
    match (one, other) {
        (Named::Cell(one), Named::Cell(other)) => one == other,
        _ => column(one) == column(other),
    }
}

fn name_of(rules: &Rules, place: Named) -> String {
    match place {
        Named::Cell(cell) => notation::cell_name(rules, cell),
        Named::Column(column) | Named::Above(column) => notation::column_letter(column).to_string(),
    }
}

/// The place in words; `None` of a cell that has none of its own.
fn words_of(rules: &Rules, place: Named) -> Option<String> {
    match place {
        Named::Cell(cell) => {
            let rows = ["top", "", "bottom"].iter().flat_map(|row| ["left", "", "right"].map(|col| [*row, col]));
            let words = rows.map(|pair| pair.map(|word| if word.is_empty() { "center" } else { word }));
            let mut words = words.map(|[row, col]| if row == col { vec![row] } else { vec![row, col] });
            words.find(|words| cells(rules, words) == Some(vec![cell])).map(|words| words.join(" "))
        }
        Named::Column(column) | Named::Above(column) => Some(format!("column {}", column + 1)),
    }
}

/// A move without its number, as in "1. b2".
fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = after.strip_prefix(['.', ')']).filter(|rest| after.len() < text.len() && rest.starts_with(' '));
    rest.filter(|rest| rest.contains(|letter: char| letter.is_ascii_alphabetic())).unwrap_or(text)
}

/// The digits that are all that a text says, beside a side: those of "cell 5" and "X: 5".
pub fn bare_number(rules: &Rules, text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let words = words(&lower);
    let mut places = words.iter().filter(|word| side_word(rules, word).is_none());
    let number = places.next().filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))?;
    (places.next().is_none() && !text.contains('-')).then(|| (*number).to_owned())
}

/// The words of a text that say something; "topleft" is two of them.
fn words(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_direction = |word: &str| DIRECTIONS.contains(&word);
    let both = |word: &str| {
        (1..word.len()).find(|&at| word.is_char_boundary(at) && is_direction(&word[..at]) && is_direction(&word[at..]))
    };
    let apart = words.flat_map(|word| {
        let (first, second) = word.split_at(both(word).unwrap_or(word.len()));
        [first, second].into_iter().filter(|part| !part.is_empty())
    });
    apart.filter(|word| !FILLERS.contains(word)).collect()
}

/// The name of a cell or the letter of a column, perhaps with its letter and its digits apart.
fn of_word(rules: &Rules, words: &[&str]) -> Option<Named> {
    match words {
        [word] => Named::of_text(rules, word),
        // Where a letter alone is a move, these are two.
        [letter, digits] if letter.len() == 1 && rules.is_grid() && !has_letters(rules) => {
            notation::parse_cell(rules, &format!("{letter}{digits}")).map(Named::Cell)
        }
        _ => None,
    }
}

/// Whether the number after a word is a place, as in "column 4" and "plays 4".
pub fn is_before_place(word: &str) -> bool {
    let word = word.to_lowercase();
    is_marker(&word) || word != "move" && FILLERS.contains(&&*word)
}

/// Whether a word says that the next one is a column.
fn is_marker(word: &str) -> bool {
    matches!(word, "column" | "columns" | "col" | "slot" | "file")
}

/// A column where stones fall: "column 4", "col4", "fourth column", "column d", "center", "leftmost", "left of center"; a number alone, too, from 1.
fn of_column(rules: &Rules, words: &[&str]) -> Option<Named> {
    let others: Vec<&str> = words.iter().copied().filter(|word| !is_marker(word)).collect();
    let has_marker = others.len() < words.len();
    let (width, last) = (rules.width(), rules.width() - 1);
    let column = match others[..] {
        ["leftmost"] | ["far", "left"] => 0,
        ["rightmost"] | ["far", "right"] => last,
        ["left"] if has_marker => 0,
        ["right"] if has_marker => last,
        ["center" | "centre" | "middle" | "central"] if width % 2 == 1 => width / 2,
        [word, "from", "left"] => number(word)?.checked_sub(1)?,
        [word, "from", "right"] => width.checked_sub(number(word)?)?,
        [word] => {
            let bare = word.strip_prefix("column").or_else(|| word.strip_prefix("col")).unwrap_or(word);
            let letter = bare.parse().ok().and_then(|letter| notation::parse_column(rules, letter));
            letter.or_else(|| number(bare)?.checked_sub(1))?
        }
        [side @ ("left" | "right"), "of", base]
        | ["just" | "directly" | "immediately", side @ ("left" | "right"), "of", base] => beside(rules, 1, side, base)?,
        [count, side @ ("left" | "right"), "of", base] => beside(rules, number(count)?, side, base)?,
        _ => return None,
    };
    (has_letters(rules) && column < width).then_some(Named::Column(column))
}

/// The column that lies `count` columns to the left or to the right of another one.
fn beside(rules: &Rules, count: usize, side: &str, base: &str) -> Option<usize> {
    let Some(Named::Column(base)) = of_column(rules, &[base]) else { return None };
    if side == "left" { base.checked_sub(count) } else { base.checked_add(count) }
}

/// The number that a word is, from 1: "4", "4th", "four" or "fourth".
pub fn number(word: &str) -> Option<usize> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    let in_words = || [&NUMBERS[1..], &ORDINALS].iter().find_map(|words| words.iter().position(|other| *other == word));
    digits.parse().ok().or_else(|| Some(in_words()? + 1))
}

/// Most cells that a remedy names.
const CELLS_SHOWN_MAX: usize = 8;

/// Whether a text may be a move: it names a place, is words of places alone, or has such a word and begins with a side.
pub fn may_be_move(rules: &Rules, text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let words = words(&lower);
    let is_of_place =
        |word: &&str| DIRECTIONS.contains(word) || is_marker(word) || matches!(*word, "corner" | "edge" | "side");
    let has_side = words.first().is_some_and(|word| side_word(rules, word).is_some());
    let are_places = || words.iter().all(|word| is_of_place(word) || matches!(*word, "a" | "another"));
    let is_said = words.iter().any(is_of_place) && (has_side || are_places());
    is_said || spoken(rules, &text.trim().into()).is_some()
}

/// The names of the cells that words of directions leave open.
pub fn open_cells(rules: &Rules, value: &Value) -> Option<Vec<String>> {
    let lower = value.as_str()?.to_lowercase();
    let words = words(&lower);
    let place = words.iter().position(|word| side_word(rules, word).is_none())?;
    let cells = cells(rules, &words[place..]).filter(|cells| (2..=CELLS_SHOWN_MAX).contains(&cells.len()))?;
    // Where stones fall, columns are moves.
    (!has_letters(rules)).then(|| cells.into_iter().map(|cell| notation::cell_name(rules, cell)).collect())
}
