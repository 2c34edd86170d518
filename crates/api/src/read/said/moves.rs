//! Lists of moves as language models write them, with sides and numbers.

use std::borrow::Cow;

use serde_json::Value;

use super::coordinates::are_coordinates;
use super::move_numbers::{dotted_number, leading_number, move_number};
use super::plain::with_commas;
use super::spoken::{is_before_place, side_word, spoken, without_side};
use crate::read::error_code::ErrorCode;
use crate::read::errors::{At, Shown};
use crate::read::parameters::{elements, is_digits, items};
use crate::read::place::{Named, has_letters};
use inarow_engine::game::{Position, Rules};

/// Moves of a tool before they are played.
pub struct Said<'v> {
    pub items: Cow<'v, [Value]>,
    /// Where a number stands before a move: the index of the move, and the number.
    numbers: Vec<(usize, usize)>,
    /// Whether one of them has several dots, as the second moves of rounds have.
    has_dots: bool,
    /// Whether the first word is one of these.
    begins_with_dots: bool,
}

/// Why a list of moves is not known to be in the order of play.
pub enum Fault {
    /// A move has no side, and one before it has.
    SideMissing { number: usize, text: String },
    /// The first number is not that of the first move.
    StartMissing { found: usize },
    /// A number counts neither moves nor rounds.
    Numbering { number: usize, found: usize },
    /// The dots of the first number stand for a move of X.
    ByOther { found: usize },
    /// No move comes after the last number.
    End { found: usize },
}

impl Fault {
    pub fn note(&self, at: At<'_>) {
        match self {
            Fault::SideMissing { number, text } => at.error(
                ErrorCode::NotAlternating,
                format_args!(
                    "move {number} ({text}) has no side, and one before it has; send all moves in the order of play, a side before each \
                     or before none"
                ),
            ),
            Fault::StartMissing { found } => at.error(
                ErrorCode::Unreadable,
                format_args!("moves are missing before \"{found}.\"; send the whole game, from \"1.\" on"),
            ),
            Fault::ByOther { found } => at.error(
                ErrorCode::NotAlternating,
                format_args!(
                    "\"{found}...\" says that O began, and moves begin with one of X: send such a game as record, or its board and turn"
                ),
            ),
            Fault::End { found } => at.error(
                ErrorCode::Unreadable,
                format_args!("no move comes after \"{found}.\"; send the whole game as a list of names, such as [\"b2\", \"a1\"]"),
            ),
            Fault::Numbering { number, found } => at.error(
                ErrorCode::Unreadable,
                format_args!(
                    "move {number} has the number {found}; a move is missing or repeated: number moves or rounds from 1, or leave the \
                     numbers out"
                ),
            ),
        }
    }
}

impl<'v> Said<'v> {
    pub fn without_numbers(items: Cow<'v, [Value]>) -> Said<'v> {
        Said { items, numbers: Vec::new(), has_dots: false, begins_with_dots: false }
    }

    /// The elements of a list, each with its own number.
    pub fn of_list(items: &'v [Value]) -> Said<'v> {
        let number = |(index, item): (usize, &Value)| Some((index, leading_number(item.as_str()?)?));
        let numbers = items.iter().enumerate().filter_map(number).collect();
        Said { items: Cow::Borrowed(items), numbers, has_dots: false, begins_with_dots: false }
    }

    /// The elements of a text: the words between two commas may be one move, and a side goes with the word after it.
    pub fn of_text(rules: &Rules, text: &str) -> Said<'static> {
        if !rules.is_grid() && are_coordinates(text) {
            return Said::without_numbers(Cow::Owned(vec![text.trim().into()]));
        }
        if let Some(pairs) = pairs(rules, text) {
            return Said::without_numbers(Cow::Owned(pairs));
        }
        let is_side =
            |item: &Value| item.as_str().is_some_and(|word| side_word(rules, word.trim_end_matches(':')).is_some());
        let text = with_commas(text);
        // A comma at the end of a text stands for no missing move, as it would between two others.
        let text = text.trim_end().strip_suffix(',').filter(|rest| !rest.trim().is_empty()).unwrap_or(&text);
        let mut said: Vec<Value> = Vec::new();
        let mut numbers = Vec::new();
        for part in places(text).iter().filter(|_| !text.trim().is_empty()) {
            let whole = Value::from(part.trim());
            // "r1 c1" may be two cells.
            let has_other = || part.split_whitespace().any(|word| Named::of_text(rules, word).is_none());
            let is_place = || are_coordinates(without_side(rules, part)) && has_other();
            if part.trim().is_empty() || spoken(rules, &whole).is_some() || is_place() {
                numbers.extend(leading_number(part).map(|number| (said.len(), number)));
                said.push(whole);
                continue;
            }
            if let Some(moves) = numbered_phrases(rules, part) {
                numbers.extend(moves.iter().enumerate().map(|(index, (number, _))| (said.len() + index, *number)));
                said.extend(moves.into_iter().map(|(_, phrase)| phrase));
                continue;
            }
            for item in items(part, true) {
                let word = item.as_str().unwrap_or_default();
                if let Some(number) = move_number(word) {
                    numbers.push((said.len(), number));
                } else if !word.chars().all(|letter| "->→".contains(letter)) {
                    match said.last_mut().filter(|last| is_side(last)) {
                        Some(side) => *side = format!("{} {word}", side.as_str().unwrap_or_default()).into(),
                        None => said.push(item),
                    }
                }
            }
        }
        Said {
            items: Cow::Owned(said),
            numbers,
            has_dots: text.split_whitespace().any(|word| dotted_number(word).is_some()),
            begins_with_dots: text.split_whitespace().next().is_some_and(|word| dotted_number(word).is_some()),
        }
    }

    /// The first move that is not known to be in the order of play.
    pub fn fault(&self, start: &Position) -> Option<(usize, Fault)> {
        let rules = start.rules();
        let is_named = |item: &Value| item.as_str().and_then(|text| Named::of_text(rules, text.trim())).is_some();
        let mut has_side = false;
        let mut bare = None;
        for (index, item) in self.items.iter().enumerate() {
            match spoken(rules, item).map(|spoken| spoken.side) {
                Some(None) if has_side => bare = bare.or(Some(index)),
                // A word that is no move may be a part of one: it is the fault.
                None if !is_named(item) => return None,
                side => has_side |= side.flatten().is_some(),
            }
        }
        let missing = |index: usize| {
            (index, Fault::SideMissing { number: index + 1, text: Shown(&self.items[index]).to_string() })
        };
        bare.map(missing).or_else(|| self.numbering_fault(start.stones()))
    }

    /// The first number that counts neither moves nor rounds, from the first move or from that after the stones of the start.
    fn numbering_fault(&self, stones: usize) -> Option<(usize, Fault)> {
        let counts = |before: usize, per_round: usize| {
            self.numbers.iter().position(|&(index, number)| number != (before + index) / per_round + 1)
        };
        if let Some(&(index, found)) = self.numbers.last().filter(|(index, _)| *index >= self.items.len()) {
            return Some((index.saturating_sub(1), Fault::End { found }));
        }
        // Where moves are counted, each of them is.
        let counts_moves = |before: usize| {
            let first = self.numbers.first().map_or(0, |(index, _)| *index);
            let gap = (1..self.numbers.len()).find(|&place| self.numbers[place].0 != first + place);
            let is_short = || first + self.numbers.len() < self.items.len();
            // Several dots are those of rounds.
            if self.has_dots {
                return Some(0);
            }
            let last = || (self.numbers.len() > 1 && is_short()).then(|| self.numbers.len() - 1);
            counts(before, 1).or(gap).or_else(last)
        };
        let wrong = [counts_moves(0), counts(0, 2), counts_moves(stones), counts(stones, 2)];
        // The count that goes furthest is the one that was meant.
        let (index, found) = self.numbers[wrong.into_iter().min_by_key(|wrong| match wrong {
            Some(place) => self.numbers.len() - place,
            None => 0,
        })??];
        if self.begins_with_dots {
            return Some((0, Fault::ByOther { found: self.numbers[0].1 }));
        }
        let is_first = self.numbers.first() == Some(&(index, found)) && found > index + 1;
        let fault =
            if is_first { Fault::StartMissing { found } } else { Fault::Numbering { number: index + 1, found } };
        Some((index, fault))
    }
}

/// The elements of a text, where a row and the column behind its comma are one: "row 2, column 2".
fn places(text: &str) -> Vec<String> {
    let half = |word: &str| match &*word.to_lowercase() {
        "row" => Some(0),
        "column" | "col" => Some(1),
        _ => None,
    };
    let is_open = |part: &str, missing: usize| {
        let halves: Vec<usize> = part.split_whitespace().filter_map(half).collect();
        let is_before_number = part.split_whitespace().rev().nth(1).and_then(half) == Some(1 - missing);
        halves.len() % 2 == 1 && is_before_number
    };
    let mut places: Vec<String> = Vec::new();
    for part in elements(text) {
        let missing = part.split_whitespace().next().and_then(half);
        match places.last_mut().filter(|last| missing.is_some_and(|missing| is_open(last, missing))) {
            Some(last) => last.extend([",", part]),
            None => places.push(part.to_owned()),
        }
    }
    places
}

/// The moves of a part whose numbers alone stand between them: "1. center 2. top left". `None` where each is a word, and where words
/// between two numbers are several moves.
fn numbered_phrases(rules: &Rules, part: &str) -> Option<Vec<(usize, Value)>> {
    let mut moves: Vec<(usize, Vec<&str>)> = Vec::new();
    for word in part.split_whitespace() {
        match move_number(word) {
            Some(number) => moves.push((number, Vec::new())),
            None => moves.last_mut()?.1.push(word),
        }
    }
    let is_one = |words: &[&str]| spoken(rules, &words.join(" ").into()).is_some();
    let has_phrase = moves.iter().any(|(_, words)| words.len() > 1);
    // Words without a known move are one move where other moves have several words, or where no word of them is a move.
    let is_phrased = moves.iter().any(|(_, words)| words.len() > 1 && is_one(words));
    let is_move = |words: &[&str]| {
        let is_name = |word: &&str| Named::of_text(rules, word).is_some();
        let are_several = words.len() > 1 && words.iter().all(|&word| is_one(&[word]));
        !words.is_empty() && !are_several && (is_phrased && words.len() < 3 || !words.iter().any(is_name))
    };
    let are_moves = moves.iter().all(|(_, words)| is_one(words) || is_move(words));
    let phrase = |(number, words): (usize, Vec<&str>)| (number, Value::from(words.join(" ")));
    (has_phrase && are_moves).then(|| moves.into_iter().map(phrase).collect())
}

/// Several pairs of coordinates, each a text, perhaps with sides: "8,8 9,9", "(8, 8); (9, 9)" and "X at 8,8, O at 9,9". `None` of any other
/// text, and where digits are columns or cells.
fn pairs(rules: &Rules, text: &str) -> Option<Vec<Value>> {
    // Where cells are numbers, those of coordinates stand in parentheses.
    if has_letters(rules) || !rules.is_grid() && !text.trim_start().starts_with('(') {
        return None;
    }
    let mut is_within = false;
    let chunks = text.split(|letter: char| {
        is_within = letter == '(' || is_within && letter != ')';
        !is_within && (letter.is_whitespace() || matches!(letter, ';' | ')'))
    });
    let chunks = chunks.map(|chunk| chunk.trim_matches([',', '(']));
    let pair = |chunk: &str| {
        let mut numbers = chunk.split(',').map(str::trim);
        (chunk.contains(',') && numbers.all(is_digits)).then(|| chunk.into())
    };
    let is_said = |chunk: &str| {
        let word = chunk.trim_end_matches(':');
        move_number(chunk).is_some() || side_word(rules, word).is_some() || is_before_place(word)
    };
    let chunks = chunks.filter(|chunk| !chunk.is_empty() && !is_said(chunk));
    chunks.map(pair).collect::<Option<Vec<_>>>().filter(|pairs| pairs.len() > 1)
}
