//! Moves by their names: with separators, one after the other, with or without numbers.

use super::error::{RecordError, cut};
use super::replay::Replay;
use crate::game::{Player, Rules, notation};

/// Whether a character stands between moves.
pub fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

/// Plays the moves of a text such as `b2 a1 c3`, `1. h8 h9! 2. i8??`, `X b2, O a1` or `h8h9i8`. `1... a1` at its start is a move of O.
pub fn read(text: &str, replay: &mut Replay) -> Result<(), RecordError> {
    let mut rest = text;
    let mut numbering = Numbering { of_moves: true, of_rounds: true };
    let mut sides = Sides::default();
    loop {
        rest = rest.trim_start_matches(is_separator);
        if rest.is_empty() {
            return if replay.moves.is_empty() { Err(RecordError::Empty) } else { Ok(()) };
        }
        if let Some((side, after)) = side(rest, replay) {
            if side != replay.turn() {
                return Err(RecordError::WrongSide { number: replay.number(), turn: side });
            }
            rest = after.trim_start_matches(is_separator);
            sides = Sides { is_told: true, has_next: true };
        }
        let digits = leading_digits(rest);
        let is_number =
            !digits.is_empty() && (replay.rules().is_grid() || rest[digits.len()..].starts_with(['.', ')']));
        if is_number {
            rest = numbering.read(rest, digits, replay)?;
            continue;
        }
        if sides.is_told && !std::mem::take(&mut sides.has_next) {
            return Err(RecordError::SideMissing { number: replay.number() });
        }
        rest = name(rest, digits, replay)?;
    }
}

/// Whether moves have their sides in front of them: then each has.
#[derive(Default)]
struct Sides {
    is_told: bool,
    /// Whether the side of the next move has been read.
    has_next: bool,
}

/// The side in front of a move, as in `X b2, O: a1`, `B h8 W i9` or `Black: h8`, and the text after it; `None` where its letter is a column.
fn side<'t>(text: &'t str, replay: &Replay) -> Option<(Player, &'t str)> {
    let end = text.find(|letter: char| !letter.is_ascii_alphabetic())?;
    let (word, after) = text.split_at(end);
    let side = side_of(word)?;
    let is_letter = |letter| word.len() == 1 && notation::parse_column(replay.rules(), letter).is_some();
    let is_column = replay.rules().gravity() && word.starts_with(is_letter);
    let after = after.strip_prefix(':').or_else(|| after.starts_with(is_separator).then_some(after))?;
    (!is_column && !after.is_empty()).then_some((side, after))
}

/// The side of a letter or a colour.
pub fn side_of(word: &str) -> Option<Player> {
    match &*word.to_ascii_lowercase() {
        "x" | "b" | "black" => Some(Player::X),
        "o" | "w" | "white" => Some(Player::O),
        _ => None,
    }
}

/// Plays the move at the start of a text; the rest of the text.
fn name<'t>(text: &'t str, digits: &str, replay: &mut Replay) -> Result<&'t str, RecordError> {
    if !replay.rules().is_grid() {
        // The name of a cell is its number.
        let word = word(text);
        replay.play_named(if word.trim_end_matches(['!', '?']) == digits { digits } else { word })?;
        return Ok(&text[word.len()..]);
    }
    let letter = text.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(|| replay.no_move(word(text)))?;
    let digits = leading_digits(&text[letter.len_utf8()..]);
    if digits.is_empty() {
        return column(text, letter, replay);
    }
    let (name, rest) = text.split_at(letter.len_utf8() + digits.len());
    replay.play_named(name)?;
    // "h8!?" is the move h8 with a remark.
    Ok(rest.trim_start_matches(['!', '?']))
}

/// Plays a move that is the letter of a column alone, where stones fall; the rest of the text.
fn column<'t>(text: &'t str, letter: char, replay: &mut Replay) -> Result<&'t str, RecordError> {
    let word = word(text);
    let is_alone = word.trim_end_matches(['!', '?']).len() == letter.len_utf8();
    if !is_alone || !replay.rules().gravity() {
        return Err(replay.no_move(word));
    }
    replay.play_column(letter)?;
    Ok(&text[word.len()..])
}

/// Whether a text is words of letters, most of which are one letter, as are columns where stones fall: the others are slips.
pub fn are_letters(text: &str) -> bool {
    let (mut single, mut longer) = (0, 0);
    // A colon follows the side of a move.
    for word in text.split(|letter| is_separator(letter) || letter == ':').filter(|word| !word.is_empty()) {
        match word.len() {
            _ if !word.bytes().all(|byte| byte.is_ascii_alphabetic()) => return false,
            1 => single += 1,
            _ if side_of(word).is_some() => {}
            _ => longer += 1,
        }
    }
    single > longer
}

/// Whether a text is column digits: with white space anywhere, or with other separators between single ones.
pub fn are_digits(text: &str) -> bool {
    let are_all = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    let mut words = words.map(|word| word.trim_end_matches(['!', '?'])).peekable();
    // What a text ends with stands between no two of them.
    let is_apart = text.trim_end_matches(is_separator).contains([',', ';']);
    words.peek().is_some() && words.all(|word| are_all(word) && (word.len() == 1 || !is_apart))
}

/// A numbered game in columns from 1, with their letters: `1. 4 4 2. 5` as `1. d d 2. e`. `None` of any other text, and of `1.1 2.1`, which
/// may be rows and columns.
pub fn with_column_letters(rules: &Rules, text: &str) -> Option<String> {
    if !(rules.is_grid() && rules.gravity()) {
        return None;
    }
    let (mut plain, mut has_number, mut is_plain) = (String::with_capacity(text.len()), false, false);
    for word in text.split(is_separator).filter(|word| !word.is_empty()) {
        let after = &word[leading_digits(word).len()..];
        let rest = after.trim_start_matches(['.', ')', '…']);
        let is_numbered = rest.len() < after.len();
        let (number, column) = word.split_at(if is_numbered { word.len() - rest.len() } else { 0 });
        has_number |= is_numbered;
        plain.extend([" ", number]);
        let column = column.trim_end_matches(['!', '?']);
        if !column.is_empty() {
            let index = column.parse().ok().filter(|column| (1..=rules.width()).contains(column))?;
            plain.extend([' ', notation::column_letter(index - 1)]);
            is_plain |= !is_numbered || index > 1;
        }
    }
    (has_number && is_plain).then_some(plain)
}

/// Columns in lines that each begin with their number, `1 4 4` and `2 5 3`, with a dot behind it. `None` where the lines do not count from 1,
/// or are not equally long but for the last.
pub fn with_numbered_rounds(text: &str) -> Option<String> {
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let longest = lines.first().map(Vec::len).filter(|words| (2..=3).contains(words))?;
    let dotted = |(line, count): (&Vec<&str>, usize)| {
        let (number, moves) = line.split_first()?;
        let is_whole = line.len() == longest || count == lines.len() && (2..longest).contains(&line.len());
        (is_whole && number.parse() == Ok(count)).then(|| format!("{number}. {}", moves.join(" ")))
    };
    let rounds: Vec<String> = lines.iter().zip(1..).map(dotted).collect::<Option<_>>()?;
    (rounds.len() > 1).then(|| rounds.join("\n"))
}

/// The counts that the numbers before moves can still be.
struct Numbering {
    of_moves: bool,
    /// Whether they may count rounds of two moves.
    of_rounds: bool,
}

impl Numbering {
    /// Checks the number at the start of a text; returns the rest of the text.
    fn read<'t>(&mut self, text: &'t str, digits: &str, replay: &mut Replay) -> Result<&'t str, RecordError> {
        let after = &text[digits.len()..];
        let rest = after.trim_start_matches(['.', ')', '…']);
        if rest.len() == after.len() {
            return Err(replay.no_move(word(text)));
        }
        if after.starts_with("...") || after.starts_with('…') {
            // The dots stand for the move of X in this round.
            match replay.turn() {
                Player::X if replay.moves.is_empty() && !replay.is_set_up => replay.begin_with_o()?,
                Player::X => return Err(RecordError::WrongSide { number: replay.number(), turn: Player::O }),
                Player::O => {}
            }
        }
        let number = replay.number();
        let found = digits.parse::<usize>();
        self.of_moves &= found == Ok(number);
        self.of_rounds &= found == Ok(replay.round());
        match self.of_moves || self.of_rounds {
            true => Ok(rest),
            false => Err(RecordError::Numbering { number, found: cut(digits) }),
        }
    }
}

fn leading_digits(text: &str) -> &str {
    &text[..text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len())]
}

/// The text up to the next separator.
fn word(text: &str) -> &str {
    &text[..text.find(is_separator).unwrap_or(text.len())]
}
