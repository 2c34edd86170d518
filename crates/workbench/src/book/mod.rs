//! Makes the files of the opening book.
//!
//! | file | contents |
//! |---|---|
//! | `generate`, `generate_variations` | the contents of the files, found by solving |
//! | `resumable` | long work that can be stopped at any time and resumed |
//! | `file`, `level`, `variations` | the bytes of the files |
//! | `fit` | the weights that predict scores best |
//! | `codes`, `statistics`, `rans` | blocks of codes, how often symbols occur, the encoder |
//!
//! Files have the names of the engine's files that read their output.

mod codes;
mod file;
mod fit;
mod generate;
mod generate_variations;
mod level;
mod rans;
mod resumable;
mod statistics;
pub mod variations;

pub use file::to_bytes;
pub use generate::{generate, solve_ply};
pub use generate_variations::generate_variations;
pub use resumable::Progress;
