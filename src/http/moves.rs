//! `/v1/move`: one chosen move.

use std::time::Instant;

use axum::extract;
use axum::response::Response;
use serde::Serialize;

use super::answer::{Place, Places, PositionView, Progress, ScoreView, SearchView};
use super::problem::Failure;
use super::question::{Question, Record};
use super::request::{At, Kind, MoveRequest, Streamable};
use super::state::{Chosen, Shared};
use super::{respond, stream};
use crate::engine::{Engine, Line, Query, Report, Source};
use crate::game::{Player, Status};

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
pub async fn answer(app: extract::State<Shared>, asked: Streamable) -> Result<Response, Failure> {
    let Streamable { input, wishes } = asked;
    let request = MoveRequest::read(&input.fields()?, &app.limits, input.arrival, At::ROOT)?;
    if let Some(wishes) = wishes {
        // Boxed, so that the usual answer has a small future.
        return Box::pin(stream::respond(&app, request, input.arrival, Kind::Move.path(), wishes)).await;
    }
    let MoveRequest { query, pov, seed, reproducible } = request;
    let (query, chosen) = app.choose(query).await?;
    let took = input.arrival.elapsed();
    let clock = chosen.as_ref().is_some_and(|(_, report)| report.depended_on_the_clock());
    let pure = input.is_cacheable() && reproducible && !clock;
    let search = chosen.as_ref().map(|(_, report)| SearchView::new(report, (!pure).then_some(took), seed));
    let body = write(query, &chosen, pov, search)?;
    Ok(if pure { respond::cacheable(body, input.if_none_match.as_ref(), took) } else { respond::fresh(body) })
}

fn write(query: Query, chosen: &Chosen, pov: Player, search: Option<SearchView>) -> Result<Vec<u8>, serde_json::Error> {
    let mut position = query.position;
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
        let MoveRequest { query, pov, seed, .. } = self;
        if query.position.status() != Status::Ongoing {
            return Ok(write(query, &None, pov, None)?);
        }
        let (rules, turn) = (query.position.rules(), query.position.turn());
        let mut depth = |line: &Line, report: &Report| {
            let progress = Progress::new(report, since.elapsed());
            let (r#move, score) = (Place::new(rules, line.cell), ScoreView::new(line.verdict, turn, pov));
            tell(&|| respond::to_json(&MoveDepth { progress, r#move, score, pv: Places { rules, cells: &line.pv } }));
        };
        let (line, report) = engine.choose_deepening(&query, &mut |analysis| {
            if let Some(best) = analysis.lines.first() {
                depth(best, &analysis.report);
            }
        })?;
        if report.source != Source::Search {
            // A looked-up answer has one depth: the rest of the game.
            depth(&line, &report);
        }
        let search = SearchView::new(&report, Some(since.elapsed()), seed);
        Ok(write(query, &Some((line, report)), pov, Some(search))?)
    }
}
