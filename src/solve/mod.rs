//! Exact answers.

pub mod gravity;
