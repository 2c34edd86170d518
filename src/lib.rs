//! inarow
pub mod solve;

pub const NAME: &str = "inarow";
