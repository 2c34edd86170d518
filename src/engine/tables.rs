//! Tables kept between queries: solved small boards, and the memory of transposition tables.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::{Game, Preset, Rules};
use crate::search::{Memory as ThreatMemory, Table};
use crate::solve::gravity::Solver;
use crate::solve::proof::Memory;
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
    small: Mutex<Spares>,
    large: Mutex<Spares>,
    table_bytes: usize,
    /// Whether searches on patterns learn from those before them.
    is_lasting: bool,
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
            is_lasting: false,
        }
    }

    /// The same for the searches of one game, which learn from those before them.
    pub(super) fn lasting(self) -> Tables {
        Tables { is_lasting: true, ..self }
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
        let is_reduced = small && rules.cells() > SMALL_CELLS_MAX;
        self.lend(small, is_reduced, |spares| &mut spares.tables, Table::new)
    }

    /// The memory for one search on patterns.
    pub(super) fn threats(&self) -> Lent<'_, ThreatMemory> {
        let lasting = |bytes| ThreatMemory::new(bytes).lasting();
        let new = if self.is_lasting { lasting } else { ThreatMemory::new };
        self.lend(false, false, |spares| &mut spares.threats, new)
    }

    /// The memory for one proof, perhaps of `few` nodes; as for [`Tables::transpositions`].
    pub(super) fn proofs(&self, rules: Rules, few: bool) -> Lent<'_, Memory> {
        let small = few || rules.cells() <= SMALL_CELLS_MAX;
        let is_reduced = small && rules.cells() > SMALL_CELLS_MAX;
        self.lend(small, is_reduced, |spares| &mut spares.proofs, Memory::new)
    }

    /// A solver for one query. Its table grows as it is used.
    pub(super) fn solver(&self) -> Lent<'_, Solver> {
        self.lend(false, false, |spares| &mut spares.solvers, Solver::new)
    }

    /// A spare one, or a new one of so many bytes, for which a large one of another kind goes: all in all there are never
    /// more large ones than were in use at once.
    fn lend<T>(&self, small: bool, is_reduced: bool, among: Among<T>, new: fn(usize) -> T) -> Lent<'_, T> {
        let (pool, bytes) = if small { (&self.small, SMALL_TABLE_BYTES) } else { (&self.large, self.table_bytes) };
        let mut spares = lock(pool);
        let spare = among(&mut spares).pop();
        let gives_way = !small && bytes >= RETURNED_BYTES_MIN;
        let other = if spare.is_none() && gives_way { spares.one() } else { Spares::default() };
        drop(spares);
        drop(other); // outside the lock
        Lent { item: Some(spare.unwrap_or_else(|| new(bytes))), pool, among, is_reduced }
    }
}

/// What no query uses at the moment.
#[derive(Default, Debug)]
struct Spares {
    tables: Vec<Table>,
    threats: Vec<ThreatMemory>,
    proofs: Vec<Memory>,
    /// Empty ones.
    solvers: Vec<Solver>,
}

/// Those of one kind.
type Among<T> = fn(&mut Spares) -> &mut Vec<T>;

impl Spares {
    /// Takes out one of any kind.
    fn one(&mut self) -> Spares {
        let mut one = Spares::default();
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
pub(super) struct Lent<'a, T> {
    item: Option<T>,
    pool: &'a Mutex<Spares>,
    among: Among<T>,
    /// Whether longer searches of these rules have a larger one.
    is_reduced: bool,
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
        let mut spares = lock(self.pool);
        (self.among)(&mut spares).extend(self.item.take());
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
        let count = || {
            let spares = lock(&tables.large);
            [spares.tables.len(), spares.proofs.len(), spares.solvers.len()]
        };
        drop((tables.transpositions(rules, false), tables.transpositions(rules, false)));
        assert_eq!(count(), [2, 0, 0]);
        drop(tables.proofs(rules, false));
        assert_eq!(count(), [1, 1, 0]);
        drop(tables.solver());
        assert_eq!(count(), [0, 1, 1]);
        drop((tables.transpositions(rules, true), tables.proofs(rules, true)));
        assert_eq!(count(), [0, 1, 1], "small ones are kept elsewhere");
        drop((tables.proofs(rules, false), tables.solver()));
        assert_eq!(count(), [0, 1, 1]);
    }
}
