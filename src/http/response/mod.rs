//! The shapes that all answers share: a move, a score, a position, and what a search tells about itself.
//!
//! They borrow what they show and go straight into the answer's bytes.

mod line;
mod place;
mod position;
mod score;
mod search;

pub use line::LineView;
pub use place::{Place, Places};
pub use position::PositionView;
pub use score::{Outcome, ScoreView};
pub use search::{Progress, SearchView, milliseconds};
