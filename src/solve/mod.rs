//! Exact answers without a horizon.

pub mod book;
pub mod gravity;
mod retrograde;

pub use retrograde::{Retrograde, TooLarge};
