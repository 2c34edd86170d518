//! Exact answers without a horizon.

pub mod book;
pub mod gravity;
pub mod horizon;
pub mod proof;
mod retrograde;
mod session;

pub use retrograde::{Retrograde, TooLarge};
pub use session::{Session, is_solvable, solvable};
