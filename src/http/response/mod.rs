//! The types that answers share: moves, scores, positions, statistics of a search.
//!
//! They borrow what they show and go straight into the answer's bytes.

mod line;
mod place;
mod position;
mod reason;
mod score;
mod search;

pub use line::LineView;
pub use place::{Place, Places};
pub use position::PositionView;
pub use reason::ReasonView;
pub use score::{Outcome, ScoreView, rounded};
pub use search::{Progress, SearchView, milliseconds};
