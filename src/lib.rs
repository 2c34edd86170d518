//! inarow
pub const NAME: &str = "inarow";
