//! Patterns of k in a row on a board without gravity: for each empty cell and side, the *shape* that a stone there would make in
//! each of the four directions, and the *kind* of move that these make together. A board keeps them up to date by table look-ups
//! as stones are played and taken back.

mod board;
mod cell_patterns;
mod cells;
mod geometry;
mod kinds;
mod shapes;
mod weights;

pub use board::PatternBoard;
pub use cells::CellSet;
pub use kinds::kind;
pub use shapes::shape;
