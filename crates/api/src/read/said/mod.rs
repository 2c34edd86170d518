//! Games and moves as people say them and language models write them, in the forms of the contract: `game` and `certain_game` read the
//! rules, `plain` and `moves` a list in the order of play, `spoken` one move, `directions` its words of places, `players` and `sentences`
//! who plays it, the others the text around moves.

pub mod certain_game;
pub mod column_numbers;
pub mod coordinates;
pub mod directions;
pub mod game;
pub mod move_numbers;
pub mod moves;
pub mod plain;
pub mod players;
pub mod remarks;
#[cfg(feature = "tools")]
pub mod results;
pub mod sentences;
pub mod spoken;
