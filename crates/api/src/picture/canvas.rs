//! Writes shapes as SVG.

use std::fmt::Write as _;

use super::glyphs;

#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub x: f32,
    pub y: f32,
}

/// A rectangle: its top left corner and its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// A picture while it is drawn. Styles are attributes such as `fill="#ffffff"`.
pub(super) struct Canvas {
    svg: String,
}

/// Most pictures fit without growing.
const BYTES_USUAL: usize = 8 << 10;

/// Writing to a string never fails.
macro_rules! draw {
    ($canvas:expr, $($arguments:tt)*) => {
        let _ = write!($canvas.svg, $($arguments)*);
    };
}

impl Canvas {
    /// A picture of `width` by `height` units whose longer side has `size` pixels. The title has no character that XML reserves.
    pub fn new(width: f32, height: f32, size: u32, title: &str) -> Canvas {
        let mut canvas = Canvas { svg: String::with_capacity(BYTES_USUAL) };
        let scale = size as f32 / width.max(height);
        let [pixels_x, pixels_y] = [width, height].map(|side| (side * scale).round().max(1.0));
        draw!(canvas, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{pixels_x}" height="{pixels_y}" "#);
        draw!(canvas, r#"viewBox="0 0 {width} {height}" role="img"><title>{title}</title>"#);
        canvas
    }

    /// Shapes that become part of another picture.
    pub fn fragment() -> Canvas {
        Canvas { svg: String::new() }
    }

    /// The shapes of a fragment.
    pub fn into_shapes(self) -> String {
        self.svg
    }

    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }

    /// Definitions that shapes refer to.
    pub fn definitions(&mut self, definitions: &str) {
        draw!(self, "<defs>{definitions}</defs>");
    }

    pub fn rect(&mut self, area: Area, radius: f32, style: &str) {
        let Area { x, y, width, height } = area;
        draw!(self, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" {style}/>"#);
    }

    pub fn circle(&mut self, centre: Point, radius: f32, style: &str) {
        draw!(self, r#"<circle cx="{}" cy="{}" r="{radius}" {style}/>"#, centre.x, centre.y);
    }

    pub fn path(&mut self, data: &str, style: &str) {
        draw!(self, r#"<path d="{data}" {style}/>"#);
    }

    /// Shapes with a style that they share.
    pub fn group(&mut self, shapes: &str, style: &str) {
        draw!(self, "<g {style}>{shapes}</g>");
    }

    /// A definition drawn at a point.
    pub fn place(&mut self, name: &str, at: Point, style: &str) {
        draw!(
            self,
            r##"<use href="#{name}" x="{}" y="{}"{}{style}/>"##,
            at.x,
            at.y,
            if style.is_empty() { "" } else { " " }
        );
    }

    /// A line that begins and ends `beyond` its points.
    pub fn line(&mut self, from: Point, to: Point, beyond: f32, style: &str) {
        let (along_x, along_y) = direction(from, to);
        let [x1, y1] = [from.x - along_x * beyond, from.y - along_y * beyond];
        let [x2, y2] = [to.x + along_x * beyond, to.y + along_y * beyond];
        self.path(&format!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}"), style);
    }

    /// The outline around a line, with round ends.
    pub fn capsule(&mut self, from: Point, to: Point, radius: f32, style: &str) {
        let (along_x, along_y) = direction(from, to);
        let (side_x, side_y) = (-along_y * radius, along_x * radius);
        let data = format!(
            "M{:.1} {:.1}L{:.1} {:.1}A{radius} {radius} 0 0 0 {:.1} {:.1}L{:.1} {:.1}A{radius} {radius} 0 0 0 {:.1} {:.1}Z",
            from.x + side_x,
            from.y + side_y,
            to.x + side_x,
            to.y + side_y,
            to.x - side_x,
            to.y - side_y,
            from.x - side_x,
            from.y - side_y,
            from.x + side_x,
            from.y + side_y,
        );
        self.path(&data, style);
    }

    /// An arrow: a shaft and a head that ends at the middle of the target.
    pub fn arrow(&mut self, from: Point, to: Point, shaft: &str, head: &str) {
        const HEAD: f32 = 40.0;
        let (along_x, along_y) = direction(from, to);
        let neck = Point { x: to.x - along_x * HEAD, y: to.y - along_y * HEAD };
        self.path(&format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, neck.x, neck.y), shaft);
        let (side_x, side_y) = (-along_y * HEAD * 0.6, along_x * HEAD * 0.6);
        let data = format!(
            "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
            to.x,
            to.y,
            neck.x + side_x,
            neck.y + side_y,
            neck.x - side_x,
            neck.y - side_y
        );
        self.path(&data, head);
    }

    /// A text of digits and small letters around a point, its digits `height` high, drawn with a pen `pen` wide.
    pub fn text(&mut self, text: &str, centre: Point, height: f32, colour: &str, pen: f32) {
        let scale = height / glyphs::HEIGHT;
        let (x, y) = (centre.x - glyphs::width(text) * scale / 2.0, centre.y - height / 2.0);
        let pen = pen / scale;
        draw!(self, r#"<g transform="translate({x:.1} {y:.1}) scale({scale})" fill="none" stroke="{colour}" "#);
        draw!(self, r#"stroke-width="{pen:.2}" stroke-linecap="round" stroke-linejoin="round">"#);
        let mut x = 0.0;
        for glyph in text.chars().filter_map(glyphs::of) {
            draw!(self, r#"<path transform="translate({x:.1} 0)" d="{}"/>"#, glyph.path);
            x += glyph.width + glyphs::GAP;
        }
        self.svg.push_str("</g>");
    }
}

/// The unit vector from one point to another; to the right where they are the same.
fn direction(from: Point, to: Point) -> (f32, f32) {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y);
    if length > 0.0 { (x / length, y / length) } else { (1.0, 0.0) }
}
