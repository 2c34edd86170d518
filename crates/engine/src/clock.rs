//! The one clock of the engine: everything takes `Instant` from here, so that a platform without that of the standard library
//! needs a change in this file alone.

pub use std::time::Instant;
