//! Counting games position by position, and finding the nth of them.

use std::collections::{HashMap, HashSet};

use super::query::{ByEnding, Ending, EngineMoves, GamesError, GamesQuery, PlayedGame, Sameness};
use crate::engine::{Demand, Engine};
use crate::game::{Cell, Position, Status, Symmetry};
use crate::search::{Stop, Verdict};

/// A position in a game, and the symmetries (a bit each) that leave the start and all moves since in place.
pub(super) type Stand = (Position, u8);

/// A position's key, and the symmetries that count where a game is turned as a whole. They stay apart: mixed into one
/// number they would need keys that no stone has.
type Key = (u64, u8);

/// What is known of a position.
pub(super) struct Tally {
    /// By moves still to be played.
    pub by_length: Vec<ByEnding>,
    /// The exact value for the side to move, where both sides play freely.
    pub verdict: Verdict,
}

/// A page while it fills.
pub(super) struct Page {
    pub skip: u64,
    pub line: Vec<Cell>,
    pub games: Vec<PlayedGame>,
}

/// Counts the games of a query, and remembers each position's count.
pub(super) struct Games<'a> {
    engine: &'a Engine,
    query: &'a GamesQuery,
    pub tallies: HashMap<Key, Tally>,
    /// What the engine plays, by position.
    best: HashMap<u64, Vec<Cell>>,
}

impl<'a> Games<'a> {
    pub fn new(engine: &'a Engine, query: &'a GamesQuery) -> Games<'a> {
        Games { engine, query, tallies: HashMap::new(), best: HashMap::new() }
    }

    /// Those that the games may be turned by from the start, a bit each.
    pub fn symmetries_of(&self, position: &Position) -> u8 {
        let fixes = |symmetry: &Symmetry| position.is_fixed_by(symmetry);
        match self.query.sameness {
            Sameness::Orbits => mask(position.game().symmetries().iter().map(fixes)),
            Sameness::All | Sameness::Paths => 0,
        }
    }

    /// Positions with the same key have the same games ahead of them.
    fn key(&self, (position, group): &Stand) -> Key {
        match self.query.sameness {
            Sameness::All => (position.key(), 0),
            Sameness::Paths => (position.class_key(), 0),
            Sameness::Orbits => (position.key(), *group),
        }
    }

    /// The count of a position, from memory if it has been made.
    pub fn tally(&mut self, at: &Stand) -> Result<&Tally, GamesError> {
        let key = self.key(at);
        if !self.tallies.contains_key(&key) {
            let tally = self.count(at)?;
            self.watch()?;
            self.tallies.insert(key, tally);
        }
        Ok(&self.tallies[&key])
    }

    /// Adds up what follows.
    fn count(&mut self, at: &Stand) -> Result<Tally, GamesError> {
        let position = &at.0;
        if position.status() != Status::Ongoing {
            let mut one = ByEnding::default();
            one.0[Ending::of(position.winner()) as usize] = 1;
            let verdict = match position.winner() {
                Some(winner) if winner == position.turn() => Verdict::Win { plies: 0 },
                Some(_) => Verdict::Loss { plies: 0 },
                None => Verdict::Draw { plies: 0 },
            };
            return Ok(Tally { by_length: vec![one], verdict });
        }
        let mut by_length = vec![ByEnding::default()];
        let mut best: Option<Verdict> = None;
        for (cell, group) in self.steps(at)? {
            let tally = self.tally(&(played(position, cell), group))?;
            by_length.resize(by_length.len().max(tally.by_length.len() + 1), ByEnding::default());
            for (sum, more) in by_length[1..].iter_mut().zip(&tally.by_length) {
                *sum = sum.plus(*more).ok_or(GamesError::TooManyGames)?;
            }
            let verdict = tally.verdict.before_move();
            if best.is_none_or(|best| verdict.score() > best.score()) {
                best = Some(verdict);
            }
        }
        let total = by_length.iter().try_fold(ByEnding::default(), |sum, more| sum.plus(*more));
        total.ok_or(GamesError::TooManyGames)?;
        Ok(Tally { by_length, verdict: best.unwrap_or(Verdict::Draw { plies: 0 }) })
    }

    /// Stops a count that grows too large or takes too long. Asking the clock costs less than a new position.
    fn watch(&self) -> Result<(), GamesError> {
        let positions = self.tallies.len();
        if positions >= self.query.positions_max {
            return Err(GamesError::TooManyPositions { max: self.query.positions_max });
        }
        match self.query.limits.reached(0) {
            Some(Stop::Cancelled) => Err(GamesError::Cancelled),
            Some(_) => Err(GamesError::OutOfTime { positions }),
            None => Ok(()),
        }
    }

    /// The moves that are played from here, by ascending cell, each with the symmetries that are left after it; of moves
    /// that are the same under the symmetry only the first. Positions are made one at a time: a list of them at every
    /// level of a long game would not fit into memory.
    fn steps(&mut self, (position, group): &Stand) -> Result<Vec<(Cell, u8)>, GamesError> {
        let moves = self.moves(position)?;
        let symmetries = position.game().symmetries();
        let in_group = |index: &usize| group >> index & 1 == 1;
        let mut seen = HashSet::new();
        let steps = moves.into_iter().filter_map(|cell| match self.query.sameness {
            Sameness::All => Some((cell, 0)),
            Sameness::Paths => seen.insert(played(position, cell).class_key()).then_some((cell, 0)),
            Sameness::Orbits => {
                let images = (0..symmetries.len()).filter(in_group).map(|index| symmetries[index].image(cell));
                let stays = |index| in_group(&index) && symmetries[index].image(cell) == cell;
                let is_new = seen.insert(images.min().unwrap_or(cell) as u64);
                is_new.then(|| (cell, mask((0..symmetries.len()).map(stays))))
            }
        });
        Ok(steps.collect())
    }

    fn moves(&mut self, position: &Position) -> Result<Vec<Cell>, GamesError> {
        if self.query.engine != Some(position.turn()) {
            return Ok(position.legal_moves().collect());
        }
        if let Some(moves) = self.best.get(&position.key()) {
            return Ok(moves.clone());
        }
        let query = self.query.engine_query(position);
        let best = self.engine.answer(&query, Demand::AllBest, &mut |_| {}).map_err(GamesError::Engine)?;
        match best.report.stop {
            Stop::Solved | Stop::Depth => {}
            Stop::Cancelled => return Err(GamesError::Cancelled),
            Stop::Movetime | Stop::Nodes => return Err(GamesError::OutOfTime { positions: self.tallies.len() }),
        }
        let mut moves: Vec<Cell> = best.lines.iter().map(|line| line.cell).collect();
        if self.query.engine_moves == EngineMoves::First {
            moves.truncate(1);
        }
        self.best.insert(position.key(), moves.clone());
        Ok(moves)
    }

    /// Lists games in the order of their moves, stepping over those that are skipped; stops when the page is full.
    pub fn list(&mut self, at: &Stand, page: &mut Page) -> Result<(), GamesError> {
        let ending = self.query.ending;
        let here: u64 = self.tally(at)?.by_length.iter().map(|games| games.matching(ending)).sum();
        if page.games.len() >= self.query.page_max || here <= page.skip {
            page.skip = page.skip.saturating_sub(here);
            return Ok(());
        }
        if at.0.status() != Status::Ongoing {
            page.games.push(PlayedGame { moves: page.line.clone(), winner: at.0.winner() });
            return Ok(());
        }
        for (cell, group) in self.steps(at)? {
            if page.games.len() == self.query.page_max {
                break;
            }
            page.line.push(cell);
            self.list(&(played(&at.0, cell), group), page)?;
            page.line.pop();
        }
        Ok(())
    }
}

/// The position after a legal move.
pub(super) fn played(position: &Position, cell: Cell) -> Position {
    let mut after = position.clone();
    after.play_unchecked(cell, |_, _| {});
    after
}

fn mask(bits: impl Iterator<Item = bool>) -> u8 {
    bits.enumerate().fold(0, |mask, (index, bit)| mask | u8::from(bit) << index)
}
