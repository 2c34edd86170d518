//! Requests: one typed struct for each, and how it becomes a query in domain terms or a list of all its errors.
//!
//! A request is read in two steps. [`Fields`] holds what was sent, a JSON body or a query string, and becomes a struct such as
//! [`MoveParams`], whose fields take any value. `MoveRequest::read` then checks the values against each other, the rules and the
//! limits of the server. So one answer lists the errors of both steps, and GET and POST share one form.

mod batch;
mod board;
mod choices;
mod continuations;
#[cfg(test)]
mod deadlines;
mod error_code;
mod errors;
mod fields;
mod game;
mod heuristic;
mod json;
mod matches;
mod moves;
mod param;
mod position;
mod puzzles;
mod review;
mod search;
mod start;
mod suggest;
mod tree;

pub use batch::{BatchParams, BatchRequest, Item};
pub use choices::{EngineSide, Kind, PointOfView};
pub use continuations::{ContinuationsParams, ContinuationsRequest};
pub use error_code::ErrorCode;
pub use errors::{FieldError, FieldErrors, Pointer, shown};
pub use fields::{Fields, Params, Unreadable};
pub use game::{default_preset, is_small_game};
pub use matches::{MatchParams, MatchRequest};
pub use param::{Choice, names};
pub use position::{PositionParams, PositionRequest};
pub use puzzles::{PuzzleParams, PuzzleRequest};
pub use review::{ReviewParams, ReviewRequest};
pub(in crate::http) use search::entropy;
pub use search::{AnalysisParams, AnalysisRequest, MoveParams, MoveRequest};
pub use suggest::nearest_path;
pub use tree::{TREE_ALGORITHMS, TreeParams, TreeRequest};

impl Kind {
    /// The fields of such a request; any other is refused.
    pub fn fields(self) -> &'static [&'static str] {
        match self {
            Kind::Move => MoveParams::names(),
            Kind::Analysis => AnalysisParams::names(),
            Kind::Position => PositionParams::names(),
            Kind::Tree => TreeParams::names(),
            Kind::Continuations => ContinuationsParams::names(),
            Kind::Review => ReviewParams::names(),
        }
    }
}
