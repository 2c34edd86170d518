//! `/v1/position`: all that can be said of a position without searching.

use std::time::Instant;

use serde::Serialize;

use crate::http::input::Input;
use crate::http::job::{Answer, Attempt, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{Pointer, PositionRequest};
use crate::http::respond;
use crate::http::response::{LineView, Places, PositionView};
use crate::http::search_pool::Lane;
use crate::http::state::AppState;
use inarow_engine::engine::Engine;
use inarow_engine::game::{Cell, Player, Position, Rules, record};
use inarow_engine::heuristic::{Heuristic, HeuristicError, Named};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionAnswer<'a> {
    position: PositionView,
    moves: usize,
    legal_moves: Places<'a>,
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

impl Job for PositionRequest {
    const PATH: &'static str = "/v1/position";

    fn read(input: &Input, _: &AppState) -> Result<Self, Failure> {
        Ok(PositionRequest::read(input.fields()?, Pointer::ROOT)?)
    }

    fn lane(&self, _: &Engine) -> Lane {
        Lane::Short
    }

    fn attempt(self, run: &mut Run<'_>) -> Result<Attempt<Self>, Failure> {
        self.run(run).map(Attempt::Finished)
    }

    fn deadline(&self) -> Option<Instant> {
        None
    }

    fn run(self, _: &mut Run<'_>) -> Result<Answer, Failure> {
        Ok(Answer::json(write(&self)?, true))
    }
}

/// The JSON of the answer.
fn write(request: &PositionRequest) -> Result<Vec<u8>, serde_json::Error> {
    let PositionRequest { position, moves, pov, heuristic: custom } = request;
    let legal_moves: Vec<Cell> = position.legal_moves().collect();
    let named = Named::ALL.map(Heuristic::Named).into_iter();
    let all = named.chain(custom.clone().filter(|heuristic| matches!(heuristic, Heuristic::Custom(_))));
    let canonical = position.canonical();
    respond::to_json(&PositionAnswer {
        position: PositionView::new(position),
        moves: position.stones(),
        legal_moves: Places { rules: position.rules(), cells: &legal_moves },
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
    })
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
