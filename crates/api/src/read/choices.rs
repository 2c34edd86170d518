//! Closed lists of names.

use serde_json::Value;
use strum::VariantArray as _;

use super::error_code::ErrorCode;
use super::errors::Shown;
use super::suggest::{EMPTY, spelled, suggestion};
use super::synonyms::{plain, synonym};
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

/// The choice that a text names. A side may be lower case, as the stones of a board may be.
pub fn by_name<T: Choice>(value: &Value, all: &[T]) -> Option<T> {
    let text = value.as_str()?;
    let is_lower = |name: &str| LOWER_CASE_SIDES.contains(&text) && name.eq_ignore_ascii_case(text);
    all.iter().copied().find(|one| one.name() == text || is_lower(one.name()))
}

/// The choice that a text names in any case, and with spaces as people write it.
pub fn by_plain_name<T: Choice>(value: &Value, all: &[T]) -> Option<T> {
    by_name(&Value::from(value.as_str()?.to_ascii_lowercase().replace(' ', "-")), all)
}

/// The choice that a text names with anything between its words, or nothing, and digits as words or not, as language models write it:
/// "Connect4".
pub fn by_loose_name<T: Choice>(value: &Value, all: &[T]) -> Option<T> {
    let letters = |name: &str| spelled(&plain(name)).unwrap_or_else(|| plain(name));
    let typed = letters(value.as_str()?);
    by_plain_name(value, all).or_else(|| all.iter().copied().find(|one| letters(one.name()) == typed))
}

/// The choice that others call so: "hard", "red".
pub fn by_synonym<T: Choice>(value: &Value, all: &[T]) -> Option<T> {
    let meant = synonym(value.as_str()?, &names::<T>())?;
    all.iter().copied().find(|one| one.name() == meant)
}

/// The choice of a tool, whose callers write names as people do, or as other programs.
pub fn of_tool<T: Choice>(value: &Value, all: &[T]) -> Option<T> {
    by_name(value, all).or_else(|| by_loose_name(value, all)).or_else(|| by_synonym(value, all))
}

/// The sides as requests may write them as well.
pub const LOWER_CASE_SIDES: [&str; 2] = ["x", "o"];

/// Says that a value is none of the allowed names, suggests the nearest one, and lists them with other allowed forms (`or`).
pub fn not_allowed<T: Choice>(
    value: &Value,
    all: &[T],
    or: &str,
    in_query: bool,
) -> (ErrorCode, impl FnOnce() -> String) {
    let code = if value.is_string() { ErrorCode::NotAChoice } else { ErrorCode::WrongType };
    let detail = move || {
        let names: Vec<_> = all.iter().map(|&one| one.name()).collect();
        let hint = match value.as_str() {
            Some("") => EMPTY.to_owned(),
            Some(text) => suggestion(text, &names),
            None => String::new(),
        };
        let names = if in_query { names.join(", ") } else { format!("\"{}\"", names.join("\", \"")) };
        format!("{} is not allowed here;{hint} send one of {names}{or}", Shown(value))
    };
    (code, detail)
}
