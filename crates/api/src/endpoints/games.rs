//! `/v1/games`: all that a front end needs to build its menus.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::layout;
use crate::read::default_preset;
use crate::views::{GameView, LinesView, OriginView, RulesView};
use inarow_engine::engine::{Algorithm, Engine, Level, TieBreak};
use inarow_engine::game::{Game, Lines, Preset, Rules};
use inarow_engine::heuristic::Heuristic;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GamesAnswer {
    default: &'static str,
    games: Vec<NamedGame>,
    algorithms: Vec<&'static str>,
    tie_breaks: Vec<&'static str>,
    levels: Vec<LevelView>,
    limits: LimitsView,
}

#[derive(Serialize)]
struct NamedGame {
    name: &'static str,
    title: &'static str,
    rules: RowRules,
    cells: usize,
    lines: usize,
    symmetries: usize,
    heuristic: &'static str,
    /// Whether `/v1/puzzles` takes it.
    puzzles: bool,
    /// The number of lines again, their origin, and the places of the cells: for a game of lines only.
    #[serde(rename = "lineCount", skip_serializing_if = "Option::is_none")]
    line_count: Option<usize>,
    #[serde(flatten)]
    origin: Option<OriginView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<Vec<[usize; 2]>>,
}

/// The rules of a row, which can be sent as `game`: those of a game of lines with its name, since sides and k alone are an ordinary board.
#[derive(Serialize)]
#[serde(untagged)]
enum RowRules {
    Grid(RulesView),
    Lines(GameView),
}

impl RowRules {
    fn new(rules: &Rules) -> RowRules {
        if rules.is_grid() { RowRules::Grid(RulesView::new(rules)) } else { RowRules::Lines(GameView::new(rules)) }
    }
}

/// A name for a skill.
#[derive(Serialize)]
struct LevelView {
    name: &'static str,
    skill: u8,
    description: &'static str,
}

/// Limits by name.
struct LimitsView(Vec<(&'static str, u64)>);

impl Serialize for LimitsView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}

/// The answer: the presets with their rules, and these limits.
#[must_use]
pub fn answer(limits: &[(&'static str, u64)]) -> impl Serialize + use<> {
    let view = |preset: Preset| {
        let rules = preset.rules();
        let generated = LinesView::new(&rules);
        let game = Game::shared(&rules);
        NamedGame {
            name: preset.name(),
            title: preset.title(),
            rules: RowRules::new(&rules),
            cells: rules.cells(),
            lines: Lines::count(&rules),
            symmetries: game.symmetries().len(),
            heuristic: Heuristic::default_for(&rules).name(),
            puzzles: Engine::has_puzzles(&game),
            line_count: generated.as_ref().map(|lines| lines.line_count),
            origin: generated.map(|lines| lines.origin),
            layout: (!rules.is_grid()).then(|| layout(&rules)),
        }
    };
    let level = |level: Level| LevelView { name: level.name(), skill: level.skill(), description: level.description() };
    GamesAnswer {
        default: default_preset().name(),
        games: Preset::ALL.into_iter().map(view).collect(),
        algorithms: Algorithm::ALL.map(Algorithm::name).into(),
        tie_breaks: TieBreak::ALL.map(TieBreak::name).into(),
        levels: Level::ALL.into_iter().map(level).collect(),
        limits: LimitsView(limits.to_vec()),
    }
}
