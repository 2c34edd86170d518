//! The gravity solver and the opening book against plain minimax, known scores and published results.

#[cfg(feature = "book")]
mod book;
#[path = "../common/mod.rs"]
mod common;
mod gravity_answers;
mod minimax;
mod plain;
mod prover;
mod published;
mod solver;
#[cfg(feature = "book")]
mod variations;

/// Table of the solvers in these tests.
const TABLE_BYTES: usize = 16 << 20;
