//! Answers from alpha-beta and minimax.

use super::classes::Classes;
use super::tactics::{self, Tactics};
use super::{Algorithm, Analysis, Engine, Line, Query, Report, Source, slice};
use crate::game::{Overline, Position};
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

/// The search that fits a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Minimax,
    /// Results within a horizon, by null windows.
    Horizon,
    /// Threats by the patterns at each cell.
    Patterns,
    /// Alpha-beta where only results count.
    Results,
    /// Alpha-beta with the weights of the heuristic, here of the most promising moves.
    Narrow,
    /// And of all moves.
    Wide,
}

impl Way {
    fn of(position: &Position, plain: bool, heuristic: &str) -> Way {
        let rules = position.rules();
        if plain {
            Way::Minimax
        } else if tactics::apply(position, heuristic) {
            if Threats::fits(rules) { Way::Patterns } else { Way::Narrow }
        } else if heuristic != Named::WinLoss.name() {
            Way::Wide
        } else if horizon::fits(rules) {
            Way::Horizon
        } else if rules.overline() == Overline::Allowed {
            Way::Results
        } else {
            // A line that does not count has a weight, too.
            Way::Wide
        }
    }
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
        let way = Way::of(position, plain, name);
        let tactics = (way == Way::Narrow).then(|| tactics::look(query, moves));
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
        let question = Horizon { position, moves, wanted, limits };
        let few = slice::is_few(&query.limits);
        let (last, unspoilt) = self.iterate(way, question, weights, few, &mut on_iteration);
        Found { analysis: analysis(&last), depth: last.depth, unspoilt }
    }

    /// Searches in this way, and says whether a larger table would have made no difference; `few`: a small one will do.
    fn iterate(
        &self,
        way: Way,
        question: Horizon,
        weights: &LineWeights,
        few: bool,
        on_iteration: &mut dyn FnMut(&Iteration),
    ) -> (Iteration, bool) {
        let Horizon { position, moves, wanted, limits } = question;
        let rules = position.rules();
        if way == Way::Minimax {
            return (minimax(position, weights, moves, wanted, limits, on_iteration), true);
        }
        if way == Way::Patterns {
            let mut memory = self.tables.threats();
            return (Threats::new(position, &mut memory, limits).run(moves, wanted, on_iteration), true);
        }
        if way == Way::Horizon {
            return match solvable(position) {
                Some(start) => (question.falling(start, &mut self.tables.solver(), on_iteration), true),
                None => {
                    let mut memory = self.tables.proofs(rules, few);
                    (question.placed(&mut memory, on_iteration), memory.was_enough())
                }
            };
        }
        let mut table = self.tables.transpositions(rules, few);
        let last = if way == Way::Results {
            let results = Results::new(rules);
            AlphaBeta::new(position, &results, &mut table, limits).run(moves, wanted, on_iteration)
        } else {
            let breadth = if way == Way::Narrow { tactics::BREADTH } else { usize::MAX };
            let search = AlphaBeta::new(position, weights, &mut table, limits).with_breadth(breadth);
            search.run(moves, wanted, on_iteration)
        };
        (last, table.was_enough())
    }
}
