//! Answers proven by a search without a horizon, on boards that have neither a table nor a solver.
//!
//! Under limits the proof gets the larger part of the nodes and the time. If that does not do, alpha-beta with static values has
//! the rest.

use std::time::{Duration, Instant};

use super::classes::Classes;
use super::{Algorithm, Analysis, Engine, Line, Query, Report, Source, TieBreak, choice, slice};
use crate::game::{Cell, Position, Status};
use crate::search::{Counts, Limits, Stop};
use crate::solve::is_solvable;
use crate::solve::proof::{Interrupted, Prover, fits};

/// The proof's part of nodes and time, in quarters: where there is much left to play it is less likely to end.
const PROOF_QUARTERS: u32 = 3;
const LONG_PROOF_QUARTERS: u32 = 1;
/// More empty cells make a proof long.
const SHORT_PROOF_CELLS_MAX: usize = 36;

/// What an attempt cost that a limit ended.
pub(super) struct Unproven {
    pub(super) nodes: u64,
    pub(super) stop: Stop,
}

impl Unproven {
    fn after(prover: &Prover<'_>) -> Unproven {
        Unproven { nodes: prover.nodes(), stop: prover.interrupted().unwrap_or(Stop::Movetime) }
    }

    /// The question for the search that steps in.
    pub(super) fn rest(&self, query: &Query) -> Query {
        let nodes = query.limits.nodes.map(|max| max.saturating_sub(self.nodes));
        let limits = Limits { nodes, ..query.limits.clone() };
        Query { algorithm: Algorithm::AlphaBeta, limits, ..query.clone() }
    }

    /// The report of the search that stepped in. That it did was up to the limit, whatever ended the search itself.
    pub(super) fn add_to(&self, mut report: Report) -> Report {
        report.counts.nodes += self.nodes;
        if !report.depended_on_the_clock() {
            report.stop = self.stop;
        }
        report
    }
}

/// An answer, and whether a larger table would have made no difference.
type Proven<T> = Result<(T, bool), Unproven>;

impl Engine {
    /// Chooses a move by its proven score, skill and tie-break.
    pub(super) fn choose_by_proof(&self, query: &Query) -> Proven<(Line, Report)> {
        self.prove(query, |prover| {
            let scores = scores(query, prover)?;
            let values: Vec<_> = scores.iter().map(|&(cell, score)| (cell, prover.verdict(score))).collect();
            let replies = |after: &Position| match after.status() {
                Status::Ongoing => prover.replies(after).unwrap_or_default(),
                _ => Vec::new(),
            };
            let (cell, score) = scores[choice::choose(query, &values, replies)];
            let line = Line { cell, verdict: prover.verdict(score), pv: prover.line(cell, score) };
            Ok((line, report(query, prover)))
        })
    }

    /// Ranks the moves by their proven scores, the best so many of them. Of moves that are alike under the position's own
    /// symmetries, one is looked at.
    pub(super) fn analyse_by_proof(&self, query: &Query, count: usize) -> Proven<Analysis> {
        self.prove(query, |prover| {
            let classes = Classes::of(&query.position, &query.moves);
            let mut ranked: Vec<(Cell, i32)> = Vec::new();
            for cell in classes.representatives() {
                if ranked.len() == count && !prover.move_reaches(cell, ranked[count - 1].1 + 1)? {
                    continue;
                }
                let score = prover.move_score(cell)?;
                let at = ranked.partition_point(|&(_, other)| other >= score);
                ranked.insert(at, (cell, score));
                ranked.truncate(count);
            }
            let line = |(cell, score)| Line { cell, verdict: prover.verdict(score), pv: prover.line(cell, score) };
            let mut lines = classes.expand(ranked.into_iter().map(line).collect());
            lines.truncate(count);
            Ok(Analysis { lines, report: report(query, prover) })
        })
    }

    /// The moves that equal the best, by ascending cell.
    pub(super) fn best_moves_by_proof(&self, query: &Query) -> Result<Vec<Cell>, Unproven> {
        let best = self.prove(query, |prover| equal_to_best(query, true, prover));
        best.map(|(best, _)| best.into_iter().map(|(cell, _)| cell).collect())
    }

    fn prove<T>(&self, query: &Query, question: impl FnOnce(&mut Prover<'_>) -> Result<T, Interrupted>) -> Proven<T> {
        let mut memory = self.tables.proofs(query.position.rules(), slice::is_few(&query.limits));
        let mut prover = Prover::new(&mut memory, &query.position, proof_limits(query));
        match question(&mut prover) {
            Ok(answer) => Ok((answer, memory.was_enough())),
            Err(Interrupted) => Err(Unproven::after(&prover)),
        }
    }
}

/// Whether the answer is a proof where one is in reach: neither a heuristic nor a depth is asked for.
pub(super) fn wants_proof(query: &Query) -> bool {
    let rules = query.position.rules();
    query.algorithm == Algorithm::Auto && query.is_open() && fits(rules) && !is_solvable(rules)
}

/// The moves to choose from with their scores: at full strength those that equal the best, else all.
fn scores(query: &Query, prover: &mut Prover<'_>) -> Result<Vec<(Cell, i32)>, Interrupted> {
    if query.skill < Query::SKILL_MAX {
        return query.moves.iter().map(|&cell| Ok((cell, prover.move_score(cell)?))).collect();
    }
    equal_to_best(query, query.tie_break != TieBreak::First, prover)
}

/// The moves that equal the best by ascending cell, or only the first of them.
fn equal_to_best(query: &Query, all: bool, prover: &mut Prover<'_>) -> Result<Vec<(Cell, i32)>, Interrupted> {
    let best = prover.best_score(&query.moves)?;
    let mut equal = Vec::new();
    for &cell in &query.moves {
        if prover.move_reaches(cell, best)? {
            equal.push((cell, best));
            if !all {
                break;
            }
        }
    }
    Ok(equal)
}

/// Of the whole limits, the proof's part.
fn proof_limits(query: &Query) -> Limits {
    let (now, limits) = (Instant::now(), &query.limits);
    let short = query.position.empties() <= SHORT_PROOF_CELLS_MAX;
    let quarters = if short { PROOF_QUARTERS } else { LONG_PROOF_QUARTERS };
    let part = |time: Duration| time / 4 * quarters;
    Limits {
        nodes: limits.nodes.map(|max| max / 4 * u64::from(quarters)),
        deadline: limits.deadline.map(|deadline| now + part(deadline.saturating_duration_since(now))),
        ..limits.clone()
    }
}

fn report(query: &Query, prover: &Prover<'_>) -> Report {
    Report {
        algorithm: Algorithm::AlphaBeta,
        heuristic: None,
        depth: query.position.empties() as u32,
        counts: Counts { nodes: prover.nodes(), ..Counts::default() },
        complete: true,
        stop: prover.interrupted().unwrap_or(Stop::Solved),
        source: Source::Search,
    }
}
