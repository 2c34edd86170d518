//! Rules, heuristics, search and solvers for k-in-a-row games.
//!
//! The central idea: a game is a set of *lines* of `k` cells. The stone counts of the lines determine the winner, certain draws
//! and the values of all heuristics. Play and undo update these counts.
//!
//! | module | responsibility |
//! |---|---|
//! | [`game`] | rules, lines, positions, symmetry, notation |
//! | [`heuristic`] | static values: weights of lines |
//! | [`search`] | alpha-beta and minimax with any heuristic; gomoku by patterns |
//! | [`solve`] | exact results: retrograde table, gravity solver, prover, opening book |
//! | [`engine`] | the dispatch: answers queries in domain terms |
//!
//! Dependencies point upwards in this table.
//!
//! The feature `book`, on by default, is the opening book of Connect Four: about 2.2 MB. Without it, the solver searches the
//! opening too, which takes seconds instead of microseconds.
//!
//! ```
//! use inarow_engine::engine::{Engine, EngineConfig, Query};
//! use inarow_engine::game::{Game, Position, Preset};
//! use inarow_engine::search::Verdict;
//!
//! let game = Game::shared(Preset::TicTacToe.rules());
//! let mut position = Position::new(game);
//! position.play(0)?; // X in the corner
//! position.play(1)?; // O beside it
//! let engine = Engine::new(EngineConfig::default());
//! let (line, _report) = engine.choose(&Query::new(position))?;
//! assert_eq!(line.verdict, Verdict::Win { plies: 5 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod clock;
pub mod engine;
pub mod game;
pub mod heuristic;
mod names;
pub mod search;
pub mod solve;
