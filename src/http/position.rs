//! `/v1/position`: all that can be said of a position without searching.

use axum::response::Response;
use serde::Serialize;

use super::answer::{LineView, Places, PositionView};
use super::problem::Failure;
use super::request::{At, Input, PositionRequest};
use super::respond;
use crate::game::{Cell, Player, Position};
use crate::heuristic::{Heuristic, HeuristicFault, Named};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionAnswer<'a> {
    position: PositionView,
    moves: usize,
    legal_moves: Places<'a>,
    heuristics: Vec<Valued<'a>>,
    symmetry: SymmetryView,
    state_id: Option<u64>,
}

/// A static value and where it comes from: the lines that count, and what each adds.
#[derive(Serialize)]
struct Valued<'a> {
    name: &'static str,
    value: i64,
    lines: Vec<LineView<'a>>,
}

/// The position's class under the symmetries of its board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SymmetryView {
    canonical: String,
    state_id: Option<u64>,
    transform: &'static str,
    orbit: usize,
}

/// Answers GET and POST.
///
/// # Errors
/// A request that is not valid.
pub async fn answer(input: Input) -> Result<Response, Failure> {
    let body = write(&PositionRequest::read(&input.fields()?, At::ROOT)?)?;
    Ok(if input.is_cacheable() {
        respond::cacheable(body, input.if_none_match.as_ref(), input.arrival.elapsed())
    } else {
        respond::fresh(body)
    })
}

/// The JSON of the answer.
pub(super) fn write(request: &PositionRequest) -> Result<Vec<u8>, serde_json::Error> {
    let PositionRequest { position, pov, heuristic: custom } = request;
    let legal_moves: Vec<Cell> = position.legal_moves().collect();
    let named = Named::ALL.map(Heuristic::Named).into_iter();
    let all = named.chain(custom.clone().filter(|heuristic| matches!(heuristic, Heuristic::Custom(_))));
    let canonical = position.canonical();
    respond::to_json(&PositionAnswer {
        position: PositionView::new(position),
        moves: position.stones(),
        legal_moves: Places { rules: position.rules(), cells: &legal_moves },
        // One whose sums are too large for these rules to be exact is left out.
        heuristics: all.filter_map(|heuristic| value(&heuristic, position, *pov).ok()).collect(),
        symmetry: SymmetryView {
            canonical: canonical.board,
            state_id: canonical.state_id,
            transform: canonical.transform,
            orbit: canonical.orbit,
        },
        state_id: position.state_id(),
    })
}

fn value<'a>(heuristic: &Heuristic, position: &'a Position, pov: Player) -> Result<Valued<'a>, HeuristicFault> {
    let weights = heuristic.compile(position.rules())?;
    let seen = |value: i64| if pov == Player::X { value } else { -value };
    let view = |term| LineView::new(term, position.game(), pov);
    Ok(Valued {
        name: heuristic.name(),
        value: seen(weights.evaluate(position)),
        lines: weights.trace(position).into_iter().map(view).collect(),
    })
}
