//! `/v1/analysis`: every move, ranked.

use std::time::Instant;

use axum::extract;
use axum::response::Response;
use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

use super::answer::{Place, Places, PositionView, Progress, ScoreView, SearchView};
use super::problem::Failure;
use super::question::{Question, Record};
use super::request::{AnalysisRequest, At, Kind, Streamable};
use super::state::Shared;
use super::{respond, stream};
use crate::engine::{Analysis, Engine, Line, Query};
use crate::game::{Player, Position, Status};

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
struct Lines<'a> {
    position: &'a Position,
    pov: Player,
    lines: &'a [Line],
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stabiliser = self.position.stabiliser();
        serializer.collect_seq(self.lines.iter().enumerate().map(|(index, line)| RankedLine {
            rank: index + 1,
            position: self.position,
            score: ScoreView::new(line.verdict, self.position.turn(), self.pov),
            class: stabiliser.class(line.cell),
            line,
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
}

impl Serialize for RankedLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.position.rules();
        let mut fields = serializer.serialize_struct("RankedLine", 5)?;
        fields.serialize_field("rank", &self.rank)?;
        fields.serialize_field("move", &Place::new(rules, self.line.cell))?;
        fields.serialize_field("score", &self.score)?;
        fields.serialize_field("pv", &Places { rules, cells: &self.line.pv })?;
        fields.serialize_field("class", &self.class)?;
        fields.end()
    }
}

/// Answers GET and POST, as one document or as a stream.
///
/// # Errors
/// A request that is not valid, and saturation.
pub async fn answer(app: extract::State<Shared>, asked: Streamable) -> Result<Response, Failure> {
    let Streamable { input, wishes } = asked;
    let request = AnalysisRequest::read(&input.fields()?, &app.limits, input.arrival, At::ROOT)?;
    if let Some(wishes) = wishes {
        return stream::respond(&app, request, input.arrival, Kind::Analysis.path(), wishes).await;
    }
    let (query, analysis) = app.analyse(request.query).await?;
    let took = input.arrival.elapsed();
    let pure =
        input.is_cacheable() && analysis.as_ref().is_none_or(|analysis| !analysis.report.depended_on_the_clock());
    let search = analysis.as_ref().map(|analysis| SearchView::new(&analysis.report, (!pure).then_some(took), None));
    let body = write(&query, analysis.as_ref(), request.pov, search)?;
    Ok(if pure { respond::cacheable(body, input.if_none_match.as_ref(), took) } else { respond::fresh(body) })
}

fn write(
    query: &Query,
    analysis: Option<&Analysis>,
    pov: Player,
    search: Option<SearchView>,
) -> serde_json::Result<Vec<u8>> {
    let position = &query.position;
    let lines = analysis.map_or(&[][..], |analysis| &analysis.lines);
    let lines = Lines { position, pov, lines };
    respond::to_json(&AnalysisAnswer { lines, position: PositionView::new(position), search })
}

impl Question for AnalysisRequest {
    fn query(&self) -> &Query {
        &self.query
    }

    fn query_mut(&mut self) -> &mut Query {
        &mut self.query
    }

    fn answer(self, engine: &Engine, since: Instant, tell: &mut dyn FnMut(Record<'_>)) -> Result<Vec<u8>, Failure> {
        let AnalysisRequest { query, pov } = self;
        if query.position.status() != Status::Ongoing {
            return Ok(write(&query, None, pov, None)?);
        }
        let analysis = engine.analyse(&query, &mut |analysis| {
            let progress = Progress::new(&analysis.report, since.elapsed());
            let lines = || Lines { position: &query.position, pov, lines: &analysis.lines };
            tell(&|| respond::to_json(&AnalysisDepth { progress, lines: lines() }));
        })?;
        let search = SearchView::new(&analysis.report, Some(since.elapsed()), None);
        Ok(write(&query, Some(&analysis), pov, Some(search))?)
    }
}
