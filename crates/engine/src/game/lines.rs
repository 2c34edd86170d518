//! The lines of a board: every window of `k` cells in a row, column or diagonal.

use super::{Cell, Player, Rules};

/// Stands for no cell, beyond the border.
const NONE: u16 = u16::MAX;

/// All lines of one board, and for each cell the lines through it.
///
/// The *state* of a line packs its stone counts into one number, X's in the low bits and O's above. It is small enough to
/// index a table of weights, and a stone changes it by one addition.
#[derive(Debug)]
pub struct Lines {
    k: usize,
    /// Bits of a count of 0 to `k` stones.
    shift: u32,
    /// The `k` cells of each line.
    cells: Vec<u16>,
    /// The two cells beyond the ends of each line, or [`NONE`]. A stone there makes an overline.
    beyond: Vec<[u16; 2]>,
    /// The lines through each cell `c`: `through[starts[c]..starts[c + 1]]`.
    through: Vec<u16>,
    starts: Vec<u32>,
}

impl Lines {
    pub(super) fn new(rules: &Rules) -> Lines {
        let (width, height, k) = (rules.width() as isize, rules.height() as isize, rules.k() as isize);
        // A line of one cell is the same in every direction.
        let directions: &[(isize, isize)] = if k == 1 { &[(0, 1)] } else { &[(0, 1), (1, 0), (1, 1), (1, -1)] };
        let at = |row: isize, col: isize| {
            let inside = (0..height).contains(&row) && (0..width).contains(&col);
            if inside { (row * width + col) as u16 } else { NONE }
        };
        let mut lines = Lines {
            k: rules.k(),
            shift: count_bits(rules.k()),
            cells: Vec::new(),
            beyond: Vec::new(),
            through: Vec::new(),
            starts: Vec::with_capacity(rules.cells() + 1),
        };
        for &(down, right) in directions {
            for row in 0..height {
                for col in 0..width {
                    let step = |i: isize| at(row + i * down, col + i * right);
                    if step(k - 1) == NONE {
                        continue;
                    }
                    lines.cells.extend((0..k).map(step));
                    lines.beyond.push([step(-1), step(k)]);
                }
            }
        }
        lines.index(rules.cells());
        lines
    }

    /// Fills `through` and `starts` from `cells`.
    fn index(&mut self, cells: usize) {
        let mut of_cell = vec![Vec::new(); cells];
        for (line, window) in self.cells.chunks_exact(self.k).enumerate() {
            for &cell in window {
                of_cell[usize::from(cell)].push(line as u16);
            }
        }
        for list in of_cell {
            self.starts.push(self.through.len() as u32);
            self.through.extend(list);
        }
        self.starts.push(self.through.len() as u32);
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        let numbers = self.cells.len() + 2 * self.beyond.len() + self.through.len();
        numbers * size_of::<u16>() + self.starts.len() * size_of::<u32>()
    }

    /// The number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.beyond.len()
    }

    /// Whether there are no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.beyond.is_empty()
    }

    /// The `k` cells of a line, ascending along its direction.
    #[inline]
    #[must_use]
    pub fn cells(&self, line: usize) -> &[u16] {
        &self.cells[line * self.k..(line + 1) * self.k]
    }

    /// The lines through a cell, ascending.
    #[inline]
    #[must_use]
    pub fn through(&self, cell: Cell) -> &[u16] {
        &self.through[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The cells beyond the two ends of the line, where they exist.
    #[inline]
    pub fn beyond(&self, line: usize) -> impl Iterator<Item = Cell> + '_ {
        self.beyond[line].iter().filter(|&&cell| cell != NONE).map(|&cell| Cell::from(cell))
    }

    /// The number of lines of a board, computed from its rules.
    #[must_use]
    pub fn count(rules: &Rules) -> usize {
        let (width, height, k) = (rules.width(), rules.height(), rules.k());
        if k == 1 {
            return rules.cells();
        }
        let (across, down) = ((width + 1).saturating_sub(k), (height + 1).saturating_sub(k));
        across * height + down * width + 2 * across * down
    }

    /// An exclusive upper bound of the line states for `k` in a row: a power of two.
    #[must_use]
    pub fn state_bound(k: usize) -> usize {
        1 << (2 * count_bits(k))
    }

    /// The state of a line that holds `n` of at most `k` stones of one player and none of the other.
    #[must_use]
    pub fn pure_state(k: usize, player: Player, n: usize) -> u16 {
        match player {
            Player::X => n as u16,
            Player::O => (n as u16) << count_bits(k),
        }
    }

    /// The increment of a line state for one stone of a player.
    #[inline]
    #[must_use]
    pub fn stone(&self, player: Player) -> u16 {
        match player {
            Player::X => 1,
            Player::O => 1 << self.shift,
        }
    }

    /// The stone counts `(x, o)` of a line state.
    #[inline]
    #[must_use]
    pub fn counts(&self, state: u16) -> (usize, usize) {
        (usize::from(state & self.x_mask()), usize::from(state >> self.shift))
    }

    /// The state of a line that holds `n` stones of one player and none of the other.
    #[inline]
    #[must_use]
    pub fn pure(&self, player: Player, n: usize) -> u16 {
        n as u16 * self.stone(player)
    }

    /// The bits of a line state that count a player's stones.
    #[inline]
    #[must_use]
    pub fn count_mask(&self, player: Player) -> u16 {
        match player {
            Player::X => self.x_mask(),
            Player::O => self.x_mask() << self.shift,
        }
    }

    /// Whether a stone of `player` closes the line for both sides: it holds stones of the opponent only.
    #[inline]
    pub(super) fn closed_by(&self, player: Player, state: u16) -> bool {
        let own = match player {
            Player::X => state & self.x_mask(),
            Player::O => state >> self.shift,
        };
        own == 0 && state != 0
    }

    #[inline]
    fn x_mask(&self) -> u16 {
        (1 << self.shift) - 1
    }
}

/// Bits of a count of 0 to `k` stones.
fn count_bits(k: usize) -> u32 {
    usize::BITS - k.leading_zeros()
}
