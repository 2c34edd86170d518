//! `/v1/heuristics`: the heuristics, with their formulas and sources.

use serde::Serialize;

use inarow_engine::heuristic::{EmptyLine, Named};

#[derive(Serialize)]
struct HeuristicsAnswer {
    heuristics: Vec<HeuristicView>,
    custom: CustomView,
}

#[derive(Serialize)]
struct HeuristicView {
    name: &'static str,
    formula: &'static str,
    source: &'static str,
}

/// The choices for a caller's own weights; their limits are among those of `/v1/games`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CustomView {
    empty_line: Vec<&'static str>,
}

/// The answer.
#[must_use]
pub fn answer() -> impl Serialize {
    let view = |named: Named| HeuristicView { name: named.name(), formula: named.formula(), source: named.source() };
    HeuristicsAnswer {
        heuristics: Named::ALL.into_iter().map(view).collect(),
        custom: CustomView { empty_line: EmptyLine::ALL.map(EmptyLine::name).into() },
    }
}
