//! `/v1/puzzles`: which puzzle.

use std::sync::Arc;
use std::time::Instant;

use serde::Deserialize;
use time::macros::format_description;
use time::{Date, UtcDateTime};

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::Fields;
use super::game::{self, GameOrRules};
use super::param::{FieldType, Flag, Number, Param, Shown};
use crate::config::ServerLimits;
use crate::engine::Engine;
use crate::engine::puzzle::{Obstacle, PuzzleQuery, Theme};
use crate::game::{Game, Rules};
use crate::search::Limits;

/// The fields of `/v1/puzzles`.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct PuzzleParams {
    /// Default: tic-tac-toe.
    game: Param<GameOrRules>,
    /// The puzzle of a day, `YYYY-MM-DD`; default: today in UTC.
    date: Param<DateText>,
    /// Instead of `date`, 0 to `seedMax`.
    seed: Param<Number>,
    /// Default: any.
    theme: Param<Theme>,
    /// Whether to give the solution and its reasons; default false.
    solution: Param<Flag>,
}

/// A day.
#[derive(Clone, Copy, Debug)]
pub struct DateText;

impl FieldType for DateText {}

/// A valid request for a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleRequest {
    pub query: PuzzleQuery,
    /// The day that the seed comes from.
    pub date: Option<Date>,
    /// Whether the day is today because the request names none.
    pub is_today: bool,
    /// Whether to give the solution.
    pub solution: bool,
}

impl PuzzleRequest {
    /// The path that answers it.
    pub const PATH: &'static str = "/v1/puzzles";

    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields, limits: &ServerLimits, arrival: Instant) -> Result<Self, FieldErrors> {
        let at = Pointer::ROOT;
        let (sent, mut errors) = fields.params::<PuzzleParams>(Self::PATH, at);
        let rules = game::rules(&sent.game, at.key("game"), &mut errors);
        let game = rules.map(Game::shared);
        if game.as_ref().is_some_and(|game| !Engine::has_puzzles(game)) {
            let detail = "no position of this game can be proven within a request; puzzles are for boards with gravity, \
                          such as connect-four, and for small ones, such as tic-tac-toe and four-by-four";
            errors.add(at.key("game"), ErrorCode::DoesNotFit, detail);
        }
        let given = sent.date.sent().and_then(|value| date(value, at.key("date"), &mut errors));
        let number = sent.seed.number(0..=ServerLimits::SEED_MAX, at.key("seed"), &mut errors);
        if sent.date.is_given() && sent.seed.is_given() {
            errors.add(at.key("seed"), ErrorCode::Conflict, "date and seed are both given; send one of them");
        }
        let theme = sent.theme.choice(at.key("theme"), &mut errors);
        if let (Some(game), Some(theme)) = (&game, theme) {
            let rules = game.rules();
            if let Some(obstacle) = theme.obstacle(rules) {
                errors.add(at.key("theme"), ErrorCode::DoesNotFit, obstacle_detail(obstacle, theme, rules));
            }
        }
        let solution = sent.solution.flag(at.key("solution"), &mut errors).unwrap_or_default();
        let Some(game) = game.filter(|_| errors.is_empty()) else { return Err(errors) };
        let is_today = !sent.date.is_given() && !sent.seed.is_given();
        let date = given.or(is_today.then(|| UtcDateTime::now().date()));
        // A day's number is far below the largest seed.
        let of_day = date.map(|date| date.to_julian_day().unsigned_abs().into());
        let seed = number.or(of_day).unwrap_or_default();
        let limits = Limits { deadline: Some(arrival + limits.movetime_max()), ..Limits::default() };
        let query = PuzzleQuery { game: Arc::clone(&game), seed, theme, limits };
        Ok(PuzzleRequest { query, date, is_today, solution })
    }
}

/// Says why no seed has such a puzzle.
fn obstacle_detail(obstacle: Obstacle, theme: Theme, rules: Rules) -> String {
    let theme = theme.name();
    match obstacle {
        Obstacle::Misere => format!(
            "misère games have no puzzle \"{theme}\": a completed line loses, so that no move makes a fork; send another theme"
        ),
        Obstacle::FewCells { plies, stones } => format!(
            "a board of {} cells has no puzzle \"{theme}\": the win takes {plies} plies, and at least {stones} stones \
             stand before it; send another theme or a larger board",
            rules.cells()
        ),
    }
}

/// A day as `YYYY-MM-DD`.
fn date(value: &serde_json::Value, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<Date> {
    let form = format_description!("[year]-[month]-[day]");
    let read = value.as_str().and_then(|text| Date::parse(text, form).ok());
    if read.is_none() {
        let remedy = "send one as YYYY-MM-DD, such as 2026-11-22";
        errors.add(at, ErrorCode::WrongType, format_args!("{} is not a date; {remedy}", Shown(value)));
    }
    read
}
