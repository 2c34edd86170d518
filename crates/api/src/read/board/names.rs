//! Boards by names: an object with a stone for each cell, or the cells of each side.

use serde_json::{Map, Value};

use super::list::known_cell;
use crate::read::error_code::ErrorCode;
use crate::read::errors::{At, shown};
use inarow_engine::game::{Player, Rules, notation};

/// The board of an object that has a stone for names of cells, or the names of both sides, as text; `None` of any other value.
pub fn by_names(rules: &Rules, board: &Value) -> Option<String> {
    let members = board.as_object().filter(|members| !members.is_empty())?;
    let mut cells = vec!['.'; rules.cells()];
    if members.keys().all(|name| matches!(&**name, "X" | "O")) {
        for (side, names) in members {
            for name in names.as_array()? {
                let cell = &mut cells[notation::parse_cell(rules, name.as_str()?)?];
                // A cell with two stones is no board.
                (*cell == '.').then_some(())?;
                *cell = side.parse().ok()?;
            }
        }
        return Some(cells.into_iter().collect());
    }
    for (name, sent) in members {
        let stone = if sent.is_null() { None } else { named_stone(sent.as_str()?)? };
        cells[notation::parse_cell(rules, name)?] = stone.unwrap_or('.');
    }
    Some(cells.into_iter().collect())
}

/// Notes the error of a board that should have a stone for names of cells.
pub fn refuse_names(rules: &Rules, board: &Map<String, Value>, at: At<'_>) {
    let is_cell = |name: &str| notation::parse_cell(rules, name).is_some();
    let wrong = match board.iter().find(|(name, _)| !is_cell(name)) {
        Some((name, _)) => format!("{} is not a cell of this board", shown(name)),
        None => "not all of these are stones".to_owned(),
    };
    at.error(
        ErrorCode::WrongType,
        format_args!("{wrong}; send a stone for each cell that has one, such as {{\"a1\": \"X\"}}"),
    );
}

/// The sign of a stone, also one of the colours, which a drawing may have as well; nothing for an empty cell.
fn named_stone(text: &str) -> Option<Option<char>> {
    let colour = text.parse().ok().filter(|letter| "RrYy".contains(*letter));
    colour.map(Some).or_else(|| Some(known_cell(text)?.map(Player::symbol)))
}
