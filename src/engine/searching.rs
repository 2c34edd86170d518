//! Answers from alpha-beta and minimax.

use super::classes::Classes;
use super::tactics::{self, Tactics};
use super::{Algorithm, Analysis, Engine, Line, Query, Report, Source, slice};
use crate::game::{Cell, Overline};
use crate::heuristic::{LineWeights, Named, Results};
use crate::search::{AlphaBeta, Counts, Iteration, Limits, Stop, Threats, Verdict, Wanted, minimax};
use crate::solve::horizon::{self, Horizon};
use crate::solve::solvable;

/// What a search found.
pub(super) struct Found {
    pub analysis: Analysis,
    /// Of the deepest completed iteration.
    pub depth: u32,
    /// Whether a larger table would have made no difference.
    pub unspoilt: bool,
}

/// How a search goes about it.
#[derive(Clone, Copy)]
struct How<'a> {
    plain: bool,
    name: &'static str,
    weights: &'a LineWeights,
    /// There are patterns for the rules, and the heuristic is the one that uses them.
    by_patterns: bool,
    /// Only the most promising moves are tried.
    narrow: bool,
}

impl Engine {
    /// Searches as asked.
    pub(super) fn search(
        &self,
        query: &Query,
        plain: bool,
        name: &'static str,
        weights: &LineWeights,
        wanted: Wanted,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Found {
        let Query { position, limits, .. } = query;
        // Plain minimax leaves nothing out: it is there to show what others save.
        let classes = (!plain).then(|| Classes::of(position, &query.moves));
        let representatives = classes.as_ref().map(Classes::representatives);
        let moves = representatives.as_ref().unwrap_or(&query.moves);
        let by_patterns = !plain && tactics::apply(position, name) && Threats::fits(position.rules());
        let tactics = (!plain && !by_patterns && tactics::apply(position, name)).then(|| tactics::look(query, moves));
        let (known, moves, spent) = match &tactics {
            Some(Tactics { known, moves, nodes }) => (known.as_slice(), moves, *nodes),
            None => (&[][..], moves, 0),
        };
        let algorithm = if plain { Algorithm::Minimax } else { Algorithm::AlphaBeta };
        let analysis = |iteration: &Iteration| {
            let searched = iteration.lines.iter().map(|line| Line::new(line, position.empties()));
            let mut lines: Vec<Line> = searched.chain(known.iter().cloned()).collect();
            lines.sort_by(Line::rank);
            // The best of all is among those searched.
            if let (Some(classes), false) = (&classes, wanted == Wanted::Best(1)) {
                lines = classes.expand(lines);
            }
            if let Wanted::Best(count) = wanted {
                lines.truncate(count.max(1));
            }
            let counts = Counts { nodes: iteration.counts.nodes + spent, ..iteration.counts };
            let report = Report {
                algorithm,
                heuristic: Some(name),
                depth: iteration.depth,
                counts,
                complete: iteration.complete && known.is_empty(),
                stop: iteration.stop.unwrap_or(Stop::Depth),
                source: Source::Search,
            };
            Analysis { lines, report }
        };
        let is_won = known.first().is_some_and(|line| matches!(line.verdict, Verdict::Win { .. }));
        if is_won && !matches!(wanted, Wanted::Best(2..)) || moves.is_empty() {
            let depth = known.iter().map(|line| line.pv.len() as u32).max().unwrap_or(1);
            let won = Iteration {
                depth,
                lines: Vec::new(),
                complete: false,
                counts: Counts::default(),
                stop: Some(Stop::Solved),
            };
            let mut analysis = analysis(&won);
            analysis.lines.retain(|line| line.verdict.score() == known[0].verdict.score());
            on_depth(&analysis);
            return Found { analysis, depth, unspoilt: true };
        }
        let limits = &Limits { nodes: limits.nodes.map(|max| max.saturating_sub(spent).max(1)), ..limits.clone() };
        let mut on_iteration = |iteration: &Iteration| on_depth(&analysis(iteration));
        let how = How { plain, name, weights, by_patterns, narrow: tactics.is_some() };
        let (last, unspoilt) = self.iterate(query, limits, how, moves, wanted, &mut on_iteration);
        Found { analysis: analysis(&last), depth: last.depth, unspoilt }
    }

    /// Searches these moves in the way that fits, and says whether a larger table would have made no difference.
    fn iterate(
        &self,
        query: &Query,
        limits: &Limits,
        how: How,
        moves: &[Cell],
        wanted: Wanted,
        on_iteration: &mut dyn FnMut(&Iteration),
    ) -> (Iteration, bool) {
        let How { plain, name, weights, by_patterns, narrow } = how;
        let position = &query.position;
        let (rules, few) = (position.rules(), slice::is_few(&query.limits));
        if !plain && name == Named::WinLoss.name() && horizon::fits(rules) {
            let question = Horizon { position, moves, wanted, limits };
            return match solvable(position) {
                Some(start) => (question.falling(start, &mut self.tables.solver(), on_iteration), true),
                None => {
                    let mut memory = self.tables.proofs(rules, few);
                    (question.placed(&mut memory, on_iteration), memory.was_enough())
                }
            };
        }
        if by_patterns {
            let mut memory = self.tables.threats();
            return (Threats::new(position, &mut memory, limits).run(moves, wanted, on_iteration), true);
        }
        let mut table = self.tables.transpositions(rules, few);
        let last = if plain {
            minimax(position, weights, moves, wanted, limits, on_iteration)
        } else if name == Named::WinLoss.name() && position.rules().overline() == Overline::Allowed {
            // Inside a search only results count; where overlines do not, a line that does not count has a weight, too.
            let results = Results::new(position.rules());
            AlphaBeta::new(position, &results, &mut table, limits).run(moves, wanted, on_iteration)
        } else {
            let breadth = if narrow { tactics::BREADTH } else { usize::MAX };
            let search = AlphaBeta::new(position, weights, &mut table, limits).with_breadth(breadth);
            search.run(moves, wanted, on_iteration)
        };
        (last, plain || table.was_enough())
    }
}
