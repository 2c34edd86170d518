//! Queries to the engine and their answers.

use std::fmt;

use crate::game::{Cell, Position};
use crate::heuristic::{Heuristic, HeuristicError};
use crate::names::named_enum;
use crate::search::{Counts, Limits, RootMove, Stop, Verdict, Wanted};
use crate::solve::TooLarge;

named_enum! {
    /// The algorithm of a query.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Algorithm {
        /// The best exact source for the rules. Alpha-beta, if there is none or the query [leaves](SourceLeft) it.
        Auto = "auto",
        /// Alpha-beta, or a search that finds the same values sooner.
        AlphaBeta = "alpha-beta",
        /// Minimax, without pruning.
        Minimax = "minimax",
        /// The table of all positions of a small board.
        Retrograde = "retrograde",
        /// The solver for boards with gravity, and the opening book of Connect Four.
        Solver = "solver",
        /// The old hand-made rules, without a search: win, block, fork, …
        Rules = "rules",
    }
}

named_enum! {
    /// The source of an answer.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Source {
        /// A search.
        Search = "search",
        /// The table of all positions.
        Table = "table",
        /// The solver for boards with gravity.
        Solver = "solver",
        /// The opening book.
        Book = "book",
    }
}

named_enum! {
    /// The exact source that a query leaves by its heuristic or its depth. Without them it answers, as far as the limits allow.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum SourceLeft {
        /// The table of all positions.
        Table = "table",
        /// The opening book.
        Book = "book",
        /// The solver for boards with gravity.
        Solver = "solver",
        /// The search for a proof on other boards of up to 64 cells.
        Prover = "prover",
    }
}

named_enum! {
    /// The choice among equally good moves.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum TieBreak {
        /// The lowest cell.
        First = "first",
        /// The one after which own lines outweigh the opponent's most.
        Lines = "lines",
        /// A random one, by seed.
        Random = "random",
        /// The one after which the opponent has the most bad replies; of several, as [`TieBreak::Lines`].
        Trap = "trap",
    }
}

/// A query about an unfinished position.
#[derive(Clone, Debug)]
pub struct Query {
    /// The position to move in; its game is not over.
    pub position: Position,
    /// How to answer.
    pub algorithm: Algorithm,
    /// `None` for the default of the game.
    pub heuristic: Option<Heuristic>,
    /// When to stop.
    pub limits: Limits,
    /// The moves to consider, legal and ascending.
    pub moves: Vec<Cell>,
    /// Most moves that an analysis ranks; 0 for all.
    pub multi_pv: usize,
    /// The choice among equally good moves.
    pub tie_break: TieBreak,
    /// 0 to 100, the best move; see [`Level`](super::Level).
    pub skill: u8,
    /// The seed of random choices by skill or tie-break.
    pub seed: u64,
    /// The farthest result, in plies, that a table of all positions may show, as a search to that depth would; `None` for all.
    pub foresight: Option<u32>,
    /// Moves to consider as well, but only if all of `moves` are found to lose.
    pub reserve: Vec<Cell>,
    /// Whether [`Algorithm::Auto`] asks the exact source first, although there is a limit of depth. The depth then bounds only the search that
    /// answers if the source runs out of nodes or time.
    pub exact_at_any_depth: bool,
}

impl Query {
    /// The query with all defaults.
    #[must_use]
    pub fn new(position: Position) -> Query {
        let moves = position.legal_moves().collect();
        Query::among(position, moves)
    }

    /// The question with all defaults about some moves, legal and ascending.
    #[must_use]
    pub fn among(position: Position, moves: Vec<Cell>) -> Query {
        Query {
            moves,
            position,
            algorithm: Algorithm::Auto,
            heuristic: None,
            limits: Limits::default(),
            multi_pv: 0,
            tie_break: TieBreak::First,
            skill: Self::SKILL_MAX,
            seed: 0,
            foresight: None,
            reserve: Vec::new(),
            exact_at_any_depth: false,
        }
    }

    /// Full strength.
    pub const SKILL_MAX: u8 = 100;

    /// Whether the query has neither a heuristic nor a depth that counts, so that `auto` prefers exact sources.
    pub(super) fn is_open(&self) -> bool {
        self.heuristic.is_none() && (self.exact_at_any_depth || self.limits.depth.is_none())
    }

    /// The root moves whose exact values a choice needs.
    pub(super) fn wanted(&self) -> Wanted {
        match self.tie_break {
            TieBreak::First => Wanted::Best(1),
            TieBreak::Lines | TieBreak::Random | TieBreak::Trap => Wanted::AllBest,
        }
    }

    /// Most moves that an analysis ranks.
    pub(super) fn ranked(&self) -> usize {
        if self.multi_pv == 0 { usize::MAX } else { self.multi_pv }
    }
}

/// The kind of answer that a query gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Demand {
    /// One move, by rank, skill and tie-break.
    Choice,
    /// The best moves, at most this many, in order.
    Ranking(usize),
    /// All moves that equal the best, ascending. None if a limit ends an exact source.
    AllBest,
}

/// A move with its verdict and principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The cell of the move.
    pub cell: Cell,
    /// The verdict for the side to move.
    pub verdict: Verdict,
    /// The principal variation, `cell` first.
    pub pv: Vec<Cell>,
}

impl RankedMove {
    pub(super) fn new(root: &RootMove, empties: usize) -> RankedMove {
        RankedMove { cell: root.cell, verdict: root.verdict(empties), pv: root.pv.clone() }
    }

    /// Best first: by score, then the lowest cell.
    pub(super) fn rank(&self, other: &RankedMove) -> std::cmp::Ordering {
        other.verdict.score().cmp(&self.verdict.score()).then(self.cell.cmp(&other.cell))
    }
}

/// How an answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    /// The name of the heuristic; `None` if no static value took part.
    pub heuristic: Option<&'static str>,
    /// The depth in plies.
    pub depth: u32,
    /// Statistics of the work.
    pub counts: Counts,
    /// Whether the result is proven: a deeper search gives the same.
    pub complete: bool,
    /// Why the work ended.
    pub stop: Stop,
    /// The source of the answer.
    pub source: Source,
}

impl Report {
    /// Whether the answer depends on the speed of the machine.
    #[must_use]
    pub fn depended_on_the_clock(&self) -> bool {
        matches!(self.stop, Stop::Movetime | Stop::Cancelled)
    }

    /// Reports the limit that ended a part of the answer, unless a clock has ended another.
    pub(super) fn part_ended_by(&mut self, stop: Stop) {
        if !self.depended_on_the_clock() {
            self.stop = stop;
        }
    }
}

/// Ranked moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Best first.
    pub moves: Vec<RankedMove>,
    /// How it was found.
    pub report: Report,
}

impl Analysis {
    /// The chosen move, which is the only one, and the report.
    pub(super) fn into_choice(mut self) -> (RankedMove, Report) {
        (self.moves.swap_remove(0), self.report)
    }
}

/// Why a query cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum EngineError {
    /// The game is over.
    GameOver,
    /// The query has no moves to choose from.
    NoMoves,
    /// The board is too large for a retrograde table.
    TooLarge(TooLarge),
    /// The solver does not support the rules.
    Unsolvable,
    /// The hand-made rules fit games that a line wins only.
    MisereRules,
    /// The heuristic does not fit the rules.
    Heuristic(HeuristicError),
}

impl std::error::Error for EngineError {}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::GameOver => f.write_str("the game is over: there is no move to choose"),
            EngineError::NoMoves => f.write_str("no move is left to choose from; allow at least one legal move"),
            EngineError::TooLarge(error) => error.fmt(f),
            EngineError::Unsolvable => f.write_str(
                "the solver takes boards with gravity and width × (height + 1) of at most 64, k of at least 2, overlines \
                 allowed, not misère",
            ),
            EngineError::MisereRules => {
                f.write_str("the hand-made rules (win, block, fork, …) do not play misère games, where a completed line loses")
            }
            EngineError::Heuristic(error) => error.fmt(f),
        }
    }
}

impl From<TooLarge> for EngineError {
    fn from(error: TooLarge) -> Self {
        EngineError::TooLarge(error)
    }
}

impl From<HeuristicError> for EngineError {
    fn from(error: HeuristicError) -> Self {
        EngineError::Heuristic(error)
    }
}
