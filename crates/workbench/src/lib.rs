//! Makes the opening book of Connect Four; the programs in `src/bin` also calibrate levels and play games of the engine
//! against itself.
//!
//! The engine reads the book, and describes its form in `inarow_engine::solve::book`.

pub mod book;
pub mod openings;
pub mod self_play;
