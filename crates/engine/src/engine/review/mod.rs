//! Reviews: every move of a game beside the best moves there were.
//!
//! The last position comes first. Late positions are solved soonest, so that the time they leave goes to the early ones, and a proof after a
//! move judges the move itself. At the end neighbours exchange their proofs. Another round spends the time that is left on the positions that
//! time has ended.

mod judge;
mod label;
mod rounds;
#[cfg(test)]
mod tests;

pub use label::{BLUNDER_MIN, INACCURACY_MIN, Label, MISTAKE_MIN};

use self::judge::JUDGED_MOVES;
use self::label::{Pace, accuracy};
use super::expectation::Expectation;
use super::tie_break::is_worse_outcome;
use super::{Algorithm, Analysis, Effort, Engine, EngineError, Plan, Query, RankedMove, Report, Source, SourceLeft};
use crate::game::{Cell, Player, Position};
use crate::heuristic::Heuristic;
use crate::parts::{InPlace, Threads};
use crate::search::{Limits, Verdict};
use crate::sort;

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
    /// Most moves that the ranking of a position lists. It lists at least three where there are as many, by which the move is judged:
    /// 0 lists three, not all as in [`Query`].
    pub multi_pv: usize,
}

/// A move of a reviewed game.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The ranking of the position, best first, never empty; of equals, the lowest cell comes first. The same as that of
    /// [`Engine::analyse`] for three moves or more, except that a win which the move before is proven to allow comes first, and that, by
    /// values of patterns, the position after a better move counts.
    pub best: Vec<RankedMove>,
    /// How the ranking was found.
    pub report: Report,
    /// The exact source that would answer here if the review had no heuristic; `None` if that source did answer, or there is none.
    pub left: Option<SourceLeft>,
    /// The move with its score for its side.
    pub played: RankedMove,
    /// The effect of the move.
    pub label: Label,
    /// The expected results of the values of unproven moves.
    pub expectation: Expectation,
    /// The part of its side's chances that the move gave away, 0 to 1.
    pub cost: f64,
    pace: Pace,
}

/// One side's part in a reviewed game.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedSide {
    /// The number of moves with each label, in the order of [`Label::ALL`].
    pub labels: [u32; Label::ALL.len()],
    /// The mean [`ReviewedMove::accuracy`] of its moves; `None` without a move.
    pub accuracy: Option<f64>,
    /// The plies of its costliest moves, which cost the same, in order; none if no move cost [`INACCURACY_MIN`].
    pub costliest: Vec<usize>,
}

impl ReviewedMove {
    /// The listed moves that score higher than the one played, best first; none if no other move does.
    pub fn better(&self) -> impl Iterator<Item = &RankedMove> {
        self.best.iter().take_while(|ranked| ranked.verdict.score() > self.played.verdict.score())
    }

    fn new(ply: usize, query: Query, analysis: Analysis, played: RankedMove, expectation: Expectation) -> ReviewedMove {
        let Analysis { moves: best, report } = analysis;
        let (left, position) = (SourceLeft::of(&query), query.position);
        let (label, cost, pace) = (Label::Best, 0.0, Pace::default());
        let mut reviewed = ReviewedMove { ply, position, best, report, left, played, label, expectation, cost, pace };
        reviewed.judge();
        reviewed
    }

    /// Sets cost, pace and label, by the scores of the best move and of the one played.
    fn judge(&mut self) {
        let (best, played) = (self.best_verdict(), self.played.verdict);
        // A search by patterns may leave out a shorter win.
        let are_exact = self.report.source != Source::Search || !self.expectation.has_patterns();
        self.cost = self.expectation.cost(best, played);
        self.pace = Pace::of(best, played, self.cost, self.report.depth, are_exact);
        self.label = Label::of(best, played, self.is_alone(), self.cost, self.pace);
    }

    /// Whether every other move is known to have a worse outcome than the best, or there is no other.
    fn is_alone(&self) -> bool {
        match &self.best[..] {
            [best, second, ..] => is_worse_outcome(second.verdict, best.verdict),
            _ => self.position.legal_moves().count() == 1,
        }
    }

    /// Takes the proven score of the next position, where this position's own search by patterns has proven nothing of the move, or an
    /// end farther away; returns whether it does.
    fn learn_after(&mut self, next: &ReviewedMove) -> bool {
        use Verdict::{Loss, Unknown, Win};
        let Some(best) = next.best.first() else { return false };
        let verdict = best.verdict.before_move();
        let is_news = match (verdict, self.played.verdict) {
            (Win { .. } | Loss { .. }, Unknown { .. }) => true,
            (Win { plies }, Win { plies: known }) | (Loss { plies }, Loss { plies: known }) => plies < known,
            _ => false,
        };
        if !is_news || !self.expectation.has_patterns() {
            return false;
        }
        let cell = self.played.cell;
        let played = RankedMove { cell, verdict, pv: [cell].into_iter().chain(best.pv.iter().copied()).collect() };
        let listed = self.best.len();
        self.best.retain(|ranked| ranked.cell != cell);
        let at = self.best.partition_point(|other| other.rank(&played).is_lt());
        // The list stays as long as it is.
        if self.best.len() < listed || at < listed {
            self.best.insert(at, played.clone());
            self.best.truncate(listed);
        }
        self.played = played;
        self.judge();
        true
    }

    /// Takes the win that the move before is proven to allow, if this position's own ranking has none as soon; returns whether it does. One
    /// search's score of a move is no surer than another's of the position behind it, and a reader sees both.
    fn learn_win(&mut self, before: &RankedMove) -> bool {
        let (Verdict::Loss { .. }, Some((_, pv))) = (before.verdict, before.pv.split_first()) else { return false };
        let Some(&cell) = pv.first() else { return false };
        let win = RankedMove { cell, verdict: before.verdict.after_move(), pv: pv.to_vec() };
        if win.verdict.score() <= self.best_verdict().score() {
            return false;
        }
        if self.played.cell == cell {
            self.played = win.clone();
        }
        let listed = self.best.len();
        self.best.retain(|ranked| ranked.cell != cell);
        self.best.insert(0, win);
        self.best.truncate(listed);
        self.judge();
        true
    }

    /// Takes the loss that the move before is proven to force, where this position's own search by patterns has not seen it, or one farther
    /// away; returns whether it does. The distance is a bound, which holds whatever is played.
    fn learn_loss(&mut self, before: &RankedMove) -> bool {
        let loss = before.verdict.after_move();
        let is_later = |ranked: &RankedMove| ranked.verdict.score() > loss.score();
        let is_forced = matches!(before.verdict, Verdict::Win { .. }) && self.expectation.has_patterns();
        if !is_forced || !self.best.iter().chain([&self.played]).any(is_later) {
            return false;
        }
        let pv = before.pv.get(1..).unwrap_or_default();
        self.best.iter_mut().chain([&mut self.played]).filter(|ranked| is_later(ranked)).for_each(|ranked| {
            ranked.verdict = loss;
            if pv.first() == Some(&ranked.cell) {
                ranked.pv = pv.to_vec();
            }
        });
        sort::short_by(&mut self.best, RankedMove::rank);
        self.judge();
        true
    }

    /// The score of the best move for the side to move.
    #[must_use]
    pub fn best_verdict(&self) -> Verdict {
        self.best.first().map_or(self.played.verdict, |best| best.verdict)
    }

    /// Plies by which it brings a loss nearer, or puts off a win; at least, where only one of the two ends is proven and the other
    /// is as good as that.
    #[must_use]
    pub fn plies_lost(&self) -> u32 {
        self.pace.lost
    }

    /// How close it comes to the best move, 0 to 100: 100 · (1 − cost − pace / 4)³. `pace` is [`ReviewedMove::plies_lost`] divided by the
    /// longer of the two distances to the end.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        accuracy(self.cost, self.pace)
    }
}

impl ReviewedSide {
    /// The ply of its costliest move, of equal ones the last.
    #[must_use]
    pub fn turning_point(&self) -> Option<usize> {
        self.costliest.last().copied()
    }

    /// Sums up the moves of a side.
    #[must_use]
    pub fn of(side: Player, moves: &[ReviewedMove]) -> ReviewedSide {
        let mut own = ReviewedSide { labels: [0; Label::ALL.len()], accuracy: None, costliest: Vec::new() };
        let (mut count, mut sum, mut highest) = (0, 0.0, 0.0);
        for reviewed in moves.iter().filter(|reviewed| reviewed.position.turn() == side) {
            own.labels[reviewed.label as usize] += 1;
            count += 1;
            sum += reviewed.accuracy();
            if reviewed.cost >= INACCURACY_MIN && reviewed.cost >= highest {
                if reviewed.cost > highest {
                    own.costliest.clear();
                }
                highest = reviewed.cost;
                own.costliest.push(reviewed.ply);
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
        self.review_with(review, Effort::Full, &InPlace, &mut |_, _| {})
    }

    /// As [`Engine::review`], with an effort, and on lent threads as well. Unless time ends its searches, a review does not depend on how
    /// many there are. Calls `on_move` with each move, from the last to the first, and how many are still to come; once more with those that
    /// another round has judged in the time that was left. There is no review for [`Effort::Instant`] unless a table has all positions, and
    /// none for [`Effort::Least`] of a game of more than [`LATE_PLIES_MAX`] moves.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn review_with(
        &self,
        review: &Review,
        effort: Effort,
        threads: &dyn Threads,
        on_move: &mut dyn FnMut(&ReviewedMove, usize),
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
