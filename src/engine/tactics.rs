//! Tactics on large boards that have no search of their own (see [`crate::search::Threats`]): wins by continuous fours far
//! beyond the horizon, and the defence against them.

use super::{Line, Query};
use crate::game::{Cell, Position, Rules};
use crate::heuristic::Named;
use crate::search::{Fours, Limits, Verdict, fours, stands};

/// Above this many cells a search looks at the most promising moves only, and tactics go ahead of it.
const LARGE_CELLS: usize = 64;
/// How many those are.
pub(super) const BREADTH: usize = 20;
/// Most positions of one search for fours: some ten milliseconds on the largest board.
const NODES_MAX: u64 = 8_000;
/// And of each that checks a defence.
const DEFENCE_NODES_MAX: u64 = 1_000;

/// Whether a search with this heuristic plays by tactics: the published ones answer exactly what their depth says.
pub(super) fn apply(position: &Position, heuristic: &str) -> bool {
    heuristic == Named::Threats.name() && is_large(position.rules())
}

/// Whether there are tactics on boards with these rules.
pub(super) fn is_large(rules: Rules) -> bool {
    rules.cells() > LARGE_CELLS && !rules.gravity() && !rules.misere()
}

/// What tactics found before the search.
pub(super) struct Tactics {
    /// Moves whose result is proven: a win by continuous fours, or losses by them. A shorter win may exist.
    pub known: Vec<Line>,
    /// The moves that are left to be searched.
    pub moves: Vec<Cell>,
    /// Positions visited.
    pub nodes: u64,
}

/// Looks for a win among the moves, and else for those that lose at once because the other side has one.
pub(super) fn look(query: &Query, moves: &[Cell]) -> Tactics {
    let mut found = Tactics { known: Vec::new(), moves: moves.to_vec(), nodes: 0 };
    let position = &query.position;
    if let Fours::Win(pv) = fours(position, &some(&query.limits, found.nodes, NODES_MAX), &mut found.nodes)
        && moves.contains(&pv[0])
    {
        let cell = pv[0];
        found.known.push(Line { cell, verdict: Verdict::Win { plies: pv.len() as u32 }, pv });
        found.moves.retain(|&other| other != cell);
        return found;
    }
    let mut passed = position.clone();
    passed.pass();
    let limits = some(&query.limits, found.nodes, NODES_MAX);
    let Fours::Win(threat) = fours(&passed, &limits, &mut found.nodes) else { return found };
    let mut after = position.clone();
    for &cell in moves {
        after.play_unchecked(cell, |_, _| {});
        let limits = some(&query.limits, found.nodes, DEFENCE_NODES_MAX);
        // Most moves change nothing about the threat.
        let refutation = match stands(&after, &threat) {
            true => Fours::Win(threat.clone()),
            false => fours(&after, &limits, &mut found.nodes),
        };
        if let Fours::Win(reply) = refutation {
            let verdict = Verdict::Loss { plies: reply.len() as u32 + 1 };
            let pv = std::iter::once(cell).chain(reply).collect();
            found.known.push(Line { cell, verdict, pv });
        }
        after.undo();
    }
    if found.known.len() < moves.len() {
        found.moves.retain(|&cell| found.known.iter().all(|line| line.cell != cell));
    } else {
        // All of them lose by fours at some length; how long each lasts is for the search to see.
        found.known.clear();
    }
    found
}

/// Limits of one search for fours: half of the nodes that are left are for the search proper.
fn some(limits: &Limits, spent: u64, most: u64) -> Limits {
    let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(spent) / 2);
    Limits { nodes: Some(left.min(most)), depth: None, ..limits.clone() }
}
