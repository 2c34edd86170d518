//! `heuristic`: a name, or weights of one's own.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::params;
use super::game::is_broken_object;
use super::param::{Choice, FieldType, Number, Param, Shown, by_name, integer, not_allowed, object};
use inarow_engine::game::Rules;
use inarow_engine::heuristic::{EmptyLine, Heuristic, HeuristicError, Named, Weights};

/// A heuristic's name, or an object of [`WeightsParams`].
#[derive(Clone, Copy, Debug)]
pub struct NameOrWeights;

impl FieldType for NameOrWeights {
    fn from_parameter(text: &str) -> Value {
        object(text)
    }
}

/// A heuristic of one's own.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct WeightsParams {
    /// One weight for each of 0 to k stones on a line, −`weightMax` to `weightMax`; required.
    weights: Param<Vec<Number>>,
    /// Factor for the lines of the side to move, 0 to `tempoMax`; default 1.
    tempo: Param<Number>,
    /// Whom an empty line counts for; default `"none"`.
    empty_line: Param<EmptyLine>,
}

/// The heuristic asked for, if any, checked against the rules where these are known.
pub fn heuristic(
    sent: &Param<NameOrWeights>,
    rules: Option<Rules>,
    at: Pointer<'_>,
    errors: &mut FieldErrors,
) -> Option<Heuristic> {
    let heuristic = match sent.sent()? {
        Value::Object(members) => Heuristic::Custom(custom(members, at, errors)?),
        value if is_broken_object(value, "a heuristic's name or an object of weights", at, errors) => return None,
        value => Heuristic::Named(named(value, sent.is_parameter(), at, errors)?),
    };
    match rules.map(|rules| heuristic.compile(rules)) {
        Some(Err(error)) => {
            let is_count = matches!(error, HeuristicError::WeightCount { .. });
            errors.add(if is_count { at.key("weights") } else { at }, &error, &error);
            None
        }
        _ => Some(heuristic),
    }
}

fn named(value: &Value, in_query: bool, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Named> {
    let named = by_name(value, <Named as Choice>::ALL);
    if named.is_none() {
        let or = match in_query {
            true => ", or the JSON text of weights such as {\"weights\":[0,1,10,100]}",
            false => ", or weights such as {\"weights\":[0,1,10,100]}",
        };
        not_allowed(value, <Named as Choice>::ALL, or, in_query, at, errors);
    }
    named
}

fn custom(members: &Map<String, Value>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Weights> {
    let before = errors.count();
    let sent: WeightsParams = params(members, at, errors);
    let by_stones = numbers(&sent.weights, at.key("weights"), errors);
    let tempo = sent.tempo.number(0..=Weights::TEMPO_MAX as u64, at.key("tempo"), errors);
    let empty_line = sent.empty_line.choice(at.key("emptyLine"), errors);
    if errors.count() > before {
        return None;
    }
    let tempo = tempo.map_or(1, |tempo| tempo as i64);
    Weights::new(by_stones, tempo, empty_line.unwrap_or(EmptyLine::None)).ok()
}

fn numbers(weights: &Param<Vec<Number>>, at: Pointer<'_>, errors: &mut FieldErrors) -> Vec<i64> {
    let range = -Weights::WEIGHT_MAX..=Weights::WEIGHT_MAX;
    let list = match weights.sent() {
        Some(Value::Array(list)) => list.as_slice(),
        Some(other) => {
            let detail = format_args!("{} is not a list; send one weight for each of 0 to k stones", Shown(other));
            errors.add(at, ErrorCode::WrongType, detail);
            &[]
        }
        None => {
            let detail = "weights is missing; send one weight for each of 0 to k stones, e.g. [0,1,10,100]";
            errors.add(at, ErrorCode::Missing, detail);
            &[]
        }
    };
    let weights = list.iter().enumerate();
    weights.map(|(index, value)| integer(value, range.clone(), at.index(index), errors).unwrap_or(0)).collect()
}
