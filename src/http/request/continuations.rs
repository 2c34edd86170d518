//! `/v1/continuations`: the games that can follow from a position.

use std::time::Instant;

use serde::Deserialize;

use super::board::Board;
use super::choices::{EngineSide, Kind};
use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::Fields;
use super::game::GameOrRules;
use super::heuristic::{NameOrWeights, heuristic};
use super::moves::Moves;
use super::param::{Flag, Number, Param};
use super::start::{RecordText, Start};
use crate::config::ServerLimits;
use inarow_engine::engine::Algorithm;
use inarow_engine::engine::continuations::{EngineMoves, GameResult, GamesQuery, SymmetryMode};
use inarow_engine::game::Player;
use inarow_engine::search::Limits;

/// The fields of `/v1/continuations`.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct ContinuationsParams {
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
    /// How the engine plays; needs `engine`.
    heuristic: Param<NameOrWeights>,
    /// How the engine plays; needs `engine`.
    algorithm: Param<Algorithm>,
    /// How far the engine looks ahead, 1 to `depthMax`; needs `engine`.
    depth: Param<Number>,
    /// Whether to refuse boards that alternate play could not have reached; default false.
    strict: Param<Flag>,
    /// List only games that end so.
    winner: Param<GameResult>,
    /// The side that the engine plays; default `"none"`.
    engine: Param<EngineSide>,
    /// Which of equally good moves the engine plays; default `"all"`; needs `engine`.
    engine_moves: Param<EngineMoves>,
    /// Which games count as the same; default `"all"`.
    symmetry: Param<SymmetryMode>,
    /// Whether to list all replies to each first move; default false.
    replies: Param<Flag>,
    /// Games to skip, 0 to `seedMax`; default 0.
    offset: Param<Number>,
    /// Most games to list, 0 to `continuationPageMax`; default `continuationPageDefault`.
    limit: Param<Number>,
}

/// A valid request for games.
#[derive(Clone, Debug)]
pub struct ContinuationsRequest {
    pub query: GamesQuery,
    /// The field that says where the games start.
    pub start: &'static str,
}

impl ContinuationsRequest {
    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(
        fields: &Fields,
        limits: &ServerLimits,
        arrival: Instant,
        at: Pointer<'_>,
    ) -> Result<Self, FieldErrors> {
        let (sent, mut errors) = fields.params::<ContinuationsParams>(Kind::Continuations.path(), at);
        let ContinuationsParams { game, board, moves, record, turn, heuristic: weights, strict, .. } = &sent;
        let start = Start { game, board, moves, record, turn, strict };
        let (rules, position) = start.read(at, &mut errors);
        let heuristic = heuristic(weights, rules, at.key("heuristic"), &mut errors);
        let engine = EnginePlay::read(&sent, limits, at, &mut errors);
        let symmetry = sent.symmetry.choice(at.key("symmetry"), &mut errors).unwrap_or(SymmetryMode::All);
        if engine.player.is_some() && engine.moves == EngineMoves::First && symmetry != SymmetryMode::All {
            let detail = "\"first\" of equal moves is not the same one on a board that is turned, so that symmetry has \
                          no meaning; send engineMoves \"all\" or symmetry \"all\"";
            errors.add(at.key("engineMoves"), ErrorCode::Conflict, detail);
        }
        let result = sent.winner.choice(at.key("winner"), &mut errors);
        let offset = sent.offset.number(0..=ServerLimits::SEED_MAX, at.key("offset"), &mut errors);
        let page_max = u64::from(limits.continuation_page_max);
        let page_max = sent.limit.number(0..=page_max, at.key("limit"), &mut errors);
        let replies = sent.replies.flag(at.key("replies"), &mut errors);
        let Some(position) = position.filter(|_| errors.is_empty()) else { return Err(errors) };
        let query = GamesQuery {
            position,
            engine: engine.player,
            engine_moves: engine.moves,
            algorithm: engine.algorithm,
            heuristic,
            limits: Limits {
                depth: engine.depth,
                nodes: None,
                deadline: Some(arrival + limits.movetime_max()),
                cancel: None,
            },
            symmetry,
            result,
            offset: offset.unwrap_or_default(),
            page_max: page_max.map_or(limits.continuation_page_default() as usize, |max| max as usize),
            replies: replies.unwrap_or_default(),
            positions_max: limits.continuation_positions_max as usize,
        };
        Ok(ContinuationsRequest { query, start: start.field() })
    }
}

/// Which side the engine plays, and how.
struct EnginePlay {
    player: Option<Player>,
    moves: EngineMoves,
    algorithm: Algorithm,
    depth: Option<u32>,
}

impl EnginePlay {
    fn read(
        sent: &ContinuationsParams,
        limits: &ServerLimits,
        at: Pointer<'_>,
        errors: &mut FieldErrors,
    ) -> EnginePlay {
        let side = sent.engine.choice(at.key("engine"), errors);
        let moves = sent.engine_moves.choice(at.key("engineMoves"), errors);
        let algorithm = sent.algorithm.choice(at.key("algorithm"), errors);
        let depth = sent.depth.number(1..=u64::from(limits.depth_max), at.key("depth"), errors);
        // Nothing is ignored: a request that says how the engine plays must say which side it plays.
        let how = [
            ("heuristic", sent.heuristic.is_given()),
            ("algorithm", sent.algorithm.is_given()),
            ("depth", sent.depth.is_given()),
            ("engineMoves", sent.engine_moves.is_given()),
        ];
        let has_no_side = !sent.engine.is_given() || side == Some(EngineSide::None);
        if let Some((name, _)) = how.into_iter().find(|&(_, is_given)| is_given && has_no_side) {
            let remedy = format_args!("send engine \"X\" or \"O\", or leave {name} out");
            let code = if sent.engine.is_given() { ErrorCode::Conflict } else { ErrorCode::Missing };
            errors.add(at.key("engine"), code, format_args!("{name} says how the engine plays; {remedy}"));
        }
        EnginePlay {
            player: side.and_then(EngineSide::player),
            moves: moves.unwrap_or(EngineMoves::All),
            algorithm: algorithm.unwrap_or(Algorithm::Auto),
            depth: depth.map(|depth| depth as u32),
        }
    }
}
