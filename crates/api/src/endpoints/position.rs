//! `/v1/position`: a position, described without a search.

use std::time::Duration;

use serde::Serialize;

use crate::read::{PointOfView, Reader, Start, heuristic};
use crate::refusal::Refusal;
use crate::run::{Answer, Request, Run};
use crate::views::{LineView, MovesView, PositionView};
use inarow_engine::engine::{Engine, Plan};
use inarow_engine::game::{Cell, Player, Position, Rules, record};
use inarow_engine::heuristic::{Heuristic, HeuristicError, Named};

/// A valid request for the description of a position.
#[derive(Clone, Debug)]
pub struct PositionRequest {
    pub position: Position,
    /// The moves that led to it, if the request has them in their order.
    pub moves: Option<Vec<Cell>>,
    /// Whose point of view the static values take; default X.
    pub pov: Player,
    /// A heuristic to add to the named ones.
    pub heuristic: Option<Heuristic>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionAnswer<'a> {
    position: PositionView,
    moves: usize,
    legal_moves: MovesView<'a>,
    heuristics: Vec<Valued<'a>>,
    symmetry: SymmetryView,
    state_id: Option<u64>,
    records: Option<RecordsView>,
}

/// The moves of the game in each form that fits it.
#[derive(Serialize)]
struct RecordsView {
    moves: String,
    compact: String,
    columns: Option<String>,
    sgf: String,
    psq: Option<String>,
}

impl RecordsView {
    fn new(rules: Rules, moves: &[Cell]) -> RecordsView {
        RecordsView {
            moves: record::list(rules, moves),
            compact: record::compact(rules, moves),
            columns: record::columns(rules, moves),
            sgf: record::sgf(rules, moves),
            psq: record::piskvork(rules, moves),
        }
    }
}

/// A static value and where it comes from: the lines that count, and what each adds.
#[derive(Serialize)]
struct Valued<'a> {
    name: &'static str,
    value: i64,
    lines: Vec<LineView<'a>>,
}

/// The position's class under the symmetries of its board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SymmetryView {
    canonical: String,
    state_id: Option<u64>,
    transform: &'static str,
    orbit: usize,
}

impl PositionRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>) -> Option<Self> {
        let Start { rules, position, moves, .. } = Start::read(r);
        let heuristic = heuristic(r, rules);
        let pov = r.choice("pov").unwrap_or(PointOfView::X);
        let position = position?;
        Some(PositionRequest { pov: pov.side(position.turn()), position, moves, heuristic })
    }
}

impl Request for PositionRequest {
    fn plan(&self, _: &Engine) -> Plan {
        Plan::Instant
    }

    fn movetime(&self) -> Option<Duration> {
        None
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        let PositionRequest { position, moves, pov, heuristic: custom } = self;
        let legal_moves: Vec<Cell> = position.legal_moves().collect();
        let named = Named::ALL.map(Heuristic::Named).into_iter();
        let all = named.chain(custom.clone().filter(|heuristic| matches!(heuristic, Heuristic::Custom(_))));
        let canonical = position.canonical();
        let answer = PositionAnswer {
            position: PositionView::new(position),
            moves: position.stones(),
            legal_moves: MovesView { rules: position.rules(), cells: &legal_moves },
            // One whose sums are too large for these rules to be exact is left out.
            heuristics: all.filter_map(|heuristic| value(&heuristic, position, *pov).ok()).collect(),
            symmetry: SymmetryView {
                canonical: canonical.board,
                state_id: canonical.state_id,
                transform: canonical.transform,
                orbit: canonical.orbit,
            },
            state_id: position.state_id(),
            records: moves.as_ref().map(|moves| RecordsView::new(position.rules(), moves)),
        };
        run.json(&answer, true).map(Some)
    }
}

fn value<'a>(heuristic: &Heuristic, position: &'a Position, pov: Player) -> Result<Valued<'a>, HeuristicError> {
    let weights = heuristic.compile(position.rules())?;
    let seen = |value: i64| if pov == Player::X { value } else { -value };
    let view = |term| LineView::new(term, position.game(), pov);
    Ok(Valued {
        name: heuristic.name(),
        value: seen(weights.evaluate(position)),
        lines: weights.trace(position).into_iter().map(view).collect(),
    })
}
