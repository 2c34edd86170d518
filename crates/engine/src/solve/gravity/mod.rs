//! The solver for boards with gravity, on bitboards.
//!
//! It supports boards with width × (height + 1) ≤ 64 and `k` ≥ 2, where overlines count and k in a row wins.
//!
//! | file | contents |
//! |---|---|
//! | `shape` | the bit patterns of a board size; constants for 7×6 |
//! | `position` | positions that can be solved |
//! | `node` | positions within the search, with winning cells and safe moves |
//! | `history` | history scores for move ordering |
//! | `lanes` | four bitboards at a time |
//! | `search` | null-window alpha-beta; moves ordered by the winning cells that they make |
//! | `bounds` | bounds by follow-up strategies: claim-even and zugzwang |
//! | `table` | the transposition table: proven bounds, exact keys |
//! | `solver` | the null windows that find the exact score |
//! | `limits` | limits of a search |
//!
//! ```
//! use inarow_engine::solve::gravity::{Position, Solver};
//!
//! let columns = [2, 1, 0, 5, 3, 5, 1, 4];
//! let position = Position::after(7, 6, 4, &columns).expect("nobody has won");
//! let mut solver = Solver::new(1 << 20);
//! assert_eq!(solver.solve(&position), 11);
//! ```

mod bounds;
mod history;
mod lanes;
mod limits;
mod node;
mod position;
mod search;
mod shape;
mod solver;
mod table;

pub use limits::{Interrupted, SolverLimits};
#[cfg(feature = "book")]
pub(super) use node::Node;
pub use position::{Cell, Position};
#[cfg(feature = "book")]
pub(super) use shape::{Fixed, Shape};
pub use solver::Solver;
