//! The errors of a record. The texts name the move by its number, the bad value and the remedy.

use std::fmt;

use crate::game::{MoveError, Player, Rules, SetupErrors, notation};

/// Why a text is not the record of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum RecordError {
    /// There is no move in the text.
    Empty,
    /// The text has none of the known forms.
    UnknownForm,
    /// Column digits, of a game without gravity.
    NoGravity,
    /// The text breaks the rules of its form.
    Malformed {
        /// The form of the record.
        form: &'static str,
        /// The reason, in words.
        reason: String,
    },
    /// The text of a move, or of a stone that is set up, names no cell of the board.
    NoCell {
        /// The number of the move, from 1; `None` of a stone that is set up.
        number: Option<usize>,
        /// The text in question.
        text: String,
        /// The rules of the game.
        rules: Rules,
    },
    /// A move is illegal.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The text in question.
        text: String,
        /// Why it is illegal.
        error: MoveError,
    },
    /// The numbers before the moves, up to this one, count neither moves nor rounds.
    Numbering {
        /// The number of the move, from 1.
        number: usize,
        /// The number that is there.
        found: String,
    },
    /// A move or a setup is of the side whose turn it is not.
    WrongSide {
        /// The number of the move, from 1.
        number: usize,
        /// The side to move.
        turn: Player,
    },
    /// A move has no side, and the moves before it have: these may be all of one side.
    SideMissing {
        /// The number of the move, from 1.
        number: usize,
    },
    /// The numbers of stones that are set up, without a move, do not tell whose turn it is.
    UnevenSetup {
        /// Stones of X.
        x: usize,
        /// Stones of O.
        o: usize,
    },
    /// The record is of a game that is none of those here.
    OtherGame {
        /// The text in question.
        text: String,
        /// The reason, in words.
        reason: &'static str,
    },
    /// The record is of a board of another size.
    OtherSize {
        /// Columns in the record.
        width: u64,
        /// Rows in the record.
        height: u64,
        /// The rules of the game.
        rules: Rules,
    },
    /// The record is of other rules.
    OtherRules {
        /// The text in question.
        text: String,
    },
    /// The board of the record is larger than any here, or has no cells.
    SizeOutOfRange {
        /// Columns in the record.
        width: u64,
        /// Rows in the record.
        height: u64,
    },
    /// The record is a board with errors.
    Board(SetupErrors),
}

impl std::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Empty => f.write_str(
                "there is no move in the record; send moves such as \"b2 a1 c3\", or leave record out for the empty board",
            ),
            RecordError::UnknownForm => f.write_str(
                "the text is not a record in a known form; send moves such as \"b2 a1 c3\" or \"h8h9i8\", column digits such as \
                 \"4453\", a board such as \"XO.......\", an SGF or a Piskvork file",
            ),
            RecordError::NoGravity => {
                f.write_str("column digits are for games with gravity; name such a game, or write cells by their names, such as \"b2 a1\"")
            }
            RecordError::Malformed { form, reason } => write!(f, "the {form} is not well-formed: {reason}"),
            RecordError::NoCell { number, text, rules } => {
                let (lowest, highest) = match rules.is_grid() {
                    true => ("a1", notation::cell_name(rules, rules.width() - 1)),
                    false => ("0", notation::cell_name(rules, rules.cells() - 1)),
                };
                match number {
                    Some(number) => write!(f, "move {number}: ")?,
                    None => f.write_str("AB and AW: ")?,
                }
                write!(f, "{text:?} is not a cell of this board; cells are {lowest} to {highest}")?;
                if !(rules.is_grid() && rules.gravity()) {
                    return Ok(());
                }
                let last = notation::column_letter(rules.width() - 1);
                write!(f, ", columns letters from a to {last}, or all of them digits, such as \"4453\"")
            }
            RecordError::Move { number, text, error } => write!(f, "move {number} ({text:?}): {error}"),
            RecordError::Numbering { number, found } => write!(
                f,
                "move {number} of the record has the number {found}; a move is missing or repeated"
            ),
            RecordError::WrongSide { number, turn } => write!(
                f,
                "move {number} is by {}; X (B, black) moves first, then the sides alternate, and nobody may pass; call the side that \
                 began X, or leave the sides out",
                turn.symbol()
            ),
            RecordError::SideMissing { number } => write!(
                f,
                "move {number} has no side, and one before it has; send all moves in the order of play, a side before each or before \
                 none"
            ),
            RecordError::UnevenSetup { x, o } => write!(
                f,
                "AB and AW place {x} X and {o} O stones, which do not tell whose turn it is; add PL[B] or PL[W]"
            ),
            RecordError::OtherGame { text, reason } => write!(f, "{text} {reason}"),
            RecordError::OtherSize { width, height, rules } => write!(
                f,
                "the record is of a board of {width}×{height} cells; this game has {}×{}",
                rules.width(),
                rules.height()
            ),
            RecordError::OtherRules { text } => {
                write!(f, "the record is for {text:?}; set game to match")
            }
            RecordError::SizeOutOfRange { width, height } => {
                let max = Rules::SIDE_MAX;
                write!(f, "the record is of a board of {width}×{height} cells; sides have 1 to {max}")
            }
            RecordError::Board(errors) => match errors.listed.first() {
                Some(error) => error.fmt(f),
                None => f.write_str("the board is not valid"),
            },
        }
    }
}

/// Longest part of a text that an error repeats, in characters.
const TEXT_CHARS_MAX: usize = 32;

/// The beginning of a text, for an error.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
