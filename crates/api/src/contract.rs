//! The names that the code knows, from the code itself: tests compare them with `openapi.yaml`.

use strum::VariantNames as _;
use time::UtcDateTime;

use crate::endpoints::{BATCH_KINDS, NODE_KINDS, PositionPart, TREE_ALGORITHMS, TreeFormat, TreePlayer};
use crate::picture::Theme as PictureTheme;
use crate::read::{Choice as _, EngineSide, ErrorCode, LOWER_CASE_SIDES, PointOfView, names};
use crate::views::{Outcome, QUEUE};
use crate::{Context, Endpoint, Limits};
use inarow_engine::engine::continuations::{EngineMoves, GameResult, SymmetryMode};
use inarow_engine::engine::puzzle::Theme;
use inarow_engine::engine::reasons::ReasonKind;
use inarow_engine::engine::review::Label;
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Level, Source, SourceLeft, TieBreak};
use inarow_engine::game::{Overline, Preset, Status, Symmetry};
use inarow_engine::heuristic::{EmptyLine, Named};
use inarow_engine::search::{Exactness, Stop};

/// The paths of some endpoints, with the fields that reading a request asks for.
#[must_use]
pub fn fields(is_wanted: impl Fn(Endpoint) -> bool) -> Vec<(&'static str, Vec<&'static str>)> {
    let (engine, limits) = (Engine::new(EngineConfig { table_bytes: 1 << 16 }), Limits::DEFAULT);
    let context = Context { limits: &limits, engine: &engine, now: UtcDateTime::UNIX_EPOCH };
    let wanted = Endpoint::ALL.iter().filter(|&&endpoint| is_wanted(endpoint));
    wanted.map(|endpoint| (endpoint.path(), endpoint.fields(context))).collect()
}

/// The closed lists of names, each with the name of its schema.
#[must_use]
pub fn enums() -> Vec<(&'static str, Vec<&'static str>)> {
    let reported = |algorithm: &Algorithm| *algorithm != Algorithm::Auto;
    vec![
        ("BatchKind", BATCH_KINDS.map(Endpoint::name).into()),
        ("PositionPart", names::<PositionPart>()),
        ("Preset", Preset::ALL.map(Preset::name).into()),
        ("HeuristicName", Named::ALL.map(Named::name).into()),
        ("EmptyLine", EmptyLine::ALL.map(EmptyLine::name).into()),
        ("Algorithm", Algorithm::ALL.map(Algorithm::name).into()),
        ("SearchAlgorithm", Algorithm::ALL.into_iter().filter(reported).map(Algorithm::name).collect()),
        ("Stop", Stop::ALL.map(Stop::name).into_iter().chain([QUEUE]).collect()),
        ("Source", Source::ALL.map(Source::name).into()),
        ("ExactSource", SourceLeft::ALL.map(SourceLeft::name).into()),
        ("ReasonKind", ReasonKind::ALL.map(ReasonKind::name).into()),
        ("TieBreak", TieBreak::ALL.map(TieBreak::name).into()),
        ("Level", Level::ALL.map(Level::name).into()),
        ("PointOfView", names::<PointOfView>()),
        ("LowerCaseSide", LOWER_CASE_SIDES.into()),
        ("Outcome", Outcome::VARIANTS.into()),
        ("ProvenOutcome", Outcome::VARIANTS.into()),
        ("PictureTheme", names::<PictureTheme>()),
        ("PuzzleTheme", Theme::ALL.map(Theme::name).into()),
        ("ReviewLabel", Label::ALL.map(Label::name).into()),
        ("Status", Status::ALL.map(Status::name).into()),
        ("Overline", Overline::ALL.map(Overline::name).into()),
        ("TreeAlgorithm", TREE_ALGORITHMS.map(Algorithm::name).into()),
        ("TreeFormat", names::<TreeFormat>()),
        ("TreePlayer", TreePlayer::VARIANTS.into()),
        ("NodeKind", NODE_KINDS.into()),
        ("Exactness", Exactness::ALL.map(Exactness::name).into()),
        ("GameResult", GameResult::ALL.map(GameResult::name).into()),
        ("EngineSide", names::<EngineSide>()),
        ("EngineMoves", EngineMoves::ALL.map(EngineMoves::name).into()),
        ("Equivalence", SymmetryMode::ALL.map(SymmetryMode::name).into()),
        ("ErrorCode", ErrorCode::ALL.iter().map(|code| code.name()).collect()),
        ("Transform", Symmetry::OF_SQUARE.into()),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::{Fields, Refusal};

    /// Where one field is wrong, reading asks for all the others: none of them is reported as unknown.
    #[test]
    fn a_wrong_field_makes_no_other_unknown() {
        let (engine, limits) = (Engine::new(EngineConfig { table_bytes: 1 << 16 }), Limits::DEFAULT);
        let context = Context { limits: &limits, engine: &engine, now: UtcDateTime::UNIX_EPOCH };
        for &endpoint in Endpoint::ALL {
            let names = endpoint.fields(context);
            for wrong in &names {
                let value = |name: &str| if name == *wrong { json!({"": 0}) } else { Value::Null };
                let members: Map<String, Value> = names.iter().map(|name| (name.to_string(), value(name))).collect();
                let fields = Fields::from_json(Value::from(members).to_string().as_bytes());
                let fields = fields.map_err(Refusal::from).expect("an object");
                let Err(errors) = endpoint.read(&fields, context) else { continue };
                let unknown = errors.list().iter().filter(|error| error.code == ErrorCode::UnknownField);
                let unknown: Vec<_> = unknown.map(|error| error.pointer.to_string()).collect();
                // A member of an object may well be unknown.
                let is_member = |pointer: &String| pointer.starts_with(&format!("/{wrong}/"));
                assert!(unknown.iter().all(is_member), "{}: {wrong} is wrong, and so {unknown:?}", endpoint.path());
            }
        }
    }
}
