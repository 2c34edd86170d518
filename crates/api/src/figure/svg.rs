//! The figure as SVG.

use std::fmt::Write as _;

use super::Figure;
use super::layout::Layout;
use super::outline::{Kind, Outline, Part};
use super::region::Region;
use crate::picture::{Area, Board, Colours};

/// Writing to a string never fails.
macro_rules! draw {
    ($out:expr, $($arguments:tt)*) => {
        let _ = write!($out, $($arguments)*);
    };
}

mod nodes;

/// The longer side of a board, and the least width of a node.
const BOARD: f32 = 84.0;
const NODE_WIDTH: f32 = 96.0;
/// Space between two nodes of a level.
const GAP: f32 = 12.0;
/// The margin around everything, and the width of the column of the levels' names.
const EDGE: f32 = 20.0;
const NAMES: f32 = 70.0;
/// The height of the window above a board, and below it of the value and of a line of text.
const WINDOW: f32 = 18.0;
const VALUE: f32 = 26.0;
const TEXT: f32 = 14.0;
/// Space between the levels, for edges and the names of moves.
const RISE: f32 = 50.0;
/// The height of the title with the line below it.
const HEAD: f32 = 58.0;
const LEGEND_LINE: f32 = 16.0;
/// Narrower figures would cut the legend off.
const WIDTH_MIN: f32 = 520.0;
/// Mean width of a letter of the values.
const LETTER: f32 = 6.6;
const FONT: &str = "font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif\"";

/// Draws a figure.
pub(super) fn write(figure: &Figure<'_>, outline: &Outline) -> String {
    let drawing = Drawing::new(figure, outline);
    let mut svg = drawing.open();
    drawing.levels(&mut svg);
    drawing.edges(&mut svg);
    for at in 0..outline.parts.len() {
        drawing.part(at, &mut svg);
    }
    drawing.legend(&mut svg);
    svg.push_str("</g></svg>\n");
    svg
}

struct Drawing<'a> {
    figure: &'a Figure<'a>,
    outline: &'a Outline,
    board: Board,
    /// The drawn part of the board, in units of its cells.
    view: Area,
    /// The board in pixels.
    board_width: f32,
    board_height: f32,
    layout: Layout,
    /// The left edge of the nodes.
    left: f32,
    width: f32,
    height: f32,
    legend: Vec<String>,
    colours: Colours,
}

impl<'a> Drawing<'a> {
    fn new(figure: &'a Figure<'a>, outline: &'a Outline) -> Drawing<'a> {
        let (board, region, rules) =
            (Board::new(figure.position, figure.theme), figure.region(), figure.position.rules());
        let Region { column, row, width, height } = region;
        let is_whole = (width, height) == (rules.width(), rules.height());
        let view = if is_whole { board.whole() } else { board.cells(column, row, width, height) };
        let scale = BOARD / view.width.max(view.height);
        let layout = Layout::new(outline, NODE_WIDTH, GAP);
        let legend = figure.legend(outline);
        let least = layout.width + NAMES + 2.0 * EDGE;
        let whole_width = least.max(WIDTH_MIN);
        let levels = outline.parts.last().map_or(1, |part| part.ply + 1) as f32;
        let mut drawing = Drawing {
            figure,
            outline,
            board,
            view,
            board_width: (view.width * scale).round(),
            board_height: (view.height * scale).round(),
            left: EDGE + NAMES + ((whole_width - least) / 2.0).round(),
            layout,
            width: whole_width,
            height: 0.0,
            legend,
            colours: figure.theme.colours(),
        };
        let rows = levels * drawing.row() + (levels - 1.0) * RISE;
        drawing.height = (HEAD + rows + 18.0 + drawing.legend.len() as f32 * LEGEND_LINE + EDGE).ceil();
        drawing
    }

    /// The height of a level.
    fn row(&self) -> f32 {
        WINDOW + self.board_height + VALUE + TEXT
    }

    fn top(&self, ply: u32) -> f32 {
        HEAD + ply as f32 * (self.row() + RISE)
    }

    fn middle(&self, at: usize) -> f32 {
        self.left + self.layout.middles[at]
    }

    /// The frame, the definitions, the title.
    fn open(&self) -> String {
        let Drawing { width, height, colours, .. } = self;
        let mut svg = String::with_capacity(16 << 10);
        draw!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" "#);
        draw!(svg, r#"viewBox="0 0 {width} {height}" role="img"><title>{}</title>"#, self.figure.title());
        draw!(svg, "<defs>{}</defs>", self.board.definitions);
        draw!(svg, r#"<rect width="{width}" height="{height}" fill="{}"/>"#, colours.paper);
        draw!(svg, r#"<g {FONT} font-size="11" text-anchor="middle" fill="{}">"#, colours.muted);
        let ink = colours.inks[1];
        draw!(svg, r#"<g text-anchor="start"><text x="{EDGE}" y="30" font-size="16" font-weight="700" fill="{ink}">"#);
        draw!(svg, r#"{}</text><text x="{EDGE}" y="47">{}</text></g>"#, self.figure.title(), self.figure.counts());
        svg
    }

    /// A band behind each level, with the name of the side to move.
    fn levels(&self, svg: &mut String) {
        let last = self.outline.parts.last().map_or(0, |part| part.ply);
        let colours = self.colours;
        for ply in 0..=last {
            let (top, height, width) = (self.top(ply) - 4.0, self.row() + 8.0, self.width - EDGE);
            draw!(svg, r#"<rect x="{}" y="{top}" width="{width}" height="{height}" rx="12" "#, EDGE / 2.0);
            draw!(svg, r#"fill="{}" fill-opacity="{}"/>"#, colours.card, if ply % 2 == 0 { ".9" } else { ".45" });
            let is_max = ply % 2 == 0;
            let root = self.figure.position.turn();
            let (name, side) = if is_max { ("MAX", root) } else { ("MIN", root.opponent()) };
            let (x, y) = (EDGE + 27.0, self.top(ply) + self.row() / 2.0);
            let shape = if is_max { "l9 0l-4.5-8z" } else { "m0-8l9 0l-4.5 8z" };
            draw!(svg, r#"<path d="M{} {}{shape}" fill="{}"/>"#, x - 4.5, y - 16.0, colours.muted);
            draw!(svg, r#"<text x="{x}" y="{y}" font-size="13" font-weight="700">{name}</text>"#);
            draw!(svg, r#"<text x="{x}" y="{}">{} to move</text>"#, y + 14.0, side.name());
        }
    }

    /// The edges first, so that no node lies below one; those of the principal variation above the others.
    fn edges(&self, svg: &mut String) {
        let parts = self.outline.parts.iter().enumerate();
        let mut edges: Vec<_> = parts.filter_map(|(at, part)| Some((at, part, part.parent?))).collect();
        edges.sort_by_key(|(_, part, _)| part.is_principal);
        for (at, part, parent) in edges {
            let (x1, y1) = (self.middle(parent), self.top(part.ply) - RISE - self.below(parent));
            let (x2, y2) =
                (self.middle(at), self.top(part.ply) + if self.has_window(part) { 0.0 } else { WINDOW - 4.0 });
            let bend = (y2 - y1) * 0.55;
            let style = match (part.kind, part.is_principal) {
                (Kind::Cut(_), _) => {
                    format!("stroke=\"{}\" stroke-dasharray=\"4 4\" stroke-width=\"1.4\"", self.colours.line)
                }
                (Kind::Node(_), true) => format!("stroke=\"{}\" stroke-width=\"3\"", self.colours.mark),
                (Kind::Node(_), false) => format!("stroke=\"{}\" stroke-width=\"1.4\"", self.colours.line),
            };
            draw!(svg, r#"<path d="M{x1} {y1}C{x1} {} {x2} {} {x2} {y2}" fill="none" {style}/>"#, y1 + bend, y2 - bend);
            match part.kind {
                // The two strokes across an edge that is cut.
                Kind::Cut(_) => {
                    let y = y2 - 14.0;
                    draw!(svg, r#"<path d="M{} {}l14-6m-14 11l14-6" fill="none" "#, x2 - 7.0, y);
                    draw!(svg, r#"stroke="{}" stroke-width="1.8"/>"#, self.colours.bad);
                }
                Kind::Node(id) => self.move_label(id, x2, y2 - 11.0, part.is_principal, svg),
            }
        }
    }

    /// The name of a move on its edge.
    fn move_label(&self, id: usize, x: f32, y: f32, is_principal: bool, svg: &mut String) {
        let Some(name) = self.figure.node(id).and_then(|node| self.figure.move_name(node)) else { return };
        let colour = if is_principal { self.colours.mark } else { self.colours.inks[1] };
        draw!(
            svg,
            r#"<text x="{x}" y="{y}" font-size="12" font-weight="700" fill="{colour}" stroke="{}" "#,
            self.colours.paper
        );
        draw!(svg, r#"stroke-width="5" stroke-linejoin="round" paint-order="stroke">{name}</text>"#);
    }

    /// Whether a window stands above the board.
    fn has_window(&self, part: &Part) -> bool {
        self.figure.prunes() && matches!(part.kind, Kind::Node(_))
    }

    /// The free room at the bottom of a part, where its edges begin.
    fn below(&self, at: usize) -> f32 {
        let part = &self.outline.parts[at];
        let Kind::Node(id) = part.kind else { return 0.0 };
        let node = self.figure.node(id);
        let has_text = node.is_some_and(|node| self.figure.left_out(part, node).is_some());
        if has_text { 0.0 } else { TEXT }
    }

    fn legend(&self, svg: &mut String) {
        let lines = self.legend.len() as f32;
        let top = self.height - EDGE - lines * LEGEND_LINE + 12.0;
        for (line, text) in self.legend.iter().enumerate() {
            let y = top + line as f32 * LEGEND_LINE;
            draw!(svg, r#"<text x="{EDGE}" y="{y}" text-anchor="start">{text}</text>"#);
        }
    }
}
