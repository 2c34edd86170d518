//! Boards with gravity solved exactly, on bitboards.
//!
//! Any board with width × (height + 1) ≤ 64 and `k` ≥ 2, more than `k` in a row counting as well, the longer line never
//! losing. [`Position`] is what can be solved, [`Solver`] solves it.
//!
//! | file | idea |
//! |---|---|
//! | `shape` | one board size as bit patterns; constants for 7×6 |
//! | `position` | stones and whose turn it is, however they came there |
//! | `node` | a position inside the search, with the cells that win and the stones that do not lose |
//! | `search` | null-window alpha-beta: children ordered by the winning cells they make |
//! | `bounds` | what answering in the same column proves without a search: claim-even and zugzwang |
//! | `table` | proven bounds by position, exact keys, growing with use |
//! | `solver` | which windows to ask for the exact score |
//! | `limits` | when to give up |
//!
//! ```
//! use inarow::solve::gravity::{Position, Solver};
//!
//! let columns = [2, 1, 0, 5, 3, 5, 1, 4];
//! let position = Position::after(7, 6, 4, &columns).expect("nobody has won");
//! let mut solver = Solver::new(1 << 20);
//! assert_eq!(solver.solve(&position), 11);
//! ```

mod bounds;
mod limits;
mod node;
mod position;
mod search;
mod shape;
mod solver;
mod table;

pub use limits::{Interrupted, Limits};
pub use position::{Cell, Position};
pub use solver::Solver;
