//! Retrograde analysis: the exact value of every position of a small board.
//!
//! A board is addressed by its base-3 state id. A stone increases the id, so that descending ids visit each position after all
//! its successors.

use std::fmt;

use crate::game::{Cell, Game, Overline, Player, Position, Rules};
use crate::search::Verdict;

/// The exact values of all boards, reachable or not, with either side to move.
#[derive(Debug)]
pub struct Retrograde {
    rules: Rules,
    /// `values[turn][state id]` for the side to move: [`WON`] − n for a win in n plies, n − [`WON`] for a loss in n, 0 for a
    /// draw.
    values: [Vec<i8>; 2],
    /// The cells of each line.
    windows: Vec<usize>,
    gravity: Gravity,
}

/// A win in 0 plies. Greater than the length of every game.
const WON: i8 = 100;

/// The increment of a state id by X's stone on each cell. O's stone adds twice as much.
const POWERS: [usize; Retrograde::CELLS_MAX] = {
    let mut powers = [1; Retrograde::CELLS_MAX];
    let mut cell = 1;
    while cell < powers.len() {
        powers[cell] = 3 * powers[cell - 1];
        cell += 1;
    }
    powers
};

/// The board has too many cells for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    pub cells: usize,
    pub cells_max: usize,
}

impl std::error::Error for TooLarge {}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a retrograde table holds boards of up to {} cells; this one has {}", self.cells_max, self.cells)
    }
}

impl Retrograde {
    /// Largest board, in cells: 3^12 states, about a megabyte.
    pub const CELLS_MAX: usize = 12;

    /// Solves all positions of a game.
    ///
    /// # Errors
    /// If the board has more than [`Retrograde::CELLS_MAX`] cells.
    pub fn new(game: &Game) -> Result<Retrograde, TooLarge> {
        let table = Self::unless(game, || false)?;
        let Some(table) = table else { unreachable!("nothing ends it") };
        Ok(table)
    }

    /// Solves all positions of a game, which takes up to about 40 ms. `None` if `is_cancelled`, which is asked between parts.
    ///
    /// # Errors
    /// If the board has more than [`Retrograde::CELLS_MAX`] cells.
    pub fn unless(game: &Game, is_cancelled: impl Fn() -> bool) -> Result<Option<Retrograde>, TooLarge> {
        /// Boards between two looks: half a millisecond.
        const BOARDS_PER_CHECK: usize = 8_192;
        let rules = game.rules();
        let cells = rules.cells();
        Self::fits(rules)?;
        let complete = complete_masks(game);
        let windows = (0..game.lines().len()).map(|line| window(game, line)).collect();
        let gravity = Gravity::of(game);
        let states = 3_usize.pow(cells as u32);
        let mut values = [vec![0_i8; states], vec![0_i8; states]];
        let mut masks = [0_usize; 2];
        let mut digits = vec![2_u8; cells];
        masks[Player::O.index()] = (1 << cells) - 1;
        for id in (0..states).rev() {
            if id % BOARDS_PER_CHECK == 0 && is_cancelled() {
                return Ok(None);
            }
            let playable = gravity.playable(masks);
            for turn in Player::ALL {
                // The value of a board with two winners is arbitrary: play cannot reach it.
                let owner = Player::ALL.into_iter().find(|player| complete[masks[player.index()]]);
                values[turn.index()][id] = match owner {
                    Some(owner) if (owner == turn) != rules.misere() => WON,
                    Some(_) => -WON,
                    None => best(&values[turn.opponent().index()], id, playable, turn),
                };
            }
            count_down(&mut digits, &mut masks);
        }
        Ok(Some(Retrograde { rules: rules.clone(), values, windows, gravity }))
    }

    /// Whether a board with these rules is small enough for a table.
    ///
    /// # Errors
    /// If the board has more than [`Retrograde::CELLS_MAX`] cells.
    pub fn fits(rules: &Rules) -> Result<(), TooLarge> {
        let cells = rules.cells();
        let cells_max = Self::CELLS_MAX;
        if cells > cells_max { Err(TooLarge { cells, cells_max }) } else { Ok(()) }
    }

    /// The exact value of a position for the side to move.
    ///
    /// # Panics
    /// If the position belongs to other rules.
    #[must_use]
    pub fn verdict(&self, position: &Position) -> Verdict {
        assert_eq!(position.rules(), &self.rules, "a table answers for its own rules only");
        self.of_state(state_id(position), position.turn(), position.empties())
    }

    fn of_state(&self, id: usize, turn: Player, empties: usize) -> Verdict {
        match self.values[turn.index()][id] {
            0 => Verdict::Draw { plies: empties as u32 },
            value if value > 0 => Verdict::Win { plies: (WON - value) as u32 },
            value => Verdict::Loss { plies: (WON + value) as u32 },
        }
    }

    /// The value of each of `moves` (legal) for the side to move.
    pub fn moves<'a>(
        &'a self,
        position: &'a Position,
        moves: &'a [Cell],
    ) -> impl Iterator<Item = (Cell, Verdict)> + 'a {
        assert_eq!(position.rules(), &self.rules, "a table answers for its own rules only");
        let (id, turn, empties) = (state_id(position), position.turn(), position.empties());
        moves.iter().map(move |&cell| {
            let after = id + stone(turn, cell);
            (cell, self.of_state(after, turn.opponent(), empties - 1).before_move())
        })
    }

    /// The variation of best play that begins with a move, to the end of the game or until no line is open. Of equal moves it
    /// has the lowest cell.
    ///
    /// # Panics
    /// If the position belongs to other rules, or the cell is not on its board.
    #[must_use]
    pub fn line(&self, position: &Position, first: Cell) -> Vec<Cell> {
        assert_eq!(position.rules(), &self.rules, "a table answers for its own rules only");
        let mut line = Vec::with_capacity(position.empties());
        let (mut id, mut turn, mut masks) = (state_id(position), position.turn(), [0_usize; 2]);
        for (cell, stone) in position.cells().iter().enumerate() {
            if let Some(player) = stone {
                masks[player.index()] |= 1 << cell;
            }
        }
        let mut next = Some(first);
        while let Some(cell) = next {
            line.push(cell);
            id += stone(turn, cell);
            masks[turn.index()] |= 1 << cell;
            turn = turn.opponent();
            let over = self.values[turn.index()][id].abs() == WON;
            let open = self.windows.iter().any(|window| masks.iter().any(|mask| mask & window == 0));
            next = if over || !open { None } else { self.best_move(id, self.gravity.playable(masks), turn) };
        }
        line
    }

    /// The best of the playable cells; of equal ones the lowest.
    fn best_move(&self, id: usize, mut playable: usize, turn: Player) -> Option<Cell> {
        let (mut best, mut value) = (None, i8::MIN);
        while playable != 0 {
            let cell = playable.trailing_zeros() as usize;
            playable &= playable - 1;
            let reply = self.values[turn.opponent().index()][id + stone(turn, cell)];
            if best.is_none() || -reply > value {
                (best, value) = (Some(cell), -reply);
            }
        }
        best
    }
}

/// Gravity, or none: the rule of playable cells.
#[derive(Debug)]
struct Gravity {
    /// All cells.
    all: usize,
    /// Where stones fall, each cell with the one below, as bits.
    pairs: Vec<(usize, usize)>,
}

impl Gravity {
    fn of(game: &Game) -> Gravity {
        let cells = game.rules().cells();
        let pairs = (0..cells).filter_map(|cell| Some((1 << cell, 1 << game.below(cell)?))).collect();
        Gravity { all: (1 << cells) - 1, pairs }
    }

    fn playable(&self, masks: [usize; 2]) -> usize {
        let empty = !(masks[0] | masks[1]) & self.all;
        let rests = |playable: usize, &(cell, below): &(usize, usize)| {
            if empty & below == 0 { playable } else { playable & !cell }
        };
        self.pairs.iter().fold(empty, rests)
    }
}

/// The best value for `turn`, given the values of the successors for the opponent.
fn best(after: &[i8], id: usize, mut playable: usize, turn: Player) -> i8 {
    let mut best = None;
    while playable != 0 {
        let cell = playable.trailing_zeros() as usize;
        playable &= playable - 1;
        let reply = after[id + stone(turn, cell)];
        // The end is one ply further: wins and losses move towards 0.
        let value = -reply + reply.signum();
        best = best.max(Some(value));
    }
    best.unwrap_or(0) // a full board
}

/// For each set of cells, whether it contains a complete line.
fn complete_masks(game: &Game) -> Vec<bool> {
    let (lines, rules) = (game.lines(), game.rules());
    let windows: Vec<(usize, usize)> = (0..lines.len())
        .map(|line| {
            let beyond = lines.beyond(line).fold(0, |mask, cell| mask | 1 << cell);
            (window(game, line), if rules.overline() == Overline::Forbidden { beyond } else { 0 })
        })
        .collect();
    let holds = |mask: usize| windows.iter().any(|&(window, beyond)| mask & window == window && mask & beyond == 0);
    (0..1 << rules.cells()).map(holds).collect()
}

/// The cells of a line.
fn window(game: &Game, line: usize) -> usize {
    game.lines().cells(line).iter().fold(0, |mask, &cell| mask | 1 << cell)
}

/// The next lower base-3 number, with the sets of cells that hold 1 (X) and 2 (O).
fn count_down(digits: &mut [u8], masks: &mut [usize; 2]) {
    for (cell, digit) in digits.iter_mut().enumerate() {
        let bit = 1 << cell;
        match *digit {
            0 => {
                *digit = 2;
                masks[1] |= bit;
                continue; // borrow
            }
            1 => masks[0] &= !bit,
            _ => {
                masks[1] &= !bit;
                masks[0] |= bit;
            }
        }
        *digit -= 1;
        return;
    }
}

/// The increment of a state id by a stone.
fn stone(player: Player, cell: Cell) -> usize {
    (player.index() + 1) * POWERS[cell]
}

fn state_id(position: &Position) -> usize {
    let digit = |stone: &Option<Player>| stone.map_or(0, |player| player.index() + 1);
    position.cells().iter().rev().fold(0, |id, stone| 3 * id + digit(stone))
}
