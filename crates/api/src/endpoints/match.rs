//! `/v1/match`: engine against engine.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::Context;
use crate::host::entropy;
use crate::limits::{Limits, SEED_MAX};
use crate::read::{At, ErrorCode, Reader, Shown, Start, Style, heuristic};
use crate::refusal::{Refusal, engine_detail, engine_field};
use crate::run::{Answer, Request, Run, Searched};
use crate::views::{GameView, MoveView, PositionView, ScoreView, milliseconds};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Algorithm, EngineError, Level, Match, PlayedGame, PlayedMove, PlayerConfig, PlayerResult};
use inarow_engine::game::{Rules, Status};
use inarow_engine::search;

/// Games of a match that does not say how many: each player moves first once.
const GAMES_DEFAULT: u32 = 2;
/// Time for a move of a player without limits, in milliseconds.
const MOVETIME_MS_DEFAULT: u64 = 100;

/// A valid request for a match.
#[derive(Clone, Debug)]
pub struct MatchRequest {
    pub plan: Match,
    /// The time of the whole match.
    pub movetime: Duration,
    /// The seed, if a player makes random choices.
    pub seed: Option<u64>,
}

/// The result of a match.
#[derive(Serialize)]
struct MatchAnswer {
    results: [ResultView; 2],
    games: Vec<Box<RawValue>>,
    game: GameView,
    position: PositionView,
    /// Whether all games were played: `false` if time was up or the answer became too long.
    complete: bool,
    seed: Option<u64>,
}

/// A record for each game on the way.
#[derive(Serialize)]
struct MatchProgress<'a> {
    r#final: bool,
    played: &'a RawValue,
    results: [ResultView; 2],
}

/// One player's part of the table.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultView {
    wins: u32,
    draws: u32,
    losses: u32,
    /// A win counts 1, a draw a half.
    points: f64,
    moves: u64,
    nodes: u64,
    time_ms: f64,
}

impl ResultView {
    fn new(result: &PlayerResult) -> ResultView {
        let PlayerResult { wins, draws, losses, moves, nodes, time } = *result;
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        ResultView { wins, draws, losses, points, moves, nodes, time_ms: milliseconds(time) }
    }
}

#[derive(Serialize)]
struct PlayedGameView<'a> {
    number: u32,
    /// Number of the player who moved first: 0 or 1.
    first: usize,
    /// Number of the player who won.
    winner: Option<usize>,
    /// The side that won.
    side: Option<&'static str>,
    board: &'a str,
    moves: Moves<'a>,
}

impl<'a> PlayedGameView<'a> {
    fn new(plan: &'a Match, game: &'a PlayedGame) -> PlayedGameView<'a> {
        PlayedGameView {
            number: game.number,
            first: game.first,
            winner: game.winner,
            side: game.winning_side.map(|side| side.name()),
            board: &game.board,
            moves: Moves { plan, game },
        }
    }
}

struct Moves<'a> {
    plan: &'a Match,
    game: &'a PlayedGame,
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Moves { plan, game } = self;
        let (rules, first_side) = (plan.start.rules(), plan.start.turn());
        serializer.collect_seq(game.moves.iter().enumerate().map(|(ply, played)| {
            let player = (game.first + ply) % 2;
            let side = if ply % 2 == 0 { first_side } else { first_side.opponent() };
            let heuristic = plan.players[player].heuristic.as_ref();
            let expectation = Expectation::of_heuristic(heuristic, rules, plan.start.stones() + ply);
            let score = ScoreView::new(played.verdict, side, side, expectation);
            PlayedMoveView::new(rules, player, score, played)
        }))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayedMoveView {
    player: usize,
    r#move: MoveView,
    /// The player's score of the move.
    score: ScoreView,
    depth: u32,
    nodes: u64,
    time_ms: f64,
}

impl PlayedMoveView {
    fn new(rules: &Rules, player: usize, score: ScoreView, played: &PlayedMove) -> PlayedMoveView {
        PlayedMoveView {
            player,
            r#move: MoveView::new(rules, played.cell),
            score,
            depth: played.report.depth,
            nodes: played.report.counts.nodes,
            time_ms: milliseconds(played.time),
        }
    }
}

impl MatchRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let limits = context.limits;
        let Start { rules, position, field, .. } = Start::read(r);
        let players = read_players(r, rules.as_ref(), limits);
        let games = r.number("games", 1..=u64::from(limits.match_games_max));
        let movetime_ms = r.number("movetime", 1..=limits.match_movetime_ms_max);
        let given = r.number("seed", 0..=SEED_MAX);
        if position.as_ref().is_some_and(|position| position.status() != Status::Ongoing) {
            let detail = "the game is over: there is nothing to play; start from an earlier position";
            r.error(field, ErrorCode::GameOver, detail);
        }
        let (start, players) = (position?, players.filter(|_| r.is_clean())?);
        let is_random = players.iter().any(PlayerConfig::uses_randomness);
        let seed = given.unwrap_or_else(|| entropy() & SEED_MAX);
        let plan = Match {
            start,
            players,
            games: games.map_or(GAMES_DEFAULT, |games| games as u32),
            seed,
            deadline: None,
            cancel: None,
        };
        if let Err((player, error)) = context.engine.check_match(&plan) {
            let at = r.at();
            note_refusal(&error, at.key("players").index(player));
            return None;
        }
        let movetime = Duration::from_millis(movetime_ms.unwrap_or(limits.match_movetime_ms_max));
        Some(MatchRequest { plan, movetime, seed: is_random.then_some(seed) })
    }

    /// Plays the match.
    ///
    /// # Errors
    /// An answer that cannot be written.
    fn play(&self, run: &mut Run<'_>) -> Result<Answer, Refusal> {
        let search::Limits { deadline, cancel, .. } = run.limited(&search::Limits::default(), self.movetime);
        let plan = Match { deadline, cancel, ..self.plan.clone() };
        let bytes_max = run.limits.answer_bytes_max.saturating_sub(LAST_GAME_BYTES) as usize;
        let mut bytes = 0;
        let mut games = Vec::new();
        let result = run.engine.play_match_on(&plan, run.threads, &mut |game, results| {
            // Writing fails for no game.
            let Ok(game) = to_raw_value(&PlayedGameView::new(&plan, game)) else { return ControlFlow::Continue(()) };
            let results = || [0, 1].map(|player| ResultView::new(&results[player]));
            (run.on_progress)(&|| to_raw_value(&MatchProgress { r#final: false, played: &game, results: results() }));
            bytes += game.get().len();
            games.push(game);
            if bytes > bytes_max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // The players have been checked.
        let result = result.map_err(|(_, error)| error)?;
        let answer = MatchAnswer {
            results: [0, 1].map(|player| ResultView::new(&result.results[player])),
            games,
            game: GameView::new(plan.start.rules()),
            position: PositionView::new(&plan.start),
            complete: result.complete,
            seed: self.seed,
        };
        let search = Some(Searched::all(result.results.iter().map(|result| result.nodes)));
        Ok(Answer { search, ..run.json(&answer, false)? })
    }
}

fn read_players(r: &Reader<'_>, rules: Option<&Rules>, limits: &Limits) -> Option<[PlayerConfig; 2]> {
    let at = r.at();
    let at = at.key("players");
    let (code, detail) = match r.sent("players") {
        Some(Value::Array(players)) if players.len() == 2 => {
            let read = |index: usize| read_player(&players[index], rules, limits, at.index(index));
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
    at.error(code, detail);
    None
}

/// A player, by fields with the same meaning as for a move.
fn read_player(player: &Value, rules: Option<&Rules>, limits: &Limits, at: At<'_>) -> Option<PlayerConfig> {
    let Value::Object(members) = player else {
        let is_level = player.as_str().is_some_and(|name| Level::ALL.iter().any(|level| level.name() == name));
        let example = if is_level { json!({"level": player}) } else { json!({"heuristic": "lines", "depth": 3}) };
        at.error(
            ErrorCode::WrongType,
            format_args!("{} is not a player; send an object such as {example}", Shown(player)),
        );
        return None;
    };
    Reader::of_object(members, at, |r| {
        let algorithm = r.choice("algorithm").unwrap_or(Algorithm::Auto);
        let heuristic = heuristic(r, rules);
        let depth = r.number("depth", 1..=u64::from(limits.depth_max)).map(|depth| depth as u32);
        let nodes = r.number("nodes", 1..=limits.nodes_max);
        let movetime_ms = r.number("movetime", 1..=limits.movetime_ms_max);
        let style = Style::read(r);
        let is_limited = depth.is_some() || nodes.is_some();
        let default_ms = if is_limited { limits.movetime_ms_max } else { MOVETIME_MS_DEFAULT };
        Some(PlayerConfig {
            algorithm,
            heuristic,
            depth,
            nodes,
            movetime: Some(Duration::from_millis(movetime_ms.unwrap_or(default_ms))),
            tie_break: style.tie_break(rules?),
            skill: style.skill(),
        })
    })
}

/// Notes the reason why the engine cannot play, at the player it concerns.
fn note_refusal(error: &EngineError, at: At<'_>) {
    at.key(engine_field(error)).error(error, engine_detail(error));
}

impl Request for MatchRequest {
    fn rules(&self) -> Option<&Rules> {
        Some(self.plan.start.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        if run.effort.is_full() { self.play(run).map(Some) } else { Ok(None) }
    }
}

/// Room for the game that passes the limit of bytes, and for the rest of the answer: a move takes less than 256 bytes.
const LAST_GAME_BYTES: u64 = 128 << 10;
