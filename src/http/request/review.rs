//! `/v1/review`: a game, and how to search its positions.

use std::time::Instant;

use serde::Deserialize;

use super::board::Board;
use super::choices::{Kind, PointOfView};
use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::Fields;
use super::game::GameOrRules;
use super::heuristic::NameOrWeights;
use super::moves::{self, Moves};
use super::param::{Flag, Number, Param};
use super::search::SearchParams;
use super::start::{RecordText, Start};
use crate::config::ServerLimits;
use inarow_engine::engine::Algorithm;
use inarow_engine::engine::review::Review;
use inarow_engine::game::Player;

/// The fields of `/v1/review`; those that it shares with [`AnalysisParams`](super::AnalysisParams) mean the same.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct ReviewParams {
    game: Param<GameOrRules>,
    /// Where the game began; default: the empty board.
    board: Param<Board>,
    /// The side that moved first; default: as the stone counts of `board` say.
    turn: Param<Player>,
    /// From `board` on; this or `record` is required.
    moves: Param<Moves>,
    /// Instead of `board` and `moves`.
    record: Param<RecordText>,
    heuristic: Param<NameOrWeights>,
    algorithm: Param<Algorithm>,
    /// For each position.
    depth: Param<Number>,
    /// Milliseconds for the whole review, 1 to `movetimeMsMax`; default: the most.
    movetime: Param<Number>,
    /// For each position.
    nodes: Param<Number>,
    /// How many moves of each position to list, 1 to [`ReviewRequest::MULTI_PV_MAX`]; default
    /// [`ReviewRequest::MULTI_PV_DEFAULT`].
    multi_pv: Param<Number>,
    pov: Param<PointOfView>,
    /// Whether to add facts about the moves; default false.
    explain: Param<Flag>,
}

/// A valid request for a review.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    pub review: Review,
    /// Whose point of view the scores take.
    pub pov: PointOfView,
    /// Whether to add facts about the moves.
    pub explain: bool,
}

impl ReviewRequest {
    /// Moves that are listed for each position.
    pub const MULTI_PV_DEFAULT: usize = 3;
    /// Most of them: a game on the largest board has hundreds of positions.
    pub const MULTI_PV_MAX: usize = 10;

    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields, limits: &ServerLimits, arrival: Instant) -> Result<Self, FieldErrors> {
        let at = Pointer::ROOT;
        let (sent, mut errors) = fields.params::<ReviewParams>(Kind::Review.path(), at);
        let ReviewParams { game, board, turn, moves, record, heuristic, algorithm, depth, movetime, .. } = &sent;
        let ReviewParams { nodes, multi_pv, pov, explain, .. } = &sent;
        let (no_board, no_turn, no_moves, strict, cells) = <(_, _, _, _, Param<_>)>::default();
        let from_board = if record.is_given() { (&no_board, &no_turn, &no_moves) } else { (board, turn, moves) };
        let (board, turn, moves) = from_board;
        let start = Start { game, board, moves: &no_moves, record, turn, strict: &strict };
        sent.check_one_is_given(at, &mut errors);
        let explain = explain.flag(at.key("explain"), &mut errors).unwrap_or_default();
        let (search_moves, avoid_moves) = (&cells, &cells);
        let params =
            SearchParams { start, heuristic, algorithm, depth, movetime, nodes, search_moves, avoid_moves, pov };
        let mut search = params.read(limits, arrival, at, &mut errors);
        if record.is_given() && search.position.as_ref().is_some_and(|game| game.moves().len() < game.stones()) {
            let detail = "it is a board, which has no order of moves; send the moves";
            errors.add(at.key("record"), ErrorCode::WrongType, detail);
        }
        let game = search.position.and_then(|start| {
            let moves = moves::moves(&start, moves, at.key("moves"), &mut errors).unwrap_or_default();
            start.after(&moves).ok()
        });
        let multi_pv = multi_pv.number(1..=Self::MULTI_PV_MAX as u64, at.key("multiPv"), &mut errors);
        let multi_pv = multi_pv.map_or(Self::MULTI_PV_DEFAULT, |lines| lines as usize);
        let Some(game) = game.filter(|_| errors.is_empty()) else { return Err(errors) };
        if !movetime.is_given() {
            search.limits.deadline = Some(arrival + limits.movetime_max());
        }
        let (algorithm, heuristic, limits) = (search.algorithm, search.heuristic, search.limits);
        Ok(ReviewRequest { review: Review { game, algorithm, heuristic, limits, multi_pv }, pov: search.pov, explain })
    }
}

impl ReviewParams {
    /// Refuses a request without moves, and what a record says itself.
    fn check_one_is_given(&self, at: Pointer<'_>, errors: &mut FieldErrors) {
        let ReviewParams { board, turn, moves, record, .. } = self;
        if !record.is_given() && !moves.is_given() {
            errors.add(at.key("moves"), ErrorCode::Missing, "it is missing; send the moves of a game, or a record");
        }
        let others = [("board", board.is_given()), ("turn", turn.is_given()), ("moves", moves.is_given())];
        for (other, _) in others.into_iter().filter(|&(_, is_given)| is_given && record.is_given()) {
            let detail = format_args!("{other} and record are both given; a record says it itself: leave {other} out");
            errors.add(at.key("record"), ErrorCode::Conflict, detail);
        }
    }
}
