//! Solvers: exact results by table, by bitboards and by proof search, and the opening book.

#[cfg(feature = "book")]
pub mod book;
mod embedded;
pub mod free;
pub mod gravity;
pub mod horizon;
mod retrograde;
mod session;

pub use gravity::Interrupted;
pub use retrograde::{Retrograde, TooLarge};
pub use session::{Session, is_in_book, is_solvable, solvable};
