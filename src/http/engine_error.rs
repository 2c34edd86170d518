//! Errors of the engine in the words of requests.

use super::problem::Failure;
use super::request::Pointer;
use inarow_engine::engine::{EngineError, TooLarge};

/// The field of a request that an error concerns.
const fn engine_field(error: &EngineError) -> &'static str {
    match error {
        EngineError::GameOver => "board",
        EngineError::NoMoves => "searchMoves",
        EngineError::TooLarge(_) | EngineError::Unsolvable | EngineError::MisereRules => "algorithm",
        EngineError::Heuristic(_) => "heuristic",
    }
}

/// The text of an error.
fn engine_detail(error: &EngineError) -> String {
    match error {
        EngineError::TooLarge(TooLarge { cells, cells_max }) => {
            format!("algorithm \"retrograde\" solves boards of up to {cells_max} cells; this one has {cells}")
        }
        EngineError::Unsolvable => {
            let rules = error.to_string().replace("the solver", "algorithm \"solver\"");
            format!("{rules}; use \"auto\" or \"alpha-beta\"")
        }
        EngineError::MisereRules => {
            "algorithm \"rules\" is for games that a line wins; here a line loses, so use \"auto\"".to_owned()
        }
        _ => error.to_string(),
    }
}

/// What the engine refuses, at the object of the request that asked for it.
#[must_use]
pub fn refused(error: &EngineError, at: Pointer<'_>) -> Failure {
    Failure::of_field(at.key(engine_field(error)), error, engine_detail(error))
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        refused(&error, Pointer::ROOT)
    }
}
