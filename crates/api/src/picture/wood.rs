//! A wooden board: stones on the crossings of lines.

use std::fmt::Write as _;

use inarow_engine::game::{Cell, Player, Rules};

use super::canvas::Canvas;
use super::{DIMMED, Scene, fill, stroke};

const STONE: f32 = 45.0;
/// The distance of star points from the edge of a board of at least 13 lines, and of a smaller one, in lines.
const STAR_FAR: usize = 3;
const STAR_NEAR: usize = 2;
const LARGE_SIDE_MIN: usize = 13;

/// Both stones with their shade, drawn around the origin.
const STONES: &str = concat!(
    r##"<radialGradient id="black" cx=".36" cy=".3" r=".75"><stop stop-color="#4a4e58"/><stop offset="1" stop-color="#15171c"/></radialGradient>"##,
    r##"<radialGradient id="white" cx=".36" cy=".3" r=".85"><stop stop-color="#ffffff"/><stop offset=".6" stop-color="#fdfcf8"/>"##,
    r##"<stop offset="1" stop-color="#dcd6c6"/></radialGradient>"##,
    r##"<g id="X"><circle cx="2" cy="5" r="45" fill="#2c1b08" fill-opacity=".4"/><circle r="45" fill="url(#black)"/></g>"##,
    r##"<g id="O"><circle cx="2" cy="5" r="45" fill="#2c1b08" fill-opacity=".4"/><circle r="45" fill="url(#white)"/></g>"##,
);
/// The wood of the page without its middle stop, which is within 2 of 255 of the mean: pixels of three stops take six times as long.
const BOARD: &str = concat!(
    r##"<linearGradient id="wood" x2="1" y2="1"><stop stop-color="#bd8b51"/>"##,
    r##"<stop offset="1" stop-color="#a97841"/></linearGradient>"##,
);
const LINE: &str = "#553611";

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas) {
    let (layout, rules) = (&scene.layout, &scene.layout.rules);
    canvas.definitions(&format!("{BOARD}{STONES}"));
    canvas.rect(layout.board, 22.0, "fill=\"url(#wood)\"");
    let (first, last) = (layout.centre(0), layout.centre(rules.cells() - 1));
    let mut lines = String::new();
    // Writing to a string never fails.
    for row in 0..rules.height() {
        let _ = write!(lines, "M{} {}H{}", first.x, layout.centre(row * rules.width()).y, last.x);
    }
    for column in 0..rules.width() {
        let _ = write!(lines, "M{} {}V{}", layout.centre(column).x, first.y, last.y);
    }
    canvas.path(&lines, &format!("{} stroke-opacity=\".8\"", stroke(LINE, 3.0)));
    for cell in stars(rules) {
        canvas.circle(layout.centre(cell), 9.0, &fill(LINE));
    }
    for (cell, player, is_dimmed) in scene.stones() {
        let name = if player == Player::X { "X" } else { "O" };
        let style = if is_dimmed { format!("opacity=\"{DIMMED}\"") } else { String::new() };
        canvas.place(name, layout.centre(cell), &style);
    }
    if let Some(last) = scene.last() {
        let is_black = scene.picture.position.cell(last) == Some(Player::X);
        canvas.circle(layout.centre(last), STONE * 0.42, &stroke(if is_black { "#fdfcf8" } else { "#15171c" }, 7.0));
    }
}

/// The star points: near the corners, and in the middle of a board of odd sides.
fn stars(rules: &Rules) -> impl Iterator<Item = Cell> {
    let (width, height) = (rules.width(), rules.height());
    let edge = if width.min(height) >= LARGE_SIDE_MIN { STAR_FAR } else { STAR_NEAR };
    let corners =
        [edge, height - 1 - edge].into_iter().flat_map(move |row| [edge, width - 1 - edge].map(|column| (row, column)));
    let centre = (width % 2 == 1 && height % 2 == 1).then_some((height / 2, width / 2));
    corners.chain(centre).map(move |(row, column)| row * width + column)
}
