//! The judgement of one move: the ranking of its position, its own score beside it, and what is proven of both.

use crate::clock::Instant;
use crate::engine::choice::is_worse_outcome;
use crate::engine::{Analysis, EngineError, Query, RankedMove, Report};
use crate::game::{Cell, Position, Status};
use crate::search::{Limits, Score, Stop, Verdict};

/// Fewest moves of a ranking: the second tells whether the best is alone.
pub(super) const RANKED_MIN: usize = 2;

/// A position with the score of the move that was played.
pub(super) struct Judged {
    pub analysis: Analysis,
    /// The move played.
    pub played: RankedMove,
    /// The proven score of the position.
    pub known: Option<Known>,
    /// Whether other moves were ranked again, without the one played.
    is_ranked_again: bool,
}

impl Judged {
    /// Whether another number of moves may prove more or less: searches with other windows prove other draws. Exact sources prove
    /// all, and a limit of nodes or time ends searches at other depths anyway.
    pub fn depends_on_multi_pv(&self) -> bool {
        let Analysis { moves, report } = &self.analysis;
        let is_level = |ranked: &RankedMove| ranked.verdict.score() == Score::DRAW;
        let is_level = moves.iter().chain([&self.played]).any(is_level);
        report.heuristic.is_some() && is_whole(report) && (is_level || self.is_ranked_again)
    }

    /// This ranking with everything that the shortest ranking of the position proves, so that labels do not depend on its length.
    pub fn with_proofs_of(mut self, least: Judged, count: usize) -> Judged {
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
pub(super) fn judge_move(
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
pub(super) fn alone(query: &Query, cell: Cell, ranking: &Report) -> Query {
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

/// The proven score of the side to move in a position, and how the game goes on.
pub(super) struct Known {
    verdict: Verdict,
    pv: Vec<Cell>,
}

impl Known {
    /// The ranked move that led to the position.
    pub fn before_move(self, cell: Cell) -> RankedMove {
        RankedMove { cell, verdict: self.verdict.before_move(), pv: [cell].into_iter().chain(self.pv).collect() }
    }
}

/// The result of a finished game; `None` if it goes on.
pub(super) fn finished(position: &Position) -> Option<Known> {
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
pub(super) fn is_alone(query: &Query, analysis: &Analysis) -> bool {
    match &analysis.moves[..] {
        _ if query.moves.len() == 1 => true,
        [best, second, ..] => is_worse_outcome(second.verdict, best.verdict),
        _ => false,
    }
}
