//! Unchecked boards; [`Setup::into_position`] checks them and reports all errors.

mod classic;
mod drawing;
mod labels;
mod other_name;
mod pasted;
mod remarks;
mod signs;

use std::sync::Arc;

pub use other_name::OtherName;
pub(super) use pasted::within_fence;

use super::{Errors, Game, Player, Position, Rules, SetupError};

/// An unchecked board.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game of the board.
    pub game: Arc<Game>,
    /// One entry for each cell, row by row from the top left.
    pub cells: Vec<Option<Player>>,
    /// The side to move; `None` to infer it from the stone counts.
    pub turn: Option<Player>,
}

/// The errors of a board.
pub type SetupErrors = Errors<SetupError>;

impl Setup {
    /// The cell that a character stands for; `None` if it stands for none.
    #[must_use]
    pub fn parse_cell(character: char) -> Option<Option<Player>> {
        match character {
            'X' | 'x' => Some(Some(Player::X)),
            'O' | 'o' => Some(Some(Player::O)),
            '.' | '-' | '_' => Some(None),
            _ => None,
        }
    }

    /// Whether a board, or a row of it, is drawn with bars between its cells.
    #[must_use]
    pub fn has_bars(board: &str) -> bool {
        drawing::has_bars(board)
    }

    /// A cell of a pasted board whose name by the board's own labels is not the one it has here: of an ordinary board whose rows count from
    /// the top the corner `a3`, as `"A1"`. `None` where all are the same, or the board has no labels.
    #[must_use]
    pub fn other_name(rules: &Rules, board: &str) -> Option<OtherName> {
        other_name::of(rules, board)
    }

    /// Reads a board string, row by row from the top: `X` and `O` in either case; `.`, `-` or `_` for an empty cell. Rows may
    /// be separated by `/` or line breaks, which may stand anywhere in the board of a list of lines. A drawing, as
    /// [`Position`] is displayed, has spaces between the cells of its rows, and on an ordinary board numbers of rows and letters of
    /// columns. There it may have bars between the cells, `X | O |  `, where nothing is an empty cell, and lines between the rows.
    ///
    /// Beyond these exact forms it reads boards as people paste them: below a heading and with other lines in words around the rows, in fences,
    /// with labels of columns and rows on any side, in tables, quoted in a mail, with underscores as the ground of empty cells, with `R` and
    /// `Y`, `B` and `W` or emoji for the stones, where `R` and `B` are X, and with numbers in the empty cells. Black and white emoji are
    /// stones where another sign is the empty cell; a board that leaves this open is an error.
    ///
    /// # Errors
    /// Each unknown character, and a wrong number of rows or cells.
    pub fn parse(game: &Game, board: &str) -> Result<Vec<Option<Player>>, SetupErrors> {
        // Most boards are exact, and words never are.
        let exact = Self::parse_drawn(game, board);
        if exact.is_ok() {
            return exact;
        }
        let drawing = Self::drawing(game.rules(), board);
        let exact = if drawing.len() == board.len() { exact } else { Self::parse_drawn(game, drawing) };
        let read = exact.or_else(|errors| match pasted::cells(game.rules(), drawing) {
            Some(cells) => Ok(cells),
            None if is_in_cell(&errors) => Err(errors),
            // Faults beside the signs.
            None => pasted::with_usual_signs(game.rules(), drawing)
                .map_or(Err(errors), |board| Self::parse_drawn(game, &board)),
        });
        read.map_err(|mut errors| {
            // Characters count from the start of the text.
            let start = drawing.as_ptr() as usize - board.as_ptr() as usize;
            let before = board[..start].chars().count();
            for error in &mut errors.listed {
                if let SetupError::UnknownCharacter { index, .. } = error {
                    *index += before;
                }
            }
            errors
        })
    }

    /// The rows of a board with their labels: the text without the lines around them that are in words.
    #[must_use]
    pub fn drawing<'t>(rules: &Rules, board: &'t str) -> &'t str {
        remarks::drawing(rules, board)
    }

    /// The lines of a board in words that say whose turn it is, such as `O to move` and `Turn: O`, and whose; `None` where they say it by
    /// colours that its stones do not have.
    #[must_use]
    pub fn said_turns<'t>(rules: &Rules, board: &'t str) -> Vec<(&'t str, Option<Player>)> {
        let lines: Vec<&str> = remarks::lines_in_words(board).collect();
        if lines.is_empty() {
            return Vec::new();
        }
        remarks::said_turns(lines, &pasted::rows(rules, Self::drawing(rules, board)).concat())
    }

    /// The first line of a board that gives its letters another meaning than here, such as `O = first player`.
    #[must_use]
    pub fn other_legend(board: &str) -> Option<&str> {
        remarks::other_legend(board)
    }

    /// Reads a board string in its exact forms.
    fn parse_drawn(game: &Game, board: &str) -> Result<Vec<Option<Player>>, SetupErrors> {
        let rules = game.rules();
        if rules.is_grid()
            && drawing::has_bars(board)
            && let Some(rows) = drawing::without_bars(rules, board)
        {
            return Self::parse_rows(game, &rows);
        }
        if !board.contains(' ') {
            return Self::parse_rows(game, board);
        }
        if !rules.is_grid() {
            return drawing::by_layout(rules, board).map_or_else(|| Self::parse_rows(game, board), Ok);
        }
        Self::parse_rows(game, &drawing::without_labels(rules, board))
    }

    /// Reads rows of cells; on an ordinary board with spaces anywhere.
    fn parse_rows(game: &Game, board: &str) -> Result<Vec<Option<Player>>, SetupErrors> {
        let rules = game.rules();
        let mut cells = Vec::with_capacity(rules.cells());
        let mut errors = SetupErrors::default();
        let mut row_ends = Vec::new();
        for (index, character) in board.chars().enumerate() {
            match character {
                '\r' => {}
                ' ' if rules.is_grid() => {}
                '/' | '\n' => row_ends.push(cells.len()),
                _ => cells.push(Self::parse_cell(character).unwrap_or_else(|| {
                    errors.add(SetupError::UnknownCharacter { index, character });
                    // Counts as a cell, so that the number of cells is not an error as well.
                    None
                })),
            }
        }
        if row_ends.last() == Some(&cells.len()) {
            row_ends.pop(); // a line break after the last row
        }
        // A list of lines has no rows: separators may stand anywhere.
        if row_ends.is_empty() || !rules.is_grid() {
            if cells.len() != rules.cells() {
                errors.add(SetupError::CellCount { expected: rules.cells(), found: cells.len() });
            }
        } else {
            row_ends.push(cells.len());
            row_errors(game, &row_ends).into_iter().for_each(|error| errors.add(error));
        }
        errors.into_result().map(|()| cells)
    }

    /// Checks the board. With `strict`, alternate play must be known to lead to it, see [`Position::reachable`].
    ///
    /// # Errors
    /// All errors of the board.
    pub fn into_position(self, strict: bool) -> Result<Position, Vec<SetupError>> {
        let rules = self.game.rules();
        if self.cells.len() != rules.cells() {
            return Err(vec![SetupError::CellCount { expected: rules.cells(), found: self.cells.len() }]);
        }
        let mut errors = Vec::new();
        if rules.gravity() {
            let rests = |cell| self.game.below(cell).is_none_or(|below| self.cells[below].is_some());
            let floating = (0..rules.cells()).filter(|&cell| self.cells[cell].is_some() && !rests(cell));
            errors.extend(floating.map(|cell| SetupError::Floating { names: rules.into(), cell }));
        }
        let count = |player| self.cells.iter().filter(|&&stone| stone == Some(player)).count();
        let (x, o) = (count(Player::X), count(Player::O));
        let mut position = Position::from_cells(self.game, &self.cells);
        let [x_line, o_line] = Player::ALL.map(|player| position.has_line(player));
        if x_line && o_line {
            errors.push(SetupError::TwoWinners);
        }
        let owner = if x_line { Some(Player::X) } else { o_line.then_some(Player::O) };
        // If the counts do not determine it, the owner of a complete line has moved last.
        let by_counts = match (x, o) {
            _ if x == o => Some(Player::X),
            _ if x == o + 1 => Some(Player::O),
            _ => owner.map(Player::opponent),
        };
        match self.turn.or(by_counts) {
            Some(turn) => position.finish_setup(turn, owner),
            None => errors.push(SetupError::TurnUnknown { x, o }),
        }
        if errors.is_empty() && strict {
            match position.reachable() {
                Some(true) => {}
                Some(false) => errors.push(SetupError::Unreachable { x, o, turn: position.turn() }),
                None => errors.push(SetupError::ReachUndecided),
            }
        }
        if errors.is_empty() { Ok(position) } else { Err(errors) }
    }
}

/// Whether a sign that may be the mark of a last move, or a quote, stands in place of a cell, and nothing else is wrong.
fn is_in_cell(errors: &SetupErrors) -> bool {
    matches!(errors.listed[..], [SetupError::UnknownCharacter { character: '*' | '\'' | '"' | '`', .. }])
}

/// The errors of separated rows that end at these cells.
fn row_errors(game: &Game, row_ends: &[usize]) -> Vec<SetupError> {
    let (width, height) = (game.rules().width(), game.rules().height());
    if row_ends.len() != height {
        return vec![SetupError::RowCount { expected: height, found: row_ends.len() }];
    }
    let starts = std::iter::once(0).chain(row_ends.iter().copied());
    let lengths = starts.zip(row_ends).map(|(start, end)| end - start).enumerate();
    lengths
        .filter(|&(_, found)| found != width)
        .map(|(row, found)| SetupError::RowLength { row, expected: width, found })
        .collect()
}
