//! Generates the lines of the book, in about a tenth of the time that the book takes.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use super::lines::{self, Opening};
use super::{Book, Progress};
use crate::search::Limits;
use crate::solve::Session;
use crate::solve::gravity::Solver;

/// Finds the lines with indices in `part` and, once all lines are known, writes them to `out`. Calls `progress` for each line.
///
/// Appends each line to the file `state` as `index columns`, so that a run can be stopped at any time and resumed.
///
/// # Errors
/// A file cannot be read or written.
pub fn generate_lines(
    part: Option<Range<usize>>,
    state: &Path,
    out: &Path,
    table_bytes: usize,
    mut progress: impl FnMut(&Progress),
) -> io::Result<()> {
    let book = Book::embedded();
    let openings: Vec<Opening> = lines::starts().map(|start| lines::opening(book, start)).collect();
    let mut found = read_state(state, openings.len())?;
    let part = part.unwrap_or(0..openings.len());
    let mut file = OpenOptions::new().create(true).append(true).open(state)?;
    let mut solver = Solver::new(table_bytes);
    let mut session = Session::new(&mut solver, Limits::default());
    let start = Instant::now();
    let done = found[part.clone()].iter().flatten().count();
    let mut report = Progress { done, total: part.len(), solved: 0, nodes: 0, elapsed: Duration::ZERO };
    for index in part {
        if found[index].is_some() {
            continue;
        }
        let line = continued(&openings[index], &mut session);
        writeln!(file, "{index} {}", line.iter().map(u8::to_string).collect::<String>())?;
        found[index] = Some(line);
        report.done += 1;
        report.solved += 1;
        report.nodes = session.nodes();
        report.elapsed = start.elapsed();
        progress(&report);
    }
    let all: Option<Vec<Vec<u8>>> = found.into_iter().collect();
    all.map_or(Ok(()), |all| fs::write(out, lines::to_bytes(&all, book)))
}

fn continued(opening: &Opening, session: &mut Session<'_>) -> Vec<u8> {
    let (mut line, mut position, mut score) = (opening.columns.clone(), opening.end, opening.score);
    while let Some(choices) = lines::choices(&position) {
        let column = match choices[..] {
            [only] => only,
            _ => session.best_column(&position, score).expect("nothing interrupts it"),
        };
        line.push(column as u8);
        let Some(next) = position.play(column) else { break };
        (position, score) = (next, -score);
    }
    line
}

/// The lines in a state file. Ignores one that an interruption cut off.
fn read_state(state: &Path, count: usize) -> io::Result<Vec<Option<Vec<u8>>>> {
    let mut found = vec![None; count];
    let text = match fs::read_to_string(state) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        text => text?,
    };
    for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        if let Some((index, columns)) = line.split_once(' ')
            && let Some(slot) = index.parse::<usize>().ok().and_then(|index| found.get_mut(index))
        {
            *slot = Some(columns.bytes().map(|digit| digit - b'0').collect());
        }
    }
    Ok(found)
}
