//! Reachability without gravity where overlines are forbidden: an overline must grow without a run of exactly `k`.
//!
//! Each colour is independent of the other. Only stones in full lines matter; the others can be placed at any time.
//! Removing a stone breaks the full lines through it. A full line is part of a longer run as long as one of its two
//! neighbours along the run is full as well.

use std::collections::{HashMap, HashSet};

use super::unfinished::{self, Steps, Unfinished};
use crate::game::zobrist::mix;
use crate::game::{Cell, Lines};
use crate::sort;

/// A set of full lines, ascending.
type LineSet = Vec<u16>;

pub(super) fn reachable(board: Unfinished<'_>, steps: &mut Steps) -> Option<bool> {
    let full: LineSet = board.full_lines().map(|line| line as u16).collect();
    let mut overlines = Overlines::new(board.position.game().lines(), &full);
    if !overlines.are_overlines(&full) {
        return Some(false);
    }
    overlines.can_be_removed(full, steps)
}

struct Overlines<'a> {
    lines: &'a Lines,
    /// For each line that is full at the start, its full neighbours along the run.
    neighbours: HashMap<u16, Vec<u16>>,
    /// Keys of connected sets that cannot be removed.
    dead_ends: HashSet<u64>,
}

impl<'a> Overlines<'a> {
    fn new(lines: &'a Lines, full: &LineSet) -> Overlines<'a> {
        let mut overlines = Overlines { lines, neighbours: HashMap::new(), dead_ends: HashSet::new() };
        for &line in full {
            let beyond = lines.beyond(line.into());
            let joined = beyond.flat_map(|cell| lines.through(cell)).filter(|&&other| {
                let shared = overlines.cells(other).filter(|&cell| overlines.has(line, cell)).count();
                shared + 1 == lines.cells(line.into()).len() && full.binary_search(&other).is_ok()
            });
            let joined = joined.copied().collect();
            overlines.neighbours.insert(line, joined);
        }
        overlines
    }

    /// Whether the stones of all these lines can be removed one by one without ever leaving a run of exactly `k`.
    fn can_be_removed(&mut self, mut full: LineSet, steps: &mut Steps) -> Option<bool> {
        steps.take(full.len())?;
        let mut all = Some(true);
        while !full.is_empty() {
            let group = self.split_group(&mut full);
            match self.group_can_be_removed(&group, steps) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    /// The same for a connected set of lines.
    fn group_can_be_removed(&mut self, group: &LineSet, steps: &mut Steps) -> Option<bool> {
        let key = group.iter().fold(0, |key, &line| key ^ mix(u64::from(line)));
        if self.dead_ends.contains(&key) {
            return Some(false);
        }
        let mut stones: Vec<Cell> = group.iter().flat_map(|&line| self.cells(line)).collect();
        stones.sort_unstable();
        stones.dedup();
        steps.take(group.len() * stones.len())?;
        let without = |stone| -> LineSet { group.iter().copied().filter(|&line| !self.has(line, stone)).collect() };
        let mut remaining: Vec<LineSet> =
            stones.into_iter().map(without).filter(|set| self.are_overlines(set)).collect();
        sort::short_by_key(&mut remaining, Vec::len);
        let answer = unfinished::any(remaining.into_iter().map(|set| self.can_be_removed(set, steps)));
        if answer == Some(false) {
            self.dead_ends.insert(key);
        }
        answer
    }

    /// Takes the connected group of the first line out of the set.
    fn split_group(&self, full: &mut LineSet) -> LineSet {
        let mut group = vec![full.remove(0)];
        let mut at = 0;
        while let Some(&line) = group.get(at) {
            let crossing = self.cells(line).flat_map(|cell| self.lines.through(cell));
            for other in crossing.chain(&self.neighbours[&line]) {
                if let Ok(index) = full.binary_search(other) {
                    group.push(full.remove(index));
                }
            }
            at += 1;
        }
        group.sort_unstable();
        group
    }

    /// Whether each line has a full neighbour along its run, so that no run has exactly `k` stones.
    fn are_overlines(&self, full: &LineSet) -> bool {
        full.iter().all(|line| self.neighbours[line].iter().any(|other| full.binary_search(other).is_ok()))
    }

    fn has(&self, line: u16, cell: Cell) -> bool {
        self.cells(line).any(|own| own == cell)
    }

    fn cells(&self, line: u16) -> impl Iterator<Item = Cell> + use<'a> {
        self.lines.cells(line.into()).iter().map(|&cell| cell.into())
    }
}
