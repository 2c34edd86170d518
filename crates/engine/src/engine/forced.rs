//! Searches of games of lines that look for continuous threats first: of the side to move, which wins by them, and of the other side,
//! whose threats a move must not allow. Alpha-beta alone does not look that far.

use super::query::Demand;
use super::strategy::{Method, Search};
use super::{Algorithm, Analysis, Engine, Query, RankedMove, Report, Source, exact};
use crate::game::{Cell, Status};
use crate::search::{Counts, Forced, Stop, Verdict};
use crate::sort;

/// The share of nodes and time to look for threats, in quarters.
const QUARTERS: u32 = 1;

/// Moves of a query that continuous threats decide.
struct Threats {
    /// A move that wins.
    win: Option<RankedMove>,
    /// The moves after which the other side wins.
    losing: Vec<RankedMove>,
    counts: Counts,
}

impl Engine {
    /// Whether continuous threats are looked for: in games of lines, by alpha-beta, where lines win. Ordinary boards have searches of
    /// their own.
    pub(super) fn looks_for_threats(query: &Query, demand: Demand, search: &Search) -> bool {
        let rules = query.position.rules();
        demand != Demand::AllBest
            && !rules.is_grid()
            && !rules.misere()
            && search.method == Method::AlphaBeta
            && query.is_open()
    }

    /// Answers by continuous threats and, of the moves that they do not decide, by a search. Limits are those of both.
    pub(super) fn answer_by_threats(
        &self,
        query: &Query,
        demand: Demand,
        search: &Search,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let Threats { win, losing, counts } = threats(query);
        let count = match demand {
            Demand::Ranking(count) => count,
            Demand::Choice | Demand::AllBest => 1, // of all best moves there is no list
        };
        if let Some(win) = win.as_ref().filter(|_| count == 1) {
            let report = Report {
                algorithm: Algorithm::AlphaBeta,
                heuristic: Some(search.heuristic),
                depth: win.pv.len() as u32,
                counts,
                complete: false,
                stop: Stop::Solved,
                source: Source::Search,
            };
            return Analysis { moves: vec![win.clone()], report };
        }
        let decided: Vec<RankedMove> = win.into_iter().chain(losing).collect();
        let is_open = |cell: &Cell| decided.iter().all(|known| known.cell != *cell);
        let open: Vec<Cell> = query.moves.iter().copied().filter(is_open).collect();
        let nodes = query.limits.nodes.map(|max| max.saturating_sub(counts.nodes));
        let mut rest = Query { limits: crate::search::Limits { nodes, ..query.limits.clone() }, ..query.clone() };
        // If all moves lose, the search tells which of them loses last.
        let (mut moves, is_divided) = if open.is_empty() { (Vec::new(), false) } else { (decided, true) };
        if is_divided {
            rest.moves = open;
        }
        let mut analysis = self.answer_by_search(&rest, demand, search, on_depth);
        analysis.report.counts += counts;
        if count > 1 && is_divided {
            analysis.moves.append(&mut moves);
            sort::short_by(&mut analysis.moves, RankedMove::rank);
            analysis.moves.truncate(count);
        }
        analysis
    }
}

/// Looks for continuous threats of either side.
fn threats(query: &Query) -> Threats {
    let position = &query.position;
    let empties = position.empties() as u32;
    let mut forced = Forced::new(position, &exact::share(&query.limits, QUARTERS));
    let ranked = |cell, pv: Vec<Cell>, verdict| RankedMove { cell, verdict, pv };
    let found = if position.status() == Status::Ongoing { forced.win(&query.moves, 2) } else { None };
    let win = found.map(|pv| ranked(pv[0], pv.clone(), Verdict::Win { plies: pv.len() as u32 }));
    let losing = match &win {
        Some(_) => Vec::new(),
        None => forced.losing(&query.moves),
    };
    let losing = losing.into_iter().map(|(cell, line)| {
        let verdict = Verdict::Loss { plies: line.len() as u32 + 1 };
        ranked(cell, [&[cell], &line[..]].concat(), verdict)
    });
    debug_assert!(win.as_ref().is_none_or(|win| win.pv.len() as u32 <= empties));
    Threats { win, losing: losing.collect(), counts: forced.counts() }
}
