//! `/v1/move`: one chosen move.

use std::time::Instant;

use axum::extract;
use axum::response::Response;
use serde::Serialize;

use super::answer::{Place, Places, PositionView, Progress, ScoreView, SearchView};
use super::problem::Failure;
use super::question::{Question, Record};
use super::request::{At, Input, Kind, MoveRequest, Streamable};
use super::respond;
use super::state::{AtOnce, Chosen, Shared, State};
use super::stream::{self, Wishes};
use crate::engine::{Engine, Line, Query, Report, Source};
use crate::game::Status;

/// The answer: on a finished board without a move, a position after it or a search.
#[derive(Serialize)]
struct MoveAnswer<'a> {
    r#move: Option<Place>,
    score: ScoreView,
    pv: Places<'a>,
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

/// Answers GET and POST, as one document or as a stream.
///
/// # Errors
/// A request that is not valid, and saturation.
pub fn answer(
    app: extract::State<Shared>,
    asked: Streamable,
) -> impl Future<Output = Result<Response, Failure>> + Send + 'static {
    let Streamable { input, wishes } = asked;
    // Before the future, so that it holds only what is left to do.
    let next = begin(&app, &input, wishes);
    async move {
        match next? {
            Next::Done(response) => Ok(response),
            // Boxed, so that small answers do not carry the space of a search around.
            Next::Search(request, best) => Box::pin(later(app, input, *request, best)).await,
            Next::Stream(request, wishes) => {
                Box::pin(stream::respond(&app, *request, input.arrival, Kind::Move.path(), wishes)).await
            }
        }
    }
}

/// What is left to do for an answer.
enum Next {
    /// Nothing: it took microseconds.
    Done(Response),
    /// A search, of which this much is known.
    Search(Box<MoveRequest>, Option<Chosen>),
    Stream(Box<MoveRequest>, Box<Wishes>),
}

fn begin(app: &State, input: &Input, wishes: Option<Box<Wishes>>) -> Result<Next, Failure> {
    let asked = MoveRequest::read(&input.fields()?, &app.limits, input.arrival, At::ROOT)?;
    if let Some(wishes) = wishes {
        return Ok(Next::Stream(Box::new(asked), wishes));
    }
    match app.choose_at_once(&asked.query)? {
        AtOnce::Done(chosen) => write(input, asked, &chosen).map(Next::Done),
        AtOnce::Begun(best) => Ok(Next::Search(Box::new(asked), best)),
    }
}

async fn later(
    app: extract::State<Shared>,
    input: Input,
    request: MoveRequest,
    best: Option<Chosen>,
) -> Result<Response, Failure> {
    let chosen = app.search(request.query.clone(), best).await?;
    write(&input, request, &chosen)
}

fn write(input: &Input, request: MoveRequest, chosen: &Chosen) -> Result<Response, Failure> {
    let took = input.arrival.elapsed();
    let report = chosen.as_ref().map(|(_, report)| report);
    let pure = input.is_cacheable() && request.reproducible && !report.is_some_and(Report::depended_on_the_clock);
    let search = report.map(|report| SearchView::new(report, (!pure).then_some(took), request.seed));
    let body = write_body(request, chosen, search)?;
    Ok(if pure { respond::cacheable(body, input.if_none_match.as_ref(), took) } else { respond::fresh(body) })
}

fn write_body(request: MoveRequest, chosen: &Chosen, search: Option<SearchView>) -> Result<Vec<u8>, serde_json::Error> {
    let (mut position, pov) = (request.query.position, request.pov);
    let rules = position.rules();
    let before = PositionView::new(&position);
    let Some((line, _)) = chosen else {
        let score = ScoreView::of_finished(&position, pov);
        let pv = Places { rules, cells: &[] };
        return respond::to_json(&MoveAnswer { r#move: None, score, pv, position: before, after: None, search });
    };
    let score = ScoreView::new(line.verdict, position.turn(), pov);
    let after = position.play(line.cell).is_ok().then(|| PositionView::new(&position));
    respond::to_json(&MoveAnswer {
        r#move: Some(Place::new(rules, line.cell)),
        score,
        pv: Places { rules, cells: &line.pv },
        position: before,
        after,
        search,
    })
}

impl Question for MoveRequest {
    fn query(&self) -> &Query {
        &self.query
    }

    fn query_mut(&mut self) -> &mut Query {
        &mut self.query
    }

    fn answer(self, engine: &Engine, since: Instant, tell: &mut dyn FnMut(Record<'_>)) -> Result<Vec<u8>, Failure> {
        if self.query.position.status() != Status::Ongoing {
            return Ok(write_body(self, &None, None)?);
        }
        let MoveRequest { ref query, pov, seed, .. } = self;
        let (rules, turn) = (query.position.rules(), query.position.turn());
        let mut depth = |line: &Line, report: &Report| {
            let progress = Progress::new(report, since.elapsed());
            let (r#move, score) = (Place::new(rules, line.cell), ScoreView::new(line.verdict, turn, pov));
            tell(&|| respond::to_json(&MoveDepth { progress, r#move, score, pv: Places { rules, cells: &line.pv } }));
        };
        let (line, report) = engine.choose_deepening(query, &mut |analysis| {
            if let Some(best) = analysis.lines.first() {
                depth(best, &analysis.report);
            }
        })?;
        if report.source != Source::Search {
            // A looked-up answer has one depth: the rest of the game.
            depth(&line, &report);
        }
        let search = SearchView::new(&report, Some(since.elapsed()), seed);
        Ok(write_body(self, &Some((line, report)), Some(search))?)
    }
}
