//! Exact answers without a horizon.

mod retrograde;

pub use retrograde::{Retrograde, TooLarge};
