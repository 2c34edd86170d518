//! A legal position: play and undo with stone counts per line.

use std::sync::Arc;

use super::{Cell, Game, MoveError, Overline, Player, Rules, reach, zobrist};

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    Ongoing,
    Won,
    Drawn,
}

impl Status {
    pub const ALL: [Status; 3] = [Status::Ongoing, Status::Won, Status::Drawn];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Ongoing => "ongoing",
            Status::Won => "won",
            Status::Drawn => "drawn",
        }
    }
}

/// A position of a game. Everything derived (line states, open lines, key) is kept up to date by play and undo.
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
    cells: Vec<Option<Player>>,
    /// State of each line, see [`super::Lines`].
    states: Vec<u16>,
    turn: Player,
    stones: usize,
    key: u64,
    /// Lines on which a side could still complete k: those without stones of both colours.
    open_lines: usize,
    /// The side whose stones fill a line, if any.
    line_owner: Option<Player>,
    /// Lines that became one stone short of complete, in order of time; later stones may have closed them since.
    threats: Vec<u16>,
    history: Vec<Played>,
    /// Whether `history` starts from the empty board with X to move.
    from_start: bool,
}

/// What undo needs.
#[derive(Clone, Copy, Debug)]
struct Played {
    cell: u16,
    threats: u16,
}

impl Position {
    /// The empty board, X to move.
    #[must_use]
    pub fn new(game: Arc<Game>) -> Position {
        let (cells, lines) = (game.rules().cells(), game.lines().len());
        // With k = 1 every line is one stone short from the start.
        let threats = if game.rules().k() == 1 { (0..lines as u16).collect() } else { Vec::new() };
        Position {
            cells: vec![None; cells],
            states: vec![0; lines],
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
    /// The index of the first move that cannot be played, and why.
    pub fn from_moves(game: Arc<Game>, moves: &[Cell]) -> Result<Position, (usize, MoveError)> {
        let mut position = Position::new(game);
        for (index, &cell) in moves.iter().enumerate() {
            position.play(cell).map_err(|error| (index, error))?;
        }
        Ok(position)
    }

    /// Places all stones of a setup; [`Position::finish_setup`] completes it.
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

    /// Sets the turn, and whose line is complete once all stones are down: with overlines forbidden it takes the whole
    /// board to tell a complete line from part of a longer one.
    pub(super) fn finish_setup(&mut self, turn: Player, line_owner: Option<Player>) {
        self.turn = turn;
        self.key ^= if turn == Player::O { zobrist::O_TO_MOVE } else { 0 };
        self.line_owner = line_owner;
        self.from_start = self.stones == 0 && turn == Player::X;
    }

    #[inline]
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    #[inline]
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.game.rules()
    }

    /// The side to move; on a finished board the side that would be.
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

    /// Stones on the board.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// Empty cells.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> usize {
        self.cells.len() - self.stones
    }

    /// Zobrist key of stones and side to move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Lines without stones of both colours. With none left the game is drawn whatever is played.
    #[inline]
    #[must_use]
    pub fn open_lines(&self) -> usize {
        self.open_lines
    }

    /// State of each line, see [`super::Lines`].
    #[inline]
    #[must_use]
    pub fn line_states(&self) -> &[u16] {
        &self.states
    }

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

    /// Who has won: the owner of a complete line, or in misère play the other side.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let owner = self.line_owner?;
        Some(if self.rules().misere() { owner.opponent() } else { owner })
    }

    /// Every complete line that counts, as its cells.
    #[must_use]
    pub fn winning_lines(&self) -> Vec<Vec<Cell>> {
        let cells = |line| self.game.lines().cells(line).iter().map(|&cell| Cell::from(cell)).collect();
        self.complete_lines().map(cells).collect()
    }

    /// The numbers of the complete lines that count.
    pub(super) fn complete_lines(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = if self.line_owner.is_some() { self.states.len() } else { 0 };
        (0..lines).filter(|&line| self.line_owner.is_some_and(|owner| self.is_complete(line, owner)))
    }

    /// The legal moves, ascending; none once the game is over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = if self.status() == Status::Ongoing { self.cells.len() } else { 0 };
        (0..cells).filter(|&cell| self.playable(cell))
    }

    /// Whether the move can be played.
    #[must_use]
    pub fn is_legal(&self, cell: Cell) -> bool {
        self.check(cell).is_ok()
    }

    /// Whether the cell is empty and, where stones fall, a stone would come to rest there.
    #[inline]
    #[must_use]
    pub fn playable(&self, cell: Cell) -> bool {
        let below = cell + self.rules().width();
        let rests = !self.rules().gravity() || below >= self.cells.len() || self.cells[below].is_some();
        self.cells[cell].is_none() && rests
    }

    /// The lowest empty cell of a column (from 0), if there is one.
    #[must_use]
    pub fn landing(&self, column: usize) -> Option<Cell> {
        let width = self.rules().width();
        (0..self.rules().height()).rev().map(|row| row * width + column).find(|&cell| self.cells[cell].is_none())
    }

    /// Why a move cannot be played, if it cannot.
    fn check(&self, cell: Cell) -> Result<(), MoveError> {
        let rules = self.rules();
        if self.status() != Status::Ongoing {
            return Err(MoveError::GameOver);
        }
        match self.cells.get(cell) {
            None => Err(MoveError::OffBoard { cell, cells: self.cells.len() }),
            Some(&Some(by)) => Err(MoveError::Occupied { rules, cell, by }),
            Some(None) if self.playable(cell) => Ok(()),
            Some(None) => {
                let lands = self.landing(cell % rules.width()).unwrap_or(cell);
                Err(MoveError::Floating { rules, cell, lands })
            }
        }
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// Why it cannot be played; the position is as before then.
    pub fn play(&mut self, cell: Cell) -> Result<(), MoveError> {
        self.check(cell)?;
        self.play_unchecked(cell, |_, _| {});
        Ok(())
    }

    /// Plays a move known to be legal, and tells `line_changed` the states of each line through the cell before and
    /// after, from which a heuristic keeps its sum.
    ///
    /// # Panics
    /// If the cell is not on the board. With a move that is not legal the position is wrong from then on.
    #[inline]
    pub fn play_unchecked(&mut self, cell: Cell, line_changed: impl FnMut(u16, u16)) {
        self.history.push(Played { cell: cell as u16, threats: self.threats.len() as u16 });
        if self.place(cell, self.turn, line_changed) {
            self.line_owner = Some(self.turn);
        }
        self.turn = self.turn.opponent();
        self.key ^= zobrist::O_TO_MOVE;
    }

    /// Puts a stone down and updates all that depends on it but the turn; says whether it completes a line.
    #[inline]
    fn place(&mut self, cell: Cell, player: Player, mut line_changed: impl FnMut(u16, u16)) -> bool {
        let lines = self.game.lines();
        let k = self.game.rules().k();
        let (stone, full, short) = (lines.stone(player), lines.pure(player, k), lines.pure(player, k - 1));
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
            self.open_lines -= usize::from(lines.closed_by(player, before));
            if after == short && k > 1 {
                self.threats.push(line);
            }
            if after == full && (self.game.rules().overline() == Overline::Allowed || !self.is_overline(line, player)) {
                completes = true;
            }
        }
        completes
    }

    /// Leaves the turn to the other side. No rules allow that, but it shows what the other side threatens.
    pub fn pass(&mut self) {
        self.turn = self.turn.opponent();
        self.key ^= zobrist::O_TO_MOVE;
        self.from_start = false;
        self.history.clear();
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// If no move has been played since the position was set up.
    #[inline]
    pub fn undo(&mut self) {
        let Played { cell, threats } = self.history.pop().expect("undo follows a move");
        let cell = Cell::from(cell);
        self.turn = self.turn.opponent();
        self.key ^= zobrist::O_TO_MOVE ^ self.game.stone_keys[cell][self.turn.index()];
        let lines = self.game.lines();
        let stone = lines.stone(self.turn);
        for &line in lines.through(cell) {
            let state = &mut self.states[usize::from(line)];
            *state -= stone;
            self.open_lines += usize::from(lines.closed_by(self.turn, *state));
        }
        self.cells[cell] = None;
        self.stones -= 1;
        self.line_owner = None;
        self.threats.truncate(usize::from(threats));
    }

    /// The cells where the player could complete a line at once, legal to play; a cell may come more than once.
    #[inline]
    pub fn completions(&self, player: Player) -> impl Iterator<Item = Cell> + '_ {
        let lines = self.game.lines();
        let short = lines.pure(player, self.rules().k() - 1);
        let strict = self.rules().overline() == Overline::Forbidden;
        self.threats.iter().filter(move |&&line| self.states[usize::from(line)] == short).filter_map(move |&line| {
            let cells = lines.cells(usize::from(line)).iter().map(|&cell| Cell::from(cell));
            let gap = cells.into_iter().find(|&cell| self.cells[cell].is_none())?;
            (self.playable(gap) && !(strict && self.is_overline(line, player))).then_some(gap)
        })
    }

    /// Whether the player also holds a cell next to an end of the line.
    #[inline]
    fn is_overline(&self, line: u16, player: Player) -> bool {
        self.game.lines().beyond(usize::from(line)).any(|cell| self.cells[cell] == Some(player))
    }

    fn is_complete(&self, line: usize, player: Player) -> bool {
        let lines = self.game.lines();
        self.states[line] == lines.pure(player, self.rules().k())
            && (self.rules().overline() == Overline::Allowed || !self.is_overline(line as u16, player))
    }

    /// Whether the player has a complete line that counts, found by looking at all lines.
    pub(super) fn has_line(&self, player: Player) -> bool {
        (0..self.states.len()).any(|line| self.is_complete(line, player))
    }

    /// Whether alternate play from the empty board, X first, could have led here; `None` if a bounded search (at most
    /// about a millisecond) does not decide it.
    #[must_use]
    pub fn reachable(&self) -> Option<bool> {
        if self.from_start { Some(true) } else { reach::reachable(self) }
    }

    /// The side whose stones fill a line that counts, if any.
    pub(super) fn line_owner(&self) -> Option<Player> {
        self.line_owner
    }

    /// The board as a string of `X`, `O` and `.`, row by row without separators.
    #[must_use]
    pub fn board(&self) -> String {
        let mut board = String::with_capacity(self.cells.len());
        board.extend(self.cells.iter().map(|cell| cell.map_or('.', Player::symbol)));
        board
    }
}
