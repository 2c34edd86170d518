//! Reading requests: JSON or a query string becomes typed values, or a list of all its errors.
//!
//! [`Fields`] holds the members that were sent. An endpoint asks the [`Reader`] for each field where it uses it, once; the reader notes
//! errors, with pointer, code and remedy, and refuses members that nobody asked for. So one answer lists all errors, and GET and POST
//! share one form.

#[cfg(feature = "tools")]
mod before_fault;
mod board;
mod choices;
mod error_code;
mod errors;
mod facts;
mod fields;
mod game;
mod game_form;
mod heuristic;
mod json;
mod labels;
mod letters;
mod lines;
pub mod mnk;
mod moves;
mod named;
mod number;
mod other_game;
mod other_size;
mod parameters;
mod paths;
mod place;
mod reader;
mod record;
mod said;
mod search;
mod separators;
mod start;
mod suggest;
mod synonyms;
#[cfg(all(test, feature = "tools"))]
mod writers;

#[cfg(feature = "tools")]
pub use before_fault::before_fault;
#[cfg(feature = "tools")]
pub use board::of_signed_numbers;
#[cfg(feature = "tools")]
pub use choices::of_tool;
pub use choices::{Choice, EngineSide, PointOfView, names};
pub use choices::{LOWER_CASE_SIDES, by_name, not_allowed};
pub use error_code::ErrorCode;
pub use errors::{At, Shown};
pub use errors::{FieldError, FieldErrors, Path, Pointer, shown};
pub use fields::{Fields, LISTS, Unreadable, read_wide_letters};
pub use game::{default_preset, is_small_game, rules};
pub use heuristic::heuristic;
pub use json::json_of;
pub use labels::{OtherLabel, other_label};
pub use mnk::game_label;
pub use moves::{cell, last_move, list, moves};
pub use number::{WORDS as NUMBER_WORDS, integer};
pub use parameters::written;
pub use paths::{misplaced_query, nearest_path, without_second_version};
pub use reader::Reader;
#[cfg(feature = "tools")]
pub use said::column_numbers::{has_column_numbers, has_numbers};
#[cfg(feature = "tools")]
pub use said::remarks::colours;
#[cfg(feature = "tools")]
pub use said::results::{SaidResult, result, said_result};
pub use search::{Randomness, Search, Style, root_moves};
pub use start::{Start, add_remedies};
pub use suggest::{field_suggestion, suggestion};
