//! Shapes: the pattern that a stone on an empty cell makes in one direction, looked up by the neighbouring cells.

use std::sync::{Arc, Mutex, PoisonError};

use crate::game::{Overline, Rules};

/// The shapes, named as in five in a row: a `FOUR` lacks one stone. Higher shapes are stronger.
pub mod shape {
    /// None of the others.
    pub const NONE: u8 = 0;
    /// Could become a two.
    pub const ONE: u8 = 1;
    /// Could become an open two.
    pub const OPEN_ONE: u8 = 2;
    /// Could become a three.
    pub const TWO: u8 = 3;
    /// Could become an open three in one or two ways.
    pub const OPEN_TWO: u8 = 4;
    /// Could become an open three in more ways.
    pub const WIDE_TWO: u8 = 5;
    /// Could become a four.
    pub const THREE: u8 = 6;
    /// Could become an open four in one way.
    pub const OPEN_THREE: u8 = 7;
    /// Could become an open four in several ways.
    pub const WIDE_THREE: u8 = 8;
    /// One cell completes a row.
    pub const FOUR: u8 = 9;
    /// Several cells complete a row.
    pub const OPEN_FOUR: u8 = 10;
    /// A complete row.
    pub const FIVE: u8 = 11;
    /// The number of shapes.
    pub const COUNT: usize = 12;
}

/// A cell has a shape in each: along its row, its column, and its two diagonals.
pub(super) const DIRECTIONS: usize = 4;

/// Bits of a cell in a row: 0 is empty, 1 is X, 2 is O, 3 is off the board.
pub(super) const CELL_BITS: usize = 2;
pub(super) const OFF_BOARD: u64 = 3;

/// Most cells of a neighbourhood: the table has 4^10 bytes, a megabyte.
const AROUND_MAX: usize = 10;

/// The shapes of both sides for every neighbourhood of an empty cell.
#[derive(Debug)]
pub(super) struct Shapes {
    /// `k` and the rule about overlines.
    of: (usize, Overline),
    /// Cells of the neighbourhood on either side.
    pub reach: usize,
    /// By neighbourhood: X's shape in the low four bits, O's in the high four.
    table: Vec<u8>,
    /// By the cells on one side of a stone, before and after it: the empty cells that it reaches, one bit for each.
    reached: [Vec<u8>; 2],
}

/// Bits for the cells of a neighbourhood in one direction, see [`Shapes::reached`].
pub(super) const REACH_BITS: usize = 16;

impl Shapes {
    /// Cells of the neighbourhood on either side: the rest of a row, and one more where overlines are forbidden.
    const fn reach(rules: &Rules) -> usize {
        rules.k() - 1 + matches!(rules.overline(), Overline::Forbidden) as usize
    }

    /// Whether there is a table for these rules: k is at least 4, and the neighbourhood small enough.
    pub(super) const fn fit(rules: &Rules) -> bool {
        rules.is_grid() && rules.k() >= 4 && 2 * Self::reach(rules) <= AROUND_MAX && !rules.gravity() && !rules.misere()
    }

    /// The table for the rules, which must fit. Built on first use.
    pub(super) fn shared(rules: &Rules) -> Arc<Shapes> {
        static BUILT: Mutex<Vec<Arc<Shapes>>> = Mutex::new(Vec::new());
        debug_assert!(Self::fit(rules));
        let of = (rules.k(), rules.overline());
        let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shapes) = built.iter().find(|shapes| shapes.of == of) {
            return Arc::clone(shapes);
        }
        let shapes = Arc::new(Shapes::new(rules));
        built.push(Arc::clone(&shapes));
        shapes
    }

    fn new(rules: &Rules) -> Shapes {
        let reach = Self::reach(rules);
        let exact = rules.overline() == Overline::Forbidden;
        let mut rows = Rows { k: rules.k(), exact, reach, known: vec![UNKNOWN; 1 << (2 * (2 * reach + 1))] };
        let around = 2 * reach;
        let table = (0..1_usize << (CELL_BITS * around)).map(|key| {
            let shape = |own: usize| {
                let (mut stones, mut free) = (1 << reach, 0);
                for at in 0..around {
                    // The key leaves out the cell itself.
                    let bit = 1 << (at + usize::from(at >= reach));
                    match key >> (CELL_BITS * at) & 3 {
                        0 => free |= bit,
                        cell if cell == own => stones |= bit,
                        _ => {}
                    }
                }
                rows.shape(stones, free)
            };
            let [x, o] = [1, 2].map(shape);
            x | o << 4
        });
        let reached = [true, false].map(|is_before| {
            (0..1 << (CELL_BITS * reach)).map(|cells| reached_on_side(cells, reach, is_before)).collect()
        });
        Shapes { of: (rules.k(), rules.overline()), reach, table: table.collect(), reached }
    }

    /// The shapes of both sides at the cell that is `reach` cells after the shift in a row (see [`CELL_BITS`]).
    #[inline]
    pub(super) fn at(&self, row: u64, shift: u32) -> u8 {
        let half = CELL_BITS * self.reach;
        let window = (row >> shift) as usize;
        let low = window & ((1 << half) - 1);
        let high = window >> (half + CELL_BITS) & ((1 << half) - 1);
        self.table[low | high << half]
    }

    /// The empty cells whose shapes may depend on a stone at this shift: bit `distance - 1` for those before it, bit
    /// `8 + distance - 1` for those after it.
    #[inline]
    pub(super) fn reached(&self, row: u64, shift: u32) -> u16 {
        let half = CELL_BITS * self.reach;
        let window = (row >> shift) as usize;
        let [before, after] = &self.reached;
        let low = before[window & ((1 << half) - 1)];
        let high = after[window >> (half + CELL_BITS) & ((1 << half) - 1)];
        u16::from(low) | u16::from(high) << 8
    }
}

/// The empty cells that a stone reaches on one side. A stone ends the rows of the other side, the border those of both: no
/// cell beyond both has a new shape.
fn reached_on_side(cells: usize, reach: usize, is_before: bool) -> u8 {
    let (mut found, mut ended) = (0, 0);
    for distance in 1..=reach {
        let at = if is_before { reach - distance } else { distance - 1 };
        let stone = (cells >> (CELL_BITS * at)) as u64 & OFF_BOARD;
        if ended != OFF_BOARD && stone == 0 {
            found |= 1 << (distance - 1);
        }
        ended |= stone;
    }
    found
}

const UNKNOWN: u8 = u8::MAX;

/// Computes the shapes of rows through a cell.
struct Rows {
    k: usize,
    exact: bool,
    reach: usize,
    /// Known shapes, by own stones and, in the bits above, empty cells.
    known: Vec<u8>,
}

impl Rows {
    /// Whether there is a complete row through the middle.
    fn is_complete(&self, stones: u32) -> bool {
        let row = (1_u32 << self.k) - 1;
        (0..self.k).any(|behind| {
            let first = self.reach - behind;
            let beyond = (1_u32 << (first + self.k)) | if first > 0 { 1 << (first - 1) } else { 0 };
            stones >> first & row == row && !(self.exact && stones & beyond != 0)
        })
    }

    /// The shape of these stones, one of them in the middle, if stones can be added on the `free` cells.
    fn shape(&mut self, stones: u32, free: u32) -> u8 {
        if self.is_complete(stones) {
            return shape::FIVE;
        }
        let index = (stones | free << (2 * self.reach + 1)) as usize;
        if self.known[index] != UNKNOWN {
            return self.known[index];
        }
        let mut ways = [0; shape::COUNT];
        for at in 0..=2 * self.reach {
            let bit = 1 << at;
            if free & bit != 0 {
                ways[usize::from(self.shape(stones | bit, free & !bit))] += 1;
            }
        }
        let count =
            |shapes: std::ops::RangeInclusive<u8>| -> u32 { shapes.map(|shape| ways[usize::from(shape)]).sum() };
        let found = if count(shape::FIVE..=shape::FIVE) > 0 {
            if count(shape::FIVE..=shape::FIVE) > 1 { shape::OPEN_FOUR } else { shape::FOUR }
        } else if count(shape::OPEN_FOUR..=shape::OPEN_FOUR) > 0 {
            if count(shape::OPEN_FOUR..=shape::OPEN_FOUR) > 1 { shape::WIDE_THREE } else { shape::OPEN_THREE }
        } else if count(shape::FOUR..=shape::FOUR) > 0 {
            shape::THREE
        } else if count(shape::OPEN_THREE..=shape::WIDE_THREE) > 0 {
            if count(shape::OPEN_THREE..=shape::WIDE_THREE) > 2 { shape::WIDE_TWO } else { shape::OPEN_TWO }
        } else if count(shape::THREE..=shape::THREE) > 0 {
            shape::TWO
        } else if count(shape::OPEN_TWO..=shape::WIDE_TWO) > 0 {
            shape::OPEN_ONE
        } else if count(shape::TWO..=shape::TWO) > 0 {
            shape::ONE
        } else {
            shape::NONE
        };
        self.known[index] = found;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Preset, RulesSpec};

    /// X's shape at `*` in a row.
    fn of(row: &str, rules: &Rules) -> u8 {
        let shapes = Shapes::shared(rules);
        let cells: Vec<char> = row.chars().collect();
        let middle = cells.iter().position(|&cell| cell == '*').expect("a cell to play");
        let mut bits = 0;
        for offset in 0..=2 * shapes.reach {
            let cell = (middle + offset).checked_sub(shapes.reach).and_then(|at| cells.get(at));
            let value = match cell {
                Some('.' | '*') => 0,
                Some('X') => 1,
                Some('O') => 2,
                _ => OFF_BOARD,
            };
            bits |= value << (CELL_BITS * offset);
        }
        shapes.at(bits, 0) & 15
    }

    #[test]
    fn rows_have_the_shapes_that_players_know() {
        let free = Preset::Gomoku.rules();
        for (row, shape) in [
            ("..XX*XX..", shape::FIVE),
            ("..XX*X...", shape::OPEN_FOUR),
            (".OXX*X...", shape::FOUR),
            ("..X.X*X.X..", shape::OPEN_FOUR),
            ("...X.*X...", shape::OPEN_THREE),
            ("...XX*...", shape::WIDE_THREE),
            ("O..XX*.O", shape::OPEN_THREE),
            ("O.XX*.O", shape::THREE),
            (".OXX*...", shape::THREE),
            ("....X*....", shape::WIDE_TWO),
            ("....*....", shape::OPEN_ONE),
            ("OX*...O", shape::TWO),
            ("O..*.O", shape::NONE),
        ] {
            assert_eq!(of(row, &free), shape, "{row}");
        }
    }

    #[test]
    fn a_row_too_long_counts_only_where_it_may() {
        let (free, exact) = (Preset::Gomoku.rules(), Preset::GomokuStandard.rules());
        assert_eq!((of("XX*XXX", &free), of("XX*XXX", &exact)), (shape::FIVE, shape::NONE));
        assert_eq!((of("O.XXX*X.O", &free), of("O.XXX*X.O", &exact)), (shape::FIVE, shape::FIVE));
        // The gap would make six.
        assert_eq!((of("OXX.X*XO", &free), of("OXX.X*XO", &exact)), (shape::FOUR, shape::NONE));
        assert_eq!((of("O.XX*X..X", &free), of("O.XX*X..X", &exact)), (shape::OPEN_FOUR, shape::OPEN_FOUR));
        assert_eq!((of("OX.XX*X..", &free), of("OX.XX*X..", &exact)), (shape::OPEN_FOUR, shape::FOUR));
    }

    #[test]
    fn other_lengths_have_tables_while_they_are_small() {
        let rules = |k, overline| {
            Rules::new(RulesSpec { width: 15, height: 15, k, gravity: false, overline, misere: false }).expect("valid")
        };
        assert_eq!(of("..X*X...", &rules(4, Overline::Allowed)), shape::OPEN_FOUR);
        assert_eq!(of("..XXX*X...", &rules(6, Overline::Allowed)), shape::OPEN_FOUR);
        assert!(!Shapes::fit(&rules(6, Overline::Forbidden)) && !Shapes::fit(&rules(7, Overline::Allowed)));
        assert!(!Shapes::fit(&rules(3, Overline::Allowed)));
    }
}
