//! The rules of the games: rules, lines, positions, symmetry, notation.
//!
//! Cells are numbered from 0, row by row from the top left.

mod automorphisms;
mod cache;
mod canonical;
mod column_digits;
mod compiled;
mod error;
mod errors;
mod line_board;
mod lines;
pub mod notation;
mod perft;
mod player;
mod position;
mod reach;
pub mod record;
mod rules;
mod setup;
mod symmetry;
pub mod zobrist;

pub use canonical::{Canonical, Stabiliser};
pub use column_digits::parse_columns;
pub use compiled::Game;
pub use error::{IllegalMove, MoveError, SetupError};
pub use errors::{ERRORS_LISTED_MAX, Errors};
pub use line_board::{
    DimensionsSpec, LineBoard, LinesError, LinesErrors, LinesOrigin, LinesPlace, LinesSpec, ShapeSpec,
};
pub use lines::{Lines, PureState};
pub use perft::perft;
pub use player::Player;
#[cfg(feature = "counted")]
#[doc(hidden)]
pub use position::played;
pub use position::{Position, Status};
pub use rules::{Cell, Overline, Preset, Rules, RulesError, RulesSpec};
pub use setup::{OtherName, Setup, SetupErrors};
pub use symmetry::Symmetry;
pub(crate) use symmetry::subgroup;
