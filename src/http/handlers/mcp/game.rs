//! The game that a call is about.

use axum::http::HeaderMap;
use serde_json::{Map, Value};

use crate::http::input::Input;
use crate::http::request::{Pointer, PositionRequest};
use inarow_engine::game::Position;

const MOVES: &str = "moves";

/// The arguments that say which position is meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Game {
    fields: Map<String, Value>,
}

impl Game {
    pub(super) fn of(arguments: &Map<String, Value>) -> Game {
        let is_ours = |name: &str| matches!(name, "game" | MOVES);
        let ours = arguments.iter().filter(|(name, _)| is_ours(name));
        Game { fields: ours.map(|(name, value)| (name.clone(), value.clone())).collect() }
    }

    /// The position after the moves; `None` if they are not legal.
    pub(super) fn position(&self) -> Option<Position> {
        let input = Input::from_fields(&HeaderMap::new(), &Value::Object(self.fields.clone()));
        let fields = input.fields().ok()?;
        PositionRequest::read(fields, Pointer::ROOT).ok().map(|request| request.position)
    }

    /// The position after the first of the moves.
    pub(super) fn position_after(&self, moves: usize) -> Option<Position> {
        let first = self.fields.get(MOVES)?.as_array()?.get(..moves)?;
        let mut fields = self.fields.clone();
        fields.insert(MOVES.to_owned(), first.into());
        Game { fields }.position()
    }
}
