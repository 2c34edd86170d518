//! `/v1/heuristics`: the static values there are, with their formulas and where they come from.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;

use crate::http::accept::{self, JSON};
use crate::http::problem::Failure;
use crate::http::respond::Document;
use crate::http::state::Shared;
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

/// What a caller's own weights may say; their limits are among those of `/v1/games`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CustomView {
    empty_line: Vec<&'static str>,
}

/// The heuristics.
///
/// # Errors
/// A client that does not accept JSON.
pub async fn answer(app: State<Shared>, headers: HeaderMap) -> Result<Response, Failure> {
    if !accept::json(&headers) {
        return Err(Failure::NotAcceptable { offered: &[JSON] });
    }
    Ok(app.documents.heuristics.get_or_init(document).respond(&headers))
}

/// The answer, made once.
fn document() -> Document {
    let view = |named: Named| HeuristicView { name: named.name(), formula: named.formula(), source: named.source() };
    let answer = HeuristicsAnswer {
        heuristics: Named::ALL.into_iter().map(view).collect(),
        custom: CustomView { empty_line: EmptyLine::ALL.map(EmptyLine::name).into() },
    };
    Document::json(&answer)
}
