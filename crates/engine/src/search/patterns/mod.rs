//! Patterns of k in a row on boards without gravity. For each empty cell and side: the *shape* that a stone there makes in each
//! of the four directions, and the *kind* of the cell, which combines them. Play and undo update both by table look-ups.

mod board;
mod cell_patterns;
mod cells;
mod combination_weights;
mod combinations;
mod geometry;
pub mod kind;
mod kinds;
mod network;
mod network_weights;
mod place;
mod place_weights;
mod shapes;
#[cfg(test)]
mod tests;
mod weights;

pub use board::PatternBoard;
pub use cells::CellSet;
pub use shapes::shape;
