//! Games as people write them: lists of moves, concatenated moves, column digits, boards, SGF and Piskvork files.
//!
//! [`parse`] finds out which form a text has. Every form but a board and the setup of a game keeps the order of the moves. X moves first,
//! unless a setup or `1... a1` says otherwise. The work grows with the length of the text, and ends with the first error.

mod error;
mod list;
mod piskvork;
mod remarks;
mod replay;
mod sgf;
mod write;

use std::borrow::Cow;
use std::sync::Arc;

pub use error::RecordError;
use error::cut;
pub use remarks::{with_dotted_numbers, without_glyphs, without_line_comments, without_result};
pub use write::{columns, compact, list, list_by_o, piskvork, sgf, sgf_by, sgf_point, sgf_root, sgf_text};

use super::setup::within_fence;
use super::{Cell, Game, IllegalMove, Player, Position, Rules, Setup, parse_columns};
use list::is_separator;
use replay::{Replay, five_in_a_row};

/// The contents of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// The moves from the empty board; each of them is legal.
    Moves(Vec<Cell>),
    /// A game that did not begin on the empty board with X to move: its board, which a file sets up or a review names, and the moves
    /// from there.
    SetUp {
        /// The cells of the board, row by row from the top left; the order of their stones is not known.
        cells: Vec<Option<Player>>,
        /// The side that moved first.
        turn: Player,
        /// The moves, each of them legal.
        moves: Vec<Cell>,
    },
    /// The cells of a board, row by row from the top left; the position is unchecked.
    Board(Vec<Option<Player>>),
}

/// The forms of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// `b2 a1 c3`, `1. h8 h9 2. i8` or `h8h9i8`; with gravity also letters of columns, `d c d`; of a list of lines `17 3 5`.
    List,
    /// `4453` or `4,4,5,3`.
    Columns,
    /// `XO.......`, with or without separators of rows.
    Board,
    /// `(;GM[4]SZ[15];B[hh])`.
    Sgf,
    /// `Piskvorky 15x15, 11:11, 0` and lines of moves.
    Piskvork,
}

impl Form {
    fn of(text: &str) -> Option<Form> {
        let is_all = |of: fn(char) -> bool| text.chars().all(|character| character.is_whitespace() || of(character));
        let starts_move = |character: char| character.is_ascii_alphanumeric() || is_separator(character);
        match text {
            _ if is_tree(text) => Some(Form::Sgf),
            _ if piskvork::is_header(text) => Some(Form::Piskvork),
            _ if list::are_digits(text) => Some(Form::Columns),
            _ if is_all(|character| character == '/' || Setup::parse_cell(character).is_some()) => Some(Form::Board),
            _ if text.starts_with(starts_move) && text.contains(|character: char| character.is_ascii_digit()) => {
                Some(Form::List)
            }
            _ if list::are_letters(text) => Some(Form::List),
            _ => None,
        }
    }
}

/// Whether a text begins as a file of SGF does, and not with a place or a remark in parentheses.
fn is_tree(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|rest| {
        let is_remark = rest.trim_start().starts_with(|first: char| first.is_alphanumeric());
        !is_remark || rest.split(')').next().is_some_and(|within| within.contains(['[', ';']))
    })
}

/// The text without white space and fences around it, and without the byte order mark that editors put at the start of a file and the
/// headers of PGN.
#[must_use]
pub fn trim(text: &str) -> &str {
    let text = within_fence(text).unwrap_or(text);
    without_headers(text).trim_start_matches(is_blank).trim_end()
}

/// Whether a character is white space, or the byte order mark that editors put at the start of a file.
fn is_blank(character: char) -> bool {
    character == '\u{feff}' || character.is_whitespace()
}

/// The text without the headers of PGN that it begins with, such as `[Event "Club"]`.
#[must_use]
pub fn without_headers(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = after_header(rest.trim_start_matches(is_blank)) {
        rest = after;
    }
    rest
}

/// The text after a header of PGN; `None` where a text begins with none.
fn after_header(text: &str) -> Option<&str> {
    let rest =
        text.strip_prefix('[')?.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    let (_, after) = rest.strip_prefix(' ')?.trim_start().strip_prefix('"')?.split_once('"')?;
    after.trim_start().strip_prefix(']')
}

/// Reads a record of this game. Comments in a list of moves, in braces or parentheses, and the result at its end say nothing of
/// the moves; they are left out, but for the board where a review says that its game began. A text that is no list of moves may be a
/// board in any form that [`Setup::parse`] reads.
///
/// # Errors
/// The first thing that is wrong with it: the number of the move, counted from 1, and the reason; of a board all errors.
pub fn parse(game: &Arc<Game>, text: &str) -> Result<Record, RecordError> {
    let bare = trim(text);
    // Numbers and letters alone are moves, which a board would have as the names of its empty cells, or as stones.
    let are_letters = game.rules().gravity() && list::are_letters(bare);
    let may_be_drawn = !are_letters && matches!(Form::of(bare), Some(Form::List) | None);
    // White space at the start may be the first cell of a drawing.
    let drawn = || Setup::parse(game, text.trim_start_matches('\u{feff}')).map(Record::Board).ok();
    parse_form(game, bare).or_else(|error| may_be_drawn.then(drawn).flatten().ok_or(error))
}

/// The position of an SGF or Piskvork file before its first fault, after a move or before the first of a game from the empty board.
#[must_use]
pub fn before_fault(game: &Arc<Game>, text: &str) -> Option<Position> {
    let text = trim(text);
    let mut replay = Replay::new(game);
    match Form::of(text)? {
        Form::Sgf => sgf::read(text, &mut replay).err()?,
        Form::Piskvork => piskvork::read(text, &mut replay).err()?,
        _ => return None,
    };
    (!replay.is_set_up || !replay.moves.is_empty()).then(|| replay.position())
}

/// Reads a record, in the form that its text has by its letters.
fn parse_form(game: &Arc<Game>, whole: &str) -> Result<Record, RecordError> {
    // A text that begins with a brace is JSON rather than a comment.
    let is_other = whole.starts_with('{') || matches!(Form::of(whole), Some(Form::Sgf | Form::Piskvork));
    let bare = if is_other { Cow::Borrowed(whole) } else { remarks::remove(whole)? };
    let dotted = if is_other { None } else { remarks::with_dotted_numbers(&bare) };
    let text = dotted.as_deref().unwrap_or(&bare).trim();
    let lettered = if is_other { None } else { list::with_column_letters(game.rules(), text) };
    let text = lettered.as_deref().unwrap_or(text);
    if text.is_empty() {
        return Err(RecordError::Empty);
    }
    let mut replay = Replay::new(game);
    let start = remarks::start(whole).filter(|_| !is_other);
    let form = if game.rules().is_grid() { Form::of(text).ok_or(RecordError::UnknownForm)? } else { of_lines(text)? };
    match form {
        Form::Board => return Setup::parse(game, text).map(Record::Board).map_err(RecordError::Board),
        Form::Columns if !game.rules().gravity() => return Err(RecordError::NoGravity),
        Form::Columns => {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let columns = parse_columns(&Position::new(Arc::clone(game)), &digits);
            let numbered = list::with_numbered_rounds(text).and_then(|text| parse_form(game, &text).ok());
            return match (columns, numbered) {
                (Ok(_), Some(_)) => Err(RecordError::Malformed {
                    form: "list of columns",
                    reason: "the numbers at the start of its lines may be those of rounds, or columns; write rounds as \"1. 4 4\", or all \
                             columns in one line"
                        .to_owned(),
                }),
                (Err(_), Some(numbered)) => Ok(numbered),
                (Ok(moves), None) => Ok(Record::Moves(moves)),
                (Err(IllegalMove { index, error }), None) => {
                    let text = digits.chars().nth(index).map(String::from).unwrap_or_default();
                    Err(RecordError::Move { number: index + 1, text, error })
                }
            };
        }
        Form::List => {
            if let Some((board, turn)) = start {
                let cells = Setup::parse(game, board).map_err(RecordError::Board)?;
                replay.begin(cells, Some(turn))?;
            }
            list::read(text, &mut replay)?;
        }
        Form::Sgf => sgf::read(text, &mut replay)?,
        Form::Piskvork => piskvork::read(text, &mut replay)?,
    }
    let start = replay.is_set_up.then(|| replay.start());
    let moves = replay.moves;
    Ok(match start {
        None => Record::Moves(moves),
        Some(start) => Record::SetUp { cells: start.cells().to_vec(), turn: start.turn(), moves },
    })
}

/// The form of a record of a game that is a list of lines: a list of numbers, or a board.
fn of_lines(text: &str) -> Result<Form, RecordError> {
    let other = |text: &str, reason| Err(RecordError::OtherGame { text: text.to_owned(), reason });
    match Form::of(text) {
        Some(Form::Columns | Form::List) => Ok(Form::List),
        Some(Form::Board) => Ok(Form::Board),
        Some(Form::Sgf) => {
            other("an SGF file", "is of an ordinary board; send the numbers of the cells, such as \"17 3 5\"")
        }
        Some(Form::Piskvork) => {
            other("a Piskvork file", "is of an ordinary board; send the numbers of the cells, such as \"17 3 5\"")
        }
        None => other(
            &format!("{:?}", cut(text)),
            "is not a record of this game; send the numbers of the cells, such as \"17 3 5\", or a board",
        ),
    }
}

/// The rules of a record that names its own: of an SGF or Piskvork file.
///
/// A file without rules is of 5 in a row, or as many as the longer side of a smaller board has; stones are placed freely and
/// more in a row count, too.
///
/// # Errors
/// A head that is not well-formed, of another game, or of rules that no game here has.
pub fn rules(text: &str) -> Result<Option<Rules>, RecordError> {
    let text = trim(text);
    match Form::of(text) {
        Some(Form::Sgf) => sgf::Head::of(text)?.rules().map(Some),
        Some(Form::Piskvork) => five_in_a_row(piskvork::size(text)?).map(Some),
        _ => Ok(None),
    }
}
