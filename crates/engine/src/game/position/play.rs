//! Legal moves, play and undo.

use super::{Position, Status, Undo};
use crate::game::{Cell, MoveError, Overline, Player, zobrist};

impl Position {
    /// The legal moves, ascending; none in a finished game.
    pub fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = if self.status() == Status::Ongoing { self.cells.len() } else { 0 };
        let below = self.game.cells_below();
        (0..cells).filter(move |&cell| self.is_playable(cell, below))
    }

    /// Whether the move is legal.
    #[must_use]
    pub fn is_legal(&self, cell: Cell) -> bool {
        self.check(cell).is_ok()
    }

    /// Whether the cell is empty and, with gravity, the lowest empty one of its column.
    #[inline]
    #[must_use]
    pub fn playable(&self, cell: Cell) -> bool {
        self.is_playable(cell, self.game.cells_below())
    }

    /// As [`Position::playable`], given [`Game::cells_below`](crate::game::Game::cells_below).
    #[inline]
    fn is_playable(&self, cell: Cell, below: &[u16]) -> bool {
        let is_taken = |below: &u16| self.cells.get(usize::from(*below)).is_none_or(Option::is_some);
        self.cells[cell].is_none() && below.get(cell).is_none_or(is_taken)
    }

    /// The lowest empty cell of a column, which is counted from 0; `None` if it is full, or stones do not fall.
    #[must_use]
    pub fn landing(&self, column: usize) -> Option<Cell> {
        let cells = self.game.columns().get(column)?;
        cells.iter().map(|&cell| Cell::from(cell)).find(|&cell| self.cells[cell].is_none())
    }

    /// Checks that a move is legal.
    fn check(&self, cell: Cell) -> Result<(), MoveError> {
        let rules = self.rules();
        if self.status() != Status::Ongoing {
            return Err(MoveError::GameOver);
        }
        match self.cells.get(cell) {
            None => Err(MoveError::OffBoard { cell, cells: self.cells.len() }),
            Some(&Some(by)) => match self.game.column_of(cell) {
                // The columns of a list of lines have no names.
                Some(column) if rules.is_grid() && self.landing(column).is_none() => {
                    Err(MoveError::ColumnFull { column: column + 1 })
                }
                _ => Err(MoveError::Occupied { names: rules.into(), cell, by }),
            },
            Some(None) if self.playable(cell) => Ok(()),
            Some(None) => {
                let lands = self.game.column_of(cell).and_then(|column| self.landing(column)).unwrap_or(cell);
                Err(MoveError::Floating { names: rules.into(), cell, lands })
            }
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why the move is illegal. The position is unchanged.
    pub fn play(&mut self, cell: Cell) -> Result<(), MoveError> {
        self.check(cell)?;
        self.play_unchecked(cell);
        Ok(())
    }

    /// Plays a legal move without checking it: for moves of [`Position::legal_moves`] and of an engine's answer.
    ///
    /// # Panics
    /// If the cell is not on the board. Any other illegal move leaves a position without meaning.
    #[inline]
    pub fn play_unchecked(&mut self, cell: Cell) {
        self.play_observed(cell, |_, _| {});
    }

    /// As [`Position::play_unchecked`]. Calls `line_changed` with the states of each line through the cell, before and after the
    /// move: the input of a heuristic's accumulator.
    ///
    /// # Panics
    /// As [`Position::play_unchecked`].
    #[inline]
    pub fn play_observed(&mut self, cell: Cell, line_changed: impl FnMut(u16, u16)) {
        #[cfg(feature = "counted")]
        played::count();
        self.history.push(Undo { cell: cell as u16, threats: self.threats.len() as u16 });
        if self.place(cell, self.turn, line_changed) {
            self.line_owner = Some(self.turn);
        }
        self.turn = self.turn.opponent();
        self.key ^= zobrist::O_TO_MOVE;
    }

    /// Places a stone and updates everything except the side to move. Returns whether the stone completes a line.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell, player: Player, line_changed: impl FnMut(u16, u16)) -> bool {
        match self.game.lines().are_equally_long() {
            true => self.place_on::<true>(cell, player, line_changed),
            false => self.place_on::<false>(cell, player, line_changed),
        }
    }

    /// As [`Position::place`], on lines that are equally long or not.
    #[inline]
    fn place_on<const EQUALLY_LONG: bool>(
        &mut self,
        cell: Cell,
        player: Player,
        mut line_changed: impl FnMut(u16, u16),
    ) -> bool {
        let lines = self.game.lines();
        let k = self.game.rules().k();
        let (stone, full, short) = (lines.stone(player), lines.pure(player, k), lines.pure(player, k - 1));
        let closed = lines.closed(player);
        let mut completes = false;
        self.cells[cell] = Some(player);
        self.stones += 1;
        self.key ^= self.game.stone_keys[cell][player.index()];
        for &line in lines.through(cell) {
            let state = &mut self.states[usize::from(line)];
            let before = *state;
            let after = before + stone;
            *state = after;
            line_changed(before, after);
            self.open_lines -= usize::from(closed.by_stone(before));
            let (full, short) = if EQUALLY_LONG { (full, short) } else { lines.full_and_short(line, player) };
            if after == short && k > 1 {
                self.threats.push(line);
            }
            if after == full && (self.game.rules().overline() == Overline::Allowed || !self.is_overline(line, player)) {
                completes = true;
            }
        }
        completes
    }

    /// Plays a null move: passes the turn, which no rules allow, to find the threats of the opponent.
    pub fn null_move(&mut self) {
        self.turn = self.turn.opponent();
        self.key ^= zobrist::O_TO_MOVE;
        self.from_start = false;
        self.history.clear();
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// If no move was played since the position was set up.
    #[inline]
    pub fn undo(&mut self) {
        let Undo { cell, threats } = self.history.pop().expect("undo follows a move");
        let cell = Cell::from(cell);
        self.turn = self.turn.opponent();
        self.key ^= zobrist::O_TO_MOVE ^ self.game.stone_keys[cell][self.turn.index()];
        let lines = self.game.lines();
        let stone = lines.stone(self.turn);
        let closed = lines.closed(self.turn);
        for &line in lines.through(cell) {
            let state = &mut self.states[usize::from(line)];
            *state -= stone;
            self.open_lines += usize::from(closed.by_stone(*state));
        }
        self.cells[cell] = None;
        self.stones -= 1;
        self.line_owner = None;
        self.threats.truncate(usize::from(threats));
    }
}

/// Counts the moves that a thread plays: a measure of work that depends on no clock.
#[cfg(feature = "counted")]
pub mod played {
    use std::cell::Cell;

    thread_local! {
        static MOVES: Cell<u64> = const { Cell::new(0) };
    }

    /// The moves that this thread has played so far.
    #[must_use]
    pub fn so_far() -> u64 {
        MOVES.get()
    }

    pub(super) fn count() {
        MOVES.set(MOVES.get() + 1);
    }
}
