//! Answers from the book and the solver, proven with their distance.
//!
//! Under limits the solver gets the larger part of the nodes and the time. If that does not do, alpha-beta has the rest:
//! a move that looks good is better than none.

use std::time::{Duration, Instant};

use super::classes::Classes;
use super::proving::Unproven;
use super::{Algorithm, Analysis, Engine, Line, Query, Report, Source, TieBreak, choice};
use crate::game::{Cell, Position, Preset, Rules};
use crate::search::{Counts, Limits, Stop, Verdict};
use crate::solve::gravity::{self, Interrupted};
use crate::solve::{Session, solvable};

/// The solver's part of nodes and time, in quarters.
const SOLVER_QUARTERS: u32 = 3;

/// Whether there is an opening book for the rules, with which every position is solved within seconds.
#[must_use]
pub fn has_book(rules: Rules) -> bool {
    rules == Preset::ConnectFour.rules()
}

/// Reads the book, which takes a tenth of a second; else the first question in Connect Four does.
pub fn load_book() {
    Session::load_book();
}

/// Nodes that the line of a move may take in a ranking, below the best one: some ten milliseconds. In the opening of Connect
/// Four going on with every bad move would take longer than all the scores.
const LINE_NODES_MAX: u64 = 50_000;

impl Engine {
    /// Chooses a move by its exact score, skill and tie-break; the cost if a limit was reached first.
    pub(super) fn choose_exactly(&self, query: &Query, start: &gravity::Position) -> Result<(Line, Report), Unproven> {
        let mut solver = self.tables.solver();
        let mut session = Session::new(&mut solver, solver_limits(&query.limits));
        let scores = match scores(query, start, &mut session) {
            Ok(scores) => scores,
            Err(Interrupted) => return Err(unproven(&session)),
        };
        let source = source(&session);
        let values: Vec<_> = scores.iter().map(|&(cell, score)| (cell, verdict(start, score))).collect();
        let chosen = choice::choose(query, &values, |after| replies(after, &mut session));
        let line = line(query, start, scores[chosen], &mut session, u64::MAX);
        Ok((line, report(query, &session, source)))
    }

    /// Ranks the moves by their exact scores, the best so many of them; the cost if a limit was reached first. Of moves that
    /// are alike under the position's own symmetries, one is solved.
    pub(super) fn analyse_exactly(
        &self,
        query: &Query,
        start: &gravity::Position,
        count: usize,
    ) -> Result<Analysis, Unproven> {
        let mut solver = self.tables.solver();
        let mut session = Session::new(&mut solver, solver_limits(&query.limits));
        let classes = Classes::of(&query.position, &query.moves);
        let ranked = match ranking(query, start, &classes.representatives(), count, &mut session) {
            Ok(ranked) => ranked,
            Err(Interrupted) => return Err(unproven(&session)),
        };
        let source = source(&session);
        let lines = ranked.into_iter().enumerate().map(|(rank, scored)| {
            let nodes = if rank == 0 { u64::MAX } else { LINE_NODES_MAX };
            line(query, start, scored, &mut session, nodes)
        });
        let mut lines = classes.expand(lines.collect());
        lines.truncate(count);
        Ok(Analysis { lines, report: report(query, &session, source) })
    }

    /// The moves that equal the best, by ascending cell; what ended the attempt if a limit was reached first.
    pub(super) fn best_moves_exactly(&self, query: &Query, start: &gravity::Position) -> Result<Vec<Cell>, Unproven> {
        let mut solver = self.tables.solver();
        let mut session = Session::new(&mut solver, solver_limits(&query.limits));
        let best = equal_to_best(query, start, true, &mut session);
        let cells = best.map(|best| best.into_iter().map(|(cell, _)| cell).collect());
        cells.map_err(|Interrupted| unproven(&session))
    }
}

/// The moves to choose from with their exact scores: at full strength those that equal the best, else all.
fn scores(query: &Query, start: &gravity::Position, session: &mut Session<'_>) -> Result<Vec<(Cell, i8)>, Interrupted> {
    if query.skill < Query::SKILL_MAX {
        let score = |&cell: &Cell| Ok((cell, session.move_score(start, column(query, cell))?));
        return query.moves.iter().map(score).collect();
    }
    equal_to_best(query, start, query.tie_break != TieBreak::First, session)
}

/// The moves that equal the best by ascending cell, or only the first of them.
fn equal_to_best(
    query: &Query,
    start: &gravity::Position,
    all: bool,
    session: &mut Session<'_>,
) -> Result<Vec<(Cell, i8)>, Interrupted> {
    let columns: Vec<usize> = query.moves.iter().map(|&cell| column(query, cell)).collect();
    let best = session.best_score(start, &columns)?;
    let mut equal = Vec::new();
    for (&cell, &column) in query.moves.iter().zip(&columns) {
        if session.move_reaches(start, column, best)? {
            equal.push((cell, best));
            if !all {
                break;
            }
        }
    }
    Ok(equal)
}

/// The best so many of these moves (ascending) with their exact scores, best first.
fn ranking(
    query: &Query,
    start: &gravity::Position,
    moves: &[Cell],
    count: usize,
    session: &mut Session<'_>,
) -> Result<Vec<(Cell, i8)>, Interrupted> {
    let mut ranked: Vec<(Cell, i8)> = Vec::new();
    for &cell in moves {
        let column = column(query, cell);
        if ranked.len() == count && !session.move_reaches(start, column, ranked[count - 1].1 + 1)? {
            continue;
        }
        let score = session.move_score(start, column)?;
        let at = ranked.partition_point(|&(_, other)| other >= score);
        ranked.insert(at, (cell, score));
        ranked.truncate(count);
    }
    Ok(ranked)
}

/// The verdicts of all moves in a position; none if the game is over or a limit is reached.
fn replies(position: &Position, session: &mut Session<'_>) -> Vec<Verdict> {
    let Some(start) = solvable(position) else { return Vec::new() };
    let reply = |column| session.move_score(&start, column).map(|score| verdict(&start, score));
    start.columns_by_cell().map(reply).collect::<Result<_, _>>().unwrap_or_default()
}

/// The line that a move begins, found with so many nodes at most. One that a limit cuts short is as good as it is long.
fn line(
    query: &Query,
    start: &gravity::Position,
    (cell, score): (Cell, i8),
    session: &mut Session<'_>,
    nodes_max: u64,
) -> Line {
    let mut columns = vec![column(query, cell)];
    session.extend_line_within(nodes_max, start, score, &mut columns);
    let mut position = query.position.clone();
    let play = |column| {
        let cell = position.landing(column)?;
        position.play_unchecked(cell, |_, _| {});
        Some(cell)
    };
    let pv = columns.into_iter().map_while(play).collect();
    Line { cell, verdict: verdict(start, score), pv }
}

fn column(query: &Query, cell: Cell) -> usize {
    cell % query.position.rules().width()
}

fn verdict(position: &gravity::Position, score: i8) -> Verdict {
    let plies = position.plies_to_end(score);
    match score {
        1.. => Verdict::Win { plies },
        0 => Verdict::Draw { plies },
        _ => Verdict::Loss { plies },
    }
}

/// Of the whole limits, the solver's part.
fn solver_limits(limits: &Limits) -> Limits {
    let now = Instant::now();
    let part = |time: Duration| time / 4 * SOLVER_QUARTERS;
    Limits {
        nodes: limits.nodes.map(|max| max / 4 * u64::from(SOLVER_QUARTERS)),
        deadline: limits.deadline.map(|deadline| now + part(deadline.saturating_duration_since(now))),
        ..limits.clone()
    }
}

fn unproven(session: &Session<'_>) -> Unproven {
    Unproven { nodes: session.nodes(), stop: session.interrupted().unwrap_or(Stop::Movetime) }
}

fn source(session: &Session<'_>) -> Source {
    if session.has_searched() { Source::Solver } else { Source::Book }
}

fn report(query: &Query, session: &Session<'_>, source: Source) -> Report {
    Report {
        algorithm: Algorithm::Solver,
        heuristic: None,
        depth: query.position.empties() as u32,
        counts: Counts { nodes: session.nodes(), ..Counts::default() },
        complete: true,
        stop: session.interrupted().unwrap_or(Stop::Solved),
        source,
    }
}
