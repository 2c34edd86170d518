//! `/v1/move` and `/v1/analysis`: a position, and how to search it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::board::Board;
use super::choices::{Kind, PointOfView};
use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::Fields;
use super::game::GameOrRules;
use super::heuristic::{NameOrWeights, heuristic};
use super::moves::{self, Moves};
use super::param::{CellName, Flag, Number, Param};
use super::start::{RecordText, Start};
use crate::config::ServerLimits;
use inarow_engine::engine::{self, Algorithm, Level, Query, TieBreak, level};
use inarow_engine::game::{Cell, Player, Position, Rules};
use inarow_engine::heuristic::Heuristic;
use inarow_engine::search::Limits;

/// The fields of `/v1/move`.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct MoveParams {
    /// Default: tic-tac-toe.
    game: Param<GameOrRules>,
    /// Default: the empty board.
    board: Param<Board>,
    /// Instead of `board`.
    moves: Param<Moves>,
    /// Instead of `board` and `moves`, a game as people write it.
    record: Param<RecordText>,
    /// Default: as the stone counts say.
    turn: Param<Player>,
    /// Default: that of the game.
    heuristic: Param<NameOrWeights>,
    /// Default: `"auto"`.
    algorithm: Param<Algorithm>,
    /// Plies to look ahead, 1 to `depthMax`.
    depth: Param<Number>,
    /// Milliseconds to search, 1 to `movetimeMsMax`; default: see [`SearchParams::limits`].
    movetime: Param<Number>,
    /// Positions to visit, 1 to `nodesMax`.
    nodes: Param<Number>,
    /// Choose only among these moves.
    search_moves: Param<Vec<CellName>>,
    /// Choose none of these moves.
    avoid_moves: Param<Vec<CellName>>,
    /// Whose point of view the score takes; default: the side to move.
    pov: Param<PointOfView>,
    /// Which of several equal moves is chosen; default `"first"`.
    tie_break: Param<TieBreak>,
    /// Playing strength, 0 to `skillMax`; default: the highest.
    skill: Param<Number>,
    /// Instead of `skill`, a name for one.
    level: Param<Level>,
    /// Makes random choices repeatable, 0 to `seedMax`; default: a random one.
    seed: Param<Number>,
    /// Whether to refuse boards that alternate play could not have reached; default false.
    strict: Param<Flag>,
    /// Whether to add reasons; default false.
    explain: Param<Flag>,
}

/// The fields of `/v1/analysis`; those that it shares with [`MoveParams`] mean the same.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct AnalysisParams {
    game: Param<GameOrRules>,
    board: Param<Board>,
    moves: Param<Moves>,
    record: Param<RecordText>,
    turn: Param<Player>,
    heuristic: Param<NameOrWeights>,
    algorithm: Param<Algorithm>,
    depth: Param<Number>,
    movetime: Param<Number>,
    nodes: Param<Number>,
    search_moves: Param<Vec<CellName>>,
    avoid_moves: Param<Vec<CellName>>,
    /// How many moves to rank, 0 to the cells of the board; 0, the default, is all.
    multi_pv: Param<Number>,
    pov: Param<PointOfView>,
    strict: Param<Flag>,
    explain: Param<Flag>,
}

/// A valid request for a move.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    pub query: Query,
    /// Whose point of view the score takes.
    pub pov: Player,
    /// The seed, if the answer depends on random choices.
    pub seed: Option<u64>,
    /// Whether the same request would make the same random choices.
    pub reproducible: bool,
    /// Whether the answer has reasons.
    pub explain: bool,
}

/// A valid request for a ranking of the moves.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    pub query: Query,
    /// Whose point of view the scores take.
    pub pov: Player,
    /// Whether the answer has reasons.
    pub explain: bool,
}

impl MoveRequest {
    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(
        fields: &Fields,
        limits: &ServerLimits,
        arrival: Instant,
        at: Pointer<'_>,
    ) -> Result<Self, FieldErrors> {
        let (sent, mut errors) = fields.params::<MoveParams>(Kind::Move.path(), at);
        let MoveParams { game, board, moves, record, turn, strict, heuristic, algorithm, depth, .. } = &sent;
        let MoveParams { movetime, nodes, search_moves, avoid_moves, pov, .. } = &sent;
        let MoveParams { tie_break, skill, level, seed, explain, .. } = &sent;
        let start = Start { game, board, moves, record, turn, strict };
        let params =
            SearchParams { start, heuristic, algorithm, depth, movetime, nodes, search_moves, avoid_moves, pov };
        let search = params.read(limits, arrival, at, &mut errors);
        let style = Style::read(skill, level, tie_break, at, &mut errors);
        let random = Randomness::read(style, seed, at, &mut errors);
        let explain = explain.flag(at.key("explain"), &mut errors).unwrap_or_default();
        let (mut query, pov) = search.query(errors)?;
        query.tie_break = style.tie_break(query.position.rules());
        (query.skill, query.seed) = (style.skill(), random.seed);
        let seed = random.used.then_some(random.seed);
        Ok(MoveRequest { query, pov, seed, reproducible: random.reproducible, explain })
    }
}

impl AnalysisRequest {
    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(
        fields: &Fields,
        limits: &ServerLimits,
        arrival: Instant,
        at: Pointer<'_>,
    ) -> Result<Self, FieldErrors> {
        let (sent, mut errors) = fields.params::<AnalysisParams>(Kind::Analysis.path(), at);
        let AnalysisParams { game, board, moves, record, turn, heuristic, algorithm, depth, movetime, .. } = &sent;
        let AnalysisParams { nodes, search_moves, avoid_moves, multi_pv, pov, strict, explain, .. } = &sent;
        let start = Start { game, board, moves, record, turn, strict };
        let params =
            SearchParams { start, heuristic, algorithm, depth, movetime, nodes, search_moves, avoid_moves, pov };
        let search = params.read(limits, arrival, at, &mut errors);
        let cells = search.position.as_ref().map_or(CELLS_MAX, |position| position.rules().cells());
        let multi_pv = multi_pv.number(0..=cells as u64, at.key("multiPv"), &mut errors);
        let explain = explain.flag(at.key("explain"), &mut errors).unwrap_or_default();
        let (mut query, pov) = search.query(errors)?;
        query.multi_pv = multi_pv.unwrap_or_default() as usize;
        Ok(AnalysisRequest { query, pov, explain })
    }
}

/// Cells of the largest board.
const CELLS_MAX: usize = Rules::SIDE_MAX * Rules::SIDE_MAX;

/// The fields that requests for a search share.
pub(super) struct SearchParams<'p> {
    pub start: Start<'p>,
    pub heuristic: &'p Param<NameOrWeights>,
    pub algorithm: &'p Param<Algorithm>,
    pub depth: &'p Param<Number>,
    pub movetime: &'p Param<Number>,
    pub nodes: &'p Param<Number>,
    pub search_moves: &'p Param<Vec<CellName>>,
    pub avoid_moves: &'p Param<Vec<CellName>>,
    pub pov: &'p Param<PointOfView>,
}

/// What requests for a search share.
pub(super) struct Search {
    pub position: Option<Position>,
    pub heuristic: Option<Heuristic>,
    pub pov: PointOfView,
    pub algorithm: Algorithm,
    pub limits: Limits,
    /// The moves to choose from, where there is a position.
    moves: Vec<Cell>,
}

impl SearchParams<'_> {
    pub fn read(&self, limits: &ServerLimits, arrival: Instant, at: Pointer<'_>, errors: &mut FieldErrors) -> Search {
        let (rules, position) = self.start.read(at, errors);
        let heuristic = heuristic(self.heuristic, rules, at.key("heuristic"), errors);
        let pov = self.pov.choice(at.key("pov"), errors);
        let algorithm = self.algorithm.choice(at.key("algorithm"), errors).unwrap_or(Algorithm::Auto);
        let exact = matches!(algorithm, Algorithm::Auto | Algorithm::Solver) && !self.heuristic.is_given();
        let solves = exact && rules.is_some_and(engine::has_book);
        let limits = self.limits(limits, solves, arrival, at, errors);
        let moves = position.as_ref().map(|position| self.root_moves(position, at, errors));
        Search {
            position,
            heuristic,
            pov: pov.unwrap_or(PointOfView::Turn),
            algorithm,
            limits,
            moves: moves.unwrap_or_default(),
        }
    }

    /// `depth`, `movetime` and `nodes`. A search that names none of them has the server's default time; one that names depth or
    /// nodes, and one that solves a game which can be solved from every position, the server's longest.
    fn limits(
        &self,
        limits: &ServerLimits,
        solves: bool,
        arrival: Instant,
        at: Pointer<'_>,
        errors: &mut FieldErrors,
    ) -> Limits {
        let depth = self.depth.number(1..=u64::from(limits.depth_max), at.key("depth"), errors);
        let nodes = self.nodes.number(1..=limits.nodes_max, at.key("nodes"), errors);
        let movetime = match self.movetime.number(1..=limits.movetime_ms_max, at.key("movetime"), errors) {
            Some(movetime_ms) => Duration::from_millis(movetime_ms),
            None if solves || depth.is_some() || nodes.is_some() => limits.movetime_max(),
            None => limits.movetime_default(),
        };
        Limits { depth: depth.map(|depth| depth as u32), nodes, deadline: Some(arrival + movetime), cancel: None }
    }

    /// `searchMoves` and `avoidMoves`: the moves to choose from, ascending.
    fn root_moves(&self, position: &Position, at: Pointer<'_>, errors: &mut FieldErrors) -> Vec<Cell> {
        let mut legal = Vec::with_capacity(position.rules().cells());
        legal.extend(position.legal_moves());
        let only = self.search_moves.sent().map(|value| (value, at.key("searchMoves")));
        let without = self.avoid_moves.sent().map(|value| (value, at.key("avoidMoves")));
        let mut read = |(value, at): (_, Pointer<'_>)| restriction(position, &legal, value, at, errors);
        let (only, without) = (only.map(&mut read), without.map(&mut read));
        let is_in = |set: &Option<CellSet>, cell: Cell| set.as_ref().map(|set| set[cell]);
        let is_wanted = |&cell: &Cell| is_in(&only, cell) != Some(false) && is_in(&without, cell) != Some(true);
        let mut moves = legal.clone();
        moves.retain(is_wanted);
        if moves.is_empty() && !legal.is_empty() && errors.is_empty() {
            let field = if only.is_some() { "searchMoves" } else { "avoidMoves" };
            let detail = "no legal move is left to choose from; leave at least one";
            errors.add(at.key(field), ErrorCode::NoMoveLeft, detail);
        }
        moves
    }
}

type CellSet = [bool; CELLS_MAX];

/// The cells of `searchMoves` or `avoidMoves`.
fn restriction(
    position: &Position,
    legal: &[Cell],
    value: &serde_json::Value,
    at: Pointer<'_>,
    errors: &mut FieldErrors,
) -> CellSet {
    let set = |cells: &[Cell]| {
        cells.iter().fold([false; CELLS_MAX], |mut set, &cell| {
            set[cell] = true;
            set
        })
    };
    let cells = moves::list(position.rules(), value, at, errors).unwrap_or_default();
    let is_legal = set(legal);
    // On a finished board no move is legal, and that is no error: front ends post every board they have.
    for (index, &cell) in cells.iter().enumerate().filter(|&(_, &cell)| !legal.is_empty() && !is_legal[cell]) {
        if let Err(error) = position.clone().play(cell) {
            errors.add(at.index(index), &error, error);
        }
    }
    set(&cells)
}

impl Search {
    /// The query, without random choices and the number of lines, and the point of view; or the errors.
    fn query(self, errors: FieldErrors) -> Result<(Query, Player), FieldErrors> {
        let (Some(position), true) = (self.position, errors.is_empty()) else { return Err(errors) };
        let pov = self.pov.side(position.turn());
        let query = Query {
            algorithm: self.algorithm,
            heuristic: self.heuristic,
            limits: self.limits,
            multi_pv: 1,
            ..Query::among(position, self.moves)
        };
        Ok((query, pov))
    }
}

/// How to play: `skill` or `level`, and `tieBreak`.
#[derive(Clone, Copy)]
pub(super) struct Style {
    skill: Option<u8>,
    tie_break: Option<TieBreak>,
}

impl Style {
    pub(super) fn read(
        skill: &Param<Number>,
        level: &Param<Level>,
        tie_break: &Param<TieBreak>,
        at: Pointer<'_>,
        errors: &mut FieldErrors,
    ) -> Style {
        let number = skill.number(0..=u64::from(Query::SKILL_MAX), at.key("skill"), errors);
        let name = level.choice(at.key("level"), errors);
        if let (Some(_), Some(level)) = (number, name) {
            errors.add_with(at.key("level"), ErrorCode::Conflict, || {
                format!(
                    "\"level\" is a name for a skill, this one for {}; send either \"level\" or \"skill\"",
                    level.skill()
                )
            });
        }
        let skill = number.map(|number| number as u8).or(name.map(Level::skill));
        Style { skill, tie_break: tie_break.choice(at.key("tieBreak"), errors) }
    }

    pub(super) fn skill(self) -> u8 {
        self.skill.unwrap_or(Query::SKILL_MAX)
    }

    /// Whoever asks for an opponent gets one that plays for a win where all moves draw.
    pub(super) fn tie_break(self, rules: Rules) -> TieBreak {
        let default = self.skill.map_or(TieBreak::First, |skill| level::tie_break(skill, rules));
        self.tie_break.unwrap_or(default)
    }
}

/// The random choices of an answer.
struct Randomness {
    seed: u64,
    used: bool,
    reproducible: bool,
}

impl Randomness {
    fn read(style: Style, seed: &Param<Number>, at: Pointer<'_>, errors: &mut FieldErrors) -> Randomness {
        let given = seed.number(0..=ServerLimits::SEED_MAX, at.key("seed"), errors);
        let used = style.tie_break == Some(TieBreak::Random) || style.skill() < Query::SKILL_MAX;
        let seed = given.unwrap_or_else(|| if used { entropy() & ServerLimits::SEED_MAX } else { 0 });
        Randomness { seed, used, reproducible: !used || given.is_some() }
    }
}

/// A number that cannot be predicted, from the keys that the standard library draws for its hash maps.
pub(in crate::http) fn entropy() -> u64 {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(0);
    hasher.finish()
}
