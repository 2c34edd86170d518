//! Requests: one typed struct for each, and how it becomes a query in domain terms or a list of all its errors.
//!
//! A request is read in two steps. [`Fields`] holds what was sent, a JSON body or a query string, and becomes a struct such as
//! [`MoveParams`], whose fields take any value. `MoveRequest::read` then checks the values against each other, the rules and the
//! limits of the server. So one answer lists the errors of both steps, and GET and POST share one form.

mod batch;
mod board;
mod continuations;
#[cfg(test)]
mod deadlines;
mod errors;
mod fields;
mod game;
mod heuristic;
mod json;
mod matches;
mod param;
mod position;
mod search;
mod tree;

use strum::VariantArray as _;

pub use batch::{BatchParams, BatchRequest, Item};
pub use continuations::{ContinuationsParams, ContinuationsRequest};
pub use errors::{FieldError, FieldErrors, Pointer, shown};
pub use fields::{Fields, Params, Unreadable};
pub use game::{default_preset, is_small_game};
pub use matches::{MatchParams, MatchRequest};
pub use param::{Choice, names};
pub use position::{PositionParams, PositionRequest};
pub(in crate::http) use search::entropy;
pub use search::{AnalysisParams, AnalysisRequest, MoveParams, MoveRequest};
pub use tree::{TREE_ALGORITHMS, TreeParams, TreeRequest};

use crate::game::Player;

/// What a request asks for; it decides which fields there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Kind {
    Move,
    Analysis,
    Position,
    Tree,
    Continuations,
}

impl Kind {
    /// The path that answers it.
    pub const fn path(self) -> &'static str {
        match self {
            Kind::Move => "/v1/move",
            Kind::Analysis => "/v1/analysis",
            Kind::Position => "/v1/position",
            Kind::Tree => "/v1/tree",
            Kind::Continuations => "/v1/continuations",
        }
    }

    /// The fields of such a request; any other is refused.
    pub fn fields(self) -> &'static [&'static str] {
        match self {
            Kind::Move => MoveParams::names(),
            Kind::Analysis => AnalysisParams::names(),
            Kind::Position => PositionParams::names(),
            Kind::Tree => TreeParams::names(),
            Kind::Continuations => ContinuationsParams::names(),
        }
    }
}

/// Whose point of view scores take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
pub enum PointOfView {
    /// The side to move.
    #[strum(serialize = "turn")]
    Turn,
    X,
    O,
}

impl PointOfView {
    fn side(self, turn: Player) -> Player {
        match self {
            PointOfView::Turn => turn,
            PointOfView::X => Player::X,
            PointOfView::O => Player::O,
        }
    }
}

/// The side that the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
pub enum EngineSide {
    #[strum(serialize = "none")]
    None,
    X,
    O,
}

impl EngineSide {
    fn player(self) -> Option<Player> {
        match self {
            EngineSide::None => None,
            EngineSide::X => Some(Player::X),
            EngineSide::O => Some(Player::O),
        }
    }
}

macro_rules! choices {
    ($($choice:ty),*) => {
        $(impl Choice for $choice {
            const ALL: &'static [Self] = Self::VARIANTS;

            fn name(self) -> &'static str {
                self.into()
            }
        })*
    };
}

choices!(Kind, PointOfView, EngineSide);
