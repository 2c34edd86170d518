//! A player by hand-made rules, the old advice for tic-tac-toe: win, block, fork, block the fork, centre, opposite corner, corner,
//! side; see [`ReasonKind::RULES`]. It searches nothing.
//!
//! The rules are those of Newell and Simon's tic-tac-toe program, as "Flexible strategy use in young children's tic-tac-toe"
//! (Crowley and Siegler, 1993) lists them. On boards other than 3×3, corners and sides are no good advice: there the player
//! lengthens its lines, else it plays near the centre.

use std::cmp::Reverse;

use super::query::Demand;
use super::reasons::{self, ReasonKind, Reasons};
use super::{Algorithm, Analysis, Query, RankedMove, Report, Source, tie_break};
use crate::game::{Cell, Position, Status};
use crate::search::{Counts, Score, Stop, Verdict};
use crate::sort;

/// The rank of a move, higher is better: by its proof, by rule and, on boards other than 3×3, by the most
/// stones of [`ReasonKind::OpensLine`], 0 without one, and by its distance from the centre.
type Rank = (Score, Reverse<usize>, usize, Reverse<usize>);

/// Answers a query by the rules. Moves that a limit leaves without them rank by the proofs of the next moves.
pub(super) fn answer(query: &Query, demand: Demand) -> Analysis {
    let position = &query.position;
    let mut reasons = Reasons::new(position, &[]);
    let mut stop = None;
    let judge = |&cell: &Cell| {
        stop = stop.or_else(|| query.limits.interrupted());
        rank(position, cell, stop.is_none().then_some(&mut reasons))
    };
    let mut ranked: Vec<(Rank, RankedMove)> = query.moves.iter().map(judge).collect();
    sort::short_by_key(&mut ranked, |(rank, found)| (Reverse(*rank), found.cell));
    let equal = ranked.iter().take_while(|(rank, _)| *rank == ranked[0].0).count();
    match demand {
        Demand::Ranking(count) => ranked.truncate(count),
        Demand::AllBest => ranked.truncate(equal),
        Demand::Choice => {
            let values: Vec<_> = ranked[..equal].iter().map(|(_, found)| (found.cell, found.verdict)).collect();
            let replies = |after: &Position| query.limits.interrupted().map_or_else(|| Ok(replies(after)), Err);
            let (chosen, limit) = tie_break::break_tie(query, &values, replies);
            stop = stop.or(limit);
            ranked = vec![ranked.swap_remove(chosen)];
        }
    }
    let moves: Vec<RankedMove> = ranked.into_iter().map(|(_, found)| found).collect();
    let complete = moves.iter().all(|found| !matches!(found.verdict, Verdict::Unknown { .. }));
    let nodes = query.moves.len() as u64;
    let report = Report {
        algorithm: Algorithm::Rules,
        heuristic: None,
        depth: 1,
        counts: Counts { nodes, leaves: nodes, cutoffs: 0 },
        complete,
        stop: stop.unwrap_or(if complete { Stop::Solved } else { Stop::Depth }),
        source: Source::Search,
    };
    Analysis { moves, report }
}

/// The rank of a move. Without `reasons`, after a limit, no rule speaks for it.
fn rank(position: &Position, cell: Cell, reasons: Option<&mut Reasons<'_>>) -> (Rank, RankedMove) {
    let found = prove(position, cell);
    let reasons = reasons.map_or_else(Vec::new, |reasons| reasons.of(cell));
    let kinds: Vec<ReasonKind> = reasons.into_iter().map(|reason| reason.kind).collect();
    let rule = ReasonKind::RULES.iter().position(|rule| kinds.contains(rule)).unwrap_or(ReasonKind::RULES.len());
    let (stones, distance) = if reasons::has_places(position.rules()) {
        (0, 0)
    } else {
        let stones = reasons::longest_open_line(position, cell).map_or(0, |(stones, _)| stones);
        (stones, reasons::from_centre(position.rules(), cell))
    };
    ((found.verdict.score(), Reverse(rule), stones, Reverse(distance)), found)
}

/// Judges a move by the next moves: it ends the game, the opponent wins with its reply, or the move makes a fork.
fn prove(position: &Position, cell: Cell) -> RankedMove {
    let mut after = position.clone();
    after.play_unchecked(cell);
    let (mover, opponent) = (position.turn(), after.turn());
    let mut pv = vec![cell];
    let verdict = if after.status() == Status::Won {
        Verdict::Win { plies: 1 }
    } else if after.status() == Status::Drawn || after.open_lines() == 0 {
        Verdict::Draw { plies: position.empties() as u32 }
    } else if let Some(reply) = after.completions(opponent).min() {
        pv.push(reply);
        Verdict::Loss { plies: 2 }
    } else if reasons::fork_of_mover(&after).is_empty() {
        Verdict::Unknown { value: 0 }
    } else {
        // The opponent takes one winning cell, and the mover another.
        pv.extend(after.completions(mover).min());
        after.play_unchecked(pv[pv.len() - 1]);
        pv.extend(after.completions(mover).min());
        Verdict::Win { plies: 3 }
    };
    RankedMove { cell, verdict, pv }
}

/// Judges the replies by the next moves: with the tie-break `trap`, those that lose at once are pitfalls.
fn replies(after: &Position) -> Vec<Verdict> {
    after.legal_moves().map(|reply| prove(after, reply).verdict).collect()
}
