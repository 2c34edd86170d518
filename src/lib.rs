//! Move service for k-in-a-row games.
//!
//! The one idea: every game of the family is a set of *lines* (windows of `k` cells), and everything that the service
//! knows about a position – who has won, whether a draw is certain, every heuristic's value – is read off the stone
//! counts per line, which are updated as stones are placed and taken back.
//!
//! | module | responsibility |
//! |---|---|
//! | [`game`] | what a game is: rules, lines, positions, symmetry, notation |
//! | [`heuristic`] | static values: weights of lines |
//! | [`search`] | alpha-beta and minimax over any position and heuristic; gomoku by patterns of rows |
//! | [`solve`] | exact answers without a horizon: the retrograde table |
//! | [`engine`] | the only dispatch: a query in domain terms to an answer |
//! | [`gomocup`] | the engine as a player for match managers, on standard input and output |
//! | [`http`] | the service: routes, wire types, problems, workers, caching |
//! | [`config`] | the service's settings, each limit with its unit |
//! | [`log`] | lines on standard error, without waiting for who reads them |
//!
//! Dependencies point upwards in this table only; no module above `http` knows HTTP or JSON.
//!
//! ```
//! use inarow::engine::{Engine, EngineConfig, Query};
//! use inarow::game::{Game, Position, Preset};
//! use inarow::search::Verdict;
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

pub mod config;
pub mod engine;
pub mod game;
pub mod gomocup;
pub mod heuristic;
pub mod http;
pub mod log;
pub mod search;
pub mod solve;
