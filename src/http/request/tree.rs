//! A request for the tree of a textbook search.

use std::time::Instant;

use super::value::{choice, flag, integer};
use super::{At, Faults, Field, Fields, Kind, Scene};
use crate::config::ServerLimits;
use crate::engine::Algorithm;
use crate::game::Position;
use crate::heuristic::Heuristic;
use crate::search::{Limits, TreePlan};

/// The algorithms whose tree is to be had, the default first.
pub const TREE_ALGORITHMS: [Algorithm; 2] = [Algorithm::AlphaBeta, Algorithm::Minimax];
/// Plies looked ahead when a request does not say.
const DEPTH_DEFAULT: u32 = 2;

/// A valid request for a tree.
#[derive(Debug)]
pub struct TreeRequest {
    pub position: Position,
    pub heuristic: Heuristic,
    pub algorithm: Algorithm,
    pub plan: TreePlan,
    pub limits: Limits,
}

impl TreeRequest {
    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields<'_>, limits: &ServerLimits, arrival: Instant, at: At<'_>) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        fields.check(Kind::Tree, at, &mut faults);
        let scene = Scene::read(fields, at, &mut faults);
        let algorithm = fields
            .get(Field::Algorithm)
            .and_then(|node| choice(node, &TREE_ALGORITHMS, Algorithm::name, at.key("algorithm"), &mut faults))
            .unwrap_or(TREE_ALGORITHMS[0]);
        let mut number = |field: Field, max: u64| {
            let node = fields.get(field)?;
            integer(node, 1..=i64::try_from(max).unwrap_or(i64::MAX), at.key(field.name()), &mut faults)
        };
        let depth = number(Field::Depth, u64::from(limits.depth_max)).map_or(DEPTH_DEFAULT, |depth| depth as u32);
        let nodes_max = number(Field::MaxNodes, u64::from(limits.tree_nodes_max));
        let mut switch = |field: Field, default: bool| {
            fields.get(field).map_or(Some(default), |node| flag(node, at.key(field.name()), &mut faults))
        };
        let (transpositions, trace) = (switch(Field::Transpositions, false), switch(Field::Trace, true));
        let Some(position) = scene.position.filter(|_| faults.is_empty()) else { return Err(faults) };
        Ok(TreeRequest {
            heuristic: scene.heuristic.unwrap_or(Heuristic::Named(Heuristic::default_for(position.rules()))),
            position,
            algorithm,
            plan: TreePlan {
                depth,
                prune: algorithm == Algorithm::AlphaBeta,
                transpositions: transpositions.unwrap_or_default(),
                trace: trace.unwrap_or_default(),
                nodes_max: nodes_max.map_or(limits.tree_nodes_default() as usize, |nodes| nodes as usize),
                nodes_counted_max: limits.tree_nodes_counted_max.max(limits.tree_nodes_max) as usize,
                lines_max: limits.tree_lines_max as usize,
            },
            limits: Limits { deadline: Some(arrival + limits.movetime_max()), ..Limits::default() },
        })
    }
}
