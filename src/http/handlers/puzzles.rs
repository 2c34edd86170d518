//! `/v1/puzzles`: a position with exactly one best move.

use std::time::Instant;

use serde::Serialize;

use crate::engine::puzzle::{Puzzle, Theme};
use crate::engine::reasons::reasons;
use crate::game::{Cell, Player};
use crate::http::accept::JSON;
use crate::http::input::Input;
use crate::http::job::{Answer, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{ErrorCode, Pointer, PuzzleRequest};
use crate::http::respond;
use crate::http::response::{Place, Places, PositionView, ReasonView, ScoreView};
use crate::http::state::AppState;

/// The answer.
#[derive(Serialize)]
struct PuzzleAnswer<'a> {
    date: Option<String>,
    seed: u64,
    themes: Vec<&'static str>,
    length: u32,
    decoys: u32,
    difficulty: u32,
    /// The task in words.
    text: String,
    position: PositionView,
    /// The moves that lead to the position.
    moves: Places<'a>,
    solution: Option<Solution<'a>>,
}

/// The one move, how the game goes on, and why.
#[derive(Serialize)]
struct Solution<'a> {
    r#move: Place,
    score: ScoreView,
    pv: Places<'a>,
    reasons: Vec<ReasonView>,
}

impl<'a> Solution<'a> {
    fn new(puzzle: &'a Puzzle) -> Option<Solution<'a>> {
        let Puzzle { position, lines, .. } = puzzle;
        let (line, rules, turn) = (lines.first()?, position.rules(), position.turn());
        Some(Solution {
            r#move: Place::new(rules, line.cell),
            score: ScoreView::new(line.verdict, turn, turn),
            pv: Places { rules, cells: &line.pv },
            reasons: ReasonView::all(position, reasons(position, line.cell, lines)),
        })
    }
}

impl Job for PuzzleRequest {
    const PATH: &'static str = PuzzleRequest::PATH;
    const MEDIA_TYPES: &'static [&'static str] = &[JSON];

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        Ok(PuzzleRequest::read(input.fields()?, &app.limits, input.arrival)?)
    }

    fn deadline(&self) -> Option<Instant> {
        self.query.limits.deadline
    }

    fn run(mut self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        self.query.limits.cancel = Some(run.cancel.clone());
        let Some(puzzle) = run.engine.puzzle(&self.query)? else {
            let is_complete = self.query.limits.interrupted().is_none();
            return Err(if is_complete { none_found(self.query.theme) } else { run.cut_off() });
        };
        let moves: Vec<Cell> = puzzle.position.moves().collect();
        let body = respond::to_json(&PuzzleAnswer {
            date: self.date.map(|date| date.to_string()),
            seed: self.query.seed,
            themes: puzzle.themes.iter().map(|theme| theme.name()).collect(),
            length: puzzle.length,
            decoys: puzzle.decoys,
            difficulty: puzzle.difficulty,
            text: task(puzzle.position.turn(), &puzzle),
            position: PositionView::new(&puzzle.position),
            moves: Places { rules: puzzle.position.rules(), cells: &moves },
            solution: self.solution.then(|| Solution::new(&puzzle)).flatten(),
        })?;
        Ok(Answer::json(body, !self.is_today))
    }
}

fn task(turn: Player, puzzle: &Puzzle) -> String {
    let turn = turn.name();
    if puzzle.themes.contains(&Theme::OnlyMove) {
        format!("{turn} to move: only one move does not lose. Which?")
    } else {
        format!("{turn} to move: only one move wins, in {} moves. Which?", puzzle.length)
    }
}

/// Says that a seed has no such puzzle.
fn none_found(theme: Option<Theme>) -> Failure {
    let (field, what) = match theme {
        Some(theme) => ("theme", format!("no puzzle \"{}\"", theme.name())),
        None => ("game", "no puzzle".to_owned()),
    };
    let remedy = "send another seed or date, or another theme";
    let detail = format_args!("{what} was found from this seed; {remedy}");
    Failure::of_field(Pointer::ROOT.key(field), ErrorCode::DoesNotFit, detail)
}
