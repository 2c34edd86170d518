//! Closed lists of names.

use strum::VariantArray as _;

use inarow_engine::game::Player;

/// One of a closed list of names.
pub trait Choice: Copy + 'static {
    const ALL: &'static [Self];

    /// The name on the wire.
    fn name(self) -> &'static str;
}

/// The names of a closed list.
#[must_use]
pub fn names<T: Choice>() -> Vec<&'static str> {
    T::ALL.iter().map(|&one| one.name()).collect()
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
    #[must_use]
    pub fn player(self) -> Option<Player> {
        match self {
            EngineSide::None => None,
            EngineSide::X => Some(Player::X),
            EngineSide::O => Some(Player::O),
        }
    }
}

macro_rules! own_choices {
    ($($choice:ty),*) => {
        $(impl Choice for $choice {
            const ALL: &'static [Self] = Self::VARIANTS;

            fn name(self) -> &'static str {
                self.into()
            }
        })*
    };
}

own_choices!(PointOfView, EngineSide);

macro_rules! engine_choices {
    ($($choice:ty),* $(,)?) => {
        $(impl Choice for $choice {
            const ALL: &'static [Self] = &<$choice>::ALL;

            fn name(self) -> &'static str {
                <$choice>::name(self)
            }
        })*
    };
}

engine_choices!(
    inarow_engine::engine::Algorithm,
    inarow_engine::engine::Level,
    inarow_engine::engine::TieBreak,
    inarow_engine::engine::puzzle::Theme,
    inarow_engine::engine::continuations::GameResult,
    inarow_engine::engine::continuations::EngineMoves,
    inarow_engine::engine::continuations::SymmetryMode,
    inarow_engine::game::Overline,
    inarow_engine::game::Player,
    inarow_engine::game::Preset,
    inarow_engine::heuristic::EmptyLine,
    inarow_engine::heuristic::Named,
);
