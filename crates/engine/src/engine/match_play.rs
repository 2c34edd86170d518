//! Matches: two configurations of the engine play games against each other, with alternating first move.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::clock::Instant;

use super::{Algorithm, Engine, EngineError, Query, Report, TieBreak};
use crate::game::zobrist::mix;
use crate::game::{Cell, Game, Player, Position, Status};
use crate::heuristic::Heuristic;
use crate::parts::{InPlace, Parts, Seat, Threads};
use crate::search::{Limits, Verdict};

/// The configuration of a player.
#[derive(Clone, Debug)]
pub struct PlayerConfig {
    /// The algorithm of its queries.
    pub algorithm: Algorithm,
    /// `None`: the game's default.
    pub heuristic: Option<Heuristic>,
    /// Most plies at each move.
    pub depth: Option<u32>,
    /// Most positions at each move.
    pub nodes: Option<u64>,
    /// Time for each move.
    pub movetime: Option<Duration>,
    /// The choice among equally good moves.
    pub tie_break: TieBreak,
    /// 0 to 100, the best play.
    pub skill: u8,
}

/// Two players, and the games to play.
#[derive(Clone, Debug)]
pub struct Match {
    /// The position that every game starts from, unfinished.
    pub start: Position,
    /// The player of each index.
    pub players: [PlayerConfig; 2],
    /// Games to play; the first player moves first in games 0, 2, 4, …
    pub games: u32,
    /// The seed of random choices.
    pub seed: u64,
    /// The time at which the match ends.
    pub deadline: Option<Instant>,
    /// Set to cancel the match.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The cell played.
    pub cell: Cell,
    /// The verdict of the mover.
    pub verdict: Verdict,
    /// How the move was found.
    pub report: Report,
    /// The time that it took.
    pub time: Duration,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The number of the game, from 0.
    pub number: u32,
    /// The player who moved first: 0 or 1.
    pub first: usize,
    /// The player who won, if one did.
    pub winner: Option<usize>,
    /// The side that won, if one did.
    pub winning_side: Option<Player>,
    /// The moves in the order of play.
    pub moves: Vec<PlayedMove>,
    /// The final board.
    pub board: String,
}

/// One player's results.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlayerResult {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Moves played in finished games.
    pub moves: u64,
    /// Positions visited for them.
    pub nodes: u64,
    /// Time taken for them.
    pub time: Duration,
}

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// Finished games, in the order of the match.
    pub games: Vec<PlayedGame>,
    /// The results of each player, in the order of the match.
    pub results: [PlayerResult; 2],
    /// Whether all games were played. If not, the deadline, a cancellation or `on_game` ended the match.
    pub complete: bool,
}

/// The best play, without a limit: a search without an exact source then ends at the depth of the whole game, so give one of the limits.
impl Default for PlayerConfig {
    fn default() -> PlayerConfig {
        PlayerConfig {
            algorithm: Algorithm::Auto,
            heuristic: None,
            depth: None,
            nodes: None,
            movetime: None,
            tie_break: TieBreak::First,
            skill: Query::SKILL_MAX,
        }
    }
}

impl Match {
    /// A match of `games` games between two players from the empty board, with seed 0, until they are over.
    ///
    /// ```
    /// use inarow_engine::engine::{Engine, EngineConfig, Match, PlayerConfig};
    /// use inarow_engine::Preset;
    /// use std::ops::ControlFlow;
    ///
    /// let beginner = PlayerConfig { skill: 10, depth: Some(2), ..PlayerConfig::default() };
    /// let plan = Match::new(Preset::TicTacToe, [PlayerConfig::default(), beginner], 10);
    /// let result = Engine::new(EngineConfig::default()).play_match(&plan, &mut |_, _| ControlFlow::Continue(())).unwrap();
    /// assert_eq!(result.results[0].losses, 0);
    /// ```
    #[must_use]
    pub fn new(game: impl Into<Arc<Game>>, players: [PlayerConfig; 2], games: u32) -> Match {
        Match { start: Position::new(game), players, games, seed: 0, deadline: None, cancel: None }
    }
}

impl PlayerConfig {
    /// Whether the player makes random choices.
    #[must_use]
    pub fn uses_randomness(&self) -> bool {
        self.skill < Query::SKILL_MAX || self.tie_break == TieBreak::Random
    }
}

impl Engine {
    /// Checks that both players can play.
    ///
    /// # Errors
    /// The reason why a player cannot play this game, with the player's number.
    pub fn check_match(&self, plan: &Match) -> Result<(), (usize, EngineError)> {
        plan.players.iter().enumerate().try_for_each(|(number, player)| {
            self.check(&plan.query(plan.start.clone(), player, 0, Instant::now())).map_err(|error| (number, error))
        })
    }

    /// Plays a match and calls `on_game` after each game, which ends the match if it breaks. A game that the deadline or a
    /// cancellation interrupts is not counted.
    ///
    /// # Errors
    /// The reason why a player cannot play this game, with the player's number; nothing is played then.
    pub fn play_match(
        &self,
        plan: &Match,
        on_game: &mut dyn FnMut(&PlayedGame, &[PlayerResult; 2]) -> ControlFlow<()>,
    ) -> Result<MatchResult, (usize, EngineError)> {
        self.play_match_on(plan, &InPlace, on_game)
    }

    /// As [`Engine::play_match`], with games on lent threads as well. The games are the same, and come in the same order.
    ///
    /// # Errors
    /// As for [`Engine::play_match`].
    pub fn play_match_on(
        &self,
        plan: &Match,
        threads: &dyn Threads,
        on_game: &mut dyn FnMut(&PlayedGame, &[PlayerResult; 2]) -> ControlFlow<()>,
    ) -> Result<MatchResult, (usize, EngineError)> {
        self.check_match(plan)?;
        let mut result = MatchResult { games: Vec::new(), results: [PlayerResult::default(); 2], complete: true };
        let work = |number: usize, seat: Seat<'_, _>| self.play_game(plan, number as u32, seat.recall);
        let games = Parts { count: plan.games as usize, needs: &|_| [None, None], work: &work };
        let mut failed = None;
        let mut count = |number: usize, game: &Result<Option<PlayedGame>, _>| {
            let Ok(Some(game)) = game else {
                failed = game.as_ref().err().cloned();
                result.complete = false;
                return ControlFlow::Break(());
            };
            for (player, result) in result.results.iter_mut().enumerate() {
                result.count(game, player);
            }
            let flow = on_game(game, &result.results);
            result.complete = flow.is_continue() || number + 1 == plan.games as usize;
            flow
        };
        let games = games.run(threads, &mut count);
        if let Some(error) = failed {
            return Err(error);
        }
        result.games = games.into_iter().filter_map(|game| game.ok().flatten()).collect();
        Ok(result)
    }

    /// Plays one game; `None` if it was interrupted.
    fn play_game(
        &self,
        plan: &Match,
        number: u32,
        recall: Option<&Arc<AtomicBool>>,
    ) -> Result<Option<PlayedGame>, (usize, EngineError)> {
        let first = (number % 2) as usize;
        let mut position = plan.start.clone();
        let mut moves: Vec<PlayedMove> = Vec::new();
        while position.status() == Status::Ongoing {
            if plan.interrupted(recall) {
                return Ok(None);
            }
            let mover = (first + moves.len()) % 2;
            let seed = mix(plan.seed ^ mix(u64::from(number)));
            let start = Instant::now();
            let mut query = plan.query(position.clone(), &plan.players[mover], seed, start);
            query.limits.recall = recall.cloned();
            let (chosen, report) = self.choose(&query).map_err(|error| (mover, error))?;
            moves.push(PlayedMove { cell: chosen.cell, verdict: chosen.verdict, report, time: start.elapsed() });
            position.play_unchecked(chosen.cell);
        }
        let winning_side = position.winner();
        let first_side = plan.start.turn();
        let winner = winning_side.map(|side| if side == first_side { first } else { 1 - first });
        Ok(Some(PlayedGame { number, first, winner, winning_side, moves, board: position.board() }))
    }
}

impl Match {
    fn interrupted(&self, recall: Option<&Arc<AtomicBool>>) -> bool {
        let (cancel, recall) = (self.cancel.clone(), recall.cloned());
        let limits = Limits { deadline: self.deadline, cancel, recall, ..Limits::default() };
        limits.interrupted().is_some()
    }

    /// The query that a player answers at its move, which begins at `now`.
    fn query(&self, position: Position, player: &PlayerConfig, seed: u64, now: Instant) -> Query {
        let own = player.movetime.map(|time| now + time);
        Query {
            algorithm: player.algorithm,
            heuristic: player.heuristic.clone(),
            limits: Limits {
                depth: player.depth,
                nodes: player.nodes,
                deadline: [own, self.deadline].into_iter().flatten().min(),
                cancel: self.cancel.clone(),
                recall: None,
            },
            tie_break: player.tie_break,
            skill: player.skill,
            seed,
            ..Query::new(position)
        }
    }
}

impl PlayerResult {
    fn count(&mut self, game: &PlayedGame, player: usize) {
        match game.winner {
            None => self.draws += 1,
            Some(winner) if winner == player => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        for (ply, played) in game.moves.iter().enumerate() {
            if (game.first + ply) % 2 == player {
                self.moves += 1;
                self.nodes += played.report.counts.nodes;
                self.time += played.time;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::engine::EngineConfig;
    use crate::game::Preset;

    /// A match of `games` games between two players that look their moves up.
    fn lookups(games: u32) -> Match {
        Match::new(Preset::TicTacToe, [PlayerConfig::default(), PlayerConfig::default()], games)
    }

    #[test]
    fn a_cancelled_match_ends_before_the_next_game() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        let cancel = Arc::new(AtomicBool::new(false));
        let plan = Match { cancel: Some(Arc::clone(&cancel)), ..lookups(5) };
        let result = engine.play_match(&plan, &mut |game, _| {
            cancel.store(game.number == 1, Relaxed);
            ControlFlow::Continue(())
        });
        let result = result.expect("both can play");
        assert_eq!((result.games.len(), result.complete, result.results[0].draws), (2, false, 2));
        let late = Match { deadline: Some(Instant::now()), ..lookups(5) };
        let result = engine.play_match(&late, &mut |_, _| ControlFlow::Continue(())).expect("both can play");
        assert_eq!((result.games.len(), result.complete), (0, false));
    }

    #[test]
    fn a_match_that_is_ended_after_its_last_game_is_complete() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        for (last, complete) in [(1, false), (2, true)] {
            let mut until = |game: &PlayedGame, _: &[PlayerResult; 2]| {
                if game.number == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let result = engine.play_match(&lookups(3), &mut until).expect("both can play");
            assert_eq!((result.games.len(), result.complete), (last as usize + 1, complete));
        }
    }

    #[test]
    fn every_game_draws_its_own_numbers() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        for seed in [0, 1, u64::MAX] {
            let mut plan = Match { seed, ..lookups(8) };
            plan.players.iter_mut().for_each(|player| player.skill = 0);
            let result = engine.play_match(&plan, &mut |_, _| ControlFlow::Continue(())).expect("both can play");
            let boards: HashSet<_> = result.games.into_iter().map(|game| game.board).collect();
            assert!(boards.len() > 5, "seed {seed}: {boards:?}");
        }
    }

    #[test]
    fn a_move_ends_with_its_time_or_with_that_of_the_match() {
        let now = Instant::now();
        let end = now + Duration::from_secs(1);
        let mut plan = Match { deadline: Some(end), ..lookups(1) };
        for player in &mut plan.players {
            (player.depth, player.nodes) = (Some(3), Some(500));
            (player.tie_break, player.skill) = (TieBreak::Random, 60);
        }
        plan.players[0].movetime = Some(Duration::from_millis(70));
        let deadline = |plan: &Match, player: usize, now: Instant| {
            let query = plan.query(plan.start.clone(), &plan.players[player], 9, now);
            assert_eq!((query.limits.depth, query.limits.nodes), (Some(3), Some(500)));
            assert_eq!((query.tie_break, query.skill, query.seed), (TieBreak::Random, 60, 9));
            query.limits.deadline
        };
        assert_eq!(deadline(&plan, 0, now), Some(now + Duration::from_millis(70)));
        assert_eq!(deadline(&plan, 0, end - Duration::from_millis(69)), Some(end));
        assert_eq!(deadline(&plan, 1, now), Some(end));
        let endless = Match { deadline: None, ..plan };
        assert_eq!(deadline(&endless, 0, end), Some(end + Duration::from_millis(70)));
        assert_eq!(deadline(&endless, 1, now), None);
    }
}
