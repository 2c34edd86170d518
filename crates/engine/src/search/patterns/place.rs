//! A network that knows place: the worth of shapes that lie together. The shapes of all empty cells in a window of the board add up to the
//! inputs of the window's units, and the units of all windows together enter a small network.
//!
//! Sums over windows are made of sums over *blocks* of cells. They follow the patterns of the board only when a value is asked for: most moves
//! of a search are taken back before.

use super::cell_patterns::CellPatterns;
use super::cells::CellSet;
use super::kind;
use super::place_weights::{
    HIDDEN, HIDDEN_BASE, HIDDEN_BIASES, HIDDEN_STONES, HIDDEN_WEIGHTS, KIND_WEIGHTS, OUTPUT_WEIGHTS, SHAPE_WEIGHTS,
    UNITS, Units, WINDOW_BIASES,
};
use super::shapes::{DIRECTIONS, shape};
use crate::game::{Cell, Rules};

/// Cells on a side of a block. A window has two blocks on a side.
const BLOCK: usize = 2;
/// Windows of the boards that the network was fitted to, of 15 columns and rows.
const WINDOWS: i16 = 49;
/// Windows of the largest board.
const WINDOWS_MAX: i32 = (Rules::SIDE_MAX.div_ceil(BLOCK) as i32 - 1) * (Rules::SIDE_MAX.div_ceil(BLOCK) as i32 - 1);
/// Units of the hidden layer in one unit that enters the output, as a power of two.
const HIDDEN_SHIFT: u32 = 10;
/// Units of a weight of the output in one unit of value, as a power of two.
const OUTPUT_SHIFT: u32 = 16;
/// Values beyond this enter the network as this.
const BASE_MAX: i32 = 1_500;

/// A cell as the network sees it: the shapes of both sides and their kinds. Nothing of a cell with a stone.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Known {
    shapes: u32,
    kinds: [u8; 2],
}

/// The units of both sides: those of X in the first half.
type BothUnits = [i16; 2 * UNITS];

/// The sums of blocks, and how far they follow the moves.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Blocks in a row.
    columns: usize,
    /// The block of each cell.
    blocks: Vec<u16>,
    sums: Vec<BothUnits>,
    /// The cells as the sums count them, and the contribution of each.
    known: Vec<Known>,
    added: Vec<BothUnits>,
    /// The biases of all windows together: as if the board had as many windows as the network was fitted with.
    totals: BothUnits,
    /// Cells that may have changed since.
    pending: CellSet,
    /// The number of moves, and of changes of patterns, up to which pending cells are noted.
    pub moves: usize,
    pub changes: usize,
}

impl Place {
    /// Whether the network was trained for such rules.
    pub(super) const fn fits(rules: &Rules) -> bool {
        rules.k() == 5
    }

    /// The sums of a board whose cells are all pending.
    pub(super) fn new(rules: &Rules) -> Place {
        let [columns, rows] = [rules.width(), rules.height()].map(|side| side.div_ceil(BLOCK));
        let missing = WINDOWS - (columns as i16 - 1) * (rows as i16 - 1);
        let block = |cell: Cell| cell / rules.width() / BLOCK * columns + cell % rules.width() / BLOCK;
        let mut pending = CellSet::default();
        (0..rules.cells()).for_each(|cell| pending.insert(cell));
        Place {
            columns,
            blocks: (0..rules.cells()).map(|cell| block(cell) as u16).collect(),
            sums: vec![[0; 2 * UNITS]; columns * rows],
            known: vec![Known::default(); rules.cells()],
            added: vec![[0; 2 * UNITS]; rules.cells()],
            totals: BIASES_OF_BOTH.map(|bias| bias.max(0) * missing),
            pending,
            moves: 0,
            changes: 0,
        }
    }

    /// Notes that the patterns of a cell may have changed.
    #[inline]
    pub(super) fn note(&mut self, cell: Cell) {
        self.pending.insert(cell);
    }

    /// The correction by the network of a value without it, for the side to move. Cells that changed must be noted.
    pub(super) fn value(
        &mut self,
        turn: usize,
        cells: &[CellPatterns],
        empty: &CellSet,
        base: i32,
        stones: usize,
    ) -> i32 {
        self.follow(cells, empty);
        let mut totals = self.windows();
        totals.rotate_left(turn * UNITS);
        output(&totals, base, stones)
    }

    /// Updates the sums by the pending cells.
    fn follow(&mut self, cells: &[CellPatterns], empty: &CellSet) {
        let pending = std::mem::take(&mut self.pending);
        for cell in pending.intersection(&pending) {
            let now = if empty.contains(cell) { Known::of(&cells[cell]) } else { Known::default() };
            if now != self.known[cell] {
                self.known[cell] = now;
                let added = contribution(now);
                let removed = std::mem::replace(&mut self.added[cell], added);
                let sums = &mut self.sums[usize::from(self.blocks[cell])];
                *sums = std::array::from_fn(|unit| sums[unit].wrapping_add(added[unit]).wrapping_sub(removed[unit]));
            }
        }
    }

    /// The units of all windows together.
    fn windows(&self) -> BothUnits {
        const WIDTH: usize = 2 * UNITS;
        let mut totals = self.totals;
        // The blocks of two rows together, column by column.
        let mut tall = [0_i16; Rules::SIDE_MAX.div_ceil(BLOCK) * WIDTH];
        let tall = &mut tall[..self.columns * WIDTH];
        let rows = self.sums.as_flattened().chunks_exact(self.columns * WIDTH);
        for (above, below) in rows.clone().zip(rows.skip(1)) {
            for ((tall, above), below) in tall.iter_mut().zip(above).zip(below) {
                *tall = above.saturating_add(*below);
            }
            for (left, right) in tall.chunks_exact(WIDTH).zip(tall[WIDTH..].chunks_exact(WIDTH)) {
                for (((total, left), right), bias) in totals.iter_mut().zip(left).zip(right).zip(&BIASES_OF_BOTH) {
                    let unit = left.saturating_add(*right).saturating_add(*bias);
                    *total = total.saturating_add(unit.max(0));
                }
            }
        }
        totals
    }
}

impl Known {
    #[inline]
    fn of(cell: &CellPatterns) -> Known {
        let shapes = cell.shapes();
        // A bit for each shape that is not quiet.
        let loud = (shapes >> 3 | shapes >> 2 | shapes & shapes >> 1) & 0x1111_1111;
        Known { shapes: shapes & (loud * 15), kinds: cell.properties.map(|of| of.kind()) }
    }
}

const SHAPE_PAIRS: usize = shape::COUNT * shape::COUNT;
const KIND_PAIRS: usize = kind::COUNT * kind::COUNT;
static SHAPES_OF_BOTH: [BothUnits; SHAPE_PAIRS] = of_both(&SHAPE_WEIGHTS, shape::COUNT);
static KINDS_OF_BOTH: [BothUnits; KIND_PAIRS] = of_both(&KIND_WEIGHTS, kind::COUNT);
const BIASES_OF_BOTH: BothUnits = of_both(&[WINDOW_BIASES], 1)[0];

/// The weights of pairs as X sees them and as O sees them.
const fn of_both<const PAIRS: usize>(weights: &[Units; PAIRS], count: usize) -> [BothUnits; PAIRS] {
    let mut both = [[0; 2 * UNITS]; PAIRS];
    let mut at = 0;
    while at < PAIRS * UNITS {
        let (pair, unit) = (at / UNITS, at % UNITS);
        both[pair][unit] = weights[pair][unit];
        both[pair][UNITS + unit] = weights[pair % count * count + pair / count][unit];
        at += 1;
    }
    both
}

/// The contribution of a cell to the sums.
#[inline]
fn contribution(known: Known) -> BothUnits {
    let pair = |direction: usize| {
        let shapes = known.shapes >> (4 * direction);
        let index = (shapes & 15) as usize * shape::COUNT + (shapes >> 16 & 15) as usize;
        &SHAPES_OF_BOTH[index.min(SHAPE_PAIRS - 1)]
    };
    let [a, b, c, d] = [pair(0), pair(1), pair(2), pair(3)];
    let index = usize::from(known.kinds[0]) * kind::COUNT + usize::from(known.kinds[1]);
    let e = &KINDS_OF_BOTH[index.min(KIND_PAIRS - 1)];
    std::array::from_fn(|unit| {
        a[unit].wrapping_add(b[unit]).wrapping_add(c[unit].wrapping_add(d[unit])).wrapping_add(e[unit])
    })
}

/// The output of the network. The first hidden unit counts as it is, the others if they are above zero.
fn output(totals: &BothUnits, base: i32, stones: usize) -> i32 {
    let base = base.clamp(-BASE_MAX, BASE_MAX);
    let mut output = 0;
    for at in 0..HIDDEN {
        let inputs: i32 =
            totals.iter().zip(&HIDDEN_WEIGHTS[at]).map(|(&total, &weight)| i32::from(total) * i32::from(weight)).sum();
        let unit = inputs + HIDDEN_BIASES[at] + base * HIDDEN_BASE[at] + stones as i32 * HIDDEN_STONES[at];
        let unit = (unit >> HIDDEN_SHIFT).clamp(if at == 0 { i16::MIN.into() } else { 0 }, i16::MAX.into());
        output += unit * i32::from(OUTPUT_WEIGHTS[at]);
    }
    output >> OUTPUT_SHIFT
}

/// No sum overflows, whatever the position is.
const _: () = {
    let (mut unit, cells) = (0, (BLOCK * BLOCK) as i32);
    while unit < UNITS {
        let (mut shapes, mut kinds, mut at) = (0, 0, 0);
        while at < SHAPE_WEIGHTS.len() {
            let weight = SHAPE_WEIGHTS[at][unit].unsigned_abs() as i32;
            shapes = if weight > shapes { weight } else { shapes };
            at += 1;
        }
        at = 0;
        while at < KIND_WEIGHTS.len() {
            let weight = KIND_WEIGHTS[at][unit].unsigned_abs() as i32;
            kinds = if weight > kinds { weight } else { kinds };
            at += 1;
        }
        assert!(2 * shapes <= i16::MAX as i32 && cells * (DIRECTIONS as i32 * shapes + kinds) <= i16::MAX as i32);
        assert!(WINDOW_BIASES[unit] as i32 * WINDOWS_MAX <= i16::MAX as i32);
        unit += 1;
    }
    let (mut of_output, mut at) = (0, 0);
    while at < HIDDEN {
        let (mut inputs, mut unit) = (0, 0);
        while unit < 2 * UNITS {
            inputs += HIDDEN_WEIGHTS[at][unit].unsigned_abs() as i64 * i16::MAX as i64;
            unit += 1;
        }
        let others = HIDDEN_BIASES[at].unsigned_abs() as i64
            + HIDDEN_BASE[at].unsigned_abs() as i64 * BASE_MAX as i64
            + HIDDEN_STONES[at].unsigned_abs() as i64 * (Rules::SIDE_MAX * Rules::SIDE_MAX) as i64;
        assert!(inputs + others <= i32::MAX as i64);
        of_output += OUTPUT_WEIGHTS[at].unsigned_abs() as i64 * (i16::MAX as i64 + 1);
        at += 1;
    }
    assert!(of_output <= i32::MAX as i64);
};
