//! `heuristic`: a name, or weights of one's own.

use serde_json::{Map, Value};

use super::choices::{Choice, by_name, not_allowed};
use super::error_code::ErrorCode;
use super::errors::{At, Shown};
use super::number::integer;
use super::reader::{Reader, is_broken_object};
use inarow_engine::game::Rules;
use inarow_engine::heuristic::{EmptyLine, Heuristic, HeuristicError, Named, Weights};

/// The heuristic asked for, if any, checked against the rules where these are known.
pub fn heuristic(r: &Reader<'_>, rules: Option<&Rules>) -> Option<Heuristic> {
    let sent = r.object("heuristic")?;
    let at = r.at();
    let at = at.key("heuristic");
    let heuristic = match &*sent {
        Value::Object(members) => Heuristic::Custom(custom(members, at)?),
        value if is_broken_object(value, "a heuristic's name or an object of weights", at) => return None,
        value if r.refuse_json_text("heuristic", value) => return None,
        value => Heuristic::Named(named(value, r.in_query(), at)?),
    };
    match rules.map(|rules| heuristic.compile(rules)) {
        Some(Err(error)) => {
            let is_count = matches!(error, HeuristicError::WeightCount { .. });
            if is_count {
                at.key("weights").error(&error, &error)
            } else {
                at.error(&error, &error)
            }
            None
        }
        _ => Some(heuristic),
    }
}

fn named(value: &Value, in_query: bool, at: At<'_>) -> Option<Named> {
    let named = by_name(value, <Named as Choice>::ALL);
    if named.is_none() {
        let or = match in_query {
            true => ", or the JSON text of weights such as {\"weights\":[0,1,10,100]}",
            false => ", or weights such as {\"weights\":[0,1,10,100]}",
        };
        let (code, detail) = not_allowed(value, <Named as Choice>::ALL, or, in_query);
        at.error_with(code, detail);
    }
    named
}

/// `weights`, one for each of 0 to k stones on a line; `tempo`, the factor for the lines of the side to move; `emptyLine`, whom an
/// empty line counts for.
fn custom(members: &Map<String, Value>, at: At<'_>) -> Option<Weights> {
    let before = at.error_count();
    let weights = Reader::of_object(members, at, |r| {
        let by_stones = numbers(r.sent("weights"), at.key("weights"));
        let tempo = r.number("tempo", 0..=Weights::TEMPO_MAX as u64).map_or(1, |tempo| tempo as i64);
        Weights::new(by_stones, tempo, r.choice("emptyLine").unwrap_or(EmptyLine::None))
    });
    weights.ok().filter(|_| at.error_count() == before)
}

fn numbers(weights: Option<&Value>, at: At<'_>) -> Vec<i64> {
    let range = -Weights::WEIGHT_MAX..=Weights::WEIGHT_MAX;
    let list = match weights {
        Some(Value::Array(list)) => list.as_slice(),
        Some(other) => {
            let detail = format_args!("{} is not a list; send one weight for each of 0 to k stones", Shown(other));
            at.error(ErrorCode::WrongType, detail);
            &[]
        }
        None => {
            let detail = "weights is missing; send one weight for each of 0 to k stones, e.g. [0,1,10,100]";
            at.error(ErrorCode::Missing, detail);
            &[]
        }
    };
    list.iter().enumerate().map(|(index, value)| integer(value, range.clone(), at.index(index)).unwrap_or(0)).collect()
}
