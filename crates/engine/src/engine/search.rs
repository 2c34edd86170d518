//! Answers from alpha-beta and minimax.

use super::classes::Classes;
use super::strategy::{Method, Search};
use super::{Algorithm, Analysis, Engine, Query, RankedMove, Report, Source};
use crate::heuristic::LineWeights;
use crate::search::{AlphaBeta, Iteration, Stop, Threats, Wanted, minimax};
use crate::solve::horizon::Horizon;
use crate::solve::solvable;
use crate::sort;

impl Engine {
    /// Searches by a prepared strategy.
    pub(super) fn search(
        &self,
        query: &Query,
        search: &Search,
        wanted: Wanted,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let Query { position, limits, .. } = query;
        let Search { method, heuristic, ref weights } = *search;
        let plain = method == Method::Minimax;
        // Minimax searches equivalent moves as well: it measures the savings of other searches.
        let classes = (!plain).then(|| Classes::of(position, &query.moves));
        let representatives = classes.as_ref().map(Classes::representatives);
        let moves = representatives.as_ref().unwrap_or(&query.moves);
        let algorithm = if plain { Algorithm::Minimax } else { Algorithm::AlphaBeta };
        let analysis = |iteration: &Iteration| {
            let ranked = iteration.moves.iter().map(|root| RankedMove::new(root, position.empties()));
            let mut ranked: Vec<RankedMove> = ranked.collect();
            sort::short_by(&mut ranked, RankedMove::rank);
            // The best move is among the representatives.
            if let (Some(classes), false) = (&classes, wanted == Wanted::Best(1)) {
                ranked = classes.expand(ranked);
            }
            if let Wanted::Best(count) = wanted {
                ranked.truncate(count.max(1));
            }
            let report = Report {
                algorithm,
                heuristic: Some(heuristic),
                depth: iteration.depth,
                counts: iteration.counts,
                complete: iteration.complete,
                stop: iteration.stop.unwrap_or(Stop::Depth),
                source: Source::Search,
            };
            Analysis { moves: ranked, report }
        };
        let mut on_iteration = |iteration: &Iteration| on_depth(&analysis(iteration));
        let horizon = Horizon { position, moves, wanted, limits };
        let last = self.iterate(method, horizon, weights, &mut on_iteration);
        analysis(&last)
    }

    /// Searches by a method.
    fn iterate(
        &self,
        method: Method,
        horizon: Horizon,
        weights: &LineWeights,
        on_iteration: &mut dyn FnMut(&Iteration),
    ) -> Iteration {
        let Horizon { position, moves, wanted, limits } = horizon;
        let rules = position.rules();
        match method {
            Method::Minimax => minimax(position, weights, moves, wanted, limits, on_iteration),
            Method::Threats => {
                Threats::new(position, &mut self.tables.threats(limits), limits).run(moves, wanted, on_iteration)
            }
            Method::Horizon => match solvable(position) {
                Some(start) => horizon.with_solver(start, &mut self.tables.solver(), on_iteration),
                None => horizon.with_prover(&mut self.tables.proofs(rules, limits), on_iteration),
            },
            Method::AlphaBeta => {
                let mut table = self.tables.transpositions(rules, limits);
                AlphaBeta::new(position, weights, &mut table, limits).run(moves, wanted, on_iteration)
            }
        }
    }
}
