//! `game` as a list of lines: the lines themselves, or the specification that generates them.

use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{At, Shown};
use super::number::{integer, integer_or};
use super::reader::Reader;
use inarow_engine::game::{DimensionsSpec, LineBoard, LinesErrors, LinesPlace, LinesSpec, Rules, ShapeSpec};

/// Rules by `cells` and `lines`, with `above` and `layout`. Errors are noted; the rules count only without any.
pub fn of_list(r: &Reader<'_>) -> Option<Rules> {
    required(r, "cells", "send the number of cells of the board");
    let cells = r.number("cells", 1..=Rules::CELLS_MAX as u64);
    // Without a number of cells, the board counts as the largest.
    let last = cells.unwrap_or(Rules::CELLS_MAX as u64) as i64 - 1;
    let example = "send a list of lists of cells, such as [[0,1,2],[0,3,6]]";
    let remedy = match r.derived("lineCount") {
        Some(_) => "answers count the lines of a list and leave them out: send game as in the first request",
        None => example,
    };
    let lines =
        required(r, "lines", remedy).and_then(|value| lists_of_cells(value, last, example, r.at().key("lines")));
    let example = "send the cells of each column from the bottom up, such as [[6,3,0],[7,4,1]]";
    let above = r.sent("above").and_then(|value| lists_of_cells(value, last, example, r.at().key("above")));
    let layout = r.sent("layout").and_then(|value| places(value, r.at().key("layout")));
    let misere = r.flag("misere").unwrap_or_default();
    let lines = lines?;
    // Lines that could not be read are compared with no others.
    let unread: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].is_none()).collect();
    let spec = LinesSpec {
        cells: last as u64 + 1,
        lines: lines.into_iter().map(Option::unwrap_or_default).collect(),
        above: above.and_then(|columns| columns.into_iter().collect()).filter(|_| cells.is_some()),
        layout: layout.filter(|_| cells.is_some()),
        misere,
    };
    note(r, Rules::from_lines(spec), |place| {
        place.member == "lines" && place.indices[0].is_some_and(|line| unread.contains(&line))
    })
}

/// Rules by `dimensions` and `k`, with `wrap` and `gravity`. Errors are noted; the rules count only without any.
pub fn of_dimensions(r: &Reader<'_>) -> Option<Rules> {
    let example = "send a list of sizes, such as [4,4,4]";
    let sizes = required(r, "dimensions", example).and_then(|value| {
        let sizes = 1..=Rules::CELLS_MAX as i64;
        let size = |value: &Value, at: At<'_>| integer(value, sizes.clone(), at).map(|size| size as u64);
        list(value, example, r.at().key("dimensions"), size)
    });
    required(r, "k", "send the number of cells of a line, at least 2");
    let k = r.number("k", LineBoard::LINE_CELLS_MIN as u64..=LineBoard::LINE_CELLS_MAX as u64);
    let example = "send a flag for each dimension, such as [true,false]";
    let wrap = r.sent("wrap").and_then(|value| list(value, example, r.at().key("wrap"), flag));
    // Answers have a flag, and the axis beside it.
    let gravity = match (r.sent("gravity"), r.derived("axis")) {
        (None | Some(Value::Bool(true)), Some(value)) => axis(value, r.at().key("axis")),
        (Some(Value::Bool(false)), _) | (None, None) => None,
        (Some(value), _) => axis(value, r.at().key("gravity")),
    };
    let misere = r.flag("misere").unwrap_or_default();
    let spec = DimensionsSpec {
        dimensions: sizes?.into_iter().collect::<Option<_>>()?,
        k: k.unwrap_or(LineBoard::LINE_CELLS_MIN as u64),
        wrap: wrap.and_then(|wrap| wrap.into_iter().collect::<Option<_>>()).unwrap_or_default(),
        gravity,
        misere,
    };
    note(r, Rules::from_dimensions(&spec), |place| place.member == "k" && k.is_none())
}

/// Rules by `width`, `height` and `shape`.
pub fn of_shape(r: &Reader<'_>) -> Option<Rules> {
    let sides = (size(r, "width"), size(r, "height"));
    let shape = r.sent("shape");
    if let Some(value) = shape.filter(|value| !value.is_string()) {
        let remedy = "send its rows with X for a cell and . for none, such as \".XX/XX.\"";
        r.error("shape", ErrorCode::WrongType, format_args!("{} is not a shape; {remedy}", Shown(value)));
    }
    let misere = r.flag("misere").unwrap_or_default();
    let side = |side: Option<u64>| side.unwrap_or(Rules::SIDE_MAX as u64);
    let (width, height) = (side(sides.0), side(sides.1));
    note(r, Rules::from_shape(&ShapeSpec { width, height, shape: shape?.as_str()?.to_owned(), misere }), |_| false)
}

/// The value of a member that has to be given.
fn required<'v>(r: &Reader<'v>, name: &'static str, remedy: &str) -> Option<&'v Value> {
    let value = r.sent(name);
    if value.is_none() {
        r.error(name, ErrorCode::Missing, format_args!("{name} is missing; {remedy}"));
    }
    value
}

/// The rules; notes their errors, except at places that are left out.
fn note(r: &Reader<'_>, rules: Result<Rules, LinesErrors>, is_left_out: impl Fn(LinesPlace) -> bool) -> Option<Rules> {
    let found = match rules {
        Ok(rules) => return Some(rules),
        Err(found) => found,
    };
    for error in &found.listed {
        let place = error.place();
        if is_left_out(place) {
            continue;
        }
        let at = r.at();
        let member = at.key(place.member);
        match place.indices {
            [Some(first), Some(second)] => member.index(first).index(second).error(error, error),
            [Some(first), None] => member.index(first).error(error, error),
            _ => member.error(error, error),
        }
    }
    r.at().unlisted_errors(found.count - found.listed.len());
    None
}

/// A list, each element by itself: `None` for one with an error.
fn list<T>(
    value: &Value,
    example: &str,
    at: At<'_>,
    read: impl Fn(&Value, At<'_>) -> Option<T>,
) -> Option<Vec<Option<T>>> {
    let Some(items) = value.as_array() else {
        at.error(ErrorCode::WrongType, format_args!("{} is not a list; {example}", Shown(value)));
        return None;
    };
    Some(items.iter().enumerate().map(|(index, item)| read(item, at.index(index))).collect())
}

/// Lists of cells; `None` for one with an error.
fn lists_of_cells(value: &Value, last: i64, example: &str, at: At<'_>) -> Option<Vec<Option<Vec<u64>>>> {
    let cell =
        |value: &Value, at: At<'_>| integer_or(ErrorCode::NotOnBoard, value, 0..=last, at).map(|cell| cell as u64);
    let cells = |value: &Value, at: At<'_>| {
        let cells = list(value, "send a list of cells, such as [0,1,2]", at, cell)?;
        cells.into_iter().collect()
    };
    list(value, example, at, cells)
}

/// Row and column of each cell.
fn places(value: &Value, at: At<'_>) -> Option<Vec<[u64; 2]>> {
    let place = |value: &Value, at: At<'_>| {
        let number =
            |value: &Value, at: At<'_>| integer(value, 0..=LineBoard::PLACE_MAX as i64, at).map(|number| number as u64);
        let [row, col] = value.as_array().map_or(&[][..], Vec::as_slice) else {
            let remedy = "send row and column, such as [0,1]";
            at.error(ErrorCode::WrongType, format_args!("{} is not a place; {remedy}", Shown(value)));
            return None;
        };
        let (row, col) = (number(row, at.index(0)), number(col, at.index(1)));
        Some([row?, col?])
    };
    let example = "send row and column of each cell, such as [[0,0],[0,1]]";
    list(value, example, at, place)?.into_iter().collect()
}

fn flag(value: &Value, at: At<'_>) -> Option<bool> {
    if !value.is_boolean() {
        let detail = format_args!("{} is not true or false; send true for a dimension that wraps", Shown(value));
        at.error(ErrorCode::WrongType, detail);
    }
    value.as_bool()
}

/// The axis along which stones fall; `None` for `"none"`, and for an error.
fn axis(value: &Value, at: At<'_>) -> Option<u64> {
    match value {
        Value::String(none) if none == "none" => None,
        Value::Number(_) => integer(value, 0..=LineBoard::DIMENSIONS_MAX as i64 - 1, at).map(|axis| axis as u64),
        other => {
            let code = if other.is_string() { ErrorCode::NotAChoice } else { ErrorCode::WrongType };
            let remedy = "send \"none\", or the index of the dimension along which stones fall, such as 2";
            at.error(code, format_args!("{} is not an axis; {remedy}", Shown(other)));
            None
        }
    }
}

/// A side of a board or the length of its lines, which has to be given.
pub(super) fn size(r: &Reader<'_>, name: &'static str) -> Option<u64> {
    if !r.is_given(name) {
        let detail = format_args!("{name} is missing; send a whole number of cells, at least 1");
        r.error(name, ErrorCode::Missing, detail);
    }
    r.number(name, 1..=Rules::SIDE_MAX as u64)
}
