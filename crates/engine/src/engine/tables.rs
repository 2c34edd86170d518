//! Tables that outlive queries: retrograde tables, and pools of transposition tables.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::{Game, Preset, Rules};
use crate::search::{Limits, Memory as ThreatMemory, Table};
use crate::solve::free::Memory;
use crate::solve::gravity::Solver;
use crate::solve::{Retrograde, TooLarge};

/// Most cached retrograde tables, of about a megabyte each.
const RETROGRADES_MAX: usize = 16;
/// Size of the table for small boards and short searches: it stays in the L2 cache.
const SMALL_TABLE_BYTES: usize = 256 << 10;
/// Boards of up to this many cells use the small table.
const SMALL_TABLE_CELLS_MAX: usize = 9;
/// Size of the table for boards that have few positions: less than most engines have, so that games on 4×4 take little memory.
const MIDDLE_TABLE_BYTES: usize = 16 << 20;
/// Boards of up to this many cells use the middle table, if the small one is not enough for them.
const MIDDLE_TABLE_CELLS_MAX: usize = 16;
/// Searches of up to this many nodes use the small table.
pub(super) const SHORT_SEARCH_NODES_MAX: u64 = 256;
/// Pattern searches of up to this many nodes, as quick attempts on all but the smallest boards, use a small memory.
pub(super) const ATTEMPT_NODES_MAX: u64 = 48;

/// From this size on the C library returns freed memory to the system at once. Memory of WebAssembly never shrinks, but freed memory
/// serves again.
const RETURNED_BYTES_MIN: usize = if cfg!(target_family = "wasm") { 1 << 20 } else { (32 << 20) + 1 };

#[derive(Debug)]
pub(super) struct Tables {
    tic_tac_toe: Arc<Retrograde>,
    /// The least recently used first.
    retrogrades: Mutex<Vec<(Rules, Arc<Retrograde>)>>,
    small: Mutex<TablePool>,
    middle: Mutex<TablePool>,
    large: Mutex<TablePool>,
    table_bytes: usize,
    /// Whether pattern searches keep their memory from one to the next.
    is_persistent: bool,
    threats_made: AtomicUsize,
}

impl Tables {
    pub(super) fn new(table_bytes: usize) -> Tables {
        let game = Game::shared(Preset::TicTacToe.rules());
        let Ok(tic_tac_toe) = Retrograde::new(&game) else { unreachable!("tic-tac-toe fits a table") };
        Tables {
            tic_tac_toe: Arc::new(tic_tac_toe),
            retrogrades: Mutex::default(),
            small: Mutex::default(),
            middle: Mutex::default(),
            large: Mutex::default(),
            table_bytes,
            is_persistent: false,
            threats_made: AtomicUsize::new(0),
        }
    }

    /// Keeps the memory of pattern searches, for the moves of one game.
    pub(super) fn persistent(self) -> Tables {
        Tables { is_persistent: true, ..self }
    }

    /// Sets the size of large items, and gives those of another size back.
    pub(super) fn resize(&mut self, table_bytes: usize) {
        if self.table_bytes != table_bytes {
            self.table_bytes = table_bytes;
            self.large = Mutex::default();
        }
    }

    /// The number of memories for pattern searches that were made so far.
    pub(super) fn threats_made(&self) -> usize {
        self.threats_made.load(Ordering::Relaxed)
    }

    /// Whether the retrograde table is cached.
    pub(super) fn has_retrograde(&self, rules: &Rules) -> bool {
        *rules == Preset::TicTacToe.rules() || lock(&self.retrogrades).iter().any(|(of, _)| of == rules)
    }

    /// The retrograde table, computed unless it is cached; `None` if the query is cancelled.
    pub(super) fn retrograde(&self, game: &Game, limits: &Limits) -> Result<Option<Arc<Retrograde>>, TooLarge> {
        let rules = game.rules();
        if *rules == Preset::TicTacToe.rules() {
            return Ok(Some(Arc::clone(&self.tic_tac_toe)));
        }
        let find = |tables: &mut Vec<(Rules, Arc<Retrograde>)>| {
            let at = tables.iter().position(|(of, _)| of == rules)?;
            let found = tables.remove(at);
            tables.push(found);
            tables.last().map(|(_, table)| Arc::clone(table))
        };
        let found = find(&mut lock(&self.retrogrades));
        if found.is_some() {
            return Ok(found);
        }
        // Computed outside the lock. At worst two threads compute the same table.
        let Some(table) = Retrograde::unless(game, || limits.is_cancelled())? else { return Ok(None) };
        let table = Arc::new(table);
        let mut tables = lock(&self.retrogrades);
        let found = find(&mut tables);
        if found.is_some() {
            return Ok(found);
        }
        if tables.len() == RETROGRADES_MAX {
            tables.remove(0);
        }
        tables.push((rules.clone(), Arc::clone(&table)));
        Ok(Some(table))
    }

    /// A transposition table for a search. Its size depends only on the rules and the limits, so that equal queries visit equal
    /// numbers of nodes.
    pub(super) fn transpositions(&self, rules: &Rules, limits: &Limits) -> PoolGuard<'_, Table> {
        self.take(Size::of(rules, limits), |pool| &mut pool.tables, Table::new)
    }

    /// The memory for a pattern search. Those of a few nodes, such as quick attempts and the least effort, also run beside the search
    /// threads: with large memories there would be several times as many as search threads. The moves of one game share one.
    pub(super) fn threats(&self, limits: &Limits) -> PoolGuard<'_, ThreatMemory> {
        let has_few_nodes = limits.nodes.is_some_and(|nodes| nodes <= ATTEMPT_NODES_MAX);
        let size = if has_few_nodes && !self.is_persistent { Size::Small } else { Size::Large };
        let new = |bytes| {
            self.threats_made.fetch_add(1, Ordering::Relaxed);
            let memory = ThreatMemory::new(bytes);
            if self.is_persistent { memory.persistent() } else { memory }
        };
        self.take(size, |pool| &mut pool.threats, new)
    }

    /// The memory for a prover; its size is as for [`Tables::transpositions`].
    pub(super) fn proofs(&self, rules: &Rules, limits: &Limits) -> PoolGuard<'_, Memory> {
        self.take(Size::of(rules, limits), |pool| &mut pool.proofs, Memory::new)
    }

    /// The memories for two provers side by side, each half as large as that of one; `None` for small boards.
    pub(super) fn proofs_of_two(&self, rules: &Rules, limits: &Limits) -> Option<PoolGuard<'_, [Memory; 2]>> {
        let new = |bytes| [(); 2].map(|()| Memory::new(bytes / 2));
        match Size::of(rules, limits) {
            Size::Small | Size::Middle => None,
            Size::Large => Some(self.take(Size::Large, |pool| &mut pool.proofs_of_two, new)),
        }
    }

    /// A solver. Its table grows with use.
    pub(super) fn solver(&self) -> PoolGuard<'_, Solver> {
        self.take(Size::Large, |pool| &mut pool.solvers, Solver::new)
    }

    /// Takes an item from the pool, or makes a new one. A new large item replaces a pooled one of another kind, so that there are
    /// never more large items than were in use at the same time. So does a middle one.
    fn take<T>(&self, size: Size, select: Select<T>, new: impl FnOnce(usize) -> T) -> PoolGuard<'_, T> {
        let (pool_of_size, bytes, replaces_other) = match size {
            Size::Small => (&self.small, SMALL_TABLE_BYTES, false),
            Size::Middle if self.table_bytes > MIDDLE_TABLE_BYTES => (&self.middle, MIDDLE_TABLE_BYTES, true),
            Size::Middle | Size::Large => (&self.large, self.table_bytes, self.table_bytes >= RETURNED_BYTES_MIN),
        };
        let mut pool = lock(pool_of_size);
        let pooled = select(&mut pool).pop();
        let other = if pooled.is_none() && replaces_other { pool.take_any() } else { TablePool::default() };
        drop(pool);
        drop(other); // outside the lock
        PoolGuard { item: Some(pooled.unwrap_or_else(|| new(bytes))), pool: pool_of_size, select }
    }
}

/// The size of a table.
#[derive(Clone, Copy)]
enum Size {
    Small,
    Middle,
    Large,
}

impl Size {
    /// The size for a search. It depends only on the rules and the limits.
    fn of(rules: &Rules, limits: &Limits) -> Size {
        let is_short = limits.nodes.is_some_and(|nodes| nodes <= SHORT_SEARCH_NODES_MAX);
        let cells = rules.cells();
        if cells <= SMALL_TABLE_CELLS_MAX || is_short {
            Size::Small
        } else if cells <= MIDDLE_TABLE_CELLS_MAX {
            Size::Middle
        } else {
            Size::Large
        }
    }
}

/// Items that no query uses at the moment.
#[derive(Default, Debug)]
struct TablePool {
    tables: Vec<Table>,
    threats: Vec<ThreatMemory>,
    proofs: Vec<Memory>,
    proofs_of_two: Vec<[Memory; 2]>,
    /// Cleared solvers.
    solvers: Vec<Solver>,
}

/// Selects the items of one kind.
type Select<T> = fn(&mut TablePool) -> &mut Vec<T>;

impl TablePool {
    /// Takes one item of any kind.
    fn take_any(&mut self) -> TablePool {
        let mut one = TablePool::default();
        if let Some(table) = self.tables.pop() {
            one.tables.push(table);
        } else if let Some(memory) = self.threats.pop() {
            one.threats.push(memory);
        } else if let Some(memory) = self.proofs.pop() {
            one.proofs.push(memory);
        } else if let Some(memories) = self.proofs_of_two.pop() {
            one.proofs_of_two.push(memories);
        } else {
            one.solvers.extend(self.solvers.pop());
        }
        one
    }
}

/// An item of a pool. Dropping it returns the item.
pub(super) struct PoolGuard<'a, T> {
    item: Option<T>,
    pool: &'a Mutex<TablePool>,
    select: Select<T>,
}

impl<T> Deref for PoolGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.item.as_ref().expect("a guard holds its item until it is dropped")
    }
}

impl<T> DerefMut for PoolGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.item.as_mut().expect("a guard holds its item until it is dropped")
    }
}

impl<T> Drop for PoolGuard<'_, T> {
    fn drop(&mut self) {
        let mut pool = lock(self.pool);
        (self.select)(&mut pool).extend(self.item.take());
    }
}

/// Locks a mutex. Poisoning is no problem: a panic leaves the lists in a valid state.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_take_turns_in_the_same_memory() {
        let tables = Tables::new(RETURNED_BYTES_MIN);
        let rules = &Preset::FiveByFive.rules();
        let whole = &Limits::default();
        let few = &Limits { nodes: Some(SHORT_SEARCH_NODES_MAX), ..Limits::default() };
        let count = || {
            let pool = lock(&tables.large);
            [pool.tables.len(), pool.proofs.len(), pool.solvers.len(), pool.proofs_of_two.len()]
        };
        drop((tables.transpositions(rules, whole), tables.transpositions(rules, whole)));
        assert_eq!(count(), [2, 0, 0, 0]);
        drop(tables.proofs(rules, whole));
        assert_eq!(count(), [1, 1, 0, 0]);
        drop(tables.solver());
        assert_eq!(count(), [0, 1, 1, 0]);
        drop((tables.transpositions(rules, few), tables.proofs(rules, few)));
        assert_eq!(count(), [0, 1, 1, 0], "small ones are kept elsewhere");
        drop((tables.proofs(rules, whole), tables.solver()));
        assert_eq!(count(), [0, 1, 1, 0]);
        drop(tables.proofs(rules, whole));
        assert_eq!(count(), [0, 1, 1, 0], "what is there replaces nothing");
        drop(tables.proofs_of_two(rules, whole).expect("no small board"));
        assert_eq!(count(), [0, 0, 1, 1]);
        drop(tables.proofs(rules, whole));
        assert_eq!(count(), [0, 1, 1, 0]);
        assert!(tables.proofs_of_two(rules, few).is_none());
    }

    #[test]
    fn games_on_few_cells_take_little_memory() {
        let (rules, whole) = (&Preset::FourByFour.rules(), &Limits::default());
        let tables = Tables::new(2 * MIDDLE_TABLE_BYTES);
        drop(tables.transpositions(rules, whole));
        drop(tables.proofs(rules, whole));
        let count = |pool: &Mutex<TablePool>| {
            let pool = lock(pool);
            (pool.tables.len(), pool.proofs.len())
        };
        assert_eq!((count(&tables.middle), count(&tables.large)), ((0, 1), (0, 0)));
        let tables = Tables::new(MIDDLE_TABLE_BYTES);
        drop(tables.proofs(rules, whole));
        assert_eq!((count(&tables.middle), count(&tables.large)), ((0, 0), (0, 1)), "an engine with less has less");
    }

    #[test]
    fn pattern_searches_of_few_nodes_share_no_memory_with_long_ones() {
        let [whole, few] = [None, Some(ATTEMPT_NODES_MAX)].map(|nodes| Limits { nodes, ..Limits::default() });
        let counts = |tables: &Tables| [&tables.small, &tables.large].map(|pool| lock(pool).threats.len());
        let tables = Tables::new(RETURNED_BYTES_MIN);
        // One at a time, so that they could share one.
        drop(tables.threats(&few));
        drop(tables.threats(&whole));
        drop(tables.threats(&few));
        assert_eq!((counts(&tables), tables.threats_made()), ([1, 1], 2));
        let of_one_game = Tables::new(1 << 20).persistent();
        drop(of_one_game.threats(&whole));
        drop(of_one_game.threats(&few));
        assert_eq!(counts(&of_one_game), [0, 1]);
    }

    #[test]
    fn memory_that_the_system_would_not_get_back_is_kept() {
        let tables = Tables::new(1 << 20);
        let (rules, whole) = (&Preset::FiveByFive.rules(), &Limits::default());
        drop(tables.transpositions(rules, whole));
        drop(tables.proofs(rules, whole));
        let pool = lock(&tables.large);
        assert_eq!((pool.tables.len(), pool.proofs.len()), (1, 1));
    }
}
