//! Answers from alpha-beta and minimax.

use super::classes::Classes;
use super::{Algorithm, Analysis, Engine, Line, Query, Report, Searching, Source, choice};
use crate::game::{Position, Status};
use crate::search::{AlphaBeta, Iteration, Stop, Wanted, minimax};

impl Engine {
    /// Chooses a move as asked.
    pub(super) fn choose_by_search(
        &self,
        query: &Query,
        search: &Searching,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> (Line, Report) {
        let (mut analysis, depth) = self.search(query, search, query.wanted(), on_depth);
        let values: Vec<_> = analysis.lines.iter().map(|line| (line.cell, line.verdict)).collect();
        let mut counts = analysis.report.counts;
        let replies = |position: &Position| {
            if position.status() != Status::Ongoing {
                return Vec::new(); // the move ended the game
            }
            let reply = Query {
                limits: query.limits.with_depth(depth.saturating_sub(1).max(1)),
                ..Query::new(position.clone())
            };
            let (replies, _) = self.search(&reply, search, Wanted::Best(usize::MAX), &mut |_| {});
            counts += replies.report.counts;
            replies.lines.iter().map(|line| line.verdict).collect()
        };
        let chosen = choice::choose(query, &values, replies);
        analysis.report.counts = counts;
        (analysis.lines.swap_remove(chosen), analysis.report)
    }

    /// Searches as asked; also returns the depth of the deepest completed iteration.
    pub(super) fn search(
        &self,
        query: &Query,
        search: &Searching,
        wanted: Wanted,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> (Analysis, u32) {
        let Query { position, limits, .. } = query;
        let &Searching { minimax: plain, name, ref weights } = search;
        let algorithm = if plain { Algorithm::Minimax } else { Algorithm::AlphaBeta };
        // Plain minimax leaves nothing out: it is there to show what others save.
        let classes = (!plain).then(|| Classes::of(position, &query.moves));
        let representatives = classes.as_ref().map(Classes::representatives);
        let moves = representatives.as_ref().unwrap_or(&query.moves);
        let analysis = |iteration: &Iteration| {
            let mut lines: Vec<Line> = iteration.lines.iter().map(|line| Line::new(line, position.empties())).collect();
            if let Some(classes) = &classes {
                lines = classes.expand(lines);
            }
            if let Wanted::Best(count) = wanted {
                lines.truncate(count.max(1));
            }
            let report = Report {
                algorithm,
                heuristic: Some(name),
                depth: iteration.depth,
                counts: iteration.counts,
                complete: iteration.complete,
                stop: iteration.stop.unwrap_or(Stop::Depth),
                source: Source::Search,
            };
            Analysis { lines, report }
        };
        let mut on_iteration = |iteration: &Iteration| on_depth(&analysis(iteration));
        let last = if plain {
            minimax(position, weights, moves, wanted, limits, &mut on_iteration)
        } else {
            let mut table = self.tables.transpositions(position.rules());
            AlphaBeta::new(position, weights, &mut table, limits).run(moves, wanted, &mut on_iteration)
        };
        (analysis(&last), last.depth)
    }
}
