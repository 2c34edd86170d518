//! Finds the scores of the book: hours of solving, which can be interrupted and resumed.

use std::ops::Range;
use std::path::Path;
use std::{fs, io};

use inarow_engine::solve::book::format::from_key;
use inarow_engine::solve::book::positions;
use inarow_engine::solve::gravity::Solver;

use super::resumable::{Progress, complete};
use super::to_bytes;

/// Solves every position after `ply` stones and writes the book to `out`. Calls `progress` for each position.
///
/// Appends each score to the file `state` as a line `key score`, so that a run can be stopped at any time and resumed. A large
/// table pays: neighbouring positions share most of their trees.
///
/// # Errors
/// A file cannot be read or written.
pub fn generate(
    ply: u32,
    state: &Path,
    out: &Path,
    table_bytes: usize,
    progress: impl FnMut(&Progress),
) -> io::Result<()> {
    let count = positions(ply).pop().map_or(0, |keys| keys.len());
    let scores = solve_ply(ply, 0..count, state, table_bytes, progress)?;
    fs::write(out, to_bytes(ply, &scores))
}

/// Solves the positions after `ply` stones with indices in `part`, by ascending key, and returns their scores; see
/// [`generate`]. Several processes can share the work, each with its own state file. The concatenation of their files is the
/// state of the whole.
///
/// # Errors
/// The state file cannot be read or written.
pub fn solve_ply(
    ply: u32,
    part: Range<usize>,
    state: &Path,
    table_bytes: usize,
    progress: impl FnMut(&Progress),
) -> io::Result<Vec<i8>> {
    let keys = positions(ply).pop().unwrap_or_default();
    let mut scores: Vec<Option<i8>> = keys.iter().map(|&key| from_key(key).winning_score()).collect();
    let mut solver = Solver::new(table_bytes);
    let find = |index: usize| {
        let score = solver.solve(&from_key(keys[index]));
        (score, solver.nodes())
    };
    complete(&keys, &mut scores, part.clone(), state, find, progress)?;
    Ok(scores[part].iter().flatten().copied().collect())
}
