//! The game that a call is about.

use axum::http::HeaderMap;
use serde_json::{Map, Value};

use crate::game::Position;
use crate::http::input::Input;
use crate::http::request::{Pointer, PositionRequest};

/// The arguments that say which position is meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Game {
    game: Option<Value>,
    pub(super) moves: Vec<Value>,
}

impl Game {
    pub(super) fn of(arguments: &Map<String, Value>) -> Game {
        let moves = arguments.get("moves").and_then(Value::as_array).cloned().unwrap_or_default();
        Game { game: arguments.get("game").cloned(), moves }
    }

    /// The position after the first of its moves; `None` if they are not legal.
    pub(super) fn position(&self, moves: usize) -> Option<Position> {
        let mut fields = Map::new();
        fields.extend(self.game.clone().map(|game| ("game".to_owned(), game)));
        fields.insert("moves".to_owned(), self.moves.get(..moves)?.into());
        let input = Input::from_fields(&HeaderMap::new(), &Value::Object(fields));
        let fields = input.fields().ok()?;
        PositionRequest::read(fields, Pointer::ROOT).ok().map(|request| request.position)
    }
}
