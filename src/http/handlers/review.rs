//! `/v1/review`: a whole game, judged move by move.

use std::time::Instant;

use serde::{Serialize, Serializer};
use serde_json::value::to_raw_value;

use super::analysis::{Lines, MEDIA_TYPES};
use crate::engine::reasons::reasons;
use crate::engine::review::{Label, Review, ReviewedMove, ReviewedSide};
use crate::engine::{Engine, Line, Plan};
use crate::game::Player;
use crate::http::input::Input;
use crate::http::job::{Answer, Attempt, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{PointOfView, ReviewRequest};
use crate::http::respond;
use crate::http::response::{
    Outcome, Place, Places, PositionView, ReasonView, ScoreView, SearchView, milliseconds, rounded,
};
use crate::http::search_pool::Lane;
use crate::http::state::AppState;
use crate::search::Limits;

/// The answer.
#[derive(Serialize)]
struct ReviewAnswer<'a> {
    moves: Vec<MoveView<'a>>,
    sides: Sides,
    /// The last position.
    position: PositionView,
    /// Whether every position is solved.
    complete: bool,
    nodes: u64,
    #[serde(rename = "timeMs")]
    time_ms: Option<f64>,
}

/// A record for each move on the way, from the last to the first.
#[derive(Serialize)]
struct ReviewProgress<'a> {
    r#final: bool,
    /// Moves still to judge.
    left: usize,
    r#move: MoveView<'a>,
}

/// What a request wants to see.
#[derive(Clone, Copy)]
struct View {
    pov: PointOfView,
    multi_pv: usize,
    explain: bool,
}

/// One move beside the best of its position.
#[derive(Serialize)]
struct MoveView<'a> {
    ply: usize,
    player: &'static str,
    r#move: Place,
    score: ScoreView,
    /// How the game goes on after the move with best play.
    pv: Places<'a>,
    label: &'static str,
    /// The result that the side can expect after the move.
    expected: f64,
    cost: Cost,
    /// The best moves of the position.
    best: Lines<'a>,
    search: SearchView,
    /// With `explain`: facts about the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonView>>,
}

/// What a move gave away, seen from its side.
#[derive(Serialize)]
struct Cost {
    before: &'static str,
    after: &'static str,
    /// Points of expected result.
    result: f64,
    /// Units of the heuristic, where both scores are values.
    value: Option<i64>,
}

#[derive(Serialize)]
struct Sides {
    #[serde(rename = "X")]
    x: SideView,
    #[serde(rename = "O")]
    o: SideView,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SideView {
    accuracy: Option<f64>,
    turning_point: Option<usize>,
    labels: Labels,
}

/// How many moves have each label.
struct Labels([u32; Label::ALL.len()]);

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Label::ALL.iter().map(|label| label.name()).zip(self.0))
    }
}

impl<'a> MoveView<'a> {
    fn new(reviewed: &'a ReviewedMove, view: View) -> MoveView<'a> {
        let &ReviewedMove { ref position, ref line, ref lines, expectation, .. } = reviewed;
        let (rules, turn) = (position.rules(), position.turn());
        let pov = view.pov.side(turn);
        let (best, played) = (reviewed.best(), line.verdict);
        MoveView {
            ply: reviewed.ply,
            player: turn.name(),
            r#move: Place::new(rules, line.cell),
            score: ScoreView::expecting(played, turn, pov, expectation),
            pv: Places { rules, cells: &line.pv },
            label: reviewed.label.name(),
            expected: rounded(reviewed.expected, 1e4),
            cost: Cost {
                before: Outcome::of(best).name(),
                after: Outcome::of(played).name(),
                result: rounded(reviewed.cost, 1e4),
                value: best.value().zip(played.value()).map(|(best, played)| (best - played).max(0)),
            },
            best: Lines { position, pov, expectation, lines: &lines[..lines.len().min(view.multi_pv)], reasons: None },
            search: SearchView::new(&reviewed.report, None, None),
            reasons: view.explain.then(|| reasons_of(reviewed)),
        }
    }
}

/// The facts about the move played.
fn reasons_of(reviewed: &ReviewedMove) -> Vec<ReasonView> {
    let ReviewedMove { position, line, lines, .. } = reviewed;
    let others = lines.iter().filter(|other| other.cell != line.cell).cloned();
    let known: Vec<Line> = [line.clone()].into_iter().chain(others).collect();
    ReasonView::all(position, reasons(position, line.cell, &known))
}

impl SideView {
    fn new(side: Player, moves: &[ReviewedMove]) -> SideView {
        let ReviewedSide { labels, accuracy, turning_point } = ReviewedSide::of(side, moves);
        SideView { accuracy: accuracy.map(|accuracy| rounded(accuracy, 10.0)), turning_point, labels: Labels(labels) }
    }
}

impl Job for ReviewRequest {
    const PATH: &'static str = "/v1/review";
    const MEDIA_TYPES: &'static [&'static str] = MEDIA_TYPES;
    const EVENT: &'static str = "move";

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        Ok(ReviewRequest::read(input.fields()?, &app.limits, input.arrival)?)
    }

    /// A game has many positions.
    fn fits_in_place(_: &Input) -> bool {
        false
    }

    fn lane(&self, engine: &Engine) -> Lane {
        if engine.plan_review(&self.review) == Plan::Instant { Lane::Short } else { Lane::Search }
    }

    fn check(&self, engine: &Engine) -> Result<(), Failure> {
        Ok(engine.check_review(&self.review)?)
    }

    fn attempt(self, run: &mut Run<'_>) -> Result<Attempt<Self>, Failure> {
        match self.lane(run.engine) {
            Lane::Short => self.run(run).map(Attempt::Finished),
            Lane::Search => Ok(Attempt::Search(self)),
        }
    }

    fn deadline(&self) -> Option<Instant> {
        self.review.limits.deadline
    }

    fn run(mut self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        self.review.limits.cancel = Some(run.cancel.clone());
        let view = self.view();
        let moves = run.engine.review(&self.review, &mut |reviewed| {
            let record =
                || ReviewProgress { r#final: false, left: reviewed.ply - 1, r#move: MoveView::new(reviewed, view) };
            (run.on_progress)(&|| to_raw_value(&record()));
        })?;
        self.answer(&moves.ok_or_else(|| run.cut_off())?, run)
    }

    fn fallback(&self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        let limits = Limits { cancel: Some(run.cancel.clone()), ..Limits::default() };
        let review = Review { limits, ..self.review.clone() };
        let moves = run.engine.review_fallback(&review)?;
        self.answer(&moves.ok_or_else(|| run.cut_off())?, run)
    }
}

impl ReviewRequest {
    fn view(&self) -> View {
        View { pov: self.pov, multi_pv: self.review.multi_pv, explain: self.explain }
    }

    fn answer(&self, moves: &[ReviewedMove], run: &Run<'_>) -> Result<Answer, Failure> {
        let view = self.view();
        let is_pure = !moves.iter().any(|reviewed| reviewed.report.depended_on_the_clock());
        let time = (!(run.cacheable && is_pure)).then(|| run.arrival.elapsed());
        let body = respond::to_json(&ReviewAnswer {
            sides: Sides { x: SideView::new(Player::X, moves), o: SideView::new(Player::O, moves) },
            position: PositionView::new(&self.review.game),
            complete: moves.iter().all(|reviewed| reviewed.report.complete),
            nodes: moves.iter().map(|reviewed| reviewed.report.counts.nodes).sum(),
            time_ms: time.map(milliseconds),
            moves: moves.iter().map(|reviewed| MoveView::new(reviewed, view)).collect(),
        })?;
        Ok(Answer::json(body, is_pure))
    }
}
