//! Queries about the games from a position, and their answers.

use std::fmt;

use crate::engine::{Algorithm, EngineError, Query};
use crate::game::{Cell, Player, Position};
use crate::heuristic::Heuristic;
use crate::names::named_enum;
use crate::search::{Limits, Verdict};

named_enum! {
    /// The result of a game.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum GameResult {
        /// X wins.
        X = "X",
        /// O wins.
        O = "O",
        /// Nobody wins.
        Draw = "draw",
    }
}

impl GameResult {
    pub(super) fn of(winner: Option<Player>) -> GameResult {
        match winner {
            Some(Player::X) => GameResult::X,
            Some(Player::O) => GameResult::O,
            None => GameResult::Draw,
        }
    }
}

named_enum! {
    /// The moves of the engine among equally good ones.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum EngineMoves {
        /// All of them.
        All = "all",
        /// The one with the lowest cell.
        First = "first",
    }
}

named_enum! {
    /// The games that count as equal.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum SymmetryMode {
        /// None.
        All = "all",
        /// Games that pass through the same classes of positions: each position has its own symmetry.
        Paths = "paths",
        /// Games that one symmetry of the board maps to each other.
        Orbits = "orbits",
    }
}

/// A query about games.
#[derive(Clone, Debug)]
pub struct GamesQuery {
    /// Games are counted from here on.
    pub position: Position,
    /// The side that the engine plays.
    pub engine: Option<Player>,
    /// The moves that the engine plays among equally good ones.
    pub engine_moves: EngineMoves,
    /// The algorithm of the engine.
    pub algorithm: Algorithm,
    /// The engine's heuristic; `None` for the default of the game.
    pub heuristic: Option<Heuristic>,
    /// The depth of the engine; time limit and cancel flag of the count.
    pub limits: Limits,
    /// The games that count as equal.
    pub symmetry: SymmetryMode,
    /// Lists only games with this result.
    pub result: Option<GameResult>,
    /// Games to skip.
    pub offset: u64,
    /// Most games to list.
    pub page_max: usize,
    /// Whether to add the exact results of all first moves and of the replies to them.
    pub replies: bool,
    /// Most different positions of a count.
    pub positions_max: usize,
}

impl GamesQuery {
    /// The query of the engine at a move.
    pub(super) fn engine_query(&self, position: &Position) -> Query {
        let GamesQuery { algorithm, heuristic, limits, .. } = self;
        let (heuristic, limits) = (heuristic.clone(), limits.clone());
        Query { algorithm: *algorithm, heuristic, limits, ..Query::new(position.clone()) }
    }

    /// The same query with free play of both sides, for exact results.
    pub(super) fn free(&self) -> GamesQuery {
        GamesQuery { engine: None, symmetry: SymmetryMode::Paths, ..self.clone() }
    }
}

/// Numbers of games: X wins, O wins, draws.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultCounts(pub(super) [u64; 3]);

impl ResultCounts {
    /// Games with this result.
    #[must_use]
    pub fn of(&self, result: GameResult) -> u64 {
        self.0[result as usize]
    }

    /// All games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// All games, or those with one result.
    #[must_use]
    pub fn matching(&self, result: Option<GameResult>) -> u64 {
        result.map_or_else(|| self.total(), |result| self.of(result))
    }

    /// The sum; `None` above [`GAMES_MAX`].
    pub(super) fn plus(self, other: ResultCounts) -> Option<ResultCounts> {
        let mut sum = self;
        for (sum, more) in sum.0.iter_mut().zip(other.0) {
            *sum = sum.checked_add(more)?;
        }
        let total = sum.0.iter().try_fold(0_u64, |total, &part| total.checked_add(part))?;
        (total <= GAMES_MAX).then_some(sum)
    }
}

/// Most games: the largest integer up to which a double is exact.
const GAMES_MAX: u64 = (1 << 53) - 1;

/// A complete game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// The moves from the position on.
    pub moves: Vec<Cell>,
    /// `None` for a draw.
    pub winner: Option<Player>,
}

/// A first move, its exact result for the mover, and the replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The move.
    pub cell: Cell,
    /// The exact result for the side that moves.
    pub verdict: Verdict,
    /// The replies to it.
    pub replies: Vec<Reply>,
}

/// A reply with its exact result for the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move.
    pub cell: Cell,
    /// The exact result for the side that moves.
    pub verdict: Verdict,
    /// Whether it keeps the best outcome.
    pub holds: bool,
}

/// The games from a position.
#[derive(Clone, Debug)]
pub struct Continuations {
    /// The games by the number of moves.
    pub by_length: Vec<ResultCounts>,
    /// All games, by result.
    pub total: ResultCounts,
    /// The number of games that the pages list.
    pub matching: u64,
    /// Different positions, including the start; with a symmetry mode, different classes.
    pub positions: usize,
    /// The games of the page.
    pub page: Vec<ListedGame>,
    /// The first moves with their replies, if asked for.
    pub openings: Option<Vec<Opening>>,
}

/// Why a count failed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum GamesError {
    /// More positions than the bound.
    TooManyPositions {
        /// The bound.
        max: usize,
    },
    /// More games than numbers count.
    TooManyGames,
    /// The time or node limit is reached.
    OutOfTime {
        /// Positions that are counted so far.
        positions: usize,
    },
    /// The work is cancelled.
    Cancelled,
    /// The engine cannot answer its query.
    Engine(EngineError),
}

impl std::error::Error for GamesError {}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesError::TooManyPositions { max } => {
                write!(f, "more than {max} different positions follow from this one")
            }
            GamesError::TooManyGames => write!(f, "more than {GAMES_MAX} games follow from this position"),
            GamesError::OutOfTime { positions } => {
                write!(f, "the time was up after {positions} different positions")
            }
            GamesError::Cancelled => f.write_str("cancelled"),
            GamesError::Engine(error) => error.fmt(f),
        }
    }
}
