//! Scans the lines of a position: wins, threats, and lines that can still be completed.

use super::board::{Board, Node};

/// Lines that lack two stones of a side, given by their empty cells.
#[derive(Debug, Default)]
pub(super) struct Twos {
    cells: Vec<u64>,
    /// Cells on at least one such line, and on at least two different ones.
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
        // Two lines with the same empty cells make only one threat.
        if self.any & cells == cells && self.cells.contains(&cells) {
            return;
        }
        self.cells.push(cells);
        self.crossing |= self.any & cells;
        self.any |= cells;
    }

    /// The cells of all these lines.
    #[inline]
    pub(super) fn any(&self) -> u64 {
        self.any
    }

    /// The cells where a stone makes a double threat.
    #[inline]
    pub(super) fn crossing(&self) -> u64 {
        self.crossing
    }

    /// The cells that refute every double threat. The opponent must play one of them, or make a threat.
    pub(super) fn refutations(&self) -> u64 {
        let (mut all, mut crossings) = (u64::MAX, self.crossing);
        while crossings != 0 {
            let crossing = crossings & crossings.wrapping_neg();
            crossings ^= crossing;
            let through = self.cells.iter().filter(|&&cells| cells & crossing != 0);
            let (lines, cells) = through.fold((0, 0), |(lines, all), cells| (lines + 1, all | cells));
            // With three lines through the crossing, blocking one leaves two.
            all &= if lines == 2 { cells } else { crossing };
        }
        all
    }
}

/// The result of a scan.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The cells where the side to move, or its opponent, completes a line.
    pub own_wins: u64,
    pub other_wins: u64,
    pub own_twos: Twos,
    pub other_twos: Twos,
    /// The empty cells of each line that the attacker can complete in time.
    pub open: Vec<u64>,
    /// The cells of these lines, and of those that the defender can complete in time.
    pub open_cells: u64,
    pub counter_cells: u64,
    /// Whether the attacker, or the defender, has lines that it can complete only too late.
    pub open_late: bool,
    pub counter_late: bool,
}

/// The attacker, and the stones that each side can place in time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Whether the side to move is the attacker.
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
        // Avoids counting bits: some processors do that slowly.
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
                self.add_line(empty, reach.of_mover, in_time(empty, reach.own));
            }
            if (line.cells & node.own) | (line.beyond & node.other) == 0 {
                let empty = line.cells & !node.other;
                let rest = empty & empty.wrapping_sub(1);
                if rest == 0 {
                    self.other_wins |= empty;
                } else if rest & rest.wrapping_sub(1) == 0 {
                    self.other_twos.add(empty);
                }
                self.add_line(empty, !reach.of_mover, in_time(empty, reach.other));
            }
        }
    }

    #[inline(always)]
    fn add_line(&mut self, empty: u64, in_question: bool, in_time: bool) {
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

/// Weights of the empty cells for move ordering: the sum over the lines through a cell, 4ⁿ for n stones of one colour, half as
/// much again for own stones.
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
