//! inarow
pub mod solve;

/// The name of the program.
pub const NAME: &str = "inarow";
