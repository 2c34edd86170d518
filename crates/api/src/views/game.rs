//! The game on the wire: its name, if it has one, and its rules.

use serde::Serialize;

use inarow_engine::game::{Preset, Rules};

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

/// The game of an answer. Rules that a preset has carry its name, however the request gave them.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct GameView {
    name: Option<&'static str>,
    #[serde(flatten)]
    rules: RulesView,
}

impl GameView {
    #[must_use]
    pub fn new(rules: &Rules) -> GameView {
        GameView { name: Preset::of_rules(rules).map(Preset::name), rules: RulesView::new(rules) }
    }
}
