//! Counts games position by position, and lists a page of them.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::query::{EngineMoves, GameResult, GamesError, GamesQuery, ListedGame, ResultCounts, SymmetryMode};
use crate::engine::Engine;
use crate::engine::query::Demand;
use crate::game::{Cell, Position, Status};
use crate::search::{Stop, Verdict};

/// A position, and the symmetries that fix the start and all moves since.
pub(super) type Node = (Position, Group);

/// The key of a node: that of its position, and the symmetries if games are compared as a whole. They are not hashed into one
/// number, which could collide with keys of stones.
type Key = (u64, Group);

/// The index of a list of symmetries in [`Games::groups`]. The first one is empty.
pub(super) type Group = u32;

/// The games from a position.
pub(super) struct PositionCount {
    /// The games by the number of moves to the end.
    pub by_length: Vec<ResultCounts>,
    /// The exact value for the side to move if both sides play freely.
    pub verdict: Verdict,
}

/// A page in progress.
pub(super) struct Page {
    pub skip: u64,
    pub line: Vec<Cell>,
    pub games: Vec<ListedGame>,
}

/// Counts the games of a query. Stores the count of each position.
pub(super) struct Games<'a> {
    engine: &'a Engine,
    query: &'a GamesQuery,
    pub counts: HashMap<Key, PositionCount>,
    /// The moves of the engine, by position.
    best: HashMap<u64, Vec<Cell>>,
    /// Lists of indices of symmetries, and the index of each list.
    groups: Vec<Rc<[u16]>>,
    group_of: HashMap<Rc<[u16]>, Group>,
}

impl<'a> Games<'a> {
    pub fn new(engine: &'a Engine, query: &'a GamesQuery) -> Games<'a> {
        let none: Rc<[u16]> = Rc::default();
        let group_of = HashMap::from([(Rc::clone(&none), 0)]);
        Games { engine, query, counts: HashMap::new(), best: HashMap::new(), groups: vec![none], group_of }
    }

    /// The symmetries of the start that identify games.
    pub fn symmetries_of(&mut self, position: &Position) -> Group {
        let symmetries = position.game().symmetries();
        let fixes = |index: &u16| position.is_fixed_by(&symmetries[usize::from(*index)]);
        match self.query.symmetry {
            SymmetryMode::Orbits => self.group((0..symmetries.len() as u16).filter(fixes).collect()),
            SymmetryMode::All | SymmetryMode::Paths => 0,
        }
    }

    /// The index of a list of symmetries.
    fn group(&mut self, symmetries: Rc<[u16]>) -> Group {
        let next = self.groups.len() as Group;
        let groups = &mut self.groups;
        *self.group_of.entry(symmetries).or_insert_with_key(|symmetries| {
            groups.push(Rc::clone(symmetries));
            next
        })
    }

    /// Positions with the same key have the same games ahead of them.
    fn key(&self, (position, group): &Node) -> Key {
        match self.query.symmetry {
            SymmetryMode::All => (position.key(), 0),
            SymmetryMode::Paths => (position.class_key(), 0),
            SymmetryMode::Orbits => (position.key(), *group),
        }
    }

    /// The count of a position, computed once.
    pub fn count_of(&mut self, at: &Node) -> Result<&PositionCount, GamesError> {
        let key = self.key(at);
        if !self.counts.contains_key(&key) {
            let count = self.count(at)?;
            self.check_limits()?;
            self.counts.insert(key, count);
        }
        Ok(&self.counts[&key])
    }

    /// Adds up the counts of all successors.
    fn count(&mut self, at: &Node) -> Result<PositionCount, GamesError> {
        let position = &at.0;
        if position.status() != Status::Ongoing {
            let mut one = ResultCounts::default();
            one.0[GameResult::of(position.winner()) as usize] = 1;
            let verdict = Verdict::of_finished(position, position.turn());
            return Ok(PositionCount { by_length: vec![one], verdict });
        }
        let mut by_length = vec![ResultCounts::default()];
        let mut best: Option<Verdict> = None;
        for (cell, group) in self.moves_with_symmetries(at)? {
            let count = self.count_of(&(after(position, cell), group))?;
            by_length.resize(by_length.len().max(count.by_length.len() + 1), ResultCounts::default());
            for (sum, more) in by_length[1..].iter_mut().zip(&count.by_length) {
                *sum = sum.plus(*more).ok_or(GamesError::TooManyGames)?;
            }
            let verdict = count.verdict.before_move();
            if best.is_none_or(|best| verdict.score() > best.score()) {
                best = Some(verdict);
            }
        }
        let total = by_length.iter().try_fold(ResultCounts::default(), |sum, more| sum.plus(*more));
        total.ok_or(GamesError::TooManyGames)?;
        Ok(PositionCount { by_length, verdict: best.unwrap_or(Verdict::Draw { plies: 0 }) })
    }

    /// Checks the limits before a new position.
    fn check_limits(&self) -> Result<(), GamesError> {
        if self.counts.len() >= self.query.positions_max {
            return Err(GamesError::TooManyPositions { max: self.query.positions_max });
        }
        self.check_clock()
    }

    /// Checks the clock and the cancellation, which costs less than a position.
    fn check_clock(&self) -> Result<(), GamesError> {
        match self.query.limits.interrupted() {
            Some(Stop::Cancelled) => Err(GamesError::Cancelled),
            Some(_) => Err(GamesError::OutOfTime { positions: self.counts.len() }),
            None => Ok(()),
        }
    }

    /// The moves from a node, ascending, each with the symmetries that fix it; of moves that are equal under the symmetry mode
    /// only the first. Returns moves, not positions: lists of positions at every level of a long game would not fit memory.
    fn moves_with_symmetries(&mut self, (position, group): &Node) -> Result<Vec<(Cell, Group)>, GamesError> {
        let moves = self.moves(position)?;
        let symmetries = position.game().symmetries();
        let group = Rc::clone(&self.groups[*group as usize]);
        let image = |index: &u16, cell| symmetries[usize::from(*index)].image(cell);
        let mut seen = HashSet::new();
        let nodes = moves.into_iter().filter_map(|cell| match self.query.symmetry {
            SymmetryMode::All => Some((cell, 0)),
            SymmetryMode::Paths => seen.insert(after(position, cell).class_key()).then_some((cell, 0)),
            SymmetryMode::Orbits => {
                let least = group.iter().map(|index| image(index, cell)).min().unwrap_or(cell);
                let stays = group.iter().copied().filter(|index| image(index, cell) == cell);
                seen.insert(least as u64).then(|| (cell, self.group(stays.collect())))
            }
        });
        Ok(nodes.collect())
    }

    /// The moves that the side to move may play.
    fn moves(&mut self, position: &Position) -> Result<Vec<Cell>, GamesError> {
        if self.query.engine != Some(position.turn()) {
            return Ok(position.legal_moves().collect());
        }
        if let Some(moves) = self.best.get(&position.key()) {
            return Ok(moves.clone());
        }
        let query = self.query.engine_query(position);
        let all_best = |strategy| self.engine.answer_by_strategy(&query, &strategy, Demand::AllBest, &mut |_| {});
        let best = self.engine.strategy(&query).and_then(all_best).map_err(GamesError::Engine)?;
        match best.report.stop {
            Stop::Solved | Stop::Depth => {}
            Stop::Cancelled => return Err(GamesError::Cancelled),
            Stop::Movetime | Stop::Nodes => return Err(GamesError::OutOfTime { positions: self.counts.len() }),
        }
        let mut moves: Vec<Cell> = best.moves.iter().map(|ranked| ranked.cell).collect();
        if self.query.engine_moves == EngineMoves::First {
            moves.truncate(1);
        }
        self.best.insert(position.key(), moves.clone());
        Ok(moves)
    }

    /// Lists games in the order of their moves, from the offset until the page is full.
    pub fn list(&mut self, at: &Node, page: &mut Page) -> Result<(), GamesError> {
        self.check_clock()?;
        let result = self.query.result;
        let here: u64 = self.count_of(at)?.by_length.iter().map(|games| games.matching(result)).sum();
        if page.games.len() >= self.query.page_max || here <= page.skip {
            page.skip = page.skip.saturating_sub(here);
            return Ok(());
        }
        if at.0.status() != Status::Ongoing {
            page.games.push(ListedGame { moves: page.line.clone(), winner: at.0.winner() });
            return Ok(());
        }
        for (cell, group) in self.moves_with_symmetries(at)? {
            if page.games.len() == self.query.page_max {
                break;
            }
            page.line.push(cell);
            self.list(&(after(&at.0, cell), group), page)?;
            page.line.pop();
        }
        Ok(())
    }
}

/// The position after a legal move.
pub(super) fn after(position: &Position, cell: Cell) -> Position {
    let mut after = position.clone();
    after.play_unchecked(cell);
    after
}
