//! Rules, positions, records and reachability.

#[path = "../common/mod.rs"]
mod common;

mod line_boards;
mod line_errors;
mod pasted;
mod perft;
mod properties;
mod reachability;
mod records;
