//! The shapes that answers share: moves, scores, positions, rankings, statistics of a search.
//!
//! They borrow their values and are written straight into the answer's bytes.

mod line;
mod moves;
mod position;
mod ranking;
mod reason;
mod score;
mod search;

pub use line::LineView;
pub use moves::{MoveView, MovesView};
pub use position::PositionView;
pub use ranking::RankingView;
pub use reason::ReasonView;
pub use score::{Outcome, ScoreView, rounded};
pub use search::{Progress, SearchView, milliseconds};
