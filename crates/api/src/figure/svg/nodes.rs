//! The nodes of the figure: board, window, value; and moves that were cut off.

use std::fmt::Write as _;

use inarow_engine::game::{Cell, Player};
use inarow_engine::search::{NodeKind, TreeNode, Verdict};

use super::{Drawing, LETTER, NODE_WIDTH, WINDOW};
use crate::figure::outline::{Kind, Part};

impl Drawing<'_> {
    /// A part of the figure.
    pub(super) fn part(&self, at: usize, svg: &mut String) {
        let part = &self.outline.parts[at];
        let (x, y) = (self.middle(at), self.top(part.ply));
        match part.kind {
            Kind::Node(id) => {
                let Some(node) = self.figure.node(id) else { return };
                self.node(id, node, part, [x, y], svg);
            }
            Kind::Cut(id) => {
                let Some(node) = self.figure.node(id) else { return };
                self.cut(id, node, [x, y], svg);
            }
        }
    }

    fn node(&self, id: usize, node: &TreeNode, part: &Part, [x, y]: [f32; 2], svg: &mut String) {
        let colours = self.colours;
        if self.has_window(part) {
            let [alpha, beta] = self.figure.window(node);
            let half = NODE_WIDTH / 2.0;
            let size = if alpha.chars().count() + beta.chars().count() > 16 { 8.5 } else { 10.0 };
            draw!(
                svg,
                r#"<text x="{}" y="{}" font-size="{size}" text-anchor="start">{alpha}</text>"#,
                x - half,
                y + 11.0
            );
            draw!(svg, r#"<text x="{}" y="{}" font-size="{size}" text-anchor="end">{beta}</text>"#, x + half, y + 11.0);
        }
        let lines = match &node.kind {
            NodeKind::Finished { winning_lines, .. } => &winning_lines[..],
            _ => &[],
        };
        self.draw_board(&self.board.with(&self.stones(id), lines), [x, y + WINDOW], "", svg);
        if part.is_principal {
            let (left, top) = (x - self.board_width / 2.0 - 2.5, y + WINDOW - 2.5);
            draw!(
                svg,
                r#"<rect x="{left}" y="{top}" width="{}" height="{}" rx="8" "#,
                self.board_width + 5.0,
                self.board_height + 5.0
            );
            draw!(svg, r#"fill="none" stroke="{}" stroke-width="2.5"/>"#, colours.mark);
        }
        let y = y + WINDOW + self.board_height + 5.0;
        let left = self.chip(node, part.is_principal, [x, y], svg) - 4.0;
        draw!(
            svg,
            r#"<text x="{left:.1}" y="{}" font-size="9" text-anchor="end" fill-opacity=".8">#{id}</text>"#,
            y + 12.5
        );
        let below = self.figure.left_out(part, node).or_else(|| self.figure.note(node));
        if let Some(text) = below {
            draw!(svg, r#"<text x="{x}" y="{}" font-size="10">{text}</text>"#, y + 30.0);
        }
    }

    /// The value of a node, in the colour of its result; returns the left edge.
    fn chip(&self, node: &TreeNode, is_principal: bool, [x, y]: [f32; 2], svg: &mut String) -> f32 {
        let c = self.colours;
        let (ink, tint, on_ink) = match self.figure.verdict(node.value.score, node.value.complete) {
            Verdict::Win { .. } => (c.good, c.good_tint, c.on_good),
            Verdict::Loss { .. } => (c.bad, c.bad_tint, c.on_bad),
            Verdict::Draw { .. } | Verdict::Unknown { .. } => (c.even, c.even_tint, c.on_even),
        };
        let (back, front) = if is_principal { (ink, on_ink) } else { (tint, ink) };
        let text = self.figure.value(node);
        let width = (text.chars().count() as f32 * LETTER + 14.0).max(28.0);
        draw!(svg, r#"<rect x="{:.1}" y="{y}" width="{width:.1}" height="18" rx="9" fill="{back}"/>"#, x - width / 2.0);
        draw!(svg, r#"<text x="{x}" y="{}" font-size="11.5" font-weight="700" fill="{front}">{text}</text>"#, y + 13.0);
        x - width / 2.0
    }

    /// The moves that were not searched: the board before them, in grey, and the reason.
    fn cut(&self, id: usize, node: &TreeNode, [x, y]: [f32; 2], svg: &mut String) {
        let untried = node.cutoff.as_ref().map_or(&[][..], |cutoff| &cutoff.untried);
        let shapes = self.board.with(&self.stones(id), &[]);
        draw!(svg, "<g><title>not searched: {}</title>", self.figure.untried(node));
        self.draw_board(&shapes, [x, y + WINDOW], " opacity=\".3\" filter=\"grayscale(1)\"", svg);
        self.draw_board(&self.board.missing(untried), [x, y + WINDOW], " opacity=\".65\"", svg);
        svg.push_str("</g>");
        let y = y + WINDOW + self.board_height;
        draw!(
            svg,
            r#"<text x="{x}" y="{}" font-weight="700">{}</text>"#,
            y + 13.0,
            shortened(&self.figure.untried(node), untried)
        );
        for (line, text) in self.figure.reason(node).into_iter().flatten().enumerate() {
            draw!(svg, r#"<text x="{x}" y="{}" font-size="10">{text}</text>"#, y + 26.0 + line as f32 * 12.0);
        }
    }

    /// Some shapes of a board, with its middle at `x` and its top at `y`.
    fn draw_board(&self, shapes: &str, [x, y]: [f32; 2], style: &str, svg: &mut String) {
        let Drawing { board_width: width, board_height: height, view, .. } = self;
        draw!(svg, r#"<svg x="{}" y="{y}" width="{width}" height="{height}" "#, x - width / 2.0);
        draw!(svg, r#"viewBox="{} {} {} {}"{style}>{shapes}</svg>"#, view.x, view.y, view.width, view.height);
    }

    /// The moves from the root to a node.
    fn stones(&self, id: usize) -> Vec<(Cell, Player)> {
        let mut path = Vec::new();
        let mut at = self.figure.node(id);
        while let Some(node) = at {
            path.extend(node.cell.map(|cell| (cell, node.turn.opponent())));
            at = node.parent.and_then(|parent| self.figure.node(parent));
        }
        path.reverse();
        path
    }
}

/// The names of moves, or their number if the names take too much room.
fn shortened(names: &str, cells: &[Cell]) -> String {
    const LETTERS_MAX: usize = 12;
    if names.len() > LETTERS_MAX { format!("{} moves cut", cells.len()) } else { format!("{names} cut") }
}
