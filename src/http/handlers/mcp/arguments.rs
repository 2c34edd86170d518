//! The arguments of a tool as a call sends them: their names, replacements for others, and defaults.

use serde_json::{Map, Value};

use super::tool::{LINES, LINES_DEFAULT, Tool};
use inarow_api::FieldErrors;
use inarow_api::endpoints::TOOL_MOVES_MAX;
use inarow_api::read::{ErrorCode, Pointer, field_suggestion, json_of};
use inarow_engine::engine::Level;
use inarow_engine::game::record;

/// Arguments that are numbers.
const NUMBERS: [&str; 5] = ["movetime", "depth", LINES, "seed", "difficulty"];
/// Arguments that are flags, which models also send as yes and no.
const FLAGS: [&str; 1] = ["solution"];
/// Members of rules that are numbers.
const NUMBERS_OF_RULES: [&str; 4] = ["width", "height", "k", "cells"];
const FLAGS_OF_RULES: [&str; 2] = ["gravity", "misere"];
/// Members of answers that no tool takes.
const OF_ANSWERS: [&str; 12] = [
    "position",
    "after",
    "chosen",
    "solution",
    "themes",
    "legalMoves",
    "pv",
    "score",
    "search",
    "records",
    "accuracy",
    "lines",
];

/// Reads numbers and flags that are sent as text, as models do at times; they mean nothing else there.
fn read_texts(members: &mut Map<String, Value>, numbers: &[&str], flags: &[&str]) {
    let read = |name: &str, text: &str| match text {
        "true" | "false" | "yes" | "no" => flags.contains(&name).then(|| Value::from(matches!(text, "true" | "yes"))),
        _ => text.parse::<u64>().ok().filter(|_| numbers.contains(&name) && is_plain_number(text)).map(Value::from),
    };
    for (name, value) in members.iter_mut() {
        if let Some(meant) = value.as_str().and_then(|text| read(name, &text.to_ascii_lowercase())) {
            *value = meant;
        }
    }
}

/// Reads a game and lists of moves that are sent as the text of JSON, as models do at times. Boards in this form are boards anyway.
pub(super) fn read_json_texts(arguments: &mut Map<String, Value>) {
    for (name, begin) in [("game", '{'), ("moves", '['), ("searchMoves", '[')] {
        let Some(value) = arguments.get_mut(name) else { continue };
        let text = value.as_str().map(str::trim).filter(|text| text.starts_with(begin));
        if let Some(meant) = text.and_then(json_of) {
            *value = meant;
        }
    }
}

/// Leaves out the headers of PGN, whose names of players are no sides of moves. Returns the result that they have.
pub(super) fn leave_out_headers(arguments: &mut Map<String, Value>) -> Option<String> {
    let mut result = None;
    for name in ["moves", "record"] {
        if let Some(Value::String(text)) = arguments.get_mut(name) {
            let moves = record::without_headers(text).to_owned();
            let headers = &text[..text.len() - moves.len()];
            let value = headers.split_once("[Result \"").and_then(|(_, rest)| rest.split_once('"'));
            result = result.or(value.map(|(value, _)| value.to_owned()));
            *text = moves;
        }
    }
    result
}

/// Whether a text is a number as JSON writes it.
fn is_plain_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
}

impl Tool {
    /// Checks, beyond the endpoint's own checks, that the tool has these arguments, and that a count is not null, which would be all.
    ///
    /// # Errors
    /// All wrong arguments.
    pub(super) fn check(self, arguments: &Map<String, Value>) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        let unknown = arguments.iter().filter(|(name, _)| !self.argument_names().contains(&name.as_str()));
        let rules = misplaced_rules(arguments).filter(|_| self.argument_names().contains(&"game"));
        if let Some((first, rules)) = &rules {
            errors.add_with(Pointer::ROOT.key(first), ErrorCode::UnknownField, || match arguments.get("game") {
                Some(Value::String(_)) => {
                    format!("the name in game has its rules: leave {first} out, or send rules in its place")
                }
                _ => format!("rules go into game: {rules}"),
            });
        }
        let renamed = renamed_rules(arguments).map(|rules| rules.to_string());
        let renamed =
            renamed.filter(|text| text.len() <= RULES_BYTES_MAX).filter(|_| self.argument_names().contains(&"game"));
        if let Some(rules) = renamed {
            let detail = format_args!("rules have other names here: \"game\": {rules}");
            errors.add(Pointer::ROOT.key("game"), ErrorCode::UnknownField, detail);
        }
        let unknown = unknown.filter(|(name, _)| rules.is_none() || name_of_rules(name).is_none() && *name != "rules");
        // A text or a list under such a name is a board or moves.
        match unknown.clone().find(|(name, value)| OF_ANSWERS.contains(&name.as_str()) && value.is_object()) {
            Some((name, _)) => errors.add_with(Pointer::ROOT.key(name), ErrorCode::UnknownField, || {
                format!("this is a whole answer; {} takes only {}", self.name(), self.argument_names().join(", "))
                    + ": send game and moves of it, or the board and the turn of its position"
            }),
            None => unknown.for_each(|(name, value)| {
                errors.add_with(Pointer::ROOT.key(name), ErrorCode::UnknownField, || self.lacks(name, value));
            }),
        }
        if arguments.get(LINES).is_some_and(Value::is_null) {
            let detail =
                format_args!("null is not a number; send a whole number from 1 to {TOOL_MOVES_MAX}, or leave it out");
            errors.add(Pointer::ROOT.key(LINES), ErrorCode::WrongType, detail);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Leaves out arguments that are empty, as models send those which they do not use. One of moves, board and record stays.
    pub(super) fn leave_out_blanks(self, arguments: &mut Map<String, Value>) {
        const PLACES: [&str; 3] = ["board", "record", "moves"];
        let is_blank_text = |value: &Value| value.as_str().is_some_and(|text| text.trim().is_empty());
        let is_optional = |name: &str| !PLACES.contains(&name) && self.argument_names().contains(&name);
        arguments.retain(|name, value| !(is_optional(name) && is_blank_text(value)));
        for place in PLACES {
            let has_other = PLACES.iter().any(|other| *other != place && arguments.contains_key(*other));
            let is_blank = |value: &Value| is_blank_text(value) || value.as_array().is_some_and(Vec::is_empty);
            if has_other && arguments.get(place).is_some_and(is_blank) {
                arguments.remove(place);
            }
        }
    }

    /// Why it does not take an argument of this name.
    fn lacks(self, name: &str, value: &Value) -> String {
        let names = self.argument_names().join(", ");
        let takes = if names.is_empty() { "no arguments".to_owned() } else { format!("only {names}") };
        let instead = match name {
            "board" if self == Tool::ReviewGame => {
                ". A review judges the moves in the order in which they were played: send these as moves, or a record"
            }
            "board" if self == Tool::ConvertRecord => {
                ". Send the moves in the order in which they were played, or the board as record; describe_position draws a board"
            }
            "move" if self == Tool::AnalysePosition => {
                ". Name the moves to judge in searchMoves, those that were played in moves"
            }
            "skill" if self == Tool::BestMove => ". Use level instead",
            "nodes" | "nodeLimit" | "node_limit" | "iterations" | "simulations" | "playouts" | "rollouts"
                if self.argument_names().contains(&"movetime") =>
            {
                ". It has no such limit: movetime bounds its search, or depth"
            }
            "level" if self == Tool::AnalysePosition => ". It is always at full strength; best_move plays at a level",
            "format" | "to" if self == Tool::ConvertRecord => ". It writes every form",
            "answer" | "guess" | "move" | "moves" if self == Tool::GetPuzzle => {
                ". Compare the answer with the move that it gives with solution true; analyse_position with the puzzle's moves, and the answer in searchMoves, says what it leads to"
            }
            "player" | "side" if self == Tool::ReviewGame => ". It judges both sides",
            "position" | "history" if value.is_array() && self.argument_names().contains(&"moves") => {
                ". Send a list of moves as moves"
            }
            "position" | "state" | "fen" | "grid" | "squares" if self.argument_names().contains(&"board") => {
                ". Send a drawn board as board"
            }
            _ => "",
        };
        let meant = if instead.is_empty() {
            field_suggestion(name, value, false, self.argument_names())
        } else {
            String::new()
        };
        let meant = if meant.is_empty() { meant } else { format!(";{meant}") };
        let others = Tool::ALL.into_iter().filter(|tool| tool.argument_names().contains(&name)).map(Tool::name);
        let others: Vec<&str> = others.filter(|_| instead.is_empty()).collect();
        let others = match others.len() {
            1..=3 => format!("; call {} with {name}", others.join(" or ")),
            _ => String::new(),
        };
        format!("{} takes {takes}{instead}{others}{meant}", self.name())
    }

    /// The fields of the request that answers a call.
    pub(super) fn with_defaults(self, mut arguments: Map<String, Value>) -> Map<String, Value> {
        read_texts(&mut arguments, &NUMBERS, &FLAGS);
        if let Some(rules) = arguments.get_mut("game").and_then(Value::as_object_mut) {
            read_texts(rules, &NUMBERS_OF_RULES, &FLAGS_OF_RULES);
        }
        match self {
            Tool::BestMove => {
                // Among equally good moves the level chooses the better one for people.
                arguments.entry("level").or_insert(Level::Perfect.name().into());
                arguments.insert("explain".to_owned(), true.into());
            }
            Tool::AnalysePosition => {
                // No moves to compare are no restriction.
                if arguments.get("searchMoves").and_then(Value::as_array).is_some_and(Vec::is_empty) {
                    arguments.remove("searchMoves");
                }
                arguments.insert("explain".to_owned(), true.into());
                arguments.entry(LINES).or_insert(LINES_DEFAULT.into());
            }
            Tool::ReviewGame => {
                arguments.insert(LINES.to_owned(), 1.into());
            }
            Tool::DescribePosition | Tool::ConvertRecord | Tool::GetPuzzle | Tool::ListGames => {}
        }
        arguments
    }
}

/// The member of rules that an argument is, as programs name them.
fn name_of_rules(name: &str) -> Option<&str> {
    const OTHERS: [&str; 6] = ["gravity", "misere", "overline", "dimensions", "wrap", "shape"];
    match name {
        // A board of one size is square.
        "m" | "columns" | "cols" | "size" | "boardSize" | "board_size" => Some("width"),
        "n" | "rows" => Some("height"),
        "connect" | "inarow" | "in_a_row" | "winLength" | "win_length" | "win" => Some("k"),
        "width" | "height" | "k" => Some(name),
        _ => OTHERS.contains(&name).then_some(name),
    }
}

/// Names of both sides of a square board.
const SIZES: [&str; 3] = ["size", "boardSize", "board_size"];

/// The rules among some members, under the names that they have here.
fn own_rules(members: &Map<String, Value>) -> Value {
    let of_rules = members.iter().filter_map(|(name, value)| Some((name_of_rules(name)?.to_owned(), value.clone())));
    let mut rules: Map<String, Value> = of_rules.collect();
    if let Some(size) = SIZES.iter().find_map(|name| members.get(*name)) {
        rules.insert("height".to_owned(), size.clone());
    }
    Value::Object(rules)
}

/// The rules of a game whose members have the names of other programs; `None` where one is no rule, or all have their own.
fn renamed_rules(arguments: &Map<String, Value>) -> Option<Value> {
    let members = arguments.get("game")?.as_object()?;
    let own: Vec<&str> = members.keys().map(|name| name_of_rules(name)).collect::<Option<_>>()?;
    members.keys().ne(own).then(|| own_rules(members))
}

/// Gives rules their names here where those that were sent can mean no others: each rule has one, and of m and n neither is longer.
pub(super) fn rename_rules(arguments: &mut Map<String, Value>) {
    place_rules(arguments);
    let Some(rules) = renamed_rules(arguments) else { return };
    let sent = arguments.get("game").and_then(Value::as_object);
    let is_certain = |members: &Map<String, Value>| {
        let is_square = rules["width"] == rules["height"];
        let of_size = usize::from(SIZES.iter().any(|name| members.contains_key(*name)));
        let has_m_n = ["m", "n"].iter().any(|name| members.contains_key(*name));
        (is_square || !has_m_n) && rules.as_object().is_some_and(|rules| rules.len() == members.len() + of_size)
    };
    if sent.is_some_and(is_certain) {
        arguments.insert("game".to_owned(), rules);
    }
}

/// Longest rules that a remedy repeats, in bytes.
const RULES_BYTES_MAX: usize = 200;

/// Puts the rules of a board that are sent beside the other arguments into `game`, where no game is sent.
fn place_rules(arguments: &mut Map<String, Value>) {
    let rules = own_rules(arguments);
    let is_whole = ["width", "height", "k"].iter().all(|name| rules.get(*name).is_some());
    if is_whole && arguments.get("game").is_none_or(Value::is_null) {
        let (rules, others) =
            std::mem::take(arguments).into_iter().partition(|(name, _)| name_of_rules(name).is_some());
        *arguments = others;
        arguments.insert("game".to_owned(), Value::Object(rules));
    }
}

/// The first argument that is a member of rules, or rules themselves, and the form in which these are taken.
fn misplaced_rules(arguments: &Map<String, Value>) -> Option<(&str, String)> {
    let members = arguments.iter().filter_map(|(name, value)| Some((name, name_of_rules(name)?, value)));
    let (first, rules) = match arguments.get("rules") {
        Some(rules) => ("rules", rules.clone()),
        None => (members.clone().next()?.0.as_str(), own_rules(arguments)),
    };
    let text = Some(rules.to_string()).filter(|text| text.len() <= RULES_BYTES_MAX);
    Some((first, format!("\"game\": {}", text.as_deref().unwrap_or("{\"width\":6,\"height\":5,\"k\":4}"))))
}
