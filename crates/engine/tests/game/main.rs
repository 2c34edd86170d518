//! Rules, positions, records and reachability.

#[path = "../common/mod.rs"]
mod common;

mod perft;
mod properties;
mod reachability;
mod records;
