//! Answers of the engine: choices, rankings, reviews, puzzles, matches, and their limits.

#[path = "../common/mod.rs"]
mod common;

mod choices;
mod classes;
mod continuations;
mod effort;
mod fights;
mod first_moves;
mod game_orbits;
mod hand_rules;
mod levels;
mod limits;
mod line_games;
mod proven;
mod puzzles;
mod reasons;
mod reviews;
#[cfg(feature = "book")]
mod signature;
