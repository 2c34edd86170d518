//! The game on the wire: its name, if it has one, and its rules.

use serde::Serialize;

use inarow_engine::game::{LinesOrigin, Preset, Rules};

/// Rules with every field.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct RulesView {
    width: usize,
    height: usize,
    k: usize,
    gravity: bool,
    overline: &'static str,
    misere: bool,
}

impl RulesView {
    #[must_use]
    pub fn new(rules: &Rules) -> RulesView {
        RulesView {
            width: rules.width(),
            height: rules.height(),
            k: rules.k(),
            gravity: rules.gravity(),
            overline: rules.overline().name(),
            misere: rules.misere(),
        }
    }
}

/// The members of a game of lines alone: how many cells and lines, and the origin of the lines.
#[derive(Serialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct LinesView {
    pub cells: usize,
    pub line_count: usize,
    #[serde(flatten)]
    pub origin: OriginView,
}

/// The origin of generated lines; empty for a list.
#[derive(Serialize, Clone, Default, Debug)]
pub struct OriginView {
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrap: Option<Vec<bool>>,
    /// The axis along which stones fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    axis: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
}

impl LinesView {
    /// `None` for an ordinary board.
    #[must_use]
    pub fn new(rules: &Rules) -> Option<LinesView> {
        let board = rules.line_board()?;
        let origin = match board.origin() {
            LinesOrigin::Dimensions { dimensions, wrap, gravity, .. } => OriginView {
                dimensions: Some(dimensions.clone()),
                wrap: Some(wrap.clone()),
                axis: *gravity,
                shape: None,
            },
            LinesOrigin::Shape { shape, .. } => OriginView { shape: Some(shape.clone()), ..OriginView::default() },
            LinesOrigin::List => OriginView::default(),
        };
        Some(LinesView { cells: board.cells(), line_count: board.line_count(), origin })
    }
}

/// The game of an answer. Rules that a preset has carry its name, however the request gave them.
#[derive(Serialize, Clone, Debug)]
pub struct GameView {
    name: Option<&'static str>,
    #[serde(flatten)]
    rules: RulesView,
    #[serde(flatten)]
    lines: Option<LinesView>,
}

impl GameView {
    #[must_use]
    pub fn new(rules: &Rules) -> GameView {
        let name = Preset::of_rules(rules).map(Preset::name);
        GameView { name, rules: RulesView::new(rules), lines: LinesView::new(rules) }
    }
}
