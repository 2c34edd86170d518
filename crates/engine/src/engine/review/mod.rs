//! Reviews: every move of a game beside the best moves there were.
//!
//! The last position comes first. Late positions are solved soonest, so that the time they leave goes to the early ones, and
//! what is proven after a move judges the move itself.

mod judge;
mod label;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::clock::Instant;

pub use label::{BLUNDER_MIN, INACCURACY_MIN, Label, MISTAKE_MIN, accuracy, plies_lost};

use self::judge::{JUDGED_MOVES, Judged, Known, finished, is_alone, judge_move, proven};
use super::expectation::Expectation;
use super::{Algorithm, Analysis, Effort, Engine, EngineError, Plan, Query, RankedMove, Report, SourceLeft};
use crate::game::{Cell, Player, Position};
use crate::heuristic::Heuristic;
use crate::parts::{InPlace, Needs, Parts, Seat, Threads};
use crate::search::{Limits, Stop, Verdict};

/// Most moves that are judged when the time is over, at depth 1; on 20×20 one takes one or two milliseconds.
pub const LATE_PLIES_MAX: usize = 32;

/// A game to review.
#[derive(Clone, Debug)]
pub struct Review {
    /// The last position, with the moves to judge, which led to it.
    pub game: Position,
    /// How each position is answered.
    pub algorithm: Algorithm,
    /// `None` for the default of the game.
    pub heuristic: Option<Heuristic>,
    /// Depth and nodes for each position; the deadline and the cancellation of the whole review. Exact sources ignore the depth.
    pub limits: Limits,
    /// Most moves that the ranking of a position lists; it never lists less than three, by which the move is judged.
    pub multi_pv: usize,
}

/// A move of a reviewed game.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// From 1.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The ranking of the position, best first, never empty; of equals, the lowest cell comes first. What [`Engine::analyse`] finds for
    /// at least three moves.
    pub best: Vec<RankedMove>,
    /// How the ranking was found.
    pub report: Report,
    /// The exact source that the review leaves there by its heuristic.
    pub left: Option<SourceLeft>,
    /// The move with its score for its side.
    pub played: RankedMove,
    /// What the move did.
    pub label: Label,
    /// What values are worth here.
    pub expectation: Expectation,
    /// Points of expected result that the move gave away, 0 to 1.
    pub cost: f64,
}

/// One side's part in a reviewed game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewedSide {
    /// How many moves have each label, in the order of [`Label::ALL`].
    pub labels: [u32; Label::ALL.len()],
    /// The mean [`accuracy`] of its moves; `None` without a move.
    pub accuracy: Option<f64>,
    /// The ply of its costliest move, of equal ones the last; `None` if no move cost [`INACCURACY_MIN`].
    pub turning_point: Option<usize>,
}

impl ReviewedMove {
    fn new(
        ply: usize,
        query: Query,
        analysis: Analysis,
        played: RankedMove,
        is_alone: bool,
        expectation: Expectation,
    ) -> ReviewedMove {
        let Analysis { moves: best, report } = analysis;
        let best_verdict = best.first().unwrap_or(&played).verdict;
        let cost = expectation.cost(best_verdict, played.verdict);
        let label = Label::of(best_verdict, played.verdict, is_alone, cost);
        let left = SourceLeft::of(&query);
        ReviewedMove { ply, position: query.position, best, report, left, played, label, expectation, cost }
    }

    /// The score of the best move for the side to move.
    #[must_use]
    pub fn best_verdict(&self) -> Verdict {
        self.best.first().map_or(self.played.verdict, |best| best.verdict)
    }

    /// By how many plies it brings a proven loss nearer, or puts off a proven win.
    #[must_use]
    pub fn plies_lost(&self) -> u32 {
        plies_lost(self.best_verdict(), self.played.verdict)
    }

    /// Its [`accuracy`].
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        accuracy(self.best_verdict(), self.played.verdict, self.cost)
    }
}

impl ReviewedSide {
    /// Sums up the moves of a side.
    #[must_use]
    pub fn of(side: Player, moves: &[ReviewedMove]) -> ReviewedSide {
        let mut own = ReviewedSide { labels: [0; Label::ALL.len()], accuracy: None, turning_point: None };
        let (mut count, mut sum, mut highest) = (0, 0.0, 0.0);
        for reviewed in moves.iter().filter(|reviewed| reviewed.position.turn() == side) {
            own.labels[reviewed.label as usize] += 1;
            count += 1;
            sum += reviewed.accuracy();
            if reviewed.cost >= INACCURACY_MIN && reviewed.cost >= highest {
                (highest, own.turning_point) = (reviewed.cost, Some(reviewed.ply));
            }
        }
        own.accuracy = (count > 0).then(|| sum / f64::from(count));
        own
    }
}

impl Engine {
    /// Checks that the positions of a game can be analysed.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn check_review(&self, review: &Review) -> Result<(), EngineError> {
        review.first_query().map_or(Ok(()), |query| self.check(&query))
    }

    /// How long a review may take.
    #[must_use]
    pub fn plan_review(&self, review: &Review) -> Plan {
        review.first_query().map_or(Plan::Instant, |query| self.plan(&query))
    }

    /// Reviews a game. The moves of the result are in the order of play. `None` if the limits of the review cut it off: after a
    /// cancellation, or if time is over while more than [`LATE_PLIES_MAX`] moves are left. There are no partial reviews.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn review(&self, review: &Review) -> Result<Option<Vec<ReviewedMove>>, EngineError> {
        self.review_with(review, Effort::Full, &InPlace, &mut |_| {})
    }

    /// As [`Engine::review`], with an effort, and on lent threads as well. Unless time ends its searches, a review does not depend on how
    /// many there are. Calls `on_move` with each move, from the last to the first. There is no review for
    /// [`Effort::Instant`] unless a table has all positions, and none for [`Effort::Least`] of a game of more than
    /// [`LATE_PLIES_MAX`] moves.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn review_with(
        &self,
        review: &Review,
        effort: Effort,
        threads: &dyn Threads,
        on_move: &mut dyn FnMut(&ReviewedMove),
    ) -> Result<Option<Vec<ReviewedMove>>, EngineError> {
        let is_too_much = match effort {
            Effort::Instant => self.plan_review(review) == Plan::Search,
            Effort::Least => review.game.moves().len() > LATE_PLIES_MAX,
            Effort::Full | Effort::AfterInstant => false,
        };
        if is_too_much {
            return self.check_review(review).map(|()| None);
        }
        // No position was attempted before.
        let each = if effort == Effort::Least { Effort::Least } else { Effort::Full };
        review.judge(&|query| self.analyse_with(query, each, &mut |_| {}), threads, on_move)
    }
}

impl Review {
    /// The review with all defaults of a game, which ends in this position: the best source of answers, no limits, three moves
    /// listed for each position.
    #[must_use]
    pub fn new(game: Position) -> Review {
        Review { game, algorithm: Algorithm::Auto, heuristic: None, limits: Limits::default(), multi_pv: 3 }
    }

    /// Judges the moves by the rankings of `rank`. `None` if it gives none, and if a limit leaves the review incomplete.
    fn judge(
        &self,
        rank: &Rank<'_>,
        threads: &dyn Threads,
        on_move: &mut dyn FnMut(&ReviewedMove),
    ) -> Result<Option<Vec<ReviewedMove>>, EngineError> {
        let positions = self.positions();
        let work = |part: usize, seat: Seat<'_, _>| self.part(&positions, part, &seat, rank);
        let parts = Parts { count: 2 * positions.len(), needs: &needs, work: &work };
        let mut end = Ok(());
        let mut on_part = |_: usize, part: &Done| {
            match part {
                Ok(Some(Part::Judged(reviewed))) => on_move(reviewed),
                Ok(Some(Part::Ranked { .. })) => {}
                Ok(None) => end = Err(None),
                Err(error) => end = Err(Some(error.clone())),
            }
            if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let done = parts.run(threads, &mut on_part);
        match end {
            Err(Some(error)) => return Err(error),
            Err(None) => return Ok(None),
            Ok(()) => {}
        }
        let judged = |part: Done| match part {
            Ok(Some(Part::Judged(reviewed))) => Some(*reviewed),
            _ => None,
        };
        let moves = done.into_iter().rev().filter_map(judged).collect();
        Ok((!self.limits.is_cancelled()).then_some(moves))
    }

    /// Ranks a position, or judges the move played there. `None` if a limit cuts the review off.
    fn part(&self, positions: &[(Position, Cell)], part: usize, seat: &Seat<'_, Done>, rank: &Rank<'_>) -> Done {
        let index = positions.len() - 1 - part / 2;
        let (position, cell) = &positions[index];
        let mut query = self.query(position.clone());
        query.limits.recall = seat.recall.cloned();
        // What one thread leaves to the others is not left over.
        let time_of = |quarters| share(self.limits.deadline, index + 1, quarters, seat.threads);
        if part.is_multiple_of(2) {
            match self.limits.interrupted() {
                Some(Stop::Cancelled) => return Ok(None),
                Some(_) if index >= LATE_PLIES_MAX => return Ok(None),
                _ => {}
            }
            query.limits.deadline = time_of(3);
            let analysis = rank(&query)?;
            return Ok(analysis.map(|analysis| Part::Ranked { known: proven(&analysis), analysis }));
        }
        query.limits.deadline = time_of(4);
        let ranked = |part: usize| match seat.results[part].get() {
            Some(Ok(Some(Part::Ranked { analysis, known }))) => Some((analysis, known)),
            _ => None,
        };
        let Some((analysis, _)) = ranked(part - 1) else { return Ok(None) };
        let from_after = match part.checked_sub(3) {
            Some(next) => ranked(next).and_then(|(_, known)| known.as_ref()).map(|known| known.before_move(*cell)),
            None => finished(&self.game).map(|known| known.before_move(*cell)),
        };
        let Some(judged) = judge_move(rank, &query, analysis.clone(), *cell, from_after.as_ref())? else {
            return Ok(None);
        };
        let is_alone = is_alone(&query, &judged.analysis);
        let judged = judged.with_moves(rank, &query, self.multi_pv)?;
        Ok(judged.map(|Judged { analysis, played, .. }| {
            let expectation = Expectation::of_query(&query);
            Part::Judged(Box::new(ReviewedMove::new(index + 1, query, analysis, played, is_alone, expectation)))
        }))
    }

    /// The positions of the game, each with the move that was played there.
    fn positions(&self) -> Vec<(Position, Cell)> {
        let mut position = self.game.start();
        let next = |cell| {
            let before = position.clone();
            position.play_unchecked(cell);
            (before, cell)
        };
        self.game.moves().map(next).collect()
    }

    /// The query for the ranking of a position that judges the move played there.
    fn query(&self, position: Position) -> Query {
        Query {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            limits: self.limits.clone(),
            multi_pv: JUDGED_MOVES,
            exact_at_any_depth: true,
            ..Query::new(position)
        }
    }

    /// The query for the first position; `None` without a move.
    fn first_query(&self) -> Option<Query> {
        (self.game.moves().len() > 0).then(|| self.query(self.game.start()))
    }
}

/// Ranks the moves of a position.
type Rank<'a> = dyn Fn(&Query) -> Result<Option<Analysis>, EngineError> + Sync + 'a;

/// Half of the work on a position.
enum Part {
    /// The ranking that judges the move, and what it proves of the position.
    Ranked { analysis: Analysis, known: Option<Known> },
    /// The move, judged.
    Judged(Box<ReviewedMove>),
}

/// `None` if a limit cut it off.
type Done = Result<Option<Part>, EngineError>;

/// A position is ranked by an even part, from the last position on; the odd one after it judges the move, by that ranking and by what the
/// ranking of the next position proves.
fn needs(part: usize) -> Needs {
    if part.is_multiple_of(2) { [None, None] } else { [Some(part - 1), part.checked_sub(3)] }
}

/// When the search of a position ends that shares the remaining time with those before it and with other threads: after so many quarters
/// of its part.
fn share(deadline: Option<Instant>, positions: usize, quarters: u32, threads: usize) -> Option<Instant> {
    let now = Instant::now();
    let part = |deadline: Instant| {
        let left = deadline.saturating_duration_since(now);
        left.min(left / positions.max(1) as u32 * threads as u32) / 4 * quarters
    };
    deadline.map(|deadline| now + part(deadline))
}
