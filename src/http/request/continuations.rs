//! A request for the games that can follow from a position.

use std::time::Instant;

use super::value::{choice, flag, integer};
use super::{At, Faults, Field, Fields, Kind, Scene};
use crate::config::ServerLimits;
use crate::engine::Algorithm;
use crate::engine::continuations::{Ending, EngineMoves, GamesQuery, Sameness};
use crate::game::Player;
use crate::search::Limits;

/// The side that the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineSide {
    None,
    Side(Player),
}

impl EngineSide {
    pub const ALL: [EngineSide; 3] = [EngineSide::None, EngineSide::Side(Player::X), EngineSide::Side(Player::O)];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineSide::None => "none",
            EngineSide::Side(side) => side.name(),
        }
    }

    fn player(self) -> Option<Player> {
        match self {
            EngineSide::None => None,
            EngineSide::Side(side) => Some(side),
        }
    }
}

/// A valid request for games.
#[derive(Debug)]
pub struct ContinuationsRequest {
    pub query: GamesQuery,
    /// The field that says where the games start.
    pub start: Field,
}

impl ContinuationsRequest {
    /// Reads a request that arrived at `arrival`, from which its time counts.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(fields: &Fields<'_>, limits: &ServerLimits, arrival: Instant, at: At<'_>) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        fields.check(Kind::Continuations, at, &mut faults);
        let scene = Scene::read(fields, at, &mut faults);
        let engine = Engine::read(fields, limits, at, &mut faults);
        let sameness = one_of(fields, Field::Symmetry, &Sameness::ALL, Sameness::name, at, &mut faults);
        let sameness = sameness.unwrap_or(Sameness::All);
        if engine.player.is_some() && engine.moves == EngineMoves::First && sameness != Sameness::All {
            let detail = "\"first\" of equal moves is not the same one on a board that is turned, so that symmetry has \
                          no meaning; send engineMoves \"all\" or symmetry \"all\"";
            faults.add(at.key("engineMoves"), detail);
        }
        let ending = one_of(fields, Field::Winner, &Ending::ALL, Ending::name, at, &mut faults);
        let mut number = |field: Field, max: u64| {
            let node = fields.get(field)?;
            integer(node, 0..=i64::try_from(max).unwrap_or(i64::MAX), at.key(field.name()), &mut faults)
        };
        let offset = number(Field::Offset, ServerLimits::SEED_MAX).unwrap_or_default() as u64;
        let page_max = number(Field::Limit, u64::from(limits.continuation_page_max));
        let replies = fields.get(Field::Replies).and_then(|node| flag(node, at.key("replies"), &mut faults));
        let Some(position) = scene.position.filter(|_| faults.is_empty()) else { return Err(faults) };
        let query = GamesQuery {
            position,
            engine: engine.player,
            engine_moves: engine.moves,
            algorithm: engine.algorithm,
            heuristic: scene.heuristic,
            limits: Limits {
                depth: engine.depth,
                nodes: None,
                deadline: Some(arrival + limits.movetime_max()),
                cancel: None,
            },
            sameness,
            ending,
            offset,
            page_max: page_max.map_or(limits.continuation_page_default() as usize, |max| max as usize),
            replies: replies.unwrap_or_default(),
            positions_max: limits.continuation_positions_max as usize,
        };
        Ok(ContinuationsRequest {
            query,
            start: if fields.get(Field::Moves).is_some() { Field::Moves } else { Field::Board },
        })
    }
}

fn one_of<T: Copy>(
    fields: &Fields<'_>,
    field: Field,
    all: &[T],
    name: impl Fn(T) -> &'static str,
    at: At<'_>,
    faults: &mut Faults,
) -> Option<T> {
    choice(fields.get(field)?, all, name, at.key(field.name()), faults)
}

/// Which side is the engine's, and how it plays.
struct Engine {
    player: Option<Player>,
    moves: EngineMoves,
    algorithm: Algorithm,
    depth: Option<u32>,
}

impl Engine {
    fn read(fields: &Fields<'_>, limits: &ServerLimits, at: At<'_>, faults: &mut Faults) -> Engine {
        let side = one_of(fields, Field::Engine, &EngineSide::ALL, EngineSide::name, at, faults);
        let moves = one_of(fields, Field::EngineMoves, &EngineMoves::ALL, EngineMoves::name, at, faults);
        let algorithm = one_of(fields, Field::Algorithm, &Algorithm::ALL, Algorithm::name, at, faults);
        let depth = fields
            .get(Field::Depth)
            .and_then(|node| integer(node, 1..=i64::from(limits.depth_max), at.key("depth"), faults));
        let player = side.and_then(EngineSide::player);
        // Nothing is ignored: who says how the engine plays must say which side it plays.
        let how = [Field::Heuristic, Field::Algorithm, Field::Depth, Field::EngineMoves];
        if let Some(field) = how.into_iter().find(|&field| fields.get(field).is_some()) {
            let silent = match fields.get(Field::Engine) {
                None => true,
                Some(_) => side == Some(EngineSide::None),
            };
            if silent {
                let name = field.name();
                let detail =
                    format!("{name} says how the engine plays; send engine \"X\" or \"O\", or leave {name} out");
                faults.add(at.key("engine"), detail);
            }
        }
        Engine {
            player,
            moves: moves.unwrap_or(EngineMoves::All),
            algorithm: algorithm.unwrap_or(Algorithm::Auto),
            depth: depth.map(|depth| depth as u32),
        }
    }
}
