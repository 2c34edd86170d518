//! A board with the patterns of its empty cells.

use std::sync::Arc;

use super::cell_patterns::{BoardPatterns, Totals};
use super::cells::CellSet;
use super::geometry::{Geometry, NEIGHBOURS};
use super::kind;
use super::network::{self, Inputs};
use super::place::Place;
use super::shapes::{CELL_BITS, DIRECTIONS, REACH_BITS, Shapes, shape};
use super::weights::{TEMPO, WEIGHT_SHIFT};
use crate::game::zobrist::O_TO_MOVE;
use crate::game::{Cell, Player, Position, Rules};

/// A move, with the state that undo restores.
#[derive(Clone, Copy, Debug)]
struct Undo {
    cell: u16,
    /// The length of [`BoardPatterns::changed`] before the move.
    changes: u32,
    near: CellSet,
    totals: Totals,
    loud: CellSet,
}

/// The stones, the side to move and the patterns of both sides, updated by play and undo.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    geometry: Arc<Geometry>,
    /// The stones by row, see [`Geometry`].
    rows: Vec<u64>,
    patterns: BoardPatterns,
    empty: CellSet,
    near: CellSet,
    empties: usize,
    /// The side to move: 0 for X, 1 for O.
    turn: usize,
    key: u64,
    history: Vec<Undo>,
    /// The network that knows place, where it was trained for the rules.
    place: Option<Place>,
}

impl PatternBoard {
    /// Whether there are patterns for these rules: an ordinary board, k of 4 to 6, no gravity, not misère; with overlines forbidden up to 5.
    #[must_use]
    pub const fn fits(rules: &Rules) -> bool {
        Shapes::fit(rules)
    }

    /// The board of an unfinished position. Its rules must fit.
    #[must_use]
    pub fn new(position: &Position) -> PatternBoard {
        let geometry = Geometry::shared(position.rules());
        let cells = position.rules().cells();
        let mut board = PatternBoard {
            rows: geometry.rows.clone(),
            patterns: geometry.patterns.clone(),
            empty: geometry.empty,
            near: CellSet::default(),
            empties: cells,
            turn: 0,
            key: 0,
            history: Vec::with_capacity(cells),
            place: Place::fits(position.rules()).then(|| Place::new(position.rules())),
            geometry,
        };
        for player in Player::ALL {
            let own = |&cell: &Cell| position.cell(cell) == Some(player);
            for cell in (0..cells).filter(own) {
                board.turn = player.index();
                board.play(cell);
            }
        }
        board.turn = position.turn().index();
        board.key = (0..cells)
            .filter_map(|cell| Some(board.geometry.keys[cell][position.cell(cell)?.index()]))
            .fold(if board.turn == 1 { O_TO_MOVE } else { 0 }, |key, stone| key ^ stone);
        board.history.clear();
        board.patterns.changed.clear();
        board
    }

    /// Plays a move on an empty cell.
    #[inline]
    pub fn play(&mut self, cell: Cell) {
        self.history.push(Undo {
            cell: cell as u16,
            changes: self.patterns.changed.len() as u32,
            near: self.near,
            totals: self.patterns.totals,
            loud: self.patterns.loud,
        });
        self.patterns.remove(cell);
        self.empty.remove(cell);
        self.empties -= 1;
        self.near.extend(&self.geometry.near[cell]);
        self.key ^= self.geometry.keys[cell][self.turn] ^ O_TO_MOVE;
        self.add_stone(cell);
        self.turn ^= 1;
    }

    /// Adds a stone of the side to move to the rows, and updates the patterns of the cells that its lines reach.
    #[inline]
    fn add_stone(&mut self, cell: Cell) {
        let geometry = &*self.geometry;
        let positions = geometry.positions[cell];
        let mut rows = [0; DIRECTIONS];
        let mut reached = 0;
        for (direction, at) in positions.into_iter().enumerate() {
            let row = &mut self.rows[usize::from(at.row)];
            *row |= geometry.stone(self.turn, at);
            rows[direction] = *row;
            reached |= u64::from(geometry.shapes.reached(*row, u32::from(at.shift))) << (REACH_BITS * direction);
        }
        while reached != 0 {
            let bit = reached.trailing_zeros() as usize;
            reached &= reached - 1;
            let (direction, neighbour) = (bit / REACH_BITS, geometry.neighbours[bit % NEIGHBOURS]);
            let other = cell.wrapping_add_signed(isize::from(neighbour.cells));
            let shift = u32::from(positions[direction].shift).wrapping_add_signed(i32::from(neighbour.bits));
            self.patterns.collect(other, direction, geometry.shapes.at(rows[direction], shift));
        }
        self.patterns.change();
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// If no move was played.
    #[inline]
    pub fn undo(&mut self) {
        let Undo { cell, changes, near, totals, loud } = self.history.pop().expect("undo follows a move");
        let cell = Cell::from(cell);
        self.turn ^= 1;
        if let Some(place) = &mut self.place
            && place.moves > self.history.len()
        {
            self.patterns.changed[changes as usize..].iter().for_each(|former| place.note(Cell::from(former.cell)));
            place.note(cell);
            (place.moves, place.changes) = (self.history.len(), changes as usize);
        }
        self.patterns.restore(changes as usize, totals, loud);
        let reach = self.geometry.shapes.reach;
        for at in self.geometry.positions[cell] {
            self.rows[usize::from(at.row)] &= !(3 << (usize::from(at.shift) + CELL_BITS * reach));
        }
        self.key ^= self.geometry.keys[cell][self.turn] ^ O_TO_MOVE;
        self.empty.insert(cell);
        self.empties += 1;
        self.near = near;
    }

    /// Plays a null move, or takes it back.
    #[inline]
    pub fn null_move(&mut self) {
        self.turn ^= 1;
        self.key ^= O_TO_MOVE;
    }

    /// The side to move: 0 for X, 1 for O.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// The Zobrist key of the stones and the side to move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move on an empty cell.
    #[inline]
    #[must_use]
    pub fn key_after(&self, cell: Cell) -> u64 {
        self.key ^ self.geometry.keys[cell][self.turn] ^ O_TO_MOVE
    }

    /// The key after a move on an empty cell and a reply on another.
    #[inline]
    #[must_use]
    pub fn key_after_both(&self, cell: Cell, reply: Cell) -> u64 {
        self.key ^ self.geometry.keys[cell][self.turn] ^ self.geometry.keys[reply][self.turn ^ 1]
    }

    /// The number of empty cells.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> usize {
        self.empties
    }

    /// The last move since the board was made.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<Cell> {
        self.history.last().map(|undo| Cell::from(undo.cell))
    }

    /// The move `back` moves before the last one, since the board was made.
    #[inline]
    #[must_use]
    pub fn recent_move(&self, back: usize) -> Option<Cell> {
        let at = self.history.len().checked_sub(back + 1)?;
        Some(Cell::from(self.history[at].cell))
    }

    /// The numbers of empty cells of each kind from [`kind::THREE`] to [`kind::FOURS`] for both sides, up to 15: four bits each.
    #[inline]
    #[must_use]
    pub fn threat_counts(&self) -> u64 {
        const KINDS: std::ops::RangeInclusive<usize> = kind::THREE as usize..=kind::FOURS as usize;
        const _: () = assert!(8 * (kind::FOURS - kind::THREE + 1) as u32 <= u64::BITS);
        let counts = self.patterns.totals.counts.iter().flat_map(|counts| &counts[KINDS]);
        counts.fold(0, |key, &count| key << 4 | u64::from(count.min(15)))
    }

    /// The number of empty cells of a kind for a side.
    #[inline]
    #[must_use]
    pub fn count(&self, player: usize, kind: u8) -> usize {
        usize::from(self.patterns.totals.counts[player][usize::from(kind)])
    }

    /// The number of empty cells of kind [`kind::FOUR`] or higher for a side.
    #[inline]
    #[must_use]
    pub fn fours(&self, player: usize) -> usize {
        (kind::FOUR..=kind::FIVE).map(|kind| self.count(player, kind)).sum()
    }

    /// The kind of an empty cell for a side.
    #[inline]
    #[must_use]
    pub fn kind(&self, player: usize, cell: Cell) -> u8 {
        self.patterns.cells[cell].properties[player].kind()
    }

    /// The empty cells where a stone of either side makes a four or more, ascending: those that may defend against a double threat of the
    /// opponent, on a cell of that threat or by a four of one's own.
    #[inline]
    pub fn loud(&self) -> impl Iterator<Item = Cell> + '_ {
        self.patterns.loud.intersection(&self.empty)
    }

    /// The shape at an empty cell for a side in one of the four directions.
    #[inline]
    #[must_use]
    pub fn shape(&self, player: usize, cell: Cell, direction: usize) -> u8 {
        self.patterns.cells[cell].shape(player, direction)
    }

    /// Whether an empty cell has one of these shapes for a side in some direction.
    #[inline]
    #[must_use]
    pub fn has_shape(&self, player: usize, cell: Cell, shapes: std::ops::RangeInclusive<u8>) -> bool {
        (0..DIRECTIONS).any(|direction| shapes.contains(&self.shape(player, cell, direction)))
    }

    /// The urgency of a move of a side on an empty cell, for move ordering.
    #[inline]
    #[must_use]
    pub fn urgency(&self, player: usize, cell: Cell) -> i32 {
        let of = &self.patterns.cells[cell];
        let kinds = self.patterns.kinds;
        i32::from(kinds.urgency(of.key(player))[0]) + i32::from(kinds.urgency(of.key(player ^ 1))[1])
    }

    /// The static value for the side to move.
    #[inline]
    #[must_use]
    pub fn value(&self) -> i32 {
        let totals = &self.patterns.totals;
        let (me, them) = (self.turn, self.turn ^ 1);
        let sums = [totals.properties[me].to_move(), -totals.properties[them].waiting(), totals.pairs.of(me)];
        let counts = [&totals.counts[me], &totals.counts[them]];
        let stones = self.patterns.cells.len() - self.empties;
        TEMPO + (sums.iter().sum::<i32>() >> WEIGHT_SHIFT) + network::value(&Inputs { counts, sums, stones })
    }

    /// The static value for the side to move, corrected by the network that knows place.
    #[inline]
    #[must_use]
    pub fn placed_value(&mut self) -> i32 {
        let base = self.value();
        let Some(place) = &mut self.place else { return base };
        self.patterns.changed[place.changes..].iter().for_each(|former| place.note(Cell::from(former.cell)));
        self.history[place.moves..].iter().for_each(|undo| place.note(Cell::from(undo.cell)));
        (place.moves, place.changes) = (self.history.len(), self.patterns.changed.len());
        let stones = self.patterns.cells.len() - self.empties;
        base + place.value(self.turn, &self.patterns.cells, &self.empty, base, stones)
    }

    /// The empty cells near a stone, ascending.
    #[inline]
    pub fn near(&self) -> impl Iterator<Item = Cell> + '_ {
        self.near.intersection(&self.empty)
    }

    /// All empty cells, ascending.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.empty.intersection(&self.empty)
    }

    /// Whether a cell is empty.
    #[must_use]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.empty.contains(cell)
    }

    /// The centre of the board.
    #[must_use]
    pub fn centre(&self) -> Cell {
        let rules = &self.geometry.rules;
        (rules.height() - 1) / 2 * rules.width() + (rules.width() - 1) / 2
    }

    /// Whether the opponent still makes an open four or two fours on an empty cell after a move of the side to move on another one.
    #[inline]
    #[must_use]
    pub fn stays_double_four(&self, threat: Cell, cell: Cell) -> bool {
        let of = &*self.geometry;
        let (me, them) = (self.turn, self.turn ^ 1);
        let mut key = self.patterns.cells[threat].key(them);
        let rows = of.positions[cell].iter().zip(&of.positions[threat]);
        if let Some((direction, (at, place))) = rows.enumerate().find(|(_, (at, place))| at.row == place.row) {
            let row = self.rows[usize::from(at.row)] | of.stone(me, *at);
            let found = of.shapes.at(row, place.shift.into());
            let bits = 4 * direction;
            key = key & !(15 << bits) | u16::from(found >> (4 * them) & 15) << bits;
        }
        self.patterns.kinds.properties(key).kind() == kind::FOURS
    }

    /// The cell that completes a row of the player after a stone on an empty cell where it makes a four, if it makes one.
    #[inline]
    #[must_use]
    pub fn reply_to_four(&self, player: usize, cell: Cell) -> Option<Cell> {
        let of = &*self.geometry;
        let reach = of.shapes.reach;
        let direction = (0..DIRECTIONS).find(|&direction| self.shape(player, cell, direction) == shape::FOUR)?;
        let (at, step) = (of.positions[cell][direction], of.steps[direction]);
        let shift = usize::from(at.shift);
        let row = self.rows[usize::from(at.row)] | of.stone(player, at);
        let completes = |shift: usize| {
            row >> (shift + CELL_BITS * reach) & 3 == 0
                && of.shapes.at(row, shift as u32) >> (4 * player) & 15 == shape::FIVE
        };
        (1..=reach).find_map(|distance| {
            let bits = CELL_BITS * distance;
            if shift >= bits && completes(shift - bits) {
                return Some(cell - distance * step);
            }
            completes(shift + bits).then(|| cell + distance * step)
        })
    }
}
