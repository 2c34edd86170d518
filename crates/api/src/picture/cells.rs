//! A game of lines: its cells where the layout has them, as squares of paper or, where stones fall, as wells in a plate.
//!
//! A few lines that are no rows of a grid are drawn behind the cells. Sides at which a dimension wraps around are dashed.

use std::fmt::Write as _;

use inarow_engine::game::{Cell, LineBoard, LinesOrigin, Rules};

use super::canvas::{Area, Canvas, Point};
use super::{CELL, Colours, Layout, Material, Scene, fill, glyphs, paper, rack, stroke};

/// Half the side of a square, and the radius of a cell on drawn lines.
const HALF: f32 = 46.0;
const NODE: f32 = 40.0;
/// Most lines that are drawn behind the cells.
const DRAWN_LINES_MAX: usize = 32;
/// The height of a cell's number, and its pen.
const NUMBER: f32 = 22.0;
const PEN: f32 = 2.6;
/// The distance of a wrapping side's dashes from the cells; further out for each two dimensions more.
const DASH: f32 = 13.0;

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas) {
    let (layout, colours) = (&scene.layout, scene.colours);
    let Some(board) = layout.rules.line_board() else { return };
    let is_plate = Material::of(&layout.rules) == Material::Discs;
    if is_plate {
        rack::plate(scene, canvas);
    } else {
        let style = format!("{} stroke=\"{}\" stroke-width=\"2\"", fill(colours.card), colours.rule);
        canvas.rect(layout.board, 26.0, &style);
    }
    edges(board, layout, if is_plate { colours.rim } else { colours.mark }, canvas);
    if is_plate {
        rack::wells(scene, canvas);
    } else {
        squares(scene, board, canvas);
    }
    if scene.picture.coordinates {
        numbers(scene, if is_plate { colours.rim } else { colours.muted }, canvas);
    }
    if is_plate {
        rack::stones(scene, canvas);
        return;
    }
    if let Some(last) = scene.last() {
        canvas.circle(layout.centre(last), 38.0, &format!("{} fill-opacity=\".2\"", fill(colours.line)));
    }
    paper::stones(scene, canvas);
}

/// The cells on paper: squares, or circles on their lines; those of a complete line are tinted.
fn squares(scene: &Scene<'_>, board: &LineBoard, canvas: &mut Canvas) {
    let (layout, colours) = (&scene.layout, scene.colours);
    let has_lines = draws_lines(board);
    if has_lines {
        let paths: String = board.lines().map(|line| path(layout, line.iter().map(|&cell| cell.into()))).collect();
        canvas.path(&paths, &format!("{} stroke-opacity=\".45\"", stroke(colours.line, 5.0)));
    }
    let shape = |cell: Cell| {
        let Point { x, y } = layout.centre(cell);
        match has_lines {
            true => format!("M{} {y}a{NODE} {NODE} 0 1 0 {d} 0a{NODE} {NODE} 0 1 0 -{d} 0z", x - NODE, d = 2.0 * NODE),
            false => format!("M{} {}h{d}v{d}h-{d}z", x - HALF, y - HALF, d = 2.0 * HALF),
        }
    };
    let cells = |is_lit: bool| -> String {
        (0..board.cells()).filter(|cell| scene.lit.contains(cell) == is_lit).map(shape).collect()
    };
    let style = |back: &str, front: &str, width: f32| {
        format!("{} stroke=\"{front}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"", fill(back))
    };
    canvas.path(&cells(false), &style(colours.paper, colours.rule, 3.0));
    if !scene.lit.is_empty() {
        canvas.path(&cells(true), &style(colours.good_tint, colours.good, 4.0));
    }
}

/// The numbers of the empty cells.
fn numbers(scene: &Scene<'_>, colour: &str, canvas: &mut Canvas) {
    let has_value = |cell: Cell| scene.picture.values.iter().any(|value| value.cell == cell);
    let stones = scene.picture.position.cells().iter().enumerate();
    let empty = stones.filter(|(cell, stone)| stone.is_none() && !has_value(*cell)).map(|(cell, _)| cell);
    let scale = NUMBER / glyphs::HEIGHT;
    let digits: String = ('0'..='9')
        .filter_map(|digit| Some(format!("<path id=\"d{digit}\" d=\"{}\"/>", glyphs::of(digit)?.path)))
        .collect();
    canvas.definitions(&digits);
    let mut group = Canvas::fragment();
    for cell in empty {
        let text = cell.to_string();
        let Point { x, y } = scene.layout.centre(cell);
        let (mut x, y) = (x / scale - glyphs::width(&text) / 2.0, y / scale - glyphs::HEIGHT / 2.0);
        for digit in text.chars() {
            group.place(&format!("d{digit}"), Point { x: rounded(x), y: rounded(y) }, "");
            x += glyphs::of(digit).map_or(0.0, |glyph| glyph.width) + glyphs::GAP;
        }
    }
    let style = format!("{} stroke-opacity=\".75\" transform=\"scale({scale})\"", stroke(colour, PEN / scale));
    canvas.group(&group.into_shapes(), &style);
}

fn rounded(number: f32) -> f32 {
    (number * 10.0).round() / 10.0
}

/// Whether the lines are drawn: there are few, and the caller has placed the cells.
fn draws_lines(board: &LineBoard) -> bool {
    let width = (1..).find(|width| width * width >= board.cells()).unwrap_or(1);
    let is_default = || board.layout().enumerate().all(|(cell, place)| place == (cell / width, cell % width));
    *board.origin() == LinesOrigin::List && board.line_count() <= DRAWN_LINES_MAX && !is_default()
}

/// Lights a complete line: a stroke through its cells in their order. One that wraps around, and one of a shape, has none: its
/// cells are lit.
pub(super) fn light(layout: &Layout, line: &[Cell]) -> Option<String> {
    let is_whole = match layout.rules.line_board()?.origin() {
        LinesOrigin::Shape { .. } => false,
        LinesOrigin::Dimensions { dimensions, .. } => !wraps(dimensions, line),
        LinesOrigin::List => true,
    };
    is_whole.then(|| path(layout, line.iter().copied()))
}

/// Whether two neighbours of a line are at opposite sides.
fn wraps(dimensions: &[usize], line: &[Cell]) -> bool {
    line.windows(2).any(|pair| {
        let (mut a, mut b) = (pair[0], pair[1]);
        dimensions.iter().any(|size| {
            let is_far = (a % size).abs_diff(b % size) > 1;
            (a, b) = (a / size, b / size);
            is_far
        })
    })
}

/// A line through cells: straight from one to the next, or the circle through three.
fn path(layout: &Layout, cells: impl Iterator<Item = Cell>) -> String {
    let points: Vec<Point> = cells.map(|cell| layout.centre(cell)).collect();
    if let [a, b, c] = points[..]
        && let Some((centre, radius)) = circle(a, b, c)
        && contains(layout.board, centre, radius)
    {
        let (left, d) = (centre.x - radius, 2.0 * radius);
        return format!(
            "M{left:.1} {:.1}a{radius:.1} {radius:.1} 0 1 0 {d:.1} 0a{radius:.1} {radius:.1} 0 1 0 -{d:.1} 0z",
            centre.y
        );
    }
    let mut data = String::new();
    for (index, Point { x, y }) in points.iter().enumerate() {
        // Writing to a string never fails.
        let _ = write!(data, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
    }
    data
}

/// The centre and the radius of the circle through three points; `None` if they are in line.
fn circle(a: Point, b: Point, c: Point) -> Option<(Point, f32)> {
    let (b, c) = (Point { x: b.x - a.x, y: b.y - a.y }, Point { x: c.x - a.x, y: c.y - a.y });
    let twice_area = 2.0 * (b.x * c.y - b.y * c.x);
    if twice_area.abs() < 1.0 {
        return None;
    }
    let (of_b, of_c) = (b.x * b.x + b.y * b.y, c.x * c.x + c.y * c.y);
    let x = (c.y * of_b - b.y * of_c) / twice_area;
    let y = (b.x * of_c - c.x * of_b) / twice_area;
    Some((Point { x: a.x + x, y: a.y + y }, x.hypot(y)))
}

fn contains(area: Area, centre: Point, radius: f32) -> bool {
    let Area { x, y, width, height } = area;
    centre.x - radius >= x
        && centre.x + radius <= x + width
        && centre.y - radius >= y
        && centre.y + radius <= y + height
}

/// Dashes at the sides where a dimension wraps around. The first two dimensions have the sides of each layer, the next two those of
/// all layers together, and so on.
fn edges(board: &LineBoard, layout: &Layout, colour: &str, canvas: &mut Canvas) {
    let LinesOrigin::Dimensions { dimensions, wrap, .. } = board.origin() else { return };
    if !is_nested(&layout.rules, dimensions) {
        return;
    }
    let mut data = String::new();
    for (axis, _) in wrap.iter().enumerate().filter(|(_, wraps)| **wraps) {
        let pair = axis / 2;
        let block: usize = dimensions.iter().take(2 * pair + 2).product();
        let out = HALF + DASH * (pair + 1) as f32 - 6.0;
        for first in (0..board.cells()).step_by(block) {
            let (from, to) = (layout.centre(first), layout.centre(first + block - 1));
            let (left, top, right, bottom) = (from.x - out, from.y - out, to.x + out, to.y + out);
            // Writing to a string never fails.
            let _ = match axis % 2 {
                0 => {
                    write!(data, "M{left} {}V{}M{right} {}V{}", from.y - HALF, to.y + HALF, from.y - HALF, to.y + HALF)
                }
                _ => {
                    write!(data, "M{} {top}H{}M{} {bottom}H{}", from.x - HALF, to.x + HALF, from.x - HALF, to.x + HALF)
                }
            };
        }
    }
    if data.is_empty() {
        return;
    }
    canvas.path(&data, &format!("{} stroke-dasharray=\"2 14\"", stroke(colour, 5.0)));
}

/// Whether the layout has its dimensions to the right and down in turn, as all but the longest boards have.
fn is_nested(rules: &Rules, dimensions: &[usize]) -> bool {
    let mut stride = 1;
    dimensions.iter().enumerate().all(|(axis, &size)| {
        let is_fine = size == 1 || {
            let (row, col) = rules.place(stride);
            if axis % 2 == 0 { row == 0 && col > 0 } else { col == 0 && row > 0 }
        };
        stride *= size;
        is_fine
    })
}

/// The game in a few words: its dimensions, its shape, or its size.
pub(super) fn title(board: &LineBoard) -> String {
    let product = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("×");
    match board.origin() {
        LinesOrigin::Dimensions { dimensions, k, wrap, .. } => {
            let around = if wrap.contains(&true) { ", wrapped" } else { "" };
            format!("{k} in a row on {}{around}", product(dimensions))
        }
        LinesOrigin::Shape { width, height, shape } => format!("{} on {width}×{height}", shape.replace('/', " over ")),
        LinesOrigin::List => format!("{} lines on {} cells", board.line_count(), board.cells()),
    }
}

/// The colour in which lines are lit.
pub(super) fn light_colour(rules: &Rules, colours: Colours) -> &'static str {
    if Material::of(rules) == Material::Discs { colours.light } else { colours.good }
}

/// A ring around a lit cell.
pub(super) fn ring(layout: &Layout, cell: Cell, colour: &str, canvas: &mut Canvas) {
    canvas.circle(layout.centre(cell), CELL * 0.44, &stroke(colour, 8.0));
}
