//! Boards of another size than their game has: which game they fit.

use serde_json::Value;

use super::board::cell_count;
use super::reader::Reader;
use super::said::game::game_field;
use inarow_engine::game::{Game, Preset, Rules, RulesSpec, Setup};

/// Where a board fits the game on a board of another size, names that game, or the fault of its rows.
pub fn suggest_size(r: &Reader<'_>, rules: &Rules, board: &Value) {
    let (at, Some(fitting)) = (r.at(), of_size(rules, board)) else { return };
    let at = at.key("board");
    if let Some(remedy) = remedy_for_rows(rules, &fitting) {
        at.amend(|error| (error.pointer == at.path()).then(|| format!("{}; {remedy}", error.detail)));
        return;
    }
    let in_a_row = match Preset::of_rules(&fitting) {
        Some(_) if fitting.k() != rules.k() => format!(", {} in a row", fitting.k()),
        _ => String::new(),
    };
    let game = game_field(&fitting, r.sender());
    at.amend(|error| {
        (error.pointer == at.path())
            .then(|| format!("{}; for a board of this size send {game}{in_a_row}", error.detail))
    });
}

/// The remedy for a board that has as many rows as this game has columns, or where stones fall fewer rows.
fn remedy_for_rows(rules: &Rules, sent: &Rules) -> Option<String> {
    let (own, other) = ((rules.width(), rules.height()), (sent.width(), sent.height()));
    match other {
        (height, width) if (width, height) == own && width != height => {
            Some(format!("these may be its {width} columns: send {height} rows of {width} cells, from the top"))
        }
        (width, height) if rules.gravity() && width == own.0 && height < own.1 => {
            Some(format!("rows are missing: send all {} from the top, the empty ones too", own.1))
        }
        _ => None,
    }
}

/// The preset or else the same game on the board that these rows have; `None` where they have this one, or are none.
fn of_size(rules: &Rules, board: &Value) -> Option<Rules> {
    let text = match board {
        Value::String(text) => text.clone(),
        Value::Array(rows) => {
            let row = |row: &Value| match row {
                Value::Array(cells) => Some(cells.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?.join("|")),
                row => row.as_str().map(str::to_owned),
            };
            rows.iter().map(row).collect::<Option<Vec<_>>>()?.join("\n")
        }
        _ => return None,
    };
    let height = text.trim().split(['\n', '/']).filter(|row| !row.trim().is_empty()).count();
    let sizes = [height, height.checked_sub(1)?].into_iter().flat_map(|height| {
        let width = cell_count(board).checked_div(height).unwrap_or_default();
        [[height, height], [width, height]]
    });
    let fitting = sizes.filter(|_| rules.is_grid()).filter_map(|[width, height]| {
        let (width, height, k) = (width as u64, height as u64, rules.k() as u64);
        let (gravity, overline, misere) = (rules.gravity(), rules.overline(), rules.misere());
        let is_same = |other: &Rules| {
            let size = (other.width() as u64, other.height() as u64);
            let kind = (other.gravity(), other.overline(), other.misere());
            other.is_grid() && size == (width, height) && kind == (gravity, overline, misere)
        };
        let preset = Preset::ALL.into_iter().map(Preset::rules).find(is_same);
        preset.map(Ok).unwrap_or_else(|| Rules::new(RulesSpec { width, height, k, gravity, overline, misere })).ok()
    });
    let mut fitting = fitting.filter(|other| Setup::parse(&Game::shared(other), &text).is_ok());
    fitting.next()
}
