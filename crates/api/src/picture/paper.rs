//! A board on paper: strokes between lines, slightly bent as by hand.

use std::fmt::Write as _;

use inarow_engine::game::Player;

use super::canvas::{Canvas, Point};
use super::{CELL, Colours, DIMMED, Scene, fill, stroke};

/// Largest side of a board whose lines are as heavy as a pen's.
const PEN_SIDE_MAX: usize = 5;

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas) {
    let (layout, rules, colours) = (&scene.layout, &scene.layout.rules, scene.colours);
    canvas.rect(layout.board, 26.0, &format!("{} stroke=\"{}\" stroke-width=\"2\"", fill(colours.card), colours.rule));
    let by_hand = rules.width().max(rules.height()) <= PEN_SIDE_MAX;
    let (pen, bend) = if by_hand { (6.0, 3.0) } else { (3.0, 0.0) };
    let Point { x: left, y: top } = layout.origin;
    let (right, bottom) = (left + rules.width() as f32 * CELL, top + rules.height() as f32 * CELL);
    let mut lines = String::new();
    // Writing to a string never fails.
    for row in 1..rules.height() {
        let y = top + row as f32 * CELL;
        let _ = write!(lines, "M{left} {}Q{} {} {right} {}", y + bend, (left + right) / 2.0, y - bend, y + bend);
    }
    for column in 1..rules.width() {
        let x = left + column as f32 * CELL;
        let _ = write!(lines, "M{} {top}Q{} {} {} {bottom}", x - bend, x + bend, (top + bottom) / 2.0, x - bend);
    }
    canvas.path(&lines, &stroke(colours.line, pen));
    if let Some(last) = scene.last() {
        canvas.circle(layout.centre(last), 42.0, &format!("{} fill-opacity=\".16\"", fill(colours.line)));
    }
    stones(scene, canvas);
}

/// Draws all stones.
pub(super) fn stones(scene: &Scene<'_>, canvas: &mut Canvas) {
    for (cell, player, is_dimmed) in scene.stones() {
        let dimmed = if is_dimmed { format!(" opacity=\"{DIMMED}\"") } else { String::new() };
        stone(player, scene.layout.centre(cell), scene.colours, &dimmed, canvas);
    }
}

/// Draws a cross or a circle around a point.
pub(super) fn stone(player: Player, at: Point, colours: Colours, dimmed: &str, canvas: &mut Canvas) {
    let Point { x, y } = at;
    let style = format!("{}{dimmed}", stroke(colours.inks[player.index()], 11.0));
    match player {
        Player::X => {
            let data = format!(
                "M{} {}Q{x} {} {} {}M{} {}Q{x} {} {} {}",
                x - 27.0,
                y - 28.0,
                y - 3.0,
                x + 28.0,
                y + 27.0,
                x + 28.0,
                y - 27.0,
                y + 2.0,
                x - 28.0,
                y + 28.0
            );
            canvas.path(&data, &style);
        }
        Player::O => canvas.circle(at, 28.0, &style),
    }
}
