//! What the code offers, from the constants that it works with: a test compares it with `openapi.yaml`.

use strum::VariantNames as _;

use super::handlers::tree::{NODE_KINDS, TreePlayer};
use super::problem::Code;
use super::request::{
    BatchParams, BatchRequest, Choice as _, EngineSide, ErrorCode, Kind, MatchParams, Params as _, PointOfView,
    PuzzleParams, PuzzleRequest, TREE_ALGORITHMS, names,
};
use super::response::Outcome;
use super::router::routes;
use crate::config::ServerLimits;
use inarow_engine::engine::continuations::{EngineMoves, GameResult, SymmetryMode};
use inarow_engine::engine::puzzle::Theme;
use inarow_engine::engine::reasons::ReasonKind;
use inarow_engine::engine::review::Label;
use inarow_engine::engine::{Algorithm, Level, Source, TieBreak};
use inarow_engine::game::{Game, Overline, Preset, Status};
use inarow_engine::heuristic::{EmptyLine, Named};
use inarow_engine::search::{Exactness, Stop};

/// Names and numbers that a contract must have, no more and no fewer.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Path and methods; HEAD and OPTIONS are not listed.
    pub routes: Vec<(&'static str, Vec<&'static str>)>,
    /// Path, and the fields that its requests may have.
    pub requests: Vec<(&'static str, Vec<&'static str>)>,
    /// Path, and the parameters of requests that are GET alone.
    pub queries: Vec<(&'static str, Vec<&'static str>)>,
    /// Name of a type and its values.
    pub enums: Vec<(&'static str, Vec<&'static str>)>,
    /// The limits of a server with default settings.
    pub limits: Vec<(&'static str, u64)>,
    /// Code, status and title of every problem.
    pub errors: Vec<(&'static str, u16, &'static str)>,
}

/// What the code offers.
#[must_use]
pub fn contract() -> Contract {
    Contract {
        routes: routes().into_iter().map(|route| (route.path, route.methods.to_vec())).collect(),
        requests: Kind::ALL
            .iter()
            .map(|kind| (kind.path(), kind.fields().to_vec()))
            .chain([("/v1/batch", BatchParams::names().to_vec()), ("/v1/match", MatchParams::names().to_vec())])
            .collect(),
        queries: vec![(PuzzleRequest::PATH, PuzzleParams::names().to_vec())],
        enums: enums(),
        limits: ServerLimits::DEFAULT.published().into(),
        errors: Code::ALL.iter().map(|code| (code.name(), code.status().as_u16(), code.title())).collect(),
    }
}

fn enums() -> Vec<(&'static str, Vec<&'static str>)> {
    let reported = |algorithm: &Algorithm| *algorithm != Algorithm::Auto;
    // A square board without gravity has every symmetry that there is.
    let square = Game::shared(Preset::TicTacToe.rules());
    vec![
        ("BatchKind", BatchRequest::KINDS.map(Kind::name).into()),
        ("Preset", Preset::ALL.map(Preset::name).into()),
        ("HeuristicName", Named::ALL.map(Named::name).into()),
        ("EmptyLine", EmptyLine::ALL.map(EmptyLine::name).into()),
        ("Algorithm", Algorithm::ALL.map(Algorithm::name).into()),
        ("SearchAlgorithm", Algorithm::ALL.into_iter().filter(reported).map(Algorithm::name).collect()),
        ("Stop", Stop::ALL.map(Stop::name).into()),
        ("Source", Source::ALL.map(Source::name).into()),
        ("ReasonKind", ReasonKind::ALL.map(ReasonKind::name).into()),
        ("TieBreak", TieBreak::ALL.map(TieBreak::name).into()),
        ("Level", Level::ALL.map(Level::name).into()),
        ("PointOfView", names::<PointOfView>()),
        ("Outcome", Outcome::VARIANTS.into()),
        ("ProvenOutcome", Outcome::VARIANTS.into()),
        ("PuzzleTheme", Theme::ALL.map(Theme::name).into()),
        ("ReviewLabel", Label::ALL.map(Label::name).into()),
        ("Status", Status::ALL.map(Status::name).into()),
        ("Overline", Overline::ALL.map(Overline::name).into()),
        ("TreeAlgorithm", TREE_ALGORITHMS.map(Algorithm::name).into()),
        ("TreePlayer", TreePlayer::VARIANTS.into()),
        ("NodeKind", NODE_KINDS.into()),
        ("Exactness", Exactness::ALL.map(Exactness::name).into()),
        ("GameResult", GameResult::ALL.map(GameResult::name).into()),
        ("EngineSide", names::<EngineSide>()),
        ("EngineMoves", EngineMoves::ALL.map(EngineMoves::name).into()),
        ("Sameness", SymmetryMode::ALL.map(SymmetryMode::name).into()),
        ("FaultCode", ErrorCode::ALL.iter().map(|code| code.name()).collect()),
        ("Transform", square.symmetries().iter().map(|symmetry| symmetry.name()).collect()),
    ]
}
