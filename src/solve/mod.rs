//! Exact answers.

pub mod book;
pub mod gravity;
