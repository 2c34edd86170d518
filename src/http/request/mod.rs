//! Requests: what was sent, turned into a query in domain terms or a list of everything that is wrong with it.
//!
//! GET and POST share one form: [`Fields`] holds a [`Node`](node::Node) for each field, whether it came from a JSON body
//! or from a query string, and every parser works on nodes.

mod batch;
mod board;
mod continuations;
pub mod fault;
pub mod fields;
mod game;
mod heuristic;
pub mod input;
mod matches;
pub mod node;
pub mod query_string;
mod tree;
pub mod value;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

pub use batch::{BatchRequest, Item};
pub use continuations::{ContinuationsRequest, EngineSide};
pub use fault::{At, Fault, Faults};
pub use fields::{Field, Fields, Kind};
pub use game::default_preset;
pub use input::{Input, Listing, Streamable};
pub use matches::MatchRequest;
pub use tree::{TREE_ALGORITHMS, TreeRequest};

use crate::config::ServerLimits;
use crate::engine::{self, Algorithm, Query, TieBreak};
use crate::game::{Cell, Game, Player, Position, Rules};
use crate::heuristic::Heuristic;
use crate::search::Limits;
use value::{choice, integer};

/// Whose point of view scores take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointOfView {
    /// The side to move.
    Turn,
    Side(Player),
}

impl PointOfView {
    pub const ALL: [PointOfView; 3] = [PointOfView::Turn, PointOfView::Side(Player::X), PointOfView::Side(Player::O)];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PointOfView::Turn => "turn",
            PointOfView::Side(side) => side.name(),
        }
    }

    fn side(self, turn: Player) -> Player {
        match self {
            PointOfView::Turn => turn,
            PointOfView::Side(side) => side,
        }
    }
}

/// A valid request for a move.
#[derive(Debug)]
pub struct MoveRequest {
    pub query: Query,
    /// Whose point of view the score takes.
    pub pov: Player,
    /// The seed, if the answer takes chance.
    pub seed: Option<u64>,
    /// Whether the same request would take the same chances.
    pub reproducible: bool,
}

/// A valid request for a ranking of the moves.
#[derive(Debug)]
pub struct AnalysisRequest {
    pub query: Query,
    /// Whose point of view the scores take.
    pub pov: Player,
}

/// A valid request for all that is to be said of a position.
#[derive(Debug)]
pub struct PositionRequest {
    pub position: Position,
    /// Whose point of view the static values take.
    pub pov: Player,
    /// A heuristic to add to the named ones.
    pub heuristic: Option<Heuristic>,
}

/// What all requests about a position share.
struct Scene {
    rules: Option<Rules>,
    position: Option<Position>,
    heuristic: Option<Heuristic>,
    pov: Option<PointOfView>,
}

impl Scene {
    fn read(fields: &Fields<'_>, at: At<'_>, faults: &mut Faults) -> Scene {
        let rules = game::rules(fields.get(Field::Game), at.key("game"), faults);
        let compiled = rules.map(Game::shared);
        let position = board::position(compiled.as_ref(), fields, at, faults);
        let heuristic = heuristic::heuristic(fields.get(Field::Heuristic), rules, at.key("heuristic"), faults);
        let pov = fields
            .get(Field::Pov)
            .and_then(|node| choice(node, &PointOfView::ALL, PointOfView::name, at.key("pov"), faults));
        Scene { rules, position, heuristic, pov }
    }
}

/// What all requests for a search share.
struct Search {
    scene: Scene,
    algorithm: Algorithm,
    limits: Limits,
    /// The moves to choose from, where there is a position.
    moves: Vec<Cell>,
}

impl Search {
    fn read(fields: &Fields<'_>, limits: &ServerLimits, arrival: Instant, at: At<'_>, faults: &mut Faults) -> Search {
        let scene = Scene::read(fields, at, faults);
        let algorithm = fields
            .get(Field::Algorithm)
            .and_then(|node| choice(node, &Algorithm::ALL, Algorithm::name, at.key("algorithm"), faults))
            .unwrap_or(Algorithm::Auto);
        let exact = matches!(algorithm, Algorithm::Auto | Algorithm::Solver) && fields.get(Field::Heuristic).is_none();
        let solves = exact && scene.rules.is_some_and(engine::has_book);
        let limits = search_limits(fields, limits, solves, arrival, at, faults);
        let moves = scene.position.as_ref().map(|position| root_moves(position, fields, at, faults));
        Search { scene, algorithm, limits, moves: moves.unwrap_or_default() }
    }

    /// The query, which chance and the number of lines are no part of yet, and the point of view; or the faults.
    fn query(self, faults: Faults) -> Result<(Query, Player), Faults> {
        let (Some(position), true) = (self.scene.position, faults.is_empty()) else { return Err(faults) };
        let pov = self.scene.pov.unwrap_or(PointOfView::Turn).side(position.turn());
        let query = Query {
            position,
            algorithm: self.algorithm,
            heuristic: self.scene.heuristic,
            limits: self.limits,
            moves: self.moves,
            multi_pv: 1,
            tie_break: TieBreak::First,
            skill: Query::SKILL_MAX,
            seed: 0,
        };
        Ok((query, pov))
    }
}

impl MoveRequest {
    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields<'_>, limits: &ServerLimits, arrival: Instant, at: At<'_>) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        fields.check(Kind::Move, at, &mut faults);
        let search = Search::read(fields, limits, arrival, at, &mut faults);
        let chance = Chance::read(fields, at, &mut faults);
        let (mut query, pov) = search.query(faults)?;
        (query.tie_break, query.skill, query.seed) = (chance.tie_break, chance.skill, chance.seed);
        let seed = chance.used.then_some(chance.seed);
        Ok(MoveRequest { query, pov, seed, reproducible: chance.reproducible })
    }
}

impl AnalysisRequest {
    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields<'_>, limits: &ServerLimits, arrival: Instant, at: At<'_>) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        fields.check(Kind::Analysis, at, &mut faults);
        let search = Search::read(fields, limits, arrival, at, &mut faults);
        let cells = search.scene.position.as_ref().map_or(CELLS_MAX, |position| position.rules().cells());
        let multi_pv =
            fields.get(Field::MultiPv).and_then(|node| integer(node, 0..=cells as i64, at.key("multiPv"), &mut faults));
        let (mut query, pov) = search.query(faults)?;
        query.multi_pv = multi_pv.unwrap_or_default() as usize;
        Ok(AnalysisRequest { query, pov })
    }
}

/// Cells of the largest board.
const CELLS_MAX: usize = Rules::SIDE_MAX * Rules::SIDE_MAX;

impl PositionRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields<'_>, at: At<'_>) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        fields.check(Kind::Position, at, &mut faults);
        let scene = Scene::read(fields, at, &mut faults);
        match (scene.position, faults.is_empty()) {
            (Some(position), true) => {
                let pov = scene.pov.unwrap_or(PointOfView::Side(Player::X)).side(position.turn());
                Ok(PositionRequest { position, pov, heuristic: scene.heuristic })
            }
            _ => Err(faults),
        }
    }
}

/// `depth`, `movetime` and `nodes`. A search that names none of them has the server's default time; one that names depth or
/// nodes, and one that solves a game which can be solved from every position, the server's longest.
fn search_limits(
    fields: &Fields<'_>,
    limits: &ServerLimits,
    solves: bool,
    arrival: Instant,
    at: At<'_>,
    faults: &mut Faults,
) -> Limits {
    let mut limit = |field: Field, max: u64| {
        let node = fields.get(field)?;
        integer(node, 1..=i64::try_from(max).unwrap_or(i64::MAX), at.key(field.name()), faults)
    };
    let depth = limit(Field::Depth, u64::from(limits.depth_max)).map(|depth| depth as u32);
    let nodes = limit(Field::Nodes, limits.nodes_max).map(|nodes| nodes as u64);
    let movetime = match limit(Field::Movetime, limits.movetime_ms_max) {
        Some(movetime_ms) => Duration::from_millis(movetime_ms as u64),
        None if solves || depth.is_some() || nodes.is_some() => limits.movetime_max(),
        None => limits.movetime_default(),
    };
    Limits { depth, nodes, deadline: Some(arrival + movetime), cancel: None }
}

/// `searchMoves` and `avoidMoves`: the moves to choose from, ascending.
fn root_moves(position: &Position, fields: &Fields<'_>, at: At<'_>, faults: &mut Faults) -> Vec<Cell> {
    let mut legal = Vec::with_capacity(position.empties());
    legal.extend(position.legal_moves());
    let mut restriction = |field: Field| {
        let node = fields.get(field)?;
        let at = at.key(field.name());
        let cells = board::list(position.rules(), node, at, faults)?;
        // On a finished board no move is legal, and that is no fault: front ends post every board they have.
        if !legal.is_empty() {
            for (index, &cell) in cells.iter().enumerate().filter(|(_, cell)| !legal.contains(cell)) {
                let why = position.clone().play(cell).err().map(|fault| fault.to_string()).unwrap_or_default();
                faults.add(at.index(index), why);
            }
        }
        Some(cells)
    };
    let (only, without) = (restriction(Field::SearchMoves), restriction(Field::AvoidMoves));
    if only.is_none() && without.is_none() {
        return legal;
    }
    let wanted = |cell: &Cell| {
        only.as_ref().is_none_or(|only| only.contains(cell)) && without.as_ref().is_none_or(|not| !not.contains(cell))
    };
    let moves: Vec<Cell> = legal.iter().copied().filter(wanted).collect();
    if moves.is_empty() && !legal.is_empty() && faults.is_empty() {
        let field = if only.is_some() { Field::SearchMoves } else { Field::AvoidMoves };
        faults.add(at.key(field.name()), "no legal move is left to choose from; leave at least one");
    }
    moves
}

/// `tieBreak`, `skill` and `seed`: what is left to chance.
struct Chance {
    tie_break: TieBreak,
    skill: u8,
    seed: u64,
    used: bool,
    reproducible: bool,
}

impl Chance {
    fn read(fields: &Fields<'_>, at: At<'_>, faults: &mut Faults) -> Chance {
        let tie_break = fields
            .get(Field::TieBreak)
            .and_then(|node| choice(node, &TieBreak::ALL, TieBreak::name, at.key("tieBreak"), faults))
            .unwrap_or(TieBreak::First);
        let mut number = |field: Field, max: i64| {
            fields.get(field).and_then(|node| integer(node, 0..=max, at.key(field.name()), faults))
        };
        let skill = number(Field::Skill, i64::from(Query::SKILL_MAX)).map(|skill| skill as u8);
        let skill = skill.unwrap_or(Query::SKILL_MAX);
        let given = number(Field::Seed, ServerLimits::SEED_MAX as i64).map(|seed| seed as u64);
        let used = tie_break == TieBreak::Random || skill < Query::SKILL_MAX;
        let seed = match given {
            Some(seed) => seed,
            None if used => entropy() & ServerLimits::SEED_MAX,
            None => 0,
        };
        Chance { tie_break, skill, seed, used, reproducible: !used || given.is_some() }
    }
}

/// A number that nobody can foretell, from the keys that the standard library draws for its hash maps.
pub(in crate::http) fn entropy() -> u64 {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(0);
    hasher.finish()
}
