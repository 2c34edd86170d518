//! Boards with gravity.
mod bounds;
mod position;
mod search;
mod shape;
mod solver;
mod table;
pub use position::{Cell, Position};
pub use solver::Solver;
