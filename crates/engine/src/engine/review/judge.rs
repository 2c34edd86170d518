//! The judgement of one move: the ranking of its position, its own score beside it, and the proofs of both.

use super::Rank;
use super::label::INACCURACY_MIN;
use crate::engine::expectation::Expectation;
use crate::engine::{Analysis, EngineError, Query, RankedMove, Report};
use crate::game::{Cell, Position, Status};
use crate::search::Verdict;
use crate::sort;

/// Moves of the ranking that judges a move, however many are listed: labels, costs and scores do not depend on how many are.
pub(super) const JUDGED_MOVES: usize = 3;

/// A position with the score of the move that was played.
pub(super) struct Judged {
    pub analysis: Analysis,
    /// The move played.
    pub played: RankedMove,
    /// The report of the ranking alone.
    ranking: Report,
}

impl Judged {
    /// Searches the position after the best move that a blamed one is compared with, too, as that after the move played was; if it is no better
    /// then, the next move's. So no move is named better that loses to what a search one ply further on sees. `None` if `rank` gives none.
    pub fn with_best_confirmed(mut self, rank: &Rank<'_>, query: &Query) -> Result<Option<Judged>, EngineError> {
        let Judged { analysis: Analysis { moves, report }, played, ranking } = &mut self;
        if !moves.first().is_some_and(|best| is_blamed(query, best.verdict, played.verdict)) {
            return Ok(Some(self));
        }
        let (mut confirmed, mut is_longer) = (vec![played.cell], false);
        while let Some(best) = moves.first().cloned() {
            let is_lost = matches!(best.verdict, Verdict::Loss { .. }) && confirmed.len() > 1;
            if is_lost && !is_longer && moves.len() < query.moves.len() {
                // Moves beyond the ranking may be better than those that leave it.
                is_longer = true;
                let is_new = |&cell: &Cell| cell != played.cell && moves.iter().all(|found| found.cell != cell);
                let rest: Vec<Cell> = query.moves.iter().copied().filter(is_new).collect();
                if rest.is_empty() {
                    break;
                }
                let Some(others) = rank(&among(query, rest, ranking))? else { return Ok(None) };
                *report = of_both(report, &others.report);
                let listed = moves.len();
                moves.extend(others.moves);
                sort::short_by(moves, RankedMove::rank);
                moves.truncate(listed);
                continue;
            }
            let is_open = !best.verdict.is_proven() && !confirmed.contains(&best.cell);
            if !is_open || best.verdict.score() <= played.verdict.score() {
                break;
            }
            confirmed.push(best.cell);
            let Some(after) = rank(&after(query, best.cell))? else { return Ok(None) };
            *report = of_both(report, &after.report);
            let has_estimates = !after.report.depended_on_the_clock();
            if let Some(found) = known(&after.moves, &after.report, has_estimates) {
                moves[0] = as_shown(query, &found.before_move(best.cell));
                sort::short_by(moves, RankedMove::rank);
            }
        }
        list(moves, played, query);
        Ok(Some(self))
    }

    /// Lists up to `count` moves, by a search of its own for those after the ones that judge. `None` if `rank` gives none.
    pub fn with_moves(mut self, rank: &Rank<'_>, query: &Query, count: usize) -> Result<Option<Judged>, EngineError> {
        let Analysis { moves, report } = &mut self.analysis;
        let all = query.moves.len();
        if count <= moves.len() || moves.len() == all {
            return Ok(Some(self));
        }
        let listed = |moves: &[RankedMove], cell| moves.iter().any(|found| found.cell == cell);
        let is_played_listed = listed(moves, self.played.cell);
        // One more: knowledge of the next position may put the move played behind the others.
        let longer = Query { multi_pv: count.saturating_add(1), ..among(query, query.moves.clone(), &self.ranking) };
        let Some(longer) = rank(&longer)? else { return Ok(None) };
        let is_new = |found: &RankedMove| found.cell != self.played.cell && !listed(moves, found.cell);
        let mut others: Vec<RankedMove> = longer.moves.into_iter().filter(is_new).collect();
        let at = others.partition_point(|other| other.rank(&self.played).is_lt());
        if !is_played_listed && (at < others.len() || moves.len() + others.len() + 1 == all) {
            others.insert(at, self.played.clone());
        }
        moves.extend(others);
        moves.truncate(count);
        *report = of_both(report, &longer.report);
        if report.complete && !moves.iter().all(|ranked| ranked.verdict.is_proven()) {
            (report.complete, report.stop) = (false, longer.report.stop);
        }
        Ok(Some(self))
    }
}

/// Finds the score of the move played in a ranked position, also by the position after it: by a proof there, by an estimate that is better
/// for the side that moved, and for a move that is blamed by any estimate. `None` if `rank` gives none for that move, or for the others.
pub(super) fn judge_move(
    rank: &Rank<'_>,
    query: &Query,
    mut analysis: Analysis,
    cell: Cell,
    after: Option<&RankedMove>,
) -> Result<Option<Judged>, EngineError> {
    let from_after = after.filter(|played| played.verdict.is_proven());
    let left = from_after.filter(|played| falls_behind(played, &analysis, query));
    if let Some(played) = left {
        // Moves beyond the ranking may be better than the one that leaves it.
        let Some(others) = rank(&others(query, played.cell, &analysis.report))? else { return Ok(None) };
        analysis = Analysis { report: of_both(&others.report, &analysis.report), ..others };
    }
    let ranking = analysis.report;
    let played = match place(&mut analysis.moves, cell, from_after.cloned(), query) {
        Some(played) => played,
        None => {
            let Some(alone) = rank(&alone(query, cell, &analysis.report))? else { return Ok(None) };
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
    // One search sees more here, the other there: a move that one of them finds as good as the best is not blamed. The next position tells how
    // bad a move is that is blamed, or that may have let a proven win go: its search sees one ply further, and readers see its value there.
    let is_blamed = analysis.moves.first().is_some_and(|best| is_blamed(query, best.verdict, played.verdict));
    let estimate = after.filter(|after| !played.verdict.is_proven() && (is_blamed || after.rank(&played).is_lt()));
    let estimate = estimate.map(|after| if is_blamed { as_shown(query, after) } else { after.clone() });
    let played = match estimate {
        // The list stays as long as it is: no move beside it is known to be better.
        Some(estimate) if let Some(found) = analysis.moves.iter_mut().find(|found| found.cell == cell) => {
            *found = estimate.clone();
            sort::short_by(&mut analysis.moves, RankedMove::rank);
            estimate
        }
        Some(estimate) => place(&mut analysis.moves, cell, Some(estimate), query).unwrap_or(played),
        None => played,
    };
    list(&mut analysis.moves, &played, query);
    Ok(Some(Judged { analysis, played, ranking }))
}

/// Lists the move played if it is better than a move of the list, as a search of the move alone, or one of the next position, may find it.
fn list(moves: &mut Vec<RankedMove>, played: &RankedMove, query: &Query) {
    if moves.iter().all(|found| found.cell != played.cell) {
        place(moves, played.cell, Some(played.clone()), query);
    }
}

/// Whether a move may cost something beside the best.
fn is_blamed(query: &Query, best: Verdict, played: Verdict) -> bool {
    matches!(best, Verdict::Win { .. }) || Expectation::of_query(query).cost(best, played) >= INACCURACY_MIN
}

/// The estimate of the next position as the value with the same expectation here: the same value is worth less where more stones are.
fn as_shown(query: &Query, after: &RankedMove) -> RankedMove {
    let position = &query.position;
    let next = Expectation::of_heuristic(query.heuristic.as_ref(), position.rules(), position.stones() + 1);
    RankedMove { verdict: next.converted(after.verdict, Expectation::of_query(query)), ..after.clone() }
}

/// The query for the score of a move that a ranking leaves out: the move alone, no deeper than a ranking that is not proven.
pub(super) fn alone(query: &Query, cell: Cell, ranking: &Report) -> Query {
    among(query, vec![cell], ranking)
}

/// The query for the ranking of all moves but one, no deeper than the ranking before, unless that is proven.
fn others(query: &Query, cell: Cell, ranking: &Report) -> Query {
    among(query, query.moves.iter().copied().filter(|&other| other != cell).collect(), ranking)
}

/// The query for the ranking of the position after a move, which does not end the game.
fn after(query: &Query, cell: Cell) -> Query {
    let mut position = query.position.clone();
    position.play_unchecked(cell);
    Query { moves: position.legal_moves().collect(), position, ..query.clone() }
}

/// The query for some moves of a ranking. A deeper search changes nothing in a proven ranking: beside it, moves are searched as deep as
/// the limits allow. Beside any other they are searched to its depth, with no attempt at a proof.
fn among(query: &Query, moves: Vec<Cell>, ranking: &Report) -> Query {
    if ranking.complete {
        return Query { moves, ..query.clone() };
    }
    Query { moves, limits: query.limits.with_depth(ranking.depth), exact_at_any_depth: false, ..query.clone() }
}

/// The report of a search with the work of another one, ended by the clock if one of the two was.
fn of_both(report: &Report, other: &Report) -> Report {
    let mut both = *report;
    both.counts += other.counts;
    if other.depended_on_the_clock() {
        both.part_ended_by(other.stop);
    }
    both
}

/// The score of the side to move in a position, and how the game goes on.
#[derive(Clone)]
pub(super) struct Known {
    verdict: Verdict,
    pv: Vec<Cell>,
}

impl Known {
    /// The ranked move that led to the position.
    pub fn before_move(&self, cell: Cell) -> RankedMove {
        let pv = [cell].into_iter().chain(self.pv.iter().copied()).collect();
        RankedMove { cell, verdict: self.verdict.before_move(), pv }
    }
}

/// The result of a finished game; `None` if it goes on.
pub(super) fn finished(position: &Position) -> Option<Known> {
    let is_over = position.status() != Status::Ongoing;
    is_over.then(|| Known { verdict: Verdict::of_finished(position, position.turn()), pv: Vec::new() })
}

/// The score of a position that its ranking proves or, `with_estimates`, estimates. A win is proven whatever the other moves are worth, and where
/// the best move loses all do. A move that draws proves a draw only if every other move is proven to be no better.
pub(super) fn known(moves: &[RankedMove], report: &Report, with_estimates: bool) -> Option<Known> {
    let best = moves.first()?;
    let is_known = match best.verdict {
        Verdict::Win { .. } | Verdict::Loss { .. } => true,
        Verdict::Draw { .. } => report.complete,
        Verdict::Unknown { .. } => with_estimates,
    };
    is_known.then(|| Known { verdict: best.verdict, pv: best.pv.clone() })
}

/// Whether the proof of the next position puts a ranked move behind all others, of which the ranking leaves some out.
fn falls_behind(found: &RankedMove, analysis: &Analysis, query: &Query) -> bool {
    let Analysis { moves, .. } = analysis;
    let is_unproven = |other: &RankedMove| other.cell == found.cell && !other.verdict.is_proven();
    moves.len() < query.moves.len()
        && moves.iter().any(is_unproven)
        && moves.iter().all(|other| other.cell == found.cell || other.rank(found).is_lt())
}

/// The move played with its score: from its place in the ranking or, unless that is proven, from the next position, whose score takes its
/// place in the ranking. So the move has the same score there. `None` if neither has a score.
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
