//! `/v1/tree`: a textbook search, node by node.

mod answer;

use std::time::Duration;

pub use answer::{NODE_KINDS, TreePlayer};

use super::Context;
use crate::figure::{Figure, Language, Theme};
use crate::read::{self, Choice, ErrorCode, Pointer, Reader, Start, heuristic, written};
use crate::refusal::Refusal;
use crate::run::{Answer, Effort, Form, Request, Run};
use crate::views::SearchView;
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Algorithm, EngineError, Report, Source};
use inarow_engine::game::{Cell, Position, Rules};
use inarow_engine::heuristic::{Heuristic, LineWeights};
use inarow_engine::search::{self, Stop, Tree, TreeError, TreePlan};
use serde_json::Value;
use strum::VariantArray as _;

/// The algorithms whose tree is shown, the default first.
pub const TREE_ALGORITHMS: [Algorithm; 2] = [Algorithm::AlphaBeta, Algorithm::Minimax];
/// Plies looked ahead when a request does not say.
const DEPTH_DEFAULT: u32 = 2;
/// Most cells on the boards of all nodes of a figure that is drawn on the short lane: some milliseconds.
const SHORT_FIGURE_CELLS_MAX: usize = 60_000;

/// The form of an answer, in place of `Accept`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum TreeFormat {
    Json,
    Svg,
    Dot,
    Mermaid,
}

impl Choice for TreeFormat {
    const ALL: &'static [Self] = Self::VARIANTS;

    fn name(self) -> &'static str {
        self.into()
    }
}

impl TreeFormat {
    const fn form(self) -> Form {
        match self {
            TreeFormat::Json => Form::Document,
            TreeFormat::Svg => Form::Svg,
            TreeFormat::Dot => Form::Dot,
            TreeFormat::Mermaid => Form::Mermaid,
        }
    }
}

/// A valid request for a tree.
#[derive(Clone, Debug)]
pub struct TreeRequest {
    position: Position,
    heuristic: Heuristic,
    algorithm: Algorithm,
    plan: TreePlan,
    movetime: Duration,
    /// The form that the request names.
    form: Option<Form>,
    /// The colours of a picture.
    theme: Theme,
    /// Whether the request is a query string, whose remedies have this form.
    in_query: bool,
}

impl TreeRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let limits = context.limits;
        let Start { rules, position, .. } = Start::read(r);
        let heuristic = heuristic(r, rules.as_ref());
        let algorithm = r.choice_of("algorithm", &TREE_ALGORITHMS).unwrap_or(TREE_ALGORITHMS[0]);
        let plan = TreePlan {
            depth: r.number("depth", 1..=u64::from(limits.depth_max)).map_or(DEPTH_DEFAULT, |depth| depth as u32),
            cells: cells(r, position.as_ref()),
            prune: algorithm == Algorithm::AlphaBeta,
            // Whether equal positions share a node.
            transpositions: r.flag("transpositions").unwrap_or(false),
            // Whether leaves explain their value line by line.
            trace: r.flag("trace").unwrap_or(true),
            nodes_max: r
                .number("maxNodes", 1..=u64::from(limits.tree_nodes_max))
                .map_or(limits.tree_nodes_default() as usize, |nodes| nodes as usize),
            nodes_counted_max: limits.tree_nodes_counted_max.max(limits.tree_nodes_max) as usize,
            lines_max: limits.tree_lines_max as usize,
        };
        let form = r.choice("format").map(TreeFormat::form);
        let theme = r.choice("theme").unwrap_or_default();
        let position = position.filter(|_| r.is_clean())?;
        Some(TreeRequest {
            heuristic: heuristic.unwrap_or(Heuristic::Named(Heuristic::default_for(position.rules()))),
            position,
            algorithm,
            plan,
            movetime: limits.movetime_max(),
            form,
            theme,
            in_query: r.in_query(),
        })
    }

    /// The tree as a picture; `None` if that is no work for the short lane.
    fn figure(&self, language: Language, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        let TreeRequest { position, heuristic, algorithm, plan, movetime, theme, .. } = self;
        // The lines of leaves are not drawn.
        let mut plan = TreePlan { trace: false, ..plan.clone() };
        let is_short = run.effort == Effort::Instant;
        if is_short {
            plan.nodes_max = plan.nodes_max.min(SHORT_FIGURE_CELLS_MAX / position.rules().cells());
            plan.nodes_counted_max = plan.nodes_max + 1;
        }
        let limits = run.limited(&search::Limits::default(), *movetime);
        let weights = heuristic.compile(position.rules()).map_err(EngineError::Heuristic)?;
        let tree = match Tree::grow(position, &weights, &plan, &limits) {
            Err(TreeError::TooManyNodes { .. }) if is_short => return Ok(None),
            grown => grown.map_err(|error| refuse(error, self, &weights, run))?,
        };
        let depth = plan.depth.min(position.empties() as u32);
        let figure =
            Figure { position, tree: &tree, algorithm: *algorithm, heuristic: heuristic.name(), depth, theme: *theme };
        Ok(Some(run.text(figure.write(language), true)))
    }
}

/// `cells`, the cells that are played, in ascending order, each once; empty for all of them. Where the game goes on, one of them must
/// be a legal move.
fn cells(r: &Reader<'_>, position: Option<&Position>) -> Vec<Cell> {
    let (Some(value), Some(position)) = (r.list("cells"), position) else { return Vec::new() };
    let at = r.at();
    let Some(mut cells) = read::list(position.rules(), &value, at.key("cells")) else { return Vec::new() };
    cells.sort_unstable();
    cells.dedup();
    let mut legal = position.legal_moves().peekable();
    if legal.peek().is_some() && !legal.any(|cell| cells.binary_search(&cell).is_ok()) {
        r.error("cells", ErrorCode::NoMoveLeft, "no legal move is left to choose from; leave at least one");
    }
    cells
}

impl Request for TreeRequest {
    fn rules(&self) -> Option<&Rules> {
        Some(self.position.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        run.form = self.form.unwrap_or(run.form);
        let language = match run.form {
            Form::Svg => Some(Language::Svg),
            Form::Dot => Some(Language::Dot),
            Form::Mermaid => Some(Language::Mermaid),
            _ => None,
        };
        if let Some(language) = language.filter(|_| run.effort != Effort::Least) {
            return self.figure(language, run);
        }
        if !run.effort.is_full() {
            return Ok(None);
        }
        let TreeRequest { position, heuristic, algorithm, plan, movetime, .. } = self;
        let limits = run.limited(&search::Limits::default(), *movetime);
        let weights = heuristic.compile(position.rules()).map_err(EngineError::Heuristic)?;
        let tree = Tree::grow(position, &weights, plan, &limits).map_err(|error| refuse(error, self, &weights, run))?;
        let report = report(position, &tree, *algorithm, heuristic.name(), plan.depth);
        let search = SearchView::new(&report, None, run.time(true), None, run.is_late);
        let expectation = Expectation::of_heuristic(Some(heuristic), position.rules(), position.stones());
        let pv = tree.principal_variation();
        run.json(&answer::view(position, &tree, &pv, expectation, search), true).map(Some)
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

/// The changes that make a tree small enough: each that is not in force is tried.
fn smaller(
    TreeRequest { position, plan, in_query, .. }: &TreeRequest,
    weights: &LineWeights,
    nodes_max: &[usize],
    run: &Run<'_>,
) -> Vec<String> {
    let limits = run.limited(&search::Limits::default(), run.limits.movetime_max());
    let fits = |plan: &TreePlan, nodes_max: usize| {
        let plan = TreePlan { trace: false, nodes_max, nodes_counted_max: nodes_max.saturating_add(1), ..plan.clone() };
        Tree::grow(position, weights, &plan, &limits).is_ok()
    };
    let send = |fields: &[(&str, Value)], changed: &TreePlan| {
        let least = *nodes_max.iter().find(|nodes_max| fits(changed, **nodes_max))?;
        let raised = (least > plan.nodes_max).then(|| ("maxNodes", least.into()));
        let sent = fields.iter().chain(&raised).map(|(name, value)| written(name, value, *in_query));
        Some(format!("send {}", sent.collect::<Vec<_>>().join(if *in_query { "&" } else { ", " })))
    };
    let shallow = TreePlan { depth: 1, ..plan.clone() };
    let pruned = TreePlan { prune: true, ..plan.clone() };
    let shared = TreePlan { transpositions: true, ..plan.clone() };
    let both = TreePlan { prune: true, ..shared.clone() };
    let (prune, share) = (("algorithm", Value::from("alpha-beta")), ("transpositions", true.into()));
    let mut remedies = Vec::new();
    if plan.depth > 1 && nodes_max.iter().any(|nodes_max| fits(&shallow, *nodes_max)) {
        remedies.push("use a smaller depth".to_owned());
    }
    if !plan.prune {
        remedies.extend(send(std::slice::from_ref(&prune), &pruned));
    }
    if !plan.transpositions {
        remedies.extend(send(std::slice::from_ref(&share), &shared));
    }
    if remedies.len() < 2 && !plan.prune && !plan.transpositions {
        remedies.extend(send(&[prune, share], &both));
    }
    remedies
}

/// Why a tree is not shown, with remedies.
fn refuse(error: TreeError, request: &TreeRequest, weights: &LineWeights, run: &Run<'_>) -> Refusal {
    let (field, detail) = match error {
        TreeError::Cancelled => return Refusal::Cancelled,
        TreeError::TooManyNodes { nodes, counted_all } => {
            let size = if counted_all { format!("{nodes}") } else { format!("more than {nodes}") };
            let max = run.limits.tree_nodes_max;
            let may_be_raised = nodes <= max as usize && counted_all;
            let bounds = [request.plan.nodes_max, max as usize];
            let mut remedies = smaller(request, weights, &bounds[..if may_be_raised { 1 } else { 2 }], run);
            if may_be_raised {
                remedies.insert(0, format!("raise maxNodes (up to {max})"));
            }
            if remedies.is_empty() {
                remedies.push("send cells, the only ones that are played, or start later in the game".to_owned());
            }
            let above = if may_be_raised { String::new() } else { format!("that is above the maximum of {max}; ") };
            ("maxNodes", format!("the tree has {size} nodes; {above}{}", remedies.join(", or ")))
        }
        TreeError::TooManyLines { lines } => {
            let max = run.limits.tree_lines_max;
            let remedy = written("trace", &false.into(), request.in_query);
            ("trace", format!("the leaves show {lines} lines, at most {max} are allowed; send {remedy}"))
        }
    };
    Refusal::of_field(Pointer::ROOT.key(field), ErrorCode::TooLarge, detail)
}
