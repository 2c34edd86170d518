//! A rack: wells in a dark plate, and discs in them.

use inarow_engine::game::Player;

use super::canvas::{Area, Canvas, Point};
use super::{DIMMED, Scene, fill, stroke};

const WELL: f32 = 42.0;
const DISC: f32 = 41.0;

/// Both discs, drawn around the origin.
const DISCS: &str = concat!(
    r##"<g id="X"><circle r="41" fill="#ff5e52"/><circle r="31" fill="none" stroke="#d63f35" stroke-width="3"/>"##,
    r##"<path d="M-29-22A36 36 0 0 1 -8-35" fill="none" stroke="#ffffff" stroke-opacity=".45" stroke-width="5" stroke-linecap="round"/>"##,
    r##"<path d="M-11-11L11 11M11-11L-11 11" fill="none" stroke="#7c140d" stroke-width="9" stroke-linecap="round"/></g>"##,
    r##"<g id="O"><circle r="41" fill="#ffc93c"/><circle r="31" fill="none" stroke="#d99f12" stroke-width="3"/>"##,
    r##"<path d="M-29-22A36 36 0 0 1 -8-35" fill="none" stroke="#ffffff" stroke-opacity=".55" stroke-width="5" stroke-linecap="round"/>"##,
    r##"<circle r="13" fill="none" stroke="#7d5400" stroke-width="8"/></g>"##,
);

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas) {
    plate(scene, canvas);
    wells(scene, canvas);
    stones(scene, canvas);
}

/// The plate without its wells.
pub(super) fn plate(scene: &Scene<'_>, canvas: &mut Canvas) {
    let (colours, board) = (scene.colours, scene.layout.board);
    let [top, bottom] = colours.rack;
    canvas.definitions(&format!(
        r#"<linearGradient id="plate" x2="0" y2="1"><stop stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient>{DISCS}"#
    ));
    // The lower edge of the plate, in the shade.
    let shade = Area { y: board.y + 8.0, ..board };
    canvas.rect(shade, 40.0, &format!("{} opacity=\".9\"", fill(colours.well)));
    canvas.rect(board, 40.0, "fill=\"url(#plate)\"");
}

/// A well for each cell.
pub(super) fn wells(scene: &Scene<'_>, canvas: &mut Canvas) {
    let colours = scene.colours;
    let wells: String = (0..scene.layout.rules.cells())
        .map(|cell| scene.layout.centre(cell))
        .map(|Point { x, y }| {
            format!("M{} {y}a{WELL} {WELL} 0 1 0 {d} 0a{WELL} {WELL} 0 1 0 -{d} 0", x - WELL, d = 2.0 * WELL)
        })
        .collect();
    // Light on the lower rims.
    canvas.path(&wells, &format!("{} transform=\"translate(0 2.5)\"", fill(colours.rim)));
    canvas.path(&wells, &fill(colours.well));
}

/// The discs, and the ring of the last move.
pub(super) fn stones(scene: &Scene<'_>, canvas: &mut Canvas) {
    for (cell, player, is_dimmed) in scene.stones() {
        let name = if player == Player::X { "X" } else { "O" };
        let style = if is_dimmed { format!("opacity=\"{DIMMED}\"") } else { String::new() };
        canvas.place(name, scene.layout.centre(cell), &style);
    }
    if let Some(last) = scene.last() {
        canvas.circle(scene.layout.centre(last), DISC, &stroke(scene.colours.light, 6.0));
    }
}
