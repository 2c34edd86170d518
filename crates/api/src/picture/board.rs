//! A board with its stones as a definition, which a figure draws many times, and the stones that it adds.

use std::fmt::Write as _;

use inarow_engine::game::{Cell, Player, Position};

use super::canvas::{Area, Canvas, Point};
use super::{CELL, Colours, Layout, Material, Picture, Scene, Theme, cells, paper, rack, stroke, wood};

/// The board of a position, and how stones are added to it. A cell is 100 units wide.
#[derive(Debug)]
pub(crate) struct Board {
    layout: Layout,
    material: Material,
    colours: Colours,
    /// Definitions named `board`, `X` and `O`.
    pub definitions: String,
}

impl Board {
    /// The board of a position with its stones.
    pub fn new(position: &Position, theme: Theme) -> Board {
        let picture = Picture { position, size: 0, theme, coordinates: false, last: None, marks: &[], values: &[] };
        let (layout, colours) = (Layout::new(&picture), theme.colours());
        let scene = Scene { picture: &picture, layout, colours, lit: Vec::new() };
        let material = Material::of(position.rules());
        let mut board = Canvas::fragment();
        match material {
            Material::Rack => rack::draw(&scene, &mut board),
            Material::Wood => wood::draw(&scene, &mut board),
            Material::Paper => paper::draw(&scene, &mut board),
            Material::Squares | Material::Discs => cells::draw(&scene, &mut board),
        }
        let mut definitions = format!("<g id=\"board\">{}</g>", board.into_shapes());
        if material.is_paper() {
            for player in Player::ALL {
                let mut stone = Canvas::fragment();
                paper::stone(player, Point { x: 0.0, y: 0.0 }, colours, "", &mut stone);
                // Writing to a string never fails.
                let _ = write!(definitions, "<g id=\"{}\">{}</g>", player.name(), stone.into_shapes());
            }
        }
        Board { layout: scene.layout, material, colours, definitions }
    }

    /// The whole board with its frame.
    pub fn whole(&self) -> Area {
        self.layout.board
    }

    /// The area of some columns and rows of cells.
    pub fn cells(&self, column: usize, row: usize, width: usize, height: usize) -> Area {
        let Point { x, y } = self.layout.origin;
        let [column, row, width, height] = [column, row, width, height].map(|cells| cells as f32 * CELL);
        Area { x: x + column, y: y + row, width, height }
    }

    /// The board with stones added, the last of them marked, and complete lines lit.
    pub fn with(&self, stones: &[(Cell, Player)], lines: &[Vec<Cell>]) -> String {
        let mut canvas = Canvas::fragment();
        let origin = Point { x: 0.0, y: 0.0 };
        canvas.place("board", origin, "");
        for (index, &(cell, player)) in stones.iter().enumerate() {
            let at = self.layout.centre(cell);
            let is_last = index + 1 == stones.len();
            if is_last && self.material.is_paper() {
                canvas.circle(at, 46.0, &format!("fill=\"{}\" fill-opacity=\".2\"", self.colours.mark));
            }
            canvas.place(player.name(), at, "");
            if is_last && !self.material.is_paper() {
                canvas.circle(at, 36.0, &stroke(self.ring(player), 14.0));
            }
        }
        let lit = if self.material.is_paper() { self.colours.mark } else { self.colours.light };
        for line in lines {
            if !self.layout.rules.is_grid() {
                match cells::light(&self.layout, line) {
                    Some(path) => canvas.path(&path, &stroke(lit, 13.0)),
                    None => line.iter().for_each(|&cell| cells::ring(&self.layout, cell, lit, &mut canvas)),
                }
                continue;
            }
            let (Some(&first), Some(&last)) = (line.first(), line.last()) else { continue };
            let [from, to] = [first, last].map(|cell| self.layout.centre(cell));
            canvas.line(from, to, CELL * 0.4, &stroke(lit, 13.0));
        }
        canvas.into_shapes()
    }

    /// Rings where moves are missing.
    pub fn missing(&self, cells: &[Cell]) -> String {
        let mut canvas = Canvas::fragment();
        let colour = if self.material.is_paper() { self.colours.muted } else { self.colours.light };
        for &cell in cells {
            let style = format!("{} stroke-dasharray=\"16 14\"", stroke(colour, 9.0));
            canvas.circle(self.layout.centre(cell), 30.0, &style);
        }
        canvas.into_shapes()
    }

    /// A ring that is seen on a stone.
    fn ring(&self, player: Player) -> &'static str {
        match (self.material, player) {
            (Material::Wood, Player::O) => "#15171c",
            _ => self.colours.light,
        }
    }
}
