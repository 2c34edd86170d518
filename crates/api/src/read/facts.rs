//! The members that answers write about a game. They follow from its rules, and requests may repeat them.

use serde_json::Value;

use super::errors::shown;
use super::number::whole;
use inarow_engine::engine::Engine;
use inarow_engine::game::{Game, Lines, LinesOrigin, Preset, Rules};
use inarow_engine::heuristic::Heuristic;

/// The members that are the rules of an ordinary board.
pub const OF_GRID: [&str; 6] = ["width", "height", "k", "gravity", "overline", "misere"];
/// The members.
pub const ALL: [&str; 20] = [
    "width",
    "height",
    "k",
    "gravity",
    "overline",
    "misere",
    "cells",
    "lineCount",
    "lines",
    "above",
    "layout",
    "dimensions",
    "wrap",
    "axis",
    "shape",
    // Rows of the catalogue have these as well.
    "title",
    "rules",
    "symmetries",
    "heuristic",
    "puzzles",
];

/// Whether a value is that of the member. Whole numbers may have a fraction of zero.
pub fn agree(rules: &Rules, member: &str, sent: &Value) -> bool {
    let axis = axis(rules);
    match (member, sent) {
        // Requests name the axis here; answers have a flag.
        ("gravity", Value::String(none)) => none == "none" && !rules.gravity(),
        ("rules", Value::Object(members)) => members.iter().all(|(member, sent)| agree(rules, member, sent)),
        // The catalogue counts them.
        ("lines", Value::Number(_)) => whole(sent) == Some(Lines::count(rules) as i64),
        ("gravity", Value::Number(_)) => axis.is_some() && whole(sent) == axis.map(|axis| axis as i64),
        _ => of(rules, member).is_some_and(|own| is_same(&own, sent)),
    }
}

/// A member of the game as a relative clause: `whose k is 4`.
pub fn text(rules: &Rules, member: &str) -> String {
    match of(rules, member) {
        Some(Value::Array(_)) => format!("which has other {}", shown(member)),
        Some(own) => format!("whose {member} is {own}"),
        None => format!("which has no {member}"),
    }
}

fn is_same(own: &Value, sent: &Value) -> bool {
    match (own, sent) {
        (Value::Array(own), Value::Array(sent)) => {
            own.len() == sent.len() && own.iter().zip(sent).all(|(own, sent)| is_same(own, sent))
        }
        (Value::Number(_), Value::Number(_)) => whole(own) == whole(sent),
        _ => own == sent,
    }
}

/// The value of a member; `None` where the game has none.
fn of(rules: &Rules, member: &str) -> Option<Value> {
    let board = rules.line_board();
    Some(match member {
        "width" => rules.width().into(),
        "height" => rules.height().into(),
        "k" => rules.k().into(),
        "gravity" => rules.gravity().into(),
        "overline" => rules.overline().name().into(),
        "misere" => rules.misere().into(),
        "cells" => rules.cells().into(),
        "lineCount" => Lines::count(rules).into(),
        "lines" => board?.lines().map(Value::from).collect(),
        "above" => board
            .filter(|board| !board.columns().is_empty())?
            .columns()
            .iter()
            .map(|column| Value::from(&column[..]))
            .collect(),
        "layout" => {
            let place = |cell| {
                let (row, col) = rules.place(cell);
                Value::from([row, col])
            };
            (0..rules.cells()).map(place).collect()
        }
        "axis" => axis(rules)?.into(),
        // Rows of the catalogue have these members as well.
        "name" => Preset::of_rules(rules)?.name().into(),
        "title" => Preset::of_rules(rules)?.title().into(),
        "symmetries" => Game::shared(rules).symmetries().len().into(),
        "heuristic" => Heuristic::default_for(rules).name().into(),
        "puzzles" => Engine::has_puzzles(&Game::shared(rules)).into(),
        _ => match (member, board?.origin()) {
            ("dimensions", LinesOrigin::Dimensions { dimensions, .. }) => dimensions.clone().into(),
            ("wrap", LinesOrigin::Dimensions { wrap, .. }) => wrap.clone().into(),
            ("shape", LinesOrigin::Shape { shape, .. }) => shape.clone().into(),
            _ => return None,
        },
    })
}

/// The axis along which the stones of a game of dimensions fall; of an ordinary board its second.
fn axis(rules: &Rules) -> Option<usize> {
    match rules.line_board().map(|board| board.origin()) {
        None => rules.gravity().then_some(1),
        Some(LinesOrigin::Dimensions { gravity, .. }) => *gravity,
        Some(_) => None,
    }
}
