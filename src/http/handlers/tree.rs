//! `/v1/tree`: what a textbook search saw, node by node.

use std::time::Instant;

use serde::Serialize;

use crate::config::ServerLimits;
use crate::http::input::Input;
use crate::http::job::{Answer, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{ErrorCode, Pointer, TreeRequest};
use crate::http::respond;
use crate::http::response::{LineView, Place, Places, PositionView, ScoreView, SearchView};
use crate::http::state::AppState;
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Algorithm, EngineError, Report, Source};
use inarow_engine::game::{Cell, Player, Position, Status};
use inarow_engine::heuristic::LineTerm;
use inarow_engine::search::{NodeId, NodeKind, Score, Stop, Tree, TreeError, TreeNode, Verdict, WindowBound};

/// The answer: the result, and the nodes in the order of visits.
#[derive(Serialize)]
struct TreeAnswer<'a> {
    r#move: Option<Place>,
    score: ScoreView,
    pv: Places<'a>,
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
    r#move: Option<Place>,
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
    untried: Places<'a>,
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
pub(in crate::http) enum TreePlayer {
    Max,
    Min,
}

const INNER: &str = "inner";
const LEAF: &str = "leaf";
const FINISHED: &str = "finished";
const TRANSPOSITION: &str = "transposition";
/// The values of a node's `kind`.
pub(in crate::http) const NODE_KINDS: [&str; 4] = [INNER, LEAF, FINISHED, TRANSPOSITION];

impl Job for TreeRequest {
    const PATH: &'static str = "/v1/tree";

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        Ok(TreeRequest::read(input.fields()?, &app.limits, input.arrival, Pointer::ROOT)?)
    }

    fn deadline(&self) -> Option<Instant> {
        self.limits.deadline
    }

    fn run(self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        let TreeRequest { position, heuristic, algorithm, plan, mut limits } = self;
        limits.cancel = Some(run.cancel.clone());
        let weights = heuristic.compile(position.rules()).map_err(EngineError::Heuristic)?;
        let tree = Tree::grow(&position, &weights, &plan, &limits).map_err(|error| refuse(error, run.limits))?;
        let report = report(&position, &tree, algorithm, heuristic.name(), plan.depth);
        let search = SearchView::new(&report, Some(run.arrival.elapsed()), None);
        let expectation = Expectation::of_heuristic(Some(&heuristic), position.rules());
        let pv = tree.principal_variation();
        Ok(Answer::json(respond::to_json(&view(&position, &tree, &pv, expectation, search))?, false))
    }
}

fn report(position: &Position, tree: &Tree, algorithm: Algorithm, heuristic: &'static str, depth: u32) -> Report {
    let complete = tree.nodes.first().is_some_and(|root| root.value.complete);
    Report {
        algorithm,
        heuristic: Some(heuristic),
        depth: depth.min(position.empties() as u32),
        counts: tree.counts,
        complete,
        stop: if complete { Stop::Solved } else { Stop::Depth },
        source: Source::Search,
    }
}

/// Why a tree is not shown, and what to change.
fn refuse(error: TreeError, limits: &ServerLimits) -> Failure {
    const REMEDY: &str = "use a smaller depth, algorithm \"alpha-beta\" or transpositions";
    let (field, detail) = match error {
        TreeError::Cancelled => return Failure::ShuttingDown,
        TreeError::TooManyNodes { nodes, counted_all } => {
            let size = if counted_all { format!("{nodes}") } else { format!("more than {nodes}") };
            let max = limits.tree_nodes_max;
            let remedy = match nodes <= max as usize && counted_all {
                true => format!("raise maxNodes (up to {max}), or {REMEDY}"),
                false => format!("that is above the maximum of {max}; {REMEDY}"),
            };
            ("maxNodes", format!("the tree has {size} nodes; {remedy}"))
        }
        TreeError::TooManyLines { lines } => {
            let max = limits.tree_lines_max;
            ("trace", format!("the leaves show {lines} lines, at most {max} are allowed; send \"trace\": false"))
        }
    };
    Failure::of_field(Pointer::ROOT.key(field), ErrorCode::TooLarge, detail)
}

fn view<'a>(
    position: &'a Position,
    tree: &'a Tree,
    pv: &'a [Cell],
    expectation: Expectation,
    search: SearchView,
) -> TreeAnswer<'a> {
    let (rules, empties, max) = (position.rules(), position.empties(), position.turn());
    let eye = Eye { position, empties, max };
    let root = tree.nodes.first();
    let best = root.and_then(|root| tree.nodes.get(root.best?)).and_then(|best| best.cell);
    let score = root.map_or_else(
        || ScoreView::of_finished(position, max),
        |root| ScoreView::expecting(eye.verdict(root.value.score, root.value.complete), max, max, expectation),
    );
    TreeAnswer {
        r#move: best.map(|cell| Place::new(rules, cell)),
        score,
        pv: Places { rules, cells: pv },
        position: PositionView::new(position),
        search: (position.status() == Status::Ongoing).then_some(search),
        nodes: tree.nodes.iter().enumerate().map(|(id, node)| eye.node(id, node)).collect(),
    }
}

/// Sees all of a tree from MAX's point of view.
struct Eye<'a> {
    position: &'a Position,
    /// Empty cells at the root.
    empties: usize,
    max: Player,
}

impl<'a> Eye<'a> {
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
            r#move: node.cell.map(|cell| Place::new(rules, cell)),
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
                untried: Places { rules, cells: &cutoff.untried },
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
        ScoreView::new(self.verdict(score, complete), self.max, self.max)
    }

    fn verdict(&self, score: Score, complete: bool) -> Verdict {
        score.verdict(complete, self.empties)
    }
}
