//! The patterns of each cell, and totals over the empty cells.

use super::cells::CellSet;
use super::kind;
use super::kinds::{KINDS, Key, Kinds, PairWeights, Properties};
use super::shapes::{DIRECTIONS, REACH_BITS};
use crate::game::Cell;

/// The patterns of an empty cell. For a cell with a stone, those before the stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellPatterns {
    /// The shapes, four bits for each direction: X's in the lower half, O's in the upper half.
    shapes: u32,
    /// The cell itself, for undo.
    pub cell: u16,
    /// The properties that follow from the shapes, for each side.
    pub properties: [Properties; 2],
}

impl CellPatterns {
    /// The patterns of a cell without shapes.
    pub(super) fn new(cell: Cell, kinds: &Kinds) -> CellPatterns {
        CellPatterns { shapes: 0, cell: cell as u16, properties: [kinds.properties(0); 2] }
    }

    /// The shapes of both sides.
    #[inline]
    pub(super) fn shapes(&self) -> u32 {
        self.shapes
    }

    /// The shapes of a side.
    #[inline]
    pub(super) fn key(&self, player: usize) -> Key {
        (self.shapes >> (16 * player)) as Key
    }

    /// The shape of a side in a direction.
    #[inline]
    pub(super) fn shape(&self, player: usize, direction: usize) -> u8 {
        (self.shapes >> (16 * player + 4 * direction) & 15) as u8
    }
}

/// Totals over the empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Totals {
    /// The number of cells of each kind, for each side.
    pub counts: [[u16; kind::COUNT]; 2],
    /// The sum of the properties for each side.
    pub properties: [Properties; 2],
    /// The sum of the weights of both sides' kinds together.
    pub pairs: PairWeights,
}

impl Totals {
    #[inline]
    pub(super) fn add(&mut self, player: usize, of: Properties) {
        self.counts[player][usize::from(of.kind())] += 1;
        self.properties[player].0 += of.0;
    }

    #[inline]
    fn remove(&mut self, player: usize, of: Properties) {
        self.counts[player][usize::from(of.kind())] -= 1;
        self.properties[player].0 -= of.0;
    }
}

/// The shapes of both sides in the first direction.
const SHAPE_MASK: u32 = 0x000f_000f;
/// Most cells that a stone reaches.
const CHANGES_MAX: usize = DIRECTIONS * REACH_BITS;

/// A cell whose kinds for both sides change.
#[derive(Clone, Copy, Default, Debug)]
struct KindChange {
    cell: u16,
    kinds: [u8; 2],
    former: [u8; 2],
}

/// The patterns of all cells, and their totals.
#[derive(Clone, Debug)]
pub(super) struct BoardPatterns {
    pub kinds: &'static Kinds,
    pub cells: Vec<CellPatterns>,
    pub totals: Totals,
    /// Cells where a stone of either side makes a four or more, and some with a stone.
    pub loud: CellSet,
    /// Former patterns, in order of change, for undo.
    pub changed: Vec<CellPatterns>,
    /// Cells whose shapes change, with their new shapes. They are collected before they are updated, so that the processor need
    /// not guess which ones do.
    changes: [(u16, u32); CHANGES_MAX],
    /// The number of cells collected.
    count: usize,
    /// The changes of kinds among them, collected for the same reason.
    kind_changes: [KindChange; CHANGES_MAX],
}

impl BoardPatterns {
    pub(super) fn new(cells: usize) -> BoardPatterns {
        let kinds = &*KINDS;
        let cells: Vec<_> = (0..cells).map(|cell| CellPatterns::new(cell, kinds)).collect();
        let mut totals = Totals::default();
        for of in &cells {
            (0..2).for_each(|player| totals.add(player, of.properties[player]));
        }
        BoardPatterns {
            kinds,
            cells,
            totals,
            loud: CellSet::default(),
            changed: Vec::new(),
            changes: [(0, 0); CHANGES_MAX],
            count: 0,
            kind_changes: [KindChange::default(); CHANGES_MAX],
        }
    }

    /// Collects a cell whose shapes in one direction are now `found`, if they change.
    #[inline]
    pub(super) fn collect(&mut self, cell: Cell, direction: usize, found: u8) {
        let former = self.cells[cell].shapes;
        let found = (u32::from(found) | u32::from(found) << 12) & SHAPE_MASK;
        let shapes = former & !(SHAPE_MASK << (4 * direction)) | found << (4 * direction);
        self.changes[self.count % CHANGES_MAX] = (cell as u16, shapes);
        self.count += usize::from(shapes != former);
    }

    /// Sets the shapes of the cells collected.
    #[inline]
    pub(super) fn change(&mut self) {
        let count = self.count.min(CHANGES_MAX);
        let mut sums = self.totals.properties;
        let mut of_kind = 0;
        for &(at, shapes) in &self.changes[..count] {
            let cell = &mut self.cells[usize::from(at)];
            let former = *cell;
            self.changed.push(former);
            cell.shapes = shapes;
            let found = [0, 1].map(|player| self.kinds.properties(cell.key(player)));
            cell.properties = found;
            for player in 0..2 {
                sums[player].0 += found[player].0 - former.properties[player].0;
            }
            let [kinds, former] = [found, former.properties].map(|of| of.map(Properties::kind));
            // Most changes leave the kinds as they are.
            self.kind_changes[of_kind % CHANGES_MAX] = KindChange { cell: at, kinds, former };
            of_kind += usize::from(kinds != former);
        }
        self.totals.properties = sums;
        self.count = 0;
        self.change_kinds(of_kind);
    }

    /// Updates the totals by the first of the changes of kinds.
    #[inline]
    fn change_kinds(&mut self, count: usize) {
        let mut pairs = self.totals.pairs.0;
        for &KindChange { cell, kinds, former } in &self.kind_changes[..count.min(CHANGES_MAX)] {
            for player in 0..2 {
                self.totals.counts[player][usize::from(former[player])] -= 1;
                self.totals.counts[player][usize::from(kinds[player])] += 1;
            }
            pairs += self.kinds.pair(kinds).0 - self.kinds.pair(former).0;
            self.loud.set(usize::from(cell), kinds[0].max(kinds[1]) >= kind::FOUR);
        }
        self.totals.pairs.0 = pairs;
    }

    /// Removes a cell from the totals when a stone is placed on it.
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        let of = self.cells[cell].properties;
        (0..2).for_each(|player| self.totals.remove(player, of[player]));
        self.totals.pairs.0 -= self.kinds.pair(of.map(Properties::kind)).0;
    }

    /// Undoes all changes from this index on.
    #[inline]
    pub(super) fn restore(&mut self, changes: usize, totals: Totals, loud: CellSet) {
        for former in self.changed[changes..].iter().rev() {
            self.cells[usize::from(former.cell)] = *former;
        }
        self.changed.truncate(changes);
        self.totals = totals;
        self.loud = loud;
    }
}
