//! Tables kept between queries: solved small boards, and the memory of transposition tables.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::quick;
use crate::game::{Game, Preset, Rules};
use crate::search::{Limits, Memory as ThreatMemory, Table};
use crate::solve::free::Memory;
use crate::solve::gravity::Solver;
use crate::solve::{Retrograde, TooLarge};

/// Solved boards kept, of about a megabyte at most.
const RETROGRADES_MAX: usize = 16;
/// Transposition table for the smallest boards and the shortest searches: it stays in the processor's cache.
const SMALL_TABLE_BYTES: usize = 256 << 10;
/// Boards of up to this many cells use the small table.
const SMALL_CELLS_MAX: usize = 9;

/// From this size on freed memory goes back to the system at once; the C library keeps less for itself, in pieces.
const RETURNED_BYTES_MIN: usize = (32 << 20) + 1;

#[derive(Debug)]
pub(super) struct Tables {
    tic_tac_toe: Arc<Retrograde>,
    /// The least recently used first.
    retrogrades: Mutex<Vec<(Rules, Arc<Retrograde>)>>,
    small: Mutex<TablePool>,
    large: Mutex<TablePool>,
    table_bytes: usize,
    /// Whether searches on patterns learn from those before them.
    is_persistent: bool,
}

impl Tables {
    pub(super) fn new(table_bytes: usize) -> Tables {
        let game = Game::shared(Preset::TicTacToe.rules());
        let Ok(tic_tac_toe) = Retrograde::new(&game) else { unreachable!("tic-tac-toe fits a table") };
        Tables {
            tic_tac_toe: Arc::new(tic_tac_toe),
            retrogrades: Mutex::default(),
            small: Mutex::default(),
            large: Mutex::default(),
            table_bytes,
            is_persistent: false,
        }
    }

    /// The same for the searches of one game, which learn from those before them.
    pub(super) fn persistent(self) -> Tables {
        Tables { is_persistent: true, ..self }
    }

    /// Whether the board is solved already.
    pub(super) fn has_retrograde(&self, rules: Rules) -> bool {
        rules == Preset::TicTacToe.rules() || lock(&self.retrogrades).iter().any(|(of, _)| *of == rules)
    }

    /// The solved board, solved now if it has to be.
    pub(super) fn retrograde(&self, game: &Game) -> Result<Arc<Retrograde>, TooLarge> {
        let rules = game.rules();
        if rules == Preset::TicTacToe.rules() {
            return Ok(Arc::clone(&self.tic_tac_toe));
        }
        let find = |tables: &mut Vec<(Rules, Arc<Retrograde>)>| {
            let at = tables.iter().position(|(of, _)| *of == rules)?;
            let found = tables.remove(at);
            tables.push(found);
            tables.last().map(|(_, table)| Arc::clone(table))
        };
        if let Some(table) = find(&mut lock(&self.retrogrades)) {
            return Ok(table);
        }
        // Solved outside the lock: others wait for nothing, and at worst the same board is solved twice.
        let table = Arc::new(Retrograde::new(game)?);
        let mut tables = lock(&self.retrogrades);
        if let Some(table) = find(&mut tables) {
            return Ok(table);
        }
        if tables.len() == RETROGRADES_MAX {
            tables.remove(0);
        }
        tables.push((rules, Arc::clone(&table)));
        Ok(table)
    }

    /// A transposition table for one search within these limits; its size depends on nothing else but the rules, so that the
    /// same query visits the same nodes.
    pub(super) fn transpositions(&self, rules: Rules, limits: &Limits) -> PoolGuard<'_, Table> {
        self.lend(is_small(rules, limits), |pool| &mut pool.tables, Table::new)
    }

    /// The memory for one search on patterns.
    pub(super) fn threats(&self) -> PoolGuard<'_, ThreatMemory> {
        let persistent = |bytes| ThreatMemory::new(bytes).persistent();
        let new = if self.is_persistent { persistent } else { ThreatMemory::new };
        self.lend(false, |pool| &mut pool.threats, new)
    }

    /// The memory for one proof within these limits; as for [`Tables::transpositions`].
    pub(super) fn proofs(&self, rules: Rules, limits: &Limits) -> PoolGuard<'_, Memory> {
        self.lend(is_small(rules, limits), |pool| &mut pool.proofs, Memory::new)
    }

    /// A solver for one query. Its table grows as it is used.
    pub(super) fn solver(&self) -> PoolGuard<'_, Solver> {
        self.lend(false, |pool| &mut pool.solvers, Solver::new)
    }

    /// A spare one, or a new one of so many bytes, for which a large one of another kind goes: all in all there are never
    /// more large ones than were in use at once.
    fn lend<T>(&self, small: bool, among: Among<T>, new: fn(usize) -> T) -> PoolGuard<'_, T> {
        let (home, bytes) = if small { (&self.small, SMALL_TABLE_BYTES) } else { (&self.large, self.table_bytes) };
        let mut pool = lock(home);
        let spare = among(&mut pool).pop();
        let gives_way = !small && bytes >= RETURNED_BYTES_MIN;
        let other = if spare.is_none() && gives_way { pool.one() } else { TablePool::default() };
        drop(pool);
        drop(other); // outside the lock
        PoolGuard { item: Some(spare.unwrap_or_else(|| new(bytes))), pool: home, among }
    }
}

/// Whether a search takes the small table: one on a small board, or of few nodes.
fn is_small(rules: Rules, limits: &Limits) -> bool {
    rules.cells() <= SMALL_CELLS_MAX || quick::is_quick(limits)
}

/// What no query uses at the moment.
#[derive(Default, Debug)]
struct TablePool {
    tables: Vec<Table>,
    threats: Vec<ThreatMemory>,
    proofs: Vec<Memory>,
    /// Empty ones.
    solvers: Vec<Solver>,
}

/// Those of one kind.
type Among<T> = fn(&mut TablePool) -> &mut Vec<T>;

impl TablePool {
    /// Takes out one of any kind.
    fn one(&mut self) -> TablePool {
        let mut one = TablePool::default();
        if let Some(table) = self.tables.pop() {
            one.tables.push(table);
        } else if let Some(memory) = self.threats.pop() {
            one.threats.push(memory);
        } else if let Some(memory) = self.proofs.pop() {
            one.proofs.push(memory);
        } else {
            one.solvers.extend(self.solvers.pop());
        }
        one
    }
}

/// Something on loan; dropping it gives it back.
pub(super) struct PoolGuard<'a, T> {
    item: Option<T>,
    pool: &'a Mutex<TablePool>,
    among: Among<T>,
}

impl<T> Deref for PoolGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.item.as_ref().expect("a loan holds its item until it is dropped")
    }
}

impl<T> DerefMut for PoolGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.item.as_mut().expect("a loan holds its item until it is dropped")
    }
}

impl<T> Drop for PoolGuard<'_, T> {
    fn drop(&mut self) {
        let mut pool = lock(self.pool);
        (self.among)(&mut pool).extend(self.item.take());
    }
}

/// A panic elsewhere leaves these lists as they were before or after a step: both are fine.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_take_turns_in_the_same_memory() {
        let tables = Tables::new(RETURNED_BYTES_MIN);
        let rules = Preset::FiveByFive.rules();
        let whole = &Limits::default();
        let few = &Limits { nodes: Some(quick::NODES_MAX), ..Limits::default() };
        let count = || {
            let pool = lock(&tables.large);
            [pool.tables.len(), pool.proofs.len(), pool.solvers.len()]
        };
        drop((tables.transpositions(rules, whole), tables.transpositions(rules, whole)));
        assert_eq!(count(), [2, 0, 0]);
        drop(tables.proofs(rules, whole));
        assert_eq!(count(), [1, 1, 0]);
        drop(tables.solver());
        assert_eq!(count(), [0, 1, 1]);
        drop((tables.transpositions(rules, few), tables.proofs(rules, few)));
        assert_eq!(count(), [0, 1, 1], "small ones are kept elsewhere");
        drop((tables.proofs(rules, whole), tables.solver()));
        assert_eq!(count(), [0, 1, 1]);
    }
}
