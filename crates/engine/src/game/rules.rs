//! Validated rules, and the named presets.

use std::fmt;
use std::sync::Arc;

use super::LineBoard;
use super::line_board::line_preset;
use crate::names::named_enum;

/// Index of a cell: 0 is the top left, then row by row; below [`Rules::cells`].
pub type Cell = usize;

named_enum! {
    /// Whether a run of more than `k` stones counts.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Overline {
        /// It counts like a run of exactly `k`.
        Allowed = "allowed",
        /// Only a run of exactly `k` stones counts.
        Forbidden = "forbidden",
    }
}

/// Unchecked rules, see [`Rules::new`].
#[derive(Clone, Copy, Debug)]
pub struct RulesSpec {
    /// Columns.
    pub width: u64,
    /// Rows.
    pub height: u64,
    /// Stones in a row that end the game.
    pub k: u64,
    /// Whether stones fall to the lowest empty cell of their column.
    pub gravity: bool,
    /// Whether a run of more than `k` stones counts.
    pub overline: Overline,
    /// Whether `k` in a row loses instead of winning.
    pub misere: bool,
}

/// Valid rules: of an ordinary board, with sides of 1 to [`Rules::SIDE_MAX`] cells and `k` at most the longer side; or of a game
/// that is a list of lines, see [`Rules::from_lines`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rules {
    width: u8,
    height: u8,
    k: u8,
    gravity: bool,
    overline: Overline,
    misere: bool,
    cells: u16,
    /// The lines, where they are not those of an ordinary board.
    lines: Option<Arc<LineBoard>>,
}

/// A value of a [`RulesSpec`] that is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum RulesError {
    /// The width, in columns.
    Width(u64),
    /// The height, in rows.
    Height(u64),
    /// The number of stones in a row.
    K {
        /// Stones in a row that end the game.
        k: u64,
        /// The largest that fits the board.
        max: u64,
    },
}

impl std::error::Error for RulesError {}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side_max = Rules::SIDE_MAX;
        match self {
            RulesError::Width(width) => write!(f, "width {width} is out of range; use 1 to {side_max} cells"),
            RulesError::Height(height) => write!(f, "height {height} is out of range; use 1 to {side_max} cells"),
            RulesError::K { k, max } => {
                write!(f, "k {k} is out of range; use 1 to {max}, the longer side of the board")
            }
        }
    }
}

impl Rules {
    /// The longest side of a board, in cells.
    pub const SIDE_MAX: usize = 20;
    /// Most cells of a board.
    pub const CELLS_MAX: usize = Self::SIDE_MAX * Self::SIDE_MAX;

    /// Checks a specification.
    ///
    /// # Errors
    /// Each value out of range: a side outside 1..=[`Rules::SIDE_MAX`], a `k` of 0 or above both sides.
    pub fn new(spec: RulesSpec) -> Result<Rules, Vec<RulesError>> {
        let mut errors = Vec::new();
        let side_max = Self::SIDE_MAX as u64;
        let sides = [(spec.width, RulesError::Width(spec.width)), (spec.height, RulesError::Height(spec.height))];
        errors.extend(sides.into_iter().filter(|(side, _)| !(1..=side_max).contains(side)).map(|(_, error)| error));
        let max = spec.width.max(spec.height).clamp(1, side_max);
        if !(1..=max).contains(&spec.k) {
            errors.push(RulesError::K { k: spec.k, max });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let RulesSpec { width, height, k, gravity, overline, misere } = spec;
        Ok(Rules { gravity, overline, misere, ..Rules::preset(width as u8, height as u8, k as u8) })
    }

    const fn preset(width: u8, height: u8, k: u8) -> Rules {
        let cells = width as u16 * height as u16;
        Rules { width, height, k, gravity: false, overline: Overline::Allowed, misere: false, cells, lines: None }
    }

    /// The rules of a game that is a list of lines.
    pub(super) fn of_board(board: Arc<LineBoard>) -> Rules {
        let (height, width) = board.extent();
        Rules {
            width: width as u8,
            height: height as u8,
            k: board.longest() as u8,
            gravity: !board.columns().is_empty(),
            overline: Overline::Allowed,
            misere: false,
            cells: board.cells() as u16,
            lines: Some(board),
        }
    }

    pub(super) fn with_misere(self, misere: bool) -> Rules {
        Rules { misere, ..self }
    }

    /// Whether this is an ordinary board: `width` × `height` cells, row by row from the top left, with all lines of `k` cells.
    #[inline]
    #[must_use]
    pub const fn is_grid(&self) -> bool {
        self.lines.is_none()
    }

    /// The board of a game that is a list of lines; `None` of an ordinary board.
    #[must_use]
    pub fn line_board(&self) -> Option<&Arc<LineBoard>> {
        self.lines.as_ref()
    }

    /// Row and column of a cell, from the top left: on an ordinary board, or in the layout of a list of lines.
    #[inline]
    #[must_use]
    pub fn place(&self, cell: super::Cell) -> (usize, usize) {
        match &self.lines {
            None => (cell / self.width(), cell % self.width()),
            Some(board) => board.place(cell),
        }
    }

    /// Columns of the board, of a list of lines those of its layout.
    #[inline]
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows of the board, of a list of lines those of its layout.
    #[inline]
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// Stones in a row that end the game; of a list of lines the cells of the longest.
    #[inline]
    #[must_use]
    pub const fn k(&self) -> usize {
        self.k as usize
    }

    /// Cells of the board.
    #[inline]
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.cells as usize
    }

    /// Whether stones fall to the lowest empty cell of their column.
    #[inline]
    #[must_use]
    pub const fn gravity(&self) -> bool {
        self.gravity
    }

    /// Whether a run of more than `k` stones counts.
    #[inline]
    #[must_use]
    pub const fn overline(&self) -> Overline {
        self.overline
    }

    /// Whether `k` in a row loses instead of winning.
    #[inline]
    #[must_use]
    pub const fn misere(&self) -> bool {
        self.misere
    }
}

named_enum! {
    /// A named game. The order is behaviour: where several fit what was sent, such as a number of cells or part of a name, the first is meant.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Preset {
        /// 3 in a row on 3×3.
        TicTacToe = "tic-tac-toe",
        /// 3×3, where 3 in a row loses.
        MisereTicTacToe = "misere-tic-tac-toe",
        /// 4 in a row on 4×4.
        FourByFour = "four-by-four",
        /// 4 in a row on 5×5.
        FiveByFive = "five-by-five",
        /// 4 in a row on 7×6, with gravity.
        ConnectFour = "connect-four",
        /// 5 in a row on 15×15.
        Gomoku = "gomoku",
        /// Exactly 5 in a row on 15×15.
        GomokuStandard = "gomoku-standard",
        /// 5 in a row on 19×19.
        Gomoku19 = "gomoku-19",
        /// Exactly 5 in a row on 19×19.
        GomokuStandard19 = "gomoku-standard-19",
        /// 5 in a row on 20×20.
        Gomoku20 = "gomoku-20",
        /// 4 in a row on 4×4×4.
        Qubic = "qubic",
        /// 3 in a row on 3×3×3.
        ThreeCubed = "three-cubed",
        /// 4 in a row on 4×4×4, with gravity along the third dimension.
        ScoreFour = "score-four",
        /// 3 in a row on 3×3, whose opposite edges meet.
        Torus = "torus",
        /// The tetromino Tippy, `.XX/XX.`, in any position, on 3×3.
        Tippy = "tippy",
        /// A line of the projective plane of seven points.
        Fano = "fano",
    }
}

impl Preset {
    /// The title, as pages show it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Preset::TicTacToe => "Tic-tac-toe",
            Preset::MisereTicTacToe => "Misère tic-tac-toe",
            Preset::FourByFour => "Four in a row on 4×4",
            Preset::FiveByFive => "Four in a row on 5×5",
            Preset::ConnectFour => "Connect Four",
            Preset::Gomoku => "Gomoku, freestyle",
            Preset::GomokuStandard => "Gomoku, exactly five",
            Preset::Gomoku19 => "Gomoku on 19×19, freestyle",
            Preset::GomokuStandard19 => "Gomoku on 19×19, exactly five",
            Preset::Gomoku20 => "Gomoku on 20×20, freestyle",
            Preset::Qubic => "Qubic, four in a row on 4×4×4",
            Preset::ThreeCubed => "Three in a row on 3×3×3",
            Preset::ScoreFour => "Score Four, 4×4×4 with gravity",
            Preset::Torus => "Tic-tac-toe on a torus",
            Preset::Tippy => "Tippy, a tetromino on 3×3",
            Preset::Fano => "The Fano plane, seven lines of seven points",
        }
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(self) -> Rules {
        match self {
            Preset::TicTacToe => Rules::preset(3, 3, 3),
            Preset::MisereTicTacToe => Rules { misere: true, ..Rules::preset(3, 3, 3) },
            Preset::FourByFour => Rules::preset(4, 4, 4),
            Preset::FiveByFive => Rules::preset(5, 5, 4),
            Preset::ConnectFour => Rules { gravity: true, ..Rules::preset(7, 6, 4) },
            Preset::Gomoku => Rules::preset(15, 15, 5),
            Preset::GomokuStandard => Rules { overline: Overline::Forbidden, ..Rules::preset(15, 15, 5) },
            Preset::Gomoku19 => Rules::preset(19, 19, 5),
            Preset::GomokuStandard19 => Rules { overline: Overline::Forbidden, ..Rules::preset(19, 19, 5) },
            Preset::Gomoku20 => Rules::preset(20, 20, 5),
            Preset::Qubic | Preset::ThreeCubed | Preset::ScoreFour | Preset::Torus | Preset::Tippy | Preset::Fano => {
                line_preset(self)
            }
        }
    }

    /// The preset of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The preset with these rules.
    #[must_use]
    pub fn of_rules(rules: &Rules) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.rules() == *rules)
    }
}

impl From<Preset> for Rules {
    fn from(preset: Preset) -> Rules {
        preset.rules()
    }
}
