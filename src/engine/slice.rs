//! The first slice of a search: answers that take few positions, given at once.
//!
//! A search that does not end within its slice is begun anew elsewhere, which costs little: the slice is tiny. So the
//! answer never depends on whether there was a slice: one that is settled visited the same positions as the whole search
//! would have.

use super::{Algorithm, Analysis, Engine, EngineError, Line, Query, Report, Source, TieBreak, tactics};
use crate::search::{Limits, Stop};

/// Most positions of a slice: about 50 µs.
pub(super) const SLICE_NODES: u64 = 256;

/// What a slice found.
#[derive(Debug)]
pub enum Slice<T> {
    /// The answer.
    Settled(T),
    /// The best so far; there is more to search.
    Begun(T),
    /// Nothing: such a query is better begun elsewhere.
    Unfit,
}

impl Engine {
    /// Chooses a move within the first slice, if the query is one that may end there.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_slice(&self, query: &Query) -> Result<Slice<(Line, Report)>, EngineError> {
        let Some(sliced) = self.sliced(query)? else { return Ok(Slice::Unfit) };
        let ((line, report), unspoilt) = self.choose_unspoilt(&sliced, &mut |_| {})?;
        let settled = unspoilt && is_settled(query, &report);
        Ok(if settled { Slice::Settled((line, self.recorded(report))) } else { Slice::Begun((line, late(report))) })
    }

    /// Ranks moves within the first slice, if the query is one that may end there.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn analyse_slice(&self, query: &Query) -> Result<Slice<Analysis>, EngineError> {
        let Some(sliced) = self.sliced(query)? else { return Ok(Slice::Unfit) };
        let (Analysis { lines, report }, unspoilt) = self.analyse_unspoilt(&sliced, &mut |_| {})?;
        let settled = unspoilt && is_settled(query, &report);
        Ok(if settled {
            Slice::Settled(Analysis { lines, report: self.recorded(report) })
        } else {
            Slice::Begun(Analysis { lines, report: late(report) })
        })
    }

    /// A move for when the time is over before a search could begin: the best at the least depth. `None` where only a table
    /// will do.
    ///
    /// # Errors
    /// As for [`Engine::choose`].
    pub fn choose_late(&self, query: &Query) -> Result<Option<(Line, Report)>, EngineError> {
        let Some(least) = least(query) else { return Ok(None) };
        let ((line, report), _) = self.choose_unspoilt(&least, &mut |_| {})?;
        Ok(Some((line, late(report))))
    }

    /// A ranking for when the time is over before a search could begin, as [`Engine::choose_late`].
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn analyse_late(&self, query: &Query) -> Result<Option<Analysis>, EngineError> {
        let Some(least) = least(query) else { return Ok(None) };
        let (Analysis { lines, report }, _) = self.analyse_unspoilt(&least, &mut |_| {})?;
        Ok(Some(Analysis { lines, report: late(report) }))
    }

    /// The query with the limits of a slice; `None` if even its first depth may take longer, or if it is not one search.
    fn sliced(&self, query: &Query) -> Result<Option<Query>, EngineError> {
        self.check(query)?;
        let is_large = tactics::is_large(query.position.rules()) || query.moves.len() > MOVES_MAX;
        if query.tie_break == TieBreak::Trap || super::wants_table(query) || is_large {
            return Ok(None);
        }
        let mut sliced = query.clone();
        sliced.limits.nodes = Some(query.limits.nodes.map_or(SLICE_NODES, |nodes| nodes.min(SLICE_NODES)));
        Ok(Some(sliced))
    }
}

/// The query at the least cost: its first depth. `None` for a table, which is there or is not.
fn least(query: &Query) -> Option<Query> {
    if query.algorithm == Algorithm::Retrograde {
        return None;
    }
    let limits = Limits { depth: Some(1), nodes: Some(SLICE_NODES), ..Limits::default() };
    // The trap would search every reply.
    let tie_break = if query.tie_break == TieBreak::Trap { TieBreak::First } else { query.tie_break };
    Some(Query { algorithm: Algorithm::AlphaBeta, limits, tie_break, ..query.clone() })
}

/// Most moves at the root: the first depth, which always ends, visits at least as many positions, and on larger boards
/// each of them costs more.
const MOVES_MAX: usize = 64;

/// Whether the limits are those of a slice, or less.
pub(super) fn is_few(limits: &Limits) -> bool {
    limits.nodes.is_some_and(|nodes| nodes <= SLICE_NODES)
}

/// Whether the whole search would have ended here.
fn is_settled(query: &Query, report: &Report) -> bool {
    // Plain minimax goes to its depth at once, and falls back to the first one if that takes too many nodes.
    let asked = query.limits.depth.map(|depth| depth.clamp(1, query.position.empties() as u32));
    if query.algorithm == Algorithm::Minimax && asked.is_some_and(|depth| report.depth != depth) {
        return false;
    }
    match report.stop {
        Stop::Nodes => query.limits.nodes.is_some_and(|nodes| nodes <= SLICE_NODES),
        stop => stop == Stop::Solved || report.source == Source::Search,
    }
}

/// What the report of a slice says once the search's time is over.
fn late(report: Report) -> Report {
    Report { stop: Stop::Movetime, ..report }
}
