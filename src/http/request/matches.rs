//! `/v1/match`: where the games of a match start, and the two players.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use super::board::Board;
use super::entropy;
use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::{Fields, params};
use super::game::GameOrRules;
use super::heuristic::{NameOrWeights, heuristic};
use super::moves::Moves;
use super::param::{FieldType, Flag, Number, Param, Shown};
use super::search::Style;
use super::start::{RecordText, Start};
use crate::config::ServerLimits;
use inarow_engine::engine::{Algorithm, Level, Match, PlayerConfig, TieBreak};
use inarow_engine::game::{Player, Rules, Status};

/// The fields of `/v1/match`.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct MatchParams {
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
    /// Whether to refuse boards that alternate play could not have reached; default false.
    strict: Param<Flag>,
    /// Two players; required.
    players: Param<Vec<PlayerParams>>,
    /// 1 to `matchGamesMax`; default [`MatchRequest::GAMES_DEFAULT`].
    games: Param<Number>,
    /// Milliseconds for the whole match, 1 to `matchMovetimeMsMax`; default: the most.
    movetime: Param<Number>,
    /// Makes random choices repeatable, 0 to `seedMax`; default: a random one.
    seed: Param<Number>,
}

/// A player of a match; the fields mean what they mean for a move.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct PlayerParams {
    algorithm: Param<Algorithm>,
    heuristic: Param<NameOrWeights>,
    depth: Param<Number>,
    nodes: Param<Number>,
    /// Milliseconds for a move; default [`MatchRequest::MOVETIME_MS_DEFAULT`], with depth or nodes `movetimeMsMax`.
    movetime: Param<Number>,
    tie_break: Param<TieBreak>,
    skill: Param<Number>,
    level: Param<Level>,
}

impl FieldType for PlayerParams {}

/// A valid request for a match.
#[derive(Clone, Debug)]
pub struct MatchRequest {
    pub plan: Match,
    /// The seed, if a player makes random choices.
    pub seed: Option<u64>,
}

impl MatchRequest {
    /// Games of a match that does not say how many: each player moves first once.
    pub const GAMES_DEFAULT: u32 = 2;
    /// Time for a move of a player without limits, in milliseconds.
    pub const MOVETIME_MS_DEFAULT: u64 = 100;

    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields, limits: &ServerLimits, arrival: Instant) -> Result<MatchRequest, FieldErrors> {
        let at = Pointer::ROOT;
        let (sent, mut errors) = fields.params::<MatchParams>("/v1/match", at);
        let MatchParams { game, board, moves, record, turn, strict, players, games, movetime, seed } = &sent;
        let start = Start { game, board, moves, record, turn, strict };
        let (rules, position) = start.read(at, &mut errors);
        let players = read_players(players, rules, limits, at.key("players"), &mut errors);
        let games = games.number(1..=u64::from(limits.match_games_max), at.key("games"), &mut errors);
        let movetime_ms = movetime.number(1..=limits.match_movetime_ms_max, at.key("movetime"), &mut errors);
        let given = seed.number(0..=ServerLimits::SEED_MAX, at.key("seed"), &mut errors);
        if position.as_ref().is_some_and(|position| position.status() != Status::Ongoing) {
            let detail = "the game is over: there is nothing to play; start from an earlier position";
            errors.add(at.key(start.field()), ErrorCode::GameOver, detail);
        }
        match (position, players, errors.is_empty()) {
            (Some(start), Some(players), true) => {
                let is_random = players.iter().any(PlayerConfig::uses_randomness);
                let seed = given.unwrap_or_else(|| entropy() & ServerLimits::SEED_MAX);
                let time = Duration::from_millis(movetime_ms.unwrap_or(limits.match_movetime_ms_max));
                let plan = Match {
                    start,
                    players,
                    games: games.map_or(Self::GAMES_DEFAULT, |games| games as u32),
                    seed,
                    deadline: Some(arrival + time),
                    cancel: None,
                };
                Ok(MatchRequest { plan, seed: is_random.then_some(seed) })
            }
            _ => Err(errors),
        }
    }
}

fn read_players(
    players: &Param<Vec<PlayerParams>>,
    rules: Option<Rules>,
    limits: &ServerLimits,
    at: Pointer<'_>,
    errors: &mut FieldErrors,
) -> Option<[PlayerConfig; 2]> {
    let (code, detail) = match players.sent() {
        Some(Value::Array(players)) if players.len() == 2 => {
            let mut read = |index: usize| read_player(&players[index], rules, limits, at.index(index), errors);
            let (first, second) = (read(0), read(1));
            return Some([first?, second?]);
        }
        Some(Value::Array(players)) => {
            let (count, plural) = (players.len(), if players.len() == 1 { "" } else { "s" });
            let detail = format!("the list has {count} element{plural}; a match has two players, so send two");
            (ErrorCode::WrongLength, detail)
        }
        Some(other) => (ErrorCode::WrongType, format!("{} is not a list; send a list of two players", Shown(other))),
        None => {
            let remedy = "send two players such as [{\"heuristic\":\"lines\",\"depth\":3},{}]";
            (ErrorCode::Missing, format!("it is missing; {remedy}"))
        }
    };
    errors.add(at, code, detail);
    None
}

fn read_player(
    player: &Value,
    rules: Option<Rules>,
    limits: &ServerLimits,
    at: Pointer<'_>,
    errors: &mut FieldErrors,
) -> Option<PlayerConfig> {
    let Value::Object(members) = player else {
        let remedy = "send an object such as {\"heuristic\":\"lines\",\"depth\":3}";
        errors.add(at, ErrorCode::WrongType, format_args!("{} is not a player; {remedy}", Shown(player)));
        return None;
    };
    let sent: PlayerParams = params(members, at, errors);
    let algorithm = sent.algorithm.choice(at.key("algorithm"), errors);
    let heuristic = heuristic(&sent.heuristic, rules, at.key("heuristic"), errors);
    let style = Style::read(&sent.skill, &sent.level, &sent.tie_break, at, errors);
    let depth = sent.depth.number(1..=u64::from(limits.depth_max), at.key("depth"), errors);
    let nodes = sent.nodes.number(1..=limits.nodes_max, at.key("nodes"), errors);
    let movetime_ms = sent.movetime.number(1..=limits.movetime_ms_max, at.key("movetime"), errors);
    let is_limited = depth.is_some() || nodes.is_some();
    let default_ms = if is_limited { limits.movetime_ms_max } else { MatchRequest::MOVETIME_MS_DEFAULT };
    Some(PlayerConfig {
        algorithm: algorithm.unwrap_or(Algorithm::Auto),
        heuristic,
        depth: depth.map(|depth| depth as u32),
        nodes,
        movetime: Some(Duration::from_millis(movetime_ms.unwrap_or(default_ms))),
        tie_break: style.tie_break(rules?),
        skill: style.skill(),
    })
}
