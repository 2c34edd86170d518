//! `/v1/move`: one chosen move.

use std::time::Duration;

use serde::Serialize;
use serde_json::value::to_raw_value;

use super::Context;
use super::analysis::check;
use crate::read::{Randomness, Reader, Search, Start, Style, root_moves};
use crate::refusal::Refusal;
use crate::run::{Answer, Form, Request, Run, Searched};
use crate::views::{
    GameView, MoveView, MovesView, PositionView, Progress, ReasonView, ScoreView, SearchView, notes_text, play_text,
    state_text, verdict_text,
};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::reasons::reasons;
use inarow_engine::engine::{Engine, Plan, Query, RankedMove, Report, Source, SourceLeft};
use inarow_engine::game::{Player, Rules, Status, notation};

/// A valid request for a move.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    pub query: Query,
    /// The time of the search.
    pub movetime: Duration,
    /// The point of view of the score.
    pub pov: Player,
    /// The seed, if the answer depends on random choices.
    pub seed: Option<u64>,
    /// Whether the same request would make the same random choices.
    pub reproducible: bool,
    /// Whether the answer has reasons.
    pub explain: bool,
}

/// The chosen move, with how it was found.
pub type Chosen = (RankedMove, Report);

/// The answer: on a finished board without a move, a position after it or a search.
#[derive(Serialize)]
struct MoveAnswer<'a> {
    r#move: Option<MoveView>,
    score: ScoreView,
    pv: MovesView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonView>>,
    game: GameView,
    position: PositionView,
    after: Option<PositionView>,
    search: Option<SearchView>,
}

/// The answer so far, after a depth.
#[derive(Serialize)]
struct MoveDepth<'a> {
    #[serde(flatten)]
    progress: Progress,
    r#move: MoveView,
    score: ScoreView,
    pv: MovesView<'a>,
}

impl MoveRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let start = Start::read(r);
        let search = Search::read(r, context.limits, start);
        let moves = root_moves(r, search.position.as_ref());
        let style = Style::read(r);
        let random = Randomness::read(r, style);
        let explain = r.flag("explain").unwrap_or_default();
        let (pov, movetime) = (search.pov, search.movetime);
        let mut query = search.query(moves).filter(|_| r.is_clean())?;
        query.tie_break = style.tie_break(query.position.rules());
        (query.skill, query.seed) = (style.skill(), random.seed);
        check(r, &query, context.engine)?;
        Some(MoveRequest {
            pov: pov.side(query.position.turn()),
            query,
            movetime,
            seed: random.used.then_some(random.seed),
            reproducible: random.reproducible,
            explain,
        })
    }

    /// The chosen move; `None` on a finished board. The outer `None` says that there is none for this effort.
    ///
    /// # Errors
    /// A query that the engine refuses.
    pub fn choose(&self, run: &mut Run<'_>) -> Result<Option<Option<Chosen>>, Refusal> {
        if self.query.position.status() != Status::Ongoing {
            return Ok(Some(None));
        }
        let query = run.limited_query(&self.query, self.movetime);
        let (rules, turn, pov) = (query.position.rules(), query.position.turn(), self.pov);
        let mut progress = |chosen: &RankedMove, report: &Report| {
            let progress = Progress::new(report, run.start.elapsed());
            let expectation = Expectation::of_verdict(&query, chosen.verdict);
            let score = ScoreView::new(chosen.verdict, turn, pov, expectation);
            (run.on_progress)(&|| {
                let r#move = MoveView::new(rules, chosen.cell);
                to_raw_value(&MoveDepth { progress, r#move, score, pv: MovesView { rules, cells: &chosen.pv } })
            });
        };
        let mut has_depth = false;
        let chosen = run.engine.choose_with(&query, run.effort, &mut |analysis| {
            if let Some(best) = analysis.moves.first() {
                has_depth = true;
                progress(best, &analysis.report);
            }
        })?;
        if let Some((chosen, report)) = &chosen
            && run.effort.is_full()
            && (report.source != Source::Search || !has_depth)
        {
            // An answer that is looked up or proven has one depth: the rest of the game.
            progress(chosen, report);
        }
        Ok(chosen.map(Some))
    }

    /// Writes the answer: on a finished board without a chosen move.
    fn write(&self, chosen: Option<&Chosen>, run: &Run<'_>) -> Result<Answer, Refusal> {
        if run.form == Form::Text {
            return Ok(self.write_text(chosen, run));
        }
        let (mut position, pov) = (self.query.position.clone(), self.pov);
        let rules = self.query.position.rules();
        let (game, before) = (GameView::new(rules), PositionView::new(&position));
        let Some((chosen, report)) = chosen else {
            let answer = MoveAnswer {
                r#move: None,
                score: ScoreView::of_finished(&position, pov),
                pv: MovesView { rules, cells: &[] },
                reasons: self.explain.then(Vec::new),
                game,
                position: before,
                after: None,
                search: None,
            };
            return run.json(&answer, self.reproducible);
        };
        let is_pure = self.reproducible && !report.depended_on_the_clock();
        let expectation = Expectation::of_verdict(&self.query, chosen.verdict);
        let score = ScoreView::new(chosen.verdict, position.turn(), pov, expectation);
        let reasons = self.explain.then(|| self.reasons(chosen, report, run.engine));
        let after = position.play(chosen.cell).is_ok().then(|| PositionView::new(&position));
        let answer = MoveAnswer {
            r#move: Some(MoveView::new(rules, chosen.cell)),
            score,
            pv: MovesView { rules, cells: &chosen.pv },
            reasons,
            game,
            position: before,
            after,
            search: Some(SearchView::new(
                report,
                SourceLeft::of(&self.query),
                run.time(is_pure),
                self.seed,
                run.is_late,
            )),
        };
        run.json(&answer, is_pure)
    }

    /// Writes the answer in words, with the board after the move.
    fn write_text(&self, chosen: Option<&Chosen>, run: &Run<'_>) -> Answer {
        let mut position = self.query.position.clone();
        let Some((chosen, report)) = chosen else {
            return run.text(format!("{}\n\n{position}\n", state_text(&position)), self.reproducible);
        };
        let is_pure = self.reproducible && !report.depended_on_the_clock();
        let (side, name) = (position.turn(), notation::cell_name(position.rules(), chosen.cell));
        let verdict = verdict_text(chosen.verdict, side, Expectation::of_query(&self.query));
        let reasons = if self.explain { self.reasons(chosen, report, run.engine) } else { Vec::new() };
        let notes = notes_text(&position);
        let play = play_text(&position, chosen, &reasons, usize::MAX, "");
        let mut text = format!("{} plays {name}: {verdict}.\n{play}{notes}", side.name());
        if position.play(chosen.cell).is_ok() {
            text += &format!("\n{position}\n\n{}\n", state_text(&position));
        }
        run.text(text, is_pure)
    }

    /// Why the move is played.
    #[must_use]
    pub fn reasons(&self, chosen: &RankedMove, report: &Report, engine: &Engine) -> Vec<ReasonView> {
        let position = &self.query.position;
        let known = engine.known(&self.query, std::slice::from_ref(chosen), report);
        ReasonView::all(position, reasons(position, chosen.cell, &known))
    }
}

impl Request for MoveRequest {
    fn plan(&self, engine: &Engine) -> Plan {
        engine.plan(&self.query)
    }

    fn rules(&self) -> Option<&Rules> {
        Some(self.query.position.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        let Some(chosen) = self.choose(run)? else { return Ok(None) };
        let search = chosen.as_ref().map(|(_, report)| Searched::of(report, run.is_late));
        Ok(Some(Answer { search, ..self.write(chosen.as_ref(), run)? }))
    }
}
