//! Pictures of positions as SVG: a rack that discs fall into, stones on wood, or strokes on paper, as on the page.
//!
//! A cell is 100 units wide. Letters and digits are strokes, so that a picture looks the same without any font.

mod board;
mod canvas;
mod cells;
mod glyphs;
mod paper;
mod png;
mod preview;
mod rack;
mod theme;
mod wood;

use inarow_engine::game::{Cell, Player, Position, Preset, Rules, Status, notation};

pub(crate) use board::Board;
pub(crate) use canvas::Area;
use canvas::{Canvas, Point};
pub use png::png;
pub use preview::Preview;
pub(crate) use theme::Colours;
use theme::MARK_ON_BOARD;
pub use theme::Theme;

/// A mark that a caller sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A ring around a cell.
    Ring(Cell),
    /// An arrow from one cell to another.
    Arrow(Cell, Cell),
}

/// The value of a move, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A proven win, with the number of own moves.
    Win(u32),
    /// A proven draw.
    Draw,
    /// A proven loss, with the number of moves of the opponent.
    Loss(u32),
    /// The expected result in per cent.
    Chance(u32),
}

/// A cell with the value of the move to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    pub cell: Cell,
    pub sign: Sign,
    /// Whether no move is better.
    pub is_best: bool,
}

/// A position and how it is drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub position: &'a Position,
    /// Length of the longer side in pixels.
    pub size: u32,
    pub theme: Theme,
    /// Whether the columns' letters and the rows' numbers stand beside the board.
    pub coordinates: bool,
    /// The last move, which is ringed.
    pub last: Option<Cell>,
    pub marks: &'a [Mark],
    pub values: &'a [MoveValue],
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Material {
    /// Stones fall.
    Rack,
    /// Stones on the crossings of lines.
    Wood,
    /// Strokes between lines.
    Paper,
    /// A game of lines: strokes on squares of paper.
    Squares,
    /// A game of lines whose stones fall.
    Discs,
}

impl Material {
    /// Sides and lines of a board of wood are at least so long.
    const WOOD_SIDE_MIN: usize = 9;
    const WOOD_K_MIN: usize = 5;

    /// Whether stones are strokes on paper.
    fn is_paper(self) -> bool {
        matches!(self, Material::Paper | Material::Squares)
    }

    fn of(rules: &Rules) -> Material {
        if !rules.is_grid() {
            return if rules.gravity() { Material::Discs } else { Material::Squares };
        }
        let is_wood = rules.k() >= Self::WOOD_K_MIN && rules.width().min(rules.height()) >= Self::WOOD_SIDE_MIN;
        match (rules.gravity(), is_wood) {
            (true, _) => Material::Rack,
            (false, true) => Material::Wood,
            (false, false) => Material::Paper,
        }
    }
}

/// The width of a cell.
const CELL: f32 = 100.0;
/// The margin around everything.
const EDGE: f32 = 30.0;
/// Space between the frame of a board and its cells.
const PADDING: f32 = 26.0;
/// Room for a row or a column of coordinates.
const COORDINATES: f32 = 56.0;
/// Room for the row of signs above a rack.
const SIGNS: f32 = 76.0;
/// Opacity of stones beside a complete line.
const DIMMED: &str = "0.42";

/// The places of the parts of a picture.
#[derive(Clone, Debug)]
struct Layout {
    rules: Rules,
    /// The top left corner of the top left cell.
    origin: Point,
    /// The board with its frame.
    board: Area,
    /// The whole picture.
    width: f32,
    height: f32,
}

impl Layout {
    fn new(picture: &Picture<'_>) -> Layout {
        let rules = picture.position.rules();
        let is_rack = Material::of(rules) == Material::Rack;
        // Where stones fall, a column's letter names a move; numbers of rows would only take room. Cells of lines have numbers inside.
        let has_names = picture.coordinates && rules.is_grid();
        let left = if has_names && !is_rack { COORDINATES } else { 0.0 };
        let bottom = if has_names { COORDINATES } else { 0.0 };
        let top = if is_rack && !picture.values.is_empty() { SIGNS } else { 0.0 };
        let [width, height] = [rules.width(), rules.height()].map(|cells| cells as f32 * CELL + 2.0 * PADDING);
        let board = Area { x: EDGE + left, y: EDGE + top, width, height };
        Layout {
            rules: rules.clone(),
            origin: Point { x: board.x + PADDING, y: board.y + PADDING },
            board,
            width: board.x + board.width + EDGE,
            height: board.y + board.height + bottom + EDGE,
        }
    }

    /// The middle of a cell.
    fn centre(&self, cell: Cell) -> Point {
        let (row, column) = self.rules.place(cell);
        Point { x: self.origin.x + (column as f32 + 0.5) * CELL, y: self.origin.y + (row as f32 + 0.5) * CELL }
    }
}

/// The values that the drawings of the materials share.
struct Scene<'a> {
    picture: &'a Picture<'a>,
    layout: Layout,
    colours: Colours,
    /// The cells of complete lines; empty while there is none.
    lit: Vec<Cell>,
}

impl Scene<'_> {
    /// The stones with their cells, those beside a complete line first, so that its light lies above them.
    fn stones(&self) -> impl Iterator<Item = (Cell, Player, bool)> + '_ {
        let stones = self.picture.position.cells().iter().enumerate();
        let stones = stones.filter_map(|(cell, stone)| stone.map(|player| (cell, player)));
        stones.map(|(cell, player)| (cell, player, !self.lit.is_empty() && !self.lit.contains(&cell)))
    }

    /// The last move, unless a complete line says more.
    fn last(&self) -> Option<Cell> {
        self.picture.last.filter(|_| self.lit.is_empty())
    }
}

/// Draws a position.
#[must_use]
pub fn svg(picture: &Picture<'_>) -> String {
    let lines = picture.position.winning_lines();
    let lit = lines.iter().flatten().copied().collect();
    let scene = Scene { picture, layout: Layout::new(picture), colours: picture.theme.colours(), lit };
    let layout = &scene.layout;
    let mut canvas = Canvas::new(layout.width, layout.height, picture.size, &title(picture.position));
    canvas.rect(Area { x: 0.0, y: 0.0, width: layout.width, height: layout.height }, 0.0, &fill(scene.colours.paper));
    match Material::of(picture.position.rules()) {
        Material::Rack => rack::draw(&scene, &mut canvas),
        Material::Wood => wood::draw(&scene, &mut canvas),
        Material::Paper => paper::draw(&scene, &mut canvas),
        Material::Squares | Material::Discs => cells::draw(&scene, &mut canvas),
    }
    if picture.coordinates && layout.rules.is_grid() {
        coordinates(&scene, &mut canvas);
    }
    light(&scene, &lines, &mut canvas);
    values(&scene, &mut canvas);
    picture.marks.iter().for_each(|mark| draw_mark(&scene, *mark, &mut canvas));
    canvas.finish()
}

/// The position in a sentence, for readers who do not see the picture.
fn title(position: &Position) -> String {
    let game = game_title(position.rules());
    let state = match (position.winner(), position.status()) {
        (Some(winner), _) => format!("{} has won", winner.name()),
        (None, Status::Ongoing) => format!("{} to move", position.turn().name()),
        (None, _) => "a draw".to_owned(),
    };
    format!("{game}, {state}")
}

/// The game as people call it.
fn game_title(rules: &Rules) -> String {
    let (width, height, k) = (rules.width(), rules.height(), rules.k());
    let of_rules = || match rules.line_board() {
        Some(board) => cells::title(board),
        None => format!("{k} in a row on {width}×{height}"),
    };
    Preset::of_rules(rules).map_or_else(of_rules, |preset| preset.title().to_owned())
}

fn fill(colour: &str) -> String {
    format!("fill=\"{colour}\"")
}

fn stroke(colour: &str, width: f32) -> String {
    format!(
        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    )
}

/// The columns' letters below the board, and the rows' numbers at its left where stones do not fall.
fn coordinates(scene: &Scene<'_>, canvas: &mut Canvas) {
    let Layout { rules, board, .. } = &scene.layout;
    const HEIGHT: f32 = 30.0;
    const PEN: f32 = 3.6;
    let colour = scene.colours.muted;
    for column in 0..rules.width() {
        let x = scene.layout.centre(column).x;
        let at = Point { x, y: board.y + board.height + COORDINATES / 2.0 + 4.0 };
        canvas.text(&notation::column_letter(column).to_string(), at, HEIGHT, colour, PEN);
    }
    if Material::of(rules) == Material::Rack {
        return;
    }
    for row in 0..rules.height() {
        let y = scene.layout.centre(row * rules.width()).y;
        let at = Point { x: board.x - COORDINATES / 2.0 - 2.0, y };
        canvas.text(&(rules.height() - row).to_string(), at, HEIGHT, colour, PEN);
    }
}

/// Lights each complete line.
fn light(scene: &Scene<'_>, lines: &[Vec<Cell>], canvas: &mut Canvas) {
    if !scene.layout.rules.is_grid() {
        let colour = cells::light_colour(&scene.layout.rules, scene.colours);
        if Material::of(&scene.layout.rules) == Material::Discs {
            scene.lit.iter().for_each(|&cell| cells::ring(&scene.layout, cell, colour, canvas));
        }
        let paths: String = lines.iter().filter_map(|line| cells::light(&scene.layout, line)).collect();
        return canvas.path(&paths, &format!("{} stroke-opacity=\".8\"", stroke(colour, 9.0)));
    }
    for line in lines {
        let (Some(&first), Some(&last)) = (line.first(), line.last()) else { continue };
        let [from, to] = [first, last].map(|cell| scene.layout.centre(cell));
        match Material::of(&scene.layout.rules) {
            Material::Paper => canvas.line(from, to, CELL * 0.42, &stroke(scene.colours.good, 12.0)),
            _ => canvas.capsule(from, to, 49.0, &stroke(scene.colours.light, 8.0)),
        }
    }
}

fn values(scene: &Scene<'_>, canvas: &mut Canvas) {
    for value in scene.picture.values {
        let centre = scene.layout.centre(value.cell);
        let (ink, tint, on_ink) = scene.colours.of(value.sign);
        let (back, front) = if value.is_best { (ink, on_ink) } else { (tint, ink) };
        let text = match value.sign {
            Sign::Win(moves) | Sign::Loss(moves) => moves.to_string(),
            Sign::Draw => String::new(),
            Sign::Chance(per_cent) => per_cent.to_string(),
        };
        if Material::of(&scene.layout.rules) == Material::Rack {
            let y = scene.layout.board.y - SIGNS / 2.0 - 4.0;
            let area = Area { x: centre.x - 42.0, y: y - 27.0, width: 84.0, height: 54.0 };
            canvas.rect(area, 14.0, &fill(back));
            sign(value.sign, &text, Point { x: centre.x, y }, 28.0, front, canvas);
        } else {
            let edge = if value.is_best { scene.colours.light } else { ink };
            canvas.circle(centre, 42.0, &format!("fill=\"{back}\" stroke=\"{edge}\" stroke-width=\"4\""));
            sign(value.sign, &text, centre, 26.0, front, canvas);
        }
    }
}

/// A triangle up, two bars or a triangle down, with a number.
fn sign(sign: Sign, text: &str, centre: Point, height: f32, colour: &str, canvas: &mut Canvas) {
    const PEN: f32 = 4.5;
    let shape_at = match sign {
        Sign::Chance(_) => return canvas.text(text, centre, height, colour, PEN),
        Sign::Draw => centre,
        Sign::Win(_) | Sign::Loss(_) => {
            let right = Point { x: centre.x + 17.0, y: centre.y };
            canvas.text(text, right, height * if text.len() > 1 { 0.8 } else { 1.0 }, colour, PEN);
            Point { x: centre.x - 18.0, y: centre.y }
        }
    };
    let Point { x, y } = shape_at;
    let path = match sign {
        Sign::Win(_) => format!("M{} {}h22l-11-20z", x - 11.0, y + 10.0),
        Sign::Loss(_) => format!("M{} {}h22l-11 20z", x - 11.0, y - 10.0),
        Sign::Draw | Sign::Chance(_) => {
            format!("M{} {}h26v6h-26zM{} {}h26v6h-26z", x - 13.0, y - 9.0, x - 13.0, y + 3.0)
        }
    };
    canvas.path(&path, &fill(colour));
}

fn draw_mark(scene: &Scene<'_>, mark: Mark, canvas: &mut Canvas) {
    /// The edge of a mark, on each side.
    const RIM: f32 = 2.0;
    let mut draw = |colour: &str, rim: f32| match mark {
        Mark::Ring(cell) => canvas.circle(scene.layout.centre(cell), 44.0, &stroke(colour, 9.0 + 2.0 * rim)),
        Mark::Arrow(from, to) => {
            let [from, to] = [from, to].map(|cell| scene.layout.centre(cell));
            let head = format!("{} stroke=\"{colour}\" stroke-width=\"{}\"", fill(colour), 2.0 * rim);
            canvas.arrow(from, to, &stroke(colour, 14.0 + 2.0 * rim), &head);
        }
    };
    if Material::of(&scene.layout.rules).is_paper() {
        return draw(scene.colours.mark, 0.0);
    }
    let [colour, edge] = MARK_ON_BOARD;
    draw(edge, RIM);
    draw(colour, 0.0);
}

#[cfg(test)]
mod tests;
