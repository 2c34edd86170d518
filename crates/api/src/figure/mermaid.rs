//! The figure in the language of Mermaid, which many pages of documents draw.

use std::fmt::Write as _;

use inarow_engine::search::TreeNode;

use super::Figure;
use super::outline::{Kind, Outline};

/// A flowchart. Boards are pictographs, which are all of one width.
pub(super) fn write(figure: &Figure<'_>, outline: &Outline) -> String {
    let mut text = format!("---\ntitle: \"{}\"\n---\nflowchart TD\n", figure.title());
    // Writing to a string never fails.
    for line in std::iter::once(figure.counts()).chain(figure.legend(outline)) {
        let _ = writeln!(text, "  %% {line}");
    }
    if let Some(folded) = figure.folded(outline) {
        let _ = writeln!(text, "  folded[\"{}\"]:::folded", folded.replace("; ", ";<br>"));
    }
    let (mut edges, mut principal, mut cut) = (0, Vec::new(), Vec::new());
    for part in &outline.parts {
        let (name, label, class) = match part.kind {
            Kind::Node(id) => {
                let Some(node) = figure.node(id) else { continue };
                let mut label = Vec::new();
                if figure.prunes() {
                    label.push(figure.window(node).join("  "));
                }
                label.extend(board(figure, node));
                label.push(format!("<b>{}</b> #{id}", figure.value(node)));
                label.extend(figure.note(node));
                label.extend(figure.left_out(part, node));
                (format!("n{id}"), label, if part.is_principal { ":::principal" } else { "" })
            }
            Kind::Cut(id) => {
                let Some(node) = figure.node(id) else { continue };
                let mut label = vec![format!("{} cut", figure.untried(node))];
                label.extend(figure.reason(node).into_iter().flatten());
                (format!("c{id}"), label, ":::cut")
            }
        };
        let _ = writeln!(text, "  {name}(\"{}\"){class}", label.join("<br>").replace('#', "#35;"));
        let Some(parent) = part.parent else { continue };
        let Kind::Node(above) = outline.parts[parent].kind else { continue };
        let _ = match part.kind {
            Kind::Cut(_) => writeln!(text, "  n{above} -.- {name}"),
            Kind::Node(id) => {
                let label = figure.node(id).and_then(|node| figure.move_name(node)).unwrap_or_default();
                writeln!(text, "  n{above} ---|{label}| {name}")
            }
        };
        match part.kind {
            Kind::Cut(_) => cut.push(edges.to_string()),
            Kind::Node(_) if part.is_principal => principal.push(edges.to_string()),
            Kind::Node(_) => {}
        }
        edges += 1;
    }
    text += "  classDef folded fill:none,stroke:none\n";
    text += "  classDef principal stroke:#3446d2,stroke-width:3px\n";
    text += "  classDef cut stroke:#878b96,stroke-dasharray:4 4,color:#878b96\n";
    for (edges, style) in [(principal, "stroke:#3446d2,stroke-width:3px"), (cut, "stroke:#878b96")] {
        if !edges.is_empty() {
            let _ = writeln!(text, "  linkStyle {} {style}", edges.join(","));
        }
    }
    text
}

/// The rows of a board in pictographs: a cross and a circle, discs where stones fall, stones on a board of lines.
fn board(figure: &Figure<'_>, node: &TreeNode) -> Vec<String> {
    let (region, rules) = (figure.region(), figure.position.rules());
    let [x, o, empty] = match (rules.gravity(), rules.is_grid() && rules.k() >= 5) {
        (true, _) => ["🔴", "🟡", "⚪"],
        (false, true) => ["⚫", "⚪", "🟫"],
        (false, false) => ["❌", "⭕", "⬜"],
    };
    let stones = node.board.as_bytes();
    let sign = |cell: &Option<usize>| match cell.map(|cell| stones.get(cell)) {
        // As wide as a pictograph.
        None => "\u{3000}",
        Some(Some(b'X')) => x,
        Some(Some(b'O')) => o,
        Some(_) => empty,
    };
    region.rows(rules).iter().map(|row| row.iter().map(sign).collect()).collect()
}
