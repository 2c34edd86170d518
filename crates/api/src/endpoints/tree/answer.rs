//! The answer as JSON.

use serde::Serialize;

use crate::views::{GameView, LineView, MoveView, MovesView, PositionView, ScoreView, SearchView};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::game::{Cell, Player, Position, Status};
use inarow_engine::heuristic::LineTerm;
use inarow_engine::search::{NodeId, NodeKind, Score, Tree, TreeNode, WindowBound};

/// The answer: the result, and the nodes in the order of visits.
#[derive(Serialize)]
pub(super) struct TreeAnswer<'a> {
    r#move: Option<MoveView>,
    score: ScoreView,
    pv: MovesView<'a>,
    game: GameView,
    position: PositionView,
    search: Option<SearchView>,
    nodes: Vec<NodeView<'a>>,
}

/// One node. Every field is always there, null where it has no meaning.
#[derive(Serialize)]
struct NodeView<'a> {
    id: NodeId,
    parent: Option<NodeId>,
    children: &'a [NodeId],
    ply: u32,
    r#move: Option<MoveView>,
    player: &'static str,
    turn: &'static str,
    board: &'a str,
    kind: &'static str,
    score: ScoreView,
    exactness: &'static str,
    best: Option<NodeId>,
    window: WindowView,
    cutoff: Option<CutoffView<'a>>,
    r#static: Option<StaticView<'a>>,
    result: Option<ResultView<'a>>,
    transposition: Option<NodeId>,
}

#[derive(Serialize)]
struct WindowView {
    alpha: Option<BoundView>,
    beta: Option<BoundView>,
}

/// One end of a window: a score, and the node that it comes from.
#[derive(Serialize)]
struct BoundView {
    score: ScoreView,
    by: NodeId,
}

#[derive(Serialize)]
struct CutoffView<'a> {
    untried: MovesView<'a>,
    bound: BoundView,
}

#[derive(Serialize)]
struct StaticView<'a> {
    value: i64,
    lines: Vec<LineView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultView<'a> {
    status: &'static str,
    winner: Option<&'static str>,
    winning_lines: &'a [Vec<Cell>],
}

/// The two players of a textbook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantNames, strum::IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE")]
pub enum TreePlayer {
    Max,
    Min,
}

const INNER: &str = "inner";
const LEAF: &str = "leaf";
const FINISHED: &str = "finished";
const TRANSPOSITION: &str = "transposition";
/// The values of a node's `kind`.
pub const NODE_KINDS: [&str; 4] = [INNER, LEAF, FINISHED, TRANSPOSITION];

pub(super) fn view<'a>(
    position: &'a Position,
    tree: &'a Tree,
    pv: &'a [Cell],
    expectation: Expectation,
    search: SearchView,
) -> TreeAnswer<'a> {
    let (rules, empties, max) = (position.rules(), position.empties(), position.turn());
    let tree_view = TreeView { position, empties, max, expectation };
    let root = tree.nodes.first();
    let best = root.and_then(|root| tree.nodes.get(root.best?)).and_then(|best| best.cell);
    let score = root.map_or_else(
        || ScoreView::of_finished(position, max),
        |root| tree_view.score(root.value.score, root.value.complete),
    );
    TreeAnswer {
        r#move: best.map(|cell| MoveView::new(rules, cell)),
        score,
        pv: MovesView { rules, cells: pv },
        game: GameView::new(rules),
        position: PositionView::new(position),
        search: (position.status() == Status::Ongoing).then_some(search),
        nodes: tree.nodes.iter().enumerate().map(|(id, node)| tree_view.node(id, node)).collect(),
    }
}

/// A tree from MAX's point of view.
struct TreeView<'a> {
    position: &'a Position,
    /// Empty cells at the root.
    empties: usize,
    max: Player,
    expectation: Expectation,
}

impl<'a> TreeView<'a> {
    fn node(&self, id: NodeId, node: &'a TreeNode) -> NodeView<'a> {
        let rules = self.position.rules();
        let (kind, leaf, result, transposition) = match &node.kind {
            NodeKind::Inner => (INNER, None, None, None),
            NodeKind::Leaf { value, lines } => (LEAF, Some(self.leaf(*value, lines)), None, None),
            NodeKind::Finished { winner, winning_lines } => {
                let status = if winner.is_some() { Status::Won } else { Status::Drawn };
                let winner = winner.map(Player::name);
                (FINISHED, None, Some(ResultView { status: status.name(), winner, winning_lines }), None)
            }
            NodeKind::Transposition { of } => (TRANSPOSITION, None, None, Some(*of)),
        };
        let player = if node.turn == self.max { TreePlayer::Max } else { TreePlayer::Min };
        NodeView {
            id,
            parent: node.parent,
            children: &node.children,
            ply: node.ply,
            r#move: node.cell.map(|cell| MoveView::new(rules, cell)),
            player: player.into(),
            turn: node.turn.name(),
            board: &node.board,
            kind,
            score: self.score(node.value.score, node.value.complete),
            exactness: node.value.exactness().name(),
            best: node.best,
            window: WindowView {
                alpha: node.window.alpha.map(|bound| self.bound(bound)),
                beta: node.window.beta.map(|bound| self.bound(bound)),
            },
            cutoff: node.cutoff.as_ref().map(|cutoff| CutoffView {
                untried: MovesView { rules, cells: &cutoff.untried },
                bound: self.bound(cutoff.bound),
            }),
            r#static: leaf,
            result,
            transposition,
        }
    }

    fn leaf(&self, value: i64, lines: &[LineTerm]) -> StaticView<'a> {
        let (game, max) = (self.position.game(), self.max);
        StaticView { value, lines: lines.iter().map(|&term| LineView::new(term, game, max)).collect() }
    }

    fn bound(&self, bound: WindowBound) -> BoundView {
        BoundView { score: self.score(bound.score, bound.complete), by: bound.by }
    }

    fn score(&self, score: Score, complete: bool) -> ScoreView {
        ScoreView::new(score.verdict(complete, self.empties), self.max, self.max, self.expectation)
    }
}
