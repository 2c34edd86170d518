//! The texts of a figure: values, windows, and why moves were cut off.

use inarow_engine::game::{Cell, Status, notation};
use inarow_engine::search::{Exactness, NodeId, NodeKind, Score, TreeNode, Verdict, WindowBound};

use super::Figure;
use super::outline::{Outline, Part};

/// Most moves that are named one by one.
const NAMES_MAX: usize = 12;

impl Figure<'_> {
    /// A score as a result or as a number, for MAX.
    pub(super) fn verdict(&self, score: Score, complete: bool) -> Verdict {
        score.verdict(complete, self.position.empties())
    }

    fn score(&self, score: Score, complete: bool) -> String {
        match self.verdict(score, complete) {
            Verdict::Win { plies: 0 } => "win".to_owned(),
            Verdict::Loss { plies: 0 } => "loss".to_owned(),
            Verdict::Win { plies } => format!("win {plies}"),
            Verdict::Loss { plies } => format!("loss {plies}"),
            Verdict::Draw { .. } => "draw".to_owned(),
            Verdict::Unknown { value } => signed(value),
        }
    }

    /// The value of a node; `≥` or `≤` where it is a bound.
    pub(super) fn value(&self, node: &TreeNode) -> String {
        let sign = match node.value.exactness() {
            Exactness::Exact => "",
            Exactness::AtLeast => "≥ ",
            Exactness::AtMost => "≤ ",
        };
        format!("{sign}{}", self.score(node.value.score, node.value.complete))
    }

    /// The window on entry: the scores that MAX and MIN have already.
    pub(super) fn window(&self, node: &TreeNode) -> [String; 2] {
        let end = |bound: Option<WindowBound>, infinite: &str| {
            bound.map_or_else(|| infinite.to_owned(), |bound| self.score(bound.score, bound.complete))
        };
        [format!("α {}", end(node.window.alpha, "−∞")), format!("β {}", end(node.window.beta, "+∞"))]
    }

    /// The name of the move to a node; the root has none.
    pub(super) fn move_name(&self, node: &TreeNode) -> Option<String> {
        node.cell.map(|cell| self.name(cell))
    }

    fn name(&self, cell: Cell) -> String {
        notation::cell_name(self.position.rules(), cell)
    }

    /// The moves that were not searched at a node, by their names or by their number.
    pub(super) fn untried(&self, node: &TreeNode) -> String {
        let cells = node.cutoff.as_ref().map_or(&[][..], |cutoff| &cutoff.untried);
        if cells.len() > NAMES_MAX {
            return format!("{} moves", cells.len());
        }
        cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }

    /// Why the rest of a node was not searched: the score of the side to move there, and that of the other side elsewhere.
    pub(super) fn reason(&self, node: &TreeNode) -> Option<[String; 2]> {
        let bound = node.cutoff.as_ref()?.bound;
        let (sign, other) = if self.is_max(node) { ("≥", "MIN") } else { ("≤", "MAX") };
        Some([
            format!("{sign} {} here,", self.score(node.value.score, node.value.complete)),
            format!("{other} has {} (#{})", self.score(bound.score, bound.complete), bound.by),
        ])
    }

    /// A note on a node beside its value: the position was met before, or the game is over.
    pub(super) fn note(&self, node: &TreeNode) -> Option<String> {
        match &node.kind {
            NodeKind::Transposition { of } => Some(format!("same as #{of}")),
            NodeKind::Finished { winner: Some(winner), .. } => Some(format!("{} has won", winner.name())),
            NodeKind::Finished { winner: None, .. } => Some("the board is full".to_owned()),
            NodeKind::Inner | NodeKind::Leaf { .. } => None,
        }
    }

    /// A note on the nodes left out below a part.
    pub(super) fn left_out(&self, part: &Part, node: &TreeNode) -> Option<String> {
        let bound = if self.is_max(node) { "≥ β" } else { "≤ α" };
        let cutoff = node.cutoff.as_ref().filter(|_| part.hides_cut);
        let cut = cutoff.map(|cutoff| format!("{} cut: {bound}", cutoff.untried.len()));
        match (part.hidden, cut) {
            (0, None) => None,
            (hidden, None) => Some(format!("+{hidden} not drawn")),
            (0, Some(cut)) => Some(cut),
            (hidden, Some(cut)) => Some(format!("+{hidden} · {cut}")),
        }
    }

    /// The title: the algorithm, its depth, the best move and its value.
    pub(super) fn title(&self) -> String {
        let algorithm = if self.prunes() { "Alpha-beta" } else { "Minimax" };
        let side = self.position.turn().name();
        let Some(root) = self.tree.nodes.first() else { return algorithm.to_owned() };
        let best = root.best.and_then(|best| self.node(best)).and_then(|best| self.move_name(best));
        let value = self.score(root.value.score, root.value.complete);
        match best {
            Some(best) => format!("{algorithm}, depth {}: {side} plays {best}, {value}", self.depth),
            None if self.position.status() == Status::Ongoing => format!("{algorithm}: {value}"),
            None => format!("The game is over: {value} for {side}"),
        }
    }

    /// The figures of the search.
    pub(super) fn counts(&self) -> String {
        let counts = self.tree.counts;
        let plural = |count: u64, name: &str| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        let mut text = vec![plural(counts.nodes, "node"), leaves(counts.leaves)];
        if self.prunes() {
            text.push(plural(counts.cutoffs, "cutoff"));
        }
        text.push(format!("heuristic {}", self.heuristic));
        text.join(" · ")
    }

    /// How to read the figure, a line each.
    pub(super) fn legend(&self, outline: &Outline) -> Vec<String> {
        let (max, min) = (self.position.turn().name(), self.position.turn().opponent().name());
        let mut lines = vec![
            format!("MAX ({max}) takes the highest value, MIN ({min}) the lowest."),
            "Values are those of MAX; wins and losses count plies from the root.".to_owned(),
        ];
        if self.prunes() {
            lines.push("α: what MAX has already. β: what MIN has. Grey: cut off, not searched.".to_owned());
        }
        lines.extend(self.folded(outline));
        lines
    }

    /// The part of the tree that is drawn, if not all of it.
    pub(super) fn folded(&self, outline: &Outline) -> Option<String> {
        let (drawn, all) = (outline.drawn, self.tree.nodes.len());
        let text = || format!("Folded: {drawn} of {all} nodes are drawn; +n counts those left out below a node.");
        (drawn < all).then(text)
    }

    pub(super) fn node(&self, id: NodeId) -> Option<&TreeNode> {
        self.tree.nodes.get(id)
    }
}

fn leaves(count: u64) -> String {
    if count == 1 { "1 leaf".to_owned() } else { format!("{count} leaves") }
}

/// A number with its sign.
fn signed(value: i64) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}
