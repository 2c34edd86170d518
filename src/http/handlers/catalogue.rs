//! `/v1/games` and `/v1/heuristics`: documents made once.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use inarow_api::endpoints;

use crate::http::accept::{self, JSON};
use crate::http::problem::Failure;
use crate::http::respond::Document;
use crate::http::state::Shared;

/// The presets with their rules, and the server's limits.
///
/// # Errors
/// A client that does not accept JSON.
pub async fn games(app: State<Shared>, headers: HeaderMap) -> Result<Response, Failure> {
    check_accept(&headers)?;
    let document = || Document::json(&endpoints::games::answer(&app.limits.published()));
    Ok(app.documents.games.get_or_init(document).respond(&headers))
}

/// The heuristics.
///
/// # Errors
/// A client that does not accept JSON.
pub async fn heuristics(app: State<Shared>, headers: HeaderMap) -> Result<Response, Failure> {
    check_accept(&headers)?;
    let document = || Document::json(&endpoints::heuristics::answer());
    Ok(app.documents.heuristics.get_or_init(document).respond(&headers))
}

fn check_accept(headers: &HeaderMap) -> Result<(), Failure> {
    if accept::json(headers) { Ok(()) } else { Err(Failure::NotAcceptable { offered: &[JSON], wants_picture: false }) }
}
