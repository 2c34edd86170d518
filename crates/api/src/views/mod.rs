//! The shapes that answers share: games, moves, scores, positions, rankings, statistics of a search.
//!
//! They borrow their values and are written straight into the answer's bytes.

pub mod annotated;
mod game;
mod line;
mod moves;
mod position;
mod ranking;
mod reason;
mod score;
mod search;
mod text;
mod threat;

pub use game::{GameView, LinesView, OriginView, RulesView};
pub use line::LineView;
pub use moves::{MoveView, MovesView};
pub use position::PositionView;
pub use ranking::RankingView;
pub use reason::{ReasonView, distinct};
pub use score::{Outcome, ScoreView, rounded};
pub use search::{Progress, QUEUE, SearchView, milliseconds};
pub use text::{
    CELLS_LISTED_MAX, are_all_empty, brief_verdict_text, legal_names, legal_text, moves_of_winner, moves_text, names,
    notes_text, numbered, play_text, state_text, variation_text, verdict_text,
};
use threat::in_words;
pub use threat::{Refutation, advantage_text, line_text, refutation, refutation_text};
