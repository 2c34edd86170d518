//! Generates the variations of the book, in less than an hour.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use crate::clock::Instant;

use super::variations::{self, SPANS, Span};
use super::{Book, Progress};
use crate::search::Limits;
use crate::solve::Session;
use crate::solve::gravity::{Position, Solver};

/// Finds the variations with indices in `part` and, once all variations are known, writes them to `out`. Calls `progress` for
/// each variation.
///
/// Appends each variation to the file `state` as `index ranks`, so that a run can be stopped at any time and resumed.
///
/// # Errors
/// A file cannot be read or written.
pub fn generate_variations(
    part: Option<Range<usize>>,
    state: &Path,
    out: &Path,
    table_bytes: usize,
    mut progress: impl FnMut(&Progress),
) -> io::Result<()> {
    let starts: Vec<(Span, Position)> =
        SPANS.iter().flat_map(|&span| variations::starts(span).map(move |start| (span, start))).collect();
    let mut found = read_state(state, starts.len())?;
    let part = part.unwrap_or(0..starts.len());
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
        let (span, start_of_variation) = starts[index];
        let ranks = ranks(span, start_of_variation, &mut session);
        writeln!(file, "{index} {}", ranks.iter().map(u8::to_string).collect::<String>())?;
        found[index] = Some(ranks);
        report.done += 1;
        report.solved += 1;
        report.nodes = session.nodes();
        report.elapsed = start.elapsed();
        progress(&report);
    }
    let all: Option<Vec<Vec<u8>>> = found.into_iter().collect();
    all.map_or(Ok(()), |all| fs::write(out, variations::to_bytes(&all)))
}

/// The ranks of the stored moves of a variation.
fn ranks(span: Span, start: Position, session: &mut Session<'_>) -> Vec<u8> {
    let opening = variations::opening(Book::embedded(), start, span).expect("variations start in the book");
    let (mut ranks, mut position, mut score) = (Vec::new(), opening.end, opening.score);
    while position.stones() < span.to && variations::goes_on(&position) {
        let columns = position.columns_by_promise();
        let best = session.first_best(&position, score, &columns).expect("nothing interrupts it");
        let rank = columns.iter().position(|&column| column == best).expect("one of them");
        ranks.push(rank as u8);
        (position, score) = (position.play(best).expect("a column that is not full"), -score);
    }
    ranks
}

/// The variations in a state file. Ignores one that an interruption cut off.
fn read_state(state: &Path, count: usize) -> io::Result<Vec<Option<Vec<u8>>>> {
    let mut found = vec![None; count];
    let text = match fs::read_to_string(state) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        text => text?,
    };
    for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        if let Some((index, ranks)) = line.split_once(' ')
            && let Some(slot) = index.parse::<usize>().ok().and_then(|index| found.get_mut(index))
        {
            *slot = Some(ranks.bytes().map(|digit| digit - b'0').collect());
        }
    }
    Ok(found)
}
