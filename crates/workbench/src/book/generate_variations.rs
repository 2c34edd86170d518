//! Finds the variations of the book, in less than an hour.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::{fs, io};

use inarow_engine::search::Limits;
use inarow_engine::solve::Session;
use inarow_engine::solve::book::Book;
use inarow_engine::solve::book::format::{COLUMNS, SPANS, Span, goes_on, opening, starts};
use inarow_engine::solve::gravity::{Position, Solver};

use super::resumable::{Progress, complete};
use super::variations::to_bytes;

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
    progress: impl FnMut(&Progress),
) -> io::Result<()> {
    let starts: Vec<(Span, Position)> =
        SPANS.iter().flat_map(|&span| starts(span).map(move |start| (span, start))).collect();
    let indices: Vec<u64> = (0..starts.len() as u64).collect();
    let mut found: Vec<Option<Ranks>> = starts.iter().map(|_| None).collect();
    let mut solver = Solver::new(table_bytes);
    let mut session = Session::new(&mut solver, Limits::default());
    let find = |index: usize| {
        let (span, start) = starts[index];
        let before = session.nodes();
        let ranks = ranks(span, start, &mut session);
        (ranks, session.nodes() - before)
    };
    complete(&indices, &mut found, part.unwrap_or(0..starts.len()), state, find, progress)?;
    let all: Option<Vec<Vec<u8>>> = found.into_iter().map(|ranks| ranks.map(|Ranks(ranks)| ranks)).collect();
    all.map_or(Ok(()), |all| fs::write(out, to_bytes(&all)))
}

/// The ranks of the stored moves of a variation: a digit for each move.
struct Ranks(Vec<u8>);

impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|rank| write!(f, "{rank}"))
    }
}

impl FromStr for Ranks {
    /// Some character is not the digit of a rank.
    type Err = ();

    fn from_str(text: &str) -> Result<Ranks, ()> {
        let rank = |digit: u8| digit.checked_sub(b'0').filter(|&rank| usize::from(rank) < COLUMNS).ok_or(());
        text.bytes().map(rank).collect::<Result<_, _>>().map(Ranks)
    }
}

/// The ranks of the stored moves of a variation.
fn ranks(span: Span, start: Position, session: &mut Session<'_>) -> Ranks {
    let opening = opening(Book::embedded(), start, span).expect("variations start in the book");
    let (mut ranks, mut position, mut score) = (Vec::new(), opening.end, opening.score);
    while position.stones() < span.to && goes_on(&position) {
        let columns = position.columns_by_promise();
        let best = session.first_best(&position, score, &columns).expect("nothing interrupts it");
        let rank = columns.iter().position(|&column| column == best).expect("one of them");
        ranks.push(rank as u8);
        (position, score) = (position.play(best).expect("a column that is not full"), -score);
    }
    Ranks(ranks)
}
