//! `/v1/analysis`: every move, ranked.

use std::time::Duration;

use serde::Serialize;
use serde_json::value::to_raw_value;

use super::Context;
use crate::read::{Reader, Search, Start, root_moves};
use crate::refusal::{Refusal, engine_detail, engine_field};
use crate::run::{Answer, Effort, Form, Request, Run, Searched};
use crate::views::{
    GameView, PositionView, Progress, RankingView, ReasonView, SearchView, notes_text, play_text, state_text,
    verdict_text,
};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::reasons::Reasons;
use inarow_engine::engine::{Analysis, Engine, Plan, Query, RankedMove, Report, SourceLeft};
use inarow_engine::game::{Cell, Player, Position, Rules, Status, notation};

/// A valid request for a ranking of the moves.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    pub query: Query,
    /// The time of the search.
    pub movetime: Duration,
    /// The point of view of the scores.
    pub pov: Player,
    /// Whether the answer has reasons.
    pub explain: bool,
}

/// The answer: on a finished board without moves and a search.
#[derive(Serialize)]
struct AnalysisAnswer<'a> {
    lines: RankingView<'a>,
    game: GameView,
    position: PositionView,
    search: Option<SearchView>,
}

/// The answer so far, after a depth.
#[derive(Serialize)]
struct AnalysisDepth<'a> {
    #[serde(flatten)]
    progress: Progress,
    lines: RankingView<'a>,
}

/// Most moves that a tool ranks: more is more than a model reads.
pub const TOOL_MOVES_MAX: u64 = 20;

impl AnalysisRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let start = Start::read(r);
        let search = Search::read(r, context.limits, start);
        let moves = root_moves(r, search.position.as_ref());
        // The number of moves to rank; 0, the default, is all.
        let cells = search.position.as_ref().map_or(Rules::CELLS_MAX, |position| position.rules().cells());
        let range = if r.is_tool() { 1..=TOOL_MOVES_MAX } else { 0..=cells as u64 };
        // A tool's range is that of its schema, whatever the board.
        let multi_pv = r.number("multiPv", range).map(|moves| moves.min(cells as u64));
        let explain = r.flag("explain").unwrap_or_default();
        let (pov, movetime) = (search.pov, search.movetime);
        let mut query = search.query(moves).filter(|_| r.is_clean())?;
        query.multi_pv = multi_pv.unwrap_or_default() as usize;
        check(r, &query, context.engine)?;
        Some(AnalysisRequest { pov: pov.side(query.position.turn()), query, movetime, explain })
    }

    /// The ranking; `None` on a finished board. The outer `None` says that there is none for this effort.
    ///
    /// # Errors
    /// A query that the engine refuses.
    pub fn rank(&self, run: &mut Run<'_>) -> Result<Option<Option<Analysis>>, Refusal> {
        if self.query.position.status() != Status::Ongoing {
            return Ok(Some(None));
        }
        let query = run.limited_query(&self.query, self.movetime);
        let (position, pov, expectation) = (&query.position, self.pov, Expectation::of_query(&query));
        let analysis = run.engine.analyse_on(&query, run.effort, run.threads, &mut |analysis| {
            let progress = Progress::new(&analysis.report, run.start.elapsed());
            let lines = || RankingView { position, pov, expectation, moves: &analysis.moves, reasons: None };
            (run.on_progress)(&|| to_raw_value(&AnalysisDepth { progress, lines: lines() }));
        })?;
        Ok(analysis.map(Some))
    }

    /// The best of all moves, where only some are ranked and it is proven, and whether the clock had no part in that; an outer `None` if
    /// that is not known at once and nothing more may be done.
    ///
    /// # Errors
    /// A query that the engine refuses.
    pub fn best_of_all(
        &self,
        ranked: &[RankedMove],
        run: &Run<'_>,
    ) -> Result<Option<(Option<RankedMove>, bool)>, Refusal> {
        let all: Vec<Cell> = self.query.position.legal_moves().collect();
        if self.query.moves.len() == all.len() {
            return Ok(Some((None, true)));
        }
        let all = Query { moves: all, multi_pv: 1, ..self.query.clone() };
        let all = run.limited_query(&all, self.movetime);
        // A search of its own is worth its cost where the moves have true scores; the time of the request bounds both searches.
        let is_exact = ranked.first().is_some_and(|first| first.verdict.is_proven());
        let effort = if is_exact { run.effort } else { Effort::Instant };
        let best = run.engine.choose_with(&all, effort, &mut |_| {})?;
        if best.is_none() && is_exact && run.effort == Effort::Instant {
            return Ok(None);
        }
        let is_pure = best.as_ref().is_none_or(|(_, report)| !report.depended_on_the_clock());
        Ok(Some((best.map(|(best, _)| best).filter(|best| best.verdict.is_proven()), is_pure)))
    }

    /// Writes the answer: on a finished board without moves. A better move beside those that are ranked may be known; `is_steady` says
    /// that the clock had no part in that.
    fn write(
        &self,
        analysis: Option<&Analysis>,
        (best, is_steady): (Option<RankedMove>, bool),
        run: &Run<'_>,
    ) -> Result<Answer, Refusal> {
        let report = analysis.map(|analysis| &analysis.report);
        let is_pure = is_steady && !report.is_some_and(Report::depended_on_the_clock);
        let (position, expectation) = (&self.query.position, Expectation::of_query(&self.query));
        let moves = analysis.map_or(&[][..], |analysis| &analysis.moves);
        let known = report.filter(|_| self.explain).map(|report| run.engine.known(&self.query, moves, report));
        let known = known.map(|known| {
            let other = best.filter(|best| known.iter().all(|one| one.cell != best.cell));
            known.iter().cloned().chain(other).collect::<Vec<_>>()
        });
        let reasons = known.as_deref().map(|known| reasons_of(position, known, moves, run)).transpose()?;
        if run.form == Form::Text {
            return Ok(run.text(self.text(moves, reasons.as_deref().unwrap_or_default(), expectation), is_pure));
        }
        let answer = AnalysisAnswer {
            lines: RankingView { position, pov: self.pov, expectation, moves, reasons: reasons.as_deref() },
            game: GameView::new(position.rules()),
            position: PositionView::new(position),
            search: report.map(|report| {
                SearchView::new(report, SourceLeft::of(&self.query), run.time(is_pure), None, run.is_late)
            }),
        };
        run.json(&answer, is_pure)
    }
}

impl AnalysisRequest {
    /// The board, and the ranked moves in words.
    fn text(&self, moves: &[RankedMove], reasons: &[Vec<ReasonView>], expectation: Expectation) -> String {
        let position = &self.query.position;
        let mut text = format!("{position}\n\n{}\n{}", state_text(position), notes_text(position));
        for (rank, ranked) in moves.iter().enumerate() {
            let reasons = reasons.get(rank).map_or(&[][..], Vec::as_slice);
            let name = notation::cell_name(position.rules(), ranked.cell);
            let verdict = verdict_text(ranked.verdict, position.turn(), expectation);
            let play = play_text(position, ranked, reasons, usize::MAX, "   ");
            text += &format!("{}. {name}: {verdict}.\n{play}", rank + 1);
        }
        text
    }
}

/// The facts about each ranked move. The board may have hundreds, so that a cancellation counts between two.
pub fn reasons_of(
    position: &Position,
    known: &[RankedMove],
    ranked: &[RankedMove],
    run: &Run<'_>,
) -> Result<Vec<Vec<ReasonView>>, Refusal> {
    let mut reasons = Reasons::new(position, known);
    let of = |ranked: &RankedMove| {
        let is_wanted = !run.is_cancelled();
        is_wanted.then(|| ReasonView::all(position, reasons.of(ranked.cell))).ok_or(Refusal::Cancelled)
    };
    ranked.iter().map(of).collect()
}

impl Request for AnalysisRequest {
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
        let Some(analysis) = self.rank(run)? else { return Ok(None) };
        let best = match analysis.as_ref().filter(|_| self.explain) {
            Some(analysis) => self.best_of_all(&analysis.moves, run)?,
            None => Some((None, true)),
        };
        let Some(best) = best else { return Ok(None) };
        let search = analysis.as_ref().map(|analysis| Searched::of(&analysis.report, run.is_late));
        Ok(Some(Answer { search, ..self.write(analysis.as_ref(), best, run)? }))
    }
}

/// Asks the engine whether it can answer a query; notes why not. A finished game is no error.
pub(super) fn check(r: &Reader<'_>, query: &Query, engine: &Engine) -> Option<()> {
    if query.position.status() != Status::Ongoing {
        return Some(());
    }
    engine.check(query).map_err(|error| r.error(engine_field(&error), &error, engine_detail(&error))).ok()
}
