//! Facts that follow from proven outcomes.

use super::{Reason, ReasonKind};
use crate::engine::RankedMove;
use crate::game::{Cell, Position};
use crate::search::Verdict;

/// A proven outcome, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ProvenOutcome {
    Loss,
    Draw,
    Win,
}

/// The outcome of a verdict, if it is proven.
fn proven(verdict: Verdict) -> Option<ProvenOutcome> {
    match verdict {
        Verdict::Win { .. } => Some(ProvenOutcome::Win),
        Verdict::Draw { .. } => Some(ProvenOutcome::Draw),
        Verdict::Loss { .. } => Some(ProvenOutcome::Loss),
        Verdict::Unknown { .. } => None,
    }
}

fn outcome(known: Option<&RankedMove>) -> Option<ProvenOutcome> {
    known.and_then(|ranked| proven(ranked.verdict))
}

/// The legal moves of a position with their outcomes, as far as they are proven.
#[derive(Debug)]
pub(super) struct Outcomes<'a> {
    moves: Vec<(Cell, Option<ProvenOutcome>)>,
    /// The known outcome of each cell.
    known: Vec<Option<&'a RankedMove>>,
}

impl<'a> Outcomes<'a> {
    pub(super) fn new(position: &Position, known: &'a [RankedMove]) -> Outcomes<'a> {
        let mut by_cell = vec![None; position.rules().cells()];
        for ranked in known {
            if let Some(of) = by_cell.get_mut(ranked.cell) {
                of.get_or_insert(ranked);
            }
        }
        let moves = position.legal_moves().map(|cell| (cell, outcome(by_cell[cell])));
        Outcomes { moves: moves.collect(), known: by_cell }
    }

    /// The facts about a legal move.
    pub(super) fn add(&self, position: &Position, cell: Cell, found: &mut Vec<Reason>) {
        let ranked = self.known[cell];
        let own = outcome(ranked);
        if self.is_only(cell, own) {
            found.push(Reason::of_cells(ReasonKind::OnlyMove, vec![cell]));
        }
        if own == Some(ProvenOutcome::Draw)
            && self.others(cell).all(|outcome| matches!(outcome, Some(ProvenOutcome::Draw | ProvenOutcome::Loss)))
        {
            let losing = self.moves.iter().filter(|(_, outcome)| *outcome == Some(ProvenOutcome::Loss));
            let losing: Vec<Cell> = losing.map(|&(cell, _)| cell).collect();
            if !losing.is_empty() {
                found.push(Reason::of_cells(ReasonKind::KeepsDraw, losing));
            }
        }
        let is_avoidable = || self.others(cell).any(|outcome| outcome > Some(ProvenOutcome::Loss));
        if let Some(ranked) = ranked.filter(|_| own == Some(ProvenOutcome::Loss) && is_avoidable()) {
            found.push(refutation(position, ranked));
        }
    }

    fn others(&self, cell: Cell) -> impl Iterator<Item = Option<ProvenOutcome>> + '_ {
        self.moves.iter().filter(move |(other, _)| *other != cell).map(|&(_, outcome)| outcome)
    }

    fn is_only(&self, cell: Cell, own: Option<ProvenOutcome>) -> bool {
        let is_worse = |outcome: Option<ProvenOutcome>| outcome.is_some() && outcome < own;
        self.others(cell).all(is_worse)
    }
}

/// The variation after a losing move, and the line that ends it.
fn refutation(position: &Position, ranked: &RankedMove) -> Reason {
    let mut end = position.clone();
    let played = ranked.pv.iter().take_while(|&&cell| end.play(cell).is_ok()).count();
    let moves = ranked.pv[..played].iter().skip(1).copied().collect();
    let cells = end.winning_lines().into_iter().min().unwrap_or_default();
    Reason { kind: ReasonKind::GivesWin, cells, moves }
}
