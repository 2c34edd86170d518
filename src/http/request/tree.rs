//! `/v1/tree`: the tree of a textbook search.

use std::time::Instant;

use serde::Deserialize;

use super::board::Board;
use super::choices::Kind;
use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::Fields;
use super::game::GameOrRules;
use super::heuristic::{NameOrWeights, heuristic};
use super::moves::{self, Moves};
use super::param::{CellName, Flag, Number, Param};
use super::start::{RecordText, Start};
use crate::config::ServerLimits;
use inarow_engine::engine::Algorithm;
use inarow_engine::game::{Cell, Player, Position};
use inarow_engine::heuristic::Heuristic;
use inarow_engine::search::{Limits, TreePlan};

/// The algorithms whose tree is shown, the default first.
pub const TREE_ALGORITHMS: [Algorithm; 2] = [Algorithm::AlphaBeta, Algorithm::Minimax];
/// Plies looked ahead when a request does not say.
const DEPTH_DEFAULT: u32 = 2;

/// The fields of `/v1/tree`.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct TreeParams {
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
    /// Default: that of the game.
    heuristic: Param<NameOrWeights>,
    /// One of [`TREE_ALGORITHMS`].
    algorithm: Param<Algorithm>,
    /// The cells that are played; default: all.
    cells: Param<Vec<CellName>>,
    /// Plies to look ahead, 1 to `depthMax`; default [`DEPTH_DEFAULT`].
    depth: Param<Number>,
    /// Whether to refuse boards that alternate play could not have reached; default false.
    strict: Param<Flag>,
    /// Most nodes to show, 1 to `treeNodesMax`; default `treeNodesDefault`.
    max_nodes: Param<Number>,
    /// Whether equal positions share a node; default false.
    transpositions: Param<Flag>,
    /// Whether leaves explain their value line by line; default true.
    trace: Param<Flag>,
}

/// A valid request for a tree.
#[derive(Clone, Debug)]
pub struct TreeRequest {
    pub position: Position,
    pub heuristic: Heuristic,
    pub algorithm: Algorithm,
    pub plan: TreePlan,
    pub limits: Limits,
}

impl TreeRequest {
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
        let (sent, mut errors) = fields.params::<TreeParams>(Kind::Tree.path(), at);
        let TreeParams { game, board, moves, record, turn, heuristic: weights, strict, .. } = &sent;
        let (rules, position) = Start { game, board, moves, record, turn, strict }.read(at, &mut errors);
        let heuristic = heuristic(weights, rules, at.key("heuristic"), &mut errors);
        let algorithm = sent.algorithm.choice_of(&TREE_ALGORITHMS, at.key("algorithm"), &mut errors);
        let algorithm = algorithm.unwrap_or(TREE_ALGORITHMS[0]);
        let depth = sent.depth.number(1..=u64::from(limits.depth_max), at.key("depth"), &mut errors);
        let nodes_max = sent.max_nodes.number(1..=u64::from(limits.tree_nodes_max), at.key("maxNodes"), &mut errors);
        let transpositions = sent.transpositions.flag(at.key("transpositions"), &mut errors);
        let trace = sent.trace.flag(at.key("trace"), &mut errors);
        let cells = cells(&sent.cells, position.as_ref(), at.key("cells"), &mut errors);
        let Some(position) = position.filter(|_| errors.is_empty()) else { return Err(errors) };
        Ok(TreeRequest {
            heuristic: heuristic.unwrap_or(Heuristic::Named(Heuristic::default_for(position.rules()))),
            position,
            algorithm,
            plan: TreePlan {
                depth: depth.map_or(DEPTH_DEFAULT, |depth| depth as u32),
                cells,
                prune: algorithm == Algorithm::AlphaBeta,
                transpositions: transpositions.unwrap_or(false),
                trace: trace.unwrap_or(true),
                nodes_max: nodes_max.map_or(limits.tree_nodes_default() as usize, |nodes| nodes as usize),
                nodes_counted_max: limits.tree_nodes_counted_max.max(limits.tree_nodes_max) as usize,
                lines_max: limits.tree_lines_max as usize,
            },
            limits: Limits { deadline: Some(arrival + limits.movetime_max()), ..Limits::default() },
        })
    }
}

/// `cells` in ascending order, each once, empty for all of them; where the game goes on, one of them must be a legal move.
fn cells(
    sent: &Param<Vec<CellName>>,
    position: Option<&Position>,
    at: Pointer<'_>,
    errors: &mut FieldErrors,
) -> Vec<Cell> {
    let (Some(value), Some(position)) = (sent.sent(), position) else { return Vec::new() };
    let Some(mut cells) = moves::list(position.rules(), value, at, errors) else { return Vec::new() };
    cells.sort_unstable();
    cells.dedup();
    let mut legal = position.legal_moves().peekable();
    if legal.peek().is_some() && !legal.any(|cell| cells.binary_search(&cell).is_ok()) {
        errors.add(at, ErrorCode::NoMoveLeft, "no legal move is left to choose from; leave at least one");
    }
    cells
}
