//! Generates the book: hours of solving, which can be interrupted and resumed.

use super::positions::{from_key, positions};
use super::to_bytes;
use crate::solve::gravity::Solver;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use crate::clock::Instant;

/// Progress of a generation.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions solved, including those of earlier runs.
    pub done: usize,
    /// Positions to solve.
    pub total: usize,
    /// Positions solved by this run.
    pub solved: usize,
    /// Nodes searched by this run.
    pub nodes: u64,
    /// Time since this run started.
    pub elapsed: Duration,
}

impl Progress {
    /// The remaining time at the pace of this run.
    pub fn left(&self) -> Duration {
        let pace = self.elapsed.as_secs_f64() / self.solved.max(1) as f64;
        Duration::from_secs_f64(pace * (self.total - self.done) as f64)
    }
}

/// Solves every position after `ply` stones and writes the book to `out`. Calls `progress` for each position.
///
/// Appends each score to the file `state` as a line `key score`, so that a run can be stopped at any time and resumed. A large
/// table pays: neighbouring positions share most of their trees.
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
pub fn solve_ply(
    ply: u32,
    part: Range<usize>,
    state: &Path,
    table_bytes: usize,
    mut progress: impl FnMut(&Progress),
) -> io::Result<Vec<i8>> {
    let keys = positions(ply).pop().unwrap_or_default();
    let mut scores = read_state(state, &keys)?;
    let mut file = OpenOptions::new().create(true).append(true).open(state)?;
    let mut solver = Solver::new(table_bytes);
    let start = Instant::now();
    let done = scores[part.clone()].iter().flatten().count();
    let mut report = Progress { done, total: part.len(), solved: 0, nodes: 0, elapsed: Duration::ZERO };
    for index in part.clone() {
        if scores[index].is_some() {
            continue;
        }
        let score = solver.solve(&from_key(keys[index]));
        scores[index] = Some(score);
        writeln!(file, "{} {score}", keys[index])?;
        report.done += 1;
        report.solved += 1;
        report.nodes += solver.nodes();
        report.elapsed = start.elapsed();
        progress(&report);
    }
    Ok(scores[part].iter().flatten().copied().collect())
}

/// The scores in a state file, and those of wins with the next move. Ignores a line that an interruption cut off.
fn read_state(state: &Path, keys: &[u64]) -> io::Result<Vec<Option<i8>>> {
    let mut scores: Vec<Option<i8>> = keys.iter().map(|&key| from_key(key).winning_score()).collect();
    let file = match File::open(state) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(scores),
        file => file?,
    };
    let mut reader = BufReader::new(file);
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 {
        if let Some((key, score)) = line.strip_suffix('\n').and_then(|line| line.split_once(' '))
            && let (Ok(key), Ok(score)) = (key.parse(), score.parse())
            && let Ok(index) = keys.binary_search(&key)
        {
            scores[index] = Some(score);
        }
        line.clear();
    }
    Ok(scores)
}
