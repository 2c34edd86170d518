//! Questions about the games that can follow from a position, and their answers.

use std::fmt;

use crate::engine::{Algorithm, EngineError, Query};
use crate::game::{Cell, Player, Position};
use crate::heuristic::Heuristic;
use crate::search::{Limits, Verdict};

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    X,
    O,
    Draw,
}

impl Ending {
    pub const ALL: [Ending; 3] = [Ending::X, Ending::O, Ending::Draw];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::X => "X",
            Ending::O => "O",
            Ending::Draw => "draw",
        }
    }

    pub(super) fn of(winner: Option<Player>) -> Ending {
        match winner {
            Some(Player::X) => Ending::X,
            Some(Player::O) => Ending::O,
            None => Ending::Draw,
        }
    }
}

/// Which of its equally good moves the engine's side may play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineMoves {
    /// Every one.
    All,
    /// The one with the lowest cell.
    First,
}

impl EngineMoves {
    pub const ALL: [EngineMoves; 2] = [EngineMoves::All, EngineMoves::First];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineMoves::All => "all",
            EngineMoves::First => "first",
        }
    }
}

/// When two games count as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sameness {
    /// Never.
    All,
    /// When they pass through the same classes of positions: each position is turned on its own.
    Paths,
    /// When one symmetry of the board turns the one into the other as a whole.
    Orbits,
}

impl Sameness {
    pub const ALL: [Sameness; 3] = [Sameness::All, Sameness::Paths, Sameness::Orbits];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Sameness::All => "all",
            Sameness::Paths => "paths",
            Sameness::Orbits => "orbits",
        }
    }
}

/// Which games are asked for.
#[derive(Clone, Debug)]
pub struct GamesQuery {
    pub position: Position,
    /// The side that plays only what the engine finds best.
    pub engine: Option<Player>,
    pub engine_moves: EngineMoves,
    /// How the engine finds it.
    pub algorithm: Algorithm,
    pub heuristic: Option<Heuristic>,
    /// The engine's depth, and what ends the count.
    pub limits: Limits,
    pub sameness: Sameness,
    /// The page: games of this ending only, so many skipped, at most so many listed.
    pub ending: Option<Ending>,
    pub offset: u64,
    pub page_max: usize,
    /// Whether the exact results of all first moves and of the replies to them are wanted, too.
    pub replies: bool,
    /// Most different positions that may be counted.
    pub positions_max: usize,
}

impl GamesQuery {
    /// What the engine is asked at its move.
    pub(super) fn engine_query(&self, position: &Position) -> Query {
        let GamesQuery { algorithm, heuristic, limits, .. } = self;
        let (heuristic, limits) = (heuristic.clone(), limits.clone());
        Query { algorithm: *algorithm, heuristic, limits, ..Query::new(position.clone()) }
    }

    /// The same question where both sides play freely, for exact results.
    pub(super) fn free(&self) -> GamesQuery {
        GamesQuery { engine: None, sameness: Sameness::Paths, ..self.clone() }
    }
}

/// Games by ending: X wins, O wins, draws.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ByEnding(pub(super) [u64; 3]);

impl ByEnding {
    #[must_use]
    pub fn of(&self, ending: Ending) -> u64 {
        self.0[ending as usize]
    }

    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// All, or those of one ending.
    #[must_use]
    pub fn matching(&self, ending: Option<Ending>) -> u64 {
        ending.map_or_else(|| self.total(), |ending| self.of(ending))
    }

    /// `None` beyond what every JSON reader has exactly.
    pub(super) fn plus(self, other: ByEnding) -> Option<ByEnding> {
        let mut sum = self;
        for (sum, more) in sum.0.iter_mut().zip(other.0) {
            *sum = sum.checked_add(more)?;
        }
        let total = sum.0.iter().try_fold(0_u64, |total, &part| total.checked_add(part))?;
        (total <= GAMES_MAX).then_some(sum)
    }
}

/// Largest number of games: the largest integer that every JSON reader has exactly.
const GAMES_MAX: u64 = (1 << 53) - 1;

/// One complete game from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    pub moves: Vec<Cell>,
    pub winner: Option<Player>,
}

/// A first move, its exact result for the side that plays it, and the replies to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub cell: Cell,
    pub verdict: Verdict,
    pub replies: Vec<Reply>,
}

/// A reply with its exact result for the side that replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    pub cell: Cell,
    pub verdict: Verdict,
    /// Whether it keeps the best outcome that the side has after this opening.
    pub holds: bool,
}

/// The games from a position.
#[derive(Clone, Debug)]
pub struct Continuations {
    /// By number of moves.
    pub by_length: Vec<ByEnding>,
    pub total: ByEnding,
    /// Games that the filter by ending lets through: those that the pages list.
    pub matching: u64,
    /// Different positions met, the start included; under a symmetry, different classes.
    pub positions: usize,
    pub page: Vec<PlayedGame>,
    pub openings: Option<Vec<Opening>>,
}

/// Why games cannot be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GamesError {
    TooManyPositions {
        max: usize,
    },
    TooManyGames,
    OutOfTime {
        positions: usize,
    },
    Cancelled,
    /// The engine cannot play as asked.
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
            GamesError::Engine(fault) => fault.fmt(f),
        }
    }
}
