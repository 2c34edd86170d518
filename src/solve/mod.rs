//! Exact answers without a horizon.

pub mod proof;
mod retrograde;

pub use retrograde::{Retrograde, TooLarge};
