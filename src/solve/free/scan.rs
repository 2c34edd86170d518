//! What the lines of a position say: who completes one at once, who is about to, and which lines still matter.

use super::board::{Board, Node};

/// Lines that one side could complete with two more stones, given by their two empty cells.
#[derive(Debug, Default)]
pub(super) struct Twos {
    cells: Vec<u64>,
    /// Cells on one such line or more, and on two or more that differ.
    any: u64,
    crossing: u64,
}

impl Twos {
    fn clear(&mut self) {
        self.cells.clear();
        (self.any, self.crossing) = (0, 0);
    }

    #[inline]
    fn add(&mut self, cells: u64) {
        // Two lines with the same empty cells make one threat only.
        if self.any & cells == cells && self.cells.contains(&cells) {
            return;
        }
        self.cells.push(cells);
        self.crossing |= self.any & cells;
        self.any |= cells;
    }

    /// All their cells.
    #[inline]
    pub(super) fn any(&self) -> u64 {
        self.any
    }

    /// Cells where a stone makes two threats at once.
    #[inline]
    pub(super) fn crossing(&self) -> u64 {
        self.crossing
    }

    /// The cells on one of which the other side has to place a stone, or else a stone on a crossing wins.
    pub(super) fn refutations(&self) -> u64 {
        let (mut all, mut crossings) = (u64::MAX, self.crossing);
        while crossings != 0 {
            let crossing = crossings & crossings.wrapping_neg();
            crossings ^= crossing;
            let through = self.cells.iter().filter(|&&cells| cells & crossing != 0);
            let (lines, cells) = through.fold((0, 0), |(lines, all), cells| (lines + 1, all | cells));
            // With three lines through the crossing, two are left when one is blocked.
            all &= if lines == 2 { cells } else { crossing };
        }
        all
    }
}

/// The lines of one position, read once.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Where the side to move, or the other, completes a line at once.
    pub own_wins: u64,
    pub other_wins: u64,
    pub own_twos: Twos,
    pub other_twos: Twos,
    /// The empty cells of each line that one side could still complete in time.
    pub open: Vec<u64>,
    /// The cells of those lines, and of the lines that the other of the two could still complete in time.
    pub open_cells: u64,
    pub counter_cells: u64,
    /// Whether there are other such lines, which come too late.
    pub open_late: bool,
    pub counter_late: bool,
}

/// Whose lines are wanted, and how many stones each side may still place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Whether the lines in question are those of the side to move.
    pub of_mover: bool,
    pub own: u32,
    pub other: u32,
}

impl Scan {
    pub(super) fn read(&mut self, board: &Board, node: &Node, reach: Reach) {
        (self.own_wins, self.other_wins) = (0, 0);
        (self.open_cells, self.counter_cells) = (0, 0);
        (self.open_late, self.counter_late) = (false, false);
        self.own_twos.clear();
        self.other_twos.clear();
        self.open.clear();
        // Bits are counted only where it matters: not every processor does that in one step.
        let k = board.rules.k() as u32;
        let in_time = |empty: u64, stones: u32| stones >= k || empty.count_ones() <= stones;
        for line in &board.lines {
            if (line.cells & node.other) | (line.beyond & node.own) == 0 {
                let empty = line.cells & !node.own;
                let rest = empty & empty.wrapping_sub(1);
                if rest == 0 {
                    self.own_wins |= empty;
                } else if rest & rest.wrapping_sub(1) == 0 {
                    self.own_twos.add(empty);
                }
                self.note(empty, reach.of_mover, in_time(empty, reach.own));
            }
            if (line.cells & node.own) | (line.beyond & node.other) == 0 {
                let empty = line.cells & !node.other;
                let rest = empty & empty.wrapping_sub(1);
                if rest == 0 {
                    self.other_wins |= empty;
                } else if rest & rest.wrapping_sub(1) == 0 {
                    self.other_twos.add(empty);
                }
                self.note(empty, !reach.of_mover, in_time(empty, reach.other));
            }
        }
    }

    #[inline(always)]
    fn note(&mut self, empty: u64, in_question: bool, in_time: bool) {
        match (in_time, in_question) {
            (true, true) => {
                self.open.push(empty);
                self.open_cells |= empty;
            }
            (true, false) => self.counter_cells |= empty,
            (false, true) => self.open_late = true,
            (false, false) => self.counter_late = true,
        }
    }
}

/// Weights of the empty cells for move ordering: what the lines through them weigh, 4ⁿ for n stones of one colour, own
/// ones a little more.
pub(super) fn weights(board: &Board, node: &Node) -> [i32; 64] {
    let mut weights = [0; 64];
    let k = board.rules.k() as u32;
    for line in &board.lines {
        let (own, other) = (line.cells & node.own, line.cells & node.other);
        if own != 0 && other != 0 {
            continue;
        }
        let mut empty = line.cells & !node.stones();
        let stones = (k - empty.count_ones()).min(12);
        let weight = 2 << (2 * stones);
        let weight = if own == 0 { weight } else { weight + weight / 2 };
        while empty != 0 {
            weights[empty.trailing_zeros() as usize] += weight;
            empty &= empty - 1;
        }
    }
    weights
}
