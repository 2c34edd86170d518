//! One file an endpoint: its fields, its computation, and its answer.

mod analysis;
mod batch;
#[cfg(test)]
mod cancellation;
mod continuations;
pub mod games;
pub mod heuristics;
mod r#match;
mod r#move;
mod picture;
mod position;
mod puzzles;
mod review;
mod solve;
#[cfg(test)]
mod times;
mod tree;

use std::sync::Arc;

use strum::VariantArray as _;
use time::UtcDateTime;

pub use analysis::{AnalysisRequest, TOOL_MOVES_MAX, reasons_of};
pub use batch::{BATCH_KINDS, BatchRequest};
pub use r#match::MatchRequest;
pub use r#move::MoveRequest;
pub use position::{PositionPart, PositionRequest, RecordsView, layout};
pub use puzzles::{PuzzleRequest, puzzle_text};
pub use review::{ReviewRequest, reasons_of_played};
pub use tree::{NODE_KINDS, TREE_ALGORITHMS, TreeFormat, TreePlayer};

use self::continuations::ContinuationsRequest;
use self::picture::PictureRequest;
use self::solve::SolveRequest;
use self::tree::TreeRequest;
use crate::limits::Limits;
use crate::read::{Choice, FieldErrors, Fields, Pointer, Reader, is_small_game};
use crate::run::Request;
use inarow_engine::engine::Engine;

/// An endpoint that computes its answer from fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Endpoint {
    Move,
    Analysis,
    Position,
    Tree,
    Continuations,
    Match,
    Review,
    Batch,
    Puzzles,
    Solve,
    Svg,
    Png,
}

impl Choice for Endpoint {
    const ALL: &'static [Self] = Self::VARIANTS;

    fn name(self) -> &'static str {
        self.into()
    }
}

/// The context in which a request is read.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub limits: &'a Limits,
    /// Says which queries it can answer.
    pub engine: &'a Engine,
    /// The current time, for requests that name a day.
    pub now: UtcDateTime,
}

impl Endpoint {
    /// The path of the service that answers it.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Endpoint::Move => "/v1/move",
            Endpoint::Analysis => "/v1/analysis",
            Endpoint::Position => "/v1/position",
            Endpoint::Tree => "/v1/tree",
            Endpoint::Continuations => "/v1/continuations",
            Endpoint::Match => "/v1/match",
            Endpoint::Review => "/v1/review",
            Endpoint::Batch => "/v1/batch",
            Endpoint::Puzzles => "/v1/puzzles",
            Endpoint::Solve => "/solve",
            Endpoint::Svg => "/v1/position.svg",
            Endpoint::Png => "/v1/position.png",
        }
    }

    /// The name of a progress record, if the answer can be streamed.
    #[must_use]
    pub const fn progress(self) -> Option<&'static str> {
        match self {
            Endpoint::Move | Endpoint::Analysis | Endpoint::Match => Some("depth"),
            Endpoint::Review => Some("move"),
            Endpoint::Position
            | Endpoint::Tree
            | Endpoint::Continuations
            | Endpoint::Batch
            | Endpoint::Puzzles
            | Endpoint::Solve
            | Endpoint::Svg
            | Endpoint::Png => None,
        }
    }

    /// Whether reading these fields and answering with [`Effort::Instant`](crate::Effort::Instant) takes at most about 100 µs: one
    /// position of a named game of few cells. A record may name its own game.
    #[must_use]
    pub fn is_light(self, fields: &Fields) -> bool {
        match self {
            // A game and a tree have many positions, even a short body can hold many requests, and pixels take milliseconds.
            Endpoint::Review | Endpoint::Tree | Endpoint::Batch | Endpoint::Png => false,
            _ => is_small_game(fields.get("game")) && fields.get("record").is_none(),
        }
    }

    /// Reads a request.
    ///
    /// # Errors
    /// All errors of the request.
    pub fn read(self, fields: &Fields, context: Context<'_>) -> Result<Arc<dyn Request>, FieldErrors> {
        self.read_at(fields, context, Pointer::ROOT)
    }

    fn read_at(self, fields: &Fields, context: Context<'_>, at: Pointer<'_>) -> Result<Arc<dyn Request>, FieldErrors> {
        Reader::of_request(fields, self.path(), at, |r| self.read_with(r, context))
    }

    fn read_with(self, r: &Reader<'_>, context: Context<'_>) -> Option<Arc<dyn Request>> {
        fn shared<T: Request>(request: T) -> Arc<dyn Request> {
            Arc::new(request)
        }
        match self {
            Endpoint::Move => MoveRequest::read(r, context).map(shared),
            Endpoint::Analysis => AnalysisRequest::read(r, context).map(shared),
            Endpoint::Position => PositionRequest::read(r).map(shared),
            Endpoint::Tree => TreeRequest::read(r, context).map(shared),
            Endpoint::Continuations => ContinuationsRequest::read(r, context).map(shared),
            Endpoint::Match => MatchRequest::read(r, context).map(shared),
            Endpoint::Review => ReviewRequest::read(r, context).map(shared),
            Endpoint::Batch => BatchRequest::read(r, context).map(shared),
            Endpoint::Puzzles => PuzzleRequest::read(r, context).map(shared),
            Endpoint::Solve => SolveRequest::read(r, context).map(shared),
            Endpoint::Svg | Endpoint::Png => PictureRequest::read(r).map(shared),
        }
    }

    /// The names of the fields, as reading asks for them.
    #[must_use]
    pub fn fields(self, context: Context<'_>) -> Vec<&'static str> {
        Reader::names_of(|r| self.read_with(r, context))
    }
}
