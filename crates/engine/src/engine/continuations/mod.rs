//! All games from a position: counted exactly, and listed by pages.
//!
//! The count of a position is the sum of the counts of its successors, each computed once. The counts allow a page to skip
//! whole subtrees.

mod estimate;
mod games;
mod query;

pub use query::{
    Continuations, EngineMoves, GameResult, GamesError, GamesQuery, ListedGame, Opening, Reply, ResultCounts,
    SymmetryMode,
};

use super::Engine;
use crate::game::{Position, Status};
use crate::search::Verdict;
use games::{Games, Page, after};

impl Engine {
    /// Counts the games from a position, and lists a page of them.
    ///
    /// # Errors
    /// See [`GamesError`].
    pub fn continuations(&self, query: &GamesQuery) -> Result<Continuations, GamesError> {
        self.check_games(query)?;
        let mut games = Games::new(self, query);
        let start = (query.position.clone(), games.symmetries_of(&query.position));
        let by_length = games.count_of(&start)?.by_length.clone();
        let total = by_length.iter().fold(ResultCounts::default(), |sum, more| sum.plus(*more).unwrap_or(sum));
        let mut page = Page { skip: query.offset, line: Vec::new(), games: Vec::new() };
        games.list(&start, &mut page)?;
        Ok(Continuations {
            by_length,
            total,
            matching: total.matching(query.result),
            positions: games.counts.len(),
            page: page.games,
            openings: query.replies.then(|| self.openings(query)).transpose()?,
        })
    }

    /// Refuses queries that are known to fail, before the first search.
    fn check_games(&self, query: &GamesQuery) -> Result<(), GamesError> {
        if query.engine == Some(query.position.turn()) && query.position.status() == Status::Ongoing {
            self.check(&query.engine_query(&query.position)).map_err(GamesError::Engine)?;
        }
        estimate::check(query)?;
        if query.replies { estimate::check(&query.free()) } else { Ok(()) }
    }

    /// The exact results of all first moves and of all replies to them.
    fn openings(&self, query: &GamesQuery) -> Result<Vec<Opening>, GamesError> {
        let free = query.free();
        let mut games = Games::new(self, &free);
        let mut values = |position: &Position| {
            let after = position.legal_moves().map(|cell| (cell, after(position, cell)));
            let value = |(cell, after)| games.count_of(&(after, 0)).map(|count| (cell, count.verdict.before_move()));
            after.map(value).collect::<Result<Vec<_>, GamesError>>()
        };
        let openings = values(&query.position)?.into_iter().map(|(cell, verdict)| {
            let replies = values(&after(&query.position, cell))?;
            let best = replies.iter().map(|&(_, verdict)| outcome(verdict)).max();
            let reply = |(cell, verdict)| Reply { cell, verdict, holds: Some(outcome(verdict)) == best };
            Ok(Opening { cell, verdict, replies: replies.into_iter().map(reply).collect() })
        });
        openings.collect()
    }
}

/// 1 for a win, −1 for a loss, 0 for a draw.
fn outcome(verdict: Verdict) -> i8 {
    verdict.score().cmp(&Verdict::Draw { plies: 0 }.score()) as i8
}
