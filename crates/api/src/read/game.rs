//! `game`: a preset's name, rules, also in few letters, or the `game` of an answer.

use serde_json::{Map, Value};

use super::choices::{Choice, by_loose_name, by_plain_name, not_allowed};
use super::error_code::ErrorCode;
use super::errors::{At, Shown, shown};
use super::facts;
use super::fields::Sender;
use super::game_form::Form;
use super::lines::{self, size};
use super::mnk;
use super::reader::{Reader, is_broken_object};
use super::said::certain_game::certain_rules;
use super::said::game::{game_field, named_preset, said_rules, tic_tac_toe_of_size};
use super::synonyms::{VARIANTS, is_other_game, other_rules};
use inarow_engine::game::{Overline, Preset, Rules, RulesError, RulesSpec};

/// The game of a request that names none.
pub const fn default_preset() -> Preset {
    Preset::TicTacToe
}

/// The rules that `game` asks for; those of [`default_preset`] when nothing is sent.
pub fn rules(r: &Reader<'_>) -> Option<Rules> {
    let Some(game) = r.object("game") else { return Some(default_preset().rules()) };
    if let Some(rules) = game.as_str().filter(|_| r.is_tool()).and_then(certain_rules) {
        return Some(rules);
    }
    let at = r.at();
    let at = at.key("game");
    if let Some(read) = game.as_str().and_then(mnk::read) {
        let note = |errors: Vec<RulesError>| errors.iter().for_each(|error| at.error(error, error));
        return read.map_err(note).ok();
    }
    match &*game {
        Value::Object(members) => match members.get("name").filter(|name| !name.is_null()) {
            Some(name) => {
                let has_rules = members.keys().any(|member| facts::ALL.contains(&member.as_str()));
                let or = if has_rules { ", or leave out the name for rules of your own" } else { "" };
                let sender = if r.is_tool() { Sender::Tool } else { Sender::Body };
                let preset = preset(name, or, sender, !has_rules, at.key("name"));
                preset.and_then(|preset| of_preset(preset, members, at))
            }
            None => match alone_named(members).filter(|_| r.is_tool()) {
                Some(preset) => Some(preset.rules()),
                None => from_members(members, at),
            },
        },
        value if is_broken_object(value, "a preset's name or an object of rules", at) => None,
        value if r.refuse_json_text("game", value) => None,
        value => {
            let example = if r.in_query() {
                "width, height and k such as 8,8,5"
            } else {
                r#"rules such as {"width":8,"height":8,"k":5}"#
            };
            let or = format!(", or {example}");
            preset(value, &or, r.sender(), true, at).map(Preset::rules)
        }
    }
}

/// The preset that the only member of an object has, whatever the member is called.
fn alone_named(members: &Map<String, Value>) -> Option<Preset> {
    let value = members.values().next().filter(|_| members.len() == 1)?;
    by_loose_name(value, <Preset as Choice>::ALL)
}

/// The preset that a value names, in any case, as the names of cells are. Notes what else is allowed; of rules that it says, if those may
/// stand in its place, these.
fn preset(value: &Value, or: &str, sender: Sender, takes_rules: bool, at: At<'_>) -> Option<Preset> {
    const PRESETS: &[Preset] = <Preset as Choice>::ALL;
    let preset = match sender {
        Sender::Tool => by_loose_name(value, PRESETS),
        Sender::Body | Sender::Query => by_plain_name(value, PRESETS),
    };
    if preset.is_none() {
        if let Some(text) = value.as_str().filter(|text| other_rules(text) == VARIANTS) {
            at.error_with(ErrorCode::NotAChoice, || remedy_for_variant(text, sender));
            return None;
        }
        if let Some(said) = value.as_str().filter(|_| takes_rules).and_then(said_rules) {
            at.error(ErrorCode::NotAChoice, remedy_for_said(&Shown(value), &said, sender));
            return None;
        }
        let is_other = value.as_str().is_some_and(is_other_game);
        let or = match is_other {
            true => format!("{or}; all games here are won or lost by a line of stones"),
            false => format!("{or}{}", value.as_str().map_or("", other_rules)),
        };
        let (code, detail) = not_allowed(value, PRESETS, &or, sender == Sender::Query);
        at.error_with(code, detail);
    }
    preset
}

/// The error of a variant, which cannot be played, with the nearest game.
fn remedy_for_variant(text: &str, sender: Sender) -> String {
    let nearest = named_preset(text).map(Preset::name).map_or_else(String::new, |name| match sender {
        Sender::Query => format!("; the nearest game is game={name}"),
        Sender::Body | Sender::Tool => format!("; the nearest game is \"game\": \"{name}\""),
    });
    format!("{} has rules that no game here has, and cannot be played here{nearest}", shown(text))
}

/// The remedy for a game as people say it.
fn remedy_for_said(shown: &Shown<'_>, said: &Result<Rules, Vec<RulesError>>, sender: Sender) -> String {
    let rules = match said {
        Ok(rules) => rules,
        Err(errors) => {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            return format!("{shown} is not the name of a game, and these are no rules: {}", errors.join("; "));
        }
    };
    let text = shown.0.as_str().filter(|_| cfg!(feature = "tools"));
    let k = text.and_then(tic_tac_toe_of_size).map_or_else(String::new, |whole| {
        let is_other = whole.k() != rules.k();
        let send = game_field(&whole, sender);
        let or = if is_other { format!("; for {} in a row send {send}", whole.k()) } else { String::new() };
        format!(", {} in a row{or}", rules.k())
    });
    let send = game_field(rules, sender);
    match Preset::of_rules(rules).map(Preset::name) {
        Some(name) => {
            // Words alone may be of a variant.
            let has_size = shown.0.as_str().is_some_and(|text| text.contains(|letter: char| letter.is_ascii_digit()));
            let variants = if has_size { other_rules(shown.0.as_str().unwrap_or_default()) } else { VARIANTS };
            format!("{shown} is not allowed here; did you mean \"{name}\"? send {send}{k}{variants}")
        }
        None => {
            let is_said = shown.0.as_str().is_some_and(|text| text.to_lowercase().contains("gravity"));
            let falls = match rules.gravity() {
                _ if is_said => "",
                true => "; stones fall, and without \"gravity\" they do not",
                false => "; stones do not fall",
            };
            let others = other_rules(shown.0.as_str().unwrap_or_default());
            format!("{shown} is not the name of a game; send its rules, k in a row: {send}{k}{others}{falls}")
        }
    }
}

/// The rules of a preset that an object names. Its other members, which answers have, must be those of the preset.
fn of_preset(preset: Preset, members: &Map<String, Value>, at: At<'_>) -> Option<Rules> {
    let before = at.error_count();
    let (rules, name) = (preset.rules(), preset.name());
    for (member, sent) in members.iter().filter(|(member, sent)| *member != "name" && !sent.is_null()) {
        let at = at.key(member);
        if !facts::ALL.contains(&member.as_str()) {
            at.error_with(ErrorCode::UnknownField, || {
                format!("{} does not go with a name; the name is enough: \"game\": \"{name}\"", shown(member))
            });
        } else if !facts::agree(&rules, member, sent) {
            at.error_with(ErrorCode::Conflict, || {
                let own = facts::text(&rules, member);
                format!(
                    "{} contradicts {name}, {own}; leave it out, or leave out the name for rules of your own",
                    Shown(sent)
                )
            });
        }
    }
    (at.error_count() == before).then_some(rules)
}

fn from_members(members: &Map<String, Value>, at: At<'_>) -> Option<Rules> {
    let before = at.error_count();
    let form = Form::of(members);
    let is_known = |name: &str| Form::ALL.iter().any(|other| other.members().contains(&name));
    let foreign = |name: &str| is_known(name).then(Form::explanation);
    let rules = Reader::of_form(members, at, foreign, |r| {
        // Answers to a caller's own rules have null here.
        r.derived("name");
        let rules = match form {
            Form::Grid => grid(r),
            Form::Lines => lines::of_list(r),
            Form::Dimensions => lines::of_dimensions(r),
            Form::Shape => lines::of_shape(r),
        };
        // Rules with an error say nothing of other members.
        let is_whole = at.error_count() == before;
        let derived = form.derived().iter().filter_map(|&member| Some((member, r.derived(member)?)));
        for (member, sent) in derived {
            let known = rules.as_ref().filter(|_| is_whole);
            let Some(rules) = known.filter(|rules| !facts::agree(rules, member, sent)) else { continue };
            let own = facts::text(rules, member);
            r.at().key(member).error_with(ErrorCode::Conflict, || {
                format!("{} contradicts the other members, {own}; leave it out", Shown(sent))
            });
        }
        rules
    });
    rules.filter(|_| at.error_count() == before)
}

fn grid(r: &Reader<'_>) -> Option<Rules> {
    let rules = Rules::new(RulesSpec {
        // Missing members are among the errors already; the largest sides and the least k add none of their own.
        width: size(r, "width").unwrap_or(Rules::SIDE_MAX as u64),
        height: size(r, "height").unwrap_or(Rules::SIDE_MAX as u64),
        k: size(r, "k").unwrap_or(1),
        gravity: r.flag("gravity").unwrap_or_default(),
        overline: r.choice("overline").unwrap_or(Overline::Allowed),
        misere: r.flag("misere").unwrap_or_default(),
    });
    for error in rules.as_ref().err().into_iter().flatten() {
        let field = match error {
            RulesError::Width(_) => "width",
            RulesError::Height(_) => "height",
            RulesError::K { .. } => "k",
        };
        r.error(field, error, error);
    }
    rules.ok()
}

/// Cells of the largest board whose requests are answered in place.
const IN_PLACE_CELLS_MAX: usize = 16;

/// Whether the game is a preset of few cells. The tables of a game of lines take longer to make than those of an ordinary board.
pub fn is_small_game(game: Option<&Value>) -> bool {
    let given = game.filter(|game| !game.is_null());
    let preset = given.map_or(Some(default_preset()), |game| game.as_str().and_then(Preset::from_name));
    preset.map(Preset::rules).is_some_and(|rules| rules.is_grid() && rules.cells() <= IN_PLACE_CELLS_MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn small_games_are_presets_of_few_cells() {
        for game in [None, Some(Value::Null), Some("misere-tic-tac-toe".into()), Some("four-by-four".into())] {
            assert!(is_small_game(game.as_ref()), "{game:?}");
        }
        for game in ["connect-four".into(), "chess".into(), json!({"width": 3, "height": 3, "k": 3}), json!(3)] {
            assert!(!is_small_game(Some(&game)), "{game}");
        }
    }
}
