//! Tables kept between queries: solved small boards, and the memory of transposition tables.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::{Game, Preset, Rules};
use crate::search::Table;
use crate::solve::gravity::Solver;
use crate::solve::proof::Memory;
use crate::solve::{Retrograde, TooLarge};

/// Solved boards kept, of about a megabyte at most.
const RETROGRADES_MAX: usize = 16;
/// Transposition table for the smallest boards and the shortest searches: it stays in the processor's cache.
const SMALL_TABLE_BYTES: usize = 256 << 10;
/// Boards of up to this many cells use the small table.
const SMALL_CELLS_MAX: usize = 9;

#[derive(Debug)]
pub(super) struct Tables {
    tic_tac_toe: Arc<Retrograde>,
    /// The least recently used first.
    retrogrades: Mutex<Vec<(Rules, Arc<Retrograde>)>>,
    /// Transposition tables that no search uses at the moment.
    small: Mutex<Vec<Table>>,
    large: Mutex<Vec<Table>>,
    proofs: Mutex<Vec<Memory>>,
    small_proofs: Mutex<Vec<Memory>>,
    /// Empty ones.
    solvers: Mutex<Vec<Solver>>,
    table_bytes: usize,
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
            proofs: Mutex::default(),
            small_proofs: Mutex::default(),
            solvers: Mutex::default(),
            table_bytes,
        }
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

    /// A transposition table for one search, perhaps of `few` nodes; its size depends on nothing else but the rules, so that
    /// the same query visits the same nodes.
    pub(super) fn transpositions(&self, rules: Rules, few: bool) -> Lent<'_, Table> {
        let small = few || rules.cells() <= SMALL_CELLS_MAX;
        let (pool, bytes) = if small { (&self.small, SMALL_TABLE_BYTES) } else { (&self.large, self.table_bytes) };
        Lent::from(pool, small && rules.cells() > SMALL_CELLS_MAX, || Table::new(bytes))
    }

    /// The memory for one proof, perhaps of `few` nodes; as for [`Tables::transpositions`].
    pub(super) fn proofs(&self, rules: Rules, few: bool) -> Lent<'_, Memory> {
        let small = few || rules.cells() <= SMALL_CELLS_MAX;
        let (pool, bytes) =
            if small { (&self.small_proofs, SMALL_TABLE_BYTES) } else { (&self.proofs, self.table_bytes) };
        Lent::from(pool, small && rules.cells() > SMALL_CELLS_MAX, || Memory::new(bytes))
    }

    /// A solver for one query. Its table grows as it is used.
    pub(super) fn solver(&self) -> Lent<'_, Solver> {
        Lent::from(&self.solvers, false, || Solver::new(self.table_bytes))
    }
}

/// Something on loan; dropping it gives it back.
pub(super) struct Lent<'a, T> {
    item: Option<T>,
    pool: &'a Mutex<Vec<T>>,
    /// Whether longer searches of these rules have a larger one.
    is_reduced: bool,
}

impl<'a, T> Lent<'a, T> {
    /// A spare one, or a new one.
    fn from(pool: &'a Mutex<Vec<T>>, is_reduced: bool, new: impl FnOnce() -> T) -> Lent<'a, T> {
        let spare = lock(pool).pop();
        Lent { item: Some(spare.unwrap_or_else(new)), pool, is_reduced }
    }
}

impl Lent<'_, Table> {
    /// Whether the last search would have gone the same way with the table of a longer one.
    pub(super) fn was_enough(&self) -> bool {
        !self.is_reduced || !self.is_spoilt()
    }
}

impl Lent<'_, Memory> {
    /// Whether the last proof would have gone the same way with the memory of a longer one.
    pub(super) fn was_enough(&self) -> bool {
        !self.is_reduced || !self.is_spoilt()
    }
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.item.as_ref().expect("a loan holds its item until it is dropped")
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.item.as_mut().expect("a loan holds its item until it is dropped")
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        lock(self.pool).extend(self.item.take());
    }
}

/// A panic elsewhere leaves these lists as they were before or after a step: both are fine.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
