//! `/v1/analysis`: every move, ranked.

use std::time::Instant;

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};
use serde_json::value::to_raw_value;

use crate::engine::expectation::Expectation;
use crate::engine::reasons::Reasons;
use crate::engine::{Analysis, Engine, Line, Plan, Query, Quick, Report};
use crate::game::{Player, Position, Status};
use crate::http::accept::{EVENT_STREAM, JSON, NDJSON};
use crate::http::input::Input;
use crate::http::job::{Answer, Attempt, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{AnalysisRequest, Pointer};
use crate::http::respond;
use crate::http::response::{Place, Places, PositionView, Progress, ReasonView, ScoreView, SearchView};
use crate::http::search_pool::Lane;
use crate::http::state::AppState;

/// What answers of a search may be: one document, or a stream.
pub(super) const MEDIA_TYPES: &[&str] = &[JSON, EVENT_STREAM, NDJSON];

/// The answer: on a finished board without lines and a search.
#[derive(Serialize)]
struct AnalysisAnswer<'a> {
    lines: Lines<'a>,
    position: PositionView,
    search: Option<SearchView>,
}

/// What is known after a depth.
#[derive(Serialize)]
struct AnalysisDepth<'a> {
    #[serde(flatten)]
    progress: Progress,
    lines: Lines<'a>,
}

/// Ranked moves of a position.
pub(super) struct Lines<'a> {
    pub position: &'a Position,
    pub pov: Player,
    /// What the values of the lines are worth.
    pub expectation: Expectation,
    pub lines: &'a [Line],
    /// With `explain`, those of each line.
    pub reasons: Option<&'a [Vec<ReasonView>]>,
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stabiliser = self.position.stabiliser();
        serializer.collect_seq(self.lines.iter().enumerate().map(|(index, line)| RankedLine {
            rank: index + 1,
            position: self.position,
            score: ScoreView::expecting(line.verdict, self.position.turn(), self.pov, self.expectation),
            class: stabiliser.class(line.cell),
            line,
            reasons: self.reasons.and_then(|reasons| reasons.get(index)),
        }))
    }
}

struct RankedLine<'a> {
    rank: usize,
    position: &'a Position,
    score: ScoreView,
    /// The lowest cell of the moves that are like this one.
    class: usize,
    line: &'a Line,
    reasons: Option<&'a Vec<ReasonView>>,
}

impl Serialize for RankedLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.position.rules();
        let length = if self.reasons.is_some() { 6 } else { 5 };
        let mut fields = serializer.serialize_struct("RankedLine", length)?;
        fields.serialize_field("rank", &self.rank)?;
        fields.serialize_field("move", &Place::new(rules, self.line.cell))?;
        fields.serialize_field("score", &self.score)?;
        fields.serialize_field("pv", &Places { rules, cells: &self.line.pv })?;
        fields.serialize_field("class", &self.class)?;
        if let Some(reasons) = self.reasons {
            fields.serialize_field("reasons", reasons)?;
        }
        fields.end()
    }
}

impl Job for AnalysisRequest {
    const PATH: &'static str = "/v1/analysis";
    const MEDIA_TYPES: &'static [&'static str] = MEDIA_TYPES;

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        Ok(AnalysisRequest::read(input.fields()?, &app.limits, input.arrival, Pointer::ROOT)?)
    }

    fn lane(&self, engine: &Engine) -> Lane {
        lane(engine, &self.query)
    }

    fn check(&self, engine: &Engine) -> Result<(), Failure> {
        check(engine, &self.query)
    }

    fn attempt(self, run: &mut Run<'_>) -> Result<Attempt<Self>, Failure> {
        if self.lane(run.engine) == Lane::Short {
            return self.run(run).map(Attempt::Finished);
        }
        match run.engine.analyse_quick(&self.query)? {
            Quick::Finished(analysis) => {
                self.answer(Some(&analysis), run).map(|answer| Attempt::Finished(answer.found_by_quick_search()))
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
        let (position, pov, expectation) = (&self.query.position, self.pov, Expectation::of_query(&self.query));
        let analysis = run.engine.analyse(&self.query, &mut |analysis| {
            let progress = Progress::new(&analysis.report, run.arrival.elapsed());
            let lines = || Lines { position, pov, expectation, lines: &analysis.lines, reasons: None };
            (run.on_progress)(&|| to_raw_value(&AnalysisDepth { progress, lines: lines() }));
        })?;
        self.answer(Some(&analysis), run)
    }

    fn fallback(&self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        let analysis = run.engine.analyse_fallback(&self.query)?.ok_or(Failure::Expired)?;
        self.answer(Some(&analysis), run)
    }
}

impl AnalysisRequest {
    /// The answer to this request: on a finished board without lines.
    fn answer(&self, analysis: Option<&Analysis>, run: &Run<'_>) -> Result<Answer, Failure> {
        let report = analysis.map(|analysis| &analysis.report);
        let is_pure = !report.is_some_and(Report::depended_on_the_clock);
        let time = (!(run.cacheable && is_pure)).then(|| run.arrival.elapsed());
        let (position, expectation) = (&self.query.position, Expectation::of_query(&self.query));
        let lines = analysis.map_or(&[][..], |analysis| &analysis.lines);
        let known = report.filter(|_| self.explain).map(|report| run.engine.known(&self.query, lines, report));
        let reasons = known.as_deref().map(|known| reasons_of(position, known, lines, run)).transpose()?;
        let body = respond::to_json(&AnalysisAnswer {
            lines: Lines { position, pov: self.pov, expectation, lines, reasons: reasons.as_deref() },
            position: PositionView::new(position),
            search: report.map(|report| SearchView::new(report, time, None)),
        })?;
        Ok(Answer::json(body, is_pure))
    }
}

/// The facts about each line's move. The board may have hundreds, so that a cancellation counts between two.
fn reasons_of(
    position: &Position,
    known: &[Line],
    lines: &[Line],
    run: &Run<'_>,
) -> Result<Vec<Vec<ReasonView>>, Failure> {
    let reasons = Reasons::new(position, known);
    let of = |line: &Line| {
        let is_wanted = !run.is_cancelled();
        is_wanted.then(|| ReasonView::all(position, reasons.of(line.cell))).ok_or(Failure::ShuttingDown)
    };
    lines.iter().map(of).collect()
}

/// The lane of a query: short where the answer is looked up.
pub(super) fn lane(engine: &Engine, query: &Query) -> Lane {
    if engine.plan(query) == Plan::Instant { Lane::Short } else { Lane::Search }
}

/// Asks the engine whether it can answer a query. A finished game is no error.
pub(super) fn check(engine: &Engine, query: &Query) -> Result<(), Failure> {
    if query.position.status() == Status::Ongoing { Ok(engine.check(query)?) } else { Ok(()) }
}
