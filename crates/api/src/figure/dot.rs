//! The figure in the language of Graphviz.

use std::fmt::Write as _;

use inarow_engine::game::Player;
use inarow_engine::search::TreeNode;

use super::Figure;
use super::outline::{Kind, Outline};

/// The figure for `dot`: `dot -Tsvg`.
pub(super) fn write(figure: &Figure<'_>, outline: &Outline) -> String {
    let mut dot = String::from("digraph tree {\n");
    let mut label = vec![figure.title(), figure.counts()];
    label.extend(figure.legend(outline));
    // Writing to a string never fails.
    let _ = writeln!(
        dot,
        "  label=\"{}\\l\"; labelloc=t; labeljust=l; fontname=\"sans-serif\"; fontsize=11;",
        label.join("\\l")
    );
    dot += "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"monospace\", fontsize=11, margin=\"0.2,0.08\"];\n";
    dot += "  edge [fontname=\"sans-serif\", fontsize=11, arrowhead=none, color=\"#878b96\"];\n";
    for (at, part) in outline.parts.iter().enumerate() {
        let Some((name, node)) = name_of(figure, part.kind) else { continue };
        let (label, style) = match part.kind {
            Kind::Node(id) => {
                let mut label = Vec::new();
                if figure.prunes() {
                    label.push(figure.window(node).join("  "));
                }
                label.extend(board(figure, node));
                label.push(format!("{} {}  #{id}", if figure.is_max(node) { "△" } else { "▽" }, figure.value(node)));
                label.extend(figure.note(node));
                label.extend(figure.left_out(part, node));
                let style = if part.is_principal { ", color=\"#3446d2\", penwidth=2.5" } else { "" };
                (label, style)
            }
            Kind::Cut(_) => {
                let mut label = vec![format!("{} cut", figure.untried(node))];
                label.extend(figure.reason(node).into_iter().flatten());
                (label, ", style=\"rounded,dashed\", color=\"#878b96\", fontcolor=\"#878b96\"")
            }
        };
        let _ = writeln!(dot, "  {name} [label=\"{}\"{style}];", label.join("\\n"));
        let Some(parent) = part.parent else { continue };
        let Some((above, _)) = name_of(figure, outline.parts[parent].kind) else { continue };
        let style = match part.kind {
            Kind::Cut(_) => "style=dashed".to_owned(),
            Kind::Node(_) => {
                let name = figure.move_name(node).unwrap_or_default();
                let bold = if outline.parts[at].is_principal { ", color=\"#3446d2\", penwidth=2.5" } else { "" };
                format!("label=\" {name}\"{bold}")
            }
        };
        let _ = writeln!(dot, "  {above} -> {name} [{style}];");
    }
    dot += "}\n";
    dot
}

/// The name of a part, and the node that it belongs to.
fn name_of<'a>(figure: &'a Figure<'_>, kind: Kind) -> Option<(String, &'a TreeNode)> {
    match kind {
        Kind::Node(id) => Some((format!("n{id}"), figure.node(id)?)),
        Kind::Cut(id) => Some((format!("c{id}"), figure.node(id)?)),
    }
}

/// The rows of a board in letters of one width.
fn board(figure: &Figure<'_>, node: &TreeNode) -> Vec<String> {
    let (region, rules) = (figure.region(), figure.position.rules());
    let stones = node.board.as_bytes();
    let letter = |cell: &Option<usize>| match cell.map(|cell| stones.get(cell)) {
        None => " ",
        Some(Some(b'.') | None) => "·",
        Some(Some(stone)) if *stone == Player::X.name().as_bytes()[0] => "X",
        Some(Some(_)) => "O",
    };
    region.rows(rules).iter().map(|row| row.iter().map(letter).collect::<Vec<_>>().join(" ")).collect()
}
