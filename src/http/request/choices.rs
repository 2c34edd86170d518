//! Choices that several requests share.

use strum::VariantArray as _;

use super::param::Choice;
use inarow_engine::game::Player;

/// The kind of a request, which determines its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Kind {
    Move,
    Analysis,
    Position,
    Tree,
    Continuations,
    Review,
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
            Kind::Review => "/v1/review",
        }
    }
}

/// The point of view of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
pub enum PointOfView {
    /// The side to move.
    #[strum(serialize = "turn")]
    Turn,
    X,
    O,
}

impl PointOfView {
    /// The side, where `turn` is to move.
    pub fn side(self, turn: Player) -> Player {
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
    pub(super) fn player(self) -> Option<Player> {
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
