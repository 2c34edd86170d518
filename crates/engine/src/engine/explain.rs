//! The moves of a position that an answered query has scored: the ground of reasons.

use std::borrow::Cow;

use super::answer::look_up;
use super::query::Demand;
use super::{Engine, Query, RankedMove, Report, Source};

impl Engine {
    /// The moves found by the answer to a query or, where a table has answered, those of all legal moves.
    #[must_use]
    pub fn known<'a>(&self, query: &Query, found: &'a [RankedMove], report: &Report) -> Cow<'a, [RankedMove]> {
        if report.source != Source::Table {
            return Cow::Borrowed(found);
        }
        let all = Query::new(query.position.clone());
        match self.tables.retrograde(query.position.game(), &query.limits) {
            Ok(Some(table)) => Cow::Owned(look_up(&table, &all, Demand::Ranking(usize::MAX)).moves),
            Ok(None) | Err(_) => Cow::Borrowed(found),
        }
    }
}
