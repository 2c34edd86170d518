//! The bit patterns of a board size.
//!
//! A cell is bit `column × (height + 1) + row`, row 0 at the bottom. The spare bit on top of every column keeps lines
//! from running into the next column and gives the key its height marker. A line of `k` cells steps by 1 (upwards),
//! `height + 1` (sideways), `height` or `height + 2` (the diagonals).

use super::lanes::Bits;

/// The properties of a board, as constants if its size is known at compile time.
///
/// Masks are bitboards; counts are cells.
pub(in crate::solve) trait Shape: Copy {
    fn width(self) -> u32;
    fn height(self) -> u32;
    fn k(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> u64;
    /// Every cell.
    fn board(self) -> u64;
    /// The top row and every second row below it: the cells of the side that follows up.
    fn follow_up(self) -> u64;

    #[inline(always)]
    fn stride(self) -> u32 {
        self.height() + 1
    }

    #[inline(always)]
    fn cells(self) -> i32 {
        (self.width() * self.height()) as i32
    }

    /// Bits of a key.
    #[inline(always)]
    fn key_bits(self) -> u32 {
        self.width() * self.stride()
    }

    /// Every cell of the column that starts at bit `shift`.
    #[inline(always)]
    fn column_at(self, shift: u32) -> u64 {
        column(self.height()) << shift
    }

    /// The cells below the lowest of `cells` in each column, and all cells of columns that have none of them.
    #[inline(always)]
    fn below(self, cells: u64) -> u64 {
        // In each column, the carry of the sum runs into the spare bit.
        self.board().wrapping_add(cells) & self.board() & !cells
    }

    /// Every cell of the column of `cell`.
    #[inline(always)]
    fn column_of(self, cell: u64) -> u64 {
        let shift = cell.trailing_zeros() / self.stride() * self.stride();
        self.column_at(shift)
    }

    /// The playable cells.
    #[inline(always)]
    fn playable(self, mask: u64) -> u64 {
        mask.wrapping_add(self.bottom()) & self.board()
    }

    /// The four directions as shifts; 0 if no line fits in a direction.
    #[inline(always)]
    fn directions(self) -> [u32; 4] {
        let (wide, tall) = (self.width() >= self.k(), self.height() >= self.k());
        let h = self.height();
        [
            if tall { 1 } else { 0 },
            if wide { h + 1 } else { 0 },
            if wide && tall { h } else { 0 },
            if wide && tall { h + 2 } else { 0 },
        ]
    }

    /// The cells that complete a line of `k` together with `stones`: all empty ones, and some occupied ones.
    #[inline(always)]
    fn completing<B: Bits>(self, stones: B) -> B {
        let mut cells = B::all(0);
        let [up, across @ ..] = self.directions();
        // Below an empty cell there is no gap in its column.
        if up != 0 {
            let mut line = stones << 1;
            for i in 2..self.k() {
                line = line & (stones << i);
            }
            cells = line;
        }
        for d in across {
            if d == 0 {
                continue;
            }
            if self.k() == 4 {
                // Three neighbours on one side, or two and one, in either direction.
                let right = (stones << d) & (stones << (2 * d));
                let left = (stones >> d) & (stones >> (2 * d));
                cells = cells | (right & ((stones << (3 * d)) | (stones >> d)));
                cells = cells | (left & ((stones >> (3 * d)) | (stones << d)));
            } else {
                for gap in 0..self.k() {
                    let mut line = B::all(u64::MAX);
                    for i in (0..self.k()).filter(|&i| i != gap) {
                        line = line & if i > gap { stones >> ((i - gap) * d) } else { stones << ((gap - i) * d) };
                    }
                    cells = cells | line;
                }
            }
        }
        cells & B::all(self.board())
    }

    /// Whether `stones` contain a line of `k`.
    #[inline(always)]
    fn has_line(self, stones: u64) -> bool {
        let mut found = 0;
        for d in self.directions() {
            if d == 0 {
                continue;
            }
            if self.k() == 4 {
                let pairs = stones & (stones >> d);
                found |= pairs & (pairs >> (2 * d));
            } else {
                let mut line = stones;
                for i in 1..self.k() {
                    line &= stones >> (i * d);
                }
                found |= line;
            }
        }
        found != 0
    }

    /// `bits` (cells or a key) with the columns in reverse order.
    #[inline(always)]
    fn mirror(self, bits: u64) -> u64 {
        let stride = self.stride();
        let last = (self.width() - 1) * stride;
        let whole = u64::MAX >> (64 - stride);
        let mut mirrored = 0;
        for column in 0..self.width() {
            let from = column * stride;
            mirrored |= ((bits >> from) & whole) << (last - from);
        }
        mirrored
    }
}

const fn column(height: u32) -> u64 {
    (1 << height) - 1
}

const fn repeat(pattern: u64, width: u32, height: u32) -> u64 {
    let (mut cells, mut i) = (0, 0);
    while i < width {
        cells |= pattern << (i * (height + 1));
        i += 1;
    }
    cells
}

const fn every_second_from_top(height: u32) -> u64 {
    let (mut cells, mut row) = (0, height);
    while row > 0 {
        cells |= 1 << (row - 1);
        row = row.saturating_sub(2);
    }
    cells
}

/// A board size that is known at compile time.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Fixed<const W: u32, const H: u32, const K: u32>;

impl<const W: u32, const H: u32, const K: u32> Shape for Fixed<W, H, K> {
    #[inline(always)]
    fn width(self) -> u32 {
        W
    }
    #[inline(always)]
    fn height(self) -> u32 {
        H
    }
    #[inline(always)]
    fn k(self) -> u32 {
        K
    }
    #[inline(always)]
    fn bottom(self) -> u64 {
        const { repeat(1, W, H) }
    }
    #[inline(always)]
    fn board(self) -> u64 {
        const { repeat(column(H), W, H) }
    }
    #[inline(always)]
    fn follow_up(self) -> u64 {
        const { repeat(every_second_from_top(H), W, H) }
    }
}

/// Any supported board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sized {
    width: u32,
    height: u32,
    k: u32,
    bottom: u64,
    board: u64,
    follow_up: u64,
}

impl Sized {
    pub(super) fn new(width: u32, height: u32, k: u32) -> Option<Sized> {
        let fits = width >= 1 && height >= 1 && width.checked_mul(height.checked_add(1)?)? <= 64;
        (fits && k >= 2).then(|| Sized {
            width,
            height,
            k,
            bottom: repeat(1, width, height),
            board: repeat(column(height), width, height),
            follow_up: repeat(every_second_from_top(height), width, height),
        })
    }
}

impl Shape for Sized {
    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }
    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }
    #[inline(always)]
    fn k(self) -> u32 {
        self.k
    }
    #[inline(always)]
    fn bottom(self) -> u64 {
        self.bottom
    }
    #[inline(always)]
    fn board(self) -> u64 {
        self.board
    }
    #[inline(always)]
    fn follow_up(self) -> u64 {
        self.follow_up
    }
}
