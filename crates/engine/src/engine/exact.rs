//! Answers from exact sources, which rank moves by proven scores.
//!
//! Under limits an exact source gets a share of the nodes and the time. If that does not suffice, a search gets the rest.

use std::cmp::Reverse;
use std::time::Duration;

use crate::clock::Instant;

use super::classes::Classes;
use super::query::Demand;
use super::{Algorithm, Analysis, Query, RankedMove, Report, Source, TieBreak, tie_break};
use crate::game::{Cell, Position, Status};
use crate::search::{Counts, Limits, Stop, Verdict};
use crate::solve::free::{self, Prover};
use crate::solve::gravity;
use crate::solve::{Interrupted, Session, solvable};

/// Exact scores of the moves of one position.
///
/// A score is positive for a win and negative for a loss of the side to move. Sooner wins and later losses score higher.
pub(super) trait ExactSource {
    /// The best score of these moves.
    fn best_score(&mut self, moves: &[Cell]) -> Result<i32, Interrupted>;

    /// The score of a move.
    fn move_score(&mut self, cell: Cell) -> Result<i32, Interrupted>;

    /// The scores of these moves, in their order.
    fn move_scores(&mut self, moves: &[Cell]) -> Result<Vec<i32>, Interrupted> {
        moves.iter().map(|&cell| self.move_score(cell)).collect()
    }

    /// Whether a move has at least this score.
    fn move_reaches(&mut self, cell: Cell, score: i32) -> Result<bool, Interrupted>;

    /// The first of these moves that has at least this score, which one of them has.
    fn first_reaching(&mut self, moves: &[Cell], score: i32) -> Result<Cell, Interrupted>;

    /// The variation of best play that begins with a move of this score. A limit may shorten it, and so may the source unless
    /// the move is the best.
    fn line(&mut self, cell: Cell, score: i32, is_best: bool) -> Vec<Cell>;

    /// The verdicts of all moves in the position after a move; none if the game is over.
    fn replies(&mut self, after: &Position) -> Result<Vec<Verdict>, Interrupted>;

    /// The verdict of a score.
    fn verdict(&self, score: i32) -> Verdict;

    /// The algorithm and the source of the scores so far.
    fn origin(&self) -> (Algorithm, Source);

    /// Positions visited or looked up so far.
    fn nodes(&self) -> u64;

    /// The limit that interrupted a call, if any.
    fn interrupted(&self) -> Option<Stop>;
}

/// An attempt that ended at a limit.
pub(super) struct Exhausted {
    nodes: u64,
    pub(super) stop: Stop,
    /// A move that wins soonest, if one is known.
    win: Option<RankedMove>,
}

impl Exhausted {
    /// The query for the search that answers instead.
    pub(super) fn fallback_query(&self, query: &Query) -> Query {
        let nodes = query.limits.nodes.map(|max| max.saturating_sub(self.nodes));
        let limits = Limits { nodes, ..query.limits.clone() };
        Query { algorithm: Algorithm::AlphaBeta, limits, ..query.clone() }
    }

    /// The attempt with a move that wins soonest.
    pub(super) fn with_win(self, win: Option<RankedMove>) -> Exhausted {
        Exhausted { win, ..self }
    }

    /// The moves of a search with the known win at their head, as many as there are; `None` where it leads them already, or none is known.
    pub(super) fn win_in(&self, analysis: &Analysis) -> Option<Vec<RankedMove>> {
        let win = self.win.as_ref()?;
        let (moves, win_score) = (&analysis.moves, win.verdict.score());
        if moves.first().is_some_and(|first| first.verdict.score() >= win_score) {
            return None;
        }
        let mut with_win = vec![win.clone()];
        with_win.extend(moves.iter().filter(|ranked| ranked.cell != win.cell).cloned());
        with_win.truncate(moves.len().max(1));
        Some(with_win)
    }

    /// Adds the attempt to the report of that search. Reports the limit of the attempt unless a clock ended the search.
    pub(super) fn add_to(&self, report: &mut Report) {
        report.counts.nodes += self.nodes;
        report.part_ended_by(self.stop);
    }
}

/// Answers a query. Fails if a limit is reached first.
pub(super) fn answer(query: &Query, demand: Demand, source: &mut impl ExactSource) -> Result<Analysis, Exhausted> {
    let moves = match demand {
        Demand::Choice => choose(query, source),
        Demand::Ranking(count) => rank(query, count, source),
        Demand::AllBest => all_best(query, source),
    };
    let (moves, (algorithm, origin)) = moves.map_err(|Interrupted| Exhausted {
        nodes: source.nodes(),
        stop: source.interrupted().unwrap_or(Stop::Movetime),
        win: None,
    })?;
    let report = Report {
        algorithm,
        heuristic: None,
        depth: query.position.empties() as u32,
        counts: Counts { nodes: source.nodes(), ..Counts::default() },
        complete: true,
        stop: source.interrupted().unwrap_or(Stop::Solved),
        source: origin,
    };
    Ok(Analysis { moves, report })
}

/// A move that wins soonest, if such a win is near.
pub(super) fn near_win(query: &Query, prover: &mut Prover<'_>) -> Option<RankedMove> {
    let (cell, score) = prover.near_win(&query.moves).ok()??;
    let pv = prover.line(cell, score);
    Some(RankedMove { cell, verdict: prover.verdict(score), pv })
}

/// Moves, and the origin of their scores.
type Found = Result<(Vec<RankedMove>, (Algorithm, Source)), Interrupted>;

/// Chooses a move by its exact score and tie-break.
fn choose(query: &Query, source: &mut impl ExactSource) -> Found {
    let scores = equal_to_best(query, query.tie_break != TieBreak::First, source)?;
    let origin = source.origin();
    let values: Vec<_> = scores.iter().map(|&(cell, score)| (cell, source.verdict(score))).collect();
    // A source whose limit is reached reports it, whichever call it ended.
    let replies = |after: &Position| match source.replies(after) {
        Ok(replies) => Ok(replies),
        Err(Interrupted) => Err(source.interrupted().unwrap_or(Stop::Movetime)),
    };
    let (chosen, _) = tie_break::break_tie(query, &values, replies);
    let (cell, score) = scores[chosen];
    let pv = source.line(cell, score, true);
    Ok((vec![RankedMove { cell, verdict: source.verdict(score), pv }], origin))
}

/// Ranks the best `count` moves. Solves one of each class of equivalent moves.
fn rank(query: &Query, count: usize, source: &mut impl ExactSource) -> Found {
    let classes = Classes::of(&query.position, &query.moves);
    let representatives = classes.representatives();
    let mut ranked: Vec<(Cell, i32)> = Vec::new();
    if count >= representatives.len() {
        let scores = source.move_scores(&representatives)?;
        ranked.extend(representatives.into_iter().zip(scores));
        ranked.sort_by_key(|&(_, score)| Reverse(score));
    } else {
        for cell in representatives {
            if ranked.len() == count && !source.move_reaches(cell, ranked[count - 1].1 + 1)? {
                continue;
            }
            let score = source.move_score(cell)?;
            let at = ranked.partition_point(|&(_, other)| other >= score);
            ranked.insert(at, (cell, score));
            ranked.truncate(count);
        }
    }
    let origin = source.origin();
    let moves = ranked.into_iter().enumerate().map(|(rank, (cell, score))| {
        let pv = source.line(cell, score, rank == 0);
        RankedMove { cell, verdict: source.verdict(score), pv }
    });
    let mut moves = classes.expand(moves.collect());
    moves.truncate(count);
    Ok((moves, origin))
}

/// The moves that equal the best, ascending, without variations.
fn all_best(query: &Query, source: &mut impl ExactSource) -> Found {
    let best = equal_to_best(query, true, source)?;
    let ranked = |(cell, score)| RankedMove { cell, verdict: source.verdict(score), pv: vec![cell] };
    Ok((best.into_iter().map(ranked).collect(), source.origin()))
}

/// The moves that equal the best, ascending; only the first unless `all`.
fn equal_to_best(query: &Query, all: bool, source: &mut impl ExactSource) -> Result<Vec<(Cell, i32)>, Interrupted> {
    let best = source.best_score(&query.moves)?;
    if !all {
        return Ok(vec![(source.first_reaching(&query.moves, best)?, best)]);
    }
    let mut equal = Vec::new();
    for &cell in &query.moves {
        if source.move_reaches(cell, best)? {
            equal.push((cell, best));
        }
    }
    Ok(equal)
}

/// A share of the nodes and of the remaining time.
pub(super) fn share(limits: &Limits, quarters: u32) -> Limits {
    let now = Instant::now();
    let part = |time: Duration| time / 4 * quarters;
    Limits {
        nodes: limits.nodes.map(|max| max / 4 * u64::from(quarters)),
        deadline: limits.deadline.map(|deadline| now + part(deadline.saturating_duration_since(now))),
        ..limits.clone()
    }
}

/// The book and the solver for boards with gravity.
pub(super) struct SolverSource<'a> {
    position: &'a Position,
    start: gravity::Position,
    session: Session<'a>,
}

impl<'a> SolverSource<'a> {
    /// The share of nodes and time, in quarters.
    pub(super) const QUARTERS: u32 = 3;
    /// Most nodes for the variation of a move that is not the best, about ten milliseconds. In the opening of Connect Four such
    /// variations would take longer than all scores.
    const LINE_NODES_MAX: u64 = 50_000;

    /// `start` is the position for the solver.
    pub(super) fn new(position: &'a Position, start: gravity::Position, session: Session<'a>) -> SolverSource<'a> {
        SolverSource { position, start, session }
    }

    fn column(&self, cell: Cell) -> usize {
        cell % self.position.rules().width()
    }
}

impl ExactSource for SolverSource<'_> {
    fn best_score(&mut self, moves: &[Cell]) -> Result<i32, Interrupted> {
        let columns: Vec<usize> = moves.iter().map(|&cell| self.column(cell)).collect();
        self.session.best_score(&self.start, &columns).map(i32::from)
    }

    fn move_score(&mut self, cell: Cell) -> Result<i32, Interrupted> {
        self.session.move_score(&self.start, self.column(cell)).map(i32::from)
    }

    fn move_reaches(&mut self, cell: Cell, score: i32) -> Result<bool, Interrupted> {
        self.session.move_reaches(&self.start, self.column(cell), score as i8)
    }

    fn first_reaching(&mut self, moves: &[Cell], score: i32) -> Result<Cell, Interrupted> {
        let columns: Vec<usize> = moves.iter().map(|&cell| self.column(cell)).collect();
        let first = self.session.first_best(&self.start, score as i8, &columns)?;
        Ok(moves[columns.iter().position(|&column| column == first).unwrap_or_default()])
    }

    fn line(&mut self, cell: Cell, score: i32, is_best: bool) -> Vec<Cell> {
        let nodes_max = if is_best { u64::MAX } else { Self::LINE_NODES_MAX };
        let mut columns = vec![self.column(cell)];
        self.session.extend_variation_within(nodes_max, &self.start, score as i8, &mut columns);
        let mut position = self.position.clone();
        let play = |column| {
            let cell = position.landing(column)?;
            position.play_unchecked(cell);
            Some(cell)
        };
        columns.into_iter().map_while(play).collect()
    }

    fn replies(&mut self, after: &Position) -> Result<Vec<Verdict>, Interrupted> {
        let Some(start) = solvable(after) else { return Ok(Vec::new()) };
        let session = &mut self.session;
        let reply = |column| session.move_score(&start, column).map(|score| verdict(&start, score));
        start.columns_by_cell().map(reply).collect()
    }

    fn verdict(&self, score: i32) -> Verdict {
        verdict(&self.start, score as i8)
    }

    fn origin(&self) -> (Algorithm, Source) {
        (Algorithm::Solver, if self.session.is_from_book() { Source::Book } else { Source::Solver })
    }

    fn nodes(&self) -> u64 {
        self.session.nodes()
    }

    fn interrupted(&self) -> Option<Stop> {
        self.session.interrupted()
    }
}

fn verdict(position: &gravity::Position, score: i8) -> Verdict {
    let plies = position.plies_to_end(score);
    match score {
        1.. => Verdict::Win { plies },
        0 => Verdict::Draw { plies },
        _ => Verdict::Loss { plies },
    }
}

/// The prover's share of nodes and time, in quarters. It is smaller for long games, where a proof is less likely.
pub(super) fn prover_quarters(position: &Position) -> u32 {
    if free::is_short(position.empties()) { 3 } else { 1 }
}

impl ExactSource for Prover<'_> {
    fn best_score(&mut self, moves: &[Cell]) -> Result<i32, Interrupted> {
        self.best_score(moves)
    }

    fn move_score(&mut self, cell: Cell) -> Result<i32, Interrupted> {
        self.move_score(cell)
    }

    fn move_scores(&mut self, moves: &[Cell]) -> Result<Vec<i32>, Interrupted> {
        self.move_scores(moves)
    }

    fn move_reaches(&mut self, cell: Cell, score: i32) -> Result<bool, Interrupted> {
        self.move_reaches(cell, score)
    }

    fn first_reaching(&mut self, moves: &[Cell], score: i32) -> Result<Cell, Interrupted> {
        let (&last, others) = moves.split_last().expect("a query has moves");
        for &cell in others {
            if self.move_reaches(cell, score)? {
                return Ok(cell);
            }
        }
        // If all other moves fail, the last one needs no proof.
        Ok(last)
    }

    fn line(&mut self, cell: Cell, score: i32, _is_best: bool) -> Vec<Cell> {
        self.line(cell, score)
    }

    fn replies(&mut self, after: &Position) -> Result<Vec<Verdict>, Interrupted> {
        if after.status() == Status::Ongoing { self.replies(after) } else { Ok(Vec::new()) }
    }

    fn verdict(&self, score: i32) -> Verdict {
        self.verdict(score)
    }

    fn origin(&self) -> (Algorithm, Source) {
        (Algorithm::AlphaBeta, Source::Search)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn interrupted(&self) -> Option<Stop> {
        self.interrupted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Preset};

    #[test]
    fn an_attempt_gets_its_share_of_nodes_and_time() {
        let limits = Limits { nodes: Some(400), depth: Some(9), ..Limits::default() };
        assert_eq!(share(&limits, 3).nodes, Some(300));
        assert_eq!((share(&limits, 1).nodes, share(&limits, 1).depth), (Some(100), Some(9)));
        assert_eq!(share(&limits, 1).deadline, None);
        let hours = |hours: u64| Duration::from_secs(3600 * hours);
        let deadline = Instant::now() + hours(40);
        let shared = share(&Limits { deadline: Some(deadline), ..limits }, 3).deadline.expect("a share of the time");
        assert!(deadline - shared > hours(9) && deadline - shared < hours(11));
    }

    #[test]
    fn long_games_get_a_smaller_share() {
        let quarters = |preset: Preset| prover_quarters(&Position::new(Game::shared(preset.rules())));
        assert_eq!(quarters(Preset::FiveByFive), 3);
        assert_eq!(quarters(Preset::Gomoku), 1);
    }

    #[test]
    fn an_attempt_that_failed_is_in_the_report_of_the_search() {
        let report = |stop| {
            let counts = Counts { nodes: 30, ..Counts::default() };
            let (algorithm, source) = (Algorithm::AlphaBeta, Source::Search);
            let mut report = Report { algorithm, heuristic: None, depth: 4, counts, complete: true, stop, source };
            Exhausted { nodes: 12, stop: Stop::Nodes, win: None }.add_to(&mut report);
            (report.counts.nodes, report.stop)
        };
        assert_eq!(report(Stop::Solved), (42, Stop::Nodes));
        assert_eq!(report(Stop::Movetime), (42, Stop::Movetime));
    }
}
