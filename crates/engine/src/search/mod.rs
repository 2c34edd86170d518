//! Searches of the game tree: alpha-beta for play, minimax as its oracle.

mod alpha_beta;
mod forced;
mod images;
mod limits;
mod memory_advice;
mod minimax;
mod ordering;
#[doc(hidden)]
pub mod patterns;
mod report;
mod score;
mod table;
mod threats;
mod tree;

#[doc(hidden)]
pub use alpha_beta::{AlphaBeta, Wanted};
#[doc(hidden)]
pub use forced::Forced;
pub(crate) use limits::Watch;
#[cfg(feature = "counted")]
#[doc(hidden)]
pub use limits::polls;
pub use limits::{Limits, Stop, is_set};
pub(crate) use memory_advice::{advise_huge_pages, prefetch, touch_pages};
#[doc(hidden)]
pub use minimax::minimax;
pub use report::Counts;
#[doc(hidden)]
pub use report::{Iteration, RootMove};
pub use score::{Score, Verdict};
#[doc(hidden)]
pub use table::Table;
#[doc(hidden)]
pub use threats::{Memory, Threats};
pub use tree::{
    Cutoff, Exactness, NodeId, NodeKind, Tree, TreeError, TreeNode, TreePlan, TreeValue, Window, WindowBound,
};
