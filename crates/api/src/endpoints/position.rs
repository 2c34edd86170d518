//! `/v1/position`: a position, described without a search.

use std::borrow::Cow;

use std::time::Duration;

use serde::Serialize;

use crate::read::{Choice, ErrorCode, PointOfView, Reader, Start, heuristic};
use crate::refusal::Refusal;
use crate::run::{Answer, Form, Request, Run};
use crate::views::{GameView, LineView, MovesView, PositionView, legal_text, notes_text, state_text};
use inarow_engine::engine::{Engine, Plan};
use inarow_engine::game::{Cell, Player, Position, Rules, record};
use inarow_engine::heuristic::{Heuristic, Named};
use strum::VariantArray as _;

/// A part of the answer, which a request may ask for alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum PositionPart {
    Position,
    Moves,
    LegalMoves,
    Heuristics,
    Symmetry,
    StateId,
    Records,
    Layout,
    Columns,
    Lines,
}

impl PositionPart {
    /// The parts of an answer whose request names none: those that follow from width and height are left out for an ordinary board, and
    /// the lines, which may be thousands, everywhere.
    fn usual(rules: &Rules) -> Vec<PositionPart> {
        let is_usual = |part: &PositionPart| match part {
            PositionPart::Lines => false,
            PositionPart::Layout => !rules.is_grid(),
            PositionPart::Columns => !rules.is_grid() && rules.gravity(),
            _ => true,
        };
        PositionPart::VARIANTS.iter().copied().filter(is_usual).collect()
    }
}

impl Choice for PositionPart {
    const ALL: &'static [Self] = Self::VARIANTS;

    fn name(self) -> &'static str {
        self.into()
    }
}

/// A valid request for the description of a position.
#[derive(Clone, Debug)]
pub struct PositionRequest {
    pub position: Position,
    /// The moves that led to it, if the request has them in their order.
    pub moves: Option<Vec<Cell>>,
    /// The point of view of the static values; default X.
    pub pov: Player,
    /// The heuristics to value it with.
    pub heuristics: Vec<Heuristic>,
    /// The parts of the answer.
    pub parts: Vec<PositionPart>,
}

/// The answer: the game, and each part that is asked for.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionAnswer<'a> {
    game: GameView,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PositionView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_moves: Option<MovesView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristics: Option<Vec<Valued<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<SymmetryView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_id: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<Option<RecordsView>>,
    /// Row and column of each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<Vec<[usize; 2]>>,
    /// The cells of each column from the bottom up; none where stones do not fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<&'a [Vec<u16>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<&'a [u16]>>,
}

/// The moves of the game in each form that fits it.
#[derive(Serialize)]
pub struct RecordsView {
    moves: String,
    compact: Option<String>,
    columns: Option<String>,
    sgf: Option<String>,
    psq: Option<String>,
}

impl RecordsView {
    /// Of a game whose moves from the empty board are known; a game that O began has the forms that say so. `None` of another game.
    #[must_use]
    pub fn of(position: &Position, moves: Option<&[Cell]>) -> Option<RecordsView> {
        let rules = position.rules();
        let Some(moves) = moves else {
            let moves: Vec<Cell> = position.moves().collect();
            let is_by_o = !moves.is_empty() && moves.len() == position.stones();
            let sgf = record::sgf_by(rules, Player::O, &moves);
            let moves = is_by_o.then(|| record::list_by_o(rules, &moves))?;
            return Some(RecordsView { moves, compact: None, columns: None, sgf, psq: None });
        };
        Some(RecordsView {
            moves: record::list(rules, moves),
            compact: record::compact(rules, moves),
            columns: record::columns(rules, moves),
            sgf: record::sgf(rules, moves),
            psq: record::piskvork(rules, moves),
        })
    }
}

/// A static value and its sum: the lines that count, with the term of each.
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
    transform: Cow<'static, str>,
    orbit: usize,
}

impl SymmetryView {
    fn new(position: &Position) -> SymmetryView {
        let canonical = position.canonical();
        SymmetryView {
            canonical: canonical.board,
            state_id: canonical.state_id,
            transform: canonical.transform,
            orbit: canonical.orbit,
        }
    }
}

impl PositionRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>) -> Option<Self> {
        let Start { rules, position, moves, .. } = Start::read(r);
        let heuristics = heuristics(r, rules.as_ref());
        let parts = r.choices("fields");
        let pov = r.choice("pov").unwrap_or(PointOfView::X);
        if let Some(parts) = &parts
            && !parts.contains(&PositionPart::Heuristics)
            && r.is_given("heuristics")
        {
            let detail =
                "it has no effect, since fields leaves heuristics out; add heuristics to fields, or leave this out";
            r.error("heuristics", ErrorCode::Conflict, detail);
        }
        let position = position?;
        let parts = parts.unwrap_or_else(|| PositionPart::usual(position.rules()));
        Some(PositionRequest { pov: pov.side(position.turn()), position, moves, heuristics, parts })
    }
}

/// `heuristics`, a list of names, and `heuristic`, a name or weights; each heuristic once.
fn heuristics(r: &Reader<'_>, rules: Option<&Rules>) -> Vec<Heuristic> {
    let named: Vec<Named> = r.choices("heuristics").unwrap_or_default();
    if let Some(rules) = rules {
        for &name in &named {
            if let Err(error) = Heuristic::Named(name).compile(rules) {
                r.error("heuristics", &error, format_args!("\"{}\": {error}", name.name()));
            }
        }
    }
    let mut all: Vec<Heuristic> = named.into_iter().map(Heuristic::Named).collect();
    all.extend(heuristic(r, rules).filter(|one| !all.iter().any(|named| named.name() == one.name())));
    all
}

impl PositionRequest {
    /// The board, the side to move or the result, the legal moves, and the values asked for.
    fn text(&self) -> String {
        let PositionRequest { position, pov, heuristics, .. } = self;
        let mut text = format!("{position}\n\n{}\n{}", state_text(position), notes_text(position));
        let legal = legal_text(position);
        if !legal.is_empty() {
            text += &format!("{legal}\n");
        }
        for Valued { name, value, .. } in heuristics.iter().filter_map(|heuristic| value(heuristic, position, *pov)) {
            text += &format!("Value for {} by {name}: {value}.\n", pov.name());
        }
        text
    }
}

impl Request for PositionRequest {
    fn plan(&self, _: &Engine) -> Plan {
        Plan::Instant
    }

    fn rules(&self) -> Option<&Rules> {
        Some(self.position.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        None
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        if run.form == Form::Text {
            return Ok(Some(run.text(self.text(), true)));
        }
        let PositionRequest { position, moves, pov, heuristics, parts } = self;
        let (rules, game) = (position.rules(), position.game());
        let legal_moves: Vec<Cell> = position.legal_moves().collect();
        let has = |part| parts.contains(&part);
        let answer = PositionAnswer {
            game: GameView::new(rules),
            position: has(PositionPart::Position).then(|| PositionView::new(position)),
            moves: has(PositionPart::Moves).then(|| position.stones()),
            legal_moves: has(PositionPart::LegalMoves).then_some(MovesView { rules, cells: &legal_moves }),
            heuristics: has(PositionPart::Heuristics)
                .then(|| heuristics.iter().filter_map(|heuristic| value(heuristic, position, *pov)).collect()),
            symmetry: has(PositionPart::Symmetry).then(|| SymmetryView::new(position)),
            state_id: has(PositionPart::StateId).then(|| position.state_id()),
            records: has(PositionPart::Records).then(|| RecordsView::of(position, moves.as_deref())),
            layout: has(PositionPart::Layout).then(|| layout(rules)),
            columns: has(PositionPart::Columns).then(|| game.columns()),
            lines: has(PositionPart::Lines)
                .then(|| (0..game.lines().len()).map(|line| game.lines().cells(line)).collect()),
        };
        run.json(&answer, true).map(Some)
    }
}

/// Row and column of each cell.
pub fn layout(rules: &Rules) -> Vec<[usize; 2]> {
    let place = |cell| {
        let (row, col) = rules.place(cell);
        [row, col]
    };
    (0..rules.cells()).map(place).collect()
}

/// The value of a position by a heuristic, which reading has compiled.
fn value<'a>(heuristic: &Heuristic, position: &'a Position, pov: Player) -> Option<Valued<'a>> {
    let weights = heuristic.compile(position.rules()).ok()?;
    let seen = |value: i64| if pov == Player::X { value } else { -value };
    let view = |term| LineView::new(term, position.game(), pov);
    Some(Valued {
        name: heuristic.name(),
        value: seen(weights.evaluate(position)),
        lines: weights.trace(position).into_iter().map(view).collect(),
    })
}
