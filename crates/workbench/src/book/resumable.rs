//! Long work that can be stopped at any time and resumed: a file keeps the values found so far.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

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

/// Completes the values `found` with indices in `part`: takes those that the file `state` has, and calls `find` for each of the
/// others, which returns the value and the nodes searched for it. Calls `progress` after each of these.
///
/// The value at an index has the key at the same index of `keys`, which ascend. Appends each new value to the file as a line
/// `key value`.
pub(super) fn complete<T: FromStr + Display>(
    keys: &[u64],
    found: &mut [Option<T>],
    part: Range<usize>,
    state: &Path,
    mut find: impl FnMut(usize) -> (T, u64),
    mut progress: impl FnMut(&Progress),
) -> io::Result<()> {
    let mut file = open(state, keys, found)?;
    let start = Instant::now();
    let done = found[part.clone()].iter().flatten().count();
    let mut report = Progress { done, total: part.len(), solved: 0, nodes: 0, elapsed: Duration::ZERO };
    for index in part {
        if found[index].is_some() {
            continue;
        }
        let (value, nodes) = find(index);
        writeln!(file, "{} {value}", keys[index])?;
        found[index] = Some(value);
        report.done += 1;
        report.solved += 1;
        report.nodes += nodes;
        report.elapsed = start.elapsed();
        progress(&report);
    }
    Ok(())
}

/// Opens a state file, which need not exist, takes its values, and returns it ready for more. Removes a line that an
/// interruption cut off: the next one would continue it.
fn open<T: FromStr>(state: &Path, keys: &[u64], found: &mut [Option<T>]) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(state)?;
    let mut reader = BufReader::new(file);
    let (mut line, mut whole) = (String::new(), 0);
    while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
        whole += line.len() as u64;
        if let Some((key, value)) = line.trim_end_matches('\n').split_once(' ')
            && let (Ok(key), Ok(value)) = (key.parse(), value.parse())
            && let Ok(index) = keys.binary_search(&key)
        {
            found[index] = Some(value);
        }
        line.clear();
    }
    let mut file = reader.into_inner();
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [u64; 4] = [3, 12, 31, 312];

    /// The values after a run that finds `key + 1`, what it found itself, and the file that it leaves.
    fn run(name: &str, before: &str, part: Range<usize>) -> (Vec<Option<u64>>, Vec<usize>, String) {
        let state = std::env::temp_dir().join(format!("inarow-{}-{name}", std::process::id()));
        std::fs::write(&state, before).expect("writable");
        let (mut found, mut solved, mut last) = (vec![None; KEYS.len()], Vec::new(), None);
        let find = |index: usize| {
            solved.push(index);
            (KEYS[index] + 1, 10)
        };
        complete(&KEYS, &mut found, part.clone(), &state, find, |progress| last = Some(*progress)).expect("readable");
        let after = std::fs::read_to_string(&state).expect("still there");
        std::fs::remove_file(&state).expect("still there");
        if let Some(last) = last {
            assert_eq!((last.done, last.total), (part.len(), part.len()));
            assert_eq!((last.solved, last.nodes), (solved.len(), 10 * solved.len() as u64));
        }
        (found, solved, after)
    }

    #[test]
    fn only_missing_values_are_found() {
        let (found, solved, after) = run("missing", "12 99\n312 98\n", 0..3);
        assert_eq!(found, [Some(4), Some(99), Some(32), Some(98)]);
        assert_eq!((solved, after.as_str()), (vec![0, 2], "12 99\n312 98\n3 4\n31 32\n"));
    }

    /// Without care, `3` and `12 13` would become `312 13`, and a part of a number a whole one.
    #[test]
    fn a_line_that_was_cut_off_is_found_again() {
        for cut in ["3", "3 ", "3 4"] {
            let (found, solved, after) = run("cut", &format!("312 98\n31 32\n{cut}"), 0..4);
            assert_eq!(found, [Some(4), Some(13), Some(32), Some(98)], "{cut:?}");
            assert_eq!((solved, after.as_str()), (vec![0, 1], "312 98\n31 32\n3 4\n12 13\n"), "{cut:?}");
        }
    }

    #[test]
    fn lines_that_are_no_values_do_no_harm() {
        let (found, solved, _) = run("other", "x\n12 y\n13 14\n\n312 313\n", 1..4);
        assert_eq!((found, solved), (vec![None, Some(13), Some(32), Some(313)], vec![1, 2]));
    }
}
