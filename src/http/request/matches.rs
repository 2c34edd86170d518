//! A match: where its games start, and the two that play them.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use super::fault::{At, Faults};
use super::fields::{Field, Fields};
use super::node::Node;
use super::value::{choice, integer, members};
use super::{Scene, entropy, heuristic};
use crate::config::ServerLimits;
use crate::engine::{Algorithm, Contender, Match, Query, TieBreak};
use crate::game::{Rules, Status};

/// A valid request for a match.
#[derive(Debug)]
pub struct MatchRequest {
    pub plan: Match,
    /// The seed, if a player takes chances.
    pub seed: Option<u64>,
}

impl MatchRequest {
    /// The fields of a match.
    pub const FIELDS: [&'static str; 9] =
        ["game", "board", "moves", "turn", "strict", "players", "games", "movetime", "seed"];
    /// The members of a player.
    pub const PLAYER_FIELDS: [&'static str; 7] =
        ["algorithm", "heuristic", "depth", "nodes", "movetime", "tieBreak", "skill"];
    /// Games of a match that does not say how many: each player moves first once.
    pub const GAMES_DEFAULT: u32 = 2;
    /// Time for a move of a player without limits, in milliseconds.
    pub const MOVETIME_MS_DEFAULT: u64 = 100;

    /// Reads the members of a match that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(
        object: &[(Cow<'_, str>, Node<'_>)],
        limits: &ServerLimits,
        arrival: Instant,
    ) -> Result<MatchRequest, Faults> {
        let mut faults = Faults::default();
        let [game, board, moves, turn, strict, players, games, movetime, seed] =
            members(object, Self::FIELDS, At::ROOT, &mut faults);
        let named = [game, board, moves, turn, strict].into_iter().zip(Self::FIELDS);
        let scene = named.filter_map(|(node, name)| Some((Cow::Borrowed(name), node?.clone())));
        let Scene { position, rules, .. } = Scene::read(&Fields::from_members(scene), At::ROOT, &mut faults);
        let contenders = read_players(players, rules, limits, &mut faults);
        let mut number = |name, node: Option<&Node<'_>>, least: i64, most: u64| {
            integer(node?, least..=most as i64, At::ROOT.key(name), &mut faults).map(|number| number as u64)
        };
        let games = number("games", games, 1, u64::from(limits.match_games_max));
        let movetime_ms = number("movetime", movetime, 1, limits.match_movetime_ms_max);
        let given = number("seed", seed, 0, ServerLimits::SEED_MAX);
        if position.as_ref().is_some_and(|position| position.status() != Status::Ongoing) {
            faults.add(
                At::ROOT.key("board"),
                "the game is over: there is nothing to play; start from an earlier position",
            );
        }
        match (position, contenders, faults.is_empty()) {
            (Some(start), Some(contenders), true) => {
                let chance = contenders.iter().any(Contender::uses_chance);
                let seed = given.unwrap_or_else(|| entropy() & ServerLimits::SEED_MAX);
                let time = Duration::from_millis(movetime_ms.unwrap_or(limits.match_movetime_ms_max));
                let plan = Match {
                    start,
                    contenders,
                    games: games.map_or(Self::GAMES_DEFAULT, |games| games as u32),
                    seed,
                    deadline: Some(arrival + time),
                    cancel: None,
                };
                Ok(MatchRequest { plan, seed: chance.then_some(seed) })
            }
            _ => Err(faults),
        }
    }
}

fn read_players(
    node: Option<&Node<'_>>,
    rules: Option<Rules>,
    limits: &ServerLimits,
    faults: &mut Faults,
) -> Option<[Contender; 2]> {
    let at = At::ROOT.key("players");
    let detail = match node {
        Some(Node::List(players)) if players.len() == 2 => {
            let mut read = |index: usize| read_player(&players[index], rules, limits, at.index(index), faults);
            let (first, second) = (read(0), read(1));
            return Some([first?, second?]);
        }
        Some(Node::List(players)) => format!(
            "the list has {} element{}; a match has two players, so send two",
            players.len(),
            if players.len() == 1 { "" } else { "s" }
        ),
        Some(other) => format!("{other} is not a list; send a list of two players"),
        None => "it is missing; send two players such as [{\"heuristic\":\"lines\",\"depth\":3},{}]".to_owned(),
    };
    faults.add(at, detail);
    None
}

fn read_player(
    node: &Node<'_>,
    rules: Option<Rules>,
    limits: &ServerLimits,
    at: At<'_>,
    faults: &mut Faults,
) -> Option<Contender> {
    let Node::Object(object) = node else {
        faults
            .add(at, format!("{node} is not a player; send an object such as {{\"heuristic\":\"lines\",\"depth\":3}}"));
        return None;
    };
    let [algorithm, heuristic, depth, nodes, movetime, tie_break, skill] =
        members(object, MatchRequest::PLAYER_FIELDS, at, faults);
    let algorithm =
        algorithm.and_then(|node| choice(node, &Algorithm::ALL, Algorithm::name, at.key("algorithm"), faults));
    let heuristic = heuristic::heuristic(heuristic, rules, at.key("heuristic"), faults);
    let tie_break = tie_break.and_then(|node| choice(node, &TieBreak::ALL, TieBreak::name, at.key("tieBreak"), faults));
    let mut number = |field: Field, node: Option<&Node<'_>>, least: i64, most: u64| {
        integer(node?, least..=most as i64, at.key(field.name()), faults).map(|number| number as u64)
    };
    let depth = number(Field::Depth, depth, 1, u64::from(limits.depth_max)).map(|depth| depth as u32);
    let nodes = number(Field::Nodes, nodes, 1, limits.nodes_max);
    let movetime_ms = number(Field::Movetime, movetime, 1, limits.movetime_ms_max);
    let skill = number(Field::Skill, skill, 0, u64::from(Query::SKILL_MAX)).map(|skill| skill as u8);
    let limited = depth.is_some() || nodes.is_some();
    let default_ms = if limited { limits.movetime_ms_max } else { MatchRequest::MOVETIME_MS_DEFAULT };
    Some(Contender {
        algorithm: algorithm.unwrap_or(Algorithm::Auto),
        heuristic,
        depth,
        nodes,
        movetime: Some(Duration::from_millis(movetime_ms.unwrap_or(default_ms))),
        tie_break: tie_break.unwrap_or(TieBreak::First),
        skill: skill.unwrap_or(Query::SKILL_MAX),
    })
}
