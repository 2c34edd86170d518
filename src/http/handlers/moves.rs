//! `/v1/move`: one chosen move.

use std::time::Instant;

use serde::Serialize;
use serde_json::value::to_raw_value;

use super::analysis::{MEDIA_TYPES, lane};
use crate::engine::expectation::Expectation;
use crate::engine::reasons::reasons;
use crate::engine::{Engine, Line, Quick, Report, Source};
use crate::game::Status;
use crate::http::input::Input;
use crate::http::job::{Answer, Attempt, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{MoveRequest, Pointer};
use crate::http::respond;
use crate::http::response::{Place, Places, PositionView, Progress, ReasonView, ScoreView, SearchView};
use crate::http::search_pool::Lane;
use crate::http::state::AppState;

/// The answer: on a finished board without a move, a position after it or a search.
#[derive(Serialize)]
struct MoveAnswer<'a> {
    r#move: Option<Place>,
    score: ScoreView,
    pv: Places<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonView>>,
    position: PositionView,
    after: Option<PositionView>,
    search: Option<SearchView>,
}

/// What is known after a depth.
#[derive(Serialize)]
struct MoveDepth<'a> {
    #[serde(flatten)]
    progress: Progress,
    r#move: Place,
    score: ScoreView,
    pv: Places<'a>,
}

impl Job for MoveRequest {
    const PATH: &'static str = "/v1/move";
    const MEDIA_TYPES: &'static [&'static str] = MEDIA_TYPES;

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        Ok(MoveRequest::read(input.fields()?, &app.limits, input.arrival, Pointer::ROOT)?)
    }

    fn lane(&self, engine: &Engine) -> Lane {
        lane(engine, &self.query)
    }

    fn check(&self, engine: &Engine) -> Result<(), Failure> {
        super::analysis::check(engine, &self.query)
    }

    fn attempt(self, run: &mut Run<'_>) -> Result<Attempt<Self>, Failure> {
        if self.lane(run.engine) == Lane::Short {
            return self.run(run).map(Attempt::Finished);
        }
        match run.engine.choose_quick(&self.query)? {
            Quick::Finished(chosen) => {
                self.answer(Some(chosen), run).map(|answer| Attempt::Finished(answer.found_by_quick_search()))
            }
            Quick::Partial(_) | Quick::Skipped => Ok(Attempt::Search(self)),
        }
    }

    fn deadline(&self) -> Option<Instant> {
        self.query.limits.deadline
    }

    fn run(mut self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        if self.query.position.status() != Status::Ongoing {
            return self.answer(None, run);
        }
        self.query.limits.cancel = Some(run.cancel.clone());
        let (rules, turn, pov) = (self.query.position.rules(), self.query.position.turn(), self.pov);
        let expectation = Expectation::of_query(&self.query);
        let mut progress = |line: &Line, report: &Report| {
            let progress = Progress::new(report, run.arrival.elapsed());
            let r#move = Place::new(rules, line.cell);
            let score = ScoreView::expecting(line.verdict, turn, pov, expectation);
            (run.on_progress)(&|| {
                to_raw_value(&MoveDepth { progress, r#move, score, pv: Places { rules, cells: &line.pv } })
            });
        };
        let mut has_depth = false;
        let (line, report) = run.engine.choose_deepening(&self.query, &mut |analysis| {
            if let Some(best) = analysis.lines.first() {
                has_depth = true;
                progress(best, &analysis.report);
            }
        })?;
        if report.source != Source::Search || !has_depth {
            // An answer that is looked up or proven has one depth: the rest of the game.
            progress(&line, &report);
        }
        self.answer(Some((line, report)), run)
    }

    fn fallback(&self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        let chosen = run.engine.choose_fallback(&self.query)?.ok_or(Failure::Expired)?;
        self.answer(Some(chosen), run)
    }
}

impl MoveRequest {
    /// The answer to this request: on a finished board without a chosen move.
    fn answer(&self, chosen: Option<(Line, Report)>, run: &Run<'_>) -> Result<Answer, Failure> {
        let report = chosen.as_ref().map(|(_, report)| report);
        let is_pure = self.reproducible && !report.is_some_and(Report::depended_on_the_clock);
        let time = (!(run.cacheable && is_pure)).then(|| run.arrival.elapsed());
        let search = report.map(|report| SearchView::new(report, time, self.seed));
        let reasons = self.explain.then(|| match &chosen {
            Some((line, report)) => self.reasons(line, report, run.engine),
            None => Vec::new(),
        });
        let line = chosen.as_ref().map(|(line, _)| line);
        Ok(Answer::json(self.json(line, reasons, search)?, is_pure))
    }

    fn reasons(&self, line: &Line, report: &Report, engine: &Engine) -> Vec<ReasonView> {
        let position = &self.query.position;
        let known = engine.known(&self.query, std::slice::from_ref(line), report);
        ReasonView::all(position, reasons(position, line.cell, &known))
    }

    fn json(
        &self,
        line: Option<&Line>,
        reasons: Option<Vec<ReasonView>>,
        search: Option<SearchView>,
    ) -> serde_json::Result<Vec<u8>> {
        let (mut position, pov) = (self.query.position.clone(), self.pov);
        let rules = position.rules();
        let before = PositionView::new(&position);
        let Some(line) = line else {
            let score = ScoreView::of_finished(&position, pov);
            let pv = Places { rules, cells: &[] };
            return respond::to_json(&MoveAnswer {
                r#move: None,
                score,
                pv,
                reasons,
                position: before,
                after: None,
                search,
            });
        };
        let score = ScoreView::expecting(line.verdict, position.turn(), pov, Expectation::of_query(&self.query));
        let after = position.play(line.cell).is_ok().then(|| PositionView::new(&position));
        respond::to_json(&MoveAnswer {
            r#move: Some(Place::new(rules, line.cell)),
            score,
            pv: Places { rules, cells: &line.pv },
            reasons,
            position: before,
            after,
            search,
        })
    }
}
