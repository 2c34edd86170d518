//! A legal position with the stone counts of its lines.

use std::fmt;
use std::sync::Arc;

mod lines;
mod play;

#[cfg(feature = "counted")]
pub use play::played;

use super::{Cell, Game, IllegalMove, LineBoard, Player, Rules, Setup, SetupErrors, notation, parse_columns, zobrist};
use crate::names::named_enum;

named_enum! {
    /// The state of a game.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Status {
        /// There are moves to play.
        Ongoing = "ongoing",
        /// A line is complete.
        Won = "won",
        /// The board is full without a complete line.
        Drawn = "drawn",
    }
}

/// A position. Play and undo update all derived values: line states, open lines, key.
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
    cells: Vec<Option<Player>>,
    /// The state of each line, see [`super::Lines`].
    states: Vec<u16>,
    turn: Player,
    stones: usize,
    key: u64,
    /// The number of lines without stones of both colours.
    open_lines: usize,
    /// The owner of a complete line.
    line_owner: Option<Player>,
    /// Lines that lacked one stone at some time, in order of time. Later stones may have closed them.
    threats: Vec<u16>,
    /// The moves since the position was set up.
    history: Vec<Undo>,
    /// Whether the position was played from the empty board, X first.
    from_start: bool,
}

/// A move, with the state that undo restores.
#[derive(Clone, Copy, Debug)]
struct Undo {
    cell: u16,
    /// The length of [`Position::threats`] before the move.
    threats: u16,
}

impl Position {
    /// The empty board, X to move: of a [`Preset`](super::Preset), of [`Rules`], or of a compiled [`Game`].
    ///
    /// ```
    /// # use inarow_engine::{Position, Preset, Status};
    /// let mut position = Position::new(Preset::TicTacToe);
    /// position.play(4)?;
    /// assert_eq!((position.cell(4), position.status()), (Some(inarow_engine::Player::X), Status::Ongoing));
    /// # Ok::<(), inarow_engine::MoveError>(())
    /// ```
    #[must_use]
    pub fn new(game: impl Into<Arc<Game>>) -> Position {
        let game = game.into();
        let (cells, lines) = (game.rules().cells(), game.lines().len());
        // With k = 1 every line lacks one stone from the start.
        let threats = if game.rules().k() == 1 { (0..lines as u16).collect() } else { Vec::new() };
        Position {
            cells: vec![None; cells],
            states: game.lines().empty_states(),
            turn: Player::X,
            stones: 0,
            key: 0,
            open_lines: lines,
            line_owner: None,
            threats,
            history: Vec::with_capacity(cells),
            from_start: true,
            game,
        }
    }

    /// The position after these moves from the empty board, X first.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn from_moves(game: impl Into<Arc<Game>>, moves: &[Cell]) -> Result<Position, IllegalMove> {
        Position::new(game).after(moves)
    }

    /// The position of a board, row by row from the top: `X` and `O` for stones, `.` for an empty cell; `/` or a line break may
    /// separate rows. The numbers of stones tell whose turn it is. [`Setup`] takes a side to move, and can ask whether play leads
    /// to the board.
    ///
    /// ```
    /// # use inarow_engine::{Player, Position, Preset};
    /// let position = Position::parse(Preset::TicTacToe, "XO./.X./...")?;
    /// assert_eq!(position.turn(), Player::O);
    /// let errors = Position::parse(Preset::TicTacToe, "XXX/XX?/...").unwrap_err();
    /// assert_eq!(errors.to_string(), "character '?' at index 6 is not a cell; use X or O for a stone and . for an empty cell");
    /// # Ok::<(), inarow_engine::SetupErrors>(())
    /// ```
    ///
    /// # Errors
    /// All errors of the board.
    pub fn parse(game: impl Into<Arc<Game>>, board: &str) -> Result<Position, SetupErrors> {
        let game = game.into();
        let cells = Setup::parse(&game, board)?;
        Setup { game, cells, turn: None }.into_position(false).map_err(SetupErrors::from_iter)
    }

    /// The position after these moves in a game with gravity: the digits of their columns, from 1, on the empty board. White space
    /// between them has no meaning. [`record::parse`](super::record::parse) takes games in other forms.
    ///
    /// ```
    /// # use inarow_engine::{Position, Preset};
    /// let position = Position::from_columns(Preset::ConnectFour, "445")?;
    /// assert_eq!(position.moves().collect::<Vec<_>>(), [38, 31, 39]);
    /// let error = Position::from_columns(Preset::ConnectFour, "4448").unwrap_err();
    /// assert_eq!(error.to_string(), "move 4: '8' is not a column; columns are the digits 1 to 7");
    /// # Ok::<(), inarow_engine::IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// The first illegal move.
    pub fn from_columns(game: impl Into<Arc<Game>>, digits: &str) -> Result<Position, IllegalMove> {
        let start = Position::new(game);
        let moves = parse_columns(&start, digits)?;
        start.after(&moves)
    }

    /// The position after these moves.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn after(mut self, moves: &[Cell]) -> Result<Position, IllegalMove> {
        for (index, &cell) in moves.iter().enumerate() {
            self.play(cell).map_err(|error| IllegalMove { index, error })?;
        }
        Ok(self)
    }

    /// The position that was set up, before all [`moves`](Position::moves).
    #[must_use]
    pub fn start(&self) -> Position {
        let mut start = self.clone();
        self.history.iter().for_each(|_| start.undo());
        start
    }

    /// Places the stones of a setup, see [`Position::finish_setup`].
    pub(super) fn from_cells(game: Arc<Game>, cells: &[Option<Player>]) -> Position {
        let mut position = Position::new(game);
        for (cell, stone) in cells.iter().enumerate() {
            if let Some(player) = *stone {
                position.place(cell, player, |_, _| {});
            }
        }
        position.from_start = false;
        position
    }

    /// Completes a setup: sets the side to move and the owner of a complete line. The owner is determined once all stones are
    /// placed, because an overline is recognised only then.
    pub(super) fn finish_setup(&mut self, turn: Player, line_owner: Option<Player>) {
        self.turn = turn;
        self.key ^= if turn == Player::O { zobrist::O_TO_MOVE } else { 0 };
        self.line_owner = line_owner;
        self.from_start = self.stones == 0 && turn == Player::X;
    }

    /// The compiled game.
    #[inline]
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The rules of the game.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The side to move; in a finished game the side that would move next.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The stone on a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[inline]
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<Player> {
        self.cells[cell]
    }

    /// All cells, row by row from the top left.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &[Option<Player>] {
        &self.cells
    }

    /// The number of stones.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// The number of empty cells.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> usize {
        self.cells.len() - self.stones
    }

    /// The Zobrist key of the stones and the side to move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The number of lines without stones of both colours. At 0 the game can only be drawn.
    #[inline]
    #[must_use]
    pub fn open_lines(&self) -> usize {
        self.open_lines
    }

    /// The state of each line, see [`super::Lines`].
    #[inline]
    #[must_use]
    pub fn line_states(&self) -> &[u16] {
        &self.states
    }

    /// Whether the game goes on, is won or drawn.
    #[inline]
    #[must_use]
    pub fn status(&self) -> Status {
        if self.line_owner.is_some() {
            Status::Won
        } else if self.stones == self.cells.len() {
            Status::Drawn
        } else {
            Status::Ongoing
        }
    }

    /// The winner: the owner of a complete line, or in misère play the opponent.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let owner = self.line_owner?;
        Some(if self.rules().misere() { owner.opponent() } else { owner })
    }

    /// The owner of a complete line, if there is one.
    pub(super) fn line_owner(&self) -> Option<Player> {
        self.line_owner
    }

    /// Whether the position was played from the empty board, X first.
    pub(super) fn is_played(&self) -> bool {
        self.from_start
    }

    /// The moves since the position was set up, the first one first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.history.iter().map(|undo| Cell::from(undo.cell))
    }

    /// The board string: `X`, `O` and `.`, cell by cell without separators.
    #[must_use]
    pub fn board(&self) -> String {
        let mut board = String::with_capacity(self.cells.len());
        board.extend(self.cells.iter().map(|cell| cell.map_or('.', Player::symbol)));
        board
    }
}

/// Draws the board with its coordinates, that of a list of lines by its layout.
///
/// ```
/// # use inarow_engine::{Position, Preset};
/// let position = Position::parse(Preset::TicTacToe, "X../.O./...")?;
/// assert_eq!(position.to_string(), " 3 X . .\n 2 . O .\n 1 . . .\n   a b c");
/// # Ok::<(), inarow_engine::SetupErrors>(())
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.rules().width(), self.rules().height());
        if let Some(board) = self.rules().line_board() {
            return draw_layout(&self.cells, board, f);
        }
        for (row, cells) in self.cells.chunks(width).enumerate() {
            write!(f, "{:2}", height - row)?;
            cells.iter().try_for_each(|cell| write!(f, " {}", cell.map_or('.', Player::symbol)))?;
            f.write_str("\n")?;
        }
        f.write_str("  ")?;
        (0..width).try_for_each(|column| write!(f, " {}", notation::column_letter(column)))
    }
}

/// Draws the rows of a layout, with spaces where no cell is.
fn draw_layout(cells: &[Option<Player>], board: &LineBoard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut rows: Vec<Vec<char>> = Vec::new();
    for ((row, column), cell) in board.layout().zip(cells) {
        rows.resize(rows.len().max(row + 1), Vec::new());
        let row = &mut rows[row];
        row.resize(row.len().max(2 * column + 1), ' ');
        row[2 * column] = cell.map_or('.', Player::symbol);
    }
    for (index, row) in rows.iter().enumerate() {
        let line: String = row.iter().collect();
        write!(f, "{}{}", if index == 0 { "" } else { "\n" }, line.trim_end())?;
    }
    Ok(())
}
