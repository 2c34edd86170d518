//! `game`: a preset's name, or rules.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer, shown};
use super::fields::params;
use super::json;
use super::param::{Choice, FieldType, Flag, Number, Param, by_name, not_allowed, object};
use inarow_engine::game::{Overline, Preset, Rules, RulesError, RulesSpec};

/// A preset's name, or an object of [`RulesParams`].
#[derive(Clone, Copy, Debug)]
pub struct GameOrRules;

impl FieldType for GameOrRules {
    fn from_parameter(text: &str) -> Value {
        object(text)
    }
}

/// The rules of a game of one's own.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct RulesParams {
    /// Columns, 1 to `sideMax`; required.
    width: Param<Number>,
    /// Rows, 1 to `sideMax`; required.
    height: Param<Number>,
    /// Stones in a row that end the game, 1 to the longer side; required.
    k: Param<Number>,
    /// Whether stones fall; default false.
    gravity: Param<Flag>,
    /// Whether more than `k` in a row counts; default `"allowed"`.
    overline: Param<Overline>,
    /// Whether `k` in a row loses; default false.
    misere: Param<Flag>,
}

/// The game of a request that names none.
pub const fn default_preset() -> Preset {
    Preset::TicTacToe
}

/// The rules asked for; those of [`default_preset`] when nothing is.
pub fn rules(game: &Param<GameOrRules>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Rules> {
    match game.sent() {
        None => Some(default_preset().rules()),
        Some(Value::Object(members)) => from_members(members, at, errors),
        Some(value) if is_broken_object(value, "a preset's name or an object of rules", at, errors) => None,
        Some(value) => {
            let preset = by_name(value, <Preset as Choice>::ALL);
            if preset.is_none() {
                let or = match game.is_parameter() {
                    true => ", or the JSON text of rules such as {\"width\":4,\"height\":4,\"k\":4}",
                    false => ", or rules such as {\"width\":4,\"height\":4,\"k\":4}",
                };
                not_allowed(value, <Preset as Choice>::ALL, or, game.is_parameter(), at, errors);
            }
            preset.map(Preset::rules)
        }
    }
}

/// Whether a value is text that starts like a JSON object and is none, or none without errors of form. Adds why.
pub fn is_broken_object(value: &Value, remedy: &str, at: Pointer<'_>, errors: &mut FieldErrors) -> bool {
    let Some(text) = value.as_str().filter(|text| text.trim_start().starts_with('{')) else { return false };
    let before = errors.count();
    if let Err(error) = json::read(text.as_bytes(), at, errors) {
        errors.add(at, ErrorCode::NotJson, format_args!("{} is not JSON ({error}); send {remedy}", shown(text)));
    }
    errors.count() > before
}

fn from_members(members: &Map<String, Value>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Rules> {
    let before = errors.count();
    let sent: RulesParams = params(members, at, errors);
    let mut size = |name: &'static str, size: &Param<Number>| {
        if !size.is_given() {
            let detail = format_args!("{name} is missing; send a whole number of cells, at least 1");
            errors.add(at.key(name), ErrorCode::Missing, detail);
        }
        size.number(1..=Rules::SIDE_MAX as u64, at.key(name), errors)
    };
    let (width, height, k) = (size("width", &sent.width), size("height", &sent.height), size("k", &sent.k));
    let gravity = sent.gravity.flag(at.key("gravity"), errors);
    let misere = sent.misere.flag(at.key("misere"), errors);
    let overline = sent.overline.choice(at.key("overline"), errors);
    let rules = Rules::new(RulesSpec {
        // The errors have what is missing already; the largest sides and the least k add none of their own.
        width: width.unwrap_or(Rules::SIDE_MAX as u64),
        height: height.unwrap_or(Rules::SIDE_MAX as u64),
        k: k.unwrap_or(1),
        gravity: gravity.unwrap_or_default(),
        overline: overline.unwrap_or(Overline::Allowed),
        misere: misere.unwrap_or_default(),
    });
    for error in rules.as_ref().err().into_iter().flatten() {
        let field = match error {
            RulesError::Width(_) => "width",
            RulesError::Height(_) => "height",
            RulesError::K { .. } => "k",
        };
        errors.add(at.key(field), error, error);
    }
    rules.ok().filter(|_| errors.count() == before)
}

/// Cells of the largest board whose requests are answered in place.
const SMALL_CELLS_MAX: usize = 16;

/// Whether the game is a preset of few cells.
pub fn is_small_game(game: Option<&Value>) -> bool {
    let given = game.filter(|game| !game.is_null());
    let preset = given.map_or(Some(default_preset()), |game| game.as_str().and_then(Preset::from_name));
    preset.is_some_and(|preset| preset.rules().cells() <= SMALL_CELLS_MAX)
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
