//! What is known of the moves of a position once a query about it is answered: the ground of reasons.

use std::borrow::Cow;

use super::answer::look_up;
use super::query::Demand;
use super::strategy::StrategyKind;
use super::{Engine, Line, Query};

impl Engine {
    /// The lines found by the answer to a query or, where a table answers, those of all legal moves.
    #[must_use]
    pub fn known<'a>(&self, query: &Query, found: &'a [Line]) -> Cow<'a, [Line]> {
        let all = Query::new(query.position.clone());
        if StrategyKind::of(query) != StrategyKind::Table || found.len() == all.moves.len() {
            return Cow::Borrowed(found);
        }
        match self.tables.retrograde(query.position.game()) {
            Ok(table) => Cow::Owned(look_up(&table, &all, Demand::Ranking(usize::MAX)).lines),
            Err(_) => Cow::Borrowed(found),
        }
    }
}
