//! Refusals that teach: they name the fault and the legal choices.

use serde_json::json;

use super::game::Game;
use super::words::{Rendered, board};
use crate::http::problem::{RETRY_AFTER_S, is_temporary};
use inarow_api::problem::Problem;
use inarow_api::read::{ErrorCode, FieldError};
use inarow_api::views::{legal_text, moves_text};
use inarow_engine::game::Status;

/// A problem in words. Where a move of the game is at fault, the position before it comes along.
pub(super) fn render(problem: &Problem, game: &Game) -> Rendered {
    // A well-formed request may have no answer: a puzzle that is not found, a record that is not of this game.
    let is_well_formed = |error: &FieldError| error.code == ErrorCode::DoesNotFit;
    let mut text = match !problem.errors.is_empty() && problem.errors.iter().all(is_well_formed) {
        true => "There is no answer to this".to_owned(),
        false => problem.code.title().to_owned(),
    };
    match is_temporary(problem.code) {
        true => text += &format!(". Try again in {RETRY_AFTER_S} s."),
        false if problem.errors.is_empty() => text += &format!(": {}", problem.detail),
        false => text.push(':'),
    }
    for error in &problem.errors {
        text += &format!("\n- {}: {}", error.pointer.to_string().trim_start_matches('/'), error.detail);
    }
    let is_move = |error: &FieldError| {
        let place = error.pointer.to_string();
        place.starts_with("/moves") || place.starts_with("/record")
    };
    let faulty = problem.errors.iter().any(is_move).then(|| game.before_fault()).flatten();
    if let Some((legal, position)) = &faulty {
        let turn = position.turn().name();
        let after = if *legal == 0 { "the empty board".to_owned() } else { format!("after {}", moves_text(*legal)) };
        text += &format!("\n\nThe position before that move, {after}:\n{}", board(position));
        if position.status() == Status::Ongoing {
            text += &format!("\n{turn} to move. {}", legal_text(position));
        } else {
            text += "\nThe game was already over: there is no legal move.";
        }
    }
    let is_choice = |error: &FieldError| error.pointer.to_string().starts_with("/searchMoves");
    if faulty.is_none()
        && problem.errors.iter().any(is_choice)
        && let Some(position) = game.position()
    {
        text += &format!("\n\nThe position:\n{}\n{}", board(&position), legal_text(&position));
    }
    let mut values = json!({"code": problem.code.name(), "detail": problem.detail, "errors": problem.errors});
    if is_temporary(problem.code) {
        values["retryAfter"] = RETRY_AFTER_S.into();
    }
    Rendered::new(text, values)
}
