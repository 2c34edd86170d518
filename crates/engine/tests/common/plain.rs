//! The oracle for games of lines: a list of lines, and the rules that follow from it, in the most direct way.

use inarow_engine::game::{Cell, LinesSpec, Player, Position, Rules};
use inarow_engine::search::Verdict;
use std::collections::HashMap;

use super::Seeded;

/// A board as a plain array, with its lines and columns as plain lists.
#[derive(Clone)]
pub struct Plain {
    pub lines: Vec<Vec<usize>>,
    pub columns: Vec<Vec<usize>>,
    pub misere: bool,
    pub cells: Vec<Option<Player>>,
    pub turn: Player,
}

impl Plain {
    /// The board of a position, with the lines of the specification that it was made of.
    pub fn of(spec: &LinesSpec, position: &Position) -> Plain {
        let lists = |lists: &[Vec<u64>]| -> Vec<Vec<usize>> {
            lists.iter().map(|list| list.iter().map(|&cell| cell as usize).collect()).collect()
        };
        Plain {
            lines: lists(&spec.lines),
            columns: lists(spec.above.as_deref().unwrap_or_default()),
            misere: spec.misere,
            cells: position.cells().to_vec(),
            turn: position.turn(),
        }
    }

    pub fn moves(&self) -> Vec<Cell> {
        let empty = |cell: &usize| self.cells[*cell].is_none();
        let mut moves: Vec<Cell> = match self.columns.is_empty() {
            true => (0..self.cells.len()).filter(empty).collect(),
            false => self.columns.iter().filter_map(|column| column.iter().copied().find(empty)).collect(),
        };
        moves.sort_unstable();
        moves
    }

    pub fn is_complete(&self, line: &[usize], player: Player) -> bool {
        line.iter().all(|&cell| self.cells[cell] == Some(player))
    }

    pub fn has_line(&self, player: Player) -> bool {
        self.lines.iter().any(|line| self.is_complete(line, player))
    }

    pub fn after(&self, cell: Cell) -> Plain {
        let mut after = self.clone();
        after.cells[cell] = Some(self.turn);
        after.turn = self.turn.opponent();
        after
    }

    /// The winner once the side that is not to move has just moved.
    pub fn winner(&self) -> Option<Player> {
        let mover = self.turn.opponent();
        self.has_line(mover).then(|| if self.misere { mover.opponent() } else { mover })
    }

    /// The cells that complete a line of the player and can be played.
    pub fn completions(&self, player: Player) -> Vec<Cell> {
        let completes = |&cell: &Cell| {
            let mut after = self.clone();
            after.cells[cell] = Some(player);
            after.has_line(player)
        };
        self.moves().into_iter().filter(completes).collect()
    }

    /// X's stones minus O's in the given weight for each line: by the stones that lack to a longest line, `weights[k]` for none.
    pub fn value(&self, weights: &[i64], tempo: i64, empty: &str) -> i64 {
        let k = self.lines.iter().map(Vec::len).max().expect("a line");
        let of_line = |line: &Vec<usize>| {
            let count = |player| line.iter().filter(|&&cell| self.cells[cell] == Some(player)).count();
            let of = |owner: Player, weight: i64| {
                let sign = if owner == Player::X { 1 } else { -1 };
                sign * weight * if owner == self.turn { tempo } else { 1 }
            };
            match (count(Player::X), count(Player::O)) {
                (0, 0) if empty == "X" => of(Player::X, weights[0]),
                (0, 0) if empty == "turn" => of(self.turn, weights[0]),
                (0, 0) => 0,
                (x, 0) => of(Player::X, weights[k - (line.len() - x)]),
                (0, o) => of(Player::O, weights[k - (line.len() - o)]),
                _ => 0,
            }
        };
        self.lines.iter().map(of_line).sum()
    }
}

/// The exact value for the side to move, by looking at everything; boards that were seen before are known.
pub fn solve(board: &Plain, known: &mut HashMap<Vec<Option<Player>>, Verdict>) -> Verdict {
    match board.winner() {
        Some(winner) if winner == board.turn => return Verdict::Win { plies: 0 },
        Some(_) => return Verdict::Loss { plies: 0 },
        None => {}
    }
    if let Some(&verdict) = known.get(&board.cells) {
        return verdict;
    }
    let values = board.moves().into_iter().map(|cell| solve(&board.after(cell), known).before_move());
    let best = values.max_by_key(|value| value.score()).unwrap_or(Verdict::Draw { plies: 0 });
    known.insert(board.cells.clone(), best);
    best
}

/// A random game of lines: of up to `cells_max` cells, lines of 2 to 5 cells, none in another; in columns for every third.
pub fn random_spec(random: &mut Seeded, cells_max: usize) -> LinesSpec {
    let cells = 4 + random.below(cells_max - 3);
    let wanted = 3 + random.below(2 * cells);
    let mut lines: Vec<Vec<u64>> = Vec::new();
    for _ in 0..wanted {
        // Short lines are rare: they end games at once.
        let length = [2, 3, 3, 3, 4, 4, 4, 5][random.below(8)].min(cells);
        let line = shuffled(cells, random)[..length].to_vec();
        let is_inside = |a: &[u64], b: &[u64]| a.iter().all(|cell| b.contains(cell));
        if !lines.iter().any(|other| is_inside(other, &line) || is_inside(&line, other)) {
            lines.push(line);
        }
    }
    let above = (random.below(3) == 0).then(|| {
        let mut rest = shuffled(cells, random);
        let mut columns = Vec::new();
        while !rest.is_empty() {
            columns.push(rest.split_off(rest.len() - (1 + random.below(4)).min(rest.len())));
        }
        columns
    });
    LinesSpec { cells: cells as u64, lines, above, layout: None, misere: random.below(4) == 0 }
}

fn shuffled(cells: usize, random: &mut Seeded) -> Vec<u64> {
    let mut all: Vec<u64> = (0..cells as u64).collect();
    for at in 1..cells {
        all.swap(at, random.below(at + 1));
    }
    all
}

/// The lines and columns of an ordinary board, as a list that no recognition has seen.
pub fn as_list(rules: &Rules) -> (LinesSpec, Rules) {
    let game = inarow_engine::Game::new(rules);
    let width = rules.width() as u64;
    let lines = game.lines();
    let list = |cells: &[u16]| cells.iter().map(|&cell| u64::from(cell)).collect::<Vec<_>>();
    let columns: Vec<Vec<u64>> = game.columns().iter().map(|column| list(column)).collect();
    let spec = LinesSpec {
        cells: rules.cells() as u64,
        lines: (0..lines.len()).map(|line| list(lines.cells(line))).collect(),
        above: (!columns.is_empty()).then_some(columns),
        layout: Some((0..rules.cells() as u64).map(|cell| [cell / width, cell % width]).collect()),
        misere: rules.misere(),
    };
    let rules = Rules::from_lines_as_they_are(spec.clone()).expect("the lines of a board are valid");
    (spec, rules)
}
