//! Why a request gets no answer, and the engine's errors in the words of requests.

use std::fmt::Display;

use crate::problem::{Code, Problem};
use crate::read::{ErrorCode, FieldErrors, Pointer, Unreadable};
use inarow_engine::engine::{EngineError, TooLarge};

/// Why a request gets no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The body is not JSON, or the query string cannot be decoded.
    Unreadable(Unreadable),
    Invalid(FieldErrors),
    /// The answer would have more bytes than any may have.
    AnswerTooLarge {
        max: u64,
    },
    /// The time was over before there could be a whole answer: no thread was free, or there is too much to do.
    Expired,
    /// The caller stopped the work before there was any answer.
    Cancelled,
    /// An answer could not be written, which its types rule out.
    Unwritable(serde_json::Error),
}

impl Refusal {
    /// One error of a field.
    pub fn of_field(at: Pointer<'_>, code: impl Into<ErrorCode>, detail: impl Display) -> Refusal {
        let mut errors = FieldErrors::default();
        errors.add(at, code, detail);
        Refusal::Invalid(errors)
    }

    /// The problem document for the client.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        match self {
            Refusal::Unreadable(Unreadable::NoObject(errors)) | Refusal::Invalid(errors) => errors.into(),
            Refusal::Unreadable(Unreadable::Json(detail)) => Problem::new(Code::MalformedJson, detail),
            Refusal::Unreadable(Unreadable::Query(detail)) => Problem::new(Code::MalformedQuery, detail),
            Refusal::AnswerTooLarge { max } => Problem::new(
                Code::AnswerTooLarge,
                format!(
                    "the answer would be longer than {max} bytes; ask for less: fewer requests in a batch, a smaller \
                     multiPv, a smaller tree or page"
                ),
            ),
            Refusal::Expired => Problem::new(
                Code::Saturated,
                "the time ended before there was an answer; try again shortly, or allow more movetime".to_owned(),
            ),
            Refusal::Cancelled => {
                Problem::new(Code::ShuttingDown, "this instance is shutting down; try again".to_owned())
            }
            Refusal::Unwritable(_) => Problem::new(
                Code::Internal,
                "an error in the service, not in the request; report it with the requestId".to_owned(),
            ),
        }
    }
}

impl From<FieldErrors> for Refusal {
    fn from(errors: FieldErrors) -> Self {
        Refusal::Invalid(errors)
    }
}

impl From<Unreadable> for Refusal {
    fn from(unreadable: Unreadable) -> Self {
        Refusal::Unreadable(unreadable)
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Refusal::Unwritable(error)
    }
}

/// At the root of a request the engine finds only errors that reading has found before.
impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Self {
        let mut errors = FieldErrors::default();
        errors.add(Pointer::ROOT.key(engine_field(&error)), &error, engine_detail(&error));
        Refusal::Invalid(errors)
    }
}

/// The field of a request that an error of the engine concerns.
#[must_use]
pub const fn engine_field(error: &EngineError) -> &'static str {
    match error {
        EngineError::GameOver => "board",
        EngineError::NoMoves => "searchMoves",
        EngineError::TooLarge(_) | EngineError::Unsolvable | EngineError::MisereRules => "algorithm",
        EngineError::Heuristic(_) => "heuristic",
    }
}

/// The text of an error of the engine, with a remedy that names fields.
#[must_use]
pub fn engine_detail(error: &EngineError) -> String {
    match error {
        EngineError::TooLarge(TooLarge { cells, cells_max }) => {
            format!("algorithm \"retrograde\" solves boards of up to {cells_max} cells; this one has {cells}")
        }
        EngineError::Unsolvable => {
            "algorithm \"solver\" takes boards with gravity and width × (height + 1) of at most 64, k of \
                                    at least 2, overlines allowed, not misère; use \"auto\" or \"alpha-beta\""
                .to_owned()
        }
        EngineError::MisereRules => {
            "algorithm \"rules\" does not play misère games, where a completed line loses; use \"auto\"".to_owned()
        }
        EngineError::GameOver | EngineError::NoMoves | EngineError::Heuristic(_) => error.to_string(),
    }
}
