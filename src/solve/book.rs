//! The opening book of Connect Four.

use super::gravity::{Position, Solver};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// The keys of all positions after `ply` stones that are not finished, mirror images once, in ascending order.
pub fn keys(ply: u32) -> Vec<u64> {
    let mut level = vec![Position::connect_four().key()];
    for _ in 0..ply {
        let mut next = Vec::with_capacity(level.len() * 4);
        for &key in &level {
            let position = Position::connect_four().with_key(key).expect("own key");
            for column in 0..position.width() {
                if !position.wins_at(column) && let Some(child) = position.play(column) {
                    next.push(child.key());
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        level = next;
    }
    level
}

/// How far a generation is.
pub struct Progress {
    /// Positions solved, those of earlier runs included.
    pub done: usize,
    /// Positions to solve.
    pub total: usize,
    /// Nodes searched in this run.
    pub nodes: u64,
}

/// Solves all positions after `ply` stones, in ascending order of their keys, and keeps each score in `state`.
pub fn solve_all(ply: u32, state: &Path, table_bytes: usize, mut progress: impl FnMut(&Progress)) -> io::Result<Vec<i8>> {
    let keys = keys(ply);
    let mut scores: Vec<Option<i8>> = vec![None; keys.len()];
    if let Ok(file) = File::open(state) {
        for line in BufReader::new(file).lines() {
            let line = line?;
            if let Some((index, score)) = line.split_once(' ')
                && let (Ok(index), Ok(score)) = (index.parse::<usize>(), score.parse())
                && let Some(slot) = scores.get_mut(index)
            {
                *slot = Some(score);
            }
        }
    }
    let mut file = OpenOptions::new().create(true).append(true).open(state)?;
    let mut solver = Solver::new(table_bytes);
    let mut report = Progress { done: scores.iter().flatten().count(), total: keys.len(), nodes: 0 };
    for (index, &key) in keys.iter().enumerate() {
        if scores[index].is_some() {
            continue;
        }
        let position = Position::connect_four().with_key(key).expect("own key");
        let score = solver.solve(&position);
        scores[index] = Some(score);
        writeln!(file, "{index} {score}")?;
        report.done += 1;
        report.nodes += solver.nodes();
        progress(&report);
    }
    Ok(scores.into_iter().flatten().collect())
}
