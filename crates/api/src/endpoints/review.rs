//! `/v1/review`: a whole game, judged move by move.

use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::value::to_raw_value;

use super::Context;
use crate::limits::Limits;
use crate::read::{ErrorCode, PointOfView, Pointer, Reader, Search, Start, add_remedies, moves};
use crate::refusal::{Refusal, engine_detail, engine_field};
use crate::run::{Answer, Effort, Form, Request, Run, Searched};
use crate::views::{
    GameView, MoveView, MovesView, Outcome, PositionView, RankingView, ReasonView, Refutation, ScoreView, SearchView,
    annotated::{AnnotatedGame, judgement},
    milliseconds, refutation, refutation_text, rounded,
};
use inarow_engine::engine::reasons::{ReasonKind, reasons};
use inarow_engine::engine::review::{Label, Review, ReviewedMove, ReviewedSide};
use inarow_engine::engine::{Algorithm, Engine, Plan, RankedMove, has_book, has_exact_source};
use inarow_engine::game::{Player, Rules};
use inarow_engine::search::Limits as Asked;

/// Moves that are listed for each position.
const MULTI_PV_DEFAULT: usize = 3;
/// Most of them: a game on the largest board has hundreds of positions.
const MULTI_PV_MAX: usize = 10;

/// A valid request for a review.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    pub review: Review,
    /// The time of the whole review.
    pub movetime: Duration,
    /// The time in a stream, whose reader sees each move meanwhile: there the clock ends nodes only as the last resort.
    pub in_stream: Duration,
    /// The point of view of the scores.
    pub pov: PointOfView,
    /// Whether to add facts about the moves.
    pub explain: bool,
}

/// The answer.
#[derive(Serialize)]
struct ReviewAnswer<'a> {
    moves: Vec<ReviewedMoveView<'a>>,
    sides: Sides,
    game: GameView,
    /// The last position.
    position: PositionView,
    /// Whether every position is solved.
    complete: bool,
    nodes: u64,
    #[serde(rename = "timeMs")]
    time_ms: Option<f64>,
}

/// A record for each move on the way, from the last to the first; once more for those that the time left has judged anew.
#[derive(Serialize)]
struct ReviewProgress<'a> {
    r#final: bool,
    /// Moves still to judge, or to judge once more.
    left: usize,
    r#move: ReviewedMoveView<'a>,
}

/// How moves are shown.
#[derive(Clone, Copy)]
struct View {
    pov: PointOfView,
    multi_pv: usize,
    explain: bool,
    is_late: bool,
}

/// One move beside the best of its position.
#[derive(Serialize)]
struct ReviewedMoveView<'a> {
    ply: usize,
    player: &'static str,
    r#move: MoveView,
    score: ScoreView,
    /// How the game goes on after the move with best play.
    pv: MovesView<'a>,
    label: &'static str,
    cost: Cost,
    /// The best moves of the position.
    best: RankingView<'a>,
    search: SearchView,
    /// With `explain`: the judgement in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// With `explain`: why the move is worse, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    refutation: Option<Refutation>,
    /// With `explain`: facts about the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonView>>,
}

/// The loss by a move, for its side.
#[derive(Serialize)]
struct Cost {
    before: &'static str,
    after: &'static str,
    /// Points of expected result.
    result: f64,
    /// Units of the heuristic, where both scores are values.
    value: Option<i64>,
    /// Plies by which the side loses sooner, or wins later; a lower bound where only one of the scores is proven.
    plies: u32,
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

/// The number of moves with each label.
struct Labels([u32; Label::ALL.len()]);

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Label::ALL.iter().map(|label| label.name()).zip(self.0))
    }
}

impl<'a> ReviewedMoveView<'a> {
    fn new(reviewed: &'a ReviewedMove, view: View) -> ReviewedMoveView<'a> {
        let &ReviewedMove { ref position, ref played, ref best, expectation, .. } = reviewed;
        let (rules, turn) = (position.rules(), position.turn());
        let pov = view.pov.side(turn);
        let (before, after) = (reviewed.best_verdict(), played.verdict);
        ReviewedMoveView {
            ply: reviewed.ply,
            player: turn.name(),
            r#move: MoveView::new(rules, played.cell),
            score: ScoreView::new(after, turn, pov, expectation),
            pv: MovesView { rules, cells: &played.pv },
            label: reviewed.label.name(),
            cost: Cost {
                before: Outcome::of(before).name(),
                after: Outcome::of(after).name(),
                result: rounded(reviewed.cost, 1e4),
                value: before.value().zip(after.value()).map(|(before, after)| (before - after).max(0)),
                plies: reviewed.plies_lost(),
            },
            best: RankingView {
                position,
                pov,
                expectation,
                moves: &best[..best.len().min(view.multi_pv)],
                reasons: None,
            },
            search: SearchView::new(&reviewed.report, reviewed.left, None, None, view.is_late),
            text: view.explain.then(|| judgement(reviewed)),
            refutation: if view.explain { refutation(reviewed) } else { None },
            reasons: view.explain.then(|| reasons_of_played(reviewed)),
        }
    }
}

/// Whether a fact speaks against a move.
fn speaks_against(kind: ReasonKind, is_misere: bool) -> bool {
    match kind {
        ReasonKind::GivesWin | ReasonKind::PlaysUnderThreat => true,
        ReasonKind::CompletesLine => is_misere,
        _ => false,
    }
}

/// The facts about the move played; of one that is worse those that speak against it, since its other effects are no praise then.
#[must_use]
pub fn reasons_of_played(reviewed: &ReviewedMove) -> Vec<ReasonView> {
    let ReviewedMove { position, played, best, .. } = reviewed;
    let others = best.iter().filter(|other| other.cell != played.cell).cloned();
    let known: Vec<RankedMove> = [played.clone()].into_iter().chain(others).collect();
    let mut facts = reasons(position, played.cell, &known);
    if reviewed.label.is_worse() {
        facts.retain(|fact| speaks_against(fact.kind, position.rules().misere()));
    }
    ReasonView::all(position, facts)
}

impl SideView {
    fn new(side: Player, moves: &[ReviewedMove]) -> SideView {
        let of_side = ReviewedSide::of(side, moves);
        let turning_point = of_side.turning_point();
        let accuracy = of_side.accuracy.map(|accuracy| rounded(accuracy, 10.0));
        SideView { accuracy, turning_point, labels: Labels(of_side.labels) }
    }
}

impl ReviewRequest {
    /// Reads a request: a game from `board` on by its `moves`, or a `record`; depth and nodes are for each position.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let start = Start::before_moves(r);
        refuse_incomplete(r);
        let search = Search::read(r, context.limits, start);
        let (pov, has_movetime) = (search.pov, r.is_given("movetime"));
        let has_record = r.is_given("record");
        if has_record && search.position.as_ref().is_some_and(|game| game.moves().len() == 0 && game.stones() > 0) {
            let detail = "a board does not say the order of its moves; send the moves";
            r.error("record", ErrorCode::WrongType, detail);
        }
        let Search { position, heuristic, algorithm, limits, movetime, .. } = search;
        let game = position.and_then(|start| {
            let moves = if has_record { None } else { moves(r, &start, "moves") };
            start.after(&moves.unwrap_or_default()).ok()
        });
        add_remedies(r);
        let multi_pv = r.number("multiPv", 1..=MULTI_PV_MAX as u64);
        let multi_pv = multi_pv.map_or(MULTI_PV_DEFAULT, |count| count as usize);
        let explain = r.flag("explain").unwrap_or_default();
        let game = game.filter(|_| r.is_clean())?;
        let mut review = Review { game, algorithm, heuristic, limits, multi_pv };
        let movetime = if has_movetime { movetime } else { bound(&mut review, context.limits) };
        let ends_by_nodes = !has_movetime && review.limits.nodes.is_some();
        let in_stream = if ends_by_nodes { movetime.max(context.limits.match_movetime_max()) } else { movetime };
        let check = context.engine.check_review(&review);
        check.map_err(|error| r.error(engine_field(&error), &error, engine_detail(&error))).ok()?;
        Some(ReviewRequest { review, movetime, in_stream, pov, explain })
    }

    /// The judged moves; `None` if there are none for this effort.
    ///
    /// # Errors
    /// A query that the engine refuses; a game of which not all moves are judged.
    pub fn judge(&self, run: &mut Run<'_>) -> Result<Option<Vec<ReviewedMove>>, Refusal> {
        let movetime = if run.form == Form::FinalRecord { self.in_stream } else { self.movetime };
        let mut limits = run.limited(&self.review.limits, movetime);
        if run.effort == Effort::Least {
            // Its time is over; a short game is judged all the same.
            limits.deadline = None;
        }
        let (review, view) = (Review { limits, ..self.review.clone() }, self.view(run));
        let moves = run.engine.review_with(&review, run.effort, run.threads, &mut |reviewed, left| {
            let record = || ReviewProgress { r#final: false, left, r#move: ReviewedMoveView::new(reviewed, view) };
            (run.on_progress)(&|| to_raw_value(&record()));
        })?;
        match moves {
            None if run.effort != Effort::Instant => Err(run.cut_off()),
            moves => Ok(moves),
        }
    }

    fn view(&self, run: &Run<'_>) -> View {
        View { pov: self.pov, multi_pv: self.review.multi_pv, explain: self.explain, is_late: run.is_late }
    }

    /// The game with its labels, for people and other programs.
    fn annotated<'a>(&'a self, moves: &'a [ReviewedMove]) -> AnnotatedGame<'a> {
        let why = |reviewed| {
            let facts = reasons_of_played(reviewed);
            let mut told = ReasonView::told(&facts);
            if reviewed.label == Label::OnlyMove {
                // The label says it.
                told.retain(|text| !facts.iter().any(|fact| fact.is(ReasonKind::OnlyMove) && fact.text() == *text));
            }
            refutation_text(reviewed).into_iter().chain(told.into_iter().map(str::to_owned)).collect()
        };
        AnnotatedGame {
            game: &self.review.game,
            moves,
            better_max: self.review.multi_pv,
            why: if self.explain { moves.iter().map(why).collect() } else { Vec::new() },
        }
    }

    fn write(&self, moves: &[ReviewedMove], run: &Run<'_>) -> Result<Answer, Refusal> {
        let view = self.view(run);
        let is_pure = !moves.iter().any(|reviewed| reviewed.report.depended_on_the_clock());
        if let Form::Sgf | Form::Text = run.form {
            let game = self.annotated(moves);
            return Ok(run.text(if run.form == Form::Sgf { game.sgf() } else { game.text() }, is_pure));
        }
        let answer = ReviewAnswer {
            sides: Sides { x: SideView::new(Player::X, moves), o: SideView::new(Player::O, moves) },
            game: GameView::new(self.review.game.rules()),
            position: PositionView::new(&self.review.game),
            complete: moves.iter().all(|reviewed| reviewed.report.complete),
            nodes: moves.iter().map(|reviewed| reviewed.report.counts.nodes).sum(),
            time_ms: run.time(is_pure).map(milliseconds),
            moves: moves.iter().map(|reviewed| ReviewedMoveView::new(reviewed, view)).collect(),
        };
        run.json(&answer, is_pure)
    }
}

/// The time of a review that does not say: all there is where something else ends its searches soon enough. That is nodes, a depth, or the
/// book of a game that is solved from every position; a depth does not end the proofs of an exact source, which get so much for each move.
/// Where none of these does and no proof is at hand, searches get a number of nodes, so that the same game is judged in the same way each time.
fn bound(review: &mut Review, limits: &Limits) -> Duration {
    let Review { game, algorithm, heuristic, limits: Asked { depth, nodes, .. }, .. } = review;
    let rules = game.rules();
    let is_exact = heuristic.is_none()
        && match algorithm {
            Algorithm::Auto => has_exact_source(rules),
            algorithm => *algorithm == Algorithm::Solver,
        };
    let is_bounded = nodes.is_some() || if is_exact { has_book(rules) } else { depth.is_some() };
    if is_bounded {
        return limits.movetime_max();
    }
    if is_exact {
        return limits.review_time_default(game.moves().len());
    }
    *nodes = Some(limits.review_nodes_default.min(limits.nodes_max));
    limits.movetime_max()
}

/// Refuses a request without moves, and fields whose value a record says itself.
fn refuse_incomplete(r: &Reader<'_>) {
    let has_record = r.is_given("record");
    if !has_record && !r.is_given("moves") {
        r.error("moves", ErrorCode::Missing, "it is missing; send the moves of a game, or a record");
    }
    for other in ["board", "turn", "moves"].into_iter().filter(|other| has_record && r.is_given(other)) {
        let detail = format_args!("{other} and record are both given; the record has it: leave {other} out");
        r.error("record", ErrorCode::Conflict, detail);
    }
}

impl Request for ReviewRequest {
    fn plan(&self, engine: &Engine) -> Plan {
        engine.plan_review(&self.review)
    }

    fn rules(&self) -> Option<&Rules> {
        Some(self.review.game.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        if run.form == Form::Sgf && !self.review.game.rules().is_grid() {
            let detail = "a game that is a list of lines has no SGF; ask for application/json or text/plain";
            return Err(Refusal::of_field(Pointer::ROOT.key("game"), ErrorCode::DoesNotFit, detail));
        }
        let moves = self.judge(run)?;
        let Some(moves) = moves else { return Ok(None) };
        let search = Some(Searched::all(moves.iter().map(|reviewed| reviewed.report.counts.nodes)));
        Ok(Some(Answer { search, ..self.write(&moves, run)? }))
    }
}
