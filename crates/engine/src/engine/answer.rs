//! Answers a query by its strategy: one function for choosing a move, ranking, and listing the best moves.

use std::cmp::Reverse;

use super::exact::{self, Exhausted, SolverSource};
use super::query::Demand;
use super::strategy::{Search, Strategy};
use super::{
    Algorithm, Analysis, Engine, EngineError, Query, RankedMove, Report, Source, TieBreak, fours, hand_rules, tie_break,
};
use crate::game::{Cell, Position, Status};
use crate::parts::{InPlace, Threads};
use crate::search::{Counts, Limits, Score, Stop, Verdict, Wanted};
use crate::solve::free::Prover;
use crate::solve::{Retrograde, Session};
use crate::sort;

impl Engine {
    /// Answers a query by its strategy. Calls `on_depth` with each completed depth of a search, or with the ranking of an exact source.
    pub(super) fn answer_by_strategy(
        &self,
        query: &Query,
        strategy: &Strategy,
        demand: Demand,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        self.answer_by_strategy_on(query, strategy, demand, &InPlace, on_depth)
    }

    /// As [`Engine::answer_by_strategy`], on lent threads as well.
    pub(super) fn answer_by_strategy_on(
        &self,
        query: &Query,
        strategy: &Strategy,
        demand: Demand,
        threads: &dyn Threads,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let found = match strategy {
            Strategy::Table(table) => Ok(look_up(table, query, demand)),
            Strategy::Rules => {
                let analysis = hand_rules::answer(query, demand);
                on_depth(&analysis);
                return Ok(analysis);
            }
            Strategy::Solver(start) => {
                let mut solver = self.tables.solver();
                let session = Session::new(&mut solver, exact::share(&query.limits, SolverSource::QUARTERS));
                exact::answer(query, demand, &mut SolverSource::new(&query.position, *start, session))
            }
            Strategy::Prover => self.prove(query, demand, threads),
            Strategy::Search(search)
                if query.algorithm == Algorithm::Auto && Engine::looks_for_threats(query, demand, search) =>
            {
                return Ok(self.answer_by_threats(query, demand, search, on_depth));
            }
            Strategy::Search(search) => match fours::analysis(query, demand, search) {
                Some(analysis) => {
                    on_depth(&analysis);
                    return Ok(analysis);
                }
                None => return Ok(self.answer_by_search(query, demand, search, on_depth)),
            },
        };
        match found {
            Ok(analysis) => {
                if matches!(demand, Demand::Ranking(_)) {
                    on_depth(&analysis);
                }
                Ok(analysis)
            }
            Err(exhausted) if demand == Demand::AllBest => Ok(no_moves(query, &exhausted)),
            Err(exhausted) => {
                let fallback = exhausted.fallback_query(query);
                let mut on_depth = |analysis: &Analysis| match exhausted.win_in(analysis) {
                    Some(moves) => on_depth(&Analysis { moves, report: analysis.report }),
                    None => on_depth(analysis),
                };
                let mut analysis = match &self.strategy(&fallback)? {
                    Strategy::Search(search) if Engine::looks_for_threats(&fallback, demand, search) => {
                        self.answer_by_threats(&fallback, demand, search, &mut on_depth)
                    }
                    strategy => self.answer_by_strategy(&fallback, strategy, demand, &mut on_depth)?,
                };
                if let Some(moves) = exhausted.win_in(&analysis) {
                    analysis.moves = moves;
                }
                exhausted.add_to(&mut analysis.report);
                Ok(analysis)
            }
        }
    }

    /// Answers by the prover. Where no position limit divides the work, two searches side by side prove the scores of all moves.
    fn prove(&self, query: &Query, demand: Demand, threads: &dyn Threads) -> Result<Analysis, Exhausted> {
        let (position, rules) = (&query.position, query.position.rules());
        let limits = exact::share(&query.limits, exact::prover_quarters(position));
        let ranks_all = matches!(demand, Demand::Ranking(count) if count >= query.moves.len());
        let two = ranks_all && query.limits.nodes.is_none();
        if let Some(mut memories) = two.then(|| self.tables.proofs_of_two(rules, &query.limits)).flatten() {
            let [memory, other] = &mut *memories;
            let mut prover = Prover::new(memory, position, limits);
            let win = exact::near_win(query, &mut prover);
            let answer = exact::answer(query, demand, &mut prover.with_partner(other, threads));
            return answer.map_err(|exhausted| exhausted.with_win(win));
        }
        let mut memory = self.tables.proofs(rules, &query.limits);
        let mut prover = Prover::new(&mut memory, position, limits);
        // The scores of all ranked moves may take more than there is; a win that is near is known then.
        let is_ranking = matches!(demand, Demand::Ranking(_));
        let win = if is_ranking { exact::near_win(query, &mut prover) } else { None };
        exact::answer(query, demand, &mut prover).map_err(|exhausted| exhausted.with_win(win))
    }

    pub(super) fn answer_by_search(
        &self,
        query: &Query,
        demand: Demand,
        search: &Search,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let wanted = match demand {
            // Values that differ leave no tie, and a search for ties would cost depth: only moves that look drawn are searched again.
            Demand::Choice if query.tie_break == TieBreak::Lines => Wanted::Best(1),
            Demand::Choice => query.wanted(),
            Demand::Ranking(count) => Wanted::Best(count),
            Demand::AllBest => Wanted::AllBest,
        };
        // A trap needs the replies as well.
        let is_trap = demand == Demand::Choice && query.tie_break == TieBreak::Trap;
        let first = is_trap.then(|| Query { limits: exact::share(&query.limits, TRAP_QUARTERS), ..query.clone() });
        let mut analysis = self.search(first.as_ref().unwrap_or(query), search, wanted, on_depth);
        if demand != Demand::Choice {
            return analysis;
        }
        if query.tie_break == TieBreak::Lines && analysis.moves[0].verdict.score() == Score::DRAW {
            analysis = self.with_equal_moves(query, search, analysis);
        }
        let values: Vec<_> = analysis.moves.iter().map(|line| (line.cell, line.verdict)).collect();
        let Report { depth, mut counts, .. } = analysis.report;
        let replies = |position: &Position| {
            if position.status() != Status::Ongoing {
                return Ok(Vec::new()); // the move ended the game
            }
            let limits = left(&query.limits.with_depth(depth.saturating_sub(1)), counts.nodes)?;
            let reply = Query { limits, ..Query::new(position.clone()) };
            let replies = self.search(&reply, search, Wanted::Best(usize::MAX), &mut |_| {});
            counts += replies.report.counts;
            match replies.report.stop {
                Stop::Solved | Stop::Depth => Ok(replies.moves.iter().map(|line| line.verdict).collect()),
                limit => Err(limit),
            }
        };
        let (chosen, limit) = tie_break::break_tie(query, &values, replies);
        analysis.report.counts = counts;
        if let Some(limit) = limit {
            analysis.report.part_ended_by(limit);
        }
        analysis.moves = vec![analysis.moves.swap_remove(chosen)];
        analysis
    }

    /// Adds the moves that equal the best of a search, by a second search within the rest of the limits: to the same depth or, if
    /// the first has proven the best, until it has proven the others or is at the limits of the query. A draw may be proven at a depth
    /// where other draws are still values. If the limits do not suffice, the best remains alone.
    fn with_equal_moves(&self, query: &Query, search: &Search, mut best: Analysis) -> Analysis {
        let Report { depth, counts, complete, .. } = best.report;
        let whole = if complete { query.limits.clone() } else { query.limits.with_depth(depth) };
        let limits = match left(&whole, counts.nodes) {
            Ok(limits) => limits,
            Err(limit) => {
                best.report.stop = limit;
                return best;
            }
        };
        let equal = self.search(&Query { limits, ..query.clone() }, search, Wanted::AllBest, &mut |_| {});
        best.report.counts += equal.report.counts;
        if !matches!(equal.report.stop, Stop::Solved | Stop::Depth) {
            best.report.stop = equal.report.stop;
        }
        // With other windows a proof may take fewer plies.
        if equal.report.complete || equal.report.depth >= depth {
            best.report.depth = depth.max(equal.report.depth);
            if equal.report.complete {
                (best.report.complete, best.report.stop) = (true, Stop::Solved);
            }
            let known = best.moves.swap_remove(0);
            best.moves = equal.moves;
            // The windows of the two searches differ, and so may their proofs: none is lost.
            let same = best.moves.iter_mut().find(|line| line.cell == known.cell);
            if let Some(line) = same.filter(|line| known.verdict.is_proven() && !line.verdict.is_proven()) {
                *line = known;
            }
        }
        best
    }
}

/// The share of nodes and time that a search has before it looks for traps, in quarters.
const TRAP_QUARTERS: u32 = 3;

/// The part of the limits that is left after `nodes` nodes.
///
/// # Errors
/// The limit that is reached already: no search is begun, since each completes its first depth.
fn left(limits: &Limits, nodes: u64) -> Result<Limits, Stop> {
    let nodes = limits.nodes.map(|max| max.saturating_sub(nodes));
    let limits = Limits { nodes, ..limits.clone() };
    limits.reached(0).map_or(Ok(limits), Err)
}

/// Answers from a retrograde table: one look-up for each move.
pub(super) fn look_up(table: &Retrograde, query: &Query, demand: Demand) -> Analysis {
    let values = table.moves(&query.position, &query.moves);
    let ranked = |(cell, verdict): (Cell, Verdict)| RankedMove { cell, verdict, pv: table.line(&query.position, cell) };
    let moves = match demand {
        Demand::Choice if query.wanted() == Wanted::Best(1) => {
            let best = values
                .max_by_key(|&(cell, verdict)| (tie_break::score_within(verdict, query.foresight), Reverse(cell)));
            best.map(ranked).into_iter().collect()
        }
        Demand::Choice => {
            let values: Vec<_> = values.collect();
            let replies = |position: &Position| {
                let moves: Vec<_> = position.legal_moves().collect();
                Ok(table.moves(position, &moves).map(|(_, verdict)| verdict).collect())
            };
            vec![ranked(values[tie_break::break_tie(query, &values, replies).0])]
        }
        Demand::Ranking(count) => {
            let mut ranked: Vec<RankedMove> = values.map(ranked).collect();
            sort::short_by(&mut ranked, RankedMove::rank);
            ranked.truncate(count);
            ranked
        }
        Demand::AllBest => {
            let values: Vec<_> = values.collect();
            let best = values.iter().map(|(_, verdict)| verdict.score()).max();
            let equal = values.into_iter().filter(|(_, verdict)| Some(verdict.score()) == best);
            equal.map(|(cell, verdict)| RankedMove { cell, verdict, pv: vec![cell] }).collect()
        }
    };
    let nodes = query.moves.len() as u64;
    let report = Report {
        algorithm: Algorithm::Retrograde,
        heuristic: None,
        depth: query.position.empties() as u32,
        counts: Counts { nodes, leaves: nodes, cutoffs: 0 },
        complete: true,
        stop: Stop::Solved,
        source: Source::Table,
    };
    Analysis { moves, report }
}

/// An analysis without moves, and the limit that caused it.
fn no_moves(query: &Query, exhausted: &Exhausted) -> Analysis {
    let report = Report {
        algorithm: Algorithm::AlphaBeta,
        heuristic: None,
        depth: query.position.empties() as u32,
        counts: Counts::default(),
        complete: false,
        stop: exhausted.stop,
        source: Source::Search,
    };
    Analysis { moves: Vec::new(), report }
}
