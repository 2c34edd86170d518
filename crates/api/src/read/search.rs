//! The fields that say how a position is searched, and how an engine plays.

use std::time::Duration;

use super::choices::{Choice, PointOfView, by_plain_name};
use super::error_code::ErrorCode;
use super::errors::At;
use super::heuristic::heuristic;
use super::moves;
use super::reader::Reader;
use super::start::Start;
use crate::host::entropy;
use crate::limits::{self, SEED_MAX};
use inarow_engine::engine::{self, Algorithm, Level, Query, TieBreak, level};
use inarow_engine::game::{Cell, Position, Rules};
use inarow_engine::heuristic::Heuristic;
use inarow_engine::search::Limits;

/// How to search a position: the fields that moves, analyses and reviews share.
pub struct Search {
    pub rules: Option<Rules>,
    pub position: Option<Position>,
    /// `None` for the default of the game.
    pub heuristic: Option<Heuristic>,
    /// The point of view of the scores; default: the side to move.
    pub pov: PointOfView,
    pub algorithm: Algorithm,
    /// Depth and nodes, each 1 to its maximum.
    pub limits: Limits,
    /// 1 to `movetimeMsMax` milliseconds. A search that names no limit has the default time; one that names depth or nodes, and one
    /// that solves a game which can be solved from every position, the longest.
    pub movetime: Duration,
}

impl Search {
    /// Reads how to search from where the game stands.
    pub fn read(r: &Reader<'_>, limits: &limits::Limits, start: Start) -> Search {
        let Start { rules, position, .. } = start;
        let has_heuristic = r.is_given("heuristic");
        let heuristic = heuristic(r, rules.as_ref());
        let algorithm = r.choice("algorithm").unwrap_or(Algorithm::Auto);
        let exact = matches!(algorithm, Algorithm::Auto | Algorithm::Solver) && !has_heuristic;
        let solves = exact && rules.as_ref().is_some_and(engine::has_book);
        let depth = r.number("depth", 1..=u64::from(limits.depth_max));
        let movetime_ms = r.number("movetime", 1..=limits.movetime_ms_max);
        let nodes = r.number("nodes", 1..=limits.nodes_max);
        let movetime = match movetime_ms {
            Some(movetime_ms) => Duration::from_millis(movetime_ms),
            None if solves || depth.is_some() || nodes.is_some() => limits.movetime_max(),
            None => limits.movetime_default(),
        };
        Search {
            rules,
            position,
            heuristic,
            pov: r.choice("pov").unwrap_or(PointOfView::Turn),
            algorithm,
            limits: Limits { depth: depth.map(|depth| depth as u32), nodes, ..Limits::default() },
            movetime,
        }
    }

    /// The query, without random choices and the number of moves to rank, about `moves`; `None` without a position.
    pub fn query(self, moves: Vec<Cell>) -> Option<Query> {
        let Search { position, heuristic, algorithm, limits, .. } = self;
        Some(Query { algorithm, heuristic, limits, multi_pv: 1, ..Query::among(position?, moves) })
    }
}

/// `searchMoves` and `avoidMoves`: the moves to choose from, ascending.
pub fn root_moves(r: &Reader<'_>, position: Option<&Position>) -> Vec<Cell> {
    let (only, without) = (r.list("searchMoves"), r.list("avoidMoves"));
    let Some(position) = position else { return Vec::new() };
    let mut legal = Vec::with_capacity(position.rules().cells());
    legal.extend(position.legal_moves());
    let at = r.at();
    let only = only.map(|value| restriction(r, position, &legal, &value, at.key("searchMoves")));
    let without = without.map(|value| restriction(r, position, &legal, &value, at.key("avoidMoves")));
    let is_in = |set: &Option<CellSet>, cell: Cell| set.as_ref().map(|set| set[cell]);
    let is_wanted = |&cell: &Cell| is_in(&only, cell) != Some(false) && is_in(&without, cell) != Some(true);
    let is_over = legal.is_empty();
    let mut moves = legal;
    moves.retain(is_wanted);
    if moves.is_empty() && !is_over && r.is_clean() {
        let field = if only.is_some() { "searchMoves" } else { "avoidMoves" };
        let detail = "no legal move is left to choose from; leave at least one";
        r.error(field, ErrorCode::NoMoveLeft, detail);
    }
    moves
}

type CellSet = [bool; Rules::CELLS_MAX];

/// The cells of `searchMoves` or `avoidMoves`.
fn restriction(r: &Reader<'_>, position: &Position, legal: &[Cell], value: &serde_json::Value, at: At<'_>) -> CellSet {
    let set = |cells: &[Cell]| {
        cells.iter().fold([false; Rules::CELLS_MAX], |mut set, &cell| {
            set[cell] = true;
            set
        })
    };
    let cells = moves::choices(r, position, value, at).unwrap_or_default();
    let is_legal = set(legal);
    // On a finished board no move is legal, and that is no error: front ends post every board they have.
    for (index, &cell) in cells.iter().enumerate().filter(|&(_, &cell)| !legal.is_empty() && !is_legal[cell]) {
        if let Err(error) = position.clone().play(cell) {
            at.element(value, index).error(&error, error);
        }
    }
    set(&cells)
}

/// How to play: `skill`, 0 to `skillMax`, or `level`, a name for one; and `tieBreak`.
#[derive(Clone, Copy)]
pub struct Style {
    skill: Option<u8>,
    tie_break: Option<TieBreak>,
}

impl Style {
    pub fn read(r: &Reader<'_>) -> Style {
        let number = r.number("skill", 0..=u64::from(Query::SKILL_MAX));
        let in_any_case = r.sent("level").and_then(|sent| by_plain_name(sent, <Level as Choice>::ALL));
        let name = in_any_case.or_else(|| r.choice("level"));
        if let (Some(_), Some(level)) = (number, name) {
            r.at().key("level").error_with(ErrorCode::Conflict, || {
                format!("this level is skill {}; send either \"level\" or \"skill\"", level.skill())
            });
        }
        let skill = number.map(|number| number as u8).or(name.map(Level::skill));
        Style { skill, tie_break: r.choice("tieBreak") }
    }

    pub fn skill(self) -> u8 {
        self.skill.unwrap_or(Query::SKILL_MAX)
    }

    /// With `skill` or `level`, the default is the level's tie-break, which plays for a win where all moves draw.
    pub fn tie_break(self, rules: &Rules) -> TieBreak {
        let default = self.skill.map_or(TieBreak::First, |skill| level::tie_break(skill, rules));
        self.tie_break.unwrap_or(default)
    }
}

/// The random choices of an answer.
pub struct Randomness {
    pub seed: u64,
    /// Whether the answer depends on the seed.
    pub used: bool,
    /// Whether the same request would make the same choices.
    pub reproducible: bool,
}

impl Randomness {
    /// Reads `seed`; the default is a random one.
    pub fn read(r: &Reader<'_>, style: Style) -> Randomness {
        let given = r.number("seed", 0..=SEED_MAX);
        let used = style.tie_break == Some(TieBreak::Random) || style.skill() < Query::SKILL_MAX;
        let seed = given.unwrap_or_else(|| if used { entropy() & SEED_MAX } else { 0 });
        Randomness { seed, used, reproducible: !used || given.is_some() }
    }
}
