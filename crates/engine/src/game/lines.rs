//! The lines of a board: every window of `k` cells in a row, column or diagonal; or those of a list.

use super::{Cell, LineBoard, Player, Rules};

/// A number for no cell, beyond the border.
const NONE: u16 = u16::MAX;

/// All lines of one board, and for each cell the lines through it.
///
/// The *state* of a line packs its stone counts into one number, X's in the low bits and O's above. Where lines have different
/// lengths, the bits above hold by how many cells the line is *shorter* than the longest. It is small enough to index a table of
/// weights, and a stone changes it by one addition.
#[derive(Debug)]
pub struct Lines {
    /// Cells of the longest line.
    k: usize,
    /// Bits of a count of 0 to `k` stones.
    shift: u32,
    /// The cells of each line, one line after the other.
    cells: Vec<u16>,
    /// Where lines have different lengths: the start of each in `cells`, and by how many cells it is shorter; else empty.
    ends: Vec<u32>,
    shorter: Vec<u8>,
    /// The two cells beyond the ends of each line, or [`NONE`]. A stone there makes an overline.
    beyond: Vec<[u16; 2]>,
    /// The lines through each cell `c`: `through[starts[c]..starts[c + 1]]`.
    through: Vec<u16>,
    starts: Vec<u32>,
}

impl Lines {
    /// The lines of the rules.
    pub(super) fn new(rules: &Rules) -> Lines {
        rules.line_board().map_or_else(|| Lines::of_grid(rules), |board| Lines::of_board(board, rules.k()))
    }

    /// The lines of a list.
    fn of_board(board: &LineBoard, k: usize) -> Lines {
        let mut lines = Lines::empty(k, board.cells());
        for line in board.lines() {
            lines.cells.extend(line);
            lines.beyond.push([NONE; 2]);
        }
        if board.lines().any(|line| line.len() != k) {
            lines.shorter = board.lines().map(|line| (k - line.len()) as u8).collect();
            let ends = board.lines().scan(0, |end, line| {
                *end += line.len() as u32;
                Some(*end)
            });
            lines.ends = std::iter::once(0).chain(ends).collect();
        }
        lines.index(board.cells());
        lines
    }

    fn empty(k: usize, cells: usize) -> Lines {
        Lines {
            k,
            shift: count_bits(k),
            cells: Vec::new(),
            ends: Vec::new(),
            shorter: Vec::new(),
            beyond: Vec::new(),
            through: Vec::new(),
            starts: Vec::with_capacity(cells + 1),
        }
    }

    fn of_grid(rules: &Rules) -> Lines {
        let (width, height, k) = (rules.width() as isize, rules.height() as isize, rules.k() as isize);
        // A line of one cell is the same in every direction.
        let directions: &[(isize, isize)] = if k == 1 { &[(0, 1)] } else { &[(0, 1), (1, 0), (1, 1), (1, -1)] };
        let at = |row: isize, col: isize| {
            let inside = (0..height).contains(&row) && (0..width).contains(&col);
            if inside { (row * width + col) as u16 } else { NONE }
        };
        let mut lines = Lines::empty(rules.k(), rules.cells());
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
        for line in 0..self.len() {
            for &cell in self.cells(line) {
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
        let places = self.starts.len() + self.ends.len();
        numbers * size_of::<u16>() + places * size_of::<u32>() + self.shorter.len()
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

    /// The cells of a line, ascending along its direction; those of a list in its order.
    #[inline]
    #[must_use]
    pub fn cells(&self, line: usize) -> &[u16] {
        if self.are_equally_long() {
            &self.cells[line * self.k..(line + 1) * self.k]
        } else {
            &self.cells[self.ends[line] as usize..self.ends[line + 1] as usize]
        }
    }

    /// Whether all lines have `k` cells.
    #[inline]
    pub(super) fn are_equally_long(&self) -> bool {
        self.shorter.is_empty()
    }

    /// The states of empty lines.
    pub(super) fn empty_states(&self) -> Vec<u16> {
        match self.are_equally_long() {
            true => vec![0; self.len()],
            false => self.shorter.iter().map(|&shorter| u16::from(shorter) << (2 * self.shift)).collect(),
        }
    }

    /// The state of a line on which `player` has all cells but `missing` and the other side none; `None` if the line is too short.
    #[inline]
    #[must_use]
    pub fn lacking(&self, line: usize, player: Player, missing: usize) -> Option<u16> {
        let shorter = if self.are_equally_long() { 0 } else { u16::from(self.shorter[line]) };
        let stones = (self.k as u16).checked_sub(shorter + missing as u16)?;
        Some((shorter << (2 * self.shift)) + stones * self.stone(player))
    }

    /// The states of a line that is full of stones of the player, and of one that lacks one stone.
    #[inline]
    pub(super) fn full_and_short(&self, line: u16, player: Player) -> (u16, u16) {
        let shorter = u16::from(self.shorter[usize::from(line)]);
        let stone = self.stone(player);
        let full = (shorter << (2 * self.shift)) + (self.k as u16 - shorter) * stone;
        (full, full - stone)
    }

    /// The number of cells of a line with this state that lack a stone of a side that has it alone; `None` if both sides have stones there.
    #[inline]
    #[must_use]
    pub fn missing(&self, state: u16) -> Option<usize> {
        let (x, o) = self.counts(state);
        (x == 0 || o == 0).then(|| self.k - self.shorter_of(state) - x - o)
    }

    /// The number of cells by which a line with this state is shorter than the longest.
    fn shorter_of(&self, state: u16) -> usize {
        usize::from(state >> (2 * self.shift))
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
        if let Some(board) = rules.line_board() {
            return board.line_count();
        }
        let (width, height, k) = (rules.width(), rules.height(), rules.k());
        if k == 1 {
            return rules.cells();
        }
        let (across, down) = ((width + 1).saturating_sub(k), (height + 1).saturating_sub(k));
        across * height + down * width + 2 * across * down
    }

    /// An exclusive upper bound of the line states of these rules.
    #[must_use]
    pub fn state_bound(rules: &Rules) -> usize {
        (shorter_max(rules) + 1) << (2 * count_bits(rules.k()))
    }

    /// The states of lines without stones of both players.
    pub fn pure_states(rules: &Rules) -> impl Iterator<Item = PureState> {
        let (k, shift) = (rules.k(), count_bits(rules.k()));
        let lengths = 0..=shorter_max(rules);
        lengths.flat_map(move |shorter| {
            (0..=k - shorter).flat_map(move |stones| {
                Player::ALL.map(|owner| {
                    let counts = match owner {
                        Player::X => stones,
                        Player::O => stones << shift,
                    };
                    PureState { state: shorter << (2 * shift) | counts, owner, stones, shorter }
                })
            })
        })
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
        (usize::from(state & self.x_mask()), usize::from(state >> self.shift & self.x_mask()))
    }

    /// The state of a line of `k` cells that holds `n` stones of one player and none of the other.
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

    /// Tells which lines a stone of `player` closes for both sides.
    #[inline]
    pub(super) fn closed(&self, player: Player) -> Closed {
        Closed { own: self.count_mask(player), other: self.count_mask(player.opponent()) }
    }

    #[inline]
    fn x_mask(&self) -> u16 {
        (1 << self.shift) - 1
    }
}

/// Tells which lines a stone closes: those that hold stones of the opponent only.
#[derive(Clone, Copy)]
pub(super) struct Closed {
    own: u16,
    other: u16,
}

impl Closed {
    /// Whether a stone closes a line with this state.
    #[inline]
    pub fn by_stone(self, state: u16) -> bool {
        state & self.own == 0 && state & self.other != 0
    }
}

/// A state of a line without stones of both players, see [`Lines::pure_states`].
#[derive(Clone, Copy, Debug)]
pub struct PureState {
    /// The state.
    pub state: usize,
    /// The player whose stones are on the line; of an empty line either.
    pub owner: Player,
    /// The number of its stones.
    pub stones: usize,
    /// Cells by which the line is shorter than the longest.
    pub shorter: usize,
}

/// The number of cells by which the shortest line is shorter than the longest.
fn shorter_max(rules: &Rules) -> usize {
    let shortest = rules.line_board().and_then(|board| board.lines().map(<[u16]>::len).min());
    shortest.map_or(0, |shortest| rules.k() - shortest)
}

/// Bits of a count of 0 to `k` stones.
fn count_bits(k: usize) -> u32 {
    usize::BITS - k.leading_zeros()
}
