//! Boards with gravity.
mod bounds;
mod limits;
mod position;
mod search;
mod shape;
mod solver;
mod table;
pub use limits::{Interrupted, Limits};
pub use position::{Cell, Position};
pub use solver::Solver;
