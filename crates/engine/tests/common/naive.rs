//! The oracle: the rules and plain minimax written down in the most direct way, sharing nothing with the engine but the
//! types of its input.

use inarow_engine::game::{Cell, Overline, Player, Position, Rules};
use inarow_engine::search::Verdict;

/// A board as a plain array.
#[derive(Clone)]
pub struct Naive {
    pub rules: Rules,
    pub cells: Vec<Option<Player>>,
    pub turn: Player,
}

impl Naive {
    pub fn of(position: &Position) -> Naive {
        let cells = (0..position.rules().cells()).map(|cell| position.cell(cell)).collect();
        Naive { rules: position.rules().clone(), cells, turn: position.turn() }
    }

    fn at(&self, row: i32, col: i32) -> Option<Player> {
        let inside = row >= 0 && col >= 0 && row < self.rules.height() as i32 && col < self.rules.width() as i32;
        if inside { self.cells[row as usize * self.rules.width() + col as usize] } else { None }
    }

    /// Whether the player has k in a row: counts maximal runs, from each cell where one begins.
    pub fn has_run(&self, player: Player) -> bool {
        let k = self.rules.k();
        for row in 0..self.rules.height() as i32 {
            for col in 0..self.rules.width() as i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    if self.at(row - down, col - right) == Some(player) {
                        continue;
                    }
                    let run = (0..).take_while(|i| self.at(row + i * down, col + i * right) == Some(player)).count();
                    // A single stone is a run of one in every direction; the longest decides.
                    let counts = match self.rules.overline() {
                        Overline::Allowed => run >= k,
                        Overline::Forbidden => run == k && (k > 1 || self.alone(row, col, player)),
                    };
                    if counts {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// For k = 1 a line is one cell, and its ends are the cells beside it in the row.
    fn alone(&self, row: i32, col: i32, player: Player) -> bool {
        self.at(row, col - 1) != Some(player) && self.at(row, col + 1) != Some(player)
    }

    pub fn moves(&self) -> Vec<Cell> {
        let width = self.rules.width();
        let rests = |cell: usize| {
            !self.rules.gravity() || cell + width >= self.cells.len() || self.cells[cell + width].is_some()
        };
        (0..self.cells.len()).filter(|&cell| self.cells[cell].is_none() && rests(cell)).collect()
    }

    pub fn after(&self, cell: Cell) -> Naive {
        let mut after = self.clone();
        after.cells[cell] = Some(self.turn);
        after.turn = self.turn.opponent();
        after
    }

    /// The winner once the side that is not to move has just moved.
    pub fn winner(&self) -> Option<Player> {
        let mover = self.turn.opponent();
        let loses = self.rules.misere();
        self.has_run(mover).then(|| if loses { mover.opponent() } else { mover })
    }

    /// The exact value for the side to move, by looking at everything.
    pub fn solve(&self) -> Verdict {
        match self.winner() {
            Some(winner) if winner == self.turn => return Verdict::Win { plies: 0 },
            Some(_) => return Verdict::Loss { plies: 0 },
            None => {}
        }
        let values = self.moves().into_iter().map(|cell| earlier(self.after(cell).solve()));
        values.max_by_key(|value| value.score()).unwrap_or(Verdict::Draw { plies: 0 })
    }

    /// X's stones minus O's in the given weight per line, straight from the definition: weights by number of stones, an
    /// empty line for `empty`.
    pub fn value(&self, weights: &[i64], tempo: i64, empty: &str) -> i64 {
        let (width, height, k) = (self.rules.width() as i32, self.rules.height() as i32, self.rules.k() as i32);
        let directions = if k == 1 { vec![(0, 1)] } else { vec![(0, 1), (1, 0), (1, 1), (1, -1)] };
        let mut total = 0;
        for (down, right) in directions {
            for row in 0..height {
                for col in 0..width {
                    let (last_row, last_col) = (row + (k - 1) * down, col + (k - 1) * right);
                    if !(0..height).contains(&last_row) || !(0..width).contains(&last_col) {
                        continue;
                    }
                    let count =
                        |player| (0..k).filter(|i| self.at(row + i * down, col + i * right) == Some(player)).count();
                    let of = |owner: Player, stones: usize| {
                        let sign = if owner == Player::X { 1 } else { -1 };
                        sign * weights[stones] * if owner == self.turn { tempo } else { 1 }
                    };
                    total += match (count(Player::X), count(Player::O)) {
                        (0, 0) if empty == "X" => of(Player::X, 0),
                        (0, 0) if empty == "turn" => of(self.turn, 0),
                        (0, 0) => 0,
                        (x, 0) => of(Player::X, x),
                        (0, o) => of(Player::O, o),
                        _ => 0,
                    };
                }
            }
        }
        total
    }
}

/// The value for the side that moved, from the value for the other side after the move.
fn earlier(after: Verdict) -> Verdict {
    match after.flip() {
        Verdict::Win { plies } => Verdict::Win { plies: plies + 1 },
        Verdict::Loss { plies } => Verdict::Loss { plies: plies + 1 },
        Verdict::Draw { plies } => Verdict::Draw { plies: plies + 1 },
        unknown @ Verdict::Unknown { .. } => unknown,
    }
}
