//! `/v1/puzzles`: a position with exactly one best move.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use time::{Date, Month, Time, UtcDateTime};

use super::Context;
use crate::limits::SEED_MAX;
use crate::read::{At, ErrorCode, Pointer, Reader, Shown, integer, rules};
use crate::refusal::Refusal;
use crate::run::{Answer, Form, Request, Run};
use crate::views::{
    GameView, MoveView, MovesView, PositionView, ReasonView, ScoreView, names, play_text, verdict_text,
};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::puzzle::{DIFFICULTY_MAX, Obstacle, Puzzle, PuzzleQuery, Theme};
use inarow_engine::engine::reasons::reasons;
use inarow_engine::engine::{Engine, has_exact_source};
use inarow_engine::game::{Cell, Game, Rules, notation};

/// A valid request for a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleRequest {
    pub query: PuzzleQuery,
    movetime: Duration,
    /// The day that the seed comes from.
    pub date: Option<Date>,
    /// The end of today, if the request names a day by it.
    until: Option<UtcDateTime>,
    /// Whether to give the solution.
    pub solution: bool,
}

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
    game: GameView,
    position: PositionView,
    /// The moves that lead to the position.
    moves: MovesView<'a>,
    /// The cells where the other side threatens to win.
    threats: MovesView<'a>,
    solution: Option<Solution<'a>>,
}

/// The one move, how the game goes on, and why.
#[derive(Serialize)]
struct Solution<'a> {
    r#move: MoveView,
    score: ScoreView,
    pv: MovesView<'a>,
    reasons: Vec<ReasonView>,
}

impl<'a> Solution<'a> {
    fn new(puzzle: &'a Puzzle) -> Option<Solution<'a>> {
        let Puzzle { position, moves, .. } = puzzle;
        let (solution, rules, turn) = (moves.first()?, position.rules(), position.turn());
        Some(Solution {
            r#move: MoveView::new(rules, solution.cell),
            score: ScoreView::of_proven(solution.verdict, turn),
            pv: MovesView { rules, cells: &solution.pv },
            reasons: ReasonView::all(position, reasons(position, solution.cell, moves)),
        })
    }
}

impl PuzzleRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let game = rules(r).map(Game::shared);
        if game.as_ref().is_some_and(|game| !Engine::has_puzzles(game)) {
            let detail = "a puzzle needs proofs of all moves, which take longer than a request in this game; puzzles are for boards \
                          with gravity, such as connect-four, for small ones, such as tic-tac-toe, and for large ones with 4 or 5 in a \
                          row, such as gomoku";
            r.error("game", ErrorCode::DoesNotFit, detail);
        }
        let at = r.at();
        let given = r.sent("date").and_then(|value| day(value, at.key("date")));
        let number = r.number("seed", 0..=SEED_MAX);
        let (has_date, has_seed) = (r.is_given("date"), r.is_given("seed"));
        if has_date && has_seed {
            r.error("seed", ErrorCode::Conflict, "date and seed are both given; send one of them");
        }
        let theme: Option<Theme> = r.choice("theme");
        if let (Some(game), Some(theme)) = (&game, theme)
            && let Some(obstacle) = theme.obstacle(game.rules())
        {
            r.error("theme", ErrorCode::DoesNotFit, obstacle_detail(obstacle, theme, game.rules()));
        }
        let range = r.scalar("difficulty").and_then(|value| {
            // Language models say how hard it shall be.
            let said = value.as_str().filter(|_| r.is_tool()).and_then(said_difficulties).map(Value::from);
            difficulties(said.as_ref().unwrap_or(&value), at.key("difficulty"))
        });
        let solution = r.flag("solution").unwrap_or_default();
        let game = game.filter(|_| r.is_clean())?;
        let today = context.now.date();
        let given = given.or((!has_date && !has_seed).then_some(Day::Near(0)));
        let date = given.map(|day| match day {
            Day::Of(date) => date,
            Day::Near(days) => today.saturating_add(time::Duration::days(days)),
        });
        let tomorrow = today.next_day().filter(|_| matches!(given, Some(Day::Near(_))));
        let until = tomorrow.map(|day| UtcDateTime::new(day, Time::MIDNIGHT));
        // A day's number is far below the largest seed.
        let of_day = date.map(|date| date.to_julian_day().unsigned_abs().into());
        let seed = number.or(of_day).unwrap_or_default();
        let query =
            PuzzleQuery { theme, difficulty: range.unwrap_or(1..=DIFFICULTY_MAX), ..PuzzleQuery::new(game, seed) };
        Some(PuzzleRequest { query, movetime: context.limits.movetime_max(), date, until, solution })
    }
}

impl PuzzleRequest {
    /// The task and the board in words; with `solution` also the move.
    fn text(&self, puzzle: &Puzzle) -> String {
        let position = &puzzle.position;
        let mut text = format!("{}\n\n{position}\n", puzzle_text(puzzle));
        if let Some(best) = puzzle.moves.first().filter(|_| self.solution) {
            let (rules, side) = (position.rules(), position.turn());
            let reasons = ReasonView::all(position, reasons(position, best.cell, &puzzle.moves));
            let name = notation::cell_name(rules, best.cell);
            let verdict = verdict_text(best.verdict, side, Expectation::default());
            let play = play_text(position, best, &reasons, usize::MAX, "");
            text += &format!("\nThe solution: {name} ({verdict}).\n{play}");
        }
        text
    }

    /// The puzzle; `None` if there is none for this effort.
    ///
    /// # Errors
    /// A seed without such a puzzle; time that is over.
    pub fn make(&self, run: &Run<'_>) -> Result<Option<Puzzle>, Refusal> {
        if !run.effort.is_full() {
            return Ok(None);
        }
        let query = PuzzleQuery { limits: run.limited(&self.query.limits, self.movetime), ..self.query.clone() };
        let puzzle = run.engine.puzzle_on(&query, run.threads)?;
        let is_complete = query.limits.interrupted().is_none();
        match puzzle {
            None if is_complete => Err(none_found(&query)),
            None if run.is_cancelled() || run.is_late => Err(run.cut_off()),
            None => Err(none_in_time(&query)),
            puzzle => Ok(puzzle),
        }
    }
}

/// Says why no seed has such a puzzle.
fn obstacle_detail(obstacle: Obstacle, theme: Theme, rules: &Rules) -> String {
    let theme = theme.name();
    match obstacle {
        Obstacle::Misere => format!(
            "misère games have no puzzle \"{theme}\": a completed line loses, so that no move makes a fork; send another theme"
        ),
        Obstacle::OnlyWins => format!(
            "on a board of {} cells a puzzle is a win by continuous threats, so that there is none \"{theme}\"; send another theme",
            rules.cells()
        ),
        Obstacle::FewCells { plies, stones } => format!(
            "a board of {} cells has no puzzle \"{theme}\": the win takes {plies} plies, and at least {stones} stones \
             stand before it; send another theme or a larger board",
            rules.cells()
        ),
    }
}

/// The range of difficulties that a word means.
fn said_difficulties(word: &str) -> Option<&'static str> {
    match &*word.to_lowercase() {
        "easy" | "beginner" => Some("1-3"),
        "medium" | "normal" | "intermediate" => Some("4-6"),
        "hard" | "difficult" | "expert" => Some("7-10"),
        _ => None,
    }
}

/// A difficulty, or a range of them such as `3-5`.
fn difficulties(value: &Value, at: At<'_>) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let ends = match value {
        Value::String(text) => {
            let ends = ["-", "–", "to"].iter().find_map(|between| text.split_once(between));
            ends.and_then(|(least, most)| Some((number(least)?, number(most)?)))
        }
        Value::Array(_) => None,
        value => return integer(value, 1..=DIFFICULTY_MAX.into(), at).map(|one| one as u32..=one as u32),
    };
    let found = ends.map(|(least, most)| least..=most);
    let is_good = |range: &RangeInclusive<u32>| {
        !range.is_empty() && (1..=DIFFICULTY_MAX).contains(range.start()) && *range.end() <= DIFFICULTY_MAX
    };
    let meant = value.as_str().and_then(said_difficulties);
    let meant = meant.map_or_else(String::new, |range| format!(" did you mean \"{range}\"?"));
    let remedy = format_args!("send a whole number from 1 to {DIFFICULTY_MAX}, or a range such as \"3-5\"");
    match found {
        None => at.error(ErrorCode::WrongType, format_args!("{} is not a difficulty;{meant} {remedy}", Shown(value))),
        Some(ref range) if !is_good(range) => {
            at.error(ErrorCode::OutOfRange, format_args!("{} is out of range; {remedy}", Shown(value)));
        }
        Some(_) => {}
    }
    found.filter(is_good)
}

/// The day that a request names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Day {
    /// So many days from today.
    Near(i64),
    Of(Date),
}

/// A day as `YYYY-MM-DD`, or in a word.
fn day(value: &Value, at: At<'_>) -> Option<Day> {
    let read = value.as_str().and_then(|text| match text {
        "yesterday" => Some(Day::Near(-1)),
        "today" => Some(Day::Near(0)),
        "tomorrow" => Some(Day::Near(1)),
        text => date(text).map(Day::Of),
    });
    if read.is_none() {
        let remedy = "send one as YYYY-MM-DD, or yesterday, today or tomorrow";
        at.error(ErrorCode::WrongType, format_args!("{} is not a date; {remedy}", Shown(value)));
    }
    read
}

/// A date as `YYYY-MM-DD`. The parser of the crate `time` reads every format there is, in 20 kB of WebAssembly.
fn date(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let mut number = |digits| {
        let part =
            parts.next().filter(|part| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        part.parse::<u16>().ok()
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(year.into(), month, u8::try_from(day).ok()?).ok()?;
    parts.next().is_none().then_some(date)
}

impl Request for PuzzleRequest {
    fn rules(&self) -> Option<&Rules> {
        Some(self.query.game.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        let Some(puzzle) = self.make(run)? else { return Ok(None) };
        if run.form == Form::Text {
            return Ok(Some(Answer { until: self.until, ..run.text(self.text(&puzzle), true) }));
        }
        let moves: Vec<Cell> = puzzle.position.moves().collect();
        let answer = PuzzleAnswer {
            date: self.date.map(|date| date.to_string()),
            seed: self.query.seed,
            themes: puzzle.themes.iter().map(|theme| theme.name()).collect(),
            length: puzzle.length,
            decoys: puzzle.decoys,
            difficulty: puzzle.difficulty,
            text: puzzle_text(&puzzle),
            game: GameView::new(puzzle.position.rules()),
            position: PositionView::new(&puzzle.position),
            moves: MovesView { rules: puzzle.position.rules(), cells: &moves },
            threats: MovesView { rules: puzzle.position.rules(), cells: &puzzle.threats },
            solution: self.solution.then(|| Solution::new(&puzzle)).flatten(),
        };
        let answer = run.json(&answer, true)?;
        Ok(Some(Answer { until: self.until, ..answer }))
    }
}

/// The task in words, on large boards with the threat to win against.
#[must_use]
pub fn puzzle_text(puzzle: &Puzzle) -> String {
    let Puzzle { position, threats, length, .. } = puzzle;
    let turn = position.turn();
    if puzzle.themes.contains(&Theme::OnlyMove) {
        return format!("{} to move: only one move does not lose. Which?", turn.name());
    }
    let mut text = String::new();
    if let [first @ .., last] = &names(position.rules(), threats)[..] {
        let before = if first.is_empty() { String::new() } else { format!("{} or ", first.join(", ")) };
        text = format!("{} threatens to win with {before}{last}. ", turn.opponent().name());
    }
    text + &format!("{} to move: only one move wins, in {length} moves. Which?", turn.name())
}

/// Says that the time was over before a puzzle was found: the same request would take as long again.
fn none_in_time(query: &PuzzleQuery) -> Refusal {
    let is_narrow = query.difficulty != (1..=DIFFICULTY_MAX);
    let (field, few, other) = match (query.theme.is_some(), is_narrow) {
        (true, true) => ("theme", ": few have this theme and this difficulty", "without theme or difficulty"),
        (true, false) => ("theme", "", "another theme"),
        (false, true) => ("difficulty", "", "a wider range"),
        (false, false) => ("game", "", "another game, such as connect-four"),
    };
    let detail = format_args!("no puzzle was found in time{few}; send another seed or date, or {other}");
    Refusal::of_field(Pointer::ROOT.key(field), ErrorCode::DoesNotFit, detail)
}

/// Says that a seed has no such puzzle.
fn none_found(query: &PuzzleQuery) -> Refusal {
    let theme = query.theme.map_or_else(String::new, |theme| format!(" \"{}\"", theme.name()));
    let (least, most) = (query.difficulty.start(), query.difficulty.end());
    let (field, of, other) = match query.theme {
        _ if query.difficulty != (1..=DIFFICULTY_MAX) => {
            let of = if least == most {
                format!(" of difficulty {least}")
            } else {
                format!(" of difficulty {least} to {most}")
            };
            // Small boards have no hard puzzles from any seed.
            let rules = query.game.rules();
            let other = match !rules.gravity() && has_exact_source(rules) {
                false => "another seed or date, or a wider range",
                true => "a wider range, or connect-four as game: small boards have few hard puzzles",
            };
            ("difficulty", of, other)
        }
        Some(_) => ("theme", String::new(), "another seed or date, or another theme"),
        None => ("game", String::new(), "another seed or date, or another theme"),
    };
    let detail = format_args!("no puzzle{theme}{of} was found from this seed; send {other}");
    Refusal::of_field(Pointer::ROOT.key(field), ErrorCode::DoesNotFit, detail)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::read::Fields;
    use inarow_engine::engine::EngineConfig;

    /// The same request would take as long again, and nothing is busy.
    #[test]
    fn a_search_that_ends_with_its_time_is_no_busy_service() {
        let (engine, limits) = (Engine::new(EngineConfig { table_bytes: 1 << 16 }), &crate::Limits::DEFAULT);
        let context = Context { limits, engine: &engine, now: UtcDateTime::UNIX_EPOCH };
        for (body, pointer, expected) in [
            (
                r#"{"game": "5,5,5m", "seed": 1}"#,
                "/game",
                "in time; send another seed or date, or another game, such as",
            ),
            (r#"{"game": "connect-four", "seed": 2, "theme": "win-in-5"}"#, "/theme", "or another theme"),
            (r#"{"game": "connect-four", "seed": 2, "difficulty": 10}"#, "/difficulty", "or a wider range"),
        ] {
            let fields = Fields::from_json(body.as_bytes()).expect("an object");
            let read = |r: &Reader<'_>| PuzzleRequest::read(r, context);
            let request = Reader::of_request(&fields, "", Pointer::ROOT, read).expect("a good request");
            let mut on_progress = |_: crate::run::MakeRecord<'_>| {};
            let mut run = Run { end: Some(Instant::now()), ..Run::new(&engine, limits, &mut on_progress) };
            let refused = request.make(&run).map(|_| ()).expect_err("no time").into_problem();
            assert_eq!(refused.code.name(), "invalid-request", "{body}");
            let error = &refused.errors[0];
            assert_eq!(error.pointer.to_string(), pointer);
            assert!(error.detail.contains(expected), "{}", error.detail);
            run.is_late = true;
            let busy = request.make(&run).map(|_| ()).expect_err("no time").into_problem();
            assert_eq!(busy.code.name(), "saturated", "{body}");
        }
    }
}
