//! `/v1/position`: a position, to be described without a search.

use serde::Deserialize;

use super::board::Board;
use super::choices::{Kind, PointOfView};
use super::errors::{FieldErrors, Pointer};
use super::fields::Fields;
use super::game::GameOrRules;
use super::heuristic::{NameOrWeights, heuristic};
use super::moves::Moves;
use super::param::{Flag, Param};
use super::start::{Opening, RecordText, Start};
use inarow_engine::game::{Cell, Player, Position};
use inarow_engine::heuristic::Heuristic;

/// The fields of `/v1/position`.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct PositionParams {
    /// Default: tic-tac-toe.
    game: Param<GameOrRules>,
    /// Default: the empty board.
    board: Param<Board>,
    /// Instead of `board`.
    moves: Param<Moves>,
    /// Instead of `board` and `moves`, a game as people write it.
    record: Param<RecordText>,
    /// Default: as the stone counts say.
    turn: Param<Player>,
    /// A heuristic to add to the named ones.
    heuristic: Param<NameOrWeights>,
    /// Whose point of view the values take; default X.
    pov: Param<PointOfView>,
    /// Whether to refuse boards that alternate play could not have reached; default false.
    strict: Param<Flag>,
}

/// A valid request for the description of a position.
#[derive(Clone, Debug)]
pub struct PositionRequest {
    pub position: Position,
    /// The moves that led to it, if the request has them in their order.
    pub moves: Option<Vec<Cell>>,
    /// Whose point of view the static values take.
    pub pov: Player,
    /// A heuristic to add to the named ones.
    pub heuristic: Option<Heuristic>,
}

impl PositionRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields, at: Pointer<'_>) -> Result<Self, FieldErrors> {
        let (sent, mut errors) = fields.params::<PositionParams>(Kind::Position.path(), at);
        let PositionParams { game, board, moves, record, turn, heuristic: weights, pov, strict } = &sent;
        let Opening { rules, position, moves } =
            Start { game, board, moves, record, turn, strict }.opening(at, &mut errors);
        let heuristic = heuristic(weights, rules, at.key("heuristic"), &mut errors);
        let pov = pov.choice(at.key("pov"), &mut errors).unwrap_or(PointOfView::X);
        match position {
            Some(position) if errors.is_empty() => {
                Ok(PositionRequest { pov: pov.side(position.turn()), position, moves, heuristic })
            }
            _ => Err(errors),
        }
    }
}
