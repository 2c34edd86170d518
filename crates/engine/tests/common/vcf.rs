//! An oracle for wins by continuous fours: each move of the attacker leaves a line one stone short, so that there is one reply to it, until
//! two such lines at once leave none. With k in a row, a "four" is a line of k − 1.
//!
//! Such wins are found far beyond any horizon, and every one is played against all replies before it is claimed.

use std::collections::HashSet;

use inarow_engine::game::{Cell, Overline, Player, Position, Status};

/// The result of a search for fours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fours {
    /// The side to move wins: its moves and the only replies to them, up to the completed line.
    Win(Vec<Cell>),
    /// It has no win by fours.
    None,
    /// It may have one: the positions do not suffice to tell.
    Unknown,
}

/// Looks for the shortest win by fours of the side to move among `nodes_max` positions.
pub fn fours(position: &Position, nodes_max: u64) -> Fours {
    if position.status() != Status::Ongoing || position.rules().misere() {
        return Fours::None;
    }
    let mut search =
        Search { position: position.clone(), nodes_left: nodes_max, no_vcf: HashSet::new(), line: Vec::new() };
    let mut found = Fours::None;
    for moves in 1..=position.empties().div_ceil(2) as u32 {
        search.no_vcf.clear();
        match search.wins(moves) {
            Found::Win => {
                let proven = stands(position, &search.line);
                debug_assert!(proven, "a win by fours was refuted: {} {:?}", position.board(), search.line);
                if proven {
                    found = Fours::Win(search.line);
                }
                break;
            }
            Found::Nothing => break,
            Found::TooDeep => {}
            Found::Stopped => {
                found = Fours::Unknown;
                break;
            }
        }
    }
    found
}

/// Result of a search to some depth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Win,
    /// There is no win, however long.
    Nothing,
    /// None within this depth.
    TooDeep,
    Stopped,
}

struct Search {
    position: Position,
    nodes_left: u64,
    /// Positions without a win at this depth.
    no_vcf: HashSet<(u64, u32)>,
    /// The moves of a win found, in order.
    line: Vec<Cell>,
}

impl Search {
    /// Whether the side to move wins by `moves` moves of its own, each but the last with one reply.
    fn wins(&mut self, moves: u32) -> Found {
        if self.nodes_left == 0 {
            return Found::Stopped;
        }
        self.nodes_left -= 1;
        let turn = self.position.turn();
        if let Some(cell) = self.position.completions(turn).min() {
            self.line = vec![cell];
            return Found::Win;
        }
        let mut threats = self.position.completions(turn.opponent());
        let block = threats.next();
        if block.is_some_and(|block| threats.any(|cell| cell != block)) {
            return Found::Nothing;
        }
        drop(threats);
        let tries = self.tries(block);
        if tries.is_empty() {
            return Found::Nothing;
        }
        if moves <= 1 {
            return Found::TooDeep;
        }
        let key = (self.position.key(), moves);
        if self.no_vcf.contains(&key) {
            return Found::TooDeep;
        }
        let mut result = Found::Nothing;
        for cell in tries {
            match self.after_four(cell, moves) {
                Found::Nothing => {}
                Found::TooDeep => result = Found::TooDeep,
                found => return found,
            }
        }
        self.no_vcf.insert(key);
        result
    }

    /// The same once a stone is on `cell` and the only reply to it is played.
    fn after_four(&mut self, cell: Cell, moves: u32) -> Found {
        let turn = self.position.turn();
        self.position.play_unchecked(cell);
        let mut gaps: Vec<Cell> = self.position.completions(turn).collect();
        gaps.sort_unstable();
        gaps.dedup();
        let found = match *gaps {
            [] => Found::Nothing, // an overline would not count
            [gap] => {
                self.position.play_unchecked(gap);
                // The reply itself may have completed a line.
                let found =
                    if self.position.status() == Status::Ongoing { self.wins(moves - 1) } else { Found::Nothing };
                self.position.undo();
                if found == Found::Win {
                    self.line.splice(0..0, [cell, gap]);
                }
                found
            }
            [gap, other, ..] => {
                self.line = vec![cell, gap, other];
                Found::Win
            }
        };
        self.position.undo();
        found
    }

    /// The cells where a stone leaves a line one short, ascending; only the block where there is something to block.
    fn tries(&self, block: Option<Cell>) -> Vec<Cell> {
        let (rules, lines) = (self.position.rules(), self.position.game().lines());
        if rules.k() < 2 {
            return Vec::new();
        }
        let wanted = lines.pure(self.position.turn(), rules.k() - 2);
        let states = self.position.line_states().iter().enumerate();
        let ready = states.filter(|&(_, &state)| state == wanted).flat_map(|(line, _)| lines.cells(line));
        let mut cells: Vec<Cell> = ready.map(|&cell| Cell::from(cell)).collect();
        cells.retain(|&cell| self.position.playable(cell) && block.is_none_or(|block| cell == block));
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// Whether a line of play wins for the side to move whatever the other side replies. It plays on a board of its own, recounts
/// the lines from the stones, and shares nothing with the search above but the rules.
#[must_use]
pub fn stands(position: &Position, line: &[Cell]) -> bool {
    let attacker = position.turn();
    let mut board = position.clone();
    for (ply, &cell) in line.iter().enumerate() {
        if ply % 2 == 1 {
            // Left alone, the attacker completes a line on the very cell; and no reply wins first.
            let mut unanswered = board.clone();
            unanswered.null_move();
            let threatens = unanswered.play(cell).is_ok() && unanswered.winner() == Some(attacker);
            if !threatens || is_short(&board, attacker.opponent()) {
                return false;
            }
        }
        if board.play(cell).is_err() {
            return false;
        }
    }
    board.winner() == Some(attacker)
}

/// Whether a line lacks only one stone of the player's, counted cell by cell.
fn is_short(board: &Position, player: Player) -> bool {
    let lines = board.game().lines();
    let is_short = |line: usize| {
        let stones = || lines.cells(line).iter().map(|&cell| board.cell(Cell::from(cell)));
        let missing = stones().filter(|&stone| stone != Some(player)).count();
        let counts = board.rules().overline() == Overline::Allowed
            || lines.beyond(line).all(|cell| board.cell(cell) != Some(player));
        missing == 1 && counts && stones().any(|stone| stone.is_none())
    };
    (0..lines.len()).any(is_short)
}
