//! Reviews: every move of a game beside the best moves there were.
//!
//! The last position comes first. Late positions are solved soonest, so that the time they leave goes to the early ones, and
//! what is proven after a move judges the move itself.

mod label;
#[cfg(test)]
mod tests;

use crate::clock::Instant;

pub use label::{BLUNDER_MIN, INACCURACY_MIN, Label, MISTAKE_MIN, accuracy};

use super::choice::is_worse_outcome;
use super::expectation::Expectation;
use super::{Algorithm, Analysis, Effort, Engine, EngineError, Plan, Query, RankedMove, Report};
use crate::game::{Cell, Player, Position, Status};
use crate::heuristic::Heuristic;
use crate::search::{Limits, Score, Stop, Verdict};

/// Most moves that are judged when the time is over, at depth 1; on 20×20 one takes one or two milliseconds.
pub const LATE_PLIES_MAX: usize = 32;

/// Fewest moves of a ranking: the second tells whether the best is alone.
const RANKED_MIN: usize = 2;

/// A game to review.
#[derive(Clone, Debug)]
pub struct Review {
    /// The last position, with the moves to judge, which led to it.
    pub game: Position,
    /// How each position is answered.
    pub algorithm: Algorithm,
    /// `None` for the default of the game.
    pub heuristic: Option<Heuristic>,
    /// Depth and nodes for each position; the deadline and the cancellation of the whole review.
    pub limits: Limits,
    /// Most moves that the ranking of a position lists, at least 1.
    pub multi_pv: usize,
}

/// A move of a reviewed game.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// From 1.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The ranking of the position, best first: what [`Engine::analyse`] finds for at least two moves.
    pub best: Vec<RankedMove>,
    /// How the ranking was found.
    pub report: Report,
    /// The move with its score for its side.
    pub played: RankedMove,
    /// What the move did.
    pub label: Label,
    /// What values are worth here.
    pub expectation: Expectation,
    /// The result that its side can expect after the move, 0 to 1.
    pub expected: f64,
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
    /// The score of the best move for the side to move.
    #[must_use]
    pub fn best_verdict(&self) -> Verdict {
        self.best.first().map_or(self.played.verdict, |best| best.verdict)
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
            sum += accuracy(reviewed.cost);
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
        self.review_with(review, Effort::Full, &mut |_| {})
    }

    /// As [`Engine::review`], with an effort. Calls `on_move` with each move, from the last to the first. There is no review for
    /// [`Effort::Instant`] unless a table has all positions, and none for [`Effort::Least`] of a game of more than
    /// [`LATE_PLIES_MAX`] moves.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn review_with(
        &self,
        review: &Review,
        effort: Effort,
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
        review.judge(|query| self.analyse_with(query, each, &mut |_| {}), on_move)
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
        rank: impl Fn(&Query) -> Result<Option<Analysis>, EngineError>,
        on_move: &mut dyn FnMut(&ReviewedMove),
    ) -> Result<Option<Vec<ReviewedMove>>, EngineError> {
        let expectation = Expectation::of_heuristic(self.heuristic.as_ref(), self.game.rules());
        let mut after = finished(&self.game);
        let mut moves = Vec::new();
        for (index, (position, cell)) in self.positions().into_iter().enumerate().rev() {
            match self.limits.interrupted() {
                Some(Stop::Cancelled) => return Ok(None),
                Some(_) if index >= LATE_PLIES_MAX => return Ok(None),
                _ => {}
            }
            let mut query = self.query(position);
            query.limits.deadline = share(self.limits.deadline, index + 1, 3);
            let deadline = share(self.limits.deadline, index + 1, 4);
            let from_after = after.map(|after| after.before_move(cell));
            let Some(mut judged) = judge_move(&rank, &query, cell, from_after.as_ref(), deadline)? else {
                return Ok(None);
            };
            if query.multi_pv > RANKED_MIN && judged.depends_on_multi_pv() {
                let query = Query { multi_pv: RANKED_MIN, ..query.clone() };
                let Some(least) = judge_move(&rank, &query, cell, from_after.as_ref(), deadline)? else {
                    return Ok(None);
                };
                judged = judged.with_proofs_of(least, self.multi_pv);
            }
            let Judged { analysis, played, known: before, .. } = judged;
            let best = analysis.moves.first().unwrap_or(&played).verdict;
            let cost = expectation.cost(best, played.verdict);
            let expected = expectation.of(played.verdict);
            let label = Label::of(best, played.verdict, is_alone(&query, &analysis), cost);
            let Analysis { moves: best, report } = analysis;
            let ply = index + 1;
            let reviewed = ReviewedMove {
                ply,
                position: query.position,
                best,
                report,
                played,
                label,
                expectation,
                expected,
                cost,
            };
            on_move(&reviewed);
            after = before;
            moves.push(reviewed);
        }
        moves.reverse();
        Ok((!self.limits.is_cancelled()).then_some(moves))
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

    /// The query for the ranking of a position: two moves at least, to tell whether the best one is alone.
    fn query(&self, position: Position) -> Query {
        Query {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            limits: self.limits.clone(),
            multi_pv: self.multi_pv.max(RANKED_MIN),
            ..Query::new(position)
        }
    }

    /// The query for the first position; `None` without a move.
    fn first_query(&self) -> Option<Query> {
        (self.game.moves().len() > 0).then(|| self.query(self.game.start()))
    }
}

/// A position with the score of the move that was played.
struct Judged {
    analysis: Analysis,
    /// The move played.
    played: RankedMove,
    /// What is proven of the position.
    known: Option<Known>,
    /// Whether other moves were ranked again, without the one played.
    is_ranked_again: bool,
}

impl Judged {
    /// Whether another number of moves may prove more or less: searches with other windows prove other draws. Exact sources prove
    /// all, and a limit of nodes or time ends searches at other depths anyway.
    fn depends_on_multi_pv(&self) -> bool {
        let Analysis { moves, report } = &self.analysis;
        let is_level = |ranked: &RankedMove| ranked.verdict.score() == Score::DRAW;
        let is_level = moves.iter().chain([&self.played]).any(is_level);
        report.heuristic.is_some() && is_whole(report) && (is_level || self.is_ranked_again)
    }

    /// This ranking with everything that the shortest ranking of the position proves, so that labels do not depend on its length.
    fn with_proofs_of(mut self, least: Judged, count: usize) -> Judged {
        let Analysis { moves, report } = &mut self.analysis;
        *report = of_both(report, &least.analysis.report);
        if !is_whole(&least.analysis.report) {
            return self;
        }
        let known: Vec<RankedMove> = least.analysis.moves;
        let is_known = |ranked: &RankedMove| known.iter().any(|known| known.cell == ranked.cell);
        for same in moves.iter_mut().filter(|ranked| ranked.cell == least.played.cell) {
            *same = least.played.clone();
        }
        moves.retain(|ranked| !is_known(ranked));
        moves.extend(known);
        moves.sort_by(RankedMove::rank);
        moves.truncate(count);
        if report.complete && !moves.iter().chain([&least.played]).all(|ranked| ranked.verdict.is_proven()) {
            (report.complete, report.stop) = (false, least.analysis.report.stop);
        }
        Judged { played: least.played, known: least.known, ..self }
    }
}

/// Whether neither nodes nor time ended a search.
fn is_whole(report: &Report) -> bool {
    matches!(report.stop, Stop::Solved | Stop::Depth)
}

/// Ranks a position and finds the score of the move played there, by what is proven after it as well. A search for that move, or for the
/// others, ends at `deadline`. `None` if `rank` gives none.
fn judge_move(
    rank: impl Fn(&Query) -> Result<Option<Analysis>, EngineError>,
    query: &Query,
    cell: Cell,
    from_after: Option<&RankedMove>,
    deadline: Option<Instant>,
) -> Result<Option<Judged>, EngineError> {
    let Some(mut analysis) = rank(query)? else { return Ok(None) };
    let known = proven(&analysis);
    let query = Query { limits: Limits { deadline, ..query.limits.clone() }, ..query.clone() };
    let left = from_after.filter(|played| falls_behind(played, &analysis, &query));
    if let Some(played) = left {
        // Moves beyond the ranking may be better than the one that leaves it.
        let Some(others) = rank(&others(&query, played.cell, &analysis.report))? else { return Ok(None) };
        analysis = Analysis { report: of_both(&others.report, &analysis.report), ..others };
    }
    let played = match place(&mut analysis.moves, cell, from_after.cloned(), &query) {
        Some(played) => played,
        None => {
            let Some(alone) = rank(&alone(&query, cell, &analysis.report))? else { return Ok(None) };
            let Some(played) = alone.moves.into_iter().next() else { return Ok(None) };
            // The answer is complete if the score of the move is proven as well.
            let is_whole = analysis.report.complete && played.verdict.is_proven();
            let is_undone = analysis.report.complete && !is_whole;
            let stop = if is_undone { alone.report.stop } else { analysis.report.stop };
            let report = Report { complete: is_whole, stop, ..analysis.report };
            analysis.report = of_both(&report, &alone.report);
            played
        }
    };
    Ok(Some(Judged { analysis, played, known, is_ranked_again: left.is_some() }))
}

/// The query for the score of a move that a ranking leaves out: the move alone, no deeper than a ranking that is not proven.
fn alone(query: &Query, cell: Cell, ranking: &Report) -> Query {
    among(query, vec![cell], ranking)
}

/// The query for the ranking of all moves but one, no deeper than the ranking before, unless that is proven.
fn others(query: &Query, cell: Cell, ranking: &Report) -> Query {
    among(query, query.moves.iter().copied().filter(|&other| other != cell).collect(), ranking)
}

/// The query for some moves of a ranking. A deeper search changes nothing in a proven ranking: beside it, moves are searched as deep as
/// the limits allow.
fn among(query: &Query, moves: Vec<Cell>, ranking: &Report) -> Query {
    let limits = if ranking.complete { query.limits.clone() } else { query.limits.with_depth(ranking.depth) };
    Query { moves, limits, ..query.clone() }
}

/// The report of a search with what another one took, and that it ended by the clock if one of the two did.
fn of_both(report: &Report, other: &Report) -> Report {
    let mut both = *report;
    both.counts += other.counts;
    if other.depended_on_the_clock() {
        both.part_ended_by(other.stop);
    }
    both
}

/// What is proven of the side to move in a position: its score, and how the game goes on.
struct Known {
    verdict: Verdict,
    pv: Vec<Cell>,
}

impl Known {
    /// The ranked move that led to the position.
    fn before_move(self, cell: Cell) -> RankedMove {
        RankedMove { cell, verdict: self.verdict.before_move(), pv: [cell].into_iter().chain(self.pv).collect() }
    }
}

/// What is known of a finished game; `None` if it goes on.
fn finished(position: &Position) -> Option<Known> {
    let is_over = position.status() != Status::Ongoing;
    is_over.then(|| Known { verdict: Verdict::of_finished(position, position.turn()), pv: Vec::new() })
}

/// What a ranking proves of its position. A win is proven whatever the other moves are worth, and where the best move loses all do. A
/// move that draws proves a draw only if every other move is proven to be no better.
fn proven(analysis: &Analysis) -> Option<Known> {
    let best = analysis.moves.first()?;
    let is_proven = match best.verdict {
        Verdict::Win { .. } | Verdict::Loss { .. } => true,
        Verdict::Draw { .. } => analysis.report.complete,
        Verdict::Unknown { .. } => false,
    };
    is_proven.then(|| Known { verdict: best.verdict, pv: best.pv.clone() })
}

/// Whether what the next position proves of a ranked move puts it behind all others, of which the ranking leaves some out.
fn falls_behind(found: &RankedMove, analysis: &Analysis, query: &Query) -> bool {
    let Analysis { moves, .. } = analysis;
    let is_unproven = |other: &RankedMove| other.cell == found.cell && !other.verdict.is_proven();
    moves.len() < query.moves.len()
        && moves.iter().any(is_unproven)
        && moves.iter().all(|other| other.cell == found.cell || other.rank(found).is_lt())
}

/// The move played with its score: from its place in the ranking or, unless that is proven, from what the next position proves of it,
/// which takes its place in the ranking. So the move has the same score there. `None` if nothing is known of it.
fn place(moves: &mut Vec<RankedMove>, cell: Cell, from_after: Option<RankedMove>, query: &Query) -> Option<RankedMove> {
    let at = moves.iter().position(|found| found.cell == cell);
    let listed = at.map(|at| moves[at].clone());
    let is_proven = listed.as_ref().is_some_and(|found| found.verdict.is_proven());
    let Some(found) = from_after.filter(|_| !is_proven) else { return listed };
    if let Some(at) = at {
        moves.remove(at);
    }
    let rank = moves.partition_point(|other| other.rank(&found).is_lt());
    if rank < moves.len() || moves.len() + 1 == query.moves.len() {
        moves.insert(rank, found.clone());
    }
    moves.truncate(query.ranked());
    Some(found)
}

/// Whether every other move is known to have a worse outcome than the best, or there is no other.
fn is_alone(query: &Query, analysis: &Analysis) -> bool {
    match &analysis.moves[..] {
        _ if query.moves.len() == 1 => true,
        [best, second, ..] => is_worse_outcome(second.verdict, best.verdict),
        _ => false,
    }
}

/// When the search of a position ends that shares the remaining time with those before it: after so many quarters of its part.
fn share(deadline: Option<Instant>, positions: usize, quarters: u32) -> Option<Instant> {
    let now = Instant::now();
    let part = |deadline: Instant| deadline.saturating_duration_since(now) / positions.max(1) as u32;
    deadline.map(|deadline| now + part(deadline) / 4 * quarters)
}
