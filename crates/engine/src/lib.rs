//! Rules, heuristics, search and solvers for k-in-a-row games: tic-tac-toe, Connect Four, Gomoku, any board up to 20×20, and any
//! other list of lines: boards of more dimensions, boards that wrap around, polyominoes, finite planes.
//!
//! A [`Position`] knows the rules of its [`Preset`] or [`Rules`]. An [`Engine`] answers a [`Query`] about it by table, opening
//! book, solver or search, whichever is best, within [`Limits`]. Everyday work needs no module path.
//!
//! # Examples
//!
//! The best move:
//!
//! ```
//! use inarow_engine::{Engine, Position, Preset, Query, Verdict};
//!
//! let mut position = Position::new(Preset::TicTacToe);
//! position.play(0)?; // X in the corner
//! position.play(1)?; // O beside it
//! let engine = Engine::default();
//! let (best, _report) = engine.choose(&Query::new(position))?;
//! assert_eq!((best.cell, best.verdict), (3, Verdict::Win { plies: 5 }));
//! assert_eq!(best.verdict.to_string(), "win in 5 plies");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All moves, ranked:
//!
//! ```
//! use inarow_engine::{Engine, Position, Preset, Query, notation};
//!
//! let position = Position::parse(Preset::TicTacToe, "XX./OO./...")?;
//! let rules = position.rules();
//! let analysis = Engine::default().analyse(&Query::new(position.clone()))?;
//! let best = &analysis.moves[0];
//! assert_eq!((notation::cell_name(rules, best.cell).as_str(), best.verdict.plies()), ("c3", Some(1)));
//! assert_eq!(analysis.moves.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game of Connect Four, given by its columns, reviewed, with the accuracy of a side ([`ReviewedSide`]):
//!
//! ```
//! use inarow_engine::notation::cell_name;
//! use inarow_engine::{Engine, Label, Player, Position, Preset, Review, ReviewedSide};
//!
//! let game = Position::from_columns(Preset::ConnectFour, "4444457")?;
//! let moves = Engine::default().review(&Review::new(game))?.expect("no limit");
//! for reviewed in &moves {
//!     println!("{}. {}: {}", reviewed.ply, reviewed.label, reviewed.played.verdict);
//!     for better in reviewed.better() {
//!         println!("  better: {}, {}", cell_name(reviewed.position.rules(), better.cell), better.verdict);
//!     }
//! }
//! assert_eq!(moves[6].better().count(), 2);
//! assert_eq!(moves[6].label, Label::MissedWin); // g1, in place of e3
//! assert!(ReviewedSide::of(Player::X, &moves).accuracy < Some(90.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game that is a list of lines ([`Rules::from_lines`], [`Rules::from_dimensions`], [`Rules::from_shape`]): three in a row on a
//! torus, where the opposite edges of the board meet.
//!
//! ```
//! use inarow_engine::{DimensionsSpec, Engine, Position, Preset, Query, Rules, Verdict};
//!
//! let torus = DimensionsSpec { dimensions: vec![3, 3], k: 3, wrap: vec![true, true], ..DimensionsSpec::default() };
//! let position = Position::new(Rules::from_dimensions(&torus)?);
//! assert_eq!(position.game().lines().len(), 12);
//! let (best, _report) = Engine::default().choose(&Query::new(position))?;
//! assert_eq!(best.verdict, Verdict::Win { plies: 7 });
//! assert_eq!(Rules::from_dimensions(&torus)?, Preset::Torus.rules());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Searches are slow without optimisation: try them with `--release`.
//!
//! # Modules
//!
//! A game is a set of *lines* of cells, on an ordinary board all windows of `k` cells. The stone counts of the lines determine the winner,
//! certain draws and the values of all heuristics. Play and undo update these counts.
//!
//! | module | responsibility |
//! |---|---|
//! | [`game`] | rules, lines, positions, symmetry, notation, records |
//! | [`heuristic`] | static values: weights of lines |
//! | [`search`] | limits, verdicts, and the tree that is shown |
//! | [`engine`] | the dispatch: answers queries in domain terms |
//! | [`parts`] | threads that a caller lends for reviews, matches and proofs |
//!
//! # Features
//!
//! - `book`, on by default: the opening book of Connect Four, about 2.2 MB. Without it, the solver searches the opening too, which
//!   takes seconds instead of microseconds.
//! - `exhaustive`: a match may name every case of the enums that may grow.

#![warn(missing_docs)]

pub mod clock;
pub mod engine;
pub mod game;
pub mod heuristic;
mod names;
pub mod parts;
pub mod search;
// Tests, benchmarks and the workbench measure the solvers one by one. No version promises that they stay as they are; the same holds
// for everything else in this crate that the documentation hides.
#[doc(hidden)]
pub mod solve;
mod sort;

pub use engine::expectation::Expectation;
pub use engine::puzzle::{Obstacle, Puzzle, PuzzleQuery, Theme};
pub use engine::reasons::{Reason, ReasonKind, reasons};
pub use engine::review::{Label, Review, ReviewedMove, ReviewedSide};
pub use engine::{
    Algorithm, Analysis, Effort, Engine, EngineConfig, EngineError, Level, Match, MatchResult, Plan, PlayerConfig,
    Query, RankedMove, Report, Source, SourceLeft, TieBreak,
};
pub use game::record::RecordError;
pub use game::{
    Cell, DimensionsSpec, Errors, Game, IllegalMove, LineBoard, LinesError, LinesErrors, LinesOrigin, LinesPlace,
    LinesSpec, MoveError, Overline, Player, Position, Preset, Rules, RulesError, RulesSpec, Setup, SetupError,
    SetupErrors, ShapeSpec, Status, notation, record,
};
pub use heuristic::{Heuristic, HeuristicError, Named, Weights, WeightsError};
pub use search::{Counts, Limits, Score, Stop, Verdict};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
