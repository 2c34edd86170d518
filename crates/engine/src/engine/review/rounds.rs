//! How the positions of a review share its time: all of them in a first round; then, in the time that is left, those that time has ended.

use std::ops::ControlFlow;
use std::time::Duration;

use super::judge::{Judged, Known, finished, judge_move, known};
use super::{LATE_PLIES_MAX, Rank, Review, ReviewedMove};
use crate::clock::Instant;
use crate::engine::expectation::Expectation;
use crate::engine::{Analysis, EngineError, Query};
use crate::game::{Cell, Position};
use crate::parts::{Needs, Parts, Seat, Threads};
use crate::search::Stop;

/// Least time of another ranking of a position, as a multiple of the time of the one before, since it starts anew.
const GROWTH_MIN: u32 = 2;

impl Review {
    /// Judges the moves by the rankings of `rank`. `None` if it gives none, and if a limit leaves the review incomplete.
    pub(super) fn judge(
        &self,
        rank: &Rank<'_>,
        threads: &dyn Threads,
        on_move: &mut dyn FnMut(&ReviewedMove, usize),
    ) -> Result<Option<Vec<ReviewedMove>>, EngineError> {
        let positions = self.positions();
        let (count, mut found) = (positions.len(), Vec::new());
        let mut indices: Vec<usize> = (0..count).rev().collect();
        while !indices.is_empty() {
            let round = Round { review: self, positions: &positions, indices, earlier: &found, rank };
            let moves = round.run(threads, on_move)?;
            if found.is_empty() {
                found = moves;
                found.reverse();
            } else {
                moves.into_iter().for_each(|one| found[one.reviewed.ply - 1].learn(one));
            }
            if found.len() < count || self.limits.is_cancelled() {
                return Ok(None);
            }
            let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
            indices = again(&found, self.limits.deadline.map_or(Duration::ZERO, left));
        }
        let mut moves: Vec<ReviewedMove> = found.into_iter().map(|one| one.reviewed).collect();
        agree(&mut moves, on_move);
        Ok(Some(moves))
    }
}

/// Tells the proofs of each position to its neighbours, from the end to the beginning and back: a win that a move is proven to allow is the best
/// of the next position, at the same distance. Calls `on_move` with the moves about which more is known then.
fn agree(moves: &mut [ReviewedMove], on_move: &mut dyn FnMut(&ReviewedMove, usize)) {
    let mut are_news = vec![false; moves.len()];
    for ply in (1..moves.len()).rev() {
        if let [one, next] = &mut moves[ply - 1..=ply] {
            are_news[ply - 1] = one.learn_after(next);
        }
    }
    for ply in 1..moves.len() {
        let before = moves[ply - 1].played.clone();
        are_news[ply] |= moves[ply].learn_win(&before) || moves[ply].learn_loss(&before);
    }
    moves.iter().zip(are_news).filter(|(_, is_news)| *is_news).for_each(|(one, _)| on_move(one, 0));
}

/// The positions that another round ranks in the time that is left, the last first: as many of those that time has ended as then have
/// [`GROWTH_MIN`] times the time that they had, those first that had least.
fn again(found: &[Timed], left: Duration) -> Vec<usize> {
    let had = |one: &Timed| {
        let report = &one.reviewed.report;
        one.time.filter(|had| !report.complete && report.stop == Stop::Movetime && !had.is_zero())
    };
    let mut undone: Vec<(Duration, usize)> =
        found.iter().filter_map(|one| Some((had(one)?, one.reviewed.ply - 1))).collect();
    undone.sort_unstable();
    let suffices = |count: &usize| left / *count as u32 / 4 * RANKING_QUARTERS >= undone[count - 1].0 * GROWTH_MIN;
    let count = (1..=undone.len()).rev().find(suffices).unwrap_or(0);
    let mut indices: Vec<usize> = undone[..count].iter().map(|&(_, index)| index).collect();
    indices.sort_unstable_by(|a, b| b.cmp(a));
    indices
}

/// A judged move, the known score of its position, and the time of its ranking.
struct Timed {
    reviewed: ReviewedMove,
    known: Option<Known>,
    time: Option<Duration>,
}

impl Timed {
    /// Takes the result of a later round, if that says more.
    fn learn(&mut self, later: Timed) {
        if later.is_better_than(self) {
            *self = later;
        } else {
            self.time = later.time;
        }
    }

    /// Whether it says more than an earlier judgement of the same move.
    fn is_better_than(&self, earlier: &Timed) -> bool {
        let [own, other] = [&self.reviewed.report, &earlier.reviewed.report];
        own.complete || !own.depended_on_the_clock() || own.depth > other.depth
    }
}

/// Positions that are ranked, and the moves played there that are judged, in one go.
struct Round<'a> {
    review: &'a Review,
    /// All positions of the game.
    positions: &'a [(Position, Cell)],
    /// The positions to rank, by their indices, the last first.
    indices: Vec<usize>,
    /// The results of the rounds before for each position; empty in the first.
    earlier: &'a [Timed],
    rank: &'a Rank<'a>,
}

/// Half of the work on a position.
enum Part {
    /// The ranking that judges the move, and the time that it had.
    Ranked { analysis: Analysis, time: Option<Duration> },
    /// The move, judged.
    Judged(Box<Timed>),
}

/// `None` if a limit cut it off.
type Done = Result<Option<Part>, EngineError>;

impl Round<'_> {
    /// The moves that this round has judged, the last first; not all of them if a limit cut it off. Calls `on_move` with those about which
    /// the rounds before knew less.
    fn run(
        &self,
        threads: &dyn Threads,
        on_move: &mut dyn FnMut(&ReviewedMove, usize),
    ) -> Result<Vec<Timed>, EngineError> {
        let work = |part: usize, seat: Seat<'_, _>| self.part(part, &seat);
        let needs = |part: usize| self.needs(part);
        let parts = Parts { count: 2 * self.indices.len(), needs: &needs, work: &work };
        let mut error = None;
        let mut on_part = |part: usize, done: &Done| {
            match done {
                Ok(Some(Part::Judged(one))) if self.is_news(one) => {
                    on_move(&one.reviewed, self.indices.len() - 1 - part / 2);
                }
                Ok(Some(_)) => {}
                Ok(None) => return ControlFlow::Break(()),
                Err(found) => {
                    error = Some(found.clone());
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        let done = parts.run(threads, &mut on_part);
        let judged = |part: Done| match part {
            Ok(Some(Part::Judged(one))) => Some(*one),
            _ => None,
        };
        error.map_or_else(|| Ok(done.into_iter().filter_map(judged).collect()), Err)
    }

    fn is_news(&self, one: &Timed) -> bool {
        self.earlier.get(one.reviewed.ply - 1).is_none_or(|earlier| one.is_better_than(earlier))
    }

    /// An even part ranks a position, from the last position on; the odd one after it judges the move, by that ranking and by the score of the
    /// next position once the move there is judged.
    fn needs(&self, part: usize) -> Needs {
        if part.is_multiple_of(2) { [None, None] } else { [Some(part - 1), self.part_after(part)] }
    }

    /// The part that judges the move after the one that this part judges; `None` if this round has none.
    fn part_after(&self, part: usize) -> Option<usize> {
        let before = (part / 2).checked_sub(1)?;
        (self.indices[before] == self.indices[part / 2] + 1).then_some(2 * before + 1)
    }

    /// Ranks a position, or judges the move played there. `None` if a limit cuts the round off.
    fn part(&self, part: usize, seat: &Seat<'_, Done>) -> Done {
        let (index, to_share) = (self.indices[part / 2], self.indices.len() - part / 2);
        let (position, cell) = &self.positions[index];
        let mut query = self.review.query(position.clone());
        query.limits.recall = seat.recall.cloned();
        // Each thread has a share: the parts that other threads do are no time left over.
        let shares = seat.threads * if self.review.limits.nodes.is_some() { SHARES_BY_NODES } else { 1 };
        let time_of = |quarters| time_of(self.review.limits.deadline, to_share, quarters, shares);
        if part.is_multiple_of(2) {
            match self.review.limits.interrupted() {
                Some(Stop::Cancelled) => return Ok(None),
                Some(_) if index >= LATE_PLIES_MAX || !self.earlier.is_empty() => return Ok(None),
                _ => {}
            }
            let time = time_of(RANKING_QUARTERS);
            query.limits.deadline = time.map(|time| Instant::now() + time);
            let analysis = (self.rank)(&query)?;
            return Ok(analysis.map(|analysis| Part::Ranked { analysis, time }));
        }
        query.limits.deadline = time_of(4).map(|time| Instant::now() + time);
        let Some((analysis, time)) = ranked(seat, part - 1) else { return Ok(None) };
        let after = self.known_after(part, seat).map(|known| known.before_move(*cell));
        let Some(judged) = judge_move(self.rank, &query, analysis.clone(), *cell, after.as_ref())? else {
            return Ok(None);
        };
        let has_estimates = has_estimates(&query);
        let judged = if has_estimates { judged.with_best_confirmed(self.rank, &query)? } else { Some(judged) };
        let Some(judged) = judged else { return Ok(None) };
        // Not by moves that are only listed: their number does not count.
        let of = if has_estimates { &judged.analysis } else { analysis };
        let known = known(&of.moves, &of.report, has_estimates);
        let judged = judged.with_moves(self.rank, &query, self.review.multi_pv)?;
        Ok(judged
            .map(|judged| Part::Judged(Box::new(Timed { reviewed: self.reviewed(index, query, judged), known, time }))))
    }

    fn reviewed(&self, index: usize, query: Query, judged: Judged) -> ReviewedMove {
        let Judged { analysis, played, .. } = judged;
        let expectation = Expectation::of_query(&query);
        ReviewedMove::new(index + 1, query, analysis, played, expectation)
    }

    /// The score of the position after the move that a part judges, where one is known: by this round, by one before or by the end of the game.
    fn known_after(&self, part: usize, seat: &Seat<'_, Done>) -> Option<Known> {
        let next = self.indices[part / 2] + 1;
        if next == self.positions.len() {
            return finished(&self.review.game);
        }
        let by_this = self.part_after(part).and_then(|after| judged(seat, after));
        by_this.or_else(|| self.earlier.get(next))?.known.clone()
    }
}

/// Whether a value of the next position says as much of a move as the ranking of its own: those of patterns are meant to be the same
/// whichever side is to move, while one line more or less is the turn's doing to other heuristics.
fn has_estimates(query: &Query) -> bool {
    Expectation::is_of_patterns(query)
}

/// The ranking of a part, and its time.
fn ranked<'a>(seat: &Seat<'a, Done>, part: usize) -> Option<(&'a Analysis, Option<Duration>)> {
    match seat.results[part].get() {
        Some(Ok(Some(Part::Ranked { analysis, time }))) => Some((analysis, *time)),
        _ => None,
    }
}

/// The judgement of a part.
fn judged<'a>(seat: &Seat<'a, Done>, part: usize) -> Option<&'a Timed> {
    match seat.results[part].get() {
        Some(Ok(Some(Part::Judged(one)))) => Some(one),
        _ => None,
    }
}

/// The quarters of its share of the time that the ranking of a position has; the judgement of the move takes the rest.
const RANKING_QUARTERS: u32 = 3;

/// Shares of the time that a position may take where nodes end its search: the clock is not to end it, on a busy machine either.
const SHARES_BY_NODES: usize = 4;

/// The time for the search of a position: a number of quarters of `shares` even shares, of which each of the `positions` that remain has one.
fn time_of(deadline: Option<Instant>, positions: usize, quarters: u32, shares: usize) -> Option<Duration> {
    deadline.map(|deadline| {
        let left = deadline.saturating_duration_since(Instant::now());
        left.min(left / positions.max(1) as u32 * shares as u32) / 4 * quarters
    })
}

#[cfg(test)]
mod tests;
