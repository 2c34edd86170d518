//! `/v1/position.svg` and `/v1/position.png`: a position as a picture.

use std::time::Duration;

use serde_json::Value;

use crate::picture::{self, Mark, MoveValue, Picture, Sign, Theme};
use crate::read::{At, Choice, ErrorCode, Reader, Shown, Start, cell, last_move};
use crate::refusal::Refusal;
use crate::run::{Answer, Form, Request, Run};
use crate::views::moves_of_winner;
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Analysis, Engine, Plan, Query};
use inarow_engine::game::{Cell, Position, Rules, Status};
use inarow_engine::search::{Limits, Verdict};
use strum::VariantArray as _;

/// Length of the longer side, in pixels.
const SIZE_MIN: u64 = 200;
const SIZE_MAX: u64 = 1200;
const SIZE_DEFAULT: u64 = 600;
/// Most marks on a board.
const MARKS_MAX: usize = 64;
/// Nodes of the search that values the moves, where no exact source knows them: the same picture on every machine, in some
/// milliseconds.
const VALUE_NODES: u64 = 5_000;
/// Most values on a board where stones do not fall; the best come first.
const VALUES_MAX: usize = 9;
/// A search that is bounded by its nodes ends long before this.
const MOVETIME: Duration = Duration::from_secs(2);

impl Choice for Theme {
    const ALL: &'static [Self] = Self::VARIANTS;

    fn name(self) -> &'static str {
        self.into()
    }
}

/// A valid request for a picture.
#[derive(Debug)]
pub struct PictureRequest {
    position: Position,
    size: u32,
    theme: Theme,
    coordinates: bool,
    last: Option<Cell>,
    marks: Vec<Mark>,
    /// The query for the values of the moves, if they are to be shown.
    values: Option<Query>,
}

impl PictureRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>) -> Option<Self> {
        let Start { rules, position, moves, .. } = Start::read(r);
        let size = r.number("size", SIZE_MIN..=SIZE_MAX).unwrap_or(SIZE_DEFAULT);
        let theme = r.choice("theme").unwrap_or_default();
        let coordinates = r.flag("coordinates").unwrap_or(true);
        let at = r.at();
        let last = r.scalar("last").zip(rules.as_ref());
        let last = last.and_then(|(value, rules)| last_move(position.as_ref(), rules, &value, at.key("last")));
        let marks = r.list("marks").zip(rules.as_ref()).map(|(value, rules)| marks(rules, &value, at.key("marks")));
        let has_values = r.flag("values").unwrap_or_default();
        let position = position.filter(|_| r.is_clean())?;
        let last = last.or_else(|| moves?.last().copied());
        let values = (has_values && position.status() == Status::Ongoing).then(|| {
            let limits = Limits { nodes: Some(VALUE_NODES), ..Limits::default() };
            let multi_pv = if position.rules().gravity() { 0 } else { VALUES_MAX };
            Query { limits, multi_pv, ..Query::new(position.clone()) }
        });
        Some(PictureRequest {
            position,
            size: size as u32,
            theme,
            coordinates,
            last,
            marks: marks.unwrap_or_default(),
            values,
        })
    }

    /// The values of the moves, best first, and whether every machine finds the same; `None` if there are none for this effort.
    fn values(&self, run: &mut Run<'_>) -> Result<Option<(Vec<MoveValue>, bool)>, Refusal> {
        let Some(query) = &self.values else { return Ok(Some((Vec::new(), true))) };
        let limited = run.limited_query(query, MOVETIME);
        let Some(analysis) = run.engine.analyse_with(&limited, run.effort, &mut |_| {})? else { return Ok(None) };
        if run.is_cancelled() {
            return Err(Refusal::Cancelled);
        }
        let is_pure = !analysis.report.depended_on_the_clock();
        Ok(Some((shown(&analysis, Expectation::of_query(query)), is_pure)))
    }
}

/// The values as they are shown: none where all moves are worth the same.
fn shown(analysis: &Analysis, expectation: Expectation) -> Vec<MoveValue> {
    let Some(best) = analysis.moves.first().map(|ranked| ranked.verdict.score()) else { return Vec::new() };
    if analysis.moves.iter().all(|ranked| ranked.verdict.score() == best) {
        return Vec::new();
    }
    let value = |ranked: &inarow_engine::engine::RankedMove| MoveValue {
        cell: ranked.cell,
        sign: sign(ranked.verdict, expectation),
        is_best: ranked.verdict.score() == best,
    };
    analysis.moves.iter().map(value).collect()
}

/// A verdict as people read it: they count their own moves, and have chances between people, as an evaluation bar shows.
fn sign(verdict: Verdict, expectation: Expectation) -> Sign {
    match verdict {
        Verdict::Win { .. } => Sign::Win(moves_of_winner(verdict)),
        Verdict::Draw { .. } => Sign::Draw,
        Verdict::Loss { .. } => Sign::Loss(moves_of_winner(verdict)),
        Verdict::Unknown { .. } => {
            Sign::Chance((expectation.of_people(verdict) * 100.0).round().clamp(1.0, 99.0) as u32)
        }
    }
}

/// Cells to ring, and arrows: `"d4"`, `"c3-e5"`.
fn marks(rules: &Rules, value: &Value, at: At<'_>) -> Vec<Mark> {
    let Some(items) = value.as_array() else {
        let detail = format_args!("{} is not a list; send cells and arrows, such as [\"b2\", \"a1-c3\"]", Shown(value));
        at.error(ErrorCode::WrongType, detail);
        return Vec::new();
    };
    if items.len() > MARKS_MAX {
        at.error(ErrorCode::WrongLength, format_args!("{} marks are too many; send at most {MARKS_MAX}", items.len()));
        return Vec::new();
    }
    let mark = |(index, item): (usize, &Value)| {
        let at = at.index(index);
        match item.as_str().and_then(|text| text.split_once('-')) {
            Some((from, to)) => {
                let [from, to] = [from, to].map(|name| cell(rules, &name.into(), "", at));
                Some(Mark::Arrow(from?, to?))
            }
            None => cell(rules, item, "", at).map(Mark::Ring),
        }
    };
    items.iter().enumerate().filter_map(mark).collect()
}

impl Request for PictureRequest {
    fn plan(&self, engine: &Engine) -> Plan {
        self.values.as_ref().map_or(Plan::Instant, |query| engine.plan(query))
    }

    fn rules(&self) -> Option<&Rules> {
        Some(self.position.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        self.values.as_ref().map(|_| MOVETIME)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        let Some((values, is_pure)) = self.values(run)? else { return Ok(None) };
        let svg = picture::svg(&Picture {
            position: &self.position,
            size: self.size,
            theme: self.theme,
            coordinates: self.coordinates,
            last: self.last,
            marks: &self.marks,
            values: &values,
        });
        let body = if run.form == Form::Png { picture::png(&svg)? } else { svg.into_bytes() };
        Ok(Some(run.written(body, is_pure)))
    }
}

#[cfg(test)]
mod tests {
    use inarow_engine::game::Preset;

    use super::*;

    #[test]
    fn chances_are_those_between_people() {
        let expectation = Expectation::of_heuristic(None, &Preset::Gomoku.rules(), 9);
        let lead = (1..).map(|value| Verdict::Unknown { value }).find(|lead| expectation.of(*lead) > 0.95);
        let lead = lead.expect("a lead with which the engine wins");
        let shown = (expectation.of_people(lead) * 100.0).round() as u32;
        assert!((55..80).contains(&shown), "{shown}");
        assert_eq!(sign(lead, expectation), Sign::Chance(shown));
        assert!(matches!(sign(Verdict::Win { plies: 3 }, expectation), Sign::Win(2)));
    }

    #[test]
    fn in_misere_play_the_loser_makes_the_last_move() {
        let shown = |verdict| sign(verdict, Expectation::default());
        assert_eq!([1, 3, 4].map(|plies| shown(Verdict::Loss { plies })), [0, 1, 2].map(Sign::Loss));
        assert_eq!(shown(Verdict::Win { plies: 4 }), Sign::Win(2));
    }
}
