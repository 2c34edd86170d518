//! Moves in sentences about the players: "I play b2, they answer a1".

use super::spoken::{is_before_place, spoken};
use crate::read::errors::shown;
use crate::read::fields::Sender;
use crate::read::place::{Named, has_letters, is_column_letter};
use inarow_engine::game::Rules;

/// Words for a player, perhaps behind one of [`BEFORE`].
const PLAYERS: [&str; 12] =
    ["i", "we", "you", "they", "he", "she", "it", "ai", "opponent", "computer", "engine", "bot"];
/// Words that may stand before a player.
const BEFORE: [&str; 10] = ["my", "your", "the", "our", "first", "then", "next", "now", "finally", "and"];
/// Most names that a remedy repeats.
const NAMES_SHOWN_MAX: usize = 16;

/// The words of a text, without signs around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The player that a word stands for, unless it is the letter of a column.
fn player(rules: &Rules, word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    let one = match &*lower {
        "we" => "i",
        "it" | "ai" | "opponent" | "computer" | "engine" | "bot" => "they",
        other => other,
    };
    PLAYERS.into_iter().find(|player| *player == one).filter(|_| !is_column_letter(rules, word))
}

/// The places in texts of clauses, each of a player, where two players take turns; `None` of any other texts.
pub fn without_players(rules: &Rules, texts: &[&str]) -> Option<Vec<String>> {
    let mut players: Vec<&str> = Vec::new();
    let mut bare = Vec::new();
    let is_before_player = |word: &str| BEFORE.contains(&&*word.to_lowercase());
    for text in texts {
        let mut places: Vec<Vec<&str>> = Vec::new();
        for part in text.split([',', ';', '\n']) {
            let mut is_open = false;
            for word in part.split_whitespace() {
                let name = word.trim_end_matches('.');
                if let Some(player) = player(rules, name) {
                    players.push(player);
                    places.push(Vec::new());
                    is_open = true;
                } else if is_open {
                    places.last_mut()?.push(name);
                } else {
                    is_before_player(name).then_some(())?;
                }
            }
        }
        // The words before the next player: "b2 and then my".
        for place in &mut places {
            let end = place.iter().rposition(|word| !is_before_player(word)).map_or(0, |last| last + 1);
            place.truncate(end);
        }
        let places: Vec<String> = places.into_iter().map(|place| place.join(" ")).collect();
        places.iter().all(|place| spoken(rules, &place.as_str().into()).is_some()).then_some(())?;
        bare.push(places.join(", "));
    }
    let take_turns = players.windows(2).all(|pair| pair[0] != pair[1])
        && players.iter().zip(players.iter().skip(2)).all(|(one, next)| one == next);
    (take_turns && !players.is_empty()).then_some(bare)
}

/// The remedy for a text of sentences that is not read; `None` of any other text.
pub fn refused(rules: &Rules, text: &str, sender: Sender) -> Option<String> {
    let is_name = |word: &&str| {
        word.len() > 1
            && word.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && Named::of_text(rules, word).is_some()
    };
    let mut names: Vec<&str> = words(text).filter(is_name).take(NAMES_SHOWN_MAX).collect();
    let has_player = words(text).any(|word| player(rules, word).is_some());
    let is_of_sides = || sender != Sender::Tool && !names.is_empty() && words(text).any(is_before_place);
    (words(text).nth(1).is_some() && (has_player || is_of_sides())).then_some(())?;
    // Some of them may only be talked about; without any there is an example alone.
    let which =
        if names.is_empty() { "in the order of play, such as" } else { "those that were played, in their order:" };
    if names.is_empty() {
        names = if has_letters(rules) { vec!["d", "e"] } else { vec!["b2", "a1"] };
    }
    let example = match sender {
        Sender::Query => format!("moves={}", names.join(",")),
        Sender::Body => format!("\"moves\": [\"{}\"]", names.join("\", \"")),
        Sender::Tool => format!("[\"{}\"]", names.join("\", \"")),
    };
    Some(format!("{} has words beside the moves; send the moves alone, {which} {example}", shown(text)))
}
